"""Functions of a function in other words.

    inner_functions.py   functions inside of a function, and those that keep their values
    closures.py          functions that return functions
    function_choices.py  a name for one of two functions
    function_tables.py   dicts, tuples and lists of functions
    recursion.py         a function that calls itself, as a loop
    own_calls.py         calls of a function to itself, each as a statement
    inlining.py          a function written where it is called
"""
