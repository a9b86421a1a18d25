//! How much KV-cache memory contiguous pre-allocation wastes when a server runs a language model, and how much
//! paging reclaims: the simulator and the figures of an interactive explainer.
//!
//! Everything flows one way: [`params`] say what the reader chose, a [`workload`] turns them into request lengths,
//! the [`comparison`] turns lengths into numbers, [`prose`] puts the numbers into sentences and [`chart`] into
//! [`figure`]s; the [`sweep`] has one workload under every block size, the [`memory_map`] where every token stands, the
//! [`capacity`] what fits into a [`memory`], in slots or in the bytes that a [`model`] fills. [`pins`] are settings to
//! compare with. The [`pipeline`] keeps the result of each stage, so that a change recomputes only what lies below it.
//! The [`allocator`]s are the real thing that the comparison's arithmetic summarizes; tests hold the two together.
//! Apart from all that, [`serving`] runs them over time, while requests come and go.
//!
//! ```
//! use paged_attention_explainer::{params::Params, pipeline::Pipeline};
//!
//! let mut pipeline = Pipeline::new(Params::default());
//! let report = pipeline.report();
//! assert_eq!(report.contiguous_slots(), 102_400);
//! assert_eq!(report.paged_slots(), 14_976);
//! ```
//!
//! Nothing here knows a browser, a clock or a global source of randomness, except the module `web`, which exists on
//! `wasm32` only.

pub mod allocator;
pub mod capacity;
pub mod chart;
pub mod comparison;
pub mod figure;
pub mod format;
pub mod memory;
pub mod memory_map;
pub mod model;
pub mod params;
pub mod pins;
pub mod pipeline;
pub mod prose;
pub mod serving;
pub mod sweep;
#[cfg(target_arch = "wasm32")]
mod web;
pub mod workload;
