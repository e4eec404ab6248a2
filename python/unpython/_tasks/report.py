"""What graph.explain() gives: a row for each stage."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from unpython._tasks.plan import Plan
from unpython._tasks.sources import Taker
from unpython._tasks.steps import SinkStep

if TYPE_CHECKING:
    from unpython._tasks.graph import Graph
    from unpython._tasks.running import Run, RunHere


class GraphReport:
    """Rows of figures: name of the tasks that share a thread, items, seconds at work, seconds waiting, most items in the queue."""

    def __init__(self, graph: str, state: str, rows: list[dict[str, Any]]) -> None:
        self._graph = graph
        self._state = state
        self._rows = rows

    @staticmethod
    def of(graph: Graph, run: Run | RunHere | None) -> GraphReport:
        plan = run.plan if run is not None else Plan(graph, None, SinkStep("results", Taker(print, lambda: None), None))
        state = "not run" if run is None else "running" if not run.done() else "done"
        if state == "done" and run is not None and run.exception() is not None:
            state = "stopped" if isinstance(run.exception(), (_cancelled(), KeyboardInterrupt)) else "failed"
        rows = [
            {
                "name": stage.name,
                "items": stage.items,
                "busy": stage.busy,
                "waiting": stage.waited,
                "high": stage.before.high if stage.before is not None else 0,
            }
            for stage in plan.stages
        ]
        return GraphReport(repr(graph), state, rows)

    def as_dict(self) -> dict[str, Any]:
        return {"graph": self._graph, "state": self._state, "tasks": [dict(row) for row in self._rows]}

    def __repr__(self) -> str:
        width = max(len(row["name"]) for row in self._rows)
        lines = [f"{self._graph}: {self._state}", f"{'':{width}}   items    busy s    wait s  queue"]
        for row in self._rows:
            figures = f"{row['items']:8} {row['busy']:9.3f} {row['waiting']:9.3f} {row['high']:6}"
            lines.append(f"{row['name']:{width}}{figures}")
        return "\n".join(lines)


def _cancelled() -> type[BaseException]:
    from concurrent.futures import CancelledError

    return CancelledError
