//! A plotters backend with its own idea of how wide text is.
//!
//! plotters guesses it on SVG, and in a browser puts every label into the page to measure it, where the page's styles
//! change the answer and the layout pays for it. Here whoever opens a backend says how to measure.

use plotters_backend::{BackendColor, FontFamily, FontStyle, FontTransform, text_anchor};
use plotters_backend::{BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind};

/// Draws on `inner`; measures text with `measure`.
pub struct MeasuredText<B, M> {
    inner: B,
    measure: M,
    font_scale: f64,
}

impl<B, M: Fn(&str, &str) -> f64> MeasuredText<B, M> {
    /// `measure` takes a text and a CSS font (`bold 12px serif`) and returns the width in pixels. `font_scale` is what
    /// `inner` divides font sizes by before it uses them: 1 for one that does not.
    pub fn new(inner: B, font_scale: f64, measure: M) -> Self {
        MeasuredText { inner, measure, font_scale }
    }
}

impl<B: DrawingBackend, M: Fn(&str, &str) -> f64> DrawingBackend for MeasuredText<B, M> {
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
        self.inner.draw_text(text, &Scaled { style, by: self.font_scale }, at)
    }

    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        text: &str,
        style: &S,
    ) -> Result<(u32, u32), DrawingErrorKind<Self::ErrorType>> {
        let size = style.size();
        let font = format!("{} {size}px {}", style.style().as_str(), style.family().as_str());
        Ok(((self.measure)(text, &font).ceil() as u32, size.ceil() as u32))
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
