"""Dicts and sets in other words.

    tables.py        dicts and sets, as lists
    chained_stores.py  d[a] = d[b] = x, with a statement for each place
    table_names.py   names for dicts and sets that have none
    table_kinds.py   which names stand for dicts and sets
    table_loops.py   loops that go through them
    table_results.py dicts and sets that are returned
    table_reads.py   what a function does with dicts that it is given
    set_algebra.py   operators of sets
    set_expressions.py  which expressions are sets
    set_names.py     names for sets that have none
    set_uses.py      statements that make a set of others, or change one by another
    sets_by_key.py   dicts of sets, as dicts of lists
    sets_by_place.py lists of sets, as dicts of sets
    frozen_sets.py   frozenset, as a set
    ordered_dicts.py OrderedDict, as a dict
    nested_tables.py dicts of dicts, as a dict of rows and one of cells: which names are some
    nested_uses.py   what enters something, nested_reads.py what reads, nested_results.py what is returned
    given_nested.py  dicts of dicts that a call gives
    listed_dicts.py  lists of dicts whose keys the text does not say, for plainer.py
    tuple_entries.py dicts of tuples, as a dict for each place
    tuples_or_none.py  dicts of tuples of which some are None or names, for tuple_entries.py
    tuple_widths.py  how long the tuples are that names stand for
    given_tuples.py  dicts of tuples that a call gives, or that stand around the function
    written_tables.py  dicts of constants that are asked where they are written, for plainer.py
    sets_of_rows.py  sets of tuples as lists of them
    tuple_values.py  returned dicts of tuples, as a list of rows
    values_or_none.py dicts of which some values are None, and d.get(k), which may be
    groups.py        dicts of lists
    group_uses.py    how dicts of lists are used
    entered_lists.py dicts whose values are new lists
    returned_groups.py  lists of a dict that are returned in a list, for plainer.py
    sorted_groups.py  lists of a dict that are sorted where they lie
    results_of_groups.py  what a function returns of a dict of lists, for plainer.py
    list_items.py    lists of the items of dicts, most_common, dict(zip(x, y))
    largest_keys.py  the key with the largest value, where keys are tuples
    list_entries.py  what goes through dicts with texts as keys that are given
    name_entries.py  dicts with texts as keys, as a name for each entry
"""
