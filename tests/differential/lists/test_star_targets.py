"""Lists of texts and their parts that are taken apart with a star: values and exceptions are CPython's."""

import pytest
from support.outcomes import check_machine_code, check_values, name_of


def body_of_lines(lines):
    header, *body = lines
    names = header.split(",")
    i = names.index("score")
    total = 0.0
    people = []
    for row in body:
        fields = row.split(",")
        total += float(fields[i])
        people.append(fields[0])
    return people, total / len(body)


def command(line):
    first, *rest = line.split()
    if first == "move":
        amount, *how = rest
        return f"moving {int(amount)} {' '.join(how)}"
    *init, last = rest
    return f"{last} after {len(init)}"


def names_of_paths(paths):
    out = {}
    for p in paths:
        *folders, name = p.split("/")
        out[name] = "/".join(folders)
    return out


CASES = [
    (body_of_lines, ["name,age,score", "ann,31,5.5", "bob,22,7.25", "cyd,40,1.0"]),
    (command, "move 10 north fast"),
    (names_of_paths, ["a/b/c.txt", "d.txt", "x/y.py"]),
]


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_compiled_as_a_whole(case):
    check_machine_code(case)


def first_and_rest(words):
    first, *rest = words
    second, *rest = rest
    *rest, last = rest
    rest.append(first)
    return first, second, rest, last


@pytest.mark.parametrize("words", [["a", "b", "c"], ["a", "b", "c", "dd", "e"]])
def test_one_after_the_other(words):
    check_machine_code((first_and_rest, words))


@pytest.mark.parametrize("words", [["a", "b"], ["a"], []])
def test_too_few(words):
    check_values((first_and_rest, words))
