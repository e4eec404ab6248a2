"""Lists of something else than numbers, as lists of numbers.

    rows.py          lists of tuples, as a list for each place
    sorted_results.py  names for sorted lists that are returned
    sorted_by_flag.py  orders of which the run says whether they go backwards
    stored_parts.py  parts of a list that others take the place of
    known_kinds.py   isinstance(x, list), type(x) is list and tuple(x) of arguments
    named_tuples.py  names of tuples that come into lists
    named_results.py  names for lists, dicts and sets that are returned without one
    filtered_lists.py  those of their items that are no None
    known_lists.py   given lists of arrays and of objects, whose items are names
    returned_lists.py  lists that are written out where they are returned
    star_targets.py  lists that are taken apart with a star
    unzipped.py      lists of tuples that are taken apart by their places
unique_rows.py   a list of tuples that is given, in order and without those that are equal
    tuple_items.py   names for the tuples in such lists, and tuples in tuples, for rows.py
    rows_by_place.py lists of such lists by place, for plainer.py
    row_widths.py    which names stand for lists of tuples
    tuple_lists.py   lists of tuples that an expression makes, for rows.py
    joined_rows.py   such lists that are put together of comprehensions, as loops
    row_shapes.py    tuples in such tuples, for rows.py
    picked_rows.py   lists of the tuples at some places of a list that is given
    sort_rows.py     the order of sorted lists of tuples, for rows.py
    ragged.py        lists of lists of different lengths
    ragged_names.py  which names stand for such lists
    longest_lists.py  the list whose key is the largest
    ragged_reads.py  uses of them that read
    ragged_places.py such lists that change places, come or go
    plain_tuples.py  tuples of any length, as lists, and lists of them
    seen_tuples.py   where a list may stand as well as a tuple
    queues.py        deques, as lists
    shared_rows.py   copies of lists of lists whose rows change later, which are refused
    mixed_lists.py   lists of several types, as three lists
    mixed_names.py   which names are such lists
    mixed_expressions.py, mixed_statements.py  what uses them
    mixed_functions.py, mixed_variants.py  functions of the library for them
    put_copies.py    lists of numbers that are put into lists of lists and read later
    bound_anew.py    given lists of numbers whose names are bound anew
    changed_lists.py given lists of numbers that a function changes
"""
