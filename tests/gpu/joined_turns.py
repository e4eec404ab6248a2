"""Time loops over stencils, of which several nests run for one load of a tile: the bits of the CPU, for all numbers of turns and
extents around those of tiles, arrays that lie in memory in other ways, and programs made by chance.

    UNPYTHON_STAGE_ROWS=1 python tests/gpu/joined_turns.py [device [programs [seed]]]
"""

import importlib.util
import random
import sys
import tempfile
from pathlib import Path

import numpy as np
import unpython as up
from unpython import prange

DEVICE = sys.argv[1] if len(sys.argv) > 1 else "cuda:0"
PROGRAMS = int(sys.argv[2]) if len(sys.argv) > 2 else 4
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else 1


def sweeps(a, b, steps):
    for _ in range(steps):
        for i in prange(1, a.shape[0] - 1):
            for j in prange(1, a.shape[1] - 1):
                b[i, j] = 0.2 * (a[i, j] + a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1])
        for i in prange(1, a.shape[0] - 1):
            for j in prange(1, a.shape[1] - 1):
                a[i, j] = 0.2 * (b[i, j] + b[i - 1, j] + b[i + 1, j] + b[i, j - 1] + b[i, j + 1])


def wide(a, b, steps):
    for t in range(steps):
        for i in prange(2, a.shape[0] - 2):
            for j in prange(2, a.shape[1] - 2):
                b[i, j] = 0.5 * a[i, j] + 0.1 * (a[i - 2, j] + a[i + 2, j] + a[i, j - 2] + a[i, j + 2] + a[i - 1, j + 1])
        for i in prange(2, a.shape[0] - 2):
            for j in prange(2, a.shape[1] - 2):
                a[i, j] = b[i, j]


def changing_names(a, b, steps):
    for _ in range(steps):
        for i in prange(1, a.shape[0] - 1):
            for j in prange(1, a.shape[1] - 1):
                b[i, j] = 0.25 * (a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1])
        a, b = b, a
    return a[0, 0] if steps else 0.0


def whole_arrays(a, b, steps):
    for _ in range(steps):
        a[1:-1, 1:-1] = 0.25 * (a[:-2, 1:-1] + a[2:, 1:-1] + a[1:-1, :-2] + b[1:-1, 2:])


def waves(a, b, c, steps):
    for _ in range(steps):
        for i in prange(1, c.shape[0]):
            for j in prange(c.shape[1]):
                b[i, j] = b[i, j] - 0.5 * (c[i, j] - c[i - 1, j])
        for i in prange(c.shape[0]):
            for j in prange(1, c.shape[1]):
                a[i, j] = a[i, j] - 0.5 * (c[i, j] - c[i, j - 1])
        for i in prange(c.shape[0] - 1):
            for j in prange(c.shape[1] - 1):
                c[i, j] = c[i, j] - 0.7 * (a[i, j + 1] - a[i, j] + b[i + 1, j] - b[i, j])


def alone(a, b, steps):
    for _ in range(steps):
        for i in prange(a.shape[0]):
            for j in prange(a.shape[1]):
                a[i, j] = 0.5 * a[i, j] + 1
        for i in prange(1, a.shape[0]):
            for j in prange(a.shape[1]):
                b[i, j] = 0.5 * a[i, j] + b[i, j]


def line(a, b, steps):
    for _ in range(steps):
        for i in prange(1, a.shape[0] - 1):
            b[i] = 0.5 * a[i] + 0.25 * (a[i - 1] + a[i + 1])
        for i in prange(1, a.shape[0] - 1):
            a[i] = 0.5 * b[i] + 0.25 * (b[i - 1] + b[i + 1])


def cube(a, b, steps):
    for _ in range(steps):
        for i in prange(1, a.shape[0] - 1):
            for j in prange(1, a.shape[1] - 1):
                for k in prange(1, a.shape[2] - 1):
                    b[i, j, k] = 0.4 * a[i, j, k] + 0.1 * (a[i, j, k - 1] + a[i, j, k + 1])
        for i in prange(1, a.shape[0] - 1):
            for j in prange(1, a.shape[1] - 1):
                for k in prange(1, a.shape[2] - 1):
                    a[i, j, k] = b[i, j, k] if b[i, j, k] > 0.3 else a[i, j, k] * 0.5


def counted(a, b, steps):
    last = -1
    for t in range(3, 3 + 2 * steps, 2):
        last = t
        for i in prange(1, a.shape[0] - 1):
            for j in prange(1, a.shape[1] - 1):
                b[i, j] = 0.5 * (a[i - 1, j] + a[i, j + 1])
        for i in prange(1, a.shape[0] - 1):
            for j in prange(1, a.shape[1] - 1):
                a[i, j] = 0.5 * (b[i + 1, j] + b[i, j - 1])
    return last


def carried(a, b, steps):
    time, before, last = 1.0, -1, -2
    for t in range(steps):
        for i in prange(1, a.shape[0] - 1):
            for j in prange(1, a.shape[1] - 1):
                b[i, j] = 0.25 * (a[i - 1, j] + a[i, j + 1] + a[i + 1, j])
        time = time * 0.75 + 1
        for i in prange(1, a.shape[0] - 1):
            for j in prange(1, a.shape[1] - 1):
                a[i, j] = 0.25 * (b[i - 1, j] + b[i, j + 1] + b[i + 1, j])
        before = last
        last = 2 * t
    return time, before, last


def read_back(a, b, c, steps):
    for _ in range(steps):
        for i in prange(1, a.shape[0] - 1):
            for j in prange(1, a.shape[1] - 1):
                b[i, j] = 0.25 * (a[i - 1, j] + a[i, j + 1] + a[i + 1, j])
        for i in prange(1, a.shape[0] - 1):
            for j in prange(1, a.shape[1] - 1):
                a[i, j] = 0.25 * (b[i - 1, j] + b[i, j + 1] + b[i + 1, j])
                if b[i, j] > 0.3:
                    c[i, j] = c[i, j] + a[i, j]


def left_early(a, b, steps):
    for t in range(steps):
        if t == 5:
            break
        for i in prange(1, a.shape[0] - 1):
            for j in prange(1, a.shape[1] - 1):
                b[i, j] = 0.25 * (a[i - 1, j] + a[i, j + 1] + a[i + 1, j])
        for i in prange(1, a.shape[0] - 1):
            for j in prange(1, a.shape[1] - 1):
                a[i, j] = t * b[i, j]


def same_bits(function, arrays, *rest):
    mine, theirs = [np.array(a, order="K") for a in arrays], [np.array(a, order="K") for a in arrays]
    if isinstance(arrays, Views):
        mine, theirs = arrays.views(), arrays.views()
    with up.options(device=DEVICE, strict=False):
        found = COMPILED.setdefault((function, 0), up.gpu(force=True)(function))(*mine, *rest)
    with up.options(strict=False):
        expected = COMPILED.setdefault((function, 1), up.jit(device="cpu")(function))(*theirs, *rest)
    for a, b in zip(mine, theirs, strict=True):
        where = np.argwhere(~((a == b) | (np.isnan(a) & np.isnan(b))))
        assert not len(where), (function.__name__, [x.shape for x in arrays], rest, where[:4])
    assert found == expected, (function.__name__, found, expected)


COMPILED: dict = {}


def is_joined(function):
    return "nests run for one load" in str(COMPILED[function, 0].explain())


class Views(list):
    """Arrays that are parts of others: strided, reversed, transposed, or of one memory."""

    def __init__(self, make):
        self.make = make
        super().__init__(make())

    def views(self):
        return self.make()


def arrays(shape, count, kind=np.float64):
    return [np.random.default_rng(n).random(shape).astype(kind) for n in range(count)]


def written_ones():
    planes = [(3, 3), (1, 1), (0, 4), (36, 61), (97, 300)]
    for function, count in ((sweeps, 2), (wide, 2), (changing_names, 2), (waves, 3), (counted, 2), (carried, 2), (read_back, 3),
                            (left_early, 2)):
        for shape in planes:
            if shape[0] == 0 and function is changing_names:
                continue
            for steps in (0, 1, 2, 13, 31):
                same_bits(function, arrays(shape, count), steps)
        assert is_joined(function) == (function is not left_early)
    assert "anew: between its nests something else is done" in str(COMPILED[left_early, 0].explain())
    for function in (sweeps, waves):
        same_bits(function, arrays((50, 140), 3 if function is waves else 2, np.float32), 20)
    print("ok planes", flush=True)
    for steps in (0, 1, 9):
        for shape in ((2, 2), (40, 130)):
            same_bits(whole_arrays, arrays(shape, 2), steps)
            same_bits(alone, arrays(shape, 2), steps)
    assert is_joined(whole_arrays) and is_joined(alone)
    for n in (0, 1, 2, 3, 900, 3000):
        for steps in (0, 1, 9, 25):
            same_bits(line, arrays(n, 2), steps)
    assert is_joined(line)
    for shape in ((3, 3, 3), (9, 20, 70), (20, 9, 33)):
        for steps in (1, 6, 13):
            same_bits(cube, arrays(shape, 2), steps)
    assert is_joined(cube)
    print("ok dimensions", flush=True)


def strided_ones():
    def apart():
        base = np.random.default_rng(3).random((80, 300))
        return [base[:38, ::2].T.copy().T, base[40:78, 299:0:-2]]

    def one_memory():
        base = np.random.default_rng(4).random((60, 90))
        return [base[:58], base[2:]]

    def one_array():
        base = np.random.default_rng(5).random((60, 90))
        return [base, base]

    for make in (apart, one_memory, one_array):
        same_bits(sweeps, Views(make), 13)
    print("ok strides", flush=True)


def random_program(choose):
    """Arrays have margins that nests leave out; a nest reads others around an iteration, and its own array there."""
    names = "abcd"[: choose.randint(2, 4)]
    dimensions = choose.choice((1, 2, 2, 2, 3))
    counters = "ijk"[:dimensions]
    margins = {n: [(choose.randint(0, 2), choose.randint(0, 2)) for _ in counters] for n in names}
    lines = [f"def program({', '.join(names)}, w, steps):", "    for t in range(steps):"]
    for _ in range(choose.randint(1, 4)):
        target = choose.choice(names)
        depth = 8
        for c, d in zip(counters, range(dimensions), strict=True):
            low, high = margins[target][d]
            lines.append(" " * depth + f"for {c} in prange({low}, a.shape[{d}] - {high}):")
            depth += 4

        def at(name, own, target=target):
            places = []
            for c, (low, high) in zip(counters, margins[target], strict=True):
                by = 0 if own else choose.randint(-low, high)
                places.append(f"{c} + {by}" if by > 0 else f"{c} - {-by}" if by < 0 else c)
            return f"{name}[{', '.join(places)}]"

        terms = []
        for _ in range(choose.randint(1, 5)):
            name = choose.choice(names + "w")
            terms.append(f"{choose.choice(('0.25', '0.5', '0.125'))} * {at(name, name == target)}")
        value = choose.choice((" + ", " - ")).join(terms)
        if choose.random() < 0.2:
            lines.append(" " * depth + f"if {at('w', True)} > 0.5:")
            depth += 4
        lines.append(" " * depth + f"{at(target, True)} = {value}")
    return "\n".join(["from unpython import prange\n", *lines, ""]), len(names), dimensions


def random_ones():
    choose = random.Random(SEED)
    joined = 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(PROGRAMS):
            text, count, dimensions = random_program(choose)
            path = Path(folder) / f"program{number}.py"
            path.write_text(text)
            spec = importlib.util.spec_from_file_location(f"program{number}", path)
            module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
            shapes = {1: [(5,), (2100,)], 2: [(6, 7), (45, 150)], 3: [(6, 5, 7), (12, 20, 40)]}[dimensions]
            try:
                for shape in shapes:
                    for steps in (1, 4, 14):
                        same_bits(module.program, arrays(shape, count + 1, choose.choice((np.float32, np.float64))), steps)
                joined += is_joined(module.program)
            except Exception as error:
                error.add_note(text)
                raise
    print(f"ok random, {joined} of {PROGRAMS} joined", flush=True)


written_ones()
strided_ones()
random_ones()
