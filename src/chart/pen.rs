//! The strokes that figures are made of, in CSS pixels on an area of device pixels.
//!
//! Lines are filled rectangles with whole-pixel edges, so that they are crisp at every device pixel ratio.

use plotters::coord::Shift;
use plotters::element::{PathElement, Rectangle, Text};
use plotters::prelude::{Color, DrawingArea, FontDesc, FontFamily, FontStyle, TextStyle};
use plotters::style::RGBColor;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::{ColorRole, Drawn, Hatching, Look, Surface};

/// Draws on one area in one look.
pub(super) struct Pen<'a, DB: Surface> {
    area: &'a DrawingArea<DB, Shift>,
    look: Look<'a>,
}

/// A rectangle in device pixels; `right` and `bottom` lie just outside.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rect {
    pub left: i32,
    pub top: i32,
    pub right: i32,
    pub bottom: i32,
}

/// Size in CSS pixels and weight of a text.
#[derive(Clone, Copy)]
pub(super) struct Font {
    size: f64,
    style: FontStyle,
}

/// Axis labels.
pub(super) const SMALL: Font = Font { size: 12.5, style: FontStyle::Normal };
/// Direct labels of what is shown.
pub(super) const STRONG: Font = Font { size: 12.5, style: FontStyle::Bold };
/// The number a figure is about.
pub(super) const BIG: Font = Font { size: 21.0, style: FontStyle::Bold };

/// Where a text stands relative to the point it is drawn at. Vertically it is centred on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Align {
    /// It begins there.
    Left,
    /// It is centred there.
    Center,
    /// It ends there.
    Right,
}

impl<'a, DB: Surface> Pen<'a, DB> {
    pub fn new(area: &'a DrawingArea<DB, Shift>, look: Look<'a>) -> Self {
        Pen { area, look }
    }

    /// Width and height of the area, in device pixels.
    pub fn size(&self) -> (i32, i32) {
        let (width, height) = self.area.dim_in_pixel();
        (width as i32, height as i32)
    }

    /// So many CSS pixels in device pixels.
    pub fn px(&self, css: f64) -> i32 {
        (css * self.look.scale).round() as i32
    }

    /// Thickness of the thinnest line: a CSS pixel, but at least a device pixel.
    pub fn hairline(&self) -> i32 {
        self.px(1.0).max(1)
    }

    pub fn color(&self, role: ColorRole) -> RGBColor {
        self.look.theme.color(role)
    }

    pub fn fill(&self, rect: Rect, role: ColorRole) -> Drawn<DB> {
        let corners = [(rect.left, rect.top), (rect.right, rect.bottom)];
        self.area.draw(&Rectangle::new(corners, self.color(role).filled()))
    }

    /// A horizontal line whose upper edge is at `y`.
    pub fn horizontal(&self, left: i32, right: i32, y: i32, role: ColorRole) -> Drawn<DB> {
        self.fill(Rect { left, right, top: y, bottom: y + self.hairline() }, role)
    }

    /// A vertical line around `x`, one and a half CSS pixels thick.
    pub fn vertical(&self, x: i32, top: i32, bottom: i32, role: ColorRole) -> Drawn<DB> {
        let left = x - self.px(1.5) / 2;
        self.fill(Rect { left, right: left + self.px(1.5).max(1), top, bottom }, role)
    }

    /// Like [`Pen::vertical`], dashed.
    pub fn dashed_vertical(&self, x: i32, top: i32, bottom: i32, role: ColorRole) -> Drawn<DB> {
        let (dash, gap) = (self.px(5.0).max(1), self.px(4.0).max(1));
        let mut y = top;
        while y < bottom {
            self.vertical(x, y, (y + dash).min(bottom), role)?;
            y += dash + gap;
        }
        Ok(())
    }

    /// Fills `rect` with a tint and thin diagonal lines, so that waste is told from use without its colour.
    pub fn hatch(&self, rect: Rect, tint: ColorRole, lines: ColorRole) -> Drawn<DB> {
        self.fill(rect, tint)?;
        self.area.draw(&Hatching {
            corners: [(rect.left, rect.top), (rect.right, rect.bottom)],
            spacing: self.px(9.0).max(2),
            style: self.color(lines).mix(0.3).stroke_width(self.hairline() as u32),
        })
    }

    /// A straight line of hairline thickness from one point to another.
    pub fn stroke(&self, from: (i32, i32), to: (i32, i32), role: ColorRole) -> Drawn<DB> {
        let style = self.color(role).stroke_width(self.hairline() as u32);
        self.area.draw(&PathElement::new([from, to], style))
    }

    pub fn text(&self, text: &str, at: (i32, i32), align: Align, font: Font, role: ColorRole) -> Drawn<DB> {
        let h_pos = match align {
            Align::Left => HPos::Left,
            Align::Center => HPos::Center,
            Align::Right => HPos::Right,
        };
        let color = self.color(role);
        let style = self.style(font).color(&color).pos(Pos::new(h_pos, VPos::Center));
        self.area.draw(&Text::new(text, at, style))
    }

    /// Like [`Pen::text`], centred, but moved as far as it must to lie within the area.
    pub fn centered_text_within(&self, text: &str, at: (i32, i32), font: Font, role: ColorRole) -> Drawn<DB> {
        let half = self.text_width(text, font) / 2 + 1;
        let x = at.0.min(self.size().0 - half).max(half);
        self.text(text, (x, at.1), Align::Center, font, role)
    }

    /// Width of a text in device pixels.
    pub fn text_width(&self, text: &str, font: Font) -> i32 {
        // A backend that cannot measure fails when it draws; the width of nothing is no reason to stop before.
        self.area.estimate_text_size(text, &self.style(font)).map_or(0, |(width, _)| width as i32)
    }

    /// The first of `texts` that is no wider than `width` device pixels.
    pub fn first_that_fits<'t>(&self, texts: &'t [String], font: Font, width: i32) -> Option<&'t str> {
        texts.iter().map(String::as_str).find(|text| self.text_width(text, font) <= width)
    }

    fn style(&self, font: Font) -> TextStyle<'a> {
        // Named outright: from a plain string plotters would look for generic families, by way of Unicode's case tables.
        FontDesc::new(FontFamily::Name(self.look.theme.font()), font.size * self.look.scale, font.style).into()
    }
}
