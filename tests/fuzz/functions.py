"""Random programs of NumPy's functions: the calls of support/numpy_table, one on the result of another, on arrays of several
types with NaN, infinities, zeros of both signs and the extremes of their types."""

from __future__ import annotations

import random
import re
import warnings
from collections import Counter
from functools import cache
from typing import Any

import numpy as np
import unpython as up
from support.compare import EXACT, Tolerance
from support.layouts import place
from support.numpy_arguments import DTYPES, NAMES
from support.numpy_table import GROUPS, Call

from fuzz.execute import function_of
from fuzz.grow import Grown
from fuzz.judge_devices import Where
from fuzz.likeness import difference, outcome
from fuzz.tree import Tree

counts: Counter[str] = Counter()

_LAYOUTS = ("c", "c", "c", "fortran", "sliced", "reversed", "transposed", "read_only", "unaligned")
# Added up or multiplied in another order than NumPy's, extremes give other infinities.
_IN_ANY_ORDER = ("elementwise", "shaping", "ordering-sorting", "ordering-searching", "ordering-choosing", "making-copies")
# Has other bits than NumPy's, so nothing that jumps is made of it. Those of exp and its kin, and of abs of complex numbers, are
# NumPy's own only where strides are not negative, as np.exp(x[::-1]) and np.exp(x)[::-1] differ where processors have AVX-512; those
# of std and var only in C order.
_OTHER_BITS = re.compile(r"np\.(exp|log|sin|cos|tan|cbrt)|linalg|@|dot|prod|matmul|inner|outer|kron|cross|tensordot|einsum|polyfit|polyval|logaddexp|float_power"
                         r"|interp|corrcoef|cov|fft|average|trapezoid|gradient|histogram|quantile|percentile|median|kaiser"
                         r"|logspace|geomspace|linspace|std|var|nan(mean|sum|prod)|cum|convolve|correlate|angle|sinc|arc|abs|np\.a(sin|cos|tan)")  # fmt: skip
# NumPy's order of zeros of both signs depends on the processor: docs/semantics.md.
_ORDERS_ZEROS = re.compile(r"sort|partition|unique")
_BUT_FOR_ZEROS = Tolerance(float64=1e-300, float32=1e-300)
# Elements of np.empty are any numbers; np.round of complex numbers may be an ulp off, and np.diff(x, 0) is a copy here.
_LEFT_OUT = re.compile(r"random|empty|round|diff\(x, 0\)")
_OTHER_BITS_OF_DEVICES = re.compile(r"hypot|sqrt|power|\*\*")
_CLOSE = Tolerance(float64=1e-9, float32=2e-3)
_OPERATORS = ("{a} + {b}", "{a} * {b}", "{a} - {b}", "{a} < {b}", "-{a}", "abs({a})", "{a} / {b}", "{a} // {b}", "{a} % {b}",
              "{a} & {b}", "{a} == {b}", "{a}[::-1]", "{a}[..., None]", "{a}.T", "{a} ** 2", "{a}[0]", "{a} * 3", "2 - {a}",
              "{a} + g", "{a} * h", "{a} > o", "{a} + o", "{a} if g > 1 else {b}", "{a}[c]", "{a}[i]",
              "~{a}", "{a} | {b}", "{a} ^ {b}", "{a} != {b}", "{a} >= h", "h - {a}", "o * {a}", "g // {a}", "{a} % g", "{a} << g", "{a}[1:] + {b}[:-1]",
              "{a}[::2]", "{a}[..., ::-1] * {b}", "{a}[None] + {b}", "{a}.reshape(-1)", "{a}.ravel()[1:]", "{a}.astype(np.float32)", "{a}.astype(np.int64)",
              "{a}.astype({b}.dtype)", "{a}.copy()", "np.where({a} > {b}, {a}, {b})", "np.where({a} > 0, {a}, 1)", "np.where(c, {a}, h)",
              "{a}[i] + {b}[i]", "{a}[{a} > {b}]", "{a}[-1] + {b}[0]", "{a}[i[0]]", "{a}.size + g", "{a}.shape", "len({a}) * {b}",
              "np.negative([k for k in range(g)])", "np.maximum([k > 1 for k in range(g)], o)", "np.concatenate(([k * 2 for k in range(g)], i))",
              "i[:0] + [k for k in range(g - 2)]", "np.take({a}, c)", "np.take({a}, {a} > {b})", "{a}.take(c)")  # fmt: skip
_REDUCTIONS = ("sum", "prod", "max", "min", "mean", "any", "all", "argmax", "argmin", "std", "var", "cumsum", "count_nonzero", "ptp")
_KEYWORDS = ("", "axis=0", "axis=-1", "axis=0, keepdims=True", "keepdims=True", "axis=(0, 1)", "axis=None", "axis=-1, keepdims=True")
_TRANSFORMS = ("np.fft.fft({a})", "np.fft.ifft({a})", "np.fft.rfft({a})", "np.fft.irfft({a})", "np.fft.fft2({a})", "np.fft.ifft2({a})",
               "np.fft.fftshift({a})", "np.fft.ifftshift({a})", "np.fft.fftfreq(g + 1, h)", "np.fft.rfftfreq(g + 2)")  # fmt: skip
# Behind these the names hold other numbers.
_UPDATES = ("{a} += {b}", "{a} -= {b}", "{a} *= {b}", "{a}[0] = {b}[-1]", "{a}[::2] = g", "{a}[...] = {b}", "{a}[i] = {b}[i]", "{a}[i] += 1", "{a}[c] = h",
            "{a}[{a} > {b}] = 0", "{a}[1:] = {b}[:-1]", "{a}[1:] = {a}[:-1]", "{a}[::-1] += {b}")  # fmt: skip


@cache
def _calls(extreme: bool) -> list[Call]:
    groups = [g for name, g in GROUPS.items() if not extreme or name.startswith(_IN_ANY_ORDER)]
    return [call for group in groups for call in group if not _LEFT_OUT.search(call.text)]


class _Setting:
    """What a seed decides of arguments, apart from their values."""

    def __init__(self, seed: int) -> None:
        draw = random.Random(seed)
        self.extreme = draw.random() < 0.3
        self.special = draw.random() < 0.6
        self.rank = draw.choice([1, 1, 1, 2, 2, 2, 3, 0])
        base = draw.choice(DTYPES)
        others = draw.random() < 0.4
        self.dtypes = {name: draw.choice(DTYPES) if others and draw.random() < 0.3 else base for name in NAMES}


PARAMETERS = (*NAMES, "g", "h", "o")


def given(tree_seed: int, seed: int) -> list[Any]:
    """The arguments of a program, by its own seed, with the values, extents and layouts of another one."""
    setting = _Setting(tree_seed)
    draw, generator = random.Random(seed), np.random.default_rng(seed)
    extent = draw.choice([6, 6, 6, 6, 1, 9])
    shapes = {0: (), 1: (extent,), 2: (extent - 1, 4), 3: (2, extent, 3)}
    arguments = []
    for name in NAMES:
        shape = shapes[setting.rank] if name in "xypk" else (4, 4) if name == "s" else (extent,)
        values = _values(name, setting.dtypes[name], shape, generator, setting)
        layout = draw.choice(_LAYOUTS) if values.ndim else "c"
        arguments.append(place(values, layout, stored=False).view())
    number = np.dtype(setting.dtypes["x"]).type(draw.choice([1, 0, 3]))
    return [*arguments, draw.choice([0, 1, 2, 7]), draw.choice([0.5, -1.0, 3.0]), number]


def _values(
    name: str, dtype: str, shape: tuple[int, ...], generator: np.random.Generator, setting: _Setting
) -> np.ndarray:
    kind = np.dtype(dtype).kind
    if name == "i":
        return generator.integers(0, max(1, min(shape)), shape)
    if name == "c":
        return generator.integers(0, 2, shape).astype(bool)
    if name == "r":
        return np.arange(*shape).astype(dtype) if kind != "b" else np.arange(*shape) > 2
    low, high = {"p": (1, 10), "k": (0, 4)}.get(name, (0 if kind == "u" else -9, 10))
    values = np.asarray(generator.integers(0, 2, shape) if kind == "b" else generator.integers(low, high, shape))
    if kind in "fc" and name not in "ks":
        values = values + generator.integers(0, 16, shape) / 16
    if name == "s" and kind in "fc":
        values = values + 40 * np.eye(*shape)
    if kind == "c" and name not in "pks":
        values = values + 1j * generator.integers(-9, 10, shape)
    values = np.asarray(values).astype(dtype)
    if name in "xyvw" and values.ndim and values.size:
        _put_special(values, generator, setting)
    return values


def _put_special(values: np.ndarray, generator: np.random.Generator, setting: _Setting) -> None:
    kind = values.dtype.kind
    numbers: list[Any] = []
    if kind == "f" and setting.special:
        numbers += [np.nan, np.inf, -np.inf, -0.0, 0.0]
    if kind == "f" and setting.extreme:
        limits = np.finfo(values.dtype)
        numbers += [limits.max, limits.min, limits.tiny, limits.smallest_subnormal, 2.0**53, 0.5]
    if kind in "iu" and setting.extreme:
        limits = np.iinfo(values.dtype)
        numbers += [limits.max, limits.min, limits.max - 1, limits.min + 1]
    for number in numbers:
        if generator.random() < 0.4:
            values.flat[int(generator.integers(values.size))] = number


class _Generator:
    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._setting = _Setting(seed)
        self._grown = Grown(PARAMETERS, lambda: given(seed, seed), {"np": np})
        self._closed: set[str] = set()  # results that nothing is made of

    def program(self) -> Tree:
        wanted, made = self._random.choice([1, 2, 3, 5]), 0
        for _ in range(40):
            text = f"r{made} = {self._value()}"
            if made == wanted:
                break
            if self._grown.add(text):
                if _OTHER_BITS.search(text):
                    self._closed.add(f"r{made}")
                made += 1
                if self._random.random() < 0.15:
                    self._grown.add(self._update())
        if self._random.random() < 0.1:
            self._grown.add_last(f"r{made} = {self._value()}")
            made += 1
        names = [f"r{n}" for n in range(made)]
        return self._grown.tree(f"({', '.join(names)},)" if names else "1")

    def _value(self) -> str:
        if self._random.random() < 0.3:
            return self._with_names(self._random.choice(_OPERATORS))
        if self._random.random() < 0.12 and not self._setting.extreme:
            return self._with_names(self._random.choice(_TRANSFORMS) if self._random.random() < 0.3 else self._reduction())
        return self._call(is_statement=False)

    def _reduction(self) -> str:
        name, keywords = self._random.choice(_REDUCTIONS), self._random.choice(_KEYWORDS)
        if self._random.random() < 0.5 and name != "count_nonzero" and name != "ptp":
            return f"{{a}}.{name}({keywords})"
        return f"np.{name}({{a}}{', ' * bool(keywords)}{keywords})"

    def _update(self) -> str:
        """A statement that changes what names hold."""
        return self._with_names(self._random.choice(_UPDATES)) if self._random.random() < 0.6 else self._call(is_statement=True)

    def _with_names(self, text: str) -> str:
        return text.replace("{a}", self._name()).replace("{b}", self._name())

    def _call(self, is_statement: bool) -> str:
        calls = [c for c in _calls(self._setting.extreme) if self._setting.rank in c.ranks and c.is_statement == is_statement]
        other = {name: self._name() for name in "xyvw"}
        return re.sub(r"\b[xyvw]\b(?!=)", lambda m: other[m.group()] if self._random.random() < 0.4 else m.group(), self._random.choice(calls).text)

    def _name(self) -> str:
        made = [name for name in self._grown.names if name[0] == "r" and len(name) == 2 and name not in self._closed]
        return self._random.choice([*made, *made, "x", "y", "v", "w", "p", "k"])


def generate(seed: int) -> Tree:
    return _Generator(seed).program()


def check(tree: Tree, seed: int) -> None:
    """Raises when a call does not give NumPy's values, types, shapes and views."""
    function = function_of(tree)
    compiled = up.jit(strict=False, threads=2, fp="strict")(function)
    is_close = bool(_OTHER_BITS.search(tree.text())) or bool(_OTHER_BITS_OF_DEVICES.search(tree.text()) and Where.share == 1)
    tolerance = _CLOSE if is_close else _BUT_FOR_ZEROS if _ORDERS_ZEROS.search(tree.text()) else EXACT
    for offset in (0, 1, 0):
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            expected = outcome(function, given(seed, seed + offset), quiet=False)
        if any("cast" in str(w.message) and w.category is RuntimeWarning for w in seen) or _divides_integers_by_zero(seen, expected.result):
            continue  # what no integer holds is any number
        found = outcome(compiled, given(seed, seed + offset))
        counts["calls"] += 1
        if isinstance(found.error, (up.CompileError, NotImplementedError)):
            counts["refused"] += 1
            continue
        if not _has_known_types(expected.result):
            continue
        counts[str(compiled.ran_on)] += 1
        problem = difference(found, expected, tolerance)
        assert problem is None, f"call {offset}: {problem}"


def _divides_integers_by_zero(seen: list[warnings.WarningMessage], result: Any) -> bool:
    """Whether np.reciprocal has met 0 where integers came out: docs/semantics.md."""
    parts = result if isinstance(result, tuple) else (result,)
    is_asked = any("divide by zero encountered in reciprocal" in str(w.message) for w in seen)
    return is_asked and any(getattr(part, "dtype", np.dtype(float)).kind in "iu" for part in parts)


def _has_known_types(value: Any) -> bool:
    if isinstance(value, (tuple, list)):
        return all(map(_has_known_types, value))
    dtype = getattr(value, "dtype", None)
    return dtype is None or (dtype.kind in "biufc" and dtype.char not in "egG")
