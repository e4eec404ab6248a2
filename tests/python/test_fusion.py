"""What becomes of array expressions: loops in one, temporaries as scalars, and where that would be wrong."""

import os
from pathlib import Path

import numpy as np
import pytest
import unpython as up

GOLDEN = Path(__file__).parent.parent / "golden" / "fused"


def chain(a, b, c):
    twice = a * 2
    both = twice + b
    c[:, :] = both * both - a


def stencil(a, c):
    b = a * 2
    c[1:] = b[1:] + b[:-1]


def into_sum(x, y):
    terms = x * y
    return terms.sum()


def softmax(x):
    largest = np.max(x, axis=1)
    scaled = np.exp(x - largest[:, None])
    return scaled / np.sum(scaled, axis=1)[:, None]


def index_arrays(y):
    x = np.linspace(0.0, 2.0, 50)
    n = np.arange(50)
    y[:] = x * x + n


def scaled_product(a, b, c):
    c[:, :] = 2.0 * (a @ b) + c


def in_place(a):
    a[1:] = a[:-1] + 1
    b = a * 2
    a[:-1] = b[1:]


def through_neighbours(a, b):
    b[1:] = a[:-1]
    a[1:] = b[:-1] * 2


def shrinking(z, c):
    stays = z < 0.5
    z = z[stays]
    c = c[stays] * 2
    return z * c


def a_mask_that_changes(z, c):
    stays = z < 0.5
    z = z[stays]
    stays[0] = True
    return z.sum(), c[stays]


def _matrix(*shape):
    return np.random.default_rng(3).random(shape)


PROGRAMS = {
    chain: lambda: (_matrix(7, 9), _matrix(7, 9), _matrix(7, 9)),
    stencil: lambda: (_matrix(100), _matrix(100)),
    into_sum: lambda: (_matrix(70), _matrix(70)),
    softmax: lambda: (_matrix(6, 40),),
    index_arrays: lambda: (np.zeros(50),),
    scaled_product: lambda: (_matrix(12, 9), _matrix(9, 11), _matrix(12, 11)),
    in_place: lambda: (_matrix(60),),
    through_neighbours: lambda: (_matrix(60), _matrix(60)),
    shrinking: lambda: (_matrix(60), _matrix(60)),
    a_mask_that_changes: lambda: (_matrix(60), _matrix(60)),
}


def _parts(returned):
    return returned if isinstance(returned, tuple) else (returned,)


NAMES = [program.__name__ for program in PROGRAMS]


@pytest.mark.parametrize("program", PROGRAMS, ids=NAMES)
def test_values(program):
    make = PROGRAMS[program]
    expected_in, found_in = make(), make()
    expected, found = program(*expected_in), up.jit(program)(*found_in)
    for a, b in zip(found_in, expected_in, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-13)
    if expected is None:
        return
    for a, b in zip(_parts(found), _parts(expected), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-13)


@pytest.mark.parametrize("program", PROGRAMS, ids=NAMES)
def test_fused_text(program):
    lines = up.jit(program).inspect("fused", *PROGRAMS[program]()).splitlines(keepends=True)
    # Without the checks of shapes and their messages.
    text = "".join(line for line in lines if not line.lstrip().startswith(("if ", "raise ")))
    file = GOLDEN / f"{program.__name__}.txt"
    if os.environ.get("UNPYTHON_UPDATE_GOLDEN"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")


def _report(program):
    return up.jit(program).explain(*PROGRAMS[program]()).as_dict()


@pytest.mark.parametrize("program", [chain, into_sum, index_arrays, scaled_product])
def test_no_temporary_remains(program):
    report = _report(program)
    assert report["temporaries"]["bytes"] == 0
    assert report["temporaries"]["unfused_bytes"] > 0
    assert any(note["done"] for note in report["fusion"])


def test_a_stencil_needs_its_producer_first():
    report = _report(stencil)
    assert report["temporaries"]["bytes"] == 800
    (note,) = [note for note in report["fusion"] if not note["done"]]
    assert note["text"] == "not one loop with line 20: it runs over another space"


def test_one_mask_is_looked_at_once():
    text = up.jit(shrinking).inspect("fused", *PROGRAMS[shrinking]())
    assert text.count("allocate places") == 1
    text = up.jit(a_mask_that_changes).inspect("fused", *PROGRAMS[a_mask_that_changes]())
    assert text.count("allocate places") == 2


def test_explain_tells():
    text = repr(up.jit(chain).explain(*PROGRAMS[chain]()))
    assert "line 15: one loop with line 14" in text
    assert "twice is one number at a time, not an array" in text
    assert "temporaries: 0 bytes; one for each operator would take 2016" in text


@pytest.mark.parametrize("shift", [-1, 0, 1])
def test_arguments_that_overlap(shift):
    def program(a, b):
        t = a * 2
        b[:] = t + 1
        u = b - a
        a[:] = u * t

    def arguments():
        memory = np.arange(40.0)
        return memory[1:-1], memory[1 + shift : 39 + shift], memory

    compiled = up.jit(program)
    for _ in range(2):
        *expected, expected_memory = arguments()
        *found, found_memory = arguments()
        program(*expected)
        compiled(*found)
        np.testing.assert_array_equal(found_memory, expected_memory)


def test_what_the_data_decides_is_not_counted_as_temporary():
    @up.jit
    def kept(x):
        while x.shape[0] > 4:
            x = x[x > np.mean(x)]
        return x

    kept(np.arange(100.0))
    counted = kept.explain().as_dict()["temporaries"]
    assert 0 <= counted["bytes"] <= 1e5 and 0 <= counted["unfused_bytes"] <= 1e5


def test_arrays_that_masks_shrink_in_a_loop_are_not_counted():
    """The bound of their extents is no extent: 2^50 bytes once stood in the report."""

    @up.jit
    def shrinking(z, c, steps):
        count = np.zeros(z.shape[0])
        place = np.arange(z.shape[0])
        for step in range(steps):
            z = z * z + c
            leaves = np.abs(z) > 2.0
            count[place[leaves]] = step + 1
            z, c, place = z[~leaves], c[~leaves], place[~leaves]
        return count

    c = np.linspace(-2, 2, 30) + 0.3j
    np.testing.assert_array_equal(shrinking(np.zeros(30, complex), c, 9), shrinking.py_func(np.zeros(30, complex), c, 9))
    counted = shrinking.explain().as_dict()["temporaries"]
    assert 0 < counted["bytes"] <= 1e5 and 0 <= counted["unfused_bytes"] <= 1e5
