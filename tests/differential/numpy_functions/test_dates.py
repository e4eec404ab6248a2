"""datetime64 and timedelta64: values, units and NaT are NumPy's, in machine code, in the interpreter and on devices."""

import itertools

import numpy as np
import pytest
import unpython as up
from support.outcomes import outcome
from support.paths import DEVICES, interpreted
from support.texts import function_of

DAYS = np.array(["2019-12-30", "2020-02-29", "2021-01-01", "1969-12-31", "1700-03-01"], dtype="M8[D]")
STAMPS = np.array(["2024-03-01T00:00:07", "1969-12-31T23:59:59", "2000-02-29T12:30:00", "2024-03-01T00:00:07", "1901-01-01"], dtype="M8[s]")
GAPS = np.array([90, -7, 0, 3600, -86401], dtype="m8[s]")
WITHOUT = {"t": DAYS, "u": STAMPS, "d": GAPS, "k": np.array([3, -2, 0, 7, 1])}
NAT = np.datetime64("NaT")


def _with_nat(values):
    values = values.copy()
    if values.dtype.kind in "mM":
        values[[1, 4]] = "NaT"
    return values


GIVEN = [WITHOUT, {name: _with_nat(values) for name, values in WITHOUT.items()}, {name: values[:0] for name, values in WITHOUT.items()}]

# On arrays of any length.
EXPRESSIONS = """
t[1:] - t[:-1]; np.diff(t); np.diff(u); np.diff(d); u - u[:1]; (u - u[:1]) / np.timedelta64(1, 's'); t - u; u - t; t + d; d + t; t - d; d + d; d - d
t + k; k + t; t - k; d + k; k - d; d * k; k * d; d * 2.5; 0.5 * d; d * np.nan; d / 2; d / -4; d / 0; d / k; d // k; d // 7; d / 2.5; d / 0.0; d / d
d // d; d % d; d / np.timedelta64(90, 'm'); d // np.timedelta64(1, 'm'); d % np.timedelta64(7, 's'); d % np.timedelta64(-7, 's'); -d; +d; abs(d)
np.abs(d); np.negative(d); t == u; t != u; t < u; t <= u; t > u; t >= u; t == t; t != t; d == d[::-1]; d < 5; d >= np.timedelta64(1, 'm')
t >= np.datetime64('2020-01-01'); t[t >= np.datetime64('2020-01-01')]; t < np.datetime64('2020-01'); t == np.datetime64('NaT'); t[~np.isnat(t)]
np.isnat(t); np.isnat(d); np.isnan(t); np.isfinite(d); np.isinf(t); np.maximum(t, u); np.minimum(t, u); np.fmax(t, u); np.fmin(d, d[::-1])
t.astype('M8[M]'); t.astype('M8[Y]'); t.astype('datetime64[W]'); t.astype('M8[D]'); t.astype('M8[h]'); t.astype('M8[ns]'); t.astype('M8[us]')
t.astype('M8[3D]'); u.astype('M8[M]'); u.astype('M8[Y]'); u.astype('M8[W]'); u.astype('M8[D]'); u.astype('M8[h]'); u.astype('M8[m]')
u.astype('M8[15m]'); u.astype('M8[ms]'); t.astype('M8[M]').astype('M8[D]'); t.astype('M8[Y]').astype('M8[W]'); t.astype('M8[Y]').astype('M8[M]')
t.astype('M8[W]').astype('M8[M]'); t.astype('M8[M]').astype('M8[s]'); t.astype('M8[2M]').astype('M8[D]'); t.astype('M8[2W]').astype('M8[ns]')
u.astype('M8[15m]') - u.astype('M8[10m]'); t.astype('M8[M]') < t; t.astype(int); t.astype('int64'); t.astype(np.int32); t.astype(float)
d.astype(float); d.astype(int); d.astype(bool); k.astype('M8[D]'); k.astype('m8[15m]'); (k + 0.5).astype('m8[s]')
np.where(k > 0, k, np.nan).astype('M8[s]'); t.astype('m8[D]'); d.astype('M8[s]'); d.astype('m8[m]'); d.astype('m8[D]'); d.astype('m8[ms]')
d.astype('m8[7s]'); d.astype('m8[W]'); d.astype('m8[7s]').astype('m8[4s]'); t.astype('M8[M]').astype(int) % 12 + 1
t.astype('M8[Y]').astype(int) + 1970; (t.astype(int) - 4) % 7; t - t.astype('M8[M]'); (t - t.astype('M8[M]')).astype(int) + 1
(u - u.astype('M8[D]')).astype('m8[h]').astype(int); t.astype('M8[M]') + 1; t.astype('M8[M]') + np.timedelta64(1, 'Y')
t.astype('M8[M]') + np.timedelta64(3, 'D'); t + np.timedelta64(2, 'W'); np.sort(t); np.sort(d); np.argsort(t, kind='stable')
np.argsort(d, kind='stable'); np.unique(t); np.unique(d); np.unique(t, return_counts=True); np.unique(t.astype('M8[M]'), return_inverse=True)
np.add.accumulate(d); [str(x) for x in t]; [f'{x}' for x in u.astype('M8[ms]')]; [str(x) for x in d]; np.searchsorted(np.sort(t), t)
np.searchsorted(np.sort(t), np.datetime64('2020-01-01T05'), side='right'); d.sum(); np.sum(d); np.mean(d); d.mean(); np.cumsum(d); d.cumsum()
np.concatenate([t, u]); np.concatenate((d, d)); np.where(k > 0, t, u); np.where(k > 0, d, d[::-1])
np.where(np.isnat(t), np.datetime64('1970-01-01'), t); np.where(k > 0, t, np.datetime64('NaT')); t.copy(); t[::-1]; t[1:]; np.flip(t); np.roll(t, 1)
np.repeat(t, 2); np.tile(d, 2); t.reshape(-1, 1); t[:, None] - t[None, :]; np.zeros_like(t); np.empty_like(t).dtype == t.dtype
np.zeros(3, dtype='m8[s]'); np.zeros(3, dtype=t.dtype); np.full(3, np.datetime64('2020-01-01')); np.full(3, np.datetime64('NaT'), dtype='M8[D]')
np.arange('2020-01', '2021-03', dtype='datetime64[D]'); np.arange('2020-01', '2021-03', dtype='M8[M]')
np.arange(np.datetime64('2020-01-01'), np.datetime64('2020-01-09'), 3); np.arange(np.datetime64('2020-01-09'), np.datetime64('2020-01-01'), -3)
np.arange(np.datetime64('2020-01-01'), np.datetime64('2020-01-05'), np.timedelta64(36, 'h')); np.datetime64('2020-01-01') + np.arange(5)
np.datetime64('2020-01-01') + np.arange(5) * np.timedelta64(6, 'h'); np.datetime64('2020-01-31') - t
np.array(['2020-01-01', '1999-12-31'], dtype='M8[D]'); np.array([np.datetime64('2020-01-01'), np.datetime64('2020-01-01T05')]); len(t); t.size
t.shape; t.dtype == u.dtype; t.take(k[:0]); d[d > 60].sum(); (t - t).sum(); (t[1:] - t[:-1]).mean(); np.datetime64('2020-01-01')
np.timedelta64(90, 's'); np.datetime64('NaT', 's'); np.timedelta64(-7, '15m'); np.datetime64('2020-01-01') - np.datetime64('2019-12-25T12')
np.datetime64(len(k), 'D'); np.timedelta64(len(k), 'h') * 3; np.timedelta64(5, 'ns') + np.timedelta64(2, 'us'); int(np.timedelta64(5, 'ns'))
np.stack([t, t]).T; np.array([[1, 2], [3, 4]]).astype('m8[s]').sum(axis=0); np.array([[1, 2], [3, 4]]).astype('M8[s]').max(axis=1)
"""
# On arrays with elements.
OF_ELEMENTS = """
t[0]; t[-1] - t[0]; t.min(); t.max(); d.min(); np.max(d); np.min(u); t.argmax(); t.argmin(); d.argmin(); np.ptp(t); np.ptp(d); t[np.argmax(d)]
min(t[0], t[1]); max(u[0], u[1]); max(d[0], d[1], d[2]); t[1] < t[0]; t[1] == t[1]; t[1] != t[1]; np.isnat(t[1]); t[0].astype('M8[M]')
t[0].astype(int); (u[2] - u[0]) / np.timedelta64(1, 'h'); u[0] + np.timedelta64(90, 's'); u[0] - t[0]; d[0] * 2; d[0] / d[2]; d[0] // 7; abs(d[1])
-d[0]; np.datetime64(u[2], 'D'); (t[0], d[0], 5); [t[0], t[2]]; t.reshape(1, 5).max(axis=0); t.reshape(5, 1).min(axis=1, keepdims=True)
d.reshape(1, 5).sum(axis=1); d.reshape(5, 1).mean(axis=1); np.datetime64('2020-01-01') if k[0] > 0 else t[0]; 5 * d[3]
d[3] % np.timedelta64(1000, 's')
"""


def _listed(text):
    return [part.strip() for part in text.replace("\n", ";").split(";") if part.strip()]


def _runs(function):
    compiled = up.jit(strict=True)(function)
    yield compiled
    yield from (interpreted(compiled, level) for level in ("source", "scheduled"))
    yield from (up.jit(device=device, strict=False)(function) for device in DEVICES)


def _check(text, cases):
    function = function_of(text)
    for run in _runs(function):
        for given in cases:
            arguments = [given[name] for name in "tudk"]
            with np.errstate(all="ignore"):
                assert outcome(run, arguments) == outcome(function, arguments)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("expression", _listed(EXPRESSIONS))
def test_expressions(expression):
    _check(f"def f(t, u, d, k):\n    return {expression}\n", GIVEN)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("expression", _listed(OF_ELEMENTS))
def test_elements(expression):
    _check(f"def f(t, u, d, k):\n    return {expression}\n", GIVEN[:2])


STATEMENTS = {
    "longest gap": """
    best = np.timedelta64(0, 'D')
    for i in range(1, len(t)):
        gap = t[i] - t[i - 1]
        if gap > best:
            best = gap
    return best""",
    "sessions": """
    count = 1
    for i in range(1, len(u)):
        if u[i] - u[i - 1] > np.timedelta64(300 // 2, 's'):
            count += 1
    return count""",
    "stores": """
    t[0] = np.datetime64('NaT')
    t[1] = u[1]
    u[2:4] = t[2:4]
    d[:] = np.timedelta64(3, 'h')
    d[0] += np.timedelta64(90, 's')
    t += np.timedelta64(1, 'D')
    return t""",
    "scaled in place": """
    d *= 3
    d //= 2
    d -= 1
    return d""",
    "by month": """
    months = t.astype('M8[M]').astype(int) % 12
    counts = np.zeros(12, dtype=np.int64)
    for m in months:
        counts[m] += 1
    return counts""",
    "in a parallel loop": """
    out = np.empty(len(u), dtype='M8[D]')
    late = np.zeros(len(u), dtype=np.bool_)
    for i in prange(len(u)):
        out[i] = u[i] + d[i]
        late[i] = u[i] - t[i] > np.timedelta64(1, 'h')
    return out, late""",
    "a sum in a loop": """
    total = np.timedelta64(0, 's')
    for x in d:
        total += x
    return total""",
    "a list": """
    gaps = []
    for i in range(1, len(t)):
        gaps.append(t[i] - t[i - 1])
    return gaps""",
    "sorted in place": """
    t.sort()
    d[::-1].sort()
    return t[0]""",
    "elements in turn": """
    last = t[0]
    for x in t:
        last = x if x > last else last
    return last""",
    "a view": "    return t[1:]",
    "the argument": "    return t",
}


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("name", STATEMENTS)
def test_statements(name):
    _check(f"def f(t, u, d, k):\n{STATEMENTS[name].lstrip(chr(10))}\n", GIVEN[:2])


UNITS = "Y M W D h m s ms us ns".split()


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("unit", UNITS)
def test_units(unit):
    """Each unit in each other one: large and small, with the days around the ends of months, years and centuries."""
    days = np.concatenate([np.arange(-1100, 1500, 7), np.arange(-200000, 200000, 3331), [-719528, -719469, -719468, 10957, 11016, 47540, 47541]])
    days = days[abs(days) < 106_000]  # the years of nanoseconds: of others, NumPy makes numbers or an OverflowError, by its version
    texts = [f"t.astype('M8[{other}]')" for other in UNITS] + [f"t - t.astype('M8[{other}]')" for other in UNITS]
    for multiple, texts_of in (("", texts), ("3", texts[:4])):
        given = days.astype("M8[D]").astype(f"M8[{multiple}{unit}]")
        given[5] = "NaT"
        function = function_of(f"def f(t):\n    return {', '.join(texts_of)}\n")
        for run in _runs(function):
            assert outcome(run, [given]) == outcome(function, [given])


def test_a_unit_is_a_part_of_the_key():
    @up.jit(strict=True)
    def seconds(t):
        return (t[1] - t[0]) / np.timedelta64(1, "s"), t[0]

    for unit in ("s", "ms", "D", "15m", "s"):
        t = np.array([3, 10]).astype(f"M8[{unit}]")
        found = seconds(t)
        assert found == seconds.py_func(t) and found[1].dtype == t.dtype
    assert seconds(np.array([3, 10]).astype("m8[m]")) == (420.0, np.timedelta64(3, "m"))


START = np.datetime64("2020-01-01T12")
STEP = np.timedelta64(90, "m")


def test_scalars_as_arguments_and_globals():
    @up.jit(strict=True)
    def after(t, by, n):
        return START + n * by, t + STEP, (t - START) / by, t > START

    for t in (np.datetime64("2021-05-06"), np.datetime64("NaT", "s")):
        given = [t, np.timedelta64(5, "s"), 7]
        assert outcome(after, given) == outcome(after.py_func, given)


REFUSED = """
t + t; t * 2; -t; d - t; t < d; t < 5; t + 1.5; d ** 2; d // 2.5; t.sum(); t.mean(); np.median(d); d.std(); np.sign(d); t.real; float(t[0])
bool(d[0]); np.any(d); t == d; np.sqrt(d); np.dot(d, d); d @ d; np.linspace(t[0], t[1], 3); t.astype('m8[D]').astype('m8[M]')
np.timedelta64(1.5, 's'); np.timedelta64(k[0] / 2, 's'); np.interp(t, t, k); np.where(k > 0, t, d); np.concatenate([t, k]); np.concatenate([t, d])
np.array([t[0], d[0]]); np.isin(t, t); int(d[0]); d.prod(); t.item(); np.nonzero(d); t.astype('M8[M]') - np.timedelta64(1, 'D') * t
np.datetime64('2020-01-01') + np.timedelta64(1, 'as'); np.timedelta64(k[0]); d & d; np.clip(d, d[0], d[1]); t.astype('M8[2000D]')
"""


@pytest.mark.parametrize("expression", _listed(REFUSED))
def test_what_is_refused(expression):
    with pytest.raises((up.CompileError, TypeError)):
        up.jit(strict=True)(function_of(f"def f(t, u, d, k):\n    return {expression}\n"))(*(WITHOUT[name] for name in "tudk"))


@pytest.mark.parametrize("statement", ["t[0] = d[0]", "d[0] = t[0]", "t[0] = 5", "k[0] = t[0]", "k[:] = d", "t[:] = d", "d += t", "t += d * t", "t += 1.5"])
def test_stores_that_are_refused(statement):
    with pytest.raises((up.CompileError, TypeError)):
        up.jit(strict=True)(function_of(f"def f(t, u, d, k):\n    {statement}\n"))(*(WITHOUT[name].copy() for name in "tudk"))


def test_the_sentence_of_a_refusal():
    with pytest.raises(up.CompileError, match=r"`\*` is not defined for a 1-dimensional datetime64\[15m\] array and a Python int"):
        up.jit(strict=True)(lambda t: t * 2)(np.zeros(3, "M8[15m]"))
    with pytest.raises(up.CompileError, match=r"numpy.dot is not supported for a 1-dimensional timedelta64\[s\] array"):
        up.jit(strict=True)(lambda d: np.dot(d, d))(np.zeros(3, "m8[s]"))
    with pytest.raises(up.CompileError, match="storing a Python int in elements of type datetime64"):
        up.jit(strict=True)(function_of("def f(t):\n    t[0] = 5\n"))(np.zeros(3, "M8[s]"))


@pytest.mark.parametrize("pair", list(itertools.product(["3D", "2W", "h", "15m", "s", "7us", "ns", "M", "2Y"], repeat=2)), ids="-".join)
def test_common_units(pair):
    """Two units go together as in NumPy, or not at all."""
    a, b = (np.array([7, -3, 0]).astype(f"M8[{unit}]") for unit in pair)
    for text in ("np.concatenate([t, u])", "t < u", "t - u", "t + u.astype(int).astype(u.dtype).astype('m8[s]')" if "M" not in "".join(pair) else "t == u"):
        function = function_of(f"def f(t, u):\n    return {text}\n")
        try:
            up.jit(strict=True)(function)(a, b)
        except up.CompileError:
            continue
        assert outcome(up.jit(strict=True)(function), [a, b]) == outcome(function, [a, b])


@pytest.mark.parametrize("dtype", ["M8[D]", "m8[s]"])
def test_equal_dates_lie_as_numpy_leaves_them(dtype):
    line = np.random.default_rng(4).integers(0, 20, 120).astype(dtype)
    line[[5, 8]] = "NaT"
    for text in ("np.argsort(t), np.argsort(t, kind='heapsort'), np.argpartition(t, 5)", "np.partition(t, 5), t.argsort(0), np.argpartition(t, [3, 7], 0)"):
        function = function_of(f"def f(t):\n    return {text}\n")
        compiled = up.jit(strict=True)(function)
        for t in (line, line[:17], line[::-3], line.reshape(20, 6)):
            for found, expected in zip(compiled(t), function(t), strict=True):
                assert found.dtype == expected.dtype and found.tobytes() == expected.tobytes()


@pytest.mark.filterwarnings("ignore")
def test_what_is_wrong_with_dates_alone_is_said():
    """Of a function of ours, and not of what stands in it: Python meets the mistake."""
    compiled = up.jit(strict=False)(function_of("def f(t):\n    return np.clip(t, 1, 4)\n"))
    with pytest.raises(TypeError):
        compiled(DAYS)
