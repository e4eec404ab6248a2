"""What a call does on a device, as steps: their text, and that running them again is the call again."""

import re

import numpy as np
import pytest
import unpython as up
from support.devices import require
from unpython import prange


@pytest.fixture(params=["opencl", "cuda"])
def device(request):
    return require(request.param)


def on(device, function, **options):
    return up.jit(device=device, strict=True, **options)(function)


def line_of(function, number):
    return function.__code__.co_firstlineno + number


def two_nests(a, b):
    c = np.zeros(a.shape)
    for i in prange(1, a.shape[0]):
        c[i] = a[i - 1] * 2.0
    for i in prange(a.shape[0]):
        b[i] = c[i] + b[i]


def total(a):
    s = 0.0
    for i in prange(a.shape[0]):
        s += a[i]
    return s


def made(a, k):
    c = a * k
    d = c + 1.0
    return d, c[::-1], a


def steps_of_two_nests(copies_in, copies_out):
    first, second, third = (f"up_two_nests_line{line_of(two_nests, n)}" for n in (1, 2, 4))
    lines = [
        "allocate c: 80 bytes",
        f"launch {first} over [0, 10): stores c",
        *copies_in[:2],
        f"launch {second} over [0, 9): loads a stores c",
        *copies_in[2:],
        f"launch {third} over [0, 10): loads c updates b",
        "free c",
        *copies_out,
    ]
    return "\n".join(lines) + "\n"


def test_arrays_of_the_host_are_copied_in_and_out(device):
    f = on(device, two_nests)
    f(np.ones(10), np.ones(10))
    copies_in = [f"{what} {name}: {size} bytes" for name, size in (("a", 72), ("b", 80)) for what in ("allocate", "copy in")]
    assert f.inspect("steps") == steps_of_two_nests(copies_in, ["copy out b: 80 bytes"])


def test_what_is_lacking_arrives_beside_what_has_changed(device):
    def swap(a, b, turns):
        for _ in range(turns):
            for i in prange(1, a.shape[0] - 1):
                b[i] = 0.5 * (a[i - 1] + a[i + 1])
            a, b = b, a

    f = on(device, swap)
    (a, b), expected = (np.arange(9.0), np.zeros(9)), (np.arange(9.0), np.zeros(9))
    f(a, b, 3)
    swap(*expected, 3)
    assert np.array_equal(a, expected[0]) and np.array_equal(b, expected[1])
    copies = [line.strip() for line in f.inspect("steps").splitlines() if "copy" in line]
    # the two ends of b, which no kernel stores: the rest of it does not go to the host and back for them
    assert copies == ["copy in a: 72 bytes", "copy in b: 16 bytes", "copy out a: 56 bytes", "copy out b: 56 bytes"]


def elements_in_turn(a, b, factors):
    for turn in range(factors.shape[0]):
        for i in prange(a.shape[0]):
            b[i] = a[i] * factors[turn]
        for i in prange(a.shape[0]):
            a[i] = b[i]


def test_all_of_a_small_array_comes_the_second_time_that_some_lacks(device):
    a, b, factors = np.arange(300.0), np.zeros(300), np.ones(20)
    f = on(device, elements_in_turn)
    f(a, b, factors)
    copies = [int(size) for size in re.findall(r"copy in factors: (\d+) bytes", f.inspect("steps"))]
    assert copies == [8, 19 * 8]
    assert f.last["bytes_in"] == 300 * 8 + factors.nbytes


def test_arrays_of_the_device_stay_there(device):
    f = on(device, two_nests)
    a, b = up.to_device(np.ones(10), device), up.to_device(np.ones(10), device)
    for turn in range(3):  # the second call and the third one are the steps of the first
        f(a, b)
        assert f.inspect("steps") == steps_of_two_nests([], [])
        assert b.to_host().tolist() == [1.0] + [3.0 + 2.0 * turn] * 9


def steps_of_total(leaves):
    line = line_of(total, 2)
    kernel = f"up_total_line{line}"
    lines = [
        "host computes s, s_kind, extent, leaves",
        f"allocate s.part.partials: {8 * leaves} bytes",
        f"launch {kernel} over [0, {leaves}): loads a stores s.part.partials",
        f"if in line {line}:",
        f"  if in line {line}:",
        "    allocate s.part.total: 8 bytes",
        f"    launch {kernel}_2 over : loads s.part.partials stores s.part.total",
        "  copy out s.part.total: 8 bytes",
        "  host computes s",
        "  free s.part.total",
        f"if in line {line}:",
        "  host computes s_kind",
        "free s.part.partials",
    ]
    return "\n".join(lines) + "\n"


def test_what_the_host_reads_and_decides_are_steps(device):
    f = on(device, total)
    for size, leaves in ((10, 1), (1500, 3), (10, 1)):
        a = up.to_device(np.arange(float(size)), device)
        for _ in range(2):
            assert f(a) == size * (size - 1) / 2
            assert f.inspect("steps") == steps_of_total(leaves)


def place_of_largest(a, start):
    best = a[0]
    place = start
    for i in prange(a.shape[0]):
        if a[i] > best:
            best = a[i]
            place = i
    return place, best


def test_results_of_what_the_host_reads_are_computed_by_each_call(device):
    f = on(device, place_of_largest)
    arrays = [np.random.default_rng(seed).standard_normal(1500) for seed in range(4)]
    arrays[1][0] = 9.0  # nobody beats the first: other elements are read
    for values in arrays * 2:
        a = up.to_device(values, device)
        for start in (7, 0):
            found = f(a, start)
            assert found == f.py_func(values, start) and [type(part) for part in found] == [int, np.float64]
        assert sum("copy out" in line for line in f.inspect("steps").splitlines()) == 4


def sums(a, b):
    s = 0.0
    for i in prange(a.shape[0]):
        s += a[i]
    t = 0.0
    for i in prange(b.shape[0]):
        t += b[i]
    for i in prange(a.shape[0]):
        a[i] = 1.0
    u = 0.0
    for i in prange(a.shape[0]):
        u += a[i]
    return s, t, u


def test_sums_one_after_the_other_are_read_at_the_end_of_a_call(device):
    f = on(device, sums)
    for n in range(1, 6):
        a, b = np.full(1500, float(n)), np.full(700, 10.0 * n)
        assert f(up.to_device(a, device), up.to_device(b, device)) == (1500.0 * n, 7000.0 * n, 1500.0)


def branches(a, b):
    s = 0.0
    for i in prange(a.shape[0]):
        s += a[i]
    if s > 0.0:
        for i in prange(b.shape[0]):
            b[i] = s
    return s


def test_sums_that_decide_what_runs_are_asked_for_in_each_call(device):
    f = on(device, branches)
    for sign in (1.0, -1.0, 2.0, -2.0):
        a, b = up.to_device(np.full(1500, sign), device), up.to_device(np.zeros(3), device)
        assert f(a, b) == sign * 1500
        assert b.to_host().tolist() == [max(0.0, sign * 1500)] * 3


def moves_on(a, b, steps):
    for _ in range(steps):
        for i in prange(1, a.shape[0]):
            b[i] = a[i - 1]
        for i in prange(a.shape[0]):
            a[i] = b[i]


def steps_of_moves_on(turns, indent="  "):
    first, second = (f"up_moves_on_line{line_of(moves_on, n)}" for n in (2, 4))
    lines = [f"for k_2 in line {line_of(moves_on, 1)}, {turns}:"]
    lines.append(f"{indent}launch {first} over [0, 9): loads a stores b")
    lines.append(f"{indent}launch {second} over [0, 10): loads b stores a")
    return lines


def common_steps(f):
    """The steps without what a device adds that can take several turns in one kernel (this loop is too small for that, so its
    kernels are the second ones), or launch all kernels as one graph."""
    lines = [line for line in f.inspect("steps").splitlines() if not line.startswith(("repeated: ", "host computes turns, rounds"))]
    return "".join(re.sub(r"(up_moves_on_line\d+)_2 ", r"\1 ", line) + "\n" for line in lines)


def test_turns_of_a_loop_that_are_equal_are_told_once(device):
    f = on(device, moves_on)
    a, b = (up.to_device(np.arange(10.0), device) for _ in range(2))
    for steps, turns in ((700, "turns 1 to 700"), (1, "turn 1"), (700, "turns 1 to 700")):
        f(a, b, steps)
        assert common_steps(f) == "\n".join(steps_of_moves_on(turns)) + "\n"
    f(a, b, 0)
    assert common_steps(f) == ""


def test_the_first_turn_brings_in_what_the_others_find(device):
    f = on(device, moves_on)
    f(np.arange(10.0), np.arange(10.0), 4)
    head, first, second = steps_of_moves_on("turn 1")
    lines = [head, "  allocate a: 80 bytes", "  allocate b: 80 bytes", "  copy in a: 72 bytes", first, "  copy in b: 8 bytes", second]
    lines += [*steps_of_moves_on("turns 2 to 4"), "copy out a: 80 bytes", "copy out b: 72 bytes"]
    assert common_steps(f) == "\n".join(lines) + "\n"


def halved(a, least):
    e = least + 1.0
    n = 0
    while e > least:
        for i in prange(a.shape[0]):
            a[i] = a[i] * 0.5
        e = a[0]
        n += 1
    return n


def test_a_loop_that_data_ends_is_told_by_its_turns(device):
    f = on(device, halved)
    line = line_of(halved, 3)
    for start, turns in ((16.0, 4), (4.0, 2), (16.0, 4)):
        a = up.to_device(np.full(10, start), device)
        assert f(a, 1.0) == turns
        lines = [
            "host computes e, n",
            f"while in line {line}, turns 1 to {turns}:",
            f"  launch up_halved_line{line + 1} over [0, 10): updates a",
            "  copy out a: 8 bytes",
            "  host computes e, n",
        ]
        assert f.inspect("steps") == "\n".join(lines) + "\n"


def checked(a, b, index):
    for i in prange(a.shape[0]):
        b[i] = a[index[i]]
    for i in prange(a.shape[0]):
        a[i] = b[i] + 1.0


def test_calls_that_raise_say_what_was_asked_for(device):
    f = on(device, checked)
    a, b = (up.to_device(np.arange(10.0), device) for _ in range(2))
    good, bad = up.to_device(np.arange(10), device), up.to_device(np.full(10, 99), device)
    text = "".join(
        f"launch up_checked_line{line_of(checked, n)} over [0, 10): {what}\n"
        for n, what in ((1, "loads index loads a stores b"), (3, "loads b stores a"))
    )
    text += "look for errors\n"
    for turn, index in enumerate((good, good, bad, good, bad)):
        before = a.to_host()
        if index is bad:
            with pytest.raises(IndexError, match="99"):
                f(a, b, index)
            assert a.to_host().tolist() == before.tolist()
        else:
            f(a, b, index)
            assert a.to_host().tolist() == (before + 1).tolist()
        assert f.inspect("steps") == text, turn


def test_results_of_calls_that_are_repeated_have_memory_of_their_own(device):
    f = on(device, made)
    host = [np.arange(50.0) + n for n in range(3)]
    there = [up.to_device(x, device) for x in host]
    kept = []
    for turn in range(12):
        x, k = there[turn % 3], float(turn % 2 + 2)
        kept.append((turn % 3, k, f(x, k)))
        assert kept[-1][2][2] is x
    for which, k, (d, c, _) in kept:
        np.testing.assert_array_equal(d.to_host(), host[which] * k + 1.0)
        np.testing.assert_array_equal(c.to_host(), (host[which] * k)[::-1])


def scaled_by_extent(a, b):
    n = a.shape[0] * 3
    for i in prange(a.shape[0]):
        b[i] = a[i] * n


def test_what_results_own_is_kept(device):
    f = on(device, made)
    for _ in range(2):
        f(up.to_device(np.ones(10), device), 2.0)
        launch = f"launch up_made_line{line_of(made, 1)} over [0, 10): loads a updates c stores d"
        lines = ["allocate c: 80 bytes", "allocate d: 80 bytes", launch, "keep d for the result", "keep c for the result"]
        assert f.inspect("steps") == "\n".join(lines) + "\n"


def turned(a, turns):
    for _ in range(turns):
        c = np.empty(a.shape)
        for i in prange(a.shape[0]):
            c[i] = a[i] * 2.0
        for i in prange(a.shape[0]):
            a[i] = c[a.shape[0] - 1 - i]


def test_turns_that_allocate_take_the_same_memory(device):
    f = on(device, turned)
    a = up.to_device(np.arange(10.0), device)
    expected = np.arange(10.0)
    first, second = (f"up_turned_line{line_of(turned, n)}" for n in (3, 5))
    for turns in (3, 3, 2, 3):
        f(a, turns)
        turned(expected, turns)
        assert a.to_host().tolist() == expected.tolist()
        lines = [
            f"for k_2 in line {line_of(turned, 1)}, turns 1 to {turns}:",
            "  allocate c: 80 bytes",
            f"  launch {first} over [0, 10): loads a stores c",
            f"  launch {second} over [0, 10): loads c stores a",
            "  free c",
        ]
        assert common_steps(f) == "\n".join(lines) + "\n"


def test_numbers_that_the_host_computes_are_not_taken_for_arguments(device):
    f = on(device, scaled_by_extent)
    for size in (8, 5, 8, 5, 8):
        a, b = up.to_device(np.arange(float(size)), device), up.to_device(np.zeros(size), device)
        for _ in range(3):
            f(a, b)
            assert b.to_host().tolist() == (np.arange(float(size)) * size * 3).tolist()


def doubled(a, b):
    for i in prange(a.shape[0]):
        b[i] = a[i] * 2.0


def test_tiles_are_copies_around_launches(device):
    f = on(device, doubled, memory_limit=64 << 10)
    a, b = np.arange(10000.0), np.zeros(10000)
    f(a, b)
    assert b.tolist() == (a * 2.0).tolist()
    moved, at = {"in": 0, "out": 0}, 0
    for line in f.inspect("steps").splitlines():
        if line.startswith("copy"):
            _, way, _, size, _ = line.split()
            moved[way] += int(size)
        elif line.startswith("launch"):
            first, end = map(int, line.partition("[")[2].partition(")")[0].split(","))
            assert first == at and 8 * end <= moved["in"]
            at = end
        else:
            assert line.startswith("allocate")
    assert at == 10000 and moved == {"in": a.nbytes, "out": b.nbytes} and f.last["tiles"] > 1


def test_there_are_no_steps_on_the_cpu_and_none_before_a_call(device):
    f = up.jit(two_nests)
    f(np.ones(10), np.ones(10))
    with pytest.raises(ValueError, match="ran on the CPU"):
        f.inspect("steps")
    g = on(device, two_nests)
    with pytest.raises(ValueError, match="nothing ran yet"):
        g.inspect("steps")
    with pytest.raises(ValueError, match="call the function"):
        g.inspect("steps", np.ones(10), np.ones(10))
