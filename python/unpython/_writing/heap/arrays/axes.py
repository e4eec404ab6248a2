"""Axes that the run says: `x.sum(axis=axis)` is written once for each axis that the array has, since what comes has another kind then."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from unpython._writing.heap.arrays.kinds import dimensions_of, is_array, is_integer, is_number
from unpython._writing.heap.arrays.raising import Raising
from unpython._writing.heap.cells import BOOL, NONE, WHOLE
from unpython._writing.heap.emitter import Value

_ALONG = "sum|mean|max|min|std|var|any|all|argmax|argmin|cumsum|cumprod|prod|sort|argsort|median|ptp|diff|flip"
_CHOICES = (
    re.compile(r"\baxis=a(\d+)_(?!\w)"),
    re.compile(rf"^a0_\.(?:{_ALONG})\(a(\d+)_[,)]"),
    re.compile(rf"^np\.(?:{_ALONG.replace('|diff', '')})\(a0_, a(\d+)_[,)]"),
)
_KEEPS = re.compile(r"\bkeepdims=a(\d+)_(?!\w)")


class Axes(Raising):
    _computed: Any

    def _chosen(self, template: str, operands: list[Value], node: Any) -> Value:
        """The value of a template of operands of one kind each."""
        for number, operand in enumerate(operands):
            if operand.kind == NONE:
                template = _with(template, number, "None")
        if (keeps := _KEEPS.search(template)) is not None and operands[int(keeps[1])].kind == BOOL:
            number = int(keeps[1])

            def kept(text: str) -> Callable[[], Value]:
                return lambda: self._chosen(_with(template, number, text), operands, node)

            return self.joined("kept", [(self.test(operands[number]), kept("True"))], kept("False"))
        found = next((m for m in (choice.search(template) for choice in _CHOICES) if m is not None), None)
        array = operands[0] if operands else None
        if found is None or array is None or not is_array(array.kind) or not _is_whole(operands[int(found[1])].kind):
            return self._computed(template, operands, node)  # type: ignore[no-any-return]
        return self._along(template, operands, int(found[1]), node)

    def _along(self, template: str, operands: list[Value], number: int, node: Any) -> Value:
        word, count = operands[number].words[0], dimensions_of(operands[0].kind)

        def of(axis: int) -> Callable[[], Value]:
            return lambda: self._chosen(_with(template, number, str(axis)), operands, node)

        def outside() -> Value:
            self.behind_raised(template, operands, True)
            return self.wrong("an axis that an array lacks")

        return self.joined("axis", [(f"{word} == {axis} or {word} == {axis - count}", of(axis)) for axis in range(count)], outside)


def _is_whole(kind: int) -> bool:
    return kind == WHOLE or (is_number(kind) and is_integer(kind))


def _with(template: str, number: int, text: str) -> str:
    return re.sub(rf"\ba{number}_(?!\w)", text, template)
