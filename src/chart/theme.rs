//! The colours and the typeface of the figures. Their values live in the stylesheet, `www/tokens.css`: the page reads
//! them with the browser's help, and a native build reads the same file.

use std::fmt;

use plotters::style::RGBColor;

/// A colour by its purpose: the custom property `--pae-…` of the stylesheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColorRole {
    /// Behind a figure.
    Panel,
    /// Text that matters, and the line at the mean.
    Ink,
    /// Axis labels and other text of second rank.
    Muted,
    /// Grid lines.
    Hair,
    /// The axis itself.
    HairStrong,
    /// Bars that belong to neither allocator.
    Data,
    /// What contiguous allocation uses.
    Contiguous,
    /// Text about contiguous allocation.
    ContiguousText,
    /// What contiguous allocation wastes.
    ContiguousTint,
    /// What paging uses.
    Paged,
    /// Text about paging.
    PagedText,
    /// What paging wastes.
    PagedTint,
    /// Tokens of the first request, and of every sixth after it.
    Request1,
    /// Tokens of the second request, and so on.
    Request2,
    /// Of the third.
    Request3,
    /// Of the fourth.
    Request4,
    /// Of the fifth.
    Request5,
    /// Of the sixth.
    Request6,
}

impl ColorRole {
    /// Every role, in the order in which [`Theme::new`] takes their colours.
    pub const ALL: [ColorRole; 18] = [
        ColorRole::Panel,
        ColorRole::Ink,
        ColorRole::Muted,
        ColorRole::Hair,
        ColorRole::HairStrong,
        ColorRole::Data,
        ColorRole::Contiguous,
        ColorRole::ContiguousText,
        ColorRole::ContiguousTint,
        ColorRole::Paged,
        ColorRole::PagedText,
        ColorRole::PagedTint,
        ColorRole::Request1,
        ColorRole::Request2,
        ColorRole::Request3,
        ColorRole::Request4,
        ColorRole::Request5,
        ColorRole::Request6,
    ];

    /// What tells requests apart, in turn. Light and dark alternate, so that one is told from the next without its hue.
    pub const REQUESTS: [ColorRole; 6] = [
        ColorRole::Request1,
        ColorRole::Request2,
        ColorRole::Request3,
        ColorRole::Request4,
        ColorRole::Request5,
        ColorRole::Request6,
    ];

    /// Name of the custom property.
    pub const fn property(self) -> &'static str {
        match self {
            ColorRole::Panel => "--pae-panel",
            ColorRole::Ink => "--pae-ink",
            ColorRole::Muted => "--pae-muted",
            ColorRole::Hair => "--pae-hair",
            ColorRole::HairStrong => "--pae-hair-strong",
            ColorRole::Data => "--pae-data",
            ColorRole::Contiguous => "--pae-contiguous",
            ColorRole::ContiguousText => "--pae-contiguous-text",
            ColorRole::ContiguousTint => "--pae-contiguous-tint",
            ColorRole::Paged => "--pae-paged",
            ColorRole::PagedText => "--pae-paged-text",
            ColorRole::PagedTint => "--pae-paged-tint",
            ColorRole::Request1 => "--pae-request-1",
            ColorRole::Request2 => "--pae-request-2",
            ColorRole::Request3 => "--pae-request-3",
            ColorRole::Request4 => "--pae-request-4",
            ColorRole::Request5 => "--pae-request-5",
            ColorRole::Request6 => "--pae-request-6",
        }
    }
}

/// A colour for every [`ColorRole`], and a typeface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theme {
    colors: [RGBColor; ColorRole::ALL.len()],
    font: String,
}

impl Theme {
    /// A theme of red, green and blue from 0 to 255 for each of [`ColorRole::ALL`], and a CSS font family.
    pub fn new(colors: [(u8, u8, u8); ColorRole::ALL.len()], font: &str) -> Theme {
        Theme { colors: colors.map(|(r, g, b)| RGBColor(r, g, b)), font: font.to_owned() }
    }

    /// The colour of `role`.
    pub fn color(&self, role: ColorRole) -> RGBColor {
        self.colors[role as usize]
    }

    /// CSS font family of all text.
    pub fn font(&self) -> &str {
        &self.font
    }

    /// Reads the colours from a stylesheet that declares each as `light-dark(#rrggbb, #rrggbb)`.
    ///
    /// # Errors
    /// The first colour that it does not declare so.
    pub fn from_stylesheet(css: &str, scheme: Scheme, font: &str) -> Result<Theme, MissingColor> {
        let mut colors = [(0, 0, 0); ColorRole::ALL.len()];
        for (color, role) in colors.iter_mut().zip(ColorRole::ALL) {
            *color = declared(css, role.property(), scheme).ok_or(MissingColor(role))?;
        }
        Ok(Theme::new(colors, font))
    }
}

/// Which of the two colours of a role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

/// A colour that a stylesheet does not declare as `light-dark(#rrggbb, #rrggbb)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MissingColor(pub ColorRole);

impl fmt::Display for MissingColor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the stylesheet does not declare {} as light-dark(#rrggbb, #rrggbb)", self.0.property())
    }
}

impl std::error::Error for MissingColor {}

fn declared(css: &str, property: &str, scheme: Scheme) -> Option<(u8, u8, u8)> {
    let (_, value) = css.split_once(&format!("{property}: light-dark("))?;
    let (light, dark) = value.split_once(')')?.0.split_once(',')?;
    let hex = match scheme {
        Scheme::Light => light,
        Scheme::Dark => dark,
    };
    let digits = hex.trim().strip_prefix('#').filter(|digits| digits.len() == 6)?;
    let rgb = u32::from_str_radix(digits, 16).ok()?;
    let [_, r, g, b] = rgb.to_be_bytes();
    Some((r, g, b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_index_their_own_colour() {
        for (i, role) in ColorRole::ALL.into_iter().enumerate() {
            assert_eq!(role as usize, i);
        }
    }

    #[test]
    fn a_declaration_is_read_for_either_scheme() {
        let css = "--pae-ink: light-dark(#1d2126, #e9e7e2); --pae-odd: light-dark(red, #fff);";
        assert_eq!(declared(css, "--pae-ink", Scheme::Light), Some((0x1d, 0x21, 0x26)));
        assert_eq!(declared(css, "--pae-ink", Scheme::Dark), Some((0xe9, 0xe7, 0xe2)));
        assert_eq!(declared(css, "--pae-odd", Scheme::Light), None);
        assert_eq!(declared(css, "--pae-none", Scheme::Light), None);
    }
}
