//! The plotters backends of a browser: over a canvas, with device pixels, text measured by the canvas itself, and patterns;
//! and to SVG.

use std::cell::RefCell;
use std::collections::BTreeMap;

use plotters::drawing::IntoDrawingArea;
use plotters::style::RGBColor;
use plotters_backend::{DrawingBackend, DrawingErrorKind};
use plotters_canvas::CanvasBackend;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::OffscreenCanvasRenderingContext2d;
use web_sys::{CanvasPattern, CanvasRenderingContext2d, HtmlCanvasElement, OffscreenCanvas};

use crate::chart::svg::SvgSurface;
use crate::chart::{self, Either, Equipped, Hatching, Look, Tiles, Tools};
use crate::figure::{Figure, Subject};

/// What stays the same from frame to frame for as long as the theme does: the widths of most labels, and patterns.
#[derive(Default)]
pub struct Cache {
    /// By CSS font and text.
    widths: RefCell<BTreeMap<(String, String), f64>>,
    /// By the colour, the spacing and the thickness of the lines.
    patterns: RefCell<BTreeMap<(String, i32, u32), CanvasPattern>>,
}

/// Numbers that pass by would otherwise pile up for as long as a slider moves.
const MOST_WIDTHS: usize = 1_000;

/// Clears `canvas`, whose size in device pixels is set already, and draws `figure` of `subject` on it.
///
/// # Errors
/// A message where the browser gives no 2D context, or refuses to draw.
pub fn draw(
    canvas: HtmlCanvasElement,
    figure: Figure,
    subject: Subject<'_>,
    look: Look<'_>,
    cache: &Cache,
) -> Result<(), String> {
    const NO_CONTEXT: &str = "the browser gives no 2D drawing context";
    let context = context(&canvas).ok_or(NO_CONTEXT)?;
    context.clear_rect(0.0, 0.0, canvas.width().into(), canvas.height().into());
    let backend = CanvasBackend::with_canvas_object(canvas).ok_or(NO_CONTEXT)?;
    let surface: AnySurface = Either::One(Equipped::new(backend, CanvasTools { context, cache }));
    chart::draw(figure, &surface.into_drawing_area(), subject, look).map_err(|error| error.to_string())
}

/// What `svg::render` returns.
///
/// # Errors
/// What plotters reports, as text.
#[cfg(feature = "whole")]
pub fn render_svg(
    figure: Figure,
    size: (u32, u32),
    subject: Subject<'_>,
    theme: &chart::Theme,
) -> Result<String, String> {
    let mut text = String::new();
    let surface: AnySurface = Either::Other(chart::svg::surface(&mut text, size));
    chart::svg::draw(figure, surface, subject, theme).map_err(|error| error.to_string())?;
    Ok(text)
}

type AnySurface<'a> = Either<Equipped<CanvasBackend, CanvasTools<'a>>, SvgSurface<'a>>;

fn context(canvas: &HtmlCanvasElement) -> Option<CanvasRenderingContext2d> {
    let context: JsValue = canvas.get_context("2d").ok()??.into();
    context.dyn_into().ok()
}

struct CanvasTools<'a> {
    context: CanvasRenderingContext2d,
    cache: &'a Cache,
}

impl Tools for CanvasTools<'_> {
    fn text_width(&self, text: &str, css_font: &str, _: f64) -> f64 {
        let mut widths = self.cache.widths.borrow_mut();
        if widths.len() >= MOST_WIDTHS {
            widths.clear();
        }
        *widths.entry((css_font.to_owned(), text.to_owned())).or_insert_with(|| {
            self.context.set_font(css_font);
            self.context.measure_text(text).map_or(0.0, |metrics| metrics.width())
        })
    }

    /// As one fill with a pattern, which takes a browser a tenth of the time that the lines do.
    fn hatch<B: DrawingBackend>(
        &self,
        backend: &mut B,
        hatching: &Hatching,
    ) -> Result<(), DrawingErrorKind<B::ErrorType>> {
        match self.pattern(hatching) {
            Some(pattern) => {
                let [(left, top), (right, bottom)] = hatching.corners.map(|(x, y)| (f64::from(x), f64::from(y)));
                self.context.set_fill_style_canvas_pattern(&pattern);
                self.context.fill_rect(left, top, right - left, bottom - top);
                Ok(())
            }
            None => hatching.draw_lines(backend),
        }
    }

    /// With the colour told once.
    fn fill_tiles<B: DrawingBackend>(&self, _: &mut B, tiles: &Tiles) -> Result<(), DrawingErrorKind<B::ErrorType>> {
        let RGBColor(red, green, blue) = tiles.color;
        self.context.set_fill_style_str(&format!("rgb({red}, {green}, {blue})"));
        for &[(left, top), (right, bottom)] in tiles.rects() {
            self.context.fill_rect(left.into(), top.into(), (right - left).into(), (bottom - top).into());
        }
        Ok(())
    }
}

impl CanvasTools<'_> {
    fn pattern(&self, hatching: &Hatching) -> Option<CanvasPattern> {
        let color = hatching.style.color;
        let css_color = format!("rgba({}, {}, {}, {})", color.0, color.1, color.2, color.3);
        let key = (css_color, hatching.spacing, hatching.style.stroke_width);
        let mut patterns = self.cache.patterns.borrow_mut();
        if !patterns.contains_key(&key) {
            let pattern = self
                .tile(&key)
                .and_then(|tile| self.context.create_pattern_with_offscreen_canvas(&tile, "repeat").ok()?)?;
            patterns.insert(key.clone(), pattern);
        }
        patterns.get(&key).cloned()
    }

    /// A square that holds one diagonal line, and the corners of its neighbours.
    fn tile(&self, (color, spacing, thickness): &(String, i32, u32)) -> Option<OffscreenCanvas> {
        let side = u32::try_from(*spacing).ok()?;
        let tile = OffscreenCanvas::new(side, side).ok()?;
        let context: OffscreenCanvasRenderingContext2d = tile.get_context("2d").ok()??.dyn_into().ok()?;
        context.set_stroke_style_str(color);
        context.set_line_width((*thickness).into());
        let side = f64::from(side);
        for shift in [-side, 0.0, side] {
            context.begin_path();
            // Longer than the tile, so that it has no ends in it.
            context.move_to(shift - side, 2.0 * side);
            context.line_to(shift + 2.0 * side, -side);
            context.stroke();
        }
        Some(tile)
    }
}
