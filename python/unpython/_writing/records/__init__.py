"""Dicts that hold dicts, and lists of dicts, whose keys the text says.

    record_uses.py   dicts of dicts that all have the same keys, as a list for each key
    nested_names.py  names for dicts of dicts that have none
    compared_gets.py  d.get(k) that is compared with a constant
    sorted_neighbours.py  sorted lists of given dicts in functions that call themselves
    exchanged_names.py  given dicts that exchange their names, as two ways of the rest
    mixed_values.py  given dicts and lists with integers and floats
    list_places.py   which names are lists of lists of tuples, for lists/rows_by_place.py
    empty_lists.py   what lists and dicts that are given empty may hold
    short_rows.py    given lists of short lists that are only read, as lists of tuples
    sorted_items.py  sorted items of given dicts of lists, as their sorted keys
    copied_dicts.py  new dicts of others whose keys are known: {**a, **b}, a | b, dict(a), a.copy()
    known_keys.py    which keys a given dict has: "x" in d, d.get("x", 0)
    nested_orders.py the dicts of a dict of dicts in an order, or some of them
    second_names.py  second names of what is made or given
    lists_of_lists.py  lists of new lists that a function makes and returns in an order
    fixed_lists.py   dicts of short lists, as a dict for each place: which names are some
    fixed_list_uses.py  statements that use one
    fixed_list_reads.py  expressions that do
    extended_groups.py  lists in a dict that grow by several items
    fixed_list_results.py  what is returned of one
    nothing_in_lists.py  lists that begin as None in all places
    rows_with_lists.py  returned lists of tuples with lists in them, as a list for each place
    rows_with_nothing.py  given lists of dicts and tuples in which some values are None
    returned_twice.py  lists that stand in several places of what is returned
"""
