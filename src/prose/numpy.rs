//! Lines of Python that draw the same requests.

use crate::params::{Params, Workload};
use crate::workload::{BINS, DISCARDED_UNIFORMS, PERCENTS, SHORTEST};

/// Lines for NumPy that reproduce the workload of `params` and its numbers; `own` are the reader's own lengths.
///
/// None in the module that a page loads first: they are in a disclosure.
pub fn numpy_lines(params: &Params, own: &[u32]) -> String {
    if !cfg!(feature = "whole") {
        return String::new();
    }
    let (sequences, max_length, block_size) = (params.sequences(), params.max_length(), params.block_size());
    let shortest = match params.workload() {
        Workload::Exponential => SHORTEST,
        Workload::Custom if own.is_empty() => SHORTEST,
        _ => 1,
    };
    format!(
        "import numpy as np\n\
         \n\
         {lengths}\
         lengths = np.clip(lengths, {shortest}, {max_length}).astype(int)\n\
         counts, edges = np.histogram(lengths, bins={BINS})\n\
         \n\
         tokens = int(lengths.sum())\n\
         contiguous = {sequences} * {max_length}\n\
         paged = int(np.ceil(lengths / {block_size}).sum()) * {block_size}\n\
         print(tokens, contiguous, paged, tokens / contiguous, tokens / paged)\n",
        lengths = lengths(params, own),
    )
}

/// Lines that set `lengths`, not yet clipped.
fn lengths(params: &Params, own: &[u32]) -> String {
    let sequences = params.sequences();
    let mean = params.mean();
    let generator = format!("generator = np.random.RandomState({})\n", params.seed());
    match params.workload() {
        Workload::Custom if !own.is_empty() => format!(
            "own = np.loadtxt(\"lengths.txt\")  # your {} lengths, one in each line\n\
             lengths = np.resize(own, {sequences})\n",
            own.len(),
        ),
        Workload::Exponential | Workload::Custom => format!(
            "{generator}\
             generator.random_sample({DISCARDED_UNIFORMS})  # the article had drawn these before\n\
             lengths = generator.exponential({mean}, {sequences})\n",
        ),
        Workload::Lognormal => {
            format!("{generator}lengths = generator.lognormal({}, {}, {sequences})\n", params.mu(), params.sigma())
        }
        Workload::Uniform => format!(
            "{generator}\
             lengths = 1 + np.trunc(generator.random_sample({sequences}) * (2 * {mean} - 1))\n",
        ),
        Workload::Constant => format!("lengths = np.full({sequences}, {mean})\n"),
        Workload::Trace(trace) => format!(
            "{generator}\
             percents = [{}]\n\
             totals = [{}]\n\
             lengths = np.rint(np.interp(generator.random_sample({sequences}) * 100, percents, totals))\n",
            list(&PERCENTS),
            list(&trace.totals().map(f64::from)),
        ),
    }
}

fn list(numbers: &[f64]) -> String {
    numbers.iter().map(f64::to_string).collect::<Vec<_>>().join(", ")
}
