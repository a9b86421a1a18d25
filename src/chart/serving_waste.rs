//! What the pool of each system is used for on average, beside what was published: Fig. 2 of the vLLM paper (Kwon et al.,
//! SOSP 2023), measured again.

use super::pen::{Align, Font, Pen, Rect, SMALL, STRONG};
use super::scale::pixel;
use super::serving_parts::{Entry, Hue, Key, Part};
use super::{ColorRole, Drawn, Surface};
use crate::format;
use crate::serving::{Preset, Published, Report, Scene, System};

/// Height of the line that says what is compared, and what lies between it and the first name. In CSS pixels.
const NOTE_LINE: f64 = 18.0;
const NOTE_GAP: f64 = 10.0;
/// Of one system, in CSS pixels: the line with its name, each of its two bars, and what lies between them.
const NAME_LINE: f64 = 21.0;
const BAR_HEIGHT: f64 = 17.0;
const BAR_GAP: f64 = 3.0;
/// From the last bar of one system to the name of the next, in CSS pixels.
const SYSTEM_GAP: f64 = 11.0;
/// Narrower figures use shorter words, in CSS pixels.
const WIDE: f64 = 480.0;
/// Room on both sides of a text within a bar, in CSS pixels.
const PADDING: f64 = 4.0;

pub(super) fn draw<DB: Surface>(pen: &Pen<'_, DB>, scene: Scene<'_>) -> Drawn<DB> {
    let key = Key::new(pen, key_entries(), 0);
    key.draw(pen)?;
    let note = Note::new(&scene);
    note.draw(pen, key.bottom(pen) + pen.px(NOTE_LINE / 2.0))?;

    let layout = Layout::new(pen);
    let accounts = System::ALL.map(|system| Account::new(scene, system));
    let comparison = Comparison::new(&scene, &accounts);
    let titles = titles(pen, &layout, &accounts);
    let mut top = key.bottom(pen) + pen.px(NOTE_LINE + NOTE_GAP);
    for (account, title) in accounts.iter().zip(&titles) {
        title.draw(pen, top + pen.px(NAME_LINE / 2.0 - 1.0))?;
        account.draw_bars(pen, &layout, &comparison, top + pen.px(NAME_LINE))?;
        top += pen.px(NAME_LINE + 2.0 * BAR_HEIGHT + BAR_GAP + SYSTEM_GAP);
    }
    Ok(())
}

/// Each part in the hue of every way to allocate that has it.
fn key_entries() -> Vec<Entry> {
    let entry = |part: Part| {
        let paged = part.is_of(System::Paged).then_some((part, Hue::PAGED));
        let texts = part.names().map(str::to_owned).to_vec();
        Entry { samples: [(part, Hue::CONTIGUOUS)].into_iter().chain(paged).collect(), widest: texts.clone(), texts }
    };
    Part::ALL.map(entry).to_vec()
}

/// What was published for this setting; where it is another than any that was published, for that of Fig. 2.
fn published(scene: Scene<'_>, system: System) -> Option<Published> {
    scene.recording.config().experiment().unwrap_or(Preset::VllmPaperShareGpt).published(system)
}

/// What is compared with what.
struct Note {
    /// Longest first.
    texts: Vec<String>,
    role: ColorRole,
}

impl Note {
    fn new(scene: &Scene<'_>) -> Note {
        let config = scene.recording.config();
        let (published, role) = match config.experiment() {
            Some(Preset::VllmPaperShareGpt) => {
                (["published: vLLM paper, Figs. 2 and 13", "published: vLLM paper"], ColorRole::Muted)
            }
            Some(Preset::VllmPaperAlpaca) => {
                (["published: only how many ran (Fig. 13)", "published: only counts"], ColorRole::Muted)
            }
            None => {
                (["published: for ShareGPT, not for the setting here", "published: another setting"], ColorRole::Ink)
            }
        };
        let steps = scene.report().steps;
        let ours = (steps > 0).then(|| format!("here: average of {}", format::counted(steps, "step")));
        let with_ours = ours.iter().flat_map(|ours| published.map(|published| format!("{published}; {ours}")));
        Note { texts: with_ours.chain(published.map(str::to_owned)).collect(), role }
    }

    fn draw<DB: Surface>(&self, pen: &Pen<'_, DB>, y: i32) -> Drawn<DB> {
        let text = pen.first_that_fits(&self.texts, SMALL, pen.size().0).unwrap_or_default();
        pen.text(text, (0, y), Align::Left, SMALL, self.role)
    }
}

/// Where the columns stand.
struct Layout {
    /// What the bars are called, of published and of own measurements.
    rows: [&'static str; 2],
    /// Shares of tokens.
    shares: (i32, i32),
    /// The whole pool.
    bar: (i32, i32),
}

impl Layout {
    fn new<DB: Surface>(pen: &Pen<'_, DB>) -> Layout {
        let (width, _) = pen.size();
        let rows = if width >= pen.px(WIDE) { ["published", "here"] } else { ["paper", "here"] };
        let names = rows.map(|name| pen.text_width(name, SMALL)).into_iter().max().unwrap_or(0);
        let shares_left = names + pen.px(4.0);
        let shares_right = shares_left + pen.text_width("100.0 %", STRONG);
        Layout { rows, shares: (shares_left, shares_right), bar: (shares_right + pen.px(8.0), width) }
    }
}

/// What holds of all systems.
struct Comparison {
    bars: Bars,
    /// What is said while there is nothing to average, longest first.
    not_yet: Vec<String>,
}

#[derive(Clone, Copy)]
enum Bars {
    /// What was published, and below it what is measured here.
    Both,
    /// One as high as both, where no shares were published.
    OnlyOurs,
}

impl Comparison {
    fn new(scene: &Scene<'_>, accounts: &[Account]) -> Comparison {
        let has_shares = |account: &Account| account.published.is_some_and(|published| published.shares.is_some());
        let first = format::count(scene.recording.config().warm_up() + 1);
        Comparison {
            bars: if accounts.iter().any(has_shares) { Bars::Both } else { Bars::OnlyOurs },
            not_yet: [
                format!("averages begin with step {first}, after the warm-up"),
                format!("averages begin with step {first}"),
                format!("from step {first} on"),
                "not yet".to_owned(),
            ]
            .to_vec(),
        }
    }
}

/// One system.
struct Account {
    system: System,
    is_chosen: bool,
    published: Option<Published>,
    /// Once there is anything to average.
    ours: Option<Report>,
}

impl Account {
    fn new(scene: Scene<'_>, system: System) -> Account {
        let report = scene.recording.report(system);
        Account {
            system,
            is_chosen: system == scene.system,
            published: published(scene, system),
            ours: (report.steps > 0).then_some(report),
        }
    }

    fn draw_bars<DB: Surface>(
        &self,
        pen: &Pen<'_, DB>,
        layout: &Layout,
        comparison: &Comparison,
        top: i32,
    ) -> Drawn<DB> {
        let (left, right) = layout.bar;
        let upper = Rect { left, right, top, bottom: top + pen.px(BAR_HEIGHT) };
        let lower_top = upper.bottom + pen.px(BAR_GAP);
        let lower = Rect { top: lower_top, bottom: lower_top + pen.px(BAR_HEIGHT), ..upper };
        let [published_name, own_name] = layout.rows;
        let own_bar = match comparison.bars {
            Bars::Both => {
                let shares = self.published.and_then(|published| published.shares);
                let shares = shares.map(|shares| Part::ALL.map(|part| part.published(&shares)));
                self.draw_row(pen, layout, (published_name, &["not in the paper".to_owned()]), shares, upper)?;
                lower
            }
            Bars::OnlyOurs => Rect { top: upper.top, ..lower },
        };
        let ours = self.ours.map(|report| Part::ALL.map(|part| Some(part.share(&report))));
        self.draw_row(pen, layout, (own_name, &comparison.not_yet), ours, own_bar)
    }

    /// Draws one bar with its name before it; where nothing is known, it says why.
    fn draw_row<DB: Surface>(
        &self,
        pen: &Pen<'_, DB>,
        layout: &Layout,
        (name, otherwise): (&str, &[String]),
        shares: Option<[Option<f64>; 4]>,
        bar: Rect,
    ) -> Drawn<DB> {
        let y = i32::midpoint(bar.top, bar.bottom);
        pen.text(name, (0, y), Align::Left, SMALL, ColorRole::Muted)?;
        let Some(shares) = shares else {
            let text = pen.first_that_fits(otherwise, SMALL, bar.right - bar.left).unwrap_or_default();
            return pen.text(text, (bar.left, y), Align::Left, SMALL, ColorRole::Muted);
        };
        let hue = Hue::of(self.system);
        if let Some(tokens) = shares[0] {
            let (left, right) = layout.shares;
            let texts = percent_texts(tokens);
            let text = pen.first_that_fits(&texts, STRONG, right - left).unwrap_or_default();
            pen.text(text, (right, y), Align::Right, STRONG, hue.text)?;
        }
        draw_bar(pen, bar, shares, hue)
    }
}

/// Draws the parts of a pool from left to right, each as wide as its share. What is not known is left as a dashed outline.
fn draw_bar<DB: Surface>(pen: &Pen<'_, DB>, bar: Rect, shares: [Option<f64>; 4], hue: Hue) -> Drawn<DB> {
    let mut from = 0.0;
    for (part, share) in Part::ALL.into_iter().zip(shares) {
        let Some(share) = share else { return draw_unknown(pen, bar, from) };
        let to = from + share;
        let segment = Rect { left: pixel(from, (bar.left, bar.right)), right: pixel(to, (bar.left, bar.right)), ..bar };
        part.fill(pen, segment, hue)?;
        if segment.left > bar.left && segment.left < segment.right && part != Part::External {
            // A gap, so that neighbours are told apart whatever their colours.
            pen.fill(Rect { right: segment.left + pen.hairline(), ..segment }, ColorRole::Panel)?;
        }
        draw_share(pen, part, share, segment, hue)?;
        from = to;
    }
    Ok(())
}

/// Says how much a part is, where there is room. Of tokens it is said beside the bar.
fn draw_share<DB: Surface>(pen: &Pen<'_, DB>, part: Part, share: f64, segment: Rect, hue: Hue) -> Drawn<DB> {
    let texts = percent_texts(share);
    let room = segment.right - segment.left - pen.px(2.0 * PADDING);
    let (Some(text), true) = (pen.first_that_fits(&texts, SMALL, room), part != Part::Tokens) else { return Ok(()) };
    let at = (i32::midpoint(segment.left, segment.right), i32::midpoint(segment.top, segment.bottom));
    let role = match part {
        Part::Tokens | Part::Reserved => ColorRole::Ink,
        Part::Internal => hue.text,
        Part::External => ColorRole::Muted,
    };
    if part == Part::Internal {
        let half_height = i32::midpoint(segment.top, segment.bottom) - segment.top - pen.px(2.0);
        pen.plate(at, pen.text_width(text, SMALL) / 2 + pen.px(3.0), half_height, hue.tint)?;
    }
    pen.text(text, at, Align::Center, SMALL, role)
}

/// A share as it is said, longest first.
fn percent_texts(share: f64) -> [String; 2] {
    let percent = format::percent(share);
    let number = percent.trim_end_matches(" %").to_owned();
    [percent, number]
}

fn draw_unknown<DB: Surface>(pen: &Pen<'_, DB>, bar: Rect, from: f64) -> Drawn<DB> {
    let (left, right) = (pixel(from, (bar.left, bar.right)), bar.right - 1);
    let (top, bottom) = (bar.top, bar.bottom - 1);
    let outline = [(left, top), (right, top), (right, bottom), (left, bottom)];
    pen.dashed_curve(&outline, ColorRole::Muted)
}

/// The line above the bars of a system.
struct Title {
    name: &'static str,
    name_font: Font,
    /// What the paper calls it, where there is room for that.
    published_name: Option<&'static str>,
    /// Where that stands: below those of other systems.
    published_left: i32,
    running: String,
}

impl Title {
    fn draw<DB: Surface>(&self, pen: &Pen<'_, DB>, y: i32) -> Drawn<DB> {
        pen.text(self.name, (0, y), Align::Left, self.name_font, ColorRole::Ink)?;
        if let Some(name) = self.published_name {
            pen.text(name, (self.published_left, y), Align::Left, SMALL, ColorRole::Muted)?;
        }
        pen.text(&self.running, (pen.size().0, y), Align::Right, SMALL, ColorRole::Muted)
    }

    fn width<DB: Surface>(&self, pen: &Pen<'_, DB>) -> i32 {
        let names = match self.published_name {
            Some(name) => self.published_left + pen.text_width(name, SMALL),
            None => pen.text_width(self.name, self.name_font),
        };
        names + pen.px(12.0) + pen.text_width(&self.running, SMALL)
    }
}

/// The titles of all systems, as long as fits all of them.
fn titles<DB: Surface>(pen: &Pen<'_, DB>, layout: &Layout, accounts: &[Account; 5]) -> Vec<Title> {
    let all = |running: Running, length: usize, with_published: bool| {
        // As if all were chosen, so that nothing moves when another is.
        let names = accounts.iter().map(|account| pen.text_width(account.system.titles()[length], STRONG));
        let published_left = names.max().unwrap_or(0) + pen.px(10.0);
        let title = |account: &Account| Title {
            name: account.system.titles()[length],
            published_left,
            name_font: if account.is_chosen { STRONG } else { SMALL },
            published_name: account.published.filter(|_| with_published).map(|published| published.name),
            running: account.running(running, layout.rows[0]),
        };
        accounts.iter().map(title).collect::<Vec<_>>()
    };
    let fit = |titles: &Vec<Title>| titles.iter().all(|title| title.width(pen) <= pen.size().0);
    let names = [(0, true), (0, false), (1, true), (1, false)];
    let lengths = [Running::Sentence, Running::Pair, Running::Numbers];
    let choices = lengths.into_iter().flat_map(|length| names.map(|(name, published)| (length, name, published)));
    choices
        .map(|(length, name, published)| all(length, name, published))
        .find(fit)
        .unwrap_or_else(|| all(Running::Numbers, 1, false))
}

/// How much is said of the requests that run.
#[derive(Clone, Copy)]
enum Running {
    Sentence,
    Pair,
    Numbers,
}

impl Account {
    /// How many requests run at once, as published and here.
    fn running(&self, length: Running, published_word: &str) -> String {
        let published = self.published.map(|published| format::hundredths(published.running));
        let ours = self.ours.map(|report| format::hundredths(report.running));
        let said = match (length, published, ours) {
            (_, None, None) => return String::new(),
            (Running::Sentence, Some(published), Some(ours)) => format!("{published} {published_word}, {ours} here"),
            (Running::Sentence, Some(published), None) => format!("{published} {published_word}"),
            (Running::Sentence, None, Some(ours)) => format!("{ours} here"),
            (_, Some(published), Some(ours)) => format!("{published} / {ours}"),
            (_, Some(published), None) => published,
            (_, None, Some(ours)) => format!("– / {ours}"),
        };
        match length {
            Running::Numbers => said,
            Running::Sentence | Running::Pair => format!("running {said}"),
        }
    }
}
