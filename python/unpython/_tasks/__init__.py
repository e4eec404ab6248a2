"""up.task and its kin: functions joined by `>>` to graphs, each with a thread of its own and bounded queues between them.

    task.py        a function with what was said about it: rates, device, name
    graph.py       what `>>` makes; run, start, iteration, explain
    branches.py    up.split and up.join
    sources.py     what may stand at both ends
    plan.py        from a graph to stages: what shares a thread, where copies to and from devices stand
    steps.py       what a stage does with an item
    streams.py     tasks with rates: windows, schedules, firings
    stages.py      threads, which take from one queue and give to the next
    queues.py      bounded queues
    ownership.py   which arrays may be changed in place
    running.py     one run of a graph: its threads, its end, its failure
    report.py      what explain() gives
"""

from __future__ import annotations

from unpython._tasks.graph import Graph
from unpython._tasks.report import GraphReport
from unpython._tasks.running import results_of, start


class _Runs:
    start = staticmethod(start)
    results_of = staticmethod(results_of)
    report_of = staticmethod(GraphReport.of)


Graph.runs = _Runs()
