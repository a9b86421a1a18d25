//! A plotters backend with tools that plotters lacks: ways to measure text, to hatch, and to fill thousands of
//! rectangles.
//!
//! plotters guesses the width of text on SVG, and in a browser puts every label into the page to measure it, where the
//! page's styles change the answer and the layout pays for it. It knows no patterns, either: a hatched area is a hundred
//! lines to it, and to a canvas one fill. And it tells a canvas the colour of every rectangle anew. So whoever opens a
//! backend brings the [`Tools`] for it.

use plotters_backend::{BackendColor, FontFamily, FontStyle, FontTransform, text_anchor};
use plotters_backend::{BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind};

use super::{Hatching, Tiles};

/// What figures need beyond a plotters backend.
pub trait Tools {
    /// What the backend divides font sizes by before it uses them.
    const FONT_SCALE: f64 = 1.0;

    /// Width in pixels of a text in a CSS font, such as `bold 12px serif`, whose size in pixels is `size`.
    fn text_width(&self, text: &str, css_font: &str, size: f64) -> f64;

    /// Draws `hatching` with `backend`: line after line, unless there is a better way.
    ///
    /// # Errors
    /// What the backend reports.
    fn hatch<B: DrawingBackend>(
        &self,
        backend: &mut B,
        hatching: &Hatching,
    ) -> Result<(), DrawingErrorKind<B::ErrorType>> {
        hatching.draw_lines(backend)
    }

    /// Fills `tiles` with `backend`: one after the other, unless there is a better way.
    ///
    /// # Errors
    /// What the backend reports.
    fn fill_tiles<B: DrawingBackend>(
        &self,
        backend: &mut B,
        tiles: &Tiles,
    ) -> Result<(), DrawingErrorKind<B::ErrorType>> {
        tiles.fill_each(backend)
    }
}

/// A backend that figures can be drawn on: one of plotters' that can hatch, and fill many rectangles at once.
pub trait Surface: DrawingBackend {
    /// Draws `hatching`.
    ///
    /// # Errors
    /// What the backend reports.
    fn hatch(&mut self, hatching: &Hatching) -> Result<(), DrawingErrorKind<Self::ErrorType>>;

    /// Fills `tiles`.
    ///
    /// # Errors
    /// What the backend reports.
    fn fill_tiles(&mut self, tiles: &Tiles) -> Result<(), DrawingErrorKind<Self::ErrorType>>;
}

/// Draws on `inner`, with `tools`.
pub struct Equipped<B, T> {
    inner: B,
    tools: T,
}

impl<B: DrawingBackend, T: Tools> Equipped<B, T> {
    /// A backend with the tools for it.
    pub fn new(inner: B, tools: T) -> Self {
        Equipped { inner, tools }
    }
}

impl<B: DrawingBackend, T: Tools> Surface for Equipped<B, T> {
    fn hatch(&mut self, hatching: &Hatching) -> Result<(), DrawingErrorKind<B::ErrorType>> {
        self.tools.hatch(&mut self.inner, hatching)
    }

    fn fill_tiles(&mut self, tiles: &Tiles) -> Result<(), DrawingErrorKind<B::ErrorType>> {
        self.tools.fill_tiles(&mut self.inner, tiles)
    }
}

impl<B: DrawingBackend, T: Tools> DrawingBackend for Equipped<B, T> {
    type ErrorType = B::ErrorType;

    fn get_size(&self) -> (u32, u32) {
        self.inner.get_size()
    }

    fn ensure_prepared(&mut self) -> Result<(), DrawingErrorKind<Self::ErrorType>> {
        self.inner.ensure_prepared()
    }

    fn present(&mut self) -> Result<(), DrawingErrorKind<Self::ErrorType>> {
        self.inner.present()
    }

    fn draw_pixel(&mut self, at: BackendCoord, color: BackendColor) -> Result<(), DrawingErrorKind<Self::ErrorType>> {
        self.inner.draw_pixel(at, color)
    }

    fn draw_line<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
    ) -> Result<(), DrawingErrorKind<Self::ErrorType>> {
        self.inner.draw_line(from, to, style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        upper_left: BackendCoord,
        bottom_right: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Result<(), DrawingErrorKind<Self::ErrorType>> {
        self.inner.draw_rect(upper_left, bottom_right, style, fill)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Result<(), DrawingErrorKind<Self::ErrorType>> {
        self.inner.draw_path(path, style)
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        center: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Result<(), DrawingErrorKind<Self::ErrorType>> {
        self.inner.draw_circle(center, radius, style, fill)
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        corners: I,
        style: &S,
    ) -> Result<(), DrawingErrorKind<Self::ErrorType>> {
        self.inner.fill_polygon(corners, style)
    }

    fn draw_text<S: BackendTextStyle>(
        &mut self,
        text: &str,
        style: &S,
        at: BackendCoord,
    ) -> Result<(), DrawingErrorKind<Self::ErrorType>> {
        self.inner.draw_text(text, &Scaled { style, by: T::FONT_SCALE }, at)
    }

    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        text: &str,
        style: &S,
    ) -> Result<(u32, u32), DrawingErrorKind<Self::ErrorType>> {
        let size = style.size();
        let font = format!("{} {size}px {}", style.style().as_str(), style.family().as_str());
        Ok((self.tools.text_width(text, &font, size).ceil() as u32, size.ceil() as u32))
    }
}

/// A text style in another size.
struct Scaled<'a, S> {
    style: &'a S,
    by: f64,
}

impl<S: BackendTextStyle> BackendTextStyle for Scaled<'_, S> {
    type FontError = S::FontError;

    fn color(&self) -> BackendColor {
        self.style.color()
    }

    fn size(&self) -> f64 {
        self.style.size() * self.by
    }

    fn transform(&self) -> FontTransform {
        self.style.transform()
    }

    fn style(&self) -> FontStyle {
        self.style.style()
    }

    fn anchor(&self) -> text_anchor::Pos {
        self.style.anchor()
    }

    fn family(&self) -> FontFamily<'_> {
        self.style.family()
    }

    fn layout_box(&self, text: &str) -> Result<((i32, i32), (i32, i32)), Self::FontError> {
        self.style.layout_box(text)
    }

    fn draw<E, DrawFunc: FnMut(i32, i32, BackendColor) -> Result<(), E>>(
        &self,
        text: &str,
        pos: BackendCoord,
        draw: DrawFunc,
    ) -> Result<Result<(), E>, Self::FontError> {
        self.style.draw(text, pos, draw)
    }
}
