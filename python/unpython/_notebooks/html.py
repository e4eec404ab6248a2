"""Reports and profiles as notebooks show them: lines of source with what became of them beside."""

from __future__ import annotations

import linecache
from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING, Any

from unpython._profile_rows import Row, details, seconds_text

if TYPE_CHECKING:
    from unpython._core import Report

_GOOD = "#1a7f37"
_BAD = "#b35900"
_VERDICT_COLORS = {"proven": _GOOD, "reduction": _GOOD, "inspected": _GOOD, "conflict": _BAD, "sequential": _BAD}
_CELL = "text-align:left; vertical-align:top; padding:0 0.8em 0 0;"


def _table(rows: Iterable[tuple[str, ...]]) -> str:
    """Cells are HTML already."""
    body = "".join("<tr>" + "".join(f'<td style="{_CELL}">{cell}</td>' for cell in row) + "</tr>" for row in rows)
    return f"<table>{body}</table>"


def _code(text: str) -> str:
    return f'<code style="white-space:pre">{escape(text)}</code>'


def report_html(report: Report) -> str:
    """The lines of the function from its first nest to its last, each with its verdict, and the text of the report."""
    found = report.as_dict()
    beside: dict[int, list[str]] = {}
    for nest in found["nests"]:
        for loop in nest["loops"] or [nest["parallel"]]:
            beside.setdefault(loop["line"], []).append(_verdict(loop))
        if nest["schedule"]:
            beside.setdefault(nest["line"], []).append(escape(nest["schedule"]))
    text = f"<details><summary>the whole report</summary><pre>{escape(str(report))}</pre></details>"
    lines = _lines_with(found["file"], beside)
    device = found["device"] or "no call has run yet"
    return f"<b>{escape(found['function'])}()</b> on {escape(device)}" + _table(lines) + text


def _verdict(loop: dict[str, Any]) -> str:
    color = _VERDICT_COLORS.get(loop["verdict"], "inherit")
    text = f'<b style="color:{color}">{escape(loop["verdict"])}</b>'
    return text + "".join(f" {escape(loop[name])}" for name in ("reason", "advice") if loop[name])


def _lines_with(file: str, beside: dict[int, list[str]]) -> list[tuple[str, ...]]:
    """(number, source, what stands beside), from the first line that has something to the last."""
    if not beside:
        return []
    return [
        (str(line), _code(linecache.getline(file, line).rstrip("\n")), "<br>".join(beside.get(line, [])))
        for line in range(min(beside), max(beside) + 1)
    ]


def profile_html(found: Iterable[Row], seconds: float) -> str:
    """The table of the profile: each line of source, and a bar for each kind of work of it."""
    rows: list[tuple[str, ...]] = []
    place: tuple[str, str] | None = None
    for row in found:
        if (row.where, row.place) != place:
            place = (row.where, row.place)
            source = linecache.getline(row.file, row.line).rstrip("\n")
            rows.append((f"<b>{escape(row.where)}</b> {escape(row.place)}", "", "", _code(source)))
        rows.append(("", escape(seconds_text(row.seconds)), _bar(row, seconds), _described(row)))
    return f"<b>{escape(seconds_text(seconds))} in all</b>" + _table(rows)


def _bar(row: Row, seconds: float) -> str:
    part = max(0.0, min(1.0, row.seconds / seconds)) if seconds else 0.0
    color = "#888" if row.where else "#0969da"
    return f'<div style="background:{color}; height:0.8em; width:{part * 8:.2f}em"></div>'


def _described(row: Row) -> str:
    said = details(row)
    return escape(f"{row.count} x {row.what}" + (f" ({said})" if said else ""))
