"""Names that stand for members of an enumeration: values and exceptions are CPython's, in machine code, in the interpreter and on
devices."""

import enum

import pytest
import unpython as up
from support import paths


class Light(enum.Enum):
    RED = 1
    GREEN = 2
    BLUE = 3


class Level(enum.Enum):
    LOW = "low"
    HIGH = "high"
    TOP = "high"  # another name of HIGH


class Whole(enum.IntEnum):
    ONE = 1
    TWO = 2


def letters(seconds):
    state = Light.RED
    log = []
    for s in range(seconds):
        if s % 3 == 2:
            if state == Light.RED:
                state = Light.GREEN
            elif state is Light.GREEN:
                state = Light.BLUE
            else:
                state = Light.RED
        log.append(state.name[0])
    return "".join(log)


def summed(n):
    state = Light.RED
    total = 0
    for _ in range(n):
        state = Light.BLUE if state != Light.BLUE else Light.GREEN
        total += state.value
    return total


def turns(n):
    state = Light.RED
    k = 0
    while state != Light.BLUE:
        state = Light.GREEN if state is Light.RED and k > n else Light.BLUE if k > 2 * n else state
        k += 1
    return k


def by_events(events):
    state = Light.RED
    for event in events:
        if state == Light.RED and event == "go":
            state = Light.GREEN
        elif state == Light.GREEN and event == "stop":
            state = Light.RED
    return state.name, state.value


def chosen(x):
    level = Level.LOW if x < 3 else Level.TOP
    return level.value, level is Level.HIGH


def changes(n):
    level = Level.LOW
    before = level
    count = 0
    for i in range(n):
        level = Level.HIGH if i * i % 5 > 2 else Level.LOW
        if level is not before:
            count += 1
        before = level
        if level not in (Level.LOW, Level.LOW):
            count += 10
    return count, before.name


def returned(x):
    level = Level.LOW
    if x > 2:
        level = Level.HIGH
    return level


def listed(n):
    level = Level.LOW
    found = []
    for i in range(n):
        if i > 2:
            level = Level.HIGH
        found.append(level)
    return found


def beside_numbers(n):
    state = Whole.ONE
    if n > 2:
        state = Whole.TWO
    return state + n


def beside_others(n):
    state = Light.RED
    if n > 2:
        state = Level.LOW
    return state is Level.LOW


COMPILED = [
    *((letters, (n,)) for n in (0, 1, 20)), *((summed, (n,)) for n in (0, 5)), *((turns, (n,)) for n in (0, 5)),
    (by_events, (["go", "x", "stop", "go"],)), (by_events, (["stop"],)), (chosen, (2,)), (chosen, (4,)), (changes, (0,)), (changes, (9,)),
]  # fmt: skip
IN_PYTHON = [(returned, (1,)), (returned, (3,)), (listed, (5,)), (beside_numbers, (1,)), (beside_numbers, (3,)), (beside_others, (1,)), (beside_others, (3,))]


@pytest.mark.parametrize(("function", "arguments"), COMPILED, ids=lambda v: getattr(v, "__name__", ""))
def test_calls(function, arguments):
    compiled = up.jit(strict=True)(function)
    runners = [compiled, *(paths.interpreted(compiled, level) for level in ("source", "scheduled"))]
    runners += [up.jit(device=device, strict=False)(function) for device in paths.DEVICES]
    for runner in runners:
        assert repr(runner(*arguments)) == repr(function(*arguments))
    compiled(*arguments)
    assert compiled.ran_on == "cpu"


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize(("function", "arguments"), IN_PYTHON, ids=lambda v: getattr(v, "__name__", ""))
def test_members_that_leave(function, arguments):
    assert repr(up.jit(strict=False)(function)(*arguments)) == repr(function(*arguments))


def test_a_member_that_changes_is_seen():
    compiled = up.jit(strict=True)(chosen)
    assert compiled(4) == ("high", True)
    global Level
    kept, Level = Level, enum.Enum("Level", {"HIGH": "h", "LOW": "l", "TOP": "t"})
    try:
        assert compiled(4) == chosen(4) == ("t", False)
    finally:
        Level = kept
    assert compiled(2) == chosen(2)
