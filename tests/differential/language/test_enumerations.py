"""Members of enumerations in lists, dicts, tuples and `match`, and found by their values and names."""

import enum
from collections import Counter, defaultdict, deque

import pytest
import unpython as up
from support.outcomes import outcome


class Color(enum.Enum):
    RED = 1
    GREEN = 2
    BLUE = 3
    ROSE = 1  # another name of RED


class Op(enum.Enum):
    ADD = "+"
    SUB = "-"


class Level(enum.IntEnum):
    LOW = 1
    MID = 5
    HIGH = 10


class State(enum.Enum):
    IDLE = enum.auto()
    RUN = enum.auto()
    DONE = enum.auto()


class Planet(enum.Enum):
    EARTH = (5.9, 6.3)
    MARS = (0.6, 3.4)

    def __init__(self, mass, radius):
        self.mass = mass
        self.radius = radius


class Purse:
    def __init__(self):
        self.total = 0

    def take(self, op, n):
        self.total += n if op is Op.ADD else -n


def by_value(codes):
    return [Color(c).name for c in codes]


def by_name(names):
    return [Color[n].value for n in names]


def by_text(steps):
    total = 0
    for sign, n in steps:
        match Op(sign):
            case Op.ADD:
                total += n
            case Op.SUB:
                total -= n
    return total


def on_a_grid(w, h, places):
    grid = [[Color.GREEN] * w for _ in range(h)]
    for r, c in places:
        grid[r][c] = Color.RED
    return sum(x is Color.RED for row in grid for x in row), grid[0][0].name, [[x.value for x in row] for row in grid]


def by_table(events):
    table = {(State.IDLE, "go"): State.RUN, (State.RUN, "stop"): State.DONE}
    state = State.IDLE
    log = []
    for e in events:
        state = table.get((state, e), state)
        log.append(state.name)
    return log


def counted(codes):
    c = Counter(Color(k) for k in codes)
    return {k.name: n for k, n in c.items()}, c[Color.ROSE], max(c, key=c.get).name


def grouped(codes):
    places = defaultdict(list)
    for i, k in enumerate(codes):
        places[Color(k)].append(i)
    return {c.name: n for c, n in ((c, len(p)) for c, p in places.items())}


def of_integers(xs):
    levels = [Level.HIGH if x > Level.HIGH else Level.MID if x > Level.MID else Level.LOW for x in xs]
    weights = {level: 0.5 * level for level in Level}
    return sum(levels), max(levels).name, [v.name for v in sorted(levels)], levels.count(Level.LOW), sum(weights[v] for v in levels), Level(5).name


def changed_lists(n):
    a = [Color.RED]
    b = a + [Color.BLUE]
    a.extend(b)
    del a[0]
    a.insert(n, Color.GREEN)
    return [x.value for x in a], a.index(Color.BLUE), Color.RED in a, a == b


def attributes():
    return [p.name for p in Planet], sum(p.mass for p in Planet), len(Planet)


def in_tuples(xs):
    state = State.IDLE
    for x in xs:
        match (state, x > 2):
            case (State.IDLE, True):
                state = State.RUN
            case (State.RUN, False):
                state = State.DONE
    return state.name, state.value


def in_a_queue(n):
    todo, seen = deque([State.IDLE]), {State.IDLE}
    total = 0
    while todo:
        state = todo.popleft()
        total = total * n + state.value
        for other in State:
            if other not in seen and other.value <= state.value + 1:
                seen.add(other)
                todo.append(other)
    return total, len(seen)


def shown(codes):
    return f"{Color(codes[0])}|{Color.RED!r}", str(Color.BLUE)


def printed(n):
    print(Color.RED, n)
    for c in Color:
        print(c.name.lower(), c.value)
    return n


def given_to_methods(steps):
    purse = Purse()
    for sign, n in steps:
        purse.take(Op(sign), n)
    return purse.total


def first_above(n):
    best = None
    for c in Color:
        if c.value > n:
            best = c
            break
    return -1 if best is None else n


def beside_a_parameter(mode):
    state = State.IDLE
    if mode is Color.RED:
        state = State.RUN
    return state.name


COMPILED = [
    *((by_value, (c,)) for c in ([1, 3], [], [1, 9])), *((by_name, (n,)) for n in (["RED", "ROSE", "BLUE"], ["red"])),
    *((by_text, (s,)) for s in ([("+", 2), ("-", 5)], [("/", 2)])), (on_a_grid, (3, 2, [(0, 1), (1, 2)])), (by_table, (["go", "x", "stop"],)),
    (counted, ([3, 1, 3],)), (of_integers, ([1, 7, 20],)), (attributes, ()), (changed_lists, (1,)),
    *((in_tuples, (x,)) for x in ([3, 1], [1], [])), (in_a_queue, (3,)),
    (shown, ([2],)), (printed, (4,)), (given_to_methods, ([("+", 2), ("-", 5)],)), (first_above, (1,)), (first_above, (5,)),
    (beside_a_parameter, (Color.RED,)), (beside_a_parameter, (Color.BLUE,)),
]  # fmt: skip


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize(("function", "arguments"), COMPILED, ids=lambda v: getattr(v, "__name__", ""))
def test_calls(function, arguments, capsys):
    expected = outcome(function, arguments), capsys.readouterr().out
    compiled = up.jit(strict=True)(function)
    assert (outcome(compiled, arguments), capsys.readouterr().out) == expected


def returned():
    return Color.RED


def held():
    out = []
    out.append(Color.RED)
    return out


def by_another_name():
    a = []
    b = a
    b.append(Color.RED)
    return a


def of_one_row():
    row = [Color.RED, Color.BLUE]
    rows = [row, row]
    rows[0][0] = Color.GREEN
    return rows[1][0].name


def of_none(n):
    best = None
    for c in Color:
        if c.value > n:
            best = c
    return best.name


def beside_numbers(n):
    return Color.RED == n, Color.RED in [n, 1]


def put_into_a_given_list(xs):
    xs.append(Level.LOW)
    return len(xs)


def without_order():
    return max([Color.RED, Color.BLUE])


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize(
    ("function", "arguments"),
    [(returned, ()), (held, ()), (by_another_name, ()), (of_one_row, ()), (of_none, (1,)), (of_none, (9,)), (beside_numbers, (1,)), (without_order, ()),
     (put_into_a_given_list, ([1],))],
    ids=lambda v: getattr(v, "__name__", ""),
)
def test_what_stays_with_python(function, arguments):
    assert outcome(up.jit(strict=False)(function), arguments) == outcome(function, arguments)
