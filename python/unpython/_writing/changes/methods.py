"""What methods, and functions of libraries, change: by their names, whatever they belong to."""

from __future__ import annotations

#: Methods of lists, of sets and dicts, and of deques that change them.
OF_LISTS = frozenset("append pop insert extend clear reverse remove sort".split())
OF_CONTAINERS = OF_LISTS | frozenset("add discard setdefault update appendleft popleft extendleft rotate popitem".split())
OF_ARRAYS = frozenset("fill put partition resize itemset setfield setflags byteswap".split())
#: Methods that change nothing, whatever they belong to: an array's, a list's, a dict's.
READS = frozenset(
    "copy sum mean max min var std argmax argmin dot ravel reshape flatten astype tolist item cumsum cumprod all any round clip transpose"
    " trace argsort argpartition nonzero repeat take conj conjugate prod ptp searchsorted squeeze swapaxes diagonal view get keys values items"
    " index count".split()
)
#: What texts have changes nothing: `w.split(",")`. An array's `partition` does.
OF_TEXTS = frozenset(name for name in dir(str) if not name.startswith("_")) - {"partition"}
#: Methods of generators of random numbers, which change these alone.
DRAWS = frozenset("random normal uniform integers standard_normal exponential poisson choice permutation".split())
#: Methods of arrays, texts and generators that give nothing that a container holds.
GIVE_NEW = (READS - {"get", "keys", "values", "items"}) | DRAWS | frozenset("join split format".split())
#: Functions of `re`, and methods of patterns.
SEARCHES = frozenset("compile match fullmatch search findall finditer split sub subn escape".split())
#: Functions of libraries that change their first argument.
STORES = frozenset("copyto put place putmask fill_diagonal put_along_axis shuffle at setattr delattr".split())
OF_MODULES = frozenset("seed random print input".split())  # that keep something, or show it
#: That put into a container what they are given last.
PUT_IN = frozenset("append extend insert add update setdefault appendleft extendleft".split())
