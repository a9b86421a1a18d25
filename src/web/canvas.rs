//! The plotters backend over a canvas: device pixels, and text measured by the canvas itself.

use std::cell::RefCell;
use std::collections::BTreeMap;

use plotters::drawing::IntoDrawingArea;
use plotters_canvas::CanvasBackend;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

use crate::chart::{Figure, Look, MeasuredText};
use crate::comparison::Report;

/// Widths of texts already measured, kept from frame to frame: most labels do not change.
#[derive(Default)]
pub struct TextWidths(RefCell<BTreeMap<(String, String), f64>>);

/// Numbers that pass by would otherwise pile up for as long as a slider moves.
const MOST_WIDTHS: usize = 1_000;

impl TextWidths {
    fn get(&self, context: &CanvasRenderingContext2d, text: &str, css_font: &str) -> f64 {
        let mut widths = self.0.borrow_mut();
        if widths.len() >= MOST_WIDTHS {
            widths.clear();
        }
        *widths.entry((css_font.to_owned(), text.to_owned())).or_insert_with(|| {
            context.set_font(css_font);
            context.measure_text(text).map_or(0.0, |metrics| metrics.width())
        })
    }

    /// Forgets all widths: the fonts may have changed.
    pub fn clear(&self) {
        self.0.borrow_mut().clear();
    }
}

/// Clears `canvas`, whose size in device pixels is set already, and draws `figure` on it.
///
/// # Errors
/// A message where the browser gives no 2D context, or refuses to draw.
pub fn draw(
    canvas: HtmlCanvasElement,
    figure: Figure,
    report: &Report,
    look: Look<'_>,
    widths: &TextWidths,
) -> Result<(), String> {
    let context = context(&canvas).ok_or("the browser gives no 2D drawing context")?;
    context.clear_rect(0.0, 0.0, canvas.width().into(), canvas.height().into());
    let backend = CanvasBackend::with_canvas_object(canvas).ok_or("the browser gives no 2D drawing context")?;
    let measure = |text: &str, css_font: &str| widths.get(&context, text, css_font);
    let area = MeasuredText::new(backend, 1.0, measure).into_drawing_area();
    figure.draw(&area, report, look).map_err(|error| error.to_string())
}

fn context(canvas: &HtmlCanvasElement) -> Option<CanvasRenderingContext2d> {
    let context: JsValue = canvas.get_context("2d").ok()??.into();
    context.dyn_into().ok()
}
