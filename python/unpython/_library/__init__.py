"""Functions of NumPy, Python and unpython that are loops or compositions of others, written in the language that unpython compiles.

A program that calls one gets it inlined like a helper of its own, with what the call gives as types; what it raises
names the line of the call. The functions also run as plain Python. One new function: its `def` in a module of a folder
and its name in the table of by_name.py. What _writing writes of dicts, sets, texts and objects calls functions of `containers` and `texts`.

    numpy_functions, python_functions, unpython_functions   by whose function it is
    sorting      sorts by the processor and by devices
    containers   what stands for dicts, sets, deques, lists of lists and objects
    texts        what stands for texts
    stand_ins    what stands for classes of Python's library, whose methods are written where they are called
"""
