"""The simulator of src/serving as one would write it in plain Python: every step touches every running request. It exists
only to be compared with, by `cargo bench --bench serving`: for so many requests through each system at the paper's pool it
prints how many ran on average and how long it took in processor time."""

import random
import sys
import time
from math import ceil, exp

SLOTS, MAX_LENGTH, BLOCK_SIZE, WATERMARK = 15_728, 2_048, 16, 0.01


def pairs(rng):
    while True:
        prompt, output = int(exp(rng.gauss(4.6, 1.2))), int(exp(rng.gauss(5.5, 0.85)))
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
    return ran / steps


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
    return ran / steps


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000
    systems = {
        "contiguous-max": lambda r: contiguous(Buddies(), lambda p, o: MAX_LENGTH, r, count),
        "contiguous-pow2": lambda r: contiguous(
            Buddies(), lambda p, o: min(p + power_of_two(o), MAX_LENGTH), r, count
        ),
        "contiguous-oracle": lambda r: contiguous(Buddies(), lambda p, o: p + o, r, count),
        "contiguous-first-fit": lambda r: contiguous(FirstFit(), lambda p, o: p + o, r, count),
        "paged": lambda r: paged(r, count),
    }
    total = 0
    for name, run in systems.items():
        start = time.process_time()
        ran = run(pairs(random.Random(42)))
        total += (took := time.process_time() - start)
        print(f"{name:22}{ran:6.2f} running {took * 1e3:9.1f} ms")
    print(f"{'all five':22}{'':14} {total * 1e3:9.1f} ms")


if __name__ == "__main__":
    main()
