"""What an expression of a function is, as far as texts and objects go, and how the compiled function holds it.

CHARACTER   a text of one character                 its code point
TEXT        a text that is made, changed, sliced    a list of code points
WORD        a text that something holds             its number in the words of the call (_library/texts/words.py)
LITERAL     a text that is written out              as what it is needed
MIXED       a text, a number or None                the number of a text that says which: mixed_values.py
List, Set, Dict, a tuple of kinds                   what they are, with the above in them
Long        a tuple of any length                   its number in the words of the call, its items as code points are
Match       a match, or None                        where it and its groups begin and end, and their texts
Object      an object of a class                    its number (_writing/objects)
NOTHING     None, where objects are looked for      -1 where an object may stand
None        what has none of these in it            what it is
UNSET       what nothing is known of yet: the items of `[]`
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

CHARACTER, TEXT, WORD, LITERAL, MIXED, UNSET, NOTHING = "character", "text", "word", "literal", "mixed", "unset", "nothing"
TEXTS = frozenset([CHARACTER, TEXT, WORD, LITERAL])

Kind = Any


class NotTexts(Exception):
    """A text is used in a way that has no other words here. `message`: what is wrong, for refused.py; `node`: where, if it is not where
    the writers are."""

    def __init__(self, message: str = "", node: Any = None):
        super().__init__(message)
        self.node = node


@dataclass(frozen=True)
class List:
    item: Kind


@dataclass(frozen=True)
class Set:
    item: Kind


@dataclass(frozen=True)
class Dict:
    key: Kind
    value: Kind
    makes: bool = False  # a key that is asked for is entered: defaultdict, Counter


@dataclass(frozen=True)
class Long:
    """A tuple whose length the text does not say, of integers, characters or texts: long_tuples.py."""

    item: Kind


@dataclass(frozen=True)
class Object:
    of: Any  # ObjectClass of _writing/objects/classes.py
    may_be_none: bool = False


@dataclass(frozen=True)
class Match:
    """What a regular expression matches, or None: matches.py."""

    pattern: Any  # Regular of regular.py


CONTAINERS = (List, Set, Dict)


def is_text(kind: Kind) -> bool:
    return isinstance(kind, str) and kind in TEXTS


def has_text(kind: Kind) -> bool:
    """Whether there are texts in it."""
    return is_text(kind) or kind == MIXED or isinstance(kind, Long) or any(map(has_text, parts(kind)))


def has_mixed(kind: Kind) -> bool:
    return kind == MIXED or any(map(has_mixed, parts(kind)))


def has_object(kind: Kind) -> bool:
    return isinstance(kind, Object) or any(map(has_object, parts(kind)))


def is_followed(kind: Kind) -> bool:
    """Whether it must be known wherever it goes."""
    return has_text(kind) or has_object(kind)


def is_open(kind: Kind) -> bool:
    """Whether something of it is not known yet."""
    return kind == UNSET or any(map(is_open, parts(kind)))


def parts(kind: Kind) -> tuple[Kind, ...]:
    if isinstance(kind, tuple):
        return kind
    if isinstance(kind, Dict):
        return kind.key, kind.value
    if isinstance(kind, Match):
        return (WORD,)
    return (kind.item,) if isinstance(kind, (List, Set, Long)) else ()


def held(kind: Kind) -> Kind:
    """As something in a list, a dict, a set or a tuple that they hold."""
    if isinstance(kind, tuple):
        return tuple(map(held, kind))
    if isinstance(kind, Match):
        raise NotTexts("a match stays in its function, under a name")
    return WORD if kind in (TEXT, LITERAL) else kind


def closed(kind: Kind) -> Kind:
    """With None for what nothing was found of."""
    if isinstance(kind, tuple):
        return tuple(map(closed, kind))
    if isinstance(kind, (List, Set, Long)):
        return type(kind)(closed(kind.item))
    if isinstance(kind, Dict):
        return Dict(closed(kind.key), closed(kind.value), kind.makes)
    return None if kind in (UNSET, NOTHING) else WORD if kind == LITERAL else kind


def joint(one: Kind, other: Kind, may_mix: bool = False) -> Kind:
    """What holds either; raises NotTexts where nothing does. `may_mix`: of what a list or a dict holds."""
    if one == other or other == UNSET:
        return one
    if one == UNSET:
        return other
    if NOTHING in (one, other):
        kind = other if one == NOTHING else one
        return Object(kind.of, True) if isinstance(kind, Object) else kind
    if isinstance(one, Object) and isinstance(other, Object) and one.of is other.of:
        return Object(one.of, True)
    if is_text(one) and is_text(other):
        both = {one, other}
        return WORD if both in ({CHARACTER, WORD}, {LITERAL, WORD}) else TEXT
    if (may_mix or MIXED in (one, other)) and all(kind is None or kind == MIXED or is_text(kind) for kind in (one, other)):
        return MIXED
    if isinstance(one, Dict) and isinstance(other, Dict):
        return Dict(joint(one.key, other.key), joint(one.value, other.value, True), one.makes or other.makes)
    if isinstance(one, List) and isinstance(other, List):
        return List(joint(one.item, other.item, True))
    if isinstance(one, (Set, Long)) and type(one) is type(other):
        return type(one)(joint(one.item, other.item))
    for long, short in ((one, other), (other, one)):
        if isinstance(long, Long) and isinstance(short, tuple):
            item = long.item
            for part in short:
                item = joint(item, held(part))
            return Long(item)
    if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        return tuple(joint(a, b, may_mix) for a, b in zip(one, other, strict=True))
    if is_followed(one) or is_followed(other):
        raise NotTexts
    return None
