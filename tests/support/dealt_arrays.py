"""Calls with arrays that several devices hold together, against CPython. `python -m support.dealt_arrays opencl` prints a JSON object: for
each program an empty text or what is wrong, and what the calls told of themselves."""

import json
import sys
import threading
import warnings

import numpy as np
import unpython as up
from support.several_calls import copied, elementwise, programs, raises, same, scatter, sweeps
from unpython import prange

TREE_SUMS = ("total", "shifted_mean", "product")  # another order of sums than CPython's


def difference(name, function, arguments, kind, hold):
    """Three calls, one after the other, of which the second finds what the first has left on devices. `hold`: to_device or
    resident."""
    compiled = up.jit(device=f"{kind}:*", strict=True, races="trust" if function is scatter else "ordered")(function)
    one = up.jit(device=f"{kind}:0", strict=True, races="trust" if function is scatter else "ordered")(function)
    expected, given = copied(arguments), copied(arguments)
    held = given
    if hold is up.to_device:
        held = [up.to_device(a, f"{kind}:*") if isinstance(a, np.ndarray) else a for a in given]
        return compare(name, function, one, compiled, expected, held, lambda a: a.to_host())
    whole = [a if a.base is None else a.base for a in given if isinstance(a, np.ndarray)]
    arrays = {id(a): a for a in whole}
    with up.resident(*arrays.values(), device=f"{kind}:*") as block:
        wrong, told = compare(name, function, one, compiled, expected, held, lambda a: (block.sync(), a)[1])
        if wrong:
            return wrong, told
    return "", told


def compare(name, function, one, compiled, expected, held, seen):
    told = {"bytes_in": [], "reasons": []}
    for turn in range(3):
        results = [outcome(one, expected), outcome(compiled, held)]
        told["bytes_in"].append(compiled.last["bytes_in"])
        if isinstance(results[1], up.DeviceArray):
            told["result"] = results[1].device
            results[1] = results[1].to_host()
        if not same(*results):
            return f"turn {turn}: result {results[1]!r}, of one device {results[0]!r}", told
        if function is raises:
            return "", told  # stores behind the exception are not defined
        for place, (array, right) in enumerate(zip(held, expected, strict=True)):
            if isinstance(right, np.ndarray) and turn != 1 and not np.array_equal(seen(array), right):
                return f"turn {turn}: argument {place} is not that of one device", told
    told["devices"] = compiled.last["devices"]
    return "", told


def outcome(function, arguments):
    try:
        return function(*arguments)
    except ValueError as error:
        return str(error)


def turns(kind):
    """What moves from call to call."""
    call = up.jit(device=f"{kind}:*", strict=True)(sweeps)
    a, b = (up.to_device(x, f"{kind}:*") for x in (np.random.default_rng(1).random((301, 150)), np.zeros((301, 150))))
    found = []
    for _ in range(4):
        call(a, b, 1)
        found.append([call.last["bytes_in"], call.last["bytes_out"]])
    return found


def elsewhere(kind):
    """Functions that run on one device, or on the processor, between calls on all of them; views, transposes, twice the same."""
    wrong = []
    first = np.random.default_rng(2).random((60, 70))
    dealt = up.jit(device=f"{kind}:*", strict=True)(sweeps)
    others = [up.jit(device=f"{kind}:0")(sweeps), up.jit(device="cpu")(sweeps)]
    a, b = up.to_device(first, f"{kind}:*"), up.zeros((60, 70), device=f"{kind}:*")
    right, other = first.copy(), np.zeros((60, 70))
    views = [lambda x: x, lambda x: x.T, lambda x: x[3:50, ::2], lambda x: x[::-1]]
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        for turn in range(12):
            view = views[turn % len(views)]
            sweeps(view(right), view(other), 1)
            (dealt if turn % 3 else others[turn // 3 % 2])(view(a), view(b), 1)
            if turn % 2 and not (np.array_equal(a.to_host(), right) and np.array_equal(b.to_host(), other)):
                wrong.append(turn)
    if not (np.array_equal(np.asarray(a), right) and np.array_equal(np.asarray(b), other)):
        wrong.append("end")
    twice = up.jit(device=f"{kind}:*", strict=True)(elementwise)
    twice(a[0], a[0], a[1], 2.0)
    elementwise(right[0], right[0], right[1], 2.0)
    twice(a[0], a[1], a[0], 3.0)
    elementwise(right[0], right[1], right[0], 3.0)
    if not np.array_equal(a.to_host(), right):
        wrong.append("twice")
    mixed = right[2].copy()
    twice(a[0], mixed, a[3], 3.0)
    elementwise(right[0], mixed, right[3], 3.0)
    if not np.array_equal(a.to_host(), right):
        wrong.append("with an array of NumPy")
    return {"wrong": wrong, "told": sorted({str(warning.message).split(":")[0] for warning in told})}


def counted(a, state, which):
    state[which] += 1
    for i in prange(a.shape[0]):
        a[i] += 2.0
    return state[which]


def spread(a, state):
    for i in prange(a.shape[0]):
        a[i] += state[i % state.shape[0]]


def parts(a):
    for i in prange(a.shape[0]):
        a[i] *= 3.0
    return a, a[2:9]


def mixtures(kind):
    """Single elements that the host stores, exceptions, arrays of one device beside those of several."""
    wrong = []

    def check(name, array, right):
        if not np.array_equal(array.to_host(), right):
            wrong.append(name)

    everywhere, first = f"{kind}:*", f"{kind}:0"
    compiled = {f: up.jit(device=everywhere)(f) for f in (counted, spread, elementwise, raises, parts)}
    right, state = np.arange(9000.0), np.zeros(5)
    a, held = up.to_device(right, everywhere), up.to_device(state, everywhere)
    for turn in range(4):
        compiled[spread](a, held)
        spread(right, state)
        if compiled[counted](a, held, turn) != counted(right, state, turn):
            wrong.append("count")
    check("state", held, state)
    check("counted", a, right)
    b, other = up.zeros(9000, device=everywhere), np.zeros(9000)
    compiled[elementwise](a, a, b, 1.0)
    elementwise(right, right, other, 1.0)
    if "too large" not in str(outcome(compiled[raises], [a, b, 4000.0])):
        wrong.append("raises")
    check("raised", a, right)
    compiled[elementwise](a, a, b, 2.0)
    elementwise(right, right, other, 2.0)
    check("after an exception", b, other)
    alone = up.to_device(other, first)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        compiled[elementwise](a, alone, b, 2.0)
        elementwise(right, other, other, 2.0)
        check("with one of one device", b, other)
        up.jit(device="cpu")(elementwise)(b, alone, a, 3.0)
    elementwise(other, alone.to_host(), right, 3.0)
    check("on the processor with one of one device", a, right)
    whole, part = compiled[parts](a)
    right *= 3.0
    check("parts", part, right[2:9])
    part[0] = -1.0
    right[2] = -1.0
    check("the same", whole, right)
    if whole.device != a.device or compiled[parts].explain(a).as_dict()["nests"][0]["devices"] < 2:
        wrong.append("explain")
    del whole, part
    compiled[elementwise](a[:4000], a[4000:8000], a[:4000], 2.0)
    elementwise(right[:4000], right[4000:8000], right[:4000], 2.0)
    check("two parts", a, right)
    return wrong


def operators(kind):
    """What Python sees of such an array is what it sees of NumPy's."""
    host = np.arange(2000.0).reshape(40, 50)
    a = up.to_device(host, f"{kind}:*")
    b = a * 2.0 + 1.0
    a[3] = 7.0
    host[3] = 7.0
    ones = up.ones((4, 5), device=a.device)
    return {
        "device": [a.device, b.device, ones.device],
        "wrong": [
            name
            for name, found, right in (
                ("b", b.to_host(), np.arange(2000.0).reshape(40, 50) * 2.0 + 1.0),
                ("a", a.to_host(), host),
                ("sum", a.sum(), host.sum()),
                ("element", a[2, 3], host[2, 3]),
                ("row", np.asarray(a[:, 4]), host[:, 4]),
                ("ones", np.asarray(ones), np.ones((4, 5))),
            )
            if not np.allclose(found, right, rtol=1e-14)
        ],
        "text": repr(ones),
    }


def in_threads(kind):
    """Calls on one array have it one after the other."""
    add = up.jit(device=f"{kind}:*", strict=True)(elementwise)
    a, b = up.ones(20_000, device=f"{kind}:*"), up.ones(20_000, device=f"{kind}:*")
    outs = [up.zeros(20_000, device=f"{kind}:*") for _ in range(4)]

    def work(out):
        for turn in range(10):
            add(a, b, out, float(turn))

    threads = [threading.Thread(target=work, args=(out,)) for out in outs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [n for n, out in enumerate(outs) if not np.array_equal(out.to_host(), np.full(20_000, 10.0))]


def written_meanwhile(kind):
    """NumPy writes by an older view while the array is on devices."""
    a = np.ones(5000)
    view = a[:]
    call = up.jit(device=f"{kind}:*", strict=True)(elementwise)
    try:
        with up.resident(a, device=f"{kind}:*"):
            call(a, a, a, 1.0)
            view[7] = 5.0
    except RuntimeError as error:
        return str(error)
    return ""


def main(kind, memory_limit=None):
    up.options(memory_limit=memory_limit)
    found = {}
    for hold in (up.to_device, up.resident):
        for name, function, arguments, _ in programs():
            if name in ("stored_twice", "read_only") or (memory_limit is not None and name in ("chain", "scatter")):
                continue
            wrong, told = difference(name, function, arguments, kind, hold)
            found[f"{hold.__name__} {name}"] = {"wrong": wrong, **told}
    if memory_limit is None:
        found["turns"] = turns(kind)
        found["elsewhere"] = elsewhere(kind)
        found["mixtures"] = mixtures(kind)
        found["operators"] = operators(kind)
        found["threads"] = in_threads(kind)
        found["written"] = written_meanwhile(kind)
    print(json.dumps(found, default=str))


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
