"""Loops over something else than a range, an array or a list.

    nests.py             one `for` that stands for several: np.ndindex, itertools.product
    pick_items.py        itertools.combinations and product of lists and arrays
    permutations.py      itertools.permutations, and combinations and products of any number
    picked_tuples.py     tuples of them that are kept in names, and in comprehensions
    folded_loops.py      functools.reduce over pairs, ranges and functions
    composed.py          functions that functools.reduce composes, as such folds
    reversed_pairs.py    reversed(list(enumerate(x))), of zip(x, y) as well
    inner_clauses.py     comprehensions through what another one gives
    iterators.py         what itertools gives of one iterable
    cycles.py            itertools.cycle, by places
    few_calls.py         max and sum of what a function gives for a few items when it calls itself
    iterated_objects.py  objects of a class with `__iter__`, for plainer.py
    dicts_gone_through.py  dicts of lists, sets and tuples that a call gives
    starred_extremes.py  max(*values)
    grouped_entries.py  dicts of what groupby gives, iterators that are zipped with themselves, for plainer.py
    matched_items.py     `match` of the tuples that a loop gives
    searches_by_key.py  functions of heapq and bisect that take a key, for plainer.py
    strict_zips.py  zip(x, y, strict=True)
    item_methods.py      the items of such objects, where `__iter__` says them
    zipped_places.py     zip(*np.nonzero(m)) and its kin
    zipped_slices.py     zip(*[x[i:] for i in range(n)])
    columns_of_rows.py   list(zip(*m)) and map(f, zip(*m)), for plainer.py
    ranges.py            range and slice objects
    heads.py             heads of loops and clauses of comprehensions in plainer words, for plainer.py
    named_heads.py  names for what an operator gives, and a loop goes through
    asked_iterators.py  loops that ask an iterator for one item after the other
    next_items.py   next() of a generator expression, lists of texts that are unpacked
    first_turns.py       first turns by themselves, of loops that give an array other dimensions
    first_calls.py       Counters of which only a method is asked, for plainer.py
    unroll_texts.py      loops over written out texts and functions
    generator_functions.py  loops over what a function yields
    sums_in_lists.py  sums that go into lists of one type, for lists/mixed_lists.py
    lazy_loops.py   filter, map, count, islice and generator expressions, for taken_generators.py
    taken_chunks.py  what is taken of an iterator some items at a time, for plainer.py
    added_by_key.py  parallel loops that add floats by key, for devices
    taken_generators.py  generators and groups that are gone through at once, for plainer.py
"""
