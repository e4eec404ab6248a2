"""What functions of the modules `math` and `statistics` raise."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

_DOMAIN = "math domain error"
_INFINITE = "abs(x) == 1e999"
#: Functions of math: where which exception is raised, and its text.
OF_MATH: dict[str, tuple[type, str, str]] = {
    "sqrt": (ValueError, "x < 0", _DOMAIN), "log": (ValueError, "x <= 0", _DOMAIN), "log2": (ValueError, "x <= 0", _DOMAIN),
    "log10": (ValueError, "x <= 0", _DOMAIN), "asin": (ValueError, "abs(x) > 1", _DOMAIN), "acos": (ValueError, "abs(x) > 1", _DOMAIN),
    "sin": (ValueError, _INFINITE, _DOMAIN), "cos": (ValueError, _INFINITE, _DOMAIN), "tan": (ValueError, _INFINITE, _DOMAIN),
    "exp": (OverflowError, "1e999 > x > 709.782712893384", "math range error"), "atan": (ValueError, "", ""),
    "fabs": (ValueError, "", ""), "degrees": (ValueError, "", ""), "radians": (ValueError, "", ""), "isnan": (ValueError, "", ""),
    "isinf": (ValueError, "", ""), "tanh": (ValueError, "", ""),
}  # fmt: skip


def too_few(function: Callable[[Any], Any]) -> list[Exception]:
    """What a function of `statistics` raises of no numbers, of one, and so on: as many exceptions as are too few."""
    found: list[Exception] = []
    for count in range(3):
        try:
            function([0.0] * count)
        except Exception as error:
            found.append(error)
    return found
