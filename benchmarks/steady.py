"""Imported in front of unpython by what measures kernels that are warm: they are the best code from the first call on, and no code that
was made quickly for the first launches (docs/devices.md). Bars of first calls ask for such code."""

import os

os.environ.setdefault("UNPYTHON_QUICK_CODE", "off")
