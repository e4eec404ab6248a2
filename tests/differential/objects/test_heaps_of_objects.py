"""Heaps of named tuples and of objects whose class says which is before another one."""

import heapq
from collections import namedtuple
from dataclasses import dataclass, field
from heapq import heappop, heappush

import pytest
import unpython as up
from support.outcomes import outcome

Event = namedtuple("Event", "time who")
Named = namedtuple("Named", "time kind who")


@dataclass(order=True)
class Task:
    priority: int
    name: str = field(compare=False)
    cost: float = field(default=1.0, compare=False)


@dataclass(order=True, frozen=True)
class Both:
    first: float
    second: int


class Job:
    def __init__(self, key, number):
        self.key = key
        self.number = number

    def __lt__(self, other):
        return self.key < other.key


class Backwards:
    def __init__(self, key, number):
        self.key = key
        self.number = number

    def __lt__(self, other):
        return self.key > other.key


class Plain:
    def __init__(self, key):
        self.key = key


def pushed(times):
    events = []
    for i, t in enumerate(times):
        heapq.heappush(events, Event(t, i))
    log = []
    while events:
        e = heapq.heappop(events)
        log.append((e.time, e.who))
        if e.who < 3:
            heapq.heappush(events, Event(e.time + 2.0, e.who + 10))
    return log


def heapified(times):
    events = [Event(t, i) for i, t in enumerate(times)]
    heapq.heapify(events)
    log = []
    while events:
        e = heapq.heappop(events)
        log.append(e.who)
    return log


def taken_apart(times):
    events = []
    for i, t in enumerate(times):
        heappush(events, Event(t, i))
    found = []
    while events:
        t, w = heappop(events)
        found.append(t * 2 + w)
        if events:
            found.append(events[0].time)
    return found


def texts(times):
    events = []
    for i, t in enumerate(times):
        heappush(events, Named(t, "leave" if i % 2 else "arrive", i))
    log = []
    while events:
        e = heappop(events)
        log.append(e.kind + str(e.who))
    return log


def tasks(numbers):
    heap = []
    for n in numbers:
        heappush(heap, Task(n, str(n), n / 2))
    done, cost = [], 0.0
    while heap:
        t = heappop(heap)
        done.append(t.name)
        cost = cost * 2 + t.cost
    return done, cost


def ties(numbers):
    heap = []
    for i, n in enumerate(numbers):
        heappush(heap, Job(n % 3, i))
    return [heappop(heap).number for _ in range(len(heap))]


def ties_backwards(numbers):
    heap = []
    for i, n in enumerate(numbers):
        heappush(heap, Backwards(n % 3, i))
    found = []
    while heap:
        found.append(heappop(heap).number)
    return found


def pairs(numbers):
    heap = [Both(n * 0.5, -n) for n in numbers]
    heapq.heapify(heap)
    found = []
    while heap:
        b = heappop(heap)
        found.append((b.first, b.second))
    return found


def replaced(numbers):
    heap = []
    found = []
    for i, n in enumerate(numbers):
        if len(heap) < 3:
            heappush(heap, Job(n, i))
        else:
            found.append(heapq.heapreplace(heap, Job(n, i)).number)
            found.append(heapq.heappushpop(heap, Job(n + 1, -i)).number)
    return found, heap


def changed_in_heap(numbers):
    heap = []
    for i, n in enumerate(numbers):
        heappush(heap, Job(n, i))
    for j in heap:
        j.key = -j.key
    return [heappop(heap).number for _ in range(len(heap))]


def from_nothing(numbers):
    heap = []
    for i, n in enumerate(numbers):
        heappush(heap, Job(n, i))
    return heappop(heap).number


def without_order(numbers):
    heap = []
    for n in numbers:
        heappush(heap, Plain(n))
    return heappop(heap).key


def given(jobs):
    heapq.heapify(jobs)
    return heappop(jobs).number


FUNCTIONS = [pushed, heapified, taken_apart, texts, tasks, ties, ties_backwards, pairs, replaced, changed_in_heap, from_nothing]
NUMBERS = [[3, 1, 2, 2, 7, 0, 5, 2, 9, 1], [1], [5, 4, 3, 2, 1, 1, 1]]


@pytest.mark.parametrize("numbers", NUMBERS, ids=str)
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_compiled(function, numbers):
    numbers = [float(n) for n in numbers] if function in (pushed, taken_apart) else numbers
    assert outcome(up.jit(function, strict=True), (numbers,)) == outcome(function, (numbers,))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("numbers", [[], [float("nan"), 1.0, float("nan"), 0.0], [1.0, float("inf"), -0.0, 0.0]], ids=str)
@pytest.mark.parametrize("function", [*FUNCTIONS, without_order], ids=lambda f: f.__name__)
def test_others(function, numbers):
    assert outcome(up.jit(function, strict=False), (numbers,)) == outcome(function, (numbers,))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("keys", [[], [2], [3, 1, 2, 1]], ids=str)
def test_given(keys):
    def outcome_of(function):
        jobs = [Job(k, i) for i, k in enumerate(keys)]
        before = list(jobs)
        found = outcome(function, (jobs,))
        try:
            number = function(jobs)
        except IndexError as error:
            number = str(error)
        return found, number, [before.index(j) for j in jobs]

    assert outcome_of(up.jit(given, strict=False)) == outcome_of(given)
