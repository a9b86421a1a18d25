"""Writes numpy_lengths.json: what NumPy itself says about the workload, for tests/numpy.rs to hold this crate against.

Run with NumPy installed (the committed file came from 2.4.6):

    python tests/data/numpy_lengths.py > tests/data/numpy_lengths.json

`order_digest` is Σ (i + 1) · length_i modulo 2³²: it changes when any length changes or moves.
"""

import json
import sys

import numpy as np

BLOCK_SIZES = [1, 2, 7, 16, 17, 32, 64, 128, 256, 1000, 2048, 4096]

CASES = [
    # seed, sequences, mean, maximum
    (42, 50, 300, 2048),  # the article's
    (42, 1, 300, 2048),
    (42, 2, 300, 2048),
    (42, 1_000, 300, 2048),
    (42, 100_000, 300, 2048),
    (9, 1_000_000, 300, 2048),
    (2_718_281_828, 1_000_000, 100_000, 1_048_576),
    (0, 50, 300, 2048),
    (1, 500, 300, 4096),
    (7, 200, 300, 512),
    (4_294_967_295, 64, 300, 2048),
    (123_456_789, 333, 300, 131_072),
    (42, 50, 300, 32),  # numpy.clip: the maximum wins
    (42, 50, 300, 49),
    (42, 50, 300, 50),
    (42, 50, 300, 51),
    (42, 50, 300, 1),
    (42, 50, 1_000, 8_192),
    (42, 50, 10, 2048),
    (42, 50, 1, 2048),
    (3, 777, 123.456, 1_000),
    (5, 4_000, 299.99, 32_768),
]


def case(seed, sequences, mean, max_length):
    generator = np.random.RandomState(seed)
    generator.random_sample(8)
    lengths = np.clip(generator.exponential(mean, sequences), 50, max_length).astype(int)
    counts, edges = np.histogram(lengths, bins=30)
    weights = np.arange(1, sequences + 1, dtype=np.uint64)
    return {
        "seed": seed,
        "sequences": sequences,
        "mean": mean,
        "max_length": max_length,
        "first": lengths[:6].tolist(),
        "last": int(lengths[-1]),
        "order_digest": int((weights * lengths.astype(np.uint64)).sum() % np.uint64(2**32)),
        "length_min": int(lengths.min()),
        "length_max": int(lengths.max()),
        "length_mean": float(lengths.mean()),
        "tokens": int(lengths.sum()),
        "histogram": counts.tolist(),
        "edges": edges.tolist(),
        "paged_blocks": {str(b): int(((lengths + b - 1) // b).sum()) for b in BLOCK_SIZES},
    }


json.dump({"numpy": np.__version__, "cases": [case(*c) for c in CASES]}, sys.stdout, separators=(",", ":"))
print()
