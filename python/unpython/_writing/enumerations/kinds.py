"""What an expression may be: a member of an enumeration, something that holds members, or none of both."""

from __future__ import annotations

from typing import Any, NamedTuple


class NotWritten(Exception):
    """Members are used in a way that numbers have no words for."""


class Kind(NamedTuple):
    """`what`: "member", of the class `of`; "maybe" for a member or None; "list" for all that is gone through item by item, "dict" or "tuple",
    with the kinds of its `parts`; "plain" for what holds no member; "none" for None."""

    what: str
    parts: tuple[Any, ...] = ()
    of: Any = None


PLAIN = Kind("plain")
NONE = Kind("none")
Known = Kind | None  # None: nothing is known yet


def member(of: Any) -> Kind:
    return Kind("member", (), of)


def is_member(kind: Known) -> bool:
    return kind is not None and kind.what == "member"


def list_of(item: Known) -> Kind:
    return Kind("list", (item,))


def dict_of(key: Known, value: Known) -> Kind:
    return Kind("dict", (key, value))


def tuple_of(parts: list[Known]) -> Kind:
    return Kind("tuple", tuple(parts))


def holds_member(kind: Known) -> bool:
    return kind is not None and (kind.what in ("member", "maybe") or any(map(holds_member, kind.parts)))


def holds_items(kind: Known) -> bool:
    return kind is not None and kind.what in ("list", "dict", "tuple")


def joined(one: Known, other: Known) -> Known:
    """What is one of both; raises NotWritten where only one of them holds members."""
    if one is None or other is None or one == other:
        return one if other is None else other
    if NONE in (one, other):
        known = other if one == NONE else one
        return Kind("maybe", (), known.of) if known.what == "member" else known
    if {one.what, other.what} == {"member", "maybe"} and one.of is other.of:
        return one if one.what == "maybe" else other
    if one.what == other.what and len(one.parts) == len(other.parts) and one.what in ("list", "dict", "tuple"):
        return Kind(one.what, tuple(joined(a, b) for a, b in zip(one.parts, other.parts, strict=True)))
    if holds_member(one) or holds_member(other):
        raise NotWritten
    return PLAIN


def item_of(kind: Known) -> Known:
    """What a loop over it gives."""
    if kind is None or kind.what == "plain":
        return kind
    if kind.what in ("list", "dict"):
        return kind.parts[0]  # type: ignore[no-any-return]
    if kind.what == "tuple":
        found: Known = None
        for part in kind.parts:
            found = joined(found, part)
        return found
    raise NotWritten


def joined_or_none(one: Known, other: Known) -> Known:
    try:
        return joined(one, other)
    except NotWritten:
        return None
