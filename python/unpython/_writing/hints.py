"""Whether a rewriter may have something to say of a function, asked of its text: most have not, and their modules are read where they are
needed."""

from __future__ import annotations

import ast
import re
import sys
from types import FunctionType
from typing import Any

from unpython._local_names import values_read
from unpython._writing.nodes import walk

_LAZY = re.compile(r"(?<![.\w])(?:filter|count|takewhile)\(|itertools\.(?:count|takewhile)\(|(?:=|\bin) (?:map\(|\(.* for )")
_SHOWN = re.compile(r"\bprint\(|\b[fF]['\"]|\.format\(|['\"] % |\b(?:str|repr)\(|\[.*\(.*\]")
_ANNOTATED = re.compile(r"^\s*(?!(?:else|try|finally|except|case)\b)[A-Za-z_][\w.\[\]]*\s*:\s*\S")
_MOVED = re.compile(r"^\s+[A-Za-z_]\w*(?:: [^=]*)? = [A-Za-z_]\w*\s*$")
_ARRAY_HEAD = re.compile(r"\bfor .* in .*[-+*/%@&|^\[]")
_SHORT_LIST = re.compile(r"(?:lambda: ?|\] = |, |: )\[[^\[\]]+,")
_PUTS_NAME = re.compile(r"\.append\([A-Za-z_]\w*\)")
_SHORT_LIST = re.compile(r"(?:lambda: ?|\] = |, |: )\[[^\[\]]+(?:,|\] \* \d)")
_FIELD = re.compile(
    r"(?<![\w.])(?!(?:np|numpy|math|cmath)\.)[A-Za-z_][\w.]*(?:[\])]+)?\.(?!(?:shape|size|ndim|dtype|T)\b)[A-Za-z_]\w*(?![\w(])"
    r"|[\])]\.[A-Za-z_]\w*(?![\w(])"
)
_FOR_FLOATS = re.compile(r":[^{}:]*[eEfFgG%]\}")
_WIDE = re.compile(r"\b(?:\d{19,}|0[xX][0-9a-fA-F_]{16,})\b|\*\* ?6[34]\b|<< ?6[34]\b")
_GENERATOR = 0x20  # of co_flags
_SEVERAL_CALLS = re.compile(r"\s*\w+(, \w+)+ = .*\(.*,")
_ANY_NUMBER = 0x04
_RANGE = re.compile(r"=\s*range\(|len\(range\(")


def of_lazy_loops(line: str) -> bool:
    """Whether there may be something that gives its items one by one; `x.filter(` is that of another module than Python's."""
    return ("(" in line) and _LAZY.search(line) is not None


def of_annotations(lines: list[str]) -> bool:
    """Whether there may be `x: int = 0`."""
    return any(map(_ANNOTATED.match, lines))


def of_array_heads(line: str) -> bool:
    """Whether a loop may go through what an operator or a subscript gives."""
    return _ARRAY_HEAD.search(line) is not None


def of_moved_names(lines: list[str]) -> bool:
    """Whether a function makes a dict, a list or a set, and gives it another name."""
    return any(map(_MOVED.match, lines)) and any(made in line for line in lines for made in ("{", "set(", "dict(", "Counter(", " = ["))


def of_short_list(line: str) -> bool:
    """Whether a dict may get a short list with several items for a key."""
    return _SHORT_LIST.search(line) is not None


def of_members(function: FunctionType) -> bool:
    """Whether a function names an enumeration, or a member of one."""
    found = sys.modules.get("enum")
    return found is not None and any(isinstance(v, (found.EnumMeta, found.Enum)) for v in values_read(function))


def of_list_items(lines: list[str]) -> bool:
    return any(text in line for line in lines for text in (".items()", ".most_common(", ".get)", "dict(zip("))


def of_name_entries(lines: list[str]) -> bool:
    return any('["' in line or "['" in line for line in lines)


def of_pick_items(lines: list[str]) -> bool:
    return any("combinations(" in line or "product(" in line for line in lines)


def of_ranges(lines: list[str]) -> bool:
    return any(_RANGE.search(line) for line in lines)


def of_unrolled_texts(lines: list[str]) -> bool:
    return any("for " in line and (" in (" in line or " in [" in line) for line in lines)


def of_named_tuple_methods(lines: list[str]) -> bool:
    return any(hint in line for line in lines for hint in ("._replace(", "._asdict(", "._fields", "._make"))


def of_copied_dicts(lines: list[str]) -> bool:
    """Whether a function may make a dict of others."""
    return any(hint in line for line in lines for hint in ("**", " | ", "dict(", ".copy(", ".update("))


def of_nested_tables(lines: list[str]) -> bool:
    """Whether a function may make a dict of dicts."""
    text = "".join(lines)
    return text.count("= {") > 1 or any(
        hint in text for hint in ("] = {", ", {})", "(dict)", "Counter)", "lambda: ", ": {", "setdefault(", "] = dict(")
    )


def of_listed_dicts(lines: list[str]) -> bool:
    """Whether a function may make a list of dicts."""
    text = "".join(lines)
    return ("dict(zip(" in text or "{" in text) and (".append(" in text or "[dict(" in text or "[{" in text)


def of_tuple_entries(lines: list[str]) -> bool:
    text = "".join(lines)
    if "] = (" in text or ": (" in text or "], " in text or any("] = " in line and "," in line for line in lines):
        return True
    return "] = " in text and "{" in text and any(hint in text for hint in (".popleft(", ".pop(", "heappop(", " = ("))  # of tuples that have names


def of_function_tables(lines: list[str], body: list[Any]) -> bool:
    """Whether something with a subscript is called, a name of a loop is, or lambdas are assigned side by side."""
    if not any("](" in line or "for " in line or "lambda" in line for line in lines):
        return False
    nodes = [n for s in body for n in walk(s)]
    called = {n.func.id for n in nodes if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)}
    return any(
        (isinstance(n, ast.Call) and isinstance(n.func, ast.Subscript))
        or (isinstance(n, ast.For) and isinstance(n.target, ast.Name) and n.target.id in called)
        or (isinstance(n, ast.Assign) and isinstance(n.value, ast.Tuple) and any(isinstance(e, ast.Lambda) for e in n.value.elts))
        for n in nodes
    )


def of_shown_choices(lines: list[str]) -> bool:
    """Whether what is printed or formatted, or a message, may be one of two."""
    has_two = any(" else " in line for line in lines)
    return has_two and any("print(" in line or "raise " in line or ("{" in line and _FOR_FLOATS.search(line)) for line in lines)


def of_type_texts(lines: list[str]) -> bool:
    """Whether a function may return or show what a type is called, or how many dimensions it has once some are gone."""
    has_types = any(".dtype" in line or ".__name__" in line or "squeeze(" in line for line in lines)
    return has_types and any("return" in line or "raise" in line or "assert" in line for line in lines)


def of_masked_parts(lines: list[str]) -> bool:
    """Whether a function may put what masks select into a list."""
    return any("]" in line and (" for " in line or ".append(" in line) and any(op in line for op in ("=", "<", ">")) for line in lines)


def of_python_generators(function: FunctionType, lines: list[str]) -> bool:
    """Whether a function may make a random.Random, or a name around it may stand for one."""
    if any("Random(" in line for line in lines):
        return True
    return "random" in sys.modules and any(type(value).__name__ == "Random" for value in values_read(function))


def of_numpy_generators(lines: list[str]) -> bool:
    """Whether a function may make a generator of NumPy."""
    return any("default_rng(" in line or "RandomState(" in line or "Generator(" in line for line in lines)


def of_updates_by_key(lines: list[str]) -> bool:
    """Whether a parallel loop may add to elements."""
    return any("prange(" in line for line in lines) and any("] += " in line for line in lines)


def of_axes_in_turn(lines: list[str]) -> bool:
    """Whether a loop may go through axes, or take one after the other."""
    if not any("axis" in line or ".ndim" in line or "ndim(" in line for line in lines):
        return False
    return any("for " in line or "while " in line or "range(" in line for line in lines)


def of_wide_integers(function: FunctionType, lines: list[str]) -> bool:
    """Whether a function may hold integers of 2**63 and more."""
    if any(_WIDE.search(line) for line in lines):
        return True
    return any(type(value) is int and value >= 2**63 for value in values_read(function))


def of_shuffled_lists(lines: list[str]) -> bool:
    return of_numpy_generators(lines) and any(".shuffle(" in line for line in lines)


def of_generators(function: FunctionType, lines: list[str]) -> bool:
    """Whether a function may go through what a generator function gives."""
    if any("yield" in line for line in lines):
        return True
    values = values_read(function)
    return any(isinstance(v, FunctionType) and v.__code__.co_flags & _GENERATOR for v in values)


def of_objects(function: FunctionType) -> bool:
    """Whether a function names a class of its module that says how its objects are gone through."""
    values = values_read(function)
    return any(isinstance(v, type) and v.__module__ == function.__module__ and "__iter__" in vars(v) for v in values)


def of_new_objects(lines: list[str]) -> bool:
    """Whether a function may make several objects in one statement, or one of another."""
    return any("replace(" in line or _SEVERAL_CALLS.match(line) for line in lines)


def of_other_functions(function: FunctionType, lines: list[str]) -> bool:
    """Whether a function may hold another one, or call one."""
    if sum("def " in line for line in lines) > 1 or any("= lambda" in line for line in lines):
        return True
    values = values_read(function)
    return any(isinstance(v, FunctionType) or type(v).__name__ in ("_lru_cache_wrapper", "Function", "AnyNumber") for v in values)


def of_made_functions(function: FunctionType, lines: list[str]) -> bool:
    """Whether a function inside, or one that is named, holds another one."""
    if sum("def " in line or "lambda" in line for line in lines) > 2 or any(line.count("lambda") > 1 for line in lines):
        return True
    values = values_read(function)
    return any(isinstance(v, FunctionType) and v.__code__.co_cellvars for v in values)


def of_many_functions(function: FunctionType) -> bool:
    """Whether a function names one that takes any number of values, and holds another function."""
    return any(isinstance(v, FunctionType) and v.__code__.co_cellvars and takes_any_number(v) for v in values_read(function))


def takes_any_number(function: FunctionType) -> bool:
    return bool(function.__code__.co_flags & _ANY_NUMBER)


def of_recursion(name: str, lines: list[str]) -> bool:
    return sum(line.count(f"{name}(") for line in lines) > 1


def of_changed_names(lines: list[str]) -> bool:
    """Whether an expression may change a name."""
    return any("nonlocal" in line or ":=" in line for line in lines)


def of_shown_parts(lines: list[str]) -> bool:
    """Whether something is shown, or put into a list, beside a call."""
    return any(line.count("(") > line.count("def ") and _SHOWN.search(line) for line in lines)


def of_fields(lines: list[str]) -> bool:
    """Whether a function may read fields of objects: not those of modules, and not what arrays have."""
    return any("." in line and _FIELD.search(line) for line in lines)


def of_several_kinds(lines: list[str]) -> bool:
    """Whether a function may return a tuple or a text on one way, and something else on another."""
    returns = [line for line in lines if "return" in line]
    return (len(returns) > 1 or any(" if " in line for line in returns)) and any("," in line or '"' in line or "'" in line for line in returns)


def of_messages(lines: list[str]) -> bool:
    return any("raise " in line or "assert " in line for line in lines)


def of_tries(lines: list[str]) -> bool:
    return any("except" in line for line in lines)


def of_stored_parts(lines: list[str]) -> bool:
    """Whether something may take the place of a part of a list: v[i:j] = w, del v[i:j]"""
    return any(("] = " in line and ":" in line.partition("] = ")[0]) or ("del " in line and ":" in line.partition("del ")[2]) for line in lines)


def of_put_rows(lines: list[str]) -> bool:
    """Whether a list of tuples may be put into another list: run.append((h, x)), runs.append(run)"""
    return any(".append((" in line for line in lines) and any(_PUTS_NAME.search(line) for line in lines)
