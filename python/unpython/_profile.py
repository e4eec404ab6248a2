"""`with unpython.profile() as p:` where the time of a block went, by source line.

Problem:  a call compiles, copies, launches, waits and computes, on threads and on devices, at the same time.
Choice:   the compiled part keeps spans (cpp/support/spans.h). Spans of a thread lie within each other: the seconds of each
          without those inside it, and what lies outside of all, are the time of the block, so the table adds up. What devices and
          other threads did meanwhile stands below it.
Rejected: a sampling profiler (it sees neither kernels nor copies), one clock for host and device (it would make them wait for
          each other)."""

from __future__ import annotations

import linecache
import os
from collections import defaultdict
from types import TracebackType
from typing import Any

from unpython import _core
from unpython._notebooks.cells import cell_name
from unpython._profile_rows import Row, details, seconds_text, short_name

#: What a span is called in the table; "{}" is its name. Outer kinds come first: a picture draws the inner ones over them.
_WORDS = {
    "python": "host calls: steps in Python",
    "call": "call: arguments and results",
    "prepare": "prepare {}",
    "compile": "compile: {}",
    "launch": "launch {}",
    "run": "run {}",
    "copy": "copy {}",
    "wait": "wait {}",
    "kernel": "kernel {}",
}
_OUTSIDE = "Python outside of calls"
_NOT_BEGUN = "the profile has measured nothing: with unpython.profile() as p: begins its block"


class profile:
    """Measures a block: `with unpython.profile() as p: ...`, then `print(p)`.

    `p.rows` are the rows of the table, `p.seconds` the time of the block, `p.trace(path)` writes a timeline for
    chrome://tracing or https://ui.perfetto.dev, `p.plot()` draws one with matplotlib. One profile runs at a time."""

    _running: profile | None = None

    def __init__(self) -> None:
        self._rows: list[Row] | None = None
        self.seconds = 0.0
        self.lost = 0
        self._spans: list[dict[str, Any]] = []
        self._begin = self._end = self._thread = 0

    def __enter__(self) -> profile:
        if profile._running is not None:
            raise RuntimeError(
                "a profile runs already, of another block or of the whole script (`python -m unpython run`): one at a time"
            )
        profile._running = self
        self._thread, self._begin = _core.start_profile()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        if profile._running is not self:
            raise RuntimeError(_NOT_BEGUN)
        spans, self.lost, self._end = _core.stop_profile()
        profile._running = None
        self._spans = _nested(spans)
        self.seconds = (self._end - self._begin) / 1e9

    def _ended(self) -> profile:
        if self._end == 0:
            raise RuntimeError(self._state)
        return self

    @property
    def _state(self) -> str:
        return "the block of the profile has not ended" if profile._running is self else _NOT_BEGUN

    @property
    def rows(self) -> list[Row]:
        """The rows of the table."""
        if self._rows is None:
            self._rows = _rows(self._ended()._spans, self._thread, self.seconds)
        return self._rows

    @property
    def own(self) -> list[Row]:
        """The rows of the thread that profiled: their seconds add up to those of the block."""
        return [row for row in self.rows if not row.where]

    def as_dict(self) -> dict[str, Any]:
        """The table as plain data."""
        rows = [vars(row) | {"bytes_per_second": row.bytes_per_second} for row in self.rows]
        return {"seconds": self.seconds, "lost": self.lost, "rows": rows}

    def trace(self, path: str | os.PathLike[str]) -> None:
        """Writes the timeline as a Chrome trace file."""
        import json

        self._ended()
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"traceEvents": _events(self), "displayTimeUnit": "ms"}, file)

    def plot(self, axes: Any = None) -> Any:
        """Draws the timeline: one lane for each thread and device. Needs matplotlib; gives the axes."""
        self._ended()
        try:
            import matplotlib.pyplot as plt
        except ImportError:
            raise ImportError("p.plot() needs matplotlib (pip install matplotlib); p.trace(path) needs nothing") from None
        if axes is None:
            _, axes = plt.subplots(figsize=(10, 3), layout="constrained")
        lanes = _lanes(self)
        kinds = [kind for kind in _WORDS if any(s["kind"] == kind for lane in lanes.values() for s in lane)]
        for number, lane in enumerate(lanes.values()):
            for kind in kinds:
                bars = [((s["begin"] - self._begin) / 1e6, s["length"] / 1e6) for s in lane if s["kind"] == kind]
                axes.broken_barh(bars, (number - 0.4, 0.8), color=f"C{list(_WORDS).index(kind)}", label=kind)
        axes.set_yticks(range(len(lanes)), list(lanes))
        axes.invert_yaxis()
        axes.set_xlabel("milliseconds")
        known = dict(zip(*reversed(axes.get_legend_handles_labels())))
        axes.legend(known.values(), known.keys(), loc="center left", bbox_to_anchor=(1, 0.5))
        return axes

    def __str__(self) -> str:
        return _table(self) if self._end else self._state

    __repr__ = __str__

    def _repr_html_(self) -> str:
        from unpython._notebooks.html import profile_html

        ended = self._ended()
        return profile_html(ended.rows, ended.seconds)


def _nested(spans: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The spans, each with the seconds that are its own, the line of source and the function that it is for."""
    lanes = defaultdict(list)
    cells = {cell_name(span["file"]): span["file"] for span in spans}  # compiled code calls a cell by its number
    for span in spans:
        span["file"] = cells.get(span["file"], span["file"])
        lanes[span["thread"], span["device"]].append(span)
    for (_, device), lane in lanes.items():
        lane.sort(key=lambda span: (span["begin"], -span["end"]))
        around: list[dict[str, Any]] = []
        for span in lane:
            span["own"] = span["length"] = span["end"] - span["begin"]
            while around and around[-1]["end"] <= span["begin"]:
                around.pop()
            outer = around[-1] if around and not device else None
            span["function"] = span["name"] if span["kind"] in ("call", "python") else outer["function"] if outer else ""
            if outer is not None:
                outer["own"] -= span["length"]
                if not span["line"]:
                    span["file"], span["line"] = outer["file"], outer["line"]
            around.append(span)
    return spans


def _rows(spans: list[dict[str, Any]], thread: int, seconds: float) -> list[Row]:
    rows: dict[Any, Row] = {}
    for span in spans:
        where = span["device"] or ("" if span["thread"] == thread else "other threads")
        what = _WORDS[span["kind"]].format(span["name"])
        key = (where, span["file"], span["line"], span["kind"], what)
        row = rows.setdefault(key, Row(*key, span["function"]))
        row.seconds += span["own"] / 1e9
        row.count += 1
        for name in ("bytes_in", "bytes_out", "bytes"):
            setattr(row, name, getattr(row, name) + span[name])
        row.registers = max(row.registers, span["registers"])
    for row in rows.values():
        rate = _core.memory_rate(row.where) if row.kind == "kernel" else 0.0
        if rate and row.bytes_per_second:
            row.ceiling = row.bytes_per_second / rate
    outside = Row("", "", 0, "outside", _OUTSIDE)
    outside.seconds, outside.count = seconds - sum(row.seconds for row in rows.values() if not row.where), 1
    return sorted([*rows.values(), outside], key=lambda row: (row.where != "", row.where, row.kind == "outside", row.file, row.line, -row.seconds))


def _table(found: profile) -> str:
    lines = [f"{seconds_text(found.seconds).strip()} in all"]
    where, place = "", None
    for row in found.rows:
        if row.where != where:
            where, place = row.where, None
            lines.append(f"meanwhile, {where}:")
        if row.place != place:
            had_place, place = bool(place), row.place
            if had_place and not place:
                lines.append("at no line:")
            if place:
                source = linecache.getline(row.file, row.line).strip()
                lines.append(f"{place}  {source}".rstrip())
        part = row.seconds / found.seconds if found.seconds else 0.0
        text = f"{seconds_text(row.seconds):>13} {part:6.1%} {row.count:>6}x  {row.what}"
        said = details(row)
        lines.append(text + (f"  ({said})" if said else ""))
    if found.lost:
        lines.append(f"{found.lost} spans found no room: the table says too little; profile a shorter block")
    return "\n".join(lines)


def _lanes(found: profile) -> dict[str, list[dict[str, Any]]]:
    """Spans by the name of their thread or device, outer ones first."""
    lanes: dict[str, list[dict[str, Any]]] = {"this thread": []}
    for span in sorted(found._spans, key=lambda span: (bool(span["device"]), span["begin"], -span["end"])):
        own = "this thread" if span["thread"] == found._thread else f"thread {span['thread']}"
        lanes.setdefault(span["device"] or own, []).append(span)
    return lanes


def _events(found: profile) -> list[dict[str, Any]]:
    events = []
    for span in found._spans:
        facts = {name: span[name] for name in ("bytes_in", "bytes_out", "bytes", "registers") if span[name]}
        place = f"{short_name(span['file'])}:{span['line']}" if span["line"] else ""
        events.append(
            {"name": " ".join(filter(None, [span["kind"], span["name"], place])), "cat": span["kind"], "ph": "X"}
            | {"ts": (span["begin"] - found._begin) / 1e3, "dur": (span["end"] - span["begin"]) / 1e3}
            | {"pid": span["device"] or "host", "tid": span["device"] or span["thread"], "args": facts}
        )
    return events
