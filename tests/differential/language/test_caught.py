"""`try` around what may raise in several ways: values, what is printed and exceptions are CPython's."""

import contextlib
import io

import pytest
import unpython as up
from support.texts import function_of

BODIES = {
    "split and counted": "    stock = {'a': 3, 'b': 1}\n    for r in rows:\n        try:\n            k, v = r.split('=')\n            stock[k] -= int(v)\n        except ValueError as e:\n            bad.append(str(e))\n        except KeyError as e:\n            bad.append(f'no {e}')\n    return stock, bad",
    "which kind": "    v = [10, 20, 30]\n    for r in rows:\n        try:\n            k = int(r)\n            v[k] += 60 // k\n        except (ValueError, IndexError, ZeroDivisionError) as e:\n            bad.append(type(e).__name__)\n        else:\n            bad.append('')\n    return v, bad",
    "one in another": "    seen = {'1': 0}\n    for r in rows:\n        try:\n            try:\n                seen[r] += 1\n                if seen[r] > 1:\n                    raise RuntimeError(r + ' again')\n            except KeyError:\n                seen[r] = int(r)\n                print('new', r)\n        except ValueError:\n            print('no number', r)\n        except RuntimeError as e:\n            print(e)\n    return seen",
    "around a loop": "    total = 0\n    try:\n        for r in rows:\n            total += int(r)\n            while total > 5:\n                total -= int(r[0])\n    except ValueError:\n        print('stopped at', total)\n        return -1\n    return total",
    "a stack": "    stack = []\n    for r in rows:\n        try:\n            if r == '+':\n                b = stack.pop()\n                a = stack.pop()\n                stack.append(a + b)\n            else:\n                stack.append(float(r))\n        except IndexError as e:\n            print(e)\n        except Exception:\n            bad.append(r)\n    return stack, bad",
    "checked": "    for r in rows:\n        try:\n            assert len(r) < 3, 'long'\n            n = int(r) if r else 0\n            bad.append(str(100 / n))\n        except AssertionError as e:\n            bad.append(str(e))\n        except ZeroDivisionError:\n            continue\n        except ValueError:\n            break\n    return bad",
    "not caught": "    d = {'1': 1}\n    for r in rows:\n        try:\n            print(d[r], int(r))\n        except ValueError:\n            bad.append(r)\n    return bad",
}
ROWS = [["a=1", "b=5", "c=2", "x", "a=y", "a=1=2"], ["1", "2", "7", "-3", "0", "z"], ["1", "1", "1", "5", "5", "q", "+"], ["+", "2", "+", "3", "+"], [], ["1"]]


def outcome(function, rows):
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        try:
            found = repr(function(rows))
        except Exception as error:
            found = type(error), error.args
    return found, printed.getvalue()


@pytest.mark.parametrize("name", BODIES)
def test_bodies(name):
    function = function_of("def f(rows):\n    bad = []\n" + BODIES[name] + "\n")
    for compiled in (up.jit(strict=False)(function), up.jit(strict=True)(function)):
        for rows in ROWS:
            found, expected = outcome(compiled, [*rows]), outcome(function, [*rows])
            if found[0][0] is not up.CompileError:  # what stays with Python
                assert found == expected, rows


WHOLE = ["split and counted", "which kind", "one in another", "around a loop", "a stack"]


@pytest.mark.parametrize("name", WHOLE)
def test_compiled_as_a_whole(name):
    compiled = up.jit(strict=False)(function_of("def f(rows):\n    bad = []\n" + BODIES[name] + "\n"))
    with contextlib.redirect_stdout(io.StringIO()):
        compiled(["1", "2", "0", "z=1", "q"])
    assert compiled.ran_on != "python"


def test_what_a_call_prints_is_written_once():
    source = "def f(words, d):\n    for w in words:\n        print(w, d[w], end=';')\n    print()\n    return len(words)\n"
    function = function_of(source)
    compiled = up.jit(strict=False)(function)
    d = {"a": 1, "b": 2}
    assert outcome(lambda w: compiled(w, d), ["a", "b", "a"]) == outcome(lambda w: function(w, d), ["a", "b", "a"])
    assert compiled.ran_on != "python"
    assert outcome(lambda w: compiled(w, d), ["a", "c"]) == outcome(lambda w: function(w, d), ["a", "c"])


def test_prints_of_calls_in_threads():
    from concurrent.futures import ThreadPoolExecutor

    compiled = up.jit(strict=False)(function_of("def f(words, d):\n    for w in words:\n        print(w, d[w])\n    return len(words)\n"))
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda k: compiled([f"w{k}", f"w{k}"], {f"w{k}": k}), range(12))) == [2] * 12
    assert sorted(printed.getvalue().split()) == sorted([*(f"w{k}" for k in range(12) for _ in "ab"), *(str(k) for k in range(12) for _ in "ab")])
