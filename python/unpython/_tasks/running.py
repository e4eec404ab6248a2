"""One run of a graph: its threads, its end, its failure.

Problem: a thread takes longer to begin than a small graph to run, and the caller of run() waits.
Choice:  the caller of run() does what the last thread would do, where that is no function of the user. Other functions of the user
         have threads of their own: run() ends when another one fails, however long they take.

Threads know the core of a run, and not the run that the user holds: when nobody holds the run and its graph any more, the threads end.
"""

from __future__ import annotations

import _thread
import atexit
import concurrent.futures
import functools
import itertools
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from typing import Any

from unpython import _core, _started
from unpython._options import Within
from unpython._tasks.graph import Graph
from unpython._tasks.plan import Plan
from unpython._tasks.queues import Stopped
from unpython._tasks.sources import Taker
from unpython._tasks.stages import Stage
from unpython._tasks.steps import SinkStep

_SECONDS_TO_END = 0.1  # for which an interrupted run waits for calls that go on
_SECONDS_AT_EXIT = 2.0  # for which the end of the program waits for all runs: no thread may be in compiled code then

Progress = Callable[[int, "int | None"], Any]


class Run(_started.Future[Any]):
    """A run that goes on: `result()` waits for what run() returns; `await` works too."""

    def __init__(self, core: _Core) -> None:
        super().__init__()
        self._core = core
        self.set_running_or_notify_cancel()

    @property
    def plan(self) -> Plan:
        return self._core.plan

    def work(self) -> None:
        """Does the caller's share of a run that began `with_caller`."""
        self._core.work()

    def interrupted(self) -> None:
        self.stop()

    def stop(self, wait: bool = False) -> None:
        """Ends the run before its source does: result() then raises CancelledError. `wait`: for the threads, a moment."""
        self._core.stop()
        if wait:
            self._core.join(_SECONDS_TO_END)


class RunHere:
    """A run that its caller does alone, stage by stage, when work() is called."""

    def __init__(self, plan: Plan, result: Callable[[], Any], at_end: Callable[[], None]) -> None:
        self.plan = plan
        self._result = result
        self._at_end = at_end
        self._problem: BaseException | None = None
        self._is_done = False

    def work(self) -> None:
        try:
            for stage in self.plan.stages:
                stage.run()
        except BaseException as problem:
            self._problem = problem
        self._at_end()
        self._is_done = True

    def result(self) -> Any:
        if self._problem is not None:
            raise self._problem
        return self._result()

    def done(self) -> bool:
        return self._is_done

    def exception(self) -> BaseException | None:
        return self._problem

    def stop(self, wait: bool = False) -> None:
        pass


_going: dict[threading.Thread, _Core] = {}  # threads of runs, until they end


@atexit.register
def _end_all() -> None:
    cores = {core for thread, core in list(_going.items()) if thread.is_alive()}
    for core in cores:
        core.run = None  # nobody waits for it
        core.stop()
    end = time.monotonic() + _SECONDS_AT_EXIT
    for core in cores:
        core.join(end - time.monotonic())


class _Core:
    def __init__(self, plan: Plan, result: Callable[[], Any], at_end: Callable[[], None]) -> None:
        self.plan = plan
        self.problem: BaseException | None = None
        self._result = result
        self._at_end = at_end
        self._lock = threading.Lock()  # guards what follows
        self._is_stopped = False
        self._is_told = False
        self._flag = _core.StopFlag()  # ends calls of compiled functions
        self._open = len(plan.stages)
        self._left: list[Stage] = []  # for whoever calls work()
        self.run: weakref.ref[Run] | None = None  # to be told of the end; None: nobody holds it, or it has been told

    def start(self, with_caller: bool) -> None:
        """`with_caller`: who calls work(), if the plan has a share for the caller."""
        options = _started.current_options() or {}
        shares = list(self.plan.shares)
        if with_caller and self.plan.has_share_of_caller:
            self._left = shares.pop()
        for share in shares:
            thread = threading.Thread(target=self._work_apart, args=(share, options), name=f"unpython {share[-1].name}", daemon=True)
            _going[thread] = self
            thread.start()

    def stop(self) -> None:
        with self._lock:
            if self._open == 0:
                return
            self._is_stopped = True
        self._flag.stop()
        for queue in self.plan.queues:
            queue.stop()

    def join(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        for thread, core in list(_going.items()):
            if core is self and thread is not threading.current_thread() and thread.is_alive():
                thread.join(max(0.0, end - time.monotonic()))

    def work(self) -> None:
        self._work(self._left, {})

    def _work_apart(self, share: list[Stage], options: dict[str, Any]) -> None:
        try:
            self._work(share, options)
        finally:
            _going.pop(threading.current_thread(), None)

    def _work(self, share: list[Stage], options: dict[str, Any]) -> None:
        with Within(options), self._flag:
            for stage in share:
                self._run(stage)

    def _run(self, stage: Stage) -> None:
        try:
            stage.run()
        except Stopped:
            with self._lock:
                self._is_stopped = True
        except BaseException as problem:
            with self._lock:
                if self.problem is None and not self._is_stopped:
                    self.problem = problem
            self.stop()
            self._tell()
        with self._lock:
            self._open -= 1
            is_last = self._open == 0
        if is_last:
            self._tell()

    def _tell(self) -> None:
        """Gives the run, if anybody still holds it, its result or its problem."""
        held = self.run
        run = held() if held is not None else None
        if run is None:
            return
        with self._lock:
            if self._is_told:
                return
            self._is_told = True
            problem = self.problem
            if problem is None and self._is_stopped:
                problem = concurrent.futures.CancelledError()
            if problem is None:
                result = self._result()
        self._at_end()
        if problem is not None:
            run.set_exception(problem)
        else:
            run.set_result(result)
        self.run = None


def start(graph: Graph, ahead: int | None, progress: bool | Progress, with_caller: bool) -> Run | RunHere:
    results: list[Any] = []
    if graph.sink is not None:
        taker, name = graph.sink.opened(), graph.sink.name
    else:
        taker, name = Taker(results.append, lambda: results), "results"
    shown: list[Any] = []  # what shows progress, once the number of items is known
    sink = SinkStep(name, taker, (lambda done: shown[0](done)) if progress else None)
    plan = Plan(graph, ahead, sink)
    at_end = _show(shown, progress, plan.count)
    if with_caller and plan.is_one:
        return RunHere(plan, taker.result, at_end)
    return _begun(_Core(plan, taker.result, at_end), with_caller)


def results_of(graph: Graph) -> Iterator[Any]:
    plan = Plan(graph, None)
    run = graph._last = _begun(_Core(plan, lambda: None, lambda: None), with_caller=False)
    queue = plan.results
    assert queue is not None
    try:
        while True:
            try:
                some = queue.get_some()
            except Stopped:
                run.result()
                return
            if not some:
                break
            while some:
                yield some.popleft().whole()
        run.result()
    finally:
        run.stop(wait=True)


def _begun(core: _Core, with_caller: bool) -> Run:
    run = Run(core)
    core.run = weakref.ref(run, _without_python_code(core.stop))
    core.start(with_caller)
    return run


def _without_python_code(function: Callable[[], None]) -> Callable[[Any], Any]:
    """A callback that calls the function on a thread of its own: Ctrl-C, which the main thread gets, is lost in the Python code of a
    callback."""
    begin = itertools.starmap(_thread.start_new_thread, itertools.repeat((function, ())))
    return functools.partial(next, begin)


def _show(shown: list[Any], progress: bool | Progress, count: int | None) -> Callable[[], None]:
    """Fills `shown` with a function of the number of items done; gives what ends it."""
    if callable(progress):
        shown.append(lambda done: progress(done, count))
        return lambda: None
    bar: Any = None
    if progress:
        try:
            from tqdm.auto import tqdm
        except ImportError:
            pass
        else:
            bar = tqdm(total=count)
    shown.append((lambda done: bar.update(1)) if bar is not None else (lambda done: None))
    return bar.close if bar is not None else (lambda: None)
