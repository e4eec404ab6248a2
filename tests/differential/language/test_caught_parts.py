"""`try` around int(text, 16) and several pops in one statement, and exceptions that compiled code leaves to Python."""

import math

import numpy as np
import pytest
import unpython as up
from support.outcomes import outcome


def sum_of_hexadecimals(tokens):
    total = 0
    errs = 0
    for t in tokens:
        try:
            total += int(t, 16)
        except ValueError:
            errs += 1
    return total, errs, f"0x{total:x}"


def binary(t):
    try:
        return int(t, 2), "ok"
    except ValueError as e:
        return -1, str(e)


def lengths_in_hexadecimals(lines):
    ok, bad = [], []
    for s in lines:
        try:
            body, tail = s.split("*")
            if len(body) != int(tail, 16):
                raise ValueError(f"length {len(body)}")
            ok.append(int(body.strip()[:2], 8))
        except ValueError as e:
            bad.append(str(e))
    return ok, bad


def either_base(t):
    try:
        v = int(t)
    except ValueError:
        v = int(t, 16)
    return v


def calculated(expr):
    st = []
    try:
        for t in expr.split():
            if t == "/":
                b = st.pop()
                a = st.pop()
                st.append(a / b)
            elif t == "+":
                st.append(st.pop() + st.pop())
            elif t == "-":
                b, a = st.pop(), st.pop()
                st.append(a - b)
            else:
                st.append(float(t))
        return st[-1], "ok"
    except ZeroDivisionError:
        return math.inf, "div"
    except IndexError:
        return math.nan, "stack"
    except ValueError as e:
        return math.nan, str(e)


def calculated_in_turn(expr):
    stack = []
    for tok in expr.split():
        if tok in "+-*":
            try:
                b, a = stack.pop(), stack.pop()
            except IndexError:
                raise SyntaxError(f"stack empty at {tok}")
            stack.append(a + b if tok == "+" else a - b if tok == "-" else a * b)
        else:
            stack.append(int(tok))
    return stack[0]


def joined(words):
    left = []
    for w in words:
        if w == "join":
            try:
                left.append(left.pop() + left.pop())
            except IndexError:
                left.append("empty")
        else:
            left.append(w)
    return left


def differences(xs):
    v = list(xs)
    out = []
    for i in range(4):
        try:
            out.append(v.pop() - v.pop())
        except IndexError:
            out.append(len(v))
    return out, v


def no_syntax(x):
    if x < 0:
        raise SyntaxError(f"bad {x}")
    return x * 2


def no_time(a, n):
    if n > 100:
        raise TimeoutError("too long")
    if n < 0:
        raise EOFError
    return a * n


def changed_before(a, n):
    a[0] = n
    if n > 100:
        raise TimeoutError("too long")
    return a.sum()


def no_permission(w):
    if w == "x":
        raise PermissionError(w)
    return w.upper()


def caught_in_place(x):
    try:
        if x < 0:
            raise OSError("neg")
        y = 1 / x
    except OSError as e:
        return str(e)
    return "fine"


A = np.arange(3)
CASES = [
    (sum_of_hexadecimals, [(["ff", "zz", "10"],), ([],), (["0x1F", " a ", "-b", "1_0", "", "\u0663"],)]),
    (binary, [("101",), ("12",), ("",), (" 0b11 ",), ("x" * 20,)]),
    (lengths_in_hexadecimals, [(["12*2", "123*f", "q", "12*zz", "99*2"],), ([],)]), (either_base, [("12",), ("ff",), ("zz",)]),
    (calculated, [("1 2 /",), ("1 0 /",), ("1 +",), ("q",), ("1 2 + 5 -",), ("",), ("5 1 -",)]),
    (calculated_in_turn, [("1 2 +",), ("1 +",), ("3 4 - 2 *",)]), (joined, [(["a", "b", "join"],), (["a", "join"],), (["join"],)]),
    (differences, [([1, 2, 3],), ([],), ([5, 4.5, 1, 2],)]), (no_syntax, [(1,), (-1,), (2.5,)]), (no_time, [(A, 1), (A, 101), (A, -1)]),
    (no_permission, [("x",), ("y",)]), (caught_in_place, [(1,), (-1,)]),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0].__name__)
def test_strict(case):
    function, given = case
    compiled = up.jit(strict=True)(function)
    for arguments in given:
        assert outcome(compiled, list(arguments)) == outcome(function, list(arguments))


@pytest.mark.filterwarnings("ignore")
def test_left_to_python():
    for n in (1, 101):
        assert outcome(up.jit(strict=False)(changed_before), [A, n]) == outcome(changed_before, [A, n])
