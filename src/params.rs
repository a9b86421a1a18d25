//! The inputs: one table of names, limits and defaults, and a [`Params`] that only ever holds allowed values.
//!
//! What comes from outside (an address bar, an attribute, a field) is read here and nowhere else.

use std::fmt;

use crate::format;
use crate::model::{self, Model};
use crate::serving::{Preset, System};
use crate::workload::Trace;

/// One input of the explainer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// Number of requests that are in memory at once.
    Sequences,
    /// Longest request that the server allows, in tokens: what contiguous allocation reserves for each.
    MaxLength,
    /// Token slots in one block of paged memory.
    BlockSize,
    /// Where the lengths of the requests come from: a [`Workload`].
    Workload,
    /// Mean length before clipping, in tokens, of the workloads that have one.
    Mean,
    /// Mean of the logarithms of lognormal lengths, before clipping.
    Mu,
    /// Standard deviation of the logarithms of lognormal lengths, before clipping.
    Sigma,
    /// Seed of the workload's random numbers.
    Seed,
    /// The model whose keys and values are kept: none, one of [`model::MODELS`], or one of the reader's own.
    Model,
    /// Layers of the reader's own model.
    Layers,
    /// Heads with keys and values of their own, in a layer of the reader's own model.
    KvHeads,
    /// Numbers in the key of one head of the reader's own model, and as many in the value.
    HeadDim,
    /// Bits in one number of a key or a value.
    KvDtype,
    /// Memory for keys and values, in GiB.
    Memory,
    /// Which request of the memory map is looked at, counted from one; the last where there are not so many.
    Request,
    /// How far the requests of the memory map have grown, in percent of the way from their prompts to their ends.
    Grow,
    /// Which requests are served over time: a [`Served`].
    Preset,
    /// Whether there is always another request to be served, or some come at random.
    Arrivals,
    /// Requests that come in a step on average, where they come at random.
    Rate,
    /// Token slots that are served from, where no model says how many its memory has.
    Slots,
    /// Share of the blocks that paging keeps free when it admits a request.
    Watermark,
    /// Steps that are served for.
    Steps,
    /// Which way to manage the memory is looked at: a [`System`].
    System,
    /// The step that is looked at; the last where there are not so many.
    Step,
}

/// Name, limits and default of a [`Parameter`].
#[derive(Clone, Copy, Debug)]
pub struct Spec {
    /// Name in the address bar and as an attribute.
    pub name: &'static str,
    /// Name that a reader sees, and assistive technology speaks.
    pub label: &'static str,
    /// Unit of the value; empty for a plain count.
    pub unit: &'static str,
    /// What is allowed.
    pub kind: Kind,
}

/// What a parameter may be.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A number.
    Number(Range),
    /// One of a few words.
    Choice(&'static [Choice]),
}

/// The numbers that a parameter may be.
#[derive(Clone, Copy, Debug)]
pub struct Range {
    /// Smallest allowed value.
    pub minimum: f64,
    /// Largest allowed value.
    pub maximum: f64,
    /// Value where nothing else is said.
    pub default: f64,
    /// Whether only whole numbers are allowed.
    pub whole: bool,
    /// The slider that moves it, if it has one.
    pub slider: Option<Slider>,
}

/// A word that a parameter may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Name in the address bar and in an attribute.
    pub name: &'static str,
    /// What a reader sees.
    pub label: &'static str,
}

/// The positions of a slider. The number field beside it reaches further.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slider {
    /// The position is the value, from the first to the second.
    Linear(u32, u32),
    /// The position is the exponent of a power of two, from the first to the second.
    PowersOfTwo(u32, u32),
}

/// Where the lengths of the requests come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Workload {
    /// An exponential distribution, as in the article.
    Exponential,
    /// A lognormal distribution.
    Lognormal,
    /// A uniform distribution from one token on.
    Uniform,
    /// One length for all.
    Constant,
    /// What somebody measured and published.
    Trace(Trace),
    /// The reader's own lengths.
    Custom,
}

impl Workload {
    /// In the order of [`WORKLOADS`].
    const ALL: [Workload; 8] = [
        Workload::Exponential,
        Workload::Lognormal,
        Workload::Uniform,
        Workload::Constant,
        Workload::Trace(Trace::AzureConversation),
        Workload::Trace(Trace::AzureCode),
        Workload::Trace(Trace::MooncakeConversation),
        Workload::Custom,
    ];
}

/// Which requests are served over time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Served {
    /// Those of an experiment that somebody published.
    Published(Preset),
    /// Those that the comparison is about, one after the other, and again from the first.
    Workload,
}

impl Served {
    /// In the order of [`SERVED`].
    const ALL: [Served; 3] =
        [Served::Published(Preset::VllmPaperShareGpt), Served::Published(Preset::VllmPaperAlpaca), Served::Workload];
}

const SERVED: [Choice; 3] = [
    Choice { name: Preset::VllmPaperShareGpt.name(), label: "ShareGPT (vLLM paper)" },
    Choice { name: Preset::VllmPaperAlpaca.name(), label: "Alpaca (vLLM paper)" },
    Choice { name: "workload", label: "those above, repeated" },
];

const ARRIVALS: [Choice; 2] = [
    Choice { name: "always-full", label: "always one more" },
    Choice { name: "poisson", label: "at random, at a rate" },
];
const POISSON: u32 = 1;

/// In the order of [`System::ALL`].
const SYSTEMS: [Choice; 5] = {
    const fn of(system: System) -> Choice {
        Choice { name: system.name(), label: system.titles()[0] }
    }
    let [max, pow2, oracle, first_fit, paged] = System::ALL;
    [of(max), of(pow2), of(oracle), of(first_fit), of(paged)]
};

const WORKLOADS: [Choice; 8] = [
    Choice { name: "exponential", label: "exponential" },
    Choice { name: "lognormal", label: "lognormal" },
    Choice { name: "uniform", label: "uniform" },
    Choice { name: "constant", label: "all of one length" },
    Choice { name: "azure-2023-conversation", label: "Azure 2023, conversation" },
    Choice { name: "azure-2023-code", label: "Azure 2023, code" },
    Choice { name: "mooncake-conversation", label: "Mooncake, conversation" },
    Choice { name: "custom", label: "your own lengths" },
];

/// The most requests allowed.
pub const MOST_SEQUENCES: u32 = 1_000_000;
/// The greatest maximum length allowed, in tokens.
pub const GREATEST_MAX_LENGTH: u32 = 1_048_576;
/// Token slots in the largest block allowed.
pub const LARGEST_BLOCK_SIZE: u32 = 4_096;
/// The most token slots that are served from: those of 256 GiB for Llama 3 8B, for instance.
pub const LARGEST_POOL: u32 = 1 << 21;
/// The most steps that are served for: of each, the moments of all systems are kept.
pub const MOST_STEPS: u32 = 50_000;

/// Before the models, none; after them, the reader's own.
const MODELS: [Choice; model::MODELS.len() + 2] = {
    let mut choices = [Choice { name: "none", label: "none: count slots" }; model::MODELS.len() + 2];
    let mut i = 0;
    while i < model::MODELS.len() {
        choices[i + 1] = Choice { name: model::MODELS[i].name, label: model::MODELS[i].label };
        i += 1;
    }
    choices[i + 1] = Choice { name: "custom", label: "a model of your own" };
    choices
};
const NO_MODEL: usize = 0;
const CUSTOM_MODEL: usize = MODELS.len() - 1;

const KV_DTYPES: [Choice; 2] = [Choice { name: "16", label: "16 bits" }, Choice { name: "8", label: "8 bits" }];

const fn number(name: &'static str, label: &'static str, unit: &'static str, range: Range) -> Spec {
    Spec { name, label, unit, kind: Kind::Number(range) }
}

/// Whole numbers without a slider.
const fn whole(minimum: f64, maximum: f64, default: f64) -> Range {
    Range { minimum, maximum, default, whole: true, slider: None }
}

const fn choice(name: &'static str, label: &'static str, choices: &'static [Choice]) -> Spec {
    Spec { name, label, unit: "", kind: Kind::Choice(choices) }
}

impl Parameter {
    /// Every parameter, in the order in which a reader meets them.
    pub const ALL: [Parameter; 24] = [
        Parameter::Sequences,
        Parameter::MaxLength,
        Parameter::BlockSize,
        Parameter::Workload,
        Parameter::Mean,
        Parameter::Mu,
        Parameter::Sigma,
        Parameter::Seed,
        Parameter::Model,
        Parameter::Layers,
        Parameter::KvHeads,
        Parameter::HeadDim,
        Parameter::KvDtype,
        Parameter::Memory,
        Parameter::Request,
        Parameter::Grow,
        Parameter::Preset,
        Parameter::Arrivals,
        Parameter::Rate,
        Parameter::Slots,
        Parameter::Watermark,
        Parameter::Steps,
        Parameter::System,
        Parameter::Step,
    ];

    /// The parameter of that name (`max-length`), if there is one.
    pub fn named(name: &str) -> Option<Parameter> {
        Parameter::ALL.into_iter().find(|p| p.spec().name == name)
    }

    /// Name, limits and default.
    pub const fn spec(self) -> Spec {
        match self {
            Parameter::Sequences => {
                let slider = Some(Slider::Linear(1, 1_000));
                number("sequences", "Sequences", "", Range { slider, ..whole(1.0, MOST_SEQUENCES as f64, 50.0) })
            }
            Parameter::MaxLength => {
                let slider = Some(Slider::PowersOfTwo(6, 17));
                number(
                    "max-length",
                    "Maximum length",
                    "tokens",
                    Range { slider, ..whole(1.0, GREATEST_MAX_LENGTH as f64, 2_048.0) },
                )
            }
            Parameter::BlockSize => {
                let slider = Some(Slider::PowersOfTwo(0, 8));
                number(
                    "block-size",
                    "Block size",
                    "tokens",
                    Range { slider, ..whole(1.0, LARGEST_BLOCK_SIZE as f64, 16.0) },
                )
            }
            Parameter::Workload => choice("workload", "Workload", &WORKLOADS),
            Parameter::Mean => {
                let range = Range { whole: false, ..whole(1.0, 100_000.0, 300.0) };
                number("mean", "Mean before clipping", "tokens", range)
            }
            // A mean of about 350 tokens, near that of the outputs of ShareGPT, 338 (Kwon et al., SOSP 2023, Fig. 11).
            Parameter::Mu => number("mu", "Mean of the logarithm", "", Range { whole: false, ..whole(0.0, 14.0, 5.5) }),
            Parameter::Sigma => {
                number("sigma", "Deviation of the logarithm", "", Range { whole: false, ..whole(0.0, 4.0, 0.85) })
            }
            Parameter::Seed => number("seed", "Seed", "", whole(0.0, 4_294_967_295.0, 42.0)),
            Parameter::Model => choice("model", "Model", &MODELS),
            Parameter::Layers => number("layers", "Layers", "", whole(1.0, 1_000.0, 32.0)),
            Parameter::KvHeads => number("kv-heads", "KV heads", "", whole(1.0, 1_024.0, 8.0)),
            Parameter::HeadDim => number("head-dim", "Head dimension", "", whole(1.0, 8_192.0, 128.0)),
            Parameter::KvDtype => choice("kv-dtype", "KV data type", &KV_DTYPES),
            // What OPT-13B leaves of an A100 with 40 GB (Kwon et al., SOSP 2023, Table 1).
            Parameter::Memory => {
                let range = Range { whole: false, ..whole(0.01, 65_536.0, 12.0) };
                number("memory", "Memory for the cache", "GiB", range)
            }
            Parameter::Request => number("request", "Request", "", whole(1.0, MOST_SEQUENCES as f64, 1.0)),
            Parameter::Grow => {
                let range = Range { whole: false, slider: Some(Slider::Linear(0, 100)), ..whole(0.0, 100.0, 100.0) };
                number("grow", "Grow", "%", range)
            }
            Parameter::Preset => choice("preset", "Requests", &SERVED),
            Parameter::Arrivals => choice("arrivals", "Arrivals", &ARRIVALS),
            Parameter::Rate => {
                let range = Range { whole: false, ..whole(0.0001, 100.0, 0.05) };
                number("rate", "Rate", "requests a step", range)
            }
            // 12 GiB of keys and values, 800 KiB a token (Kwon et al., SOSP 2023, Table 1, and §3).
            Parameter::Slots => number("slots", "Pool", "slots", whole(1.0, LARGEST_POOL as f64, 15_728.0)),
            // What vLLM kept free at first.
            Parameter::Watermark => {
                let range = Range { whole: false, ..whole(0.0, 0.5, 0.01) };
                number("watermark", "Watermark", "of all blocks", range)
            }
            Parameter::Steps => number("steps", "Steps", "", whole(10.0, MOST_STEPS as f64, 20_000.0)),
            Parameter::System => choice("system", "System", &SYSTEMS),
            Parameter::Step => {
                let slider = Some(Slider::Linear(0, MOST_STEPS));
                let last = MOST_STEPS as f64;
                number("step", "Step", "", Range { slider, ..whole(0.0, last, last) })
            }
        }
    }

    /// Whether any number of the comparison follows from it: not so, where it only says what is looked at, or is about
    /// serving over time.
    pub fn is_compared(self) -> bool {
        !matches!(self, Parameter::Request | Parameter::Grow) && !self.is_of_serving()
    }

    /// Whether it is about serving over time alone.
    pub fn is_of_serving(self) -> bool {
        use Parameter::*;
        matches!(self, Preset | Arrivals | Rate | Slots | Watermark | Steps | System | Step)
    }

    /// Value where nothing else is said; of a choice, its place.
    const fn default(self) -> f64 {
        match self.spec().kind {
            Kind::Number(range) => range.default,
            // The first that has all four kinds of slots.
            Kind::Choice(_) if matches!(self, Parameter::System) => 1.0,
            Kind::Choice(_) => 0.0,
        }
    }
}

/// What the reader chose. Every value is one that its [`Spec`] allows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Params {
    /// In the order of [`Parameter::ALL`]; of a choice, its place among the choices.
    values: [f64; Parameter::ALL.len()],
}

impl Default for Params {
    fn default() -> Self {
        Params { values: Parameter::ALL.map(Parameter::default) }
    }
}

impl Params {
    /// Number of requests.
    pub fn sequences(&self) -> u32 {
        self.whole(Parameter::Sequences)
    }

    /// Longest request allowed, in tokens.
    pub fn max_length(&self) -> u32 {
        self.whole(Parameter::MaxLength)
    }

    /// Token slots in a block.
    pub fn block_size(&self) -> u32 {
        self.whole(Parameter::BlockSize)
    }

    /// Where the lengths of the requests come from.
    pub fn workload(&self) -> Workload {
        Workload::ALL[self.whole(Parameter::Workload) as usize]
    }

    /// Mean length before clipping, in tokens; the default of workloads that have none of their own.
    pub fn mean(&self) -> f64 {
        self.in_force(Parameter::Mean)
    }

    /// Mean of the logarithms of lognormal lengths, before clipping.
    pub fn mu(&self) -> f64 {
        self.get(Parameter::Mu)
    }

    /// Standard deviation of the logarithms of lognormal lengths, before clipping.
    pub fn sigma(&self) -> f64 {
        self.get(Parameter::Sigma)
    }

    /// Seed of the workload; the default where nobody can choose one.
    pub fn seed(&self) -> u32 {
        self.in_force(Parameter::Seed) as u32
    }

    /// The model whose keys and values are kept, if one was chosen.
    pub fn model(&self) -> Option<Model> {
        match self.whole(Parameter::Model) as usize {
            NO_MODEL => None,
            CUSTOM_MODEL => Some(Model::Heads {
                layers: self.whole(Parameter::Layers),
                kv_heads: self.whole(Parameter::KvHeads),
                head_dim: self.whole(Parameter::HeadDim),
            }),
            place => Some(model::MODELS[place - 1].model),
        }
    }

    /// Bits in one number of a key or a value.
    pub fn kv_bits(&self) -> u32 {
        [16, 8][self.whole(Parameter::KvDtype) as usize]
    }

    /// Memory for keys and values, in GiB.
    pub fn memory(&self) -> f64 {
        self.get(Parameter::Memory)
    }

    /// Which request of the memory map is looked at, counted from zero.
    pub fn request(&self) -> u32 {
        self.whole(Parameter::Request) - 1
    }

    /// How far the requests of the memory map have grown: 0 where they have their prompts alone, 1 at their ends.
    pub fn growth(&self) -> f64 {
        self.get(Parameter::Grow) / 100.0
    }

    /// Which requests are served over time.
    pub fn served(&self) -> Served {
        Served::ALL[self.whole(Parameter::Preset) as usize]
    }

    /// Requests that come in a step on average; nothing where the queue is always full.
    pub fn rate(&self) -> Option<f64> {
        (self.whole(Parameter::Arrivals) == POISSON).then(|| self.get(Parameter::Rate))
    }

    /// Token slots that are served from, where no model says how many its memory has.
    pub fn slots(&self) -> u32 {
        self.whole(Parameter::Slots)
    }

    /// Share of the blocks that paging keeps free when it admits a request.
    pub fn watermark(&self) -> f64 {
        self.get(Parameter::Watermark)
    }

    /// Steps that are served for.
    pub fn steps(&self) -> u32 {
        self.whole(Parameter::Steps)
    }

    /// Which way to manage the memory is looked at.
    pub fn system(&self) -> System {
        System::ALL[self.whole(Parameter::System) as usize]
    }

    /// The step that is looked at.
    pub fn step(&self) -> u32 {
        self.whole(Parameter::Step)
    }

    /// The value of `parameter`; of a choice, its place.
    pub fn get(&self, parameter: Parameter) -> f64 {
        let value = self.values[parameter as usize];
        match parameter {
            // There is none after the last.
            Parameter::Request => value.min(self.sequences().into()),
            Parameter::Step => value.min(self.steps().into()),
            _ => value,
        }
    }

    /// Whether `parameter` is what it is where nothing is said.
    pub fn is_default(&self, parameter: Parameter) -> bool {
        match parameter {
            Parameter::Step => self.step() == self.steps(),
            _ => self.get(parameter) == parameter.default(),
        }
    }

    /// The value of `parameter` where it makes a difference, and its default where it makes none: what nobody sees has no
    /// effect.
    fn in_force(&self, parameter: Parameter) -> f64 {
        if self.applies(parameter) { self.get(parameter) } else { parameter.default() }
    }

    /// The name of what was chosen; nothing where `parameter` is a number.
    pub fn chosen(&self, parameter: Parameter) -> Option<&'static str> {
        match parameter.spec().kind {
            Kind::Number(_) => None,
            Kind::Choice(choices) => Some(choices[self.whole(parameter) as usize].name),
        }
    }

    /// What a reader sees of what was chosen; nothing where `parameter` is a number.
    pub fn chosen_label(&self, parameter: Parameter) -> Option<&'static str> {
        match parameter.spec().kind {
            Kind::Number(_) => None,
            Kind::Choice(choices) => Some(choices[self.whole(parameter) as usize].label),
        }
    }

    /// Whether `parameter` makes a difference, others being what they are.
    pub fn applies(&self, parameter: Parameter) -> bool {
        let workload = self.workload();
        match parameter {
            Parameter::Mean => matches!(workload, Workload::Exponential | Workload::Uniform | Workload::Constant),
            Parameter::Mu | Parameter::Sigma => workload == Workload::Lognormal,
            Parameter::Seed => !matches!(workload, Workload::Constant | Workload::Custom),
            Parameter::Rate => self.rate().is_some(),
            Parameter::Slots => self.model().is_none(),
            Parameter::KvDtype | Parameter::Memory => self.model().is_some(),
            Parameter::Layers | Parameter::KvHeads | Parameter::HeadDim => {
                self.whole(Parameter::Model) as usize == CUSTOM_MODEL
            }
            _ => true,
        }
    }

    /// Sets `parameter` to what `text` says, or to the nearest allowed value, or, where `text` says nothing of use, to
    /// the default. Says so if the value is not the one asked for.
    pub fn read(&mut self, parameter: Parameter, text: &str) -> Option<Correction> {
        self.take(parameter, text, |text| text.parse().unwrap_or(f64::NAN))
    }

    /// Like [`Params::read`], with somebody else's way from digits to the nearest number, NaN where there is none: in a
    /// browser that of JavaScript, which is there already.
    pub fn take(&mut self, parameter: Parameter, text: &str, parse: impl Fn(&str) -> f64) -> Option<Correction> {
        let (value, why) = match parameter.spec().kind {
            Kind::Number(range) => match number_of(text, parse) {
                None => (range.default, Some(Why::Unreadable)),
                Some(value) => nearest(value, &range),
            },
            Kind::Choice(choices) => {
                let is_named = |choice: &Choice| choice.name.eq_ignore_ascii_case(text.trim());
                choices
                    .iter()
                    .position(is_named)
                    .map_or((parameter.default(), Some(Why::Unknown)), |place| (place as f64, None))
            }
        };
        self.values[parameter as usize] = value;
        // What is kept may come to more than there is: of steps, for instance, there may be more another time.
        let used = if parameter == Parameter::Step { self.get(parameter) } else { value };
        let why = why.or((used < value && value < parameter.default()).then_some(Why::TooLarge));
        let describes_model = matches!(parameter, Parameter::Layers | Parameter::KvHeads | Parameter::HeadDim);
        // Who describes a model means it.
        if describes_model && self.model().is_none() {
            self.values[Parameter::Model as usize] = CUSTOM_MODEL as f64;
        }
        why.map(|why| Correction { parameter, given: text.trim().to_owned(), used, why })
    }

    /// Sets `parameter` to its default.
    pub fn reset(&mut self, parameter: Parameter) {
        self.values[parameter as usize] = parameter.default();
    }

    /// The parameters that make a difference and are not at their defaults.
    pub fn changed(&self) -> impl Iterator<Item = Parameter> {
        Parameter::ALL.into_iter().filter(|&each| !self.is_default(each) && self.applies(each))
    }

    /// What [`Params::read`] takes for the present value of `parameter`.
    pub fn said(&self, parameter: Parameter) -> String {
        self.chosen(parameter).map_or_else(|| self.get(parameter).to_string(), str::to_owned)
    }

    /// All that was changed and changes numbers, in one text: `block-size:256,seed:7`.
    pub fn text(&self) -> String {
        let said = self
            .changed()
            .filter(|each| each.is_compared())
            .map(|each| format!("{}:{}", each.spec().name, self.said(each)));
        said.collect::<Vec<_>>().join(",")
    }

    /// What such a text says, with `parse` as in [`Params::take`]; nothing where it is none, or asks for what is not
    /// allowed.
    pub fn from_text(text: &str, parse: impl Fn(&str) -> f64) -> Option<Params> {
        let mut params = Params::default();
        for part in text.split(',').filter(|part| !part.is_empty()) {
            let (name, value) = part.split_once(':')?;
            if params.take(Parameter::named(name.trim())?, value, &parse).is_some() {
                return None;
            }
        }
        Some(params)
    }

    fn whole(&self, parameter: Parameter) -> u32 {
        self.get(parameter) as u32
    }
}

/// A decimal number such as `50`, ` 3.5` or `1e3`; not the words `inf` and `NaN`, nor what languages make of `0x10` or
/// of nothing.
fn number_of(text: &str, parse: impl Fn(&str) -> f64) -> Option<f64> {
    let text = text.trim();
    let is_word = text.bytes().any(|byte| byte.is_ascii_alphabetic() && !byte.eq_ignore_ascii_case(&b'e'));
    let number = if is_word || text.is_empty() { f64::NAN } else { parse(text) };
    (!number.is_nan()).then_some(number)
}

/// The allowed value nearest to `value`, and what was wrong with it.
fn nearest(value: f64, range: &Range) -> (f64, Option<Why>) {
    if value < range.minimum {
        (range.minimum, Some(Why::TooSmall))
    } else if value > range.maximum {
        (range.maximum, Some(Why::TooLarge))
    } else if range.whole && value.fract() != 0.0 {
        (value.round(), Some(Why::NotWhole))
    } else {
        // Adding zero turns -0 into 0, which reads better in an address.
        (value + 0.0, None)
    }
}

/// A value that could not be used as given, and the one that is used in its place. Displays as a sentence.
#[derive(Clone, Debug, PartialEq)]
pub struct Correction {
    /// What was set.
    pub parameter: Parameter,
    /// The text as given.
    pub given: String,
    /// The value that is used; of a choice, its place.
    pub used: f64,
    /// What was wrong with the text.
    pub why: Why,
}

/// What was wrong with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// It is not a number.
    Unreadable,
    /// It is none of the choices.
    Unknown,
    /// It has a fractional part where only whole numbers are allowed.
    NotWhole,
    /// It lies below the smallest allowed value.
    TooSmall,
    /// It lies above the largest allowed value.
    TooLarge,
}

/// A wrong value is quoted up to here: enough to recognize it by, short enough for a sentence.
const QUOTED_CHARACTERS: usize = 24;

/// What somebody gave, in quotation marks, and short enough for a sentence.
pub fn quoted(given: &str) -> String {
    format!("“{}”", shortened(given))
}

fn shortened(given: &str) -> String {
    let mut short: String = given.chars().take(QUOTED_CHARACTERS).collect();
    if short.len() < given.len() {
        short.push('…');
    }
    short
}

impl fmt::Display for Correction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let spec = self.parameter.spec();
        let given = shortened(&self.given);
        let used = match spec.kind {
            Kind::Number(_) => format::exact(self.used),
            Kind::Choice(choices) => choices[self.used as usize].name.to_owned(),
        };
        let label = spec.label;
        match self.why {
            Why::Unreadable | Why::Unknown if given.is_empty() => {
                write!(f, "{label}: no value was given; {used} is used.")
            }
            Why::Unreadable => write!(f, "{label}: “{given}” is not a number; {used} is used."),
            Why::Unknown => write!(f, "{label}: there is no “{given}”; {used} is used."),
            Why::NotWhole => write!(f, "{label}: {given} is not a whole number; {used} is used."),
            Why::TooSmall => write!(f, "{label}: {given} is too small; {used}, the smallest possible, is used."),
            Why::TooLarge => write!(f, "{label}: {given} is too large; {used}, the largest possible, is used."),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(parameter: Parameter, text: &str) -> (f64, Option<Why>) {
        let mut params = Params::default();
        let why = params.read(parameter, text).map(|correction| correction.why);
        (params.get(parameter), why)
    }

    #[test]
    fn defaults_are_the_articles() {
        let params = Params::default();
        assert_eq!((params.sequences(), params.max_length(), params.block_size()), (50, 2048, 16));
        assert_eq!((params.seed(), params.mean()), (42, 300.0));
    }

    #[test]
    fn numbers_in_range_are_taken_as_they_are() {
        assert_eq!(read(Parameter::Sequences, "1"), (1.0, None));
        assert_eq!(read(Parameter::Sequences, " 1000000 "), (1e6, None));
        assert_eq!(read(Parameter::Sequences, "1e3"), (1000.0, None));
        for (text, value) in [("1e1", 10.0), ("+8", 8.0), (" 32 ", 32.0), ("5.", 5.0), (".5e2", 50.0)] {
            assert_eq!(read(Parameter::BlockSize, text), (value, None));
        }
        assert_eq!(read(Parameter::MaxLength, "1048576"), (1_048_576.0, None));
        assert_eq!(read(Parameter::Seed, "4294967295"), (4_294_967_295.0, None));
        assert_eq!(read(Parameter::Mean, "2.5"), (2.5, None));
    }

    #[test]
    fn values_out_of_range_become_the_nearest_allowed_one() {
        assert_eq!(read(Parameter::Sequences, "0"), (1.0, Some(Why::TooSmall)));
        assert_eq!(read(Parameter::Sequences, "-7"), (1.0, Some(Why::TooSmall)));
        assert_eq!(read(Parameter::Sequences, "1000001"), (1e6, Some(Why::TooLarge)));
        assert_eq!(read(Parameter::Seed, "4294967296"), (4_294_967_295.0, Some(Why::TooLarge)));
        assert_eq!(read(Parameter::BlockSize, "1e999"), (4096.0, Some(Why::TooLarge)));
        assert_eq!(read(Parameter::Mean, "0.5"), (1.0, Some(Why::TooSmall)));
        assert_eq!(read(Parameter::BlockSize, "16.5"), (17.0, Some(Why::NotWhole)));
    }

    #[test]
    fn what_is_no_number_becomes_the_default() {
        for text in [
            "",
            " ",
            "abc",
            "NaN",
            "inf",
            "infinity",
            "0x10",
            "0b1",
            "1,000",
            "1_0",
            "--1",
            "1e",
            "e",
            ".",
            "１６",
            "16 tokens",
        ] {
            assert_eq!(read(Parameter::BlockSize, text), (16.0, Some(Why::Unreadable)), "{text:?}");
        }
    }

    #[test]
    fn minus_zero_is_zero() {
        let (seed, why) = read(Parameter::Seed, "-0");
        assert!(seed.is_sign_positive() && why.is_none());
    }

    #[test]
    fn a_correction_says_what_was_wrong_and_what_is_used() {
        let say = |parameter, text| Params::default().read(parameter, text).unwrap().to_string();
        assert_eq!(say(Parameter::Sequences, "abc"), "Sequences: “abc” is not a number; 50 is used.");
        assert_eq!(say(Parameter::Sequences, ""), "Sequences: no value was given; 50 is used.");
        assert_eq!(
            say(Parameter::MaxLength, "9999999"),
            "Maximum length: 9999999 is too large; 1,048,576, the largest possible, is used."
        );
        assert_eq!(say(Parameter::BlockSize, "2.5"), "Block size: 2.5 is not a whole number; 3 is used.");
        let long = "é".repeat(100);
        assert_eq!(
            say(Parameter::Mean, &long),
            format!("Mean before clipping: “{}…” is not a number; 300 is used.", "é".repeat(24))
        );
    }

    proptest! {
        #[test]
        fn any_text_leaves_an_allowed_value(text in ".*", which in 0usize..Parameter::ALL.len()) {
            let parameter = Parameter::ALL[which];
            let (value, _) = read(parameter, &text);
            match parameter.spec().kind {
                Kind::Number(range) => {
                    prop_assert!((range.minimum..=range.maximum).contains(&value));
                    prop_assert!(!range.whole || value.fract() == 0.0);
                }
                Kind::Choice(choices) => prop_assert!(value.fract() == 0.0 && (value as usize) < choices.len()),
            }
        }

        #[test]
        fn any_number_is_taken_or_corrected(number in any::<f64>(), which in 0usize..Parameter::ALL.len()) {
            let parameter = Parameter::ALL[which];
            let (value, why) = read(parameter, &number.to_string());
            prop_assert!(why.is_some() || value == number);
        }
    }
}
