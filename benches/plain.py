"""The simulator of src/serving as one would write it in plain Python: every step touches every running request. It exists
only to be compared with, by `cargo xtask bench -- serving`: it is told on its standard input what to serve, a line at a
time, and answers with a line of JSON."""

import json
import random
import sys
import time
from math import ceil, exp, log, sqrt

SLOTS, MAX_LENGTH, BLOCK_SIZE, WATERMARK, SEED = 15_728, 2_048, 16, 0.01, 42


def normals():
    """As NumPy's `RandomState` draws them, whose generator Python has, but not its seeding."""
    state = [SEED]
    while len(state) < 624:
        state.append((1_812_433_253 * (state[-1] ^ state[-1] >> 30) + len(state)) % 2**32)
    rng = random.Random()
    rng.setstate((3, (*state, len(state)), None))
    while True:
        x, y = 2 * rng.random() - 1, 2 * rng.random() - 1
        square = x * x + y * y
        if 0 < square < 1:
            factor = sqrt(-2 * log(square) / square)
            yield factor * y
            yield factor * x


def pairs():
    draws = normals()
    while True:
        prompt, output = int(exp(4.6 + 1.2 * next(draws))), int(exp(5.5 + 0.85 * next(draws)))
        if min(prompt, output) >= 4 and prompt <= 1_024 and prompt + output <= MAX_LENGTH:
            yield prompt, output


def power_of_two(n):
    return 1 << (n - 1).bit_length()


class Buddies:
    def __init__(self):
        self.free = {1 << order: set() for order in range(MAX_LENGTH.bit_length())}
        base = 0
        for size in sorted(self.free, reverse=True):
            while SLOTS - base >= size:
                self.free[size].add(base)
                base += size

    def take(self, slots):
        wanted = size = power_of_two(slots)
        while size <= MAX_LENGTH and not self.free[size]:
            size *= 2
        if size > MAX_LENGTH:
            return None
        base = min(self.free[size])
        self.free[size].remove(base)
        while size > wanted:
            size //= 2
            self.free[size].add(base + size)
        return base, wanted

    def give(self, chunk):
        base, size = chunk
        while size < MAX_LENGTH and base ^ size in self.free[size]:
            self.free[size].remove(base ^ size)
            base, size = base & ~size, size * 2
        self.free[size].add(base)


class FirstFit:
    def __init__(self):
        self.holes = [(0, SLOTS)]

    def take(self, slots):
        for i, (base, length) in enumerate(self.holes):
            if length >= slots:
                self.holes[i : i + 1] = [(base + slots, length - slots)] if length > slots else []
                return base, slots
        return None

    def give(self, taken):
        merged = []
        for base, length in sorted(self.holes + [taken]):
            if merged and sum(merged[-1]) == base:
                merged[-1] = (merged[-1][0], merged[-1][1] + length)
            else:
                merged.append((base, length))
        self.holes = merged


def contiguous(memory, reservation, requests, count):
    running, waiting, finished, steps, ran = [], next(requests), 0, 0, 0
    while finished < count:
        steps += 1
        going = []
        for request in running:
            request[0] -= 1
            if request[0] == 0:
                memory.give(request[1])
                finished += 1
            else:
                going.append(request)
        running = going
        while (taken := memory.take(reservation(*waiting))) is not None:
            running.append([waiting[1], taken])
            waiting = next(requests)
        ran += len(running)
    return steps, ran


def paged(requests, count):
    free = list(range(SLOTS // BLOCK_SIZE))
    watermark = ceil(len(free) * WATERMARK)
    running, queue, finished, steps, ran = [], [], 0, 0, 0
    while finished < count:
        steps += 1
        going = []
        for request in running:
            if request[1] == 1:
                free += request[2]
                finished += 1
            else:
                going.append(request)
        running, i, preempted = going, 0, False
        while i < len(running):
            tokens, left, table = running[i]
            if tokens == len(table) * BLOCK_SIZE:
                if not free:
                    tokens, left, table = running.pop()
                    free += table
                    queue.append((tokens, left))
                    preempted = True
                    continue
                table.append(free.pop())
            running[i] = (tokens + 1, left - 1, table)
            i += 1
        while not preempted:
            if not queue:
                queue.append(next(requests))
            tokens, left = queue[-1]
            needed = -(-tokens // BLOCK_SIZE)
            if len(free) < needed + watermark:
                break
            queue.pop()
            running.append((tokens, left, [free.pop() for _ in range(needed)]))
        ran += len(running)
    return steps, ran


SYSTEMS = {
    "contiguous-max": lambda r, n: contiguous(Buddies(), lambda p, o: MAX_LENGTH, r, n),
    "contiguous-pow2": lambda r, n: contiguous(Buddies(), lambda p, o: min(p + power_of_two(o), MAX_LENGTH), r, n),
    "contiguous-oracle": lambda r, n: contiguous(Buddies(), lambda p, o: p + o, r, n),
    "contiguous-first-fit": lambda r, n: contiguous(FirstFit(), lambda p, o: p + o, r, n),
    "paged": paged,
}


def main():
    for line in sys.stdin:
        _, system, count = line.split()
        start = time.perf_counter()
        steps, ran = SYSTEMS[system](pairs(), int(count))
        took = (time.perf_counter() - start) * 1e3
        print(json.dumps({"took": took, "steps": steps, "ran": ran}), flush=True)


if __name__ == "__main__":
    main()
