"""Graphs: a source, tasks and a sink, joined by `>>`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Protocol

from unpython._tasks.sources import Sink, Source, check_sink

if TYPE_CHECKING:
    from unpython._tasks.report import GraphReport
    from unpython._tasks.running import Run, RunHere


class Runs(Protocol):
    """What runs graphs and tells of runs. It stands above this file, and `_tasks` itself names it."""

    def start(self, graph: Graph, ahead: int | None, progress: Any, with_caller: bool) -> Any: ...
    def results_of(self, graph: Graph) -> Iterator[Any]: ...
    def report_of(self, graph: Graph, run: Run | RunHere | None) -> GraphReport: ...


class Part:
    """What may stand between `>>`: tasks, splits, joins, and graphs of them."""

    follows_source = True
    __array_ufunc__ = None  # `array >> part` is ours, not NumPy's shift of bits

    def __rshift__(self, other: Any) -> Graph:
        return Graph((self,)) >> other

    def __rrshift__(self, source: Any) -> Graph:
        return source >> Graph((self,))


class Graph(Part):
    """Tasks one after the other, with a source and a sink or without. A graph is not changed by `>>` nor by a run."""

    runs: Runs

    def __init__(self, parts: tuple[Part, ...], source: Any = None, sink: Any = None) -> None:
        self.parts = parts
        self.source = source
        self.sink = sink
        self._last: Run | RunHere | None = None

    def __rshift__(self, other: Any) -> Graph:
        if self.sink is not None:
            raise TypeError("nothing can follow the sink of a graph; write up.task(f) where f is a task and not a sink")
        if isinstance(other, Graph):
            if other.source is not None:
                raise TypeError("a graph with a source can only stand first")
            return Graph(self.parts + other.parts, self.source, other.sink)
        if isinstance(other, Part):
            return Graph((*self.parts, other), self.source)
        check_sink(other)
        return Graph(self.parts, self.source, Sink(other))

    def __rrshift__(self, source: Any) -> Graph:
        if self.source is not None:
            raise TypeError("the graph has a source already")
        return Graph(self.parts, Source.of(source), self.sink)

    def __repr__(self) -> str:
        ends = [[repr(end)] if end is not None else [] for end in (self.source, self.sink)]
        return " >> ".join([*ends[0], *map(repr, self.parts), *ends[1]])

    def start(
        self, *, ahead: int | None = None, progress: bool | Callable[[int, int | None], Any] = False
    ) -> Run:
        """Begins to run the graph and gives a future: `result()` waits for what run() returns, `stop()` ends the run.

        `ahead`: how many items may wait between two tasks; None: two arrays, or 256 items without arrays.
        `progress`: a function of the number of items done and of that of all (None: unknown), or True: tqdm's bar, where tqdm is
        installed."""
        run: Run = self.runs.start(self, ahead, progress, with_caller=False)
        self._last = run
        return run

    def run(self, *, ahead: int | None = None, progress: bool | Callable[[int, int | None], Any] = False) -> Any:
        """Runs until the source ends. Returns the results in a list; with a sink, what the sink is, and of an array the part that
        was filled. Raises what a task raised. Options as for start()."""
        run = self._last = self.runs.start(self, ahead, progress, with_caller=True)
        try:
            run.work()
            return run.result()
        finally:
            run.stop(wait=True)

    def __iter__(self) -> Iterator[Any]:
        """The results as they come. The run ends when the loop over them does."""
        if self.sink is not None:
            raise TypeError("a graph with a sink has no results to iterate over; use run()")
        return self.runs.results_of(self)

    def explain(self) -> GraphReport:
        """What each task did in the last run, which may still go on: items, seconds at work and waiting, and how many items waited
        before it at most. Before a run: what would share a thread, and where copies to and from devices stand."""
        return self.runs.report_of(self, self._last)
