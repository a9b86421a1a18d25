//! What JavaScript sees: thin, no arithmetic. The only Rust that knows a browser.

mod canvas;
#[cfg(feature = "whole")]
mod own_lengths;
#[cfg(feature = "whole")]
mod serving;
#[cfg(feature = "whole")]
mod whole;

use std::panic;

use wasm_bindgen::prelude::*;
use web_sys::HtmlCanvasElement;

use crate::chart::{ColorRole, Look, Theme};
use crate::comparison::{Metric, Report};
use crate::figure::{Figure, Subject};
use crate::params::{Kind, Parameter, Params, Range, Slider, Spec};
use crate::pins::{LETTERS, Pins};
use crate::pipeline::Pipeline;
use crate::prose::{self, Passage};
#[cfg(feature = "whole")]
use crate::serving::Replay;
use crate::workload::{Own, from_compact};
use canvas::Cache;

/// Runs once, when the module is instantiated.
#[wasm_bindgen(start)]
fn start() {
    panic::set_hook(Box::new(|panic| web_sys::console::error_1(&panic.to_string().into())));
}

#[wasm_bindgen]
extern "C" {
    /// JavaScript's number of a text, NaN where it is none.
    #[wasm_bindgen(js_name = Number)]
    fn number_of(text: &str) -> f64;
}

/// A parameter: its names, limits, default, and slider or choices.
#[wasm_bindgen(getter_with_clone)]
pub struct ParameterSpec {
    /// Name as an attribute and in the address bar.
    #[wasm_bindgen(readonly)]
    pub name: String,
    /// Name that a reader sees.
    #[wasm_bindgen(readonly)]
    pub label: String,
    /// Unit, or nothing.
    #[wasm_bindgen(readonly)]
    pub unit: String,
    /// Names of the choices; none where it is a number.
    #[wasm_bindgen(readonly)]
    pub choices: Vec<String>,
    /// What a reader sees of each.
    #[wasm_bindgen(readonly, js_name = choiceLabels)]
    pub choice_labels: Vec<String>,
    /// Smallest allowed number.
    #[wasm_bindgen(readonly)]
    pub minimum: f64,
    /// Largest allowed number.
    #[wasm_bindgen(readonly)]
    pub maximum: f64,
    /// Value where nothing else is said, as `Explainer.get` has it.
    #[wasm_bindgen(readonly, js_name = defaultValue)]
    pub default: JsValue,
    /// Whether only whole numbers are allowed.
    #[wasm_bindgen(readonly)]
    pub whole: bool,
    /// First and last position of the slider, if there is one.
    #[wasm_bindgen(readonly)]
    pub slider: Option<Vec<u32>>,
    /// Whether it is about serving over time alone.
    #[wasm_bindgen(readonly, js_name = ofServing)]
    pub of_serving: bool,
    /// Whether a position of the slider is the exponent of a power of two.
    #[wasm_bindgen(readonly, js_name = powersOfTwo)]
    pub powers_of_two: bool,
}

/// All parameters, in the order in which a reader meets them.
#[wasm_bindgen]
pub fn parameters() -> Vec<ParameterSpec> {
    let defaults = Params::default();
    let spec_of = |parameter: Parameter| {
        let Spec { name, label, unit, kind } = parameter.spec();
        let spec = ParameterSpec {
            name: name.to_owned(),
            label: label.to_owned(),
            unit: unit.to_owned(),
            choices: Vec::new(),
            choice_labels: Vec::new(),
            minimum: 0.0,
            maximum: 0.0,
            default: value(&defaults, parameter),
            whole: false,
            slider: None,
            of_serving: parameter.is_of_serving(),
            powers_of_two: false,
        };
        match kind {
            Kind::Number(Range { minimum, maximum, whole, slider, .. }) => {
                let (slider, powers_of_two) = match slider {
                    None => (None, false),
                    Some(Slider::Linear(first, last)) => (Some(vec![first, last]), false),
                    Some(Slider::PowersOfTwo(first, last)) => (Some(vec![first, last]), true),
                };
                ParameterSpec { minimum, maximum, whole, slider, powers_of_two, ..spec }
            }
            Kind::Choice(choices) => ParameterSpec {
                choices: choices.iter().map(|choice| choice.name.to_owned()).collect(),
                choice_labels: choices.iter().map(|choice| choice.label.to_owned()).collect(),
                ..spec
            },
        }
    };
    Parameter::ALL.into_iter().map(spec_of).collect()
}

/// A parameter as JavaScript has it: a number, or the name of what was chosen.
fn value(params: &Params, parameter: Parameter) -> JsValue {
    match params.chosen(parameter) {
        Some(name) => name.into(),
        None => params.get(parameter).into(),
    }
}

/// Names of all figures, in the order of the story.
#[wasm_bindgen(js_name = figureNames)]
pub fn figure_names() -> Vec<String> {
    Figure::ALL.iter().map(|figure| figure.name().to_owned()).collect()
}

/// Whether only the whole module has a figure.
///
/// # Errors
/// Where there is no such figure.
#[wasm_bindgen(js_name = comesLater)]
pub fn comes_later(name: &str) -> Result<bool, JsError> {
    Ok(figure(name)?.comes_later())
}

/// What a figure is called.
///
/// # Errors
/// Where there is no such figure.
#[wasm_bindgen(js_name = figureHeading)]
pub fn figure_heading(name: &str) -> Result<String, JsError> {
    Ok(prose::heading(figure(name)?).to_owned())
}

/// All that a passage may say, with `{metric}` where a number belongs.
///
/// # Errors
/// Where there is no such passage.
#[wasm_bindgen(js_name = passageVariants)]
pub fn passage_variants(name: &str) -> Result<Vec<String>, JsError> {
    Ok(passage(name)?.variants().into_iter().map(|template| template.as_str().to_owned()).collect())
}

/// The rows of the table of all numbers: a name, a number and its origin each, with `{metric}` where a number belongs.
/// A row whose number is empty names the group that follows; its origin is `model` where that takes one.
#[wasm_bindgen(js_name = numberRows)]
pub fn number_rows() -> Vec<String> {
    let rows = prose::NUMBERS.iter().flat_map(|group| {
        let numbers = group.numbers.iter().map(|row| [row.name, row.number.as_str(), row.origin.as_str()]);
        std::iter::once([group.name, "", if group.of_model { "model" } else { "" }]).chain(numbers)
    });
    rows.flatten().map(str::to_owned).collect()
}

/// Names of the settings that are kept, by their place: as many as can be.
#[wasm_bindgen(js_name = pinLetters)]
pub fn pin_letters() -> Vec<String> {
    LETTERS.map(str::to_owned).to_vec()
}

/// Names of all metrics. `Explainer.values` and `Explainer.texts` follow this order.
#[wasm_bindgen(js_name = metricNames)]
pub fn metric_names() -> Vec<String> {
    Metric::ALL.iter().map(|metric| metric.name().to_owned()).collect()
}

/// Names of the custom properties whose colours `Explainer.setTheme` takes, in its order.
#[wasm_bindgen(js_name = themeProperties)]
pub fn theme_properties() -> Vec<String> {
    ColorRole::ALL.iter().map(|token| token.property().to_owned()).collect()
}

/// A seed that nobody has seen before.
///
/// # Errors
/// Where the browser gives no random numbers.
#[wasm_bindgen(js_name = freshSeed)]
pub fn fresh_seed() -> Result<u32, JsError> {
    Ok(getrandom::u32()?)
}

/// Serving over time is not in the module that a page loads first: nothing to be seen.
#[cfg(not(feature = "whole"))]
#[derive(Default)]
struct Replay {}

#[cfg(not(feature = "whole"))]
impl Replay {
    fn scene(&self, _: crate::serving::System) -> Option<crate::serving::Scene<'_>> {
        None
    }
}

/// One explainer: parameters, what follows from them, and how it looks.
#[wasm_bindgen]
pub struct Explainer {
    pipeline: Pipeline,
    pins: Pins,
    replay: Replay,
    theme: Option<Theme>,
    cache: Cache,
}

#[wasm_bindgen]
impl Explainer {
    /// An explainer with every parameter at its default.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Explainer {
        Explainer {
            pipeline: Pipeline::new(Params::default()),
            pins: Pins::default(),
            replay: Replay::default(),
            theme: None,
            cache: Cache::default(),
        }
    }

    /// Sets a parameter from text. Returns a sentence where another value had to be taken.
    ///
    /// # Errors
    /// Where there is no such parameter.
    pub fn set(&mut self, name: &str, text: &str) -> Result<Option<String>, JsError> {
        let parameter = parameter(name)?;
        let mut params = *self.pipeline.params();
        let correction = params.take(parameter, text, number_of);
        self.pipeline.set_params(params);
        Ok(correction.map(|correction| correction.to_string()))
    }

    /// Sets a parameter to its default.
    ///
    /// # Errors
    /// Where there is no such parameter.
    pub fn reset(&mut self, name: &str) -> Result<(), JsError> {
        let mut params = *self.pipeline.params();
        params.reset(parameter(name)?);
        self.pipeline.set_params(params);
        Ok(())
    }

    /// The value of a parameter: a number, or the name of what was chosen.
    ///
    /// # Errors
    /// Where there is no such parameter.
    pub fn get(&self, name: &str) -> Result<JsValue, JsError> {
        Ok(value(self.pipeline.params(), parameter(name)?))
    }

    /// Takes the reader's own lengths, in tokens, for the workload `custom`.
    #[wasm_bindgen(js_name = setOwnLengths)]
    pub fn set_own_lengths(&mut self, lengths: &[u32]) {
        self.pipeline.set_own_lengths(Own::new(lengths.iter().copied()));
    }

    /// Takes the reader's own lengths as they stand in a link or an attribute, such as `275_369_50*3`. Returns a sentence
    /// where that could not be read; the lengths are then those that were there before.
    #[wasm_bindgen(js_name = readOwnLengths)]
    pub fn read_own_lengths(&mut self, text: &str) -> Option<String> {
        match from_compact(text) {
            Ok(lengths) => self.pipeline.set_own_lengths(Own::new(lengths)),
            Err(part) => return Some(prose::no_length(part)),
        }
        None
    }

    /// The reader's own lengths, in tokens.
    #[wasm_bindgen(js_name = ownLengths)]
    pub fn own_lengths(&self) -> Vec<u32> {
        self.pipeline.own_lengths().lengths().to_vec()
    }

    /// The reader's own lengths as they stand in a link, if they are few enough.
    #[wasm_bindgen(js_name = ownLengthsInLink)]
    pub fn own_lengths_in_link(&self) -> Option<String> {
        self.pipeline.own_lengths().in_link().map(str::to_owned)
    }

    /// Whether a parameter is what it is where nothing is said.
    ///
    /// # Errors
    /// Where there is no such parameter.
    #[wasm_bindgen(js_name = isDefault)]
    pub fn is_default(&self, name: &str) -> Result<bool, JsError> {
        Ok(self.pipeline.params().is_default(parameter(name)?))
    }

    /// Names of the parameters that make a difference and are not at their defaults.
    pub fn changed(&self) -> Vec<String> {
        self.pipeline.params().changed().map(|parameter| parameter.spec().name.to_owned()).collect()
    }

    /// Whether a parameter makes a difference, others being what they are.
    ///
    /// # Errors
    /// Where there is no such parameter.
    pub fn applies(&self, name: &str) -> Result<bool, JsError> {
        Ok(self.pipeline.params().applies(parameter(name)?))
    }

    /// All metrics in full precision; NaN where one takes a model, and none was chosen.
    pub fn values(&mut self) -> Vec<f64> {
        values(self.pipeline.report())
    }

    /// All metrics as a reader sees them.
    pub fn texts(&mut self) -> Vec<String> {
        let report = self.pipeline.report();
        Metric::ALL.iter().map(|metric| report.text(*metric)).collect()
    }

    /// Which of `passageVariants` a passage says now.
    ///
    /// # Errors
    /// Where there is no such passage.
    pub fn passage(&mut self, name: &str) -> Result<usize, JsError> {
        let passage = passage(name)?;
        let said = passage.of(self.pipeline.report());
        passage
            .variants()
            .iter()
            .position(|variant| *variant == said)
            .ok_or_else(|| JsError::new(&format!("{name} says something new")))
    }

    /// What a figure shows, in words, for those who do not see it.
    ///
    /// # Errors
    /// Where there is no such figure.
    #[wasm_bindgen(js_name = figureLabel)]
    pub fn figure_label(&mut self, name: &str) -> Result<String, JsError> {
        Ok(prose::label(figure(name)?, subject(&mut self.pipeline, &self.pins, &self.replay)))
    }

    /// The data of a figure: a heading for each column, then the cells row by row.
    ///
    /// # Errors
    /// Where there is no such figure.
    #[wasm_bindgen(js_name = figureTable)]
    pub fn figure_table(&mut self, name: &str) -> Result<TableData, JsError> {
        let table = prose::table(figure(name)?, subject(&mut self.pipeline, &self.pins, &self.replay));
        Ok(TableData { headings: table.headings, cells: table.rows.concat() })
    }

    /// The beginning of the block table of the request that is looked at, an entry each: logical block → physical block,
    /// filled / size. Always as many; those that there are no blocks for are empty.
    #[wasm_bindgen(js_name = blockTable)]
    pub fn block_table(&mut self) -> Vec<String> {
        prose::block_table(self.pipeline.report()).to_vec()
    }

    /// Keeps the present setting to compare others with, unless four are kept already.
    pub fn pin(&mut self) {
        self.pins.add(self.pipeline.report());
    }

    /// Lets go of a setting, by its place among those that are kept.
    pub fn unpin(&mut self, place: usize) {
        self.pins.remove(place);
    }

    /// The settings that are kept, as they stand in a link or an attribute, such as `block-size:256,seed:7;defaults`.
    pub fn pins(&self) -> String {
        self.pins.text()
    }

    /// Keeps the settings that such a text says, and no others. Returns a sentence where it could not be read; those that
    /// were kept before then stay.
    #[wasm_bindgen(js_name = readPins)]
    pub fn read_pins(&mut self, text: &str) -> Option<String> {
        match Pins::read(text, self.pipeline.own_lengths(), number_of) {
            Ok(pins) => {
                self.pins = pins;
                None
            }
            Err(error) => Some(prose::no_pins(&error)),
        }
    }

    /// Keeps one more setting, with the present lengths of the reader's own: one of `pins`, as text.
    #[wasm_bindgen(js_name = addPin)]
    pub fn add_pin(&mut self, text: &str) {
        if let Ok(pins) = Pins::read(text, self.pipeline.own_lengths(), number_of) {
            pins.reports().iter().for_each(|report| self.pins.add(report));
        }
    }

    /// What was chosen in each setting that is kept.
    #[wasm_bindgen(js_name = pinNames)]
    pub fn pin_names(&self) -> Vec<String> {
        self.pins.reports().iter().map(|report| prose::pin_name(report.params())).collect()
    }

    /// The numbers of `numberRows` of a setting that is kept, with their units; nothing where there is none.
    #[wasm_bindgen(js_name = pinNumbers)]
    pub fn pin_numbers(&self, place: usize) -> Vec<String> {
        let numbers = |report: &Report| {
            let of = |group: &prose::Group, row: &prose::Number| {
                let says = !group.of_model || report.memory().is_some();
                if says { row.number.plain(report) } else { "–".to_owned() }
            };
            prose::NUMBERS.iter().flat_map(|group| group.numbers.iter().map(|row| of(group, row))).collect()
        };
        self.pins.reports().get(place).map_or_else(Vec::new, numbers)
    }

    /// The value of a parameter in a setting that is kept, as `get` has it; nothing where there is none.
    ///
    /// # Errors
    /// Where there is no such parameter.
    #[wasm_bindgen(js_name = pinGet)]
    pub fn pin_get(&self, place: usize, name: &str) -> Result<JsValue, JsError> {
        let parameter = parameter(name)?;
        let report = self.pins.reports().get(place);
        Ok(report.map_or(JsValue::UNDEFINED, |report| value(report.params(), parameter)))
    }

    /// All metrics of a setting that is kept, in full precision; nothing where there is none.
    #[wasm_bindgen(js_name = pinValues)]
    pub fn pin_values(&self, place: usize) -> Vec<f64> {
        self.pins.reports().get(place).map_or_else(Vec::new, values)
    }

    /// All numbers as text to copy.
    pub fn summary(&mut self) -> String {
        prose::summary(self.pipeline.report())
    }

    /// All numbers as Markdown, with an address that leads to them.
    pub fn markdown(&mut self, address: &str) -> String {
        prose::markdown(self.pipeline.report(), address)
    }

    /// Lines of Python that draw the same workload with NumPy.
    #[wasm_bindgen(js_name = numpyLines)]
    pub fn numpy_lines(&self) -> String {
        prose::numpy_lines(self.pipeline.params(), self.pipeline.own_lengths().lengths())
    }

    /// Takes red, green and blue from 0 to 255 for each of `themeProperties`, and a CSS font family.
    ///
    /// # Errors
    /// Where there are too few or too many colours.
    #[wasm_bindgen(js_name = setTheme)]
    pub fn set_theme(&mut self, colors: &[u8], font: &str) -> Result<(), JsError> {
        let (triples, rest) = colors.as_chunks::<3>();
        let triples: Vec<(u8, u8, u8)> = triples.iter().map(|&[r, g, b]| (r, g, b)).collect();
        let all = triples.try_into().ok().filter(|_| rest.is_empty());
        let all = all.ok_or_else(|| JsError::new("a theme needs one colour for each property"))?;
        self.theme = Some(Theme::new(all, font));
        self.cache = Cache::default();
        Ok(())
    }

    /// Draws a figure on `canvas`, whose width and height are set in device pixels already. `scale` is device pixels
    /// to a CSS pixel.
    ///
    /// # Errors
    /// Where there is no such figure, no theme was set, or the browser refuses to draw.
    pub fn draw(&mut self, name: &str, canvas: HtmlCanvasElement, scale: f64) -> Result<(), JsError> {
        let figure = figure(name)?;
        let theme = self.theme.as_ref().ok_or_else(|| JsError::new("no theme was set"))?;
        let look = Look { theme, scale };
        let subject = subject(&mut self.pipeline, &self.pins, &self.replay);
        canvas::draw(canvas, figure, subject, look, &self.cache).map_err(|error| JsError::new(&error))
    }
}

fn subject<'a>(pipeline: &'a mut Pipeline, pins: &'a Pins, replay: &'a Replay) -> Subject<'a> {
    let report = pipeline.report();
    Subject { report, pins: pins.reports(), scene: replay.scene(report.params().system()) }
}

fn values(report: &Report) -> Vec<f64> {
    Metric::ALL.iter().map(|metric| report.value(*metric)).collect()
}

/// A table: `cells` holds as many a row as there are `headings`.
#[wasm_bindgen(getter_with_clone)]
pub struct TableData {
    /// What each column is.
    #[wasm_bindgen(readonly)]
    pub headings: Vec<String>,
    /// All cells, row by row.
    #[wasm_bindgen(readonly)]
    pub cells: Vec<String>,
}

fn parameter(name: &str) -> Result<Parameter, JsError> {
    known(Parameter::named(name), "parameter", name)
}

fn figure(name: &str) -> Result<Figure, JsError> {
    known(Figure::named(name), "figure", name)
}

fn passage(name: &str) -> Result<Passage, JsError> {
    known(Passage::named(name), "passage", name)
}

fn known<T>(found: Option<T>, kind: &str, name: &str) -> Result<T, JsError> {
    found.ok_or_else(|| JsError::new(&format!("there is no {kind} called {name}")))
}
