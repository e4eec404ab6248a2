"""`python docs/build.py [FOLDER]` writes the pages of this folder, and one of all public names, as HTML (default: build/docs).

Needs `pip install markdown`, and unpython."""

from __future__ import annotations

import argparse
import inspect
import re
from html import escape
from pathlib import Path
from textwrap import indent
from types import GetSetDescriptorType, ModuleType

DOCS = Path(__file__).resolve().parent
#: In the order of the navigation; "api" is made from the docstrings.
PAGES = {
    "index": "Five minutes",
    "coming-from": "From Numba, CuPy, JAX",
    "semantics": "What functions mean",
    "loops": "Loops and types",
    "language": "The language",
    "devices": "GPUs",
    "device-arrays": "Arrays on a device",
    "options": "Options",
    "profile": "Where the time goes",
    "tasks": "Tasks and streams",
    "dask": "Dask",
    "built-ahead": "Compiled ahead of time",
    "accuracy": "Accuracy",
    "security": "Security",
    "faq": "Questions and limits",
    "api": "All names",
    "development": "Development",
}
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 0 auto; padding: 1rem; display: flex; gap: 2rem; }
nav { flex: 0 0 11rem; } nav a { display: block; text-decoration: none; } main { min-width: 0; flex: 1; }
pre { background: #f4f4f4; padding: 0.7rem; overflow-x: auto; } code { font-size: 0.9em; } h3 { font-family: monospace; }
td, th { text-align: left; vertical-align: top; padding: 0.1rem 1rem 0.1rem 0; border-bottom: 1px solid #ddd; }
@media (max-width: 45rem) { body { display: block; } }
"""


def _signature(value: object) -> str:
    try:
        text = re.sub(r" -> .*", "", str(inspect.signature(value)))  # type: ignore[arg-type]
        return re.sub(r": (?:ForwardRef\()?'([^']*)'\)?(?=[,)= ])", r": \1", text)
    except (TypeError, ValueError):
        return ""


def api_page(package: ModuleType) -> str:
    """One heading for each public name, with its docstring."""
    parts = ["# All names\n"]
    for name in sorted(package.__all__, key=str.lower):
        value = getattr(package, name)
        shown = _signature(value) if callable(value) and not (inspect.isclass(value) and issubclass(value, Exception)) else ""
        parts.append(f"### up.{name}{shown}\n\n{inspect.getdoc(value) or ''}\n")
        members = vars(value).items() if inspect.isclass(value) else ()
        for member, what in members:
            told = callable(what) or isinstance(what, (property, GetSetDescriptorType))
            if told and not member.startswith("_") and inspect.getdoc(what):
                parts.append(f"- `{member}`: {' '.join((inspect.getdoc(what) or '').split())}\n")
    return "\n".join(parts)


def to_html(name: str, text: str) -> str:
    """A whole page; links to other pages of the folder lead to their HTML."""
    import markdown

    # A list takes code by its indentation alone.
    text = re.sub(r"^( +)```\w*\n(.*?)^ +```$", lambda found: indent(found[2], "    "), text, flags=re.DOTALL | re.MULTILINE)
    body = markdown.markdown(text, extensions=["tables", "fenced_code", "toc", "sane_lists"])
    body = re.sub(r'href="([\w-]+)\.md(#[\w-]*)?"', r'href="\1.html\2"', body)
    links = "".join(f'<a href="{page}.html">{escape(title)}</a>' for page, title in PAGES.items())
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>unpython: {escape(PAGES[name])}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head>'
        f"<body><nav>{links}</nav><main>{body}</main></body></html>\n"
    )


def build(folder: Path) -> list[Path]:
    """Writes all pages; their paths."""
    import unpython

    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name in PAGES:
        text = api_page(unpython) if name == "api" else (DOCS / f"{name}.md").read_text(encoding="utf-8")
        path = folder / f"{name}.html"
        path.write_text(to_html(name, text), encoding="utf-8")
        written.append(path)
    return written


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=DOCS.parent / "build" / "docs")
    made = build(parser.parse_args().folder)
    print(f"{len(made)} pages: {made[0]}")
