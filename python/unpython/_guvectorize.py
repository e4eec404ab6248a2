"""up.guvectorize: functions of small arrays as generalized ufuncs. _vectorize.py says how the user's function becomes a part of the program."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np

from unpython import _core, _options
from unpython._vectorize import _Compiled, _given, _native


class Generalized(_Compiled):
    """A function of small arrays that takes arrays of them, as a generalized ufunc of NumPy does."""

    nout = 1

    def __init__(self, function: Any, signature: str, options: dict[str, Any]) -> None:
        super().__init__(function, "up.guvectorize()", options)
        self._given = (signature,)
        self.signature = signature
        self._inputs, self._output = _parsed(signature)
        if len(self._inputs) != self.nin:
            raise TypeError(f"the signature {signature!r} has {len(self._inputs)} inputs, and {self._function.__name__}() has {self.nin} parameters")

    def __repr__(self) -> str:
        return f"<up.guvectorize of {self._function.__qualname__}, {self.signature}>"

    def _otherwise(self, *args: Any, out: Any = None) -> Any:
        if len(args) != self.nin:
            raise TypeError(f"{self._function.__name__}() takes {self.nin} arrays, and {len(args)} were given")
        arrays = [_native(np.asarray(a)) for a in args]
        sizes = self._sizes(arrays)
        loops = [a.shape[: a.ndim - len(core)] for a, core in zip(arrays, self._inputs)]
        shape = np.broadcast_shapes(*loops)
        count = int(np.prod(shape, dtype=int))
        items = [
            np.broadcast_to(a, shape + a.shape[a.ndim - len(core) :]).reshape((count, *a.shape[a.ndim - len(core) :]))
            for a, core in zip(arrays, self._inputs)
        ]
        core = tuple(sizes[name] for name in self._output)
        return _given(self._each(items, core).reshape(shape + core), out)

    def _each(self, items: list[Any], core: tuple[int, ...]) -> Any:
        if _core.settings()["disable"]:
            return self._each_in_python(items, core)
        try:
            return self._within(f"each{self.nin}")(np.broadcast_to(0.0, core), *items)
        except _core.CompileError as error:
            strict = _options.is_strict()
            made = self._each_in_python([a[:1] for a in items] if strict else items, core)  # ValueError for another shape
            if strict:
                raise
            self._warn_of(error)
            return made

    def _sizes(self, arrays: list[Any]) -> dict[str, int]:
        sizes: dict[str, int] = {}
        for number, (array, core) in enumerate(zip(arrays, self._inputs)):
            if array.ndim < len(core):
                raise ValueError(f"input {number} has {array.ndim} dimensions, and {self.signature} asks for at least {len(core)}")
            for name, extent in zip(core, array.shape[array.ndim - len(core) :]):
                if sizes.setdefault(name, extent) != extent:
                    raise ValueError(f"dimension {name!r} of {self.signature} is {sizes[name]} and, in input {number}, {extent}")
        return sizes

    def _each_in_python(self, items: list[Any], core: tuple[int, ...]) -> Any:
        count = len(items[0])
        made = [np.asarray(self._function(*(a[k] for a in items))) for k in range(count)]
        if count == 0:  # the type that results would have
            made = [np.asarray(self._function(*(np.zeros(a.shape[1:], a.dtype)[()] for a in items)))]
        for result in made:
            if result.shape != core:
                name = self._function.__name__
                raise ValueError(f"{name}() gave an array of shape {result.shape}, and {self.signature} asks for {core}")
        return np.array(made)[:count]


def _parsed(signature: str) -> tuple[list[tuple[str, ...]], tuple[str, ...]]:
    """The names of the dimensions of each input, and those of the output."""
    text = re.sub(r"\s", "", signature)
    group = r"\((?:\w+(?:,\w+)*)?\)"
    if not re.fullmatch(f"{group}(?:,{group})*->{group}", text):
        raise ValueError(f"{signature!r} is not a signature with one output, such as '(n),(n)->()'")
    found = [tuple(n for n in g[1:-1].split(",") if n) for g in re.findall(group, text)]
    inputs, output = found[:-1], found[-1]
    unknown = set(output) - {name for core in inputs for name in core}
    if unknown:
        raise ValueError(f"the output of {signature!r} has a dimension that no input has: {', '.join(sorted(unknown))}")
    return inputs, output


def guvectorize(signature: str, /, **options: Any) -> Callable[[Any], Generalized]:
    """Makes a function of small arrays, which returns a number or an array, one of arrays of them: '(n),(n)->()' says what the
    last dimensions of its arguments and of its result are. The first dimensions broadcast, and run in parallel.

    >>> @up.guvectorize('(n),(n)->()')
    ... def distance(x, y):
    ...     return np.sqrt(((x - y) ** 2).sum())
    """
    if not isinstance(signature, str):
        raise TypeError("write @up.guvectorize('(n),(n)->()') with the signature of the function")
    return lambda function: Generalized(function, signature, options)
