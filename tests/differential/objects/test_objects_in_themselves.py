"""Trees of objects whose methods call themselves on their branches: Python runs them, and that is found soon; methods that call a method
of the same name of another object, a few deep, are compiled."""

import unpython as up
from support.outcomes import check_machine_code, check_values
from unpython._writing.objects import calls


class Node:
    def __init__(self, key):
        self.key = key
        self.left = None
        self.right = None

    def insert(self, key):
        if key < self.key:
            if self.left is None:
                self.left = Node(key)
            else:
                self.left.insert(key)
        else:
            if self.right is None:
                self.right = Node(key)
            else:
                self.right.insert(key)

    def inorder(self):
        out = []
        if self.left:
            out += self.left.inorder()
        out.append(self.key)
        if self.right:
            out += self.right.inorder()
        return out


def tree_sort(keys):
    root = Node(keys[0])
    for k in keys[1:]:
        root.insert(k)
    return root.inorder()


def test_a_tree(monkeypatch):
    written = []
    inlined = calls.inlined
    monkeypatch.setattr(calls, "inlined", lambda *given: written.append(given) or inlined(*given))
    try:
        up.jit(strict=True)(tree_sort)([5, 2, 8, 1])
    except (up.CompileError, TypeError):
        assert 0 < len(written) < 300
    check_values((tree_sort, [5, 2, 8, 1, 9, 3]))


class Vec:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def plus(self, other):
        return Vec(self.x + other.x, self.y + other.y)

    def twice(self, n):
        if n == 0:
            return self
        return self.plus(self)


def chained(a, b):
    v = Vec(a, b)
    w = v.plus(v.plus(v.plus(v.plus(v.plus(v.plus(v))))))
    return w.twice(1).twice(0).plus(w).x, (w.plus(w)).plus(w.plus(w.plus(w.plus(w)))).y


def test_arguments_that_call_the_method():
    check_machine_code((chained, 1.5, 2))
