//! Serving over time: requests come and go, and the memory of each system with them. What a static comparison cannot
//! show, it shows: external fragmentation.
//!
//! # The model
//! A server works in steps, as serving engines do (iteration-level scheduling). In every step, in this order:
//! 1. Every running request is given one token; the last one ends it, and it leaves with all its memory. So a request of
//!    `output` tokens runs for `output` steps, and its last token takes no slot from anybody.
//! 2. Under paging, a request whose last block is full takes another for its token. When none is left, the request
//!    admitted last is **preempted**: it frees all its blocks, gets no token, and returns to the front of the queue, to be
//!    admitted with its prompt and all that was generated, which is computed again.
//! 3. Those that wait are admitted, first come, first served, until one is refused; nobody, where somebody was preempted.
//!    A request enters with its prompt.
//!
//! Step 1 is the first, into an empty pool. Memory is counted in token **slots**, time in **steps**: how long a step takes
//! is not modelled, nor that computing a prompt takes longer than a token.
//!
//! All [`System`]s serve the same requests:
//!
//! | system | reserves | from |
//! |---|---|---|
//! | `contiguous-max` | the maximum length | a buddy allocator |
//! | `contiguous-pow2` | the prompt, and the output rounded up to a power of two | a buddy allocator |
//! | `contiguous-oracle` | what it will need | a buddy allocator |
//! | `contiguous-first-fit` | what it will need | the lowest hole that fits |
//! | `paged` | nothing: blocks on demand | anywhere |
//!
//! The first three are what Kwon et al. (*Efficient Memory Management for Large Language Model Serving with PagedAttention*,
//! SOSP 2023, §6.1) compare with; there too the buddy allocator is an assumption. It rounds every reservation up to a power
//! of two (§6.5), which counts as external fragmentation. The pool is carved into aligned chunks of at most the maximum
//! length; of chunks that fit, the lowest is given. The fourth is not in the paper: it has the holes without the rounding.
//! The fifth admits a request while a share of the blocks, the **watermark**, stays free.
//!
//! Every step ends with a [`Ledger`] of the paper's four kinds (§3.1), which sums to the pool exactly. A **fragmentation
//! event** is a request refused although as many slots as it asks for are free in total.
//!
//! # What it is held against
//! [`Preset::VllmPaperShareGpt`]: OPT-13B on one A100 of 40 GB, with 15,728 slots (Table 1). Averages over 48,000 steps after
//! a warm-up of 2,000; ours is the range over three seeds, to be had again from `tests/serving.rs`.
//!
//! | | running | tokens | reserved | internal | external |
//! |---|---|---|---|---|---|
//! | Max, published | 7.00 | 20.4 % | 13.3 % | 57.3 % | 8.9 % |
//! | ours | 7.00 | 19.8–20.5 % | 12.5–13.2 % | 57.4–58.8 % | 8.9 % |
//! | Pow2, published | 9.81 | 26.8 % | 17.9 % | 13.6 % | 41.6 % |
//! | ours | 10.0–10.2 | 28.8–29.1 % | 18.3–18.7 % | 14.7–15.7 % | 36.7–38.3 % |
//! | Oracle, published | 13.62 | 38.2 % | 25.2 % (the rest of the bar) | 0 | 36.6 % |
//! | ours | 13.2–14.1 | 38.0–39.3 % | 24.5–24.7 % | 0 | 36.1–37.3 % |
//! | first fit, not published; ours | 17.6–18.4 | 51.3–51.8 % | 32.7–33.0 % | 0 | 15.5–15.8 % |
//! | vLLM, published | 30.42 | 96.3 % | the rest is not labelled | | |
//! | ours | 33.8–34.3 | 97.0–97.1 % | 0 | 1.6 % | 1.3–1.4 % |
//!
//! **What was fitted.** The paper has the mean lengths (Fig. 11: 161.31 and 337.99 tokens) but no variance. Lengths are
//! lognormal, drawn anew unless prompt and output both have 4 tokens, the prompt at most 1,024, and both together at most
//! 2,048. Means and deviations were fitted to the two means and to the bars of reservations, so those agree by
//! construction; drawn anew by these rules, the outputs have a mean of 331. Neither the external bars nor the running
//! counts were fitted to. The queue is always full: at the paper's 2 requests a second every contiguous system has more to
//! do than it can.
//!
//! **What does not agree.** Paging runs more requests than published: 34, not 30.42. The pool is full in both cases, so the
//! requests that ran held 498 tokens on average in the paper (0.963 × 15,728 / 30.42), and hold about 450 here. Lengths that
//! vary more would make up for that, but the paper gives no measure of it, and this number is not tuned away.
//!
//! [`Preset::VllmPaperAlpaca`]: the same pool, lengths as in Alpaca (Fig. 11: 19.31 and 58.45 tokens), the same rules.
//! Requests that ran (Fig. 13b, at 30 requests a second):
//!
//! | | Max | Pow2 | Oracle | vLLM, paged |
//! |---|---|---|---|---|
//! | published | 7.00 | 43.24 | 72.75 | 132.44 |
//! | ours | 7.00 | 41.8–43.9 | 73.0–74.7 | 184–186 |
//!
//! **What was fitted.** The means to the published ones, and the deviation of the outputs' logarithms, 0.83, to the count of
//! Oracle, a single number. That of the prompts, 0.5, is a choice: from 0.3 to 0.8 no count changes by 1 %. So Max and Pow2
//! were not fitted to, and come out. Paging does not: with a queue that is always full it runs whatever fits, 77 tokens a
//! request, while the published count would leave up to 119 to each. Whether those requests were longer, or 30 a second
//! too few to fill the memory, the paper does not say.
//!
//! # Cost
//! A step costs what happens in it, not how many requests run nor how large the pool is, but for what memory takes to be
//! reached: tokens are counted in bulk, and a request is touched only when it needs a block or is done. A [`Snapshot`] costs
//! what runs and how large the pool is; a [`Recording`] keeps some, so that a reader can go back.
//!
//! ```
//! use paged_attention_explainer::serving::{Config, Inputs, Preset, Simulation, System};
//!
//! let inputs = Inputs { steps: 5_000, ..Preset::VllmPaperShareGpt.inputs(42) };
//! let mut simulation = Simulation::new(Config::new(inputs)?);
//! simulation.run();
//! let paged = simulation.server(System::Paged).expect("all systems run").report();
//! assert!(paged.tokens > 0.95);
//! assert_eq!(paged.counts.fragmentation_events, 0);
//! # Ok::<(), paged_attention_explainer::serving::ConfigError>(())
//! ```

mod asked;
mod config;
mod ledger;
mod memory;
mod metric;
mod notable;
mod paging;
mod presets;
mod published;
mod recording;
mod replay;
mod reserving;
mod running;
mod scene;
mod server;
mod simulation;

pub use config::{Config, ConfigError, GREATEST_MAX_LENGTH, Inputs, MOST_ARRIVALS, MOST_SLOTS, System};
pub use ledger::{Counts, Ledger, Moment, Report};
pub use memory::{Event, Extent, Refusal};
pub use metric::{Quantity, SystemMetric};
pub use notable::Notable;
pub use presets::Preset;
pub use published::{Published, PublishedShares};
pub use recording::Recording;
pub use replay::Replay;
pub use reserving::Reservation;
pub use scene::Scene;
pub use server::Server;
pub use simulation::{Simulation, Snapshot};
