//! The strokes that figures are made of, in CSS pixels on an area of device pixels.
//!
//! Level and upright lines are filled rectangles with whole-pixel edges, so that they are crisp at every device pixel
//! ratio.

use plotters::coord::Shift;
use plotters::element::{Circle, PathElement, Polygon, Rectangle, Text};
use plotters::prelude::{Color, DrawingArea, FontDesc, FontFamily, FontStyle, TextStyle};
use plotters::style::RGBColor;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::{ColorRole, Drawn, Hatching, Look, Surface, Tiles};

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

    /// Device pixels to a CSS pixel.
    pub fn scale(&self) -> f64 {
        self.look.scale
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

    /// Fills many rectangles of one colour: faster than one by one. Those without an extent are left out.
    pub fn fill_all(&self, rects: impl IntoIterator<Item = Rect>, color: RGBColor) -> Drawn<DB> {
        let mut corners = Vec::new();
        for rect in rects {
            if rect.left < rect.right && rect.top < rect.bottom {
                corners.extend([(rect.left, rect.top), (rect.right, rect.bottom)]);
            }
        }
        if corners.is_empty() { Ok(()) } else { self.area.draw(&Tiles { corners, color }) }
    }

    /// The colour at `share` of the way from one to another.
    pub fn between(&self, from: ColorRole, to: ColorRole, share: f64) -> RGBColor {
        let (from, to) = (self.color(from), self.color(to));
        let channel = |from: u8, to: u8| (f64::from(from) + share * (f64::from(to) - f64::from(from))).round() as u8;
        RGBColor(channel(from.0, to.0), channel(from.1, to.1), channel(from.2, to.2))
    }

    /// A horizontal line whose upper edge is at `y`.
    pub fn horizontal(&self, left: i32, right: i32, y: i32, role: ColorRole) -> Drawn<DB> {
        self.fill(Rect { left, right, top: y, bottom: y + self.hairline() }, role)
    }

    /// A horizontal line through `plot` at `y`, with its label to the left.
    pub fn grid_line(&self, plot: Rect, y: i32, label: &str, role: ColorRole) -> Drawn<DB> {
        self.horizontal(plot.left, plot.right, y, role)?;
        self.text(label, (plot.left - self.px(8.0), y), Align::Right, SMALL, ColorRole::Muted)
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

    /// A line through points, so many CSS pixels thick.
    pub fn curve(&self, points: &[(i32, i32)], thickness: f64, role: ColorRole) -> Drawn<DB> {
        let style = self.color(role).stroke_width(self.px(thickness).max(1) as u32);
        self.area.draw(&PathElement::new(points.to_vec(), style))
    }

    /// A dashed line of hairline thickness through points.
    pub fn dashed_curve(&self, points: &[(i32, i32)], role: ColorRole) -> Drawn<DB> {
        for dash in dashes(points, self.px(5.0).max(1).into(), self.px(4.0).max(1).into()) {
            let style = self.color(role).stroke_width(self.hairline() as u32);
            self.area.draw(&PathElement::new(dash, style))?;
        }
        Ok(())
    }

    /// Fills what lies between points.
    pub fn fill_polygon(&self, points: Vec<(i32, i32)>, role: ColorRole) -> Drawn<DB> {
        self.area.draw(&Polygon::new(points, self.color(role).filled()))
    }

    /// Like [`Pen::fill_polygon`], in a colour that is between those of the theme.
    pub fn fill_shape(&self, points: Vec<(i32, i32)>, color: RGBColor) -> Drawn<DB> {
        self.area.draw(&Polygon::new(points, color.filled()))
    }

    /// A hairline around `rect`, within it.
    pub fn outline(&self, rect: Rect, role: ColorRole) -> Drawn<DB> {
        let Rect { left, top, right, bottom } = rect;
        let line = self.hairline().min(right - left).min(bottom - top);
        let sides = [
            Rect { bottom: top + line, ..rect },
            Rect { top: bottom - line, ..rect },
            Rect { right: left + line, ..rect },
            Rect { left: right - line, ..rect },
        ];
        self.fill_all(sides, self.color(role))
    }

    /// A point worth looking at.
    pub fn dot(&self, at: (i32, i32), role: ColorRole) -> Drawn<DB> {
        self.area.draw(&Circle::new(at, self.px(4.5), self.color(ColorRole::Panel).filled()))?;
        self.area.draw(&Circle::new(at, self.px(3.5), self.color(role).filled()))
    }

    /// Clears what is behind a text, so far to both sides of a point.
    pub fn plate(&self, (x, y): (i32, i32), half_width: i32, half_height: i32, role: ColorRole) -> Drawn<DB> {
        let plate = Rect { left: x - half_width, right: x + half_width, top: y - half_height, bottom: y + half_height };
        self.fill(plate, role)
    }

    /// A point that something else would be at.
    pub fn ring(&self, at: (i32, i32), role: ColorRole) -> Drawn<DB> {
        self.area.draw(&Circle::new(at, self.px(4.5), self.color(role).filled()))?;
        self.area.draw(&Circle::new(at, self.px(3.0), self.color(ColorRole::Panel).filled()))
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

    /// A name, and beside it what there is to say of it, longest first, as far as it fits: in a line whose middle is at
    /// `y`.
    pub fn heading(&self, name: &str, details: &[String], y: i32) -> Drawn<DB> {
        self.text(name, (0, y), Align::Left, STRONG, ColorRole::Ink)?;
        let left = self.text_width(name, STRONG) + self.px(10.0);
        match self.first_that_fits(details, SMALL, self.size().0 - left) {
            Some(detail) => self.text(detail, (left, y), Align::Left, SMALL, ColorRole::Muted),
            None => Ok(()),
        }
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

/// The dashes of a line through `points`, so many pixels long and apart, measured along the line.
fn dashes(points: &[(i32, i32)], dash: f64, gap: f64) -> Vec<Vec<(i32, i32)>> {
    let mut dashes = Vec::new();
    let mut current = points.first().map(|&first| vec![first]);
    let mut left = dash;
    for pair in points.windows(2) {
        let [from, to] = [pair[0], pair[1]].map(|(x, y)| (f64::from(x), f64::from(y)));
        let length = (to.0 - from.0).hypot(to.1 - from.1);
        let mut gone = 0.0;
        while gone + left <= length {
            gone += left;
            let share = gone / length;
            let at = |from: f64, to: f64| (from + share * (to - from)).round() as i32;
            let here = (at(from.0, to.0), at(from.1, to.1));
            match current.take() {
                Some(mut drawn) => {
                    drawn.push(here);
                    dashes.push(drawn);
                    left = gap;
                }
                None => {
                    current = Some(vec![here]);
                    left = dash;
                }
            }
        }
        left -= length - gone;
        if let Some(drawn) = &mut current {
            drawn.push(pair[1]);
        }
    }
    dashes.extend(current.filter(|drawn| drawn.len() > 1));
    dashes
}

#[cfg(test)]
mod tests {
    use super::dashes;

    #[test]
    fn dashes_are_measured_along_the_line() {
        assert_eq!(dashes(&[(0, 0), (20, 0)], 5.0, 4.0), [[(0, 0), (5, 0)], [(9, 0), (14, 0)], [(18, 0), (20, 0)]]);
        // Around a corner, and through points nearer to each other than a dash is long.
        assert_eq!(dashes(&[(0, 0), (3, 0), (3, 20)], 5.0, 40.0), [[(0, 0), (3, 0), (3, 2)]]);
        assert_eq!(
            dashes(&[(0, 0), (2, 0), (4, 0), (9, 0)], 5.0, 2.0),
            [vec![(0, 0), (2, 0), (4, 0), (5, 0)], vec![(7, 0), (9, 0)]]
        );
    }

    #[test]
    fn points_without_a_length_have_no_dashes() {
        assert!(dashes(&[], 5.0, 4.0).is_empty());
        assert!(dashes(&[(3, 3)], 5.0, 4.0).is_empty());
        assert_eq!(dashes(&[(3, 3), (3, 3)], 5.0, 4.0), [[(3, 3), (3, 3)]]);
    }
}
