"""Names of notebook cells: IPython compiles a cell as a file with a long name, people call it `Cell In[12]`."""

from __future__ import annotations

import sys


def cell_name(file: str) -> str | None:
    """`Cell In[12]` for the file of a cell of this IPython; None for other files."""
    if "ipykernel_" not in file and "<ipython-input-" not in file:
        return None
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None  # type: ignore[attr-defined]
    numbers = getattr(getattr(shell, "compile", None), "_filename_map", {})
    number = numbers.get(file)
    return f"Cell In[{number}]" if number is not None else None
