"""Trees of Python's text: walk() and copy_tree() of the extension give what the same functions in Python give."""

import ast
import functools
import gc
import sys
import weakref
from pathlib import Path

import pytest
import unpython as up
from support import trees_in_python
from unpython._writing import nodes
from unpython._writing.calls import OwnCall

FILES = sorted(Path(up.__file__).parent.glob("_writing/lists/*.py"))


@functools.cache
def tree_of(file):
    return ast.parse(file.read_text(encoding="utf-8"))


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
def test_all_nodes_in_order(file):
    assert [id(n) for n in nodes.walk(tree_of(file))] == [id(n) for n in trees_in_python.walk(tree_of(file))]


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
def test_copies(file):
    tree = tree_of(file)
    copied = nodes.copy_tree(tree)
    assert ast.dump(copied, include_attributes=True) == ast.dump(tree, include_attributes=True)
    are_shared = {id(n) for n in nodes.walk(copied)} & {id(n) for n in nodes.walk(tree) if n._fields}
    assert not are_shared


def test_a_walk_sees_what_is_put_below_the_nodes_to_come():
    for walk in (nodes.walk, trees_in_python.walk):
        tree = ast.parse("f(g(x))")
        seen = []
        for n in walk(tree):
            seen.append(type(n).__name__)
            if isinstance(n, ast.Expr):
                n.value.args = [ast.Constant(1)]
        assert seen == ["Module", "Expr", "Call", "Name", "Constant"]


def test_a_walk_may_end_early():
    tree = ast.parse("x + y + z")
    statement = tree.body[0]
    count = sys.getrefcount(statement)
    for _ in range(100):
        found = any(isinstance(n, ast.BinOp) for n in nodes.walk(tree))
    assert found
    assert sys.getrefcount(statement) == count


def test_fields_that_are_not_there_are_passed_over():
    assert [type(n) for n in nodes.walk(ast.BinOp(left=ast.Constant(1)))] == [ast.BinOp, ast.Constant]


def test_what_is_no_node_has_no_walk():
    with pytest.raises(AttributeError, match="_fields"):
        list(nodes.walk(1))


@pytest.mark.parametrize("copy_tree", [nodes.copy_tree, trees_in_python.copy_tree])
def test_what_is_shared_is_shared_in_the_copy(copy_tree):
    name, numbers = ast.Name("x", ast.Load()), [1, 2]
    call = OwnCall(test_copies, [name, name])
    call.pair = (numbers, {"a": name})
    call.numbers = numbers
    first, second = copy_tree([call, call])
    assert first is second and first is not call
    assert first.function is test_copies
    assert first.elts[0] is first.elts[1] and first.elts[0] is not name
    assert first.pair[0] == numbers and ast.dump(first.pair[1]["a"]) == ast.dump(name)
    assert first.numbers == numbers and first.numbers is not numbers


@pytest.mark.parametrize("copy_tree", [nodes.copy_tree, trees_in_python.copy_tree])
def test_other_nodes_in_the_copy(copy_tree):
    tree = ast.parse("x + y")
    operation = tree.body[0].value
    other = ast.Constant(7)
    copied = copy_tree(tree, {id(operation.left): other, id(operation.right): None})
    assert copied.body[0].value.left is other
    assert ast.unparse(copied) == "7 + y" and ast.unparse(tree) == "x + y"


def test_a_deep_tree_is_copied():
    node = ast.Constant(0)
    for _ in range(50_000):
        node = ast.UnaryOp(ast.USub(), node)
    copied = nodes.copy_tree(node)
    assert sum(isinstance(n, ast.UnaryOp) for n in nodes.walk(copied)) == 50_000
    for top in (node, copied):  # Python takes a deep tree apart with recursion
        while isinstance(top, ast.UnaryOp):
            top.operand, top = None, top.operand


def test_a_copy_is_let_go():
    class Named(ast.Name):
        pass

    tree = ast.Expr(Named("x", ast.Load()))
    copied = nodes.copy_tree(tree)
    gone = weakref.ref(copied.value)
    del copied
    gc.collect()
    assert gone() is None


def test_wrong_arguments():
    with pytest.raises(TypeError, match="a tree"):
        nodes.copy_tree()
