"""Warnings of the package stand at the line of the program that called it, however deep the package was by then."""

from __future__ import annotations

import os
import sys
import warnings

from unpython import _core

_HERE = os.path.dirname(__file__) + os.sep


def warn(text: str) -> None:
    """Warns at the innermost line that is not of this package."""
    level, frame = 2, sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_HERE):
        level, frame = level + 1, frame.f_back
    warnings.warn(text, _core.UnpythonWarning, stacklevel=level)
