//! One of two surfaces, as one type: where both are drawn on, in a browser, every figure is compiled but once.

use std::fmt;

use plotters_backend::{BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind};

use super::{Hatching, Surface, Tiles};

/// One of two surfaces.
pub enum Either<A, B> {
    /// The one.
    One(A),
    /// The other.
    Other(B),
}

/// What a surface said when it refused.
#[derive(Debug)]
pub struct Refusal(String);

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refusal {}

type Done<T = ()> = Result<T, DrawingErrorKind<Refusal>>;

fn told<E: std::error::Error + Send + Sync>(error: DrawingErrorKind<E>) -> DrawingErrorKind<Refusal> {
    DrawingErrorKind::DrawingError(Refusal(error.to_string()))
}

/// Does the same on whichever it is.
macro_rules! on {
    ($either:expr, $surface:ident => $done:expr) => {
        match $either {
            Either::One($surface) => $done.map_err(told),
            Either::Other($surface) => $done.map_err(told),
        }
    };
}

impl<A: DrawingBackend, B: DrawingBackend> DrawingBackend for Either<A, B> {
    type ErrorType = Refusal;

    fn get_size(&self) -> (u32, u32) {
        match self {
            Either::One(surface) => surface.get_size(),
            Either::Other(surface) => surface.get_size(),
        }
    }

    fn ensure_prepared(&mut self) -> Done {
        on!(self, surface => surface.ensure_prepared())
    }

    fn present(&mut self) -> Done {
        on!(self, surface => surface.present())
    }

    fn draw_pixel(&mut self, at: BackendCoord, color: BackendColor) -> Done {
        on!(self, surface => surface.draw_pixel(at, color))
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Done {
        on!(self, surface => surface.draw_line(from, to, style))
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        upper_left: BackendCoord,
        bottom_right: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Done {
        on!(self, surface => surface.draw_rect(upper_left, bottom_right, style, fill))
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Done {
        on!(self, surface => surface.draw_path(path, style))
    }

    fn draw_circle<S: BackendStyle>(&mut self, center: BackendCoord, radius: u32, style: &S, fill: bool) -> Done {
        on!(self, surface => surface.draw_circle(center, radius, style, fill))
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, corners: I, style: &S) -> Done {
        on!(self, surface => surface.fill_polygon(corners, style))
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Done {
        on!(self, surface => surface.draw_text(text, style, at))
    }

    fn estimate_text_size<S: BackendTextStyle>(&self, text: &str, style: &S) -> Done<(u32, u32)> {
        on!(self, surface => surface.estimate_text_size(text, style))
    }
}

impl<A: Surface, B: Surface> Surface for Either<A, B> {
    fn hatch(&mut self, hatching: &Hatching) -> Done {
        on!(self, surface => surface.hatch(hatching))
    }

    fn fill_tiles(&mut self, tiles: &Tiles) -> Done {
        on!(self, surface => surface.fill_tiles(tiles))
    }
}
