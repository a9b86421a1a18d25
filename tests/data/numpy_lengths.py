"""Writes numpy_lengths.json: what NumPy itself says about the workloads, for tests/numpy.rs to hold this crate against.

Run with NumPy installed (the committed file came from 2.4.6):

    python tests/data/numpy_lengths.py > tests/data/numpy_lengths.json

`order_digest` is Σ (i + 1) · length_i modulo 2³²: it changes when any length changes or moves.
"""

import json
import pathlib
import sys

import numpy as np

TRACES = json.loads((pathlib.Path(__file__).parent / "trace_percentiles.json").read_text())

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


OTHERS = [
    # seed, sequences, maximum, workload and its own parameters
    (42, 50, 2048, {"workload": "lognormal"}),
    (1, 100_000, 2048, {"workload": "lognormal", "mu": 4.6, "sigma": 1.2}),
    (7, 313, 100, {"workload": "lognormal", "mu": 0, "sigma": 4}),
    (42, 1_000, 1_048_576, {"workload": "lognormal", "mu": 14, "sigma": 4}),
    (42, 50, 2048, {"workload": "lognormal", "mu": 5.5, "sigma": 0}),
    (42, 50, 2048, {"workload": "uniform"}),
    (3, 100_000, 2048, {"workload": "uniform", "mean": 123.456}),
    (3, 100, 2048, {"workload": "uniform", "mean": 1}),
    (42, 50, 2048, {"workload": "constant"}),
    (42, 7, 2048, {"workload": "constant", "mean": 512.9}),
    (42, 50, 2048, {"workload": "azure-2023-conversation"}),
    (5, 100_000, 16_384, {"workload": "azure-2023-conversation"}),
    (42, 1_000, 8_192, {"workload": "azure-2023-code"}),
    (42, 100_000, 131_072, {"workload": "mooncake-conversation"}),
]


def exponential(generator, sequences, mean=300):
    generator.random_sample(8)
    return np.maximum(generator.exponential(mean, sequences), 50)


def lognormal(generator, sequences, mu=5.5, sigma=0.85):
    return generator.lognormal(mu, sigma, sequences)


def uniform(generator, sequences, mean=300):
    return 1 + np.trunc(generator.random_sample(sequences) * (2 * mean - 1))


def constant(generator, sequences, mean=300):
    return np.full(sequences, mean)


def trace(name):
    table = TRACES[name]

    def lengths(generator, sequences):
        percents = generator.random_sample(sequences) * 100
        return np.rint(np.interp(percents, table["percent"], table["total"]))

    return lengths


WORKLOADS = {each.__name__: each for each in [exponential, lognormal, uniform, constant]}
WORKLOADS |= {name: trace(name) for name in TRACES}


def case(seed, sequences, max_length, workload="exponential", **own):
    lengths = WORKLOADS[workload](np.random.RandomState(seed), sequences, **own)
    lengths = np.clip(lengths, 1, max_length).astype(int)
    counts, edges = np.histogram(lengths, bins=30)
    weights = np.arange(1, sequences + 1, dtype=np.uint64)
    return {
        "seed": seed,
        "sequences": sequences,
        "max_length": max_length,
        "workload": workload,
        **own,
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


cases = [case(seed, sequences, most, mean=mean) for seed, sequences, mean, most in CASES]
cases += [case(seed, sequences, most, **own) for seed, sequences, most, own in OTHERS]
json.dump({"numpy": np.__version__, "cases": cases}, sys.stdout, separators=(",", ":"))
print()
