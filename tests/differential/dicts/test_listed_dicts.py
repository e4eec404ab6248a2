"""Lists of dicts whose keys the text does not say: rows of a table with a head, counts by line."""

import pytest
import unpython as up
from support.texts import function_of

PROGRAMS = {
    "pairs": "lines = s.split('\\n')\nhead = lines[0].split(',')\nrows = []\nfor line in lines[1:]:\n"
    "    rows.append(dict(zip(head, line.split(','))))\nreturn rows",
    "comprehension": "lines = s.split('\\n')\nhead = lines[0].split(',')\nrows = [dict(zip(head, line.split(','))) for line in lines[1:] if line]\n"
    "total = 0\nfor i, row in enumerate(rows):\n    total += i * int(row['n'])\nreturn total, [row['a'] for row in rows if int(row['n']) > 3], len(rows)",
    "one by one": "lines = s.split('\\n')\nhead = lines[0].split(',')\nrows = []\nfor line in lines[1:]:\n    row = {}\n"
    "    for h, w in zip(head, line.split(',')):\n        row[h] = w\n    rows.append(row)\nreturn len(rows), rows",
    "one dict": "rows = []\nrow = {}\nfor line in s.split('\\n'):\n    row[line[:1]] = line\n    rows.append(row)\nreturn rows",
    "grown in the loop": "rows = []\nrow = {}\nrow[s[:1]] = s\nrows.append(row)\nfor r in rows:\n"
    "    if len(rows) < 3:\n        rows.append(row)\nreturn len(rows)",
    "by number": "lines = s.split('\\n')\nhead = lines[0].split(',')\nrows = [dict(zip(head, line.split(','))) for line in lines[1:]]\nreturn rows[1]['a']",
}
GIVEN = ["a,n\nx,3\ny,4", "a,n", "a,n\nx,5\nx,6,7\nz,1", "a,n\n1\n2"]
COMPILED = ("pairs", "comprehension", "one by one", "one dict")


def outcome(function, s):
    try:
        result = function(s)
    except (KeyError, IndexError, ValueError) as error:
        return repr(error)
    rows = next((r for r in (result if isinstance(result, tuple) else (result,)) if isinstance(r, list)), [])
    return repr(result), [[r is other for other in rows] for r in rows if isinstance(r, dict)]


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("name", PROGRAMS)
def test_values(name):
    function = function_of("def f(s):\n" + "".join(f"    {line}\n" for line in PROGRAMS[name].split("\n")))
    compiled = up.jit(strict=False)(function)
    for s in GIVEN:
        assert outcome(compiled, s) == outcome(function, s)
    if name in COMPILED:
        compiled(GIVEN[0])
        assert compiled.ran_on == "cpu"
