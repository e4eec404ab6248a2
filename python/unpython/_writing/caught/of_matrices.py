"""What functions of np.linalg raise: LinAlgError of matrices that are not square, that are singular, that are not positive definite."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from typing import Any

from unpython._writing.calls import OwnCall
from unpython._writing.nodes import copy_tree
from unpython._writing.text.kinds import NotTexts

_ALL = (
    ValueError, TypeError, IndexError, KeyError, ZeroDivisionError, OverflowError, FloatingPointError, AttributeError, UnboundLocalError,
    AssertionError, StopIteration, MemoryError, NotImplementedError, RecursionError, OSError, BufferError, EOFError, ImportError, UnicodeError,
)  # fmt: skip
_NO_MATRICES = frozenset(
    "sum mean min max std var any all dot copy astype reshape ravel flatten transpose tolist item round argmax argmin argsort trace normal "
    "standard_normal random integers uniform".split()
)
_NOT_SQUARE = "Last 2 dimensions of the array must be square"


def _error() -> Any:
    return getattr(getattr(sys.modules.get("numpy"), "linalg", None), "LinAlgError", None)


def _is_caught_alone(catches: Callable[..., bool]) -> bool:
    """Whether LinAlgError is all that is caught: nothing but np.linalg raises it."""
    error = _error()
    return error is not None and catches(error) and not catches(*_ALL)


def of_linalg(found: Any, node: ast.Call, name: str) -> ast.Call:
    """np.linalg.solve(a, b). `found`: what finds the raisers of a statement (parts.py)."""
    tests = _tests(name, len(node.args))
    if node.keywords or tests is None or not _is_caught_alone(found._catches):
        raise NotTexts
    was_late = found._is_late
    found._see_arguments(node)
    found._is_late = was_late  # what has happened in the arguments is done before, too
    before: list[ast.stmt] = []
    for i, argument in enumerate(node.args):
        node.args[i], more = found._again(argument)
        before += more
    for function, count, message in tests:
        asked = OwnCall(function, list(map(copy_tree, node.args[:count])))
        found._raises(_error(), ast.fix_missing_locations(ast.copy_location(asked, node)), ast.Constant(message), before)
        before = []
    found._is_late = True
    return node


def of_arrays(found: Any, node: Any, name: str) -> ast.Call | None:
    """A call of a function of NumPy, or of a method of an array or a generator, that knows nothing of LinAlgError; None for another one."""
    is_function = name.startswith("numpy.") and name.count(".") < 3
    if not (is_function or (not name and node.func.attr in _NO_MATRICES)) or not _is_caught_alone(found._catches):
        return None
    node.func.value = node.func.value if is_function else found.seen(node.func.value)
    found._see_arguments(node)
    found._is_late = True
    return node  # type: ignore[no-any-return]


def _tests(name: str, count: int) -> list[tuple[Any, int, str]] | None:
    """Of a function of np.linalg with so many arguments: what asks how many of them whether it raises, and with which text. None where that
    is not known."""
    from unpython._library.numpy_functions import matrix_tests

    of_square = (matrix_tests.is_not_square, 1, _NOT_SQUARE)
    if name == "norm" and count == 1:
        return []
    known: dict[tuple[str, int], list[tuple[Any, int, str]]] = {
        ("inv", 1): [of_square, (matrix_tests.is_singular, 1, "Singular matrix")],
        ("solve", 2): [of_square, (matrix_tests.has_no_solution, 2, "Singular matrix")],
        ("cholesky", 1): [of_square, (matrix_tests.is_not_positive_definite, 1, "Matrix is not positive definite")],
        ("det", 1): [of_square],
        ("slogdet", 1): [of_square],
    }
    return known.get((name, count))
