"""Functions of the module `statistics`, of lists of numbers of one kind."""

from __future__ import annotations

import statistics
import sys
from typing import Any

from unpython._writing.caught.of_modules import too_few
from unpython._writing.heap.arrays.dates import DateCalls
from unpython._writing.heap.arrays.kinds import FLOAT64, code_of, is_number, number_kind
from unpython._writing.heap.cells import LIST, REAL, ROW, WHOLE, NotOnHeap
from unpython._writing.heap.emitter import Value

_KNOWN = frozenset("mean fmean median stdev pstdev variance pvariance".split())
_REAL_OF_INTEGERS = frozenset("fmean stdev pstdev".split())


class StatisticsCalls(DateCalls):
    def call_known(self, found: Any, args: list[Any], keywords: dict[str, Any], node: Any) -> Value:
        name = getattr(found, "__name__", "")
        if name not in _KNOWN or getattr(statistics, name) is not found or keywords or len(args) != 1:
            return super().call_known(found, args, keywords, node)
        value = self.copied(self.value_of(args[0])) if not self._is_lazy_argument(args[0]) else self.call_list(args, {}, node)
        if value.kind not in (LIST, ROW):
            value = self.copied(self.call_list([value], {}, node))
        for count, error in enumerate(too_few(found)):
            self.check(f"I_[{value.words[0]} + 1] == {count}", type(error), str(error))
        return self._of_numbers(found, name, value)

    def _is_lazy_argument(self, given: Any) -> bool:
        return not isinstance(given, Value) and self._is_lazy(given)

    def _of_numbers(self, found: Any, name: str, value: Value) -> Value:
        kinds = value.cell.of(value.kind)[0].all()
        kind = kinds[0] if len(kinds) == 1 else -1
        if not kinds:
            return self.unknown()
        if kind == WHOLE and name in _REAL_OF_INTEGERS:
            return self.real(self.held(f"statistics_{name}(wholes_listed(I_, {value.words[0]}))"))
        if kind != REAL and not (is_number(kind) and code_of(kind) == FLOAT64):
            raise NotOnHeap("statistics of several kinds of numbers")
        word = self.held(f"statistics_{name}(reals_listed(I_, F_, {value.words[0]}))")
        return self.of(self._given_for(found) if is_number(kind) else REAL, word)

    @staticmethod
    def _given_for(found: Any) -> int:
        """The kind of the result for np.float64."""
        numpy: Any = sys.modules["numpy"]
        made = found([numpy.float64(1.5), numpy.float64(2.5), numpy.float64(4.0)])
        return number_kind("float64") if type(made) is numpy.float64 else REAL
