"""What a call of compiled code prints that Python may have to make again: held until the call ends.

    begin()         in front of the call
    show(...)       print(...), into what is held, or where the program writes
    end(is_kept)    behind the call: what is held is written; or dropped, where Python makes the call again
"""

from __future__ import annotations

import io
import threading
from typing import Any


class _Held(threading.local):
    def __init__(self) -> None:
        self.calls: list[io.StringIO] = []  # of this thread, the innermost last


_held = _Held()


def begin() -> None:
    _held.calls.append(io.StringIO())


def show(*values: Any, **options: Any) -> None:
    if _held.calls:
        options["file"] = _held.calls[-1]
    print(*values, **options)


def end(is_kept: bool) -> None:
    text = _held.calls.pop().getvalue()
    if is_kept and text:
        show(text, end="")
