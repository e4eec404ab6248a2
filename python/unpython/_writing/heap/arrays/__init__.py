"""Arrays and numbers of NumPy on the heap.

    def f(groups):                       a list of arrays: each array has a place, with its extents, its strides and where its items are
        return [g - g.mean() for g in groups]

Problem:  what NumPy has for arrays is more than can be written as loops here.
Choice:   an expression of NumPy stays as it is: its arrays are taken off the heap, the compiler computes with its own arrays, and what
          comes is put back. Which kind of value comes NumPy says itself, asked with small arrays (samples.py). A view has its own place,
          and the memory of the array that it is a view of, so what is stored through either is seen through both.
Rejected: arrays of the compiler as values of names: a name, a list or a field may have one array or another one, of any kind.

    kinds.py        the kinds of arrays and numbers
    samples.py      what NumPy gives
    natives.py      expressions as they are
    copied_views.py views that are copies where nobody can tell
    axes.py         axes that the run says
    raising.py      what NumPy raises, and what catches it
    operators.py    operators, comparisons, texts
    subscripts.py   items, views, stores
    calls.py        functions, methods, attributes
    dtypes.py       types of arrays
    dates.py        dates and spans of time
    statistics_calls.py  functions of the module `statistics`
    in_place.py     functions that change an array
    generators.py   generators of random numbers
    memory.py       the caller's arrays, and those that a call gives
"""
