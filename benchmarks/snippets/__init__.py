"""Functions of the sort that scientists write, each with arguments: what snippets.py counts. They were written before anything
was done for them, and stay as they are when one does not run."""

from __future__ import annotations

import copy
import importlib
import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

THEMES = ("loops", "arrays", "numpy_calls", "lists", "tables", "functions", "objects", "statements", "texts", "host_calls",
          "scipy_calls", "everyday", "exercises", "small_programs", "studies", "signals", "utilities", "algorithms", "courses", "course_texts",
          "analyses", "words", "records", "second_look", "laboratory", "desk_work", "homework", "notebook", "seminar", "seminar_papers",
          "fieldwork", "field_notes", "practice", "puzzles", "sciences", "numerics",
          "measurements", "modelling", "other_fields", "another_day", "term_papers",
          "trial_runs", "grids_and_texts", "handouts", "lab_scripts", "small_classes", "last_drafts", "first_tries",
           "december", "own_classes", "more_classes", "textbook", "workshop", "closing", "closing_half", "afternoon",
           "lab_loops", "lab_grids", "lab_estimates")

_snippets: list[Snippet] = []


@dataclass
class Snippet:
    """One function, and arguments for one call."""

    theme: str
    function: Callable
    arguments: tuple

    def fresh_arguments(self) -> tuple:
        return copy.deepcopy(self.arguments)


def snippet(*arguments: Any) -> Callable[[Callable], Callable]:
    """Decorates a function that is called with these arguments."""

    def add(function: Callable) -> Callable:
        _snippets.append(Snippet(function.__module__.split(".")[-1], function, arguments))
        return function

    return add


def load() -> list[Snippet]:
    """All snippets, by theme; those with SciPy where it is installed."""
    for theme in THEMES:
        if theme != "scipy_calls" or importlib.util.find_spec("scipy") is not None:
            importlib.import_module(f"{__name__}.{theme}")
    return list(_snippets)
