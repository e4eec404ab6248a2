"""Functions that call themselves, as loops: what a call keeps meanwhile is on a stack.

The body is written once, with CALL_8() where it calls itself, RETURN_8() where it ends and ESCAPE_8() where an exception leaves all its
calls, for the region with the number 8. Here its
statements become blocks with numbers, and a loop runs the block whose number is next. A region may stand in another one, and call it: the
blocks of the inner one are statements of the outer one then."""

from __future__ import annotations

import ast
import re
from typing import Any

from unpython._writing.heap.cells import NotOnHeap, TooLong

CALL, RETURN, ESCAPE = "CALL_{}", "RETURN_{}", "ESCAPE_{}"
_MOST_BLOCKS = 200
_OF_FLOAT = re.compile(r"(?!base_\d+f).*_\d+f")  # names of variables and of what a call is given
_REAL_CALLS = frozenset(["float", "as_float"])
_MIXED_CALLS = frozenset("abs min max round sum".split())
_WHOLE_OF_MATH = frozenset("floor ceil trunc gcd lcm comb perm factorial isqrt".split())
_GIVE_LISTS = frozenset("codes_of shown formatted quoted_codes aligned repeated_text".split())


class Region:
    """`given`: the names by which a call gives what the body takes; `result`: those of its result."""

    def __init__(self, number: int):
        self.number = number
        self.given: list[str] = []
        self.result: tuple[str, ...] = ()
        self.tries = 0  # how many handlers are around
        self.float_errors: dict[str, str] = {}  # arrays/raising.py


def loop_of(
    lines: list[tuple[int, str, int]], region: Region, keeps: set[str], depth: int
) -> tuple[list[tuple[int, str, int]], dict[str, str]]:
    """The lines of the loop that does what the lines of the body say, and the names that a call keeps, with first values. `keeps`: names that
    all calls have in common; `depth`: how many calls there may be in each other."""
    least = min(indent for indent, _, _ in lines)
    tree = ast.parse("\n".join("    " * (indent - least) + text for indent, text, _ in lines))
    flat = _Flat([line for _, _, line in lines], region.number)
    end = flat.follow(tree.body, flat.new(), None, None)
    if end is not None:
        flat.add(end, f"{RETURN.format(region.number)}()")
    saved = _saved(flat.blocks, keeps | {*region.given, *region.result, f"next_{region.number}"})
    made = [(indent + least, text, line) for indent, text, line in flat.text(saved, depth)]
    return made, {name: "0.0" if is_real else "0" for name, is_real in saved}


class _Flat:
    def __init__(self, places: list[int], number: int):
        self._places = places
        self._number = number
        self._call, self._return, self._escape = CALL.format(number), RETURN.format(number), ESCAPE.format(number)
        self.blocks: list[list[tuple[Any, int]]] = []
        self._line = places[0]

    def _marker(self, s: Any) -> str:
        is_call = isinstance(s, ast.Expr) and isinstance(s.value, ast.Call) and isinstance(s.value.func, ast.Name)
        return s.value.func.id if is_call and s.value.func.id in (self._call, self._return, self._escape) else ""

    def _leads_out(self, s: Any) -> bool:
        """Whether there is a marker in a statement, or what leaves the loop around it."""
        if self._marker(s) or isinstance(s, (ast.Break, ast.Continue)):
            return True
        inner = [*getattr(s, "body", []), *getattr(s, "orelse", [])]
        return any(map(self._has_marker if isinstance(s, (ast.For, ast.While)) else self._leads_out, inner))

    def _has_marker(self, s: Any) -> bool:
        return bool(self._marker(s)) or any(map(self._has_marker, [*getattr(s, "body", []), *getattr(s, "orelse", [])]))

    def new(self) -> int:
        if len(self.blocks) > _MOST_BLOCKS:
            raise TooLong("a long function that calls itself")
        self.blocks.append([])
        return len(self.blocks) - 1

    def add(self, block: int, what: Any) -> None:
        """A statement, or its text."""
        made = ast.parse(what).body[0] if isinstance(what, str) else what
        self.blocks[block].append((made, self._line))

    def _go(self, block: int, target: int) -> None:
        self.add(block, f"next_{self._number} = {target}")

    def _fork(self, block: int, test: ast.expr, yes: int, no: int) -> None:
        self.add(block, f"next_{self._number} = {yes} if ({ast.unparse(test)}) else {no}")

    def follow(self, body: list[Any], block: int, out: int | None, on: int | None) -> int | None:
        """The block that goes on behind the body; None: nothing does. `out`: where `break` leads; `on`: where `continue` does."""
        for s in body:
            self._line = self._places[s.lineno - 1] if s.lineno <= len(self._places) else self._line
            kind = self._marker(s)
            if kind in (self._return, self._escape):
                self.add(block, s)
                return None
            if kind == self._call:
                after = self.new()
                self.add(block, f"{self._call}({after})")
                block = after
            elif isinstance(s, (ast.Break, ast.Continue)):
                target = out if isinstance(s, ast.Break) else on
                assert target is not None
                self._go(block, target)
                return None
            elif not self._leads_out(s):
                self.add(block, s)
            elif isinstance(s, ast.If):
                yes, no, after = self.new(), self.new(), self.new()
                self._fork(block, s.test, yes, no)
                ends = [self.follow(s.body, yes, out, on), self.follow(s.orelse, no, out, on)]
                for end in ends:
                    if end is not None:
                        self._go(end, after)
                if ends == [None, None]:
                    return None
                block = after
            else:
                block = self._loop(s, block)
        return block

    def _loop(self, s: Any, block: int) -> int:
        head, body, after = self.new(), self.new(), self.new()
        if isinstance(s, ast.While):
            self._go(block, head)
            self._fork(head, s.test, body, after)
            end = self.follow(s.body, body, after, head)
            if end is not None:
                self._go(end, head)
            return after
        at = f"at_{self._number}_{head}"
        start, stop, step = ([ast.Constant(0), *s.iter.args, ast.Constant(1)] if len(s.iter.args) == 1 else [*s.iter.args, ast.Constant(1)])[:3]
        for name, value in ((at, start), (f"{at}_stop", stop), (f"{at}_step", step)):
            self.add(block, f"{name} = {ast.unparse(value)}")
        self._go(block, head)
        test = f"({at} < {at}_stop if {at}_step > 0 else {at} > {at}_stop)"
        self._fork(head, ast.parse(test, mode="eval").body, body, after)
        self.add(body, f"{s.target.id} = {at}")
        self.add(body, f"{at} += {at}_step")
        end = self.follow(s.body, body, after, head)
        if end is not None:
            self._go(end, head)
        return after

    def text(self, saved: list[tuple[str, bool]], depth: int) -> list[tuple[int, str, int]]:
        number, line = self._number, self._places[0]
        made: list[tuple[int, str, int]] = [(0, f"base_{number} = len(ints_kept)", line), (0, f"base_{number}f = len(floats_kept)", line)]
        made += [(0, f"next_{number} = 0", line), (0, "ints_kept.append(-1)", line), (0, "while True:", line)]
        for block, statements in enumerate(self.blocks):
            made.append((1, f"if next_{number} == {block}:", line))
            if not statements:
                made.append((2, "pass", line))
            for s, at in statements:
                kind = self._marker(s)
                if kind == self._call:
                    for name, is_real in saved:
                        made.append((2, f"{'floats' if is_real else 'ints'}_kept.append({name})", at))
                    made += [(2, f"ints_kept.append({s.value.args[0].value})", at), (2, f"next_{number} = 0", at)]
                    made += [(2, f"if len(ints_kept) > {depth * (1 + len(saved))}:", at), (3, "raise NotImplementedError('calls in calls')", at)]
                    made.append((2, "continue", at))
                elif kind == self._escape:
                    for name, base in (("ints_kept", f"base_{number}"), ("floats_kept", f"base_{number}f")):
                        made += [(2, f"while len({name}) > {base}:", at), (3, f"{base}_ = {name}.pop()", at)]
                    made.append((2, "break", at))
                elif kind == self._return:
                    made += [(2, f"next_{number} = ints_kept.pop()", at), (2, f"if next_{number} < 0:", at), (3, "break", at)]
                    for name, is_real in reversed(saved):
                        made.append((2, f"{name} = {'floats' if is_real else 'ints'}_kept.pop()", at))
                    made.append((2, "continue", at))
                else:
                    made += [(2 + (len(part) - len(part.lstrip())) // 4, part.lstrip(), at) for part in ast.unparse(s).splitlines()]
        return made


def _saved(blocks: list[list[tuple[Any, int]]], keeps: set[str]) -> list[tuple[str, bool]]:
    """The names that a block sets and another one reads, and which of them are floats."""
    stored: set[str] = set()
    seen: dict[str, set[int]] = {}
    values: list[tuple[str, Any]] = []
    for number, block in enumerate(blocks):
        for s, _ in block:
            for n in ast.walk(s):
                if isinstance(n, ast.Name):
                    seen.setdefault(n.id, set()).add(number)
                    if isinstance(n.ctx, ast.Store):
                        stored.add(n.id)
                if isinstance(n, ast.Assign) and isinstance(n.targets[0], ast.Name):
                    values.append((n.targets[0].id, n.value))
                elif isinstance(n, ast.AugAssign) and isinstance(n.target, ast.Name):
                    values.append((n.target.id, ast.BinOp(ast.Name(n.target.id, ast.Load()), n.op, n.value)))
    reals: set[str] = set()
    lists: set[str] = set()
    while True:
        more = {name for name, value in values if name not in reals and _is_real(value, reals)}
        more_lists = {name for name, value in values if name not in lists and _is_list(value, lists)}
        if not more and not more_lists:
            break
        reals |= more
        lists |= more_lists
    names = sorted(name for name in stored - keeps if len(seen[name]) > 1)
    if lists & {*names} or any(name.startswith("native_") for name in names):
        raise NotOnHeap("a text that is put together while a function calls itself")
    return [(name, name in reals) for name in names]


def _is_real(node: Any, reals: set[str]) -> bool:
    if isinstance(node, ast.Constant):
        return type(node.value) is float
    if isinstance(node, ast.Name):
        return node.id in reals or _OF_FLOAT.fullmatch(node.id) is not None
    if isinstance(node, ast.Subscript):
        return isinstance(node.value, ast.Name) and node.value.id == "F_"
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.Div) or _is_real(node.left, reals) or _is_real(node.right, reals)
    if isinstance(node, ast.UnaryOp):
        return _is_real(node.operand, reals)
    if isinstance(node, ast.IfExp):
        return _is_real(node.body, reals) or _is_real(node.orelse, reals)
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Attribute):
            holder = getattr(node.func.value, "id", "")
            return holder == "floats_kept" or (holder == "math" and node.func.attr not in _WHOLE_OF_MATH)
        name = getattr(node.func, "id", "")
        is_mixed = name in _MIXED_CALLS and any(_is_real(a, reals) for a in node.args[:1]) and not (name == "round" and len(node.args) == 1)
        return name in _REAL_CALLS or is_mixed
    return False


def _is_list(node: Any, lists: set[str]) -> bool:
    if isinstance(node, ast.Name):
        return node.id in lists
    if isinstance(node, ast.Subscript):
        return isinstance(node.slice, ast.Slice)
    return isinstance(node, (ast.List, ast.ListComp)) or (isinstance(node, ast.Call) and getattr(node.func, "id", "") in _GIVE_LISTS)
