"""A function that calls itself, as a loop.

Problem:  compiled functions are inlined where they are called, on every device: a function that calls itself has no end.
Choice:   the statements between two calls become the branches of an `if` in a loop. A call pushes the number of the branch that goes
          on after it and the names that are read there onto lists, gives the parameters their values, and goes to the first branch;
          a return pops them. Types are those of names and lists. A parameter that each call passes on as it is stays where it is. A call
          after which nothing is left to do pushes nothing, nor does one that returns at once (first_returns.py).
Rejected: calls in machine code (OpenCL has no recursion, CUDA a small stack, and the interpreter, the checks and each analysis would
          have to know calls).

    def fib(n):                          state = 0; states = []; saved_n = []; saved_r = []
        if n < 2:                        while True:
            return n                         if state == 0:
        return fib(n - 1) + fib(n - 2)           if n < 2: result = n; state = -1
                                                 else: saved_n.append(n); states.append(1); n = n - 1; state = 0
                                             elif state == 1: n = saved_n.pop(); r = result; ...
                                             if state < 0:
                                                 if not states: break
                                                 state = states.pop()
"""

from __future__ import annotations

import ast
import copy
import sys
from collections.abc import Callable
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._library.python_functions import recursion
from unpython._library.python_functions.recursion import check_depth
from unpython._writing.calls import OwnCall, full_name
from unpython._writing.flow import names_stored_into
from unpython._writing.functions import fixed_tables, kept_lists, kept_rows
from unpython._writing.functions.branches import Call, Jump, Return, falls_through, is_endless, is_plain, is_true, live_names, saved_name
from unpython._writing.functions.first_returns import first_return, given_name
from unpython._writing.functions.kept_lists import KeptLists
from unpython._writing.functions.own_calls import (
    CallSplitter,
    NotWritten,
    OwnCallStatement,
    Parameters,
    defaults_of,
)
from unpython._writing.names import assigned_names
from unpython._writing.nodes import copy_tree, is_name, load, store, walk

_STATE, _STATES, _RESULT, _DEPTH = "_recursion_state_", "_recursion_states_", "_recursion_result_", "_recursion_depth_"
_TAKE_ALL = frozenset("sum min max sorted list".split())
_POPPED, _END = "_recursion_popped_", -1


def rewritten(
    function: FunctionType, node: Any, is_inner: bool, lists: frozenset[str] = frozenset(), check: Callable[..., Any] = check_depth,
    may_hold_rows: bool = False, fields: frozenset[str] = frozenset(),
) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with a loop in place of recursion, the names that came with it, and what free names it relies on. `lists`: the
    parameters that are lists of numbers; `check`: asked of the calls that wait, at each call; `may_hold_rows`: whether lists of lists may come back;
    `fields`: those of objects that no call gives another value."""
    calls = [n for n in walk(node) if isinstance(n, ast.Call) and is_name(n.func, node.name)]
    if not calls:
        return node, frozenset(), []
    used: list[_bindings.Binding] = []
    if not is_inner:
        binding = _bindings.resolve(function, node.name, [])
        if node.name in function.__code__.co_varnames or _bindings.python_function(binding.value) is not function:
            return node, frozenset(), []
        used.append(binding)
    outer = [s for s in node.body if isinstance(s, ast.Nonlocal)]
    of_outer = {name for s in outer for name in s.names}
    given = of_outer | {a.arg for a in walk(node.args) if isinstance(a, ast.arg)}
    original, node = node, copy.copy(node)
    tables, node.body = fixed_tables.taken_out([s for s in node.body if not isinstance(s, ast.Nonlocal)], given)
    own = frozenset(assigned_names(node.body)) - of_outer | given - of_outer
    if node.name in own or node.args.vararg is not None or node.args.kwarg is not None:
        return original, frozenset(), []
    try:
        parameters = Parameters(node.args, defaults_of(function, node, is_inner))
        machine = _Machine(node, own, parameters, lambda f: full_name(f, function, own).removeprefix("builtins."), lists, check, may_hold_rows, fields)
        made = machine.written()
        made.body = [*outer, *tables, *made.body]
        made.runs_again, made.own_lists, made.copied_lists = machine.runs_again, machine.own_lists(), machine.copied_lists()
    except NotWritten:
        return original, frozenset(), []
    if machine.runs_again and not is_inner and not _may_run_again(function, made, machine):
        return original, frozenset(), []
    return made, frozenset(machine.names), used


def _may_run_again(function: FunctionType, made: Any, machine: _Machine) -> bool:
    from unpython import _attempts

    own = {*assigned_names(made.body)} - names_stored_into(made.body)
    return _attempts.may_run_again(function, own={*own, *machine.names, *machine.copied_lists()}, node=made)


class _Machine:
    def __init__(
        self, node: Any, own: frozenset[str], parameters: Parameters, builtin: Callable[[ast.expr], str], lists: frozenset[str],
        check: Callable[..., Any], may_hold_rows: bool, fields: frozenset[str],
    ):  # fmt: skip
        self._may_hold_rows = may_hold_rows
        self._node = node
        self._check = check
        self._parameters = parameters
        self.runs_again = False

        def arguments_of(call: ast.Call) -> dict[str, ast.expr] | None:
            return parameters.bound(call) if is_name(call.func, node.name) else None

        is_range, is_enumerate = (lambda f: builtin(f) == "range"), (lambda f: builtin(f) == "enumerate")
        splitter = CallSplitter(own, arguments_of, is_range, lambda f: builtin(f) in _TAKE_ALL, fields, is_enumerate)
        body = splitter.statements(node.body)
        if any(is_name(n, node.name) for s in body for n in walk(s)):
            raise NotWritten  # the function itself as a value
        self._own = own | splitter.names
        calls = [n for s in body for n in walk(s) if isinstance(n, OwnCallStatement)]
        assigned = set(assigned_names(body))
        self._fixed = {
            name for name in parameters.names
            if name not in assigned and all(isinstance(v := c.arguments[name], ast.Name) and v.id == name for c in calls)
        }  # fmt: skip
        self._own -= self._fixed
        self._lists = self._kept_lists(body, lists, splitter.names, lambda f: builtin(f) in ("list", "sorted"))
        self._gives_value = any(isinstance(n, ast.Return) and n.value is not None for s in body for n in walk(s))
        self._loops: list[tuple[int, int]] = []  # of `continue` and `break`
        self._replaces = False  # calls that take the place of others: those that wait are more than those that are kept
        may_return_first = self._lists is None and self._gives_value and not self._asks_for_none()
        for first in (None, first_return(body) if may_return_first else None):  # whether calls replace others is known before they are checked
            self._first_return = first
            self._blocks: list[list[ast.stmt]] = [[]]
            self._resumed: dict[int, str] = {}  # by block: the name of the result of the call before it
            self._blocks[0] = self._body(body, _END)
        if self._gives_value and not self._has_first_result():
            raise NotWritten
        self._live = live_names(self._blocks, self._resumed, self._own)
        if self._live[0] - {*parameters.names}:  # a name without a value would have that of another call
            raise NotWritten
        self.names: set[str] = splitter.names | ({given_name(name) for name in parameters.names} if self._first_return else set())

    def _kept_lists(self, body: list[ast.stmt], given: frozenset[str], single: set[str], makers: Callable[[ast.expr], bool]) -> KeptLists | None:
        """None where lists are not copied: they are what they were then."""
        try:
            found = KeptLists(body, given & {*self._parameters.names}, self._parameters.names, self._fixed, single, makers, self._may_hold_rows)
        except NotWritten:
            return None
        if (found.rows.names or found.rows.are_given) and self._own & {"len", "range"}:
            raise NotWritten
        found.rows.copy_results()
        return found if found.names or found.rows.are_given else None

    def _is_list(self, name: str) -> bool:
        return self._lists is not None and name in self._lists.names

    def _is_rows(self, name: str) -> bool:
        return self._lists is not None and name in self._lists.rows.names

    # Branches: lists of statements, each way through which ends in a Jump, a Call or a Return.

    def _new_block(self) -> int:
        self._blocks.append([])
        return len(self._blocks) - 1

    def _to(self, block: int) -> list[ast.stmt]:
        return self._returned(None) if block == _END else [Jump(block)]

    def _body(self, statements: list[ast.stmt], then: int) -> list[ast.stmt]:
        """The statements, and then this branch."""
        made: list[ast.stmt] = []
        for i, node in enumerate(statements):
            rest = statements[i + 1 :]
            if is_plain(node):
                made += self._plain(node)
                if isinstance(node, ast.Raise):
                    return [*made, Return()]
            elif isinstance(node, ast.Return):
                return [*made, *self._returned(node)]
            elif isinstance(node, (ast.Break, ast.Continue)):
                return [*made, Jump(self._loops[-1][isinstance(node, ast.Break)])]
            elif isinstance(node, OwnCallStatement):
                return [*made, *self._call(node, rest, then)]
            elif isinstance(node, ast.If):
                return [*made, self._branches(node, rest, then)]
            elif any(isinstance(n, OwnCallStatement) for n in walk(node)):
                return [*made, *self._loop(node, rest, then)]
            elif is_endless(node):
                return [*made, self._with_exits(node)]
            else:
                left = ast.Compare(ast.Name(_STATE, ast.Load()), [ast.Lt()], [ast.Constant(0)])
                after = ast.If(left, [ast.Pass()], self._body(rest, then))
                return [*made, self._with_exits(node), ast.copy_location(after, node)]
        return [*made, *self._to(then)]

    def _call(self, node: OwnCallStatement, rest: list[ast.stmt], then: int) -> list[ast.stmt]:
        if self._returns_at_once(node.result, rest, then):
            self._replaces = True
            return [ast.copy_location(Call(node, None), node)]
        block = self._new_block()
        self._resumed[block] = node.result
        if self._first_return is None:
            self._blocks[block] = self._body(rest, then)
            return [ast.copy_location(Call(node, block), node)]
        after = self._new_block()
        self._blocks[block], self._blocks[after] = [Jump(after)], self._body(rest, then)
        made, test, value = self._first_return.at(node, self._fixed)
        result = ast.copy_location(store(node.result, value), node)
        choice = ast.If(test, [result, Jump(after)], [Call(node, block)])
        return [*made, self._checked(node), ast.fix_missing_locations(ast.copy_location(choice, node))]

    def _returns_at_once(self, result: str, rest: list[ast.stmt], then: int) -> bool:
        """Whether nothing is left to do after a call: then it takes the place of the one that makes it."""
        if self._is_list(result) or self._is_rows(result):
            return False
        if not rest:
            return then == _END and not self._gives_value
        value = rest[0].value if isinstance(rest[0], ast.Return) else ast.Constant(0)
        return value is None if not self._gives_value else is_name(value, result)

    def _branches(self, node: ast.If, rest: list[ast.stmt], then: int) -> ast.stmt:
        one, other = node.body, node.orelse
        if rest and not falls_through(one):
            other = [*other, *rest]
        elif rest and not falls_through(other):
            one = [*one, *rest]
        elif rest:
            block = self._new_block()
            self._blocks[block] = self._body(rest, then)
            then = block
        return ast.copy_location(ast.If(node.test, self._body(one, then), self._body(other, then)), node)

    def _loop(self, node: Any, rest: list[ast.stmt], then: int) -> list[ast.stmt]:
        """A `while` that holds calls: its head is a branch."""
        if not isinstance(node, ast.While):
            raise NotWritten
        head, after = self._new_block(), self._new_block()
        self._blocks[after] = [Return()] if is_endless(node) else self._body(rest, then)
        otherwise = self._body(node.orelse, after)
        self._loops.append((head, after))
        body = self._body(node.body, head)
        self._loops.pop()
        self._blocks[head] = body if is_true(node.test) else [ast.copy_location(ast.If(node.test, body, otherwise), node)]
        return [Jump(head)]

    def _with_exits(self, node: Any) -> ast.stmt:
        """A loop without calls, which a `return` leaves."""
        made = type(node)(**{field: getattr(node, field) for field in node._fields})
        made.body = [s for part in node.body for s in self._exit(part, True)]
        made.orelse = [s for part in node.orelse for s in self._exit(part, False)]
        return ast.copy_location(made, node)

    def _exit(self, node: ast.stmt, in_loop: bool) -> list[ast.stmt]:
        leave = [ast.copy_location(ast.Break(), node)] if in_loop else []
        if isinstance(node, ast.Return):
            returned = self._returned(node)
            return [*(self._written(s) for s in returned[:-1]), *self._write([returned[-1]]), *leave]
        if not any(isinstance(n, ast.Return) for n in walk(node)):
            return [node]
        if isinstance(node, ast.If):
            ways = [[s for part in way for s in self._exit(part, in_loop)] for way in (node.body, node.orelse)]
            return [ast.copy_location(ast.If(node.test, *ways), node)]
        if not in_loop or not isinstance(node, (ast.For, ast.While)):
            raise NotWritten
        left = ast.Compare(ast.Name(_STATE, ast.Load()), [ast.Lt()], [ast.Constant(0)])
        return [self._with_exits(node), ast.copy_location(ast.If(left, [ast.Break()], []), node)]

    def _returned(self, node: ast.Return | None) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        if self._gives_value:
            value = node.value if node is not None and node.value is not None else ast.Constant(None)
            if self._lists is not None and self._lists.rows.are_given:
                return [*self._returned_rows(value), Return()]
            if isinstance(value, ast.Name) and self._lists is not None and self._is_list(value.id):
                is_given = self._lists.may_be_given(value.id)
                self.runs_again |= is_given
                made += kept_lists.given_back(_STATES, is_given)
                value = kept_lists.copied(value)
            made.append(ast.Assign([ast.Name(_RESULT, ast.Store())], value))
        return [ast.copy_location(s, node or self._node) for s in (*made, Return())]

    def _plain(self, node: ast.stmt) -> list[ast.stmt]:
        """x = y + z of lists of lists in two steps."""
        target = node.targets[0] if isinstance(node, ast.Assign) and isinstance(node.value, ast.BinOp) else None
        if not isinstance(node, ast.Assign) or not isinstance(target, ast.Name) or not self._is_rows(target.id) or self._lists is None:
            return [node]
        return [ast.fix_missing_locations(ast.copy_location(s, node)) for s in self._lists.rows.stored(target.id, node.value)]

    def _returned_rows(self, value: ast.expr) -> list[ast.stmt]:
        assert self._lists is not None
        is_given = any(map(self._lists.may_be_given, self._lists.rows.given_names(value)))
        self.runs_again = True  # where ragged.py cannot say the lists, those that differ in length are refused in the call
        made = [*kept_lists.given_back(_STATES, is_given), *self._lists.rows.stored(_RESULT, value)]
        return [ast.copy_location(s, value) for s in made]

    def _has_first_result(self) -> bool:
        """Whether there is a way to a `return` without a call: else there is no result to say a type of."""
        waiting, seen = [0], {0}
        while waiting:
            for node in (n for s in self._blocks[waiting.pop()] for n in walk(s)):
                if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == _RESULT:
                    return True
                if isinstance(node, Jump) and node.block not in seen:
                    seen.add(node.block)
                    waiting.append(node.block)
        return False

    # The loop.

    def written(self) -> Any:
        branches: list[ast.stmt] = []
        for number in reversed(range(len(self._blocks))):
            test = ast.Compare(ast.Name(_STATE, ast.Load()), [ast.Eq()], [ast.Constant(number)])
            body = [*self._resume(number), *self._write(self._blocks[number])]
            branches = [ast.If(test, body, branches)]
        ended = ast.If(ast.Compare(ast.Name(_STATE, ast.Load()), [ast.Lt()], [ast.Constant(0)]), self._popped_state(), [])
        loop = ast.While(ast.Constant(True), [ended, *branches], [])
        self.names |= {_STATE, _STATES, _RESULT, _POPPED} | ({_DEPTH} if self._replaces else set())
        before = [store(name, ast.List([], ast.Load())) for name in sorted(self._saved())]
        numbers = (_STATE, _DEPTH) if self._replaces else (_STATE,)
        before += [store(_STATES, ast.List([], ast.Load())), *(store(name, ast.Constant(0)) for name in numbers)]
        if self._asks_for_none():
            before += copy_tree(self._write(self._blocks[0]))
        result: ast.expr = ast.Name(_RESULT, ast.Load())
        if self._lists is not None and self._lists.rows.are_given:
            result = kept_rows.copied(result)  # which may get a name where the function is written out
        after: list[ast.stmt] = [ast.Return(result)] if self._gives_value else []
        made = copy.copy(self._node)
        made.body = [ast.copy_location(s, self._node.body[0]) for s in (*before, loop, *after)]
        return ast.fix_missing_locations(made)

    def _asks_for_none(self) -> bool:
        """`if x is None: x = ...`: the first call, whose x is None, comes before the loop, in which x is no longer None."""
        return any(
            isinstance(n, ast.Compare) and isinstance(n.left, ast.Name) and n.left.id in self._parameters.names
            and isinstance(n.comparators[0], ast.Constant) and n.comparators[0].value is None
            for n in walk(self._node)
        )  # fmt: skip

    def copied_lists(self) -> set[str]:
        """The names that stand for lists, the caller's own ones aside."""
        return set() if self._lists is None else self._lists.names - self._fixed

    def own_lists(self) -> list[str]:
        """The parameters that are lists and stand for others in other calls."""
        return [name for name in self._parameters.names if self._is_list(name) and name not in self._fixed]

    def _saved(self) -> set[str]:
        names = {name for block in self._resumed for name in self._kept(block)}
        lists = [name for name in names if self._is_list(name) or self._is_rows(name)]
        saved = {saved_name(name) for name in names} | {kept_lists.counts_of(saved_name(name)) for name in lists}
        self.names |= saved | {kept_lists.count_of(saved_name(name)) for name in lists}
        return saved

    def _kept(self, block: int) -> list[str]:
        return sorted(self._live[block] - {self._resumed[block]})

    def _resume(self, block: int) -> list[ast.stmt]:
        if block not in self._resumed:
            return []
        made: list[ast.stmt] = []
        for name in self._kept(block):
            if self._is_rows(name):
                made += kept_rows.popped(name, saved_name(name), kept_lists.counts_of(saved_name(name)), kept_lists.count_of(saved_name(name)))
                continue
            made += kept_lists.popped(name, saved_name(name)) if self._is_list(name) else [store(name, self._method(saved_name(name), "pop"))]
        if self._is_rows(self._resumed[block]) and self._lists is not None:
            made += self._lists.rows.stored(self._resumed[block], load(_RESULT))
        elif self._resumed[block] in self._live[block]:
            value = ast.Name(_RESULT, ast.Load()) if self._gives_value else ast.Constant(None)
            made.append(store(self._resumed[block], value))
        return made

    def _write(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        for node in statements:
            if isinstance(node, Jump):
                made.append(store(_STATE, ast.Constant(node.block)))
            elif isinstance(node, Return):
                made.append(store(_STATE, ast.Constant(_END)))
            elif isinstance(node, Call):
                made += [ast.copy_location(s, node) for s in self._entered(node)]
            else:
                made.append(self._written(node))
        return made

    def _written(self, node: ast.stmt) -> ast.stmt:
        if not isinstance(node, ast.If):
            return node
        return ast.copy_location(ast.If(node.test, self._write(node.body), self._write(node.orelse)), node)

    def _entered(self, node: Call) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        for name in [] if node.block is None else self._kept(node.block):
            pushed: list[ast.stmt] = [ast.Expr(self._method(saved_name(name), "append", [ast.Name(name, ast.Load())]))]
            if self._is_rows(name):
                made += kept_rows.pushed(name, saved_name(name), kept_lists.counts_of(saved_name(name)))
            else:
                made += kept_lists.pushed(name, saved_name(name)) if self._is_list(name) else pushed
        made.append(self._checked(node))
        made += self._pushed_state(node.block)
        given = {
            name: value for name, value in node.call.arguments.items()
            if name not in self._fixed and not (is_name(value, name))
        }  # fmt: skip
        if len(given) == 1:
            made += [store(name, value) for name, value in given.items()]
        elif given:
            targets: list[ast.expr] = [ast.Name(name, ast.Store()) for name in given]
            made.append(ast.Assign([ast.Tuple(targets, ast.Store())], ast.Tuple(list(given.values()), ast.Load())))
        return [*made, store(_STATE, ast.Constant(0))]

    # How many calls wait: as many as there are states, or a number of its own beside each state.

    def _checked(self, node: ast.AST) -> ast.stmt:
        waiting = ast.Name(_DEPTH, ast.Load()) if self._replaces else OwnCall(recursion.size, [ast.Name(_STATES, ast.Load())])
        check = ast.Expr(OwnCall(self._check, [waiting, ast.Constant(sys.getrecursionlimit())]))
        return ast.fix_missing_locations(ast.copy_location(check, node))

    def _pushed_state(self, block: int | None) -> list[ast.stmt]:
        depth = ast.Name(_DEPTH, ast.Load())
        state: ast.expr | None = None if block is None else ast.Constant(block)
        if state is not None and self._replaces:
            state = ast.BinOp(ast.BinOp(depth, ast.Mult(), ast.Constant(1 << self._bits_of_state())), ast.Add(), state)
        made: list[ast.stmt] = [] if state is None else [ast.Expr(self._method(_STATES, "append", [state]))]
        return [*made, store(_DEPTH, ast.BinOp(depth, ast.Add(), ast.Constant(1)))] if self._replaces else made

    def _popped_state(self) -> list[ast.stmt]:
        """The number that was pushed last, as a choice between constants: what follows each of them is known then."""
        if not self._resumed:
            return [ast.Break()]
        waiting, number = ast.Name(_DEPTH, ast.Load()), ast.Name(_POPPED, ast.Load())
        leave: ast.stmt = ast.If(ast.UnaryOp(ast.Not(), ast.Name(_STATES, ast.Load())), [ast.Break()], [])
        made = [leave, store(_POPPED, self._method(_STATES, "pop"))]
        if self._replaces:
            bits = self._bits_of_state()
            made.append(store(waiting.id, ast.BinOp(number, ast.RShift(), ast.Constant(bits))))
            made.append(store(_POPPED, ast.BinOp(number, ast.BitAnd(), ast.Constant((1 << bits) - 1))))
        choice: list[ast.stmt] = []
        for block in sorted(self._resumed, reverse=True):
            chosen = store(_STATE, ast.Constant(block))
            choice = [ast.If(ast.Compare(number, [ast.Eq()], [ast.Constant(block)]), [chosen], choice)] if choice else [chosen]
        return [*made, *choice]

    def _bits_of_state(self) -> int:
        return len(self._blocks).bit_length()

    @staticmethod
    def _method(name: str, method: str, arguments: list[ast.expr] | None = None) -> ast.expr:
        return ast.Call(ast.Attribute(ast.Name(name, ast.Load()), method, ast.Load()), arguments or [], [])
