"""The table of calls: for each published function how to call it, on arrays of which numbers of dimensions.

One text per function, its calls one behind the other with ` | ` between. `2+:` before a call: the array `x` has at least two
dimensions; `1-2:`: one or two; `3:`: three; without, any number. What a call may name (support/numpy_arguments.py makes
them, all of one type and layout):

    x, y     one shape of the number of dimensions that is tried        v, w     vectors of 6
    p        the same shape, nothing below 1                            r        a rising vector of 6
    k        the same shape, small and not below 0                      s        4 by 4, far from singular
    i        6 indices below 6, int64                                   c        a truth value for each element of v

`do:` before a call: a statement, judged by what it leaves in the arguments.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from support.numpy_table import algebra, elementwise, making, ordering, reducing, shaping

MOST_DIMENSIONS = 4
_RANKS = re.compile(r"^(?:(\d)(\+|-(\d))?:\s*)?(.*)$")
_OF_ANY_RANK = re.compile(r"\b[xypk]\b(?!=)")


@dataclass(frozen=True)
class Call:
    function: str  # "numpy.sum"
    text: str
    ranks: range
    is_statement: bool = False


def _parsed(function: str, entry: str) -> Call:
    match = _RANKS.match(entry.strip())
    assert match is not None
    low, open_end, high, text = match.groups()
    if not _OF_ANY_RANK.search(text):
        ranks = range(1, 2)  # the same whatever x is
    elif low is None:
        ranks = range(MOST_DIMENSIONS + 1)
    else:
        ranks = range(int(low), (MOST_DIMENSIONS if open_end == "+" else int(high or low)) + 1)
    statement = text.startswith("do:")
    return Call(function, text.removeprefix("do:").strip(), ranks, statement)


def _full_name(name: str) -> str:
    return "ndarray." + name[2:] if name.startswith("a.") else "numpy." + name


GROUPS: dict[str, list[Call]] = {
    f"{module.__name__.rpartition('.')[2]}-{title}": [
        _parsed(_full_name(name), entry) for name, text in part.items() for entry in text.split(" | ")
    ]
    for module in (elementwise, reducing, shaping, making, ordering, algebra)
    for title, part in module.TABLE.items()
}
