"""Bounded queues between stages."""

from __future__ import annotations

import threading
from collections import deque
from typing import Any

END: Any = object()  # what get() gives when nothing will come any more

_BLOCKS_AHEAD = 2
_NUMBERS_AHEAD = 256


class Stopped(Exception):
    """The run ends before its source does: a task failed, or nobody wants the results any more."""


class Queue:
    """`ahead`: how many items may wait; None: two blocks, or 256 items that hold no array."""

    def __init__(self, ahead: int | None) -> None:
        self._ahead = ahead
        self._items: deque[Any] = deque()
        lock = threading.Lock()  # guards what follows
        self._may_put = threading.Condition(lock)
        self._may_get = threading.Condition(lock)
        self._is_closed = False
        self._is_stopped = False
        self.high = 0

    def put(self, item: Any) -> None:
        """Waits until there is room."""
        limit = self._ahead or (_BLOCKS_AHEAD if item.has_arrays() else _NUMBERS_AHEAD)
        with self._may_put:
            while len(self._items) >= limit and not self._is_stopped:
                self._may_put.wait()
            if self._is_stopped:
                raise Stopped
            self._items.append(item)
            self.high = max(self.high, len(self._items))
            self._may_get.notify()

    def get_some(self) -> deque[Any]:
        """The next item, with all that wait behind it where it holds no array; nothing at the end. Only one thread takes items."""
        with self._may_get:
            self._wait_for_items()
            if self._items and (self._ahead is not None or self._items[0].has_arrays()):
                some = deque((self._items.popleft(),))
            else:
                some, self._items = self._items, deque()
            self._may_put.notify_all()
            return some

    def _wait_for_items(self) -> None:
        while not (self._items or self._is_closed or self._is_stopped):
            self._may_get.wait()
        if self._is_stopped:
            raise Stopped

    def close(self) -> None:
        """Nothing will be put any more."""
        with self._may_get:
            self._is_closed = True
            self._may_get.notify_all()

    def stop(self) -> None:
        """Whoever waits, or comes later, gets Stopped. Drops the items."""
        with self._may_get:
            self._is_stopped = True
            self._items.clear()
            self._may_get.notify_all()
            self._may_put.notify_all()


class Line(Queue):
    """Between stages that one thread does one after the other: what one gives lies there when the next one begins."""

    def __init__(self) -> None:
        self._items: deque[Any] = deque()
        self.high = 0

    def put(self, item: Any) -> None:
        self._items.append(item)
        self.high = len(self._items)

    def get_some(self) -> deque[Any]:
        some, self._items = self._items, deque()
        return some

    def close(self) -> None:
        pass

    def stop(self) -> None:
        self._items.clear()


class SharedQueue:
    """The end of one of several branches that put into one queue, each item with the number of its branch."""

    def __init__(self, queue: Queue, open_branches: list[int], number: int) -> None:
        self._queue = queue
        self._open = open_branches  # one list for all branches
        self._number = number

    def put(self, item: Any) -> None:
        item.branch = self._number
        self._queue.put(item)

    def close(self) -> None:
        with _closing:
            self._open.remove(self._number)
            is_last = not self._open
        if is_last:
            self._queue.close()


_closing = threading.Lock()  # guards the lists of open branches
