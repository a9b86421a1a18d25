//! From shares of a length to whole pixels.

/// The pixel at `share` of the way from the first to the second of `pixels`.
///
/// plotters' own linear axes round towards the first, and so draw a bar up to a pixel short.
pub(super) fn pixel(share: f64, (from, to): (i32, i32)) -> i32 {
    from + (share * f64::from(to - from)).round() as i32
}
