"""Functions of _library that the package brings written: the same texts as if they were written for each program."""

import importlib
import pkgutil
from types import FunctionType

import pytest
from unpython import _library, _source
from unpython._find_source import run_text
from unpython._writing import kept_library


def functions():
    for found in pkgutil.walk_packages(_library.__path__, f"{_library.__name__}."):
        module = importlib.import_module(found.name)
        yield from (f for f in vars(module).values() if isinstance(f, FunctionType) and f.__module__ == found.name)


def calling(some):
    """A function that calls all of them."""
    names = [f"f{number}" for number in range(len(some))]
    text = f"def main():\n    return {', '.join(f'{name}()' for name in names)}\n"
    return run_text(text, "<calls>", dict(zip(names, some, strict=True)))["main"]


def written(function):
    program = _source.serialize(function)
    guards = {(*path, id(value)) for (_, *path), value in program.guards}  # no order: all must hold
    return program.text, [(id(holder), *path) for holder, *path in program.hidden], guards


def test_texts_are_those_that_would_be_written(monkeypatch):
    some = [*functions()]
    kept = [f for f in some if kept_library.chunks_of(f) is not None]
    assert len(kept) > 0.85 * len(some)
    function = calling(some)
    with_kept = written(function)
    monkeypatch.setattr(kept_library, "chunks_of", lambda function: None)
    assert written(function) == with_kept


@pytest.mark.parametrize("changed", ["module", "NumPy", "file"])
def test_a_text_of_something_else_is_not_taken(monkeypatch, changed):
    function = importlib.import_module("unpython._library.unpython_functions.folds").in_order
    assert kept_library.chunks_of(function) is not None
    if changed == "module":
        monkeypatch.setattr(kept_library, "sum_of", lambda module: 0)
    elif changed == "NumPy":
        monkeypatch.setattr(kept_library, "made_with", lambda: ((3, 11), ["1", "26"]))
    else:
        monkeypatch.setattr(kept_library, "FILE", f"{kept_library.FILE}.none")
    forget()
    assert kept_library.chunks_of(function) is None
    monkeypatch.undo()
    forget()
    assert kept_library.chunks_of(function) is not None


def forget():
    kept_library._index.cache_clear()
    kept_library._chunks.cache_clear()
