"""Programs that once gave something else than plain Python, kept as texts: tests/fuzz/corpus has a file for each. What stands before
the program says its kind and seed, and the extents and the device where they count."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from fuzz.tree import Tree, parsed

FOLDER = Path(__file__).parent / "corpus"


@dataclass(frozen=True)
class Case:
    name: str
    kind: str
    seed: int
    device: str | None
    tree: Tree


def names() -> list[str]:
    return sorted(path.stem for path in FOLDER.glob("*.py"))


def read(name: str) -> Case:
    text = (FOLDER / f"{name}.py").read_text()
    said = dict(re.findall(r"^# (kind|seed|extents|device): (.*)$", text, re.MULTILINE))
    head, *lines = text[text.index("def program(") :].rstrip().splitlines()
    parameters = tuple(re.findall(r"\w+", head.removeprefix("def program")))
    body = parsed([line[4:] for line in lines[:-1]])
    extents = tuple(map(int, said.get("extents", "1 1").split()))
    tree = Tree(parameters, body, lines[-1].strip().removeprefix("return "), extents)
    return Case(name, said["kind"], int(said["seed"]), said.get("device"), tree)


def write(name: str, kind: str, seed: int, device: str | None, tree: Tree, what: str) -> None:
    head = [f"# {what}", f"# kind: {kind}", f"# seed: {seed}", f"# extents: {' '.join(map(str, tree.extents))}"]
    head += [f"# device: {device}"] if device is not None else []
    (FOLDER / f"{name}.py").write_text("\n".join([*head, tree.text()]))
