"""up.task, up.split, up.join, up.blocks and up.synchronize. What they need is loaded when the first is used."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, overload

if TYPE_CHECKING:
    from unpython._tasks.branches import Join, Split
    from unpython._tasks.sources import Source
    from unpython._tasks.task import Task


@overload
def task(function: Callable[..., Any], /, **said: Any) -> Task: ...
@overload
def task(**said: Any) -> Callable[[Callable[..., Any]], Task]: ...
def task(function: Any = None, /, **said: Any) -> Any:
    """Makes a function a task of a graph: `source >> up.task(f) >> up.task(g) >> sink`. Each task has a thread of its own.

    A class with `__call__`, or an object of one, is a task with state: each run makes, or copies, the object. Its `finish()`, if it
    has one, gives what is left when the source has ended. A function that yields gives any number of results for an item.

    With rates a task works on a stream of numbers, however they are cut into blocks: `pop=4, push=1, peek=16` calls
    f(window) with 16 numbers, goes on by 4, and f returns one (for `push=2` a tuple of two). A function with rates is compiled, and a
    block is one call. With `peek=1` the function gets the number.

    `args`: further arguments of each call, behind the item; arrays among them are copied to the device of the task once.
    `name`: for messages and explain(). `batch`: how many firings of a task with rates make a block, at least. Other options, such
    as `device`, are those of `unpython.options`, for this task."""
    from unpython._tasks.task import Task

    return (lambda f: Task(f, **said)) if function is None else Task(function, **said)


def split(*branches: Any, by: Any = "turns") -> Split:
    """Deals the items of a graph over branches, each a task, tasks joined by `>>`, or None for what passes as it is.

    `by`: 'turns', one branch after the other; 'copies', each item to all branches; or a function of an item, which gives the number
    of a branch, or any other key: items of one key go to one branch, and keys take branches by turns."""
    from unpython._tasks.branches import Split

    return Split(branches, by)


def join(function: Callable[..., Any] | None = None, /, *, ordered: bool = True) -> Join:
    """Puts the results of the branches before it together, in the order of the items. Where each item went to all branches, the
    results of one item are a tuple, or function(a, b, ...). `ordered=False`: results as they come."""
    from unpython._tasks.branches import Join

    return Join(function, ordered)


def blocks(array: Any, rows: int | None = None) -> Source:
    """A source that cuts an array into blocks along its first axis: views of that many rows, the last one what is left. Without
    `rows`, blocks have about a MiB, or fill the device of the tasks; so do those of an array that is a source itself. Of a tuple of
    arrays with as many rows, items are tuples of blocks."""
    from unpython._tasks.sources import blocks

    return blocks(array, rows)


def synchronize() -> None:
    """Waits for all calls that were begun with f.start(), and for what devices still do: calls whose arrays are on a device return
    before the device is done."""
    from unpython import _started

    _started.synchronize()
