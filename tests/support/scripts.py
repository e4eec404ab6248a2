"""Programs that run in a process of their own."""

import os
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

TESTS = Path(__file__).parents[1]


def script(text: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs the text, as a file, where it can import `support` and the tests of the Python interface."""
    paths = [str(TESTS), str(TESTS / "python"), os.environ.get("PYTHONPATH", "")]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "script.py"
        path.write_text(textwrap.dedent(text))
        return subprocess.run(
            [sys.executable, path],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths)), **environment},
            cwd=TESTS.parent,
            check=False,
            capture_output=True,
            text=True,
            timeout=300,
        )
