"""What an expression of a function is, as far as texts go, and how the compiled function holds it.

CHARACTER   a text of one character                 its code point
TEXT        a text that is made, changed, sliced    a list of code points
WORD        a text that something holds             its number in the words of the call (_numpy_functions/words.py)
LITERAL     a text that is written out              as what it is needed
List, Set, Dict, a tuple of kinds                   what they are, with the above in them
None        what has no text in it                  what it is
UNSET       what nothing is known of yet: the items of `[]`
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

CHARACTER, TEXT, WORD, LITERAL, UNSET = "character", "text", "word", "literal", "unset"
TEXTS = frozenset([CHARACTER, TEXT, WORD, LITERAL])

Kind = Any


class NotTexts(Exception):
    """A text is used in a way that has no other words here."""


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


CONTAINERS = (List, Set, Dict)


def is_text(kind: Kind) -> bool:
    return isinstance(kind, str) and kind in TEXTS


def has_text(kind: Kind) -> bool:
    """Whether there are texts in it."""
    return is_text(kind) or any(map(has_text, parts(kind)))


def is_open(kind: Kind) -> bool:
    """Whether something of it is not known yet."""
    return kind == UNSET or any(map(is_open, parts(kind)))


def parts(kind: Kind) -> tuple[Kind, ...]:
    if isinstance(kind, tuple):
        return kind
    if isinstance(kind, Dict):
        return kind.key, kind.value
    return (kind.item,) if isinstance(kind, (List, Set)) else ()


def held(kind: Kind) -> Kind:
    """As something in a list, a dict, a set or a tuple that they hold."""
    if isinstance(kind, tuple):
        return tuple(map(held, kind))
    return WORD if kind in (TEXT, LITERAL) else kind


def closed(kind: Kind) -> Kind:
    """With None for what nothing was found of."""
    if isinstance(kind, tuple):
        return tuple(map(closed, kind))
    if isinstance(kind, (List, Set)):
        return type(kind)(closed(kind.item))
    if isinstance(kind, Dict):
        return Dict(closed(kind.key), closed(kind.value), kind.makes)
    return None if kind == UNSET else WORD if kind == LITERAL else kind


def joint(one: Kind, other: Kind) -> Kind:
    """What holds either; raises NotTexts where nothing does."""
    if one == other or other == UNSET:
        return one
    if one == UNSET:
        return other
    if is_text(one) and is_text(other):
        both = {one, other}
        return WORD if both in ({CHARACTER, WORD}, {LITERAL, WORD}) else TEXT
    if isinstance(one, Dict) and isinstance(other, Dict):
        return Dict(joint(one.key, other.key), joint(one.value, other.value), one.makes or other.makes)
    if isinstance(one, (List, Set)) and type(one) is type(other):
        return type(one)(joint(one.item, other.item))
    if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        return tuple(joint(a, b) for a, b in zip(one, other, strict=True))
    if has_text(one) or has_text(other):
        raise NotTexts
    return None
