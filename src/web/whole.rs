//! What an explainer can do in the whole module, and not in the one that a page loads first.

use wasm_bindgen::prelude::*;

use super::{Explainer, canvas, figure, subject};
use crate::chart;

/// The block size that stands `x` CSS pixels from the left in a `block-size-sweep` of that width.
#[wasm_bindgen(js_name = blockSizeAt)]
pub fn block_size_at(x: f64, width: f64) -> u32 {
    chart::block_size_at(x, width)
}

#[wasm_bindgen]
impl Explainer {
    /// Does a small part of what no number waits for. Returns whether there was anything left to do; when
    /// there is nothing any more, and was, the figures are to be drawn again.
    pub fn advance(&mut self) -> bool {
        self.pipeline.advance()
    }

    /// A figure as an SVG document, so many CSS pixels wide and high without the margin around it.
    ///
    /// # Errors
    /// Where there is no such figure, no theme was set, or plotters refuses to draw.
    pub fn svg(&mut self, name: &str, width: u32, height: u32) -> Result<String, JsError> {
        let figure = figure(name)?;
        let theme = self.theme.as_ref().ok_or_else(|| JsError::new("no theme was set"))?;
        let subject = subject(&mut self.pipeline, &self.pins, &self.replay);
        canvas::render_svg(figure, (width, height), subject, theme).map_err(|error| JsError::new(&error))
    }

    /// The number of the request at a point of `memory-map`, counted from one, in a canvas of that width and height; all
    /// in device pixels, of which `scale` make a CSS pixel. Nothing where no request has the memory.
    #[wasm_bindgen(js_name = requestAt)]
    pub fn request_at(&mut self, x: f64, y: f64, width: i32, height: i32, scale: f64) -> Option<u32> {
        chart::request_at((x, y), (width, height), scale, self.pipeline.report()).map(|request| request + 1)
    }
}
