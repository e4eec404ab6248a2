"""Texts in other words: a compiled function has numbers and lists of them.

    returned.py     texts that are made when the call ends
    kinds.py        what a function holds: characters, texts, lists and dicts of them
    flows.py        which names and places hold what, from the text of the function
    expression_kinds.py  and which expressions
    new_lists.py    lists that are written out in place of texts
    long_tuples.py  tuples of any length as keys, held as texts are
    long_keys.py    sorting by such tuples and by lists
    given_tuples.py tuples of texts that a call gives
    parts_of_tuples.py  tuples with texts among their parts, and `match` of them
    fixed_tuples.py tuples of texts that have a name, in tests and loops
    star_lists.py   lists with stars, as sums of lists
    split_names.py  names that are texts and then numbers, as two names
    second_names.py names for lists of texts that lie in other lists
    own_calls.py    functions that call themselves, as loops
    own_names.py    names of comprehensions and lambdas that no other name is like
    wider_uses.py   which texts of a call are used for more than to choose a way
    values.py       expressions with texts, as those with lists of numbers
    statements.py   statements with texts
    results.py      texts that are returned, and lists, dicts and sets with texts
    attempts.py     `try` around int(text) and float(text)
    methods.py      methods of texts, formats
    translations.py tables of str.maketrans()
    regular.py      regular expressions as programs, matches.py what they match
    containers.py   lists, dicts and sets that hold texts
    mixed_values.py what lists and dicts hold that is a text here and a number there
    splits.py       split(), rsplit(), splitlines()
    shown.py        lists, dicts and tuples as texts
    shown_choices.py  print of a number or a text
    displays.py     dicts that are written out and asked at once
    heaps.py        heaps of texts
    columns.py      columns of a list of texts
    any_order.py    loops over sets of texts in which nothing shows their order
    order.py        texts in order: sorted, min, max
    comparisons.py  comparisons of texts
    chosen_by_arrays.py  texts that an array chooses: np.where
    known_texts.py  what is asked of a text that a call gives: kind == "add", table.get(kind)
    chosen_texts.py texts that are given, as keys and in messages
    refused.py      why a function with texts has no other words
"""
