"""Functions of any values of Python, on one heap of numbers: asked where nothing else takes a function.

    def f(rows):                             I_: integers, F_: floats, of one length
        for row in rows:                     a list: where its items begin, how many there are, for how many there is room
            row.append(len(row))             push(row, I_[row + 1])

Problem:  each other way of writing (folders lists, dicts, objects, text, ...) knows some uses of some values, and refuses the others.
Choice:   all that a call gives and makes lies on one heap, where each list, dict and object has a place that says who it is. What may be where
          is computed from the call and the text (cells.py). Functions and methods are written where they are called. The caller's objects get
          their items when the call ends.
Rejected: objects of Python in compiled code (no device, no threads, and each operation asks the interpreter).

    cells.py         what values may be
    emitter.py       lines, loops, words
    failures.py      exceptions
    operators.py     arithmetic, comparisons, truth, hashes
    lists.py, texts.py, tables.py   lists and tuples; texts; dicts and sets
    iteration.py     what is gone through, sums, largest items, sorting
    names.py         names of functions, frames
    functions.py     calls of functions, functions as values
    objects.py       objects and enumerations
    calls.py         functions of Python, constants
    expressions.py, statements.py   by class of the nodes of `ast`
    program.py       the whole
    arguments.py     what a call gives and gets
    on_heap.py       whether a call is taken so

What is of NumPy, what depends on the order of a set, functions that call themselves, and much else stays as it is (NotOnHeap).
"""
