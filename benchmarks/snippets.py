"""Counts how many of the snippets agree with CPython (compiled as a whole; as steps, of which some run in Python; with no loop
left that is compiled), how many are refused, and how many are wrong.

    python benchmarks/snippets.py                      the counts, by theme
    python benchmarks/snippets.py --refused            and what is said of each that is refused
    python benchmarks/snippets.py --only lists -v      one theme; each snippet with its verdict
    python benchmarks/snippets.py --strict             without steps in Python
"""

from __future__ import annotations

import argparse
import contextlib
import io
import random
import re
import warnings
from collections import Counter
from typing import Any

import numpy as np
import unpython as up
from snippets import THEMES, Snippet, load

VERDICTS = ("compiled", "steps", "python", "refused", "wrong")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", help="a theme or the name of a snippet")
    parser.add_argument("--refused", action="store_true", help="say what is refused, and why")
    parser.add_argument("-v", "--verbose", action="store_true", help="each snippet with its verdict")
    parser.add_argument("--strict", action="store_true", help="no steps in Python")
    options = parser.parse_args()
    chosen = [s for s in load() if not options.only or {s.theme, s.function.__name__} & set(options.only)]
    counts: dict[str, Counter] = {theme: Counter() for theme in THEMES}
    for snippet in chosen:
        verdict, why = judge(snippet, options.strict)
        counts[snippet.theme][verdict] += 1
        if options.verbose or verdict == "wrong" or (options.refused and verdict == "refused"):
            print(f"{verdict:8} {snippet.theme}.{snippet.function.__name__}: {why}", flush=True)
    _print_table(counts)


def judge(snippet: Snippet, strict: bool) -> tuple[str, str]:
    """The verdict, and the sentence of the refusal or the difference."""
    expected = run(snippet.function, snippet.fresh_arguments())
    try:
        compiled = up.jit(strict=strict)(snippet.function)
        found = run(compiled, snippet.fresh_arguments())
    except Exception as error:  # of the decorator
        found = Outcome(error, (), "")
    if _is_refusal(found.result, expected.result):
        return "refused", _first_sentence(found.result)
    difference = differs(found, expected)
    return ("wrong", difference) if difference else (_how_it_ran(compiled), "")


def _how_it_ran(compiled: Any) -> str:
    if compiled.ran_on != "python":
        return "compiled"
    report = compiled.explain().as_dict()
    return "steps" if report.get("compiled") else "python"


class Outcome:
    """What a call gave, what it left in its arguments, and what it printed."""

    def __init__(self, result: Any, arguments: tuple, printed: str):
        self.result = result
        self.arguments = arguments
        self.printed = printed


def run(function: Any, arguments: tuple) -> Outcome:
    np.random.seed(17)
    random.seed(17)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            result = function(*arguments)
        except Exception as error:
            result = error
    return Outcome(result, arguments, printed.getvalue())


def _is_refusal(found: Any, expected: Any) -> bool:
    """An error that CPython does not raise is ours."""
    return isinstance(found, Exception) and type(found) is not type(expected)


def _first_sentence(error: Exception) -> str:
    lines = [line for line in str(error).splitlines() if line.strip()]
    return f"{type(error).__name__}: {lines[0].split(': ', 1)[-1] if lines else ''}"


def differs(found: Outcome, expected: Outcome) -> str:
    if not _same_text(found.printed, expected.printed):
        return f"printed {found.printed!r}, not {expected.printed!r}"
    if not same(found.result, expected.result):
        return f"returned {found.result!r}, not {expected.result!r}"
    return "" if same(found.arguments, expected.arguments) else "left other values in its arguments"


def _same_text(found: str, expected: str) -> bool:
    """Equal, numbers in it as `same` has them."""
    number = re.compile(r"-?\d+\.\d+(?:e[-+]\d+)?")
    numbers = [list(map(float, number.findall(text))) for text in (found, expected)]
    return number.sub("0", found) == number.sub("0", expected) and same(*numbers)


def same(found: Any, expected: Any) -> bool:
    """Equal in kind, shape and element type; floats up to what another order of a sum does."""
    if isinstance(expected, Exception):
        return type(found) is type(expected)
    if isinstance(expected, (np.ndarray, np.generic)):
        return _same_array(found, expected)
    if isinstance(expected, (tuple, list)):
        return type(found) is type(expected) and len(found) == len(expected) and all(map(same, found, expected))
    if isinstance(expected, dict):
        return type(found) is type(expected) and same(list(found.items()), list(expected.items()))
    if isinstance(expected, (float, complex)):
        return type(found) is type(expected) and bool(np.isclose(found, expected, rtol=1e-9, atol=1e-12, equal_nan=True))
    if hasattr(expected, "__dict__") and not callable(expected) and type(expected).__module__.startswith("snippets"):
        return type(found) is type(expected) and same(vars(found), vars(expected))
    if type(expected) in (int, bool, str, type(None), set):
        return type(found) is type(expected) and found == expected
    return type(found) is type(expected)


def _same_array(found: Any, expected: Any) -> bool:
    if isinstance(expected, np.ndarray) != isinstance(found, np.ndarray):
        return False
    if found is None or not hasattr(found, "dtype") or found.dtype != expected.dtype or found.shape != expected.shape:
        return False
    if expected.dtype.names:
        return all(same(found[name], expected[name]) for name in expected.dtype.names)
    if expected.dtype.kind in "fc":
        tolerance = 1e-9 if expected.dtype.itemsize >= 8 and expected.dtype != np.complex64 else 1e-5
        return bool(np.allclose(found, expected, rtol=tolerance, atol=tolerance * 1e-2, equal_nan=True))
    return bool(np.array_equal(found, expected))


def _print_table(counts: dict[str, Counter]) -> None:
    total = sum(counts.values(), Counter())
    print(f"{'theme':12}" + "".join(f"{v:>9}" for v in VERDICTS) + f"{'of':>9}")
    for theme, found in [*counts.items(), ("all", total)]:
        if found:
            print(f"{theme:12}" + "".join(f"{found[v]:9}" for v in VERDICTS) + f"{sum(found.values()):9}")


if __name__ == "__main__":
    main()
