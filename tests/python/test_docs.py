"""The README and the pages of docs/: each block of code runs and prints what is shown; the pages become HTML without dead links."""

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from support.devices import package, require

DOCS = Path(__file__).resolve().parents[2] / "docs"
README = DOCS.parent / "README.md"
PAGES = sorted(DOCS.glob("*.md"))
MARK = "-- end of block --"


def blocks_of(page):
    """(indentation, code, what is shown below it or None, line of the code) for each block of a page."""
    text = page.read_text()
    for found in re.finditer(r"^( *)```python\n(.*?)^ *```\n(?:\n *```text\n(.*?)^ *```)?", text, re.DOTALL | re.MULTILINE):
        indentation, code, shown = found.groups()
        if shown is not None:
            shown = re.sub(f"^{indentation}", "", shown, flags=re.MULTILINE)
        yield len(indentation), code, shown, text.count("\n", 0, found.start()) + 1


def program_of(page, name):
    """The blocks as far apart as on the page, the first one at line 1: who copies it sees the same places in messages."""
    lines, first = [], None
    for indentation, code, _, line in blocks_of(page):
        first = line if first is None else first
        lines += [""] * (line - first - len(lines))
        lines += [text[indentation:] for text in code.splitlines()] + [f"print({MARK!r})"]
    name.write_text("\n".join(lines) + "\n")


def agrees(shown, printed):
    """`...` stands for anything, also for lines."""
    pattern = r"[\s\S]*?".join(re.escape(part) for part in shown.strip().split("..."))
    return re.fullmatch(pattern, printed.strip()) is not None


@pytest.mark.parametrize("page", [page for page in [*PAGES, README] if list(blocks_of(page))], ids=lambda page: page.stem)
def test_blocks_run_and_print_what_is_shown(page, tmp_path):
    if page.stem == "dask":
        package("dask")
    program_of(page, tmp_path / f"{page.name}.py")
    relaxed = {name: value for name, value in os.environ.items() if name != "UNPYTHON_STRICT"}
    if page.stem == "device-arrays":  # which has no line without a device
        relaxed["UNPYTHON_DEVICE"] = require("opencl")
    command = [sys.executable, "-W", "error", f"{page.name}.py"]
    done = subprocess.run(command, env=relaxed, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    printed = done.stdout.split(MARK + "\n")[:-1]
    blocks = list(blocks_of(page))
    assert len(printed) == len(blocks)
    for (_, code, shown, _), said in zip(blocks, printed):
        if shown is not None and np.lib.NumpyVersion(np.__version__) >= "2.0.0":
            assert agrees(shown, said), f"{code}\nprints\n{said}"


def test_a_difference_is_seen():
    assert agrees("a ... c\n", "a b c") and agrees("x\n...\ny", "x\n1\n2\ny")
    assert not agrees("a ... c", "a b d") and not agrees("1.5", "105")


def test_links_lead_to_pages():
    for page in [*PAGES, README]:
        for target in re.findall(r"\]\(([^)#:\s]+)(?:#[\w-]*)?\)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_the_readme_has_two_pages():
    text = README.read_text()
    assert len(text.splitlines()) <= 110 and len(text.split()) <= 1000


def builder():
    spec = importlib.util.spec_from_file_location("docs_build", DOCS / "build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_each_page_is_in_the_navigation():
    assert set(builder().PAGES) == {page.stem for page in PAGES} | {"api"}


def test_html(tmp_path):
    package("markdown")
    written = builder().build(tmp_path)
    assert len(written) == len(PAGES) + 1
    for path in written:
        text = path.read_text()
        assert "```" not in text and "<nav>" in text
        for target in re.findall(r'href="([\w-]+\.html)', text):
            assert (tmp_path / target).exists()
    import unpython as up

    names = (tmp_path / "api.html").read_text()
    assert all(f"up.{name}" in names for name in up.__all__)
