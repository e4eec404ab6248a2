"""From a graph to stages: what shares a thread, and where copies to and from devices stand.

Neighbours that are compiled functions of one place (the CPU, or one named device) share a thread: a call already uses all of the
place. On a device the array that one returns is the array that the next one takes. Copies there and back are stages of
their own, beside the calls; a copy back goes to where the sink has the place of the block. All else has a thread for itself, but for
a source of few items that are there already. Where the source gives one item, nothing runs beside anything else: one thread does all,
and a task that is alone on its device takes host arrays, as its call copies beside the work; but where the sink is a large array: a
copy back goes there at once, and the result of a call with host arrays would be copied once more.
"""

from __future__ import annotations

from typing import Any

from unpython import _core
from unpython._tasks.branches import Join, Split
from unpython._tasks.graph import Graph, Part
from unpython._tasks.queues import Line, Queue, SharedQueue
from unpython._tasks.sources import Cut
from unpython._tasks.stages import (
    JoinAsTheyComeStage,
    JoinStage,
    JoinStreamsStage,
    SourceStage,
    SplitStage,
    Stage,
    TaskStage,
)
from unpython._tasks.steps import CallStep, DownloadStep, SinkStep, Step, UploadStep
from unpython._tasks.streams import FireStep, GatherStep, batches, steady_state
from unpython._tasks.task import Task

_CPU = "cpu"
_NO_BOUND = 1 << 30
_FEW = 64  # items of a list, or blocks of an array
_SMALL_SINK = 256 << 10  # bytes


class Plan:
    """The stages of a run. `is_one`: one item goes through all, in one thread. `results`: the queue of results, where there is no `sink`.
    `shares`: the stages of each thread, which does them in turn. `has_share_of_caller`: the last share runs no function of the user beside
    others, so that who waits for the run may do it."""

    def __init__(self, graph: Graph, ahead: int | None, sink: SinkStep | None = None) -> None:
        if graph.source is None:
            raise TypeError("the graph has no source: write `source >> task`")
        self._ahead = ahead
        self.stages: list[Stage] = []
        self.queues: list[Queue] = []
        source, cut = graph.source, Cut(_multiple(graph.parts), _threads(graph.parts))
        items, keeps = (lambda: source.items(cut)), source.keeps_arrays
        self.count = source.count(cut)
        self.is_one = is_one = self.count == 1 and all(isinstance(part, Task) and part.gives_one for part in graph.parts)
        # What is there already waits without memory of its own: one thread puts all items there before it takes the first.
        is_there = is_one or (ahead is None and source.keeps_arrays and self.count is not None and self.count <= _FEW)
        queue = Line() if is_one else Queue(_NO_BOUND if is_there else ahead)
        self.queues.append(queue)
        self.stages.append(SourceStage(repr(source), queue, items, not keeps))
        after = None if sink is not None else self.queue()
        self.results = after
        _Chain(self, queue, after, may_end=graph.sink is None, is_one=is_one).add_all(graph.parts, sink)
        first = len(self.stages) if is_one else 2 if is_there else 1
        self.shares = [self.stages[:first], *([stage] for stage in self.stages[first:])]
        self.has_share_of_caller = is_one or (sink is not None and not sink.taker.is_users)

    def queue(self) -> Queue:
        self.queues.append(Queue(self._ahead))
        return self.queues[-1]


class _Chain:
    """The stages between two queues. `may_end`: whether the last task may return None. `is_one`: one stage."""

    def __init__(self, plan: Plan, before: Queue, after: Any, may_end: bool, is_one: bool = False) -> None:
        self._plan = plan
        self._before = before
        self._after = after
        self._may_end = may_end
        self._is_one = is_one
        self._steps: list[Step] = []
        self._place = ""  # of the steps that share a thread; empty: nothing joins them
        self._device = ""  # where items lie; empty: in host memory

    def add_all(self, parts: tuple[Part, ...], sink: SinkStep | None = None) -> None:
        waiting: list[int] = []  # batches of the tasks with rates that come
        takes_results = self._is_one and (sink is None or sink.taker.bytes <= _SMALL_SINK)
        devices = [_device_of(part) if isinstance(part, Task) else "" for part in parts]
        for number, part in enumerate(parts):
            if isinstance(part, Task):
                if part.is_stream and not waiting:
                    waiting = batches(_streams(parts[number:]))
                is_alone = takes_results and devices[number] not in devices[max(0, number - 1) : number] + devices[number + 1 : number + 2]
                self._add_task(part, waiting.pop(0) if part.is_stream else 0, "" if is_alone else devices[number])
            elif isinstance(part, Split):
                following = parts[number + 1] if number + 1 < len(parts) else None
                self._add_split(part, following if isinstance(following, Join) else Join(None, True))
            elif number == 0 or not isinstance(parts[number - 1], Split):
                raise TypeError("up.join stands behind up.split")
        if self._may_end and self._steps and isinstance(self._steps[-1], CallStep):
            self._steps[-1].is_last = True
        self._add_download(sink)
        if sink is not None:
            self._add(sink, "")
        if not self._steps:  # as an empty branch
            self._steps.append(_Pass())
        self._flush(self._after)

    def _add_task(self, task: Task, batch: int, device: str) -> None:
        """`device`: where arrays of the task lie."""
        place = device or (_CPU if (task.is_compiled or task.is_stream) and not task.is_stateful else "")
        follows_stream = bool(self._steps) and isinstance(self._steps[-1], FireStep)
        if task.is_stream and not (follows_stream and task.pop == task.peek == 1 and self._device == device):
            self._add_download()
            self._add(GatherStep(task, batch), "" if device else place)
        if self._device != device:
            self._add_download()
        if device and not self._device:
            if not (self._steps and isinstance(self._steps[-1], GatherStep)):
                self._flush()
            self._steps.append(UploadStep(device))
            self._place = ""
            self._device = device
        self._add(FireStep(task) if task.is_stream else CallStep(task, device), place)

    def _add(self, step: Step, place: str) -> None:
        last = self._steps[-1] if self._steps else None
        if isinstance(step, SinkStep):
            is_fed = isinstance(last, DownloadStep) and not step.taker.is_users
        else:
            is_fed = isinstance(last, GatherStep)
        if self._steps and not is_fed and (not place or place != self._place):
            self._flush()
        self._steps.append(step)
        self._place = place

    def _add_download(self, sink: SinkStep | None = None) -> None:
        if self._device:
            self._add(DownloadStep(self._device, sink.taker if sink is not None else None), "")
            self._device = ""

    def _flush(self, after: Any = None) -> None:
        """Makes a stage of the steps; what follows gets a queue of its own."""
        is_last = after is not None or (bool(self._steps) and isinstance(self._steps[-1], SinkStep))
        if not self._steps or (self._is_one and not is_last):
            return
        to = after if is_last else self._plan.queue()
        self._plan.stages.append(TaskStage(self._steps, self._before, to))
        self._steps, self._place = [], ""
        if not is_last:
            self._before = to

    def _add_split(self, split: Split, join: Join) -> None:
        self._add_download()
        self._flush()
        plan, copies = self._plan, split.by == "copies"
        has_streams = any(isinstance(p, Task) and p.is_stream for b in split.branches for p in b.parts)
        if join.ordered and not (copies and has_streams):
            for branch in split.branches:
                _check_gives_one(branch)
        shared = not join.ordered or (copies and has_streams)
        inner = [plan.queue() for _ in split.branches]
        order = Queue(_NO_BOUND) if not shared and not copies else None
        if order is not None:
            plan.queues.append(order)
        plan.stages.append(SplitStage(self._before, inner, split.by, order))
        arrivals = plan.queue() if shared else None
        opened = list(range(len(inner)))
        ends = [SharedQueue(arrivals, opened, n) if arrivals else plan.queue() for n in range(len(inner))]
        for branch, queue, end in zip(split.branches, inner, ends):
            _Chain(plan, queue, end, may_end=False).add_all(branch.parts)
        after = plan.queue()
        if arrivals is None:
            plan.stages.append(JoinStage(ends, order, after))  # type: ignore[arg-type]
        elif join.ordered:
            plan.stages.append(JoinStreamsStage(arrivals, len(inner), after))
        else:
            plan.stages.append(JoinAsTheyComeStage(arrivals, after))
        self._before = after
        if join.task is not None:
            self._add_task(join.task, 0, _device_of(join.task))


class _Pass(Step):
    name = "pass"

    def feed(self, item: Any) -> Any:
        return (item,)


def _streams(parts: tuple[Part, ...]) -> list[Task]:
    """The tasks with rates that stand at the beginning."""
    found: list[Task] = []
    for part in parts:
        if not (isinstance(part, Task) and part.is_stream):
            break
        found.append(part)
    return found


def _multiple(parts: tuple[Part, ...]) -> int:
    """Of how many rows the blocks of an array are to be a multiple."""
    streams = _streams(parts)
    return steady_state(streams)[0] * streams[0].pop if streams else 1


def _check_gives_one(branch: Graph) -> None:
    for part in branch.parts:
        if isinstance(part, Task) and not part.gives_one:
            raise TypeError(
                f"{part!r} in a branch gives any number of results, so that their order is not known: write"
                " up.join(ordered=False) behind up.split"
            )


def _device_of(task: Task) -> str:
    """The device on which arrays are to lie for a task: one that is named for a compiled function, and is there."""
    named = task.named_device
    found = _core.find_device(named) if named else None
    return found[0] if found is not None else ""  # a call says why


def _threads(parts: tuple[Part, ...]) -> int:
    """How many fill the largest of the devices of tasks in a row."""
    named = {part.named_device for part in parts if isinstance(part, Task)} - {""}
    return max((found[1] for found in map(_core.find_device, named) if found is not None), default=0)
