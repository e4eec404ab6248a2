"""What functions return, in other words.

    several_kinds.py  returns that give a number here and a tuple, an array or a text there
    same_arrays.py    which returned parts may be one array, for several_kinds.py
    ended_by_calls.py `return f(x)` of a function that gives several kinds
"""
