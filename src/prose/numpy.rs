//! Lines of Python that draw the same requests.

use crate::params::Params;
use crate::workload::{BINS, DISCARDED_UNIFORMS, SHORTEST};

/// Lines for NumPy that reproduce the workload of `params` and its numbers.
pub fn numpy_lines(params: &Params) -> String {
    format!(
        "import numpy as np\n\
         \n\
         generator = np.random.RandomState({seed})\n\
         generator.random_sample({DISCARDED_UNIFORMS})  # the article had drawn these before\n\
         lengths = generator.exponential({mean}, {sequences})\n\
         lengths = np.clip(lengths, {SHORTEST}, {max_length}).astype(int)\n\
         counts, edges = np.histogram(lengths, bins={BINS})\n\
         \n\
         tokens = int(lengths.sum())\n\
         contiguous = {sequences} * {max_length}\n\
         paged = int(np.ceil(lengths / {block_size}).sum()) * {block_size}\n\
         print(tokens, contiguous, paged, tokens / contiguous, tokens / paged)\n",
        seed = params.seed(),
        mean = params.mean(),
        sequences = params.sequences(),
        max_length = params.max_length(),
        block_size = params.block_size(),
    )
}
