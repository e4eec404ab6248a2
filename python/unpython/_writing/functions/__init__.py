"""Functions of a function in other words.

    inner_functions.py   functions inside of a function, those that keep their values, and those beside it that give None or a value
    named_first.py       `:=` that a test computes first, in front of it
    rest_in_ways.py      what stands behind a test of the kind of a value, in both ways of it
    shared_memo.py       a function that calls itself with a dict that its first call makes
    decorated.py         functions with decorators inside a function
    closures.py          functions that return functions
    many_functions.py    those that take any number of functions
    function_choices.py  a name for one of two functions
    function_tables.py   dicts, tuples and lists of functions
    given_tables.py dicts of functions that a call gives, by texts
    tables_by_text.py    dicts of functions with texts as keys, for plainer.py
    functions_in_turn.py tuples and lists of functions that a call gives
    listed_lambdas.py    lists of lambdas that a function makes, as lists of what they keep, for plainer.py
    listed_closures.py   lists of functions that a maker gives, as lists of what they keep, for plainer.py
    functions_or_none.py parameters that are a function, or None
    gone_through.py      loops over a few functions, for plainer.py
    given_keywords.py    those of the module that take any keywords
    folded_items.py      functools.reduce over a few arrays
    recursion.py         a function that calls itself, as a loop
    branches.py          its branches, each a list of statements
    first_returns.py     what it returns at its beginning, where it is called
    fixed_tables.py      tables that each call of it makes anew
    kept_values.py       functools.lru_cache
    kept_lists.py        lists of numbers in such a function
    kept_rows.py         lists of lists of numbers in such a function
    collected_results.py one that returns lists of tuples, put together, for plainer.py
    list_recursion.py    one that is decorated and given lists
    asked_sets.py        sets that such a function passes on to itself, as lists
    kept_paths.py        lists that such a function makes for itself, and keeps, as copies
    own_calls.py         calls of a function to itself, each as a statement
    inlining.py          a function written where it is called
    inliner.py           the expressions and loops with such calls, as statements
    returns.py           its `return` statements there
    passed_names.py      functions given to map, filter and key= by name, as calls
    keyed_arguments.py   max and min of a few values by a key, for plainer.py
    keyed_calls.py       sorting and choosing by what such a function gives
    call_stars.py        `f(*p)` of such a function
    known_parameters.py  its parameters of which a call says that they are None, or a function
    extra_arguments.py   `*parts` of such a function
"""
