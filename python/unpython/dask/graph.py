"""The graph of one call: walks the steps of the function, and makes tasks of its stages."""

from __future__ import annotations

import itertools
import math
import uuid
from collections.abc import Collection
from typing import Any, NamedTuple

import numpy as np

from unpython import _core
from unpython.dask.arrays import (
    ArrayState,
    Graph,
    Layer,
    Parts,
    cuts_of,
    hull,
    stored_piece,
)
from unpython.dask.join import (
    LEAF,
    Joins,
    identity_of,
    join_start,
    join_tree,
    needs_blocks,
    starts_from_identity,
)
from unpython.dask.worker import (
    ArrayOf,
    Box,
    Order,
    Places,
    Recipe,
    assemble,
    checked,
    ended,
    run_stage,
    shape_of,
    take_scalar,
)

_JOINED_AT_ONCE = 16  # results of pieces, by one task; a power of 2


class NotDealt(TypeError):
    """The call cannot be dealt to workers."""


class Scalar(NamedTuple):
    """A number that a task gives."""

    key: Any


class Sent(NamedTuple):
    """A task, and the bytes of arrays that it is sent."""

    line: int
    first: int
    count: int  # type: ignore[assignment]
    bytes: int


class CallGraph:
    """Tasks and the state of all arrays and scalars behind them."""

    def __init__(self, recipe: Recipe, staged: _core.Staged, told: dict[str, Any], pieces: int, follow: bool) -> None:
        self.graph: Graph = {}
        self.sent: list[Sent] = []
        self.arrays: dict[int, ArrayState] = {}
        self.returned: list[Any] | None = None
        self._staged = staged
        self._told = told
        self._pieces = pieces
        self._follow = follow  # pieces end where chunks do, where that can be
        self.name = f"unpython-{uuid.uuid4().hex[:12]}"
        self._numbers = itertools.count()
        self._scalars: dict[int, Any] = dict(told["scalars"])
        self._checks: list[Any] = []  # tasks that end where a task that may raise has not raised
        self._recipe = f"unpython-recipe-{recipe.token}"  # calls alike share it
        self.graph[self._recipe] = recipe

    def add(self, task: Any, kind: str = "part") -> Any:
        key = (f"{self.name}-{kind}", next(self._numbers))
        self.graph[key] = task
        return key

    def run(self) -> None:
        self._walk(self._told["steps"])
        while len(self._checks) > 1:
            self._checks = [
                self.add((ended, self._checks[i : i + _JOINED_AT_ONCE]), "check")
                for i in range(0, len(self._checks), _JOINED_AT_ONCE)
            ]

    def checked(self, task: Any) -> Any:
        """What the task gives, unless a task of the call raises: also one whose results nobody needs."""
        return self.add((checked, task, self._checks[0]), "checked") if self._checks else task

    def _walk(self, steps: list[dict[str, Any]]) -> bool:
        """False: the function has returned."""
        for step in steps:
            kind = step["kind"]
            if kind == "run":
                self._run(step)
            elif kind == "allocate":
                _, dtype, _ = self._told["arrays"][step["array"]]
                shape = tuple(max(self._known(v, step, "the extents of an array") , 0) for v in step["values"])
                self.arrays[step["array"]] = ArrayState(shape, np.dtype(dtype))
            elif kind == "branch":
                taken = self._known(step["variable"], step, "the condition")
                if not self._walk(step["body"] if taken else step["otherwise"]):
                    return False
            elif kind == "repeat":
                for i in range(self._known(step["variable"], step, "the number of rounds")):
                    self._scalars[step["counter"]] = i
                    if not self._walk(step["body"]):
                        return False
            else:
                self.returned = [self._scalars[v] for v in step["values"]]
                return False
        return True

    def _known(self, variable: int, step: dict[str, Any], what: str) -> int:
        value = self._scalars[variable]
        if isinstance(value, Scalar):
            raise NotDealt(
                f"{what} in line {step['line']} depends on results that are not known before the graph runs; "
                "compute them first, and give them as arguments"
            )
        return int(value)

    def _integers(self) -> dict[int, int]:
        return {v: int(x) for v, x in self._scalars.items() if isinstance(x, int) and abs(x) < 1 << 63}

    def _extents(self) -> dict[int, list[int]]:
        return {a: list(state.shape) for a, state in self.arrays.items()}

    def _run(self, step: dict[str, Any]) -> None:
        number = step["stage"]
        stage = self._told["stages"][number]
        inputs = [self._scalars.get(v, 0) for v in stage["scalars"]]
        for array, _, stored in stage["touched"]:
            self.arrays[array].stored |= stored
        if stage["nest"]:
            count = self._known(stage["count"], step, "the number of iterations")
            if count > 0:
                self._deal(number, stage, inputs, count)
        elif stage["touched"] or any(isinstance(x, Scalar) for x in inputs):
            self._one(number, stage, inputs)
        else:
            given = self._staged.evaluate(number, inputs, self._extents())
            self._scalars.update(zip(stage["results"], given, strict=True))

    def _one(self, number: int, stage: dict[str, Any], inputs: list[Any]) -> None:
        key, stored = self._task(number, stage, inputs, 0, -1, {}, {})
        self._take_scalars(stage, key)
        self._keep(stored_by_array([(key, stored)], stage))

    def _deal(self, number: int, stage: dict[str, Any], inputs: list[Any], count: int) -> None:
        joins = joins_of(stage)
        updates = {u["of"]: u for u in stage["updates"]}
        edges = cut(count, self._pieces, [*stage["reductions"], *stage["updates"]], self._borders(number, stage, count))
        ranges = list(itertools.pairwise(edges))
        places = self._update_places(number, ranges, updates)
        starts = list(inputs)
        for reduction in stage["reductions"]:
            if starts_from_identity(reduction) and reduction["of"] in stage["scalars"]:
                starts[stage["scalars"].index(reduction["of"])] = identity_of(reduction)
        done = [self._task(number, stage, starts, a, b - a, updates, places) for a, b in ranges]
        stored = stored_by_array(done, stage, set(updates))
        for array, (pieces, hulls) in stored.items():
            if not cuts_of(hulls) and overlap([(key, box) for key, _, box in pieces]):
                raise NotDealt(
                    f"pieces of the loop in line {stage['line']} may store to the same elements of "
                    f"{self._told['arrays'][array][0]!r}, as far as can be told before they run"
                )
        self._keep(stored)
        if not stage["results"] and not places:
            return
        pieces = self._join(joins, [key for key, _ in done])
        was = [self._argument(self._scalars.get(v, 0)) for v in stage["results"]]
        old = [self.chunk(array, box) for array, box in places.items()]
        root = self.add((join_start, self.add(joins, "joins"), was, old, pieces), "ended")
        self._take_scalars(stage, root)
        for which, (array, box) in enumerate(places.items()):
            self.arrays[array].add(Layer([stored_piece(root, which, box, self.add)], {}))

    def _borders(self, number: int, stage: dict[str, Any], count: int) -> list[int]:
        """Iterations at which another chunk of an array begins, of one that is stored to before others."""
        if not self._follow or count < 2:
            return []
        borders: list[int] = []
        one, following = (self._touched(number, i) for i in (0, 1))
        stores = {array for array, _, stored in stage["touched"] if stored}
        for array in one.keys() & following.keys():
            for d, starts in self.arrays[array].cuts().items():
                # Halos on both sides: the middle is what the iteration is about.
                middle = sum(one[array][d][:2]) // 2
                if sum(following[array][d][:2]) // 2 != middle + 1:
                    continue
                found = [start - middle for start in starts if 0 < start - middle < count]
                if found and (not borders or array in stores):
                    borders = found
        return borders

    def _touched(self, number: int, iteration: int) -> dict[int, Box]:
        """Boxes around what one iteration touches."""
        reach = self._reach(number, iteration, iteration + 1)
        return {array: hull(needed + stored) for array, needed, stored in reach if needed or stored}

    def _update_places(self, number: int, ranges: list[tuple[int, int]], updates: dict[int, Any]) -> dict[int, Box]:
        """For each array that all pieces update, a box around what they may store."""
        found: dict[int, list[Box]] = {array: [] for array in updates}
        for a, b in ranges if updates else []:
            for array, _, stored in self._reach(number, a, b):
                if array in found:
                    found[array] += stored
        return {array: hull(boxes) for array, boxes in found.items() if boxes}

    def _reach(self, number: int, first: int, end: int) -> list[tuple[int, list[Box], list[Box]]]:
        return self._staged.reach(number, first, end, self._integers(), self._extents())

    def _join(self, joins: Joins, keys: list[Any]) -> Any:
        how = self.add(joins, "joins")
        while len(keys) > 1:
            keys = [
                self.add((join_tree, how, keys[i : i + _JOINED_AT_ONCE]), "join")
                for i in range(0, len(keys), _JOINED_AT_ONCE)
            ]
        return keys[0]

    def _task(
        self,
        number: int,
        stage: dict[str, Any],
        inputs: list[Any],
        first: int,
        count: int,
        updates: dict[int, Any],
        places: dict[int, Box],
    ) -> tuple[Any, list[tuple[int, Box]]]:
        """A task, and the array and place of each part that it stores: those of `places` first."""
        order = Order(number, first, count)
        at = {array: i for i, array in enumerate(stage["arrays"])}
        order.shapes = [ArrayOf(self.arrays[a].shape, self.arrays[a].dtype) for a in stage["arrays"]]
        stored = list(places.items())
        parts: list[Parts] = []
        for array, needed, may_store in self._reach(number, first, first + max(count, 1)):
            if array in updates:
                continue
            found = self.arrays[array].parts(needed)
            order.parts += [(at[array], box) for part in found for box in part.boxes]
            parts += found
            stored += [(array, box) for box in may_store]
        order.fills = [(at[array], box, updates[array]) for array, box in places.items()]
        order.stored = [(at[array], box) for array, box in stored]
        task = (run_stage, self._recipe, order, [self._argument(x) for x in inputs], [part.argument for part in parts])
        size = sum(math.prod(shape_of(box)) * order.shapes[a].dtype.itemsize for a, box in order.parts)
        self.sent.append(Sent(stage["line"], first, count, size))
        key = self.add(task, f"line-{stage['line']}")
        if stage["raises"]:
            self._checks.append(self.add((ended, key), "check"))
        return key, stored

    @staticmethod
    def _argument(value: Any) -> Any:
        return value.key if isinstance(value, Scalar) else value

    def _take_scalars(self, stage: dict[str, Any], key: Any) -> None:
        for place, variable in enumerate(stage["results"]):
            self._scalars[variable] = Scalar(self.add((take_scalar, key, place), "scalar"))

    def chunk(self, array: int, box: Box) -> Any:
        """What a task gets as an argument: all elements of a box."""
        state = self.arrays[array]
        parts = state.parts([box])
        if len(parts) == 1 and parts[0].boxes == [box]:
            return parts[0].argument
        boxes = [own for part in parts for own in part.boxes]
        within = [tuple((low - b[0], high - b[0], step) for (low, high, step), b in zip(own, box, strict=True)) for own in boxes]
        places = Places(shape_of(box), state.dtype, within)
        return self.add((assemble, places, [part.argument for part in parts]), "chunk")

    def _keep(self, stored: dict[int, Any]) -> None:
        for array, (pieces, hulls) in stored.items():
            made = [stored_piece(key, which, box, self.add) for key, which, box in pieces]
            self.arrays[array].add(Layer(made, cuts_of(hulls)))



def joins_of(stage: dict[str, Any]) -> Joins:
    places = {variable: i for i, variable in enumerate(stage["results"])}
    scalars: dict[int, dict[str, Any]] = {}
    followers: dict[int, int] = {}
    for reduction in stage["reductions"]:
        place = places.get(reduction["of"])
        if place is None or reduction["kind"] == "last value":
            continue
        scalars[place] = reduction
        followers |= {places[c]: place for c in reduction["companions"] if c in places}
    told = {places[variable]: places[by] for variable, by in stage["told"].items() if variable in places}
    return Joins(scalars, followers, told, stage["updates"])


def cut(count: int, pieces: int, reductions: list[dict[str, Any]], borders: list[int]) -> list[int]:
    """Where pieces begin, and the end. Sums of floats are cut where the tree of one call has its nodes."""
    pieces = max(1, min(pieces, count))
    if not any(needs_blocks(r) for r in reductions):
        if borders:
            return [0, *borders, count]
        return [count * i // pieces for i in range(pieces + 1)]
    block = LEAF
    while -(-count // block) > pieces:
        block *= 2
    return [*range(0, count, block), count]


def stored_by_array(
    done: list[tuple[Any, list[tuple[int, Box]]]], stage: dict[str, Any], updates: Collection[int] = ()
) -> dict[int, tuple[list[tuple[Any, int, Box]], list[Box]]]:
    """For each array the parts that tasks store, and a box around those of each task."""
    result: dict[int, tuple[list[tuple[Any, int, Box]], list[Box]]] = {}
    for key, stored in done:
        boxes: dict[int, list[Box]] = {}
        for which, (array, box) in enumerate(stored):
            if array not in updates:
                result.setdefault(array, ([], []))[0].append((key, which, box))
                boxes.setdefault(array, []).append(box)
        for array, own in boxes.items():
            result[array][1].append(hull(own))
    return result


def overlap(boxes: list[tuple[Any, Box]]) -> bool:
    """Boxes of two tasks have common elements."""
    if not boxes[0][1]:
        return len({key for key, _ in boxes}) > 1
    low = np.array([[side[0] for side in box] for _, box in boxes])
    high = np.array([[side[1] for side in box] for _, box in boxes])
    for i, (key, box) in enumerate(boxes):
        near = ((low[i + 1 :] <= high[i]) & (high[i + 1 :] >= low[i])).all(axis=1)
        for j in np.flatnonzero(near):
            other, with_it = boxes[i + 1 + j]
            if other != key and _core.common_box(box, with_it) is not None:
                return True
    return False
