"""Rows of a benchmark: printed as a table, written as JSON, and drawn as margins."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

import matplotlib
import numpy as np


@dataclass(frozen=True)
class Row:
    bar: str
    case: str
    value: float | None  # None: could not be measured here, and `detail` says why
    unit: str
    limit: float
    at_most: bool  # else at least
    detail: str = ""

    @property
    def met(self) -> bool:
        if self.value is None:
            return False
        return self.value <= self.limit if self.at_most else self.value >= self.limit


def absent(bar: str, case: str, reason: str) -> Row:
    """A row whose peer is not installed here."""
    return Row(bar, case, None, "", 0, False, reason)


def processor() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.machine()


def machine(**more: str) -> dict:
    """What the figures were taken on; `more` adds versions of peers."""
    return {
        "processor": processor(),
        "cores": len(os.sched_getaffinity(0)),
        "python": platform.python_version(),
        "numpy": np.__version__,
        **more,
    }


def print_row(row: Row) -> None:
    if row.value is None:
        print(f"{row.bar:15} {row.case:29}    absent                   {row.detail}", flush=True)
        return
    bound = f"{'<=' if row.at_most else '>='} {row.limit:g}"
    met = "yes" if row.met else "NO"
    print(f"{row.bar:15} {row.case:29} {row.value:9.2f} {row.unit:3} {bound:8} {met:4} {row.detail}", flush=True)


def plot(rows: list[Row], path: Path) -> None:
    """Every row as its margin: how many times better than its limit, drawn between 0.01 and 100."""
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    margins = [row.limit / max(row.value, 1e-9) if row.at_most else row.value / max(row.limit, 1e-9) for row in rows]
    figure, axes = plt.subplots(figsize=(8, 1 + 0.25 * len(rows)))
    axes.barh([f"{row.bar}: {row.case}" for row in rows], [min(max(m, 1e-2), 1e2) for m in margins],
              color=["tab:green" if row.met else "tab:red" for row in rows])  # fmt: skip
    axes.axvline(1.0, color="black", linewidth=1)
    axes.set_xscale("log")
    axes.set_xlabel("times better than the bar")
    axes.invert_yaxis()
    figure.tight_layout()
    figure.savefig(path, dpi=120)


def publish(name: str, where: dict, measured: Iterable[Row], output: Path) -> int:
    """Prints the rows as they come, writes NAME.json and NAME.png to `output`; 0 if all that was measured is met, else 1."""
    print(", ".join(f"{key} {value}" for key, value in where.items()))
    all_rows = []
    for row in measured:
        print_row(row)
        all_rows.append(row)
    output.mkdir(parents=True, exist_ok=True)
    report = {"machine": where, "rows": [asdict(row) | {"met": row.met} for row in all_rows]}
    (output / f"{name}.json").write_text(json.dumps(report, indent=1) + "\n")
    rows = [row for row in all_rows if row.value is not None]
    if rows:
        plot(rows, output / f"{name}.png")
    missing = f", {len(all_rows) - len(rows)} absent" if len(rows) < len(all_rows) else ""
    print(f"{sum(row.met for row in rows)} of {len(rows)} met{missing}; {output / name}.json, {output / name}.png")
    return 0 if all(row.met for row in rows) else 1
