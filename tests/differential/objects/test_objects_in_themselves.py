"""Trees and lists of objects: methods and functions that call themselves on their parts, in machine code and on devices; what is said of
None is CPython's."""

import pytest
from support.outcomes import check_machine_code, check_values, name_of


class Node:
    def __init__(self, key, left=None, right=None):
        self.key = key
        self.left = left
        self.right = right

    def insert(self, key):
        if key == self.key:
            raise KeyError(key)
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

    def height(self):
        left = self.left.height() if self.left else 0
        right = self.right.height() if self.right else 0
        return 1 + max(left, right)

    def total(self):
        return self.key + self.left.total() + self.right.total()

    def walk(self):
        if self.left:
            self.left.walk()
        print(self.key)
        if self.right:
            self.right.walk()

    def two(self):
        return 2


class Person:
    def __init__(self, name):
        self.name = name
        self.children = []

    def count(self):
        return 1 + sum(child.count() for child in self.children)


class Tree:
    def __init__(self):
        self.root = None

    def add(self, key):
        if self.root is None:
            self.root = Node(key)
        else:
            self._add(self.root, key)

    def _add(self, node, key):
        if key < node.key:
            if node.left is None:
                node.left = Node(key)
            else:
                self._add(node.left, key)
        elif node.right is None:
            node.right = Node(key)
        else:
            self._add(node.right, key)


def made(keys):
    root = Node(keys[0])
    for k in keys[1:]:
        root.insert(k)
    return root


def insert(root, key):
    if root is None:
        return Node(key)
    if key < root.key:
        root.left = insert(root.left, key)
    else:
        root.right = insert(root.right, key)
    return root


def listed(node):
    return [] if node is None else listed(node.left) + [node.key] + listed(node.right)


def collected(node, out):
    if node is None:
        return
    collected(node.left, out)
    out.append(node.key)
    collected(node.right, out)


def mirror(node):
    if node is None:
        return None
    node.left, node.right = mirror(node.right), mirror(node.left)
    return node


def deleted(node, key):
    if node is None:
        return node
    if key < node.key:
        node.left = deleted(node.left, key)
    elif key > node.key:
        node.right = deleted(node.right, key)
    else:
        if node.left is None:
            return node.right
        if node.right is None:
            return node.left
        least = node.right
        while least.left:
            least = least.left
        node.key = least.key
        node.right = deleted(node.right, least.key)
    return node


def balanced(low, high):
    if low > high:
        return None
    middle = (low + high) // 2
    return Node(middle, balanced(low, middle - 1), balanced(middle + 1, high))


def shift(nodes, by=1):
    for node in nodes:
        node.key += by


def by_methods(keys):
    root = made(keys)
    return root.inorder(), root.height()


def by_functions(keys):
    root = None
    for k in keys:
        root = insert(root, k)
    out = [0]
    collected(root, out)
    return out, listed(root)


def turned(keys):
    root = made(keys)
    mirror(root)
    return listed(root), root


def without(keys, others):
    root = made(keys)
    for k in others:
        root = deleted(root, k)
    return listed(root), root is None


def from_the_middle(n):
    return balanced(0, n), listed(balanced(1, n))


def printed(keys):
    made(keys).walk()


def of_nothing(keys):
    return made(keys).total()


def asked(c):
    node = None
    if c:
        node = Node(1)
    return node.two()


def family(n):
    root = Person("a")
    last = root
    for i in range(n):
        child = Person("b")
        last.children.append(child)
        if i % 2:
            last = child
    return root.count()


def tree_of_a_class(keys):
    tree = Tree()
    for k in keys:
        tree.add(k)
    return listed(tree.root)


def shifted(n):
    nodes = [Node(k) for k in range(n)]
    first = nodes[0]
    shift(nodes)
    shift(nodes, by=3)
    return [node.key for node in nodes], first.key


KEYS = [5, 2, 8, 1, 9, 3]
CASES = [
    (by_methods, KEYS), (by_functions, KEYS), (turned, KEYS), (without, KEYS, [8, 5, 77]), (without, [5], [5]), (from_the_middle, 6),
    (printed, KEYS), (asked, True), (family, 5), (tree_of_a_class, KEYS), (shifted, 3),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_machine_code(case):
    check_machine_code(case)


@pytest.mark.parametrize("case", [*CASES[::3], (asked, False), (of_nothing, KEYS), (by_methods, [2, 2]), (by_functions, [])], ids=name_of)
def test_values(case):
    check_values(case)


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
