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
    places.py        sums of places, which nothing checks
    failures.py      exceptions: where each leads
    checks.py        what Python checks of values before it does something with them
    operators.py     arithmetic, comparisons, truth, hashes
    lists.py, texts.py, tables.py, text_methods.py   lists and tuples; texts; dicts and sets; more of texts
    numbers/         complex numbers
    byte_strings.py  bytes
    structured/      arrays of structured types
    known/           values of dicts under keys that are written out, kinds of names where a test holds
    counted/         what several sets or Counters give together
    regular/         regular expressions
    lazy.py          what gives its items one by one
    iterators.py     iterators with names, choices, merges
    iteration.py     what is gone through, sums, largest items, sorting
    names.py         names of functions, frames
    outside.py       lists and dicts that have a name outside, names outside that change
    own_calls.py     functions that call themselves
    regions.py       these as loops
    closures/        functions as values, generators
    functions.py     calls of functions
    classes.py, members.py, hashes.py, objects.py   classes, members of enumerations, hashes, objects
    library_calls.py heapq, bisect, formats with %
    asked_kinds.py   isinstance, getattr and their kin
    dataclass_calls.py, copies.py   asdict and its kin; copy and deepcopy
    python_calls.py  functions of Python, by name
    calls.py         calls, constants
    expressions.py   expressions, by class of their nodes
    matches.py       `match`
    contexts.py      `with`, ways out of blocks
    tries.py         `raise`, `try`, `assert`
    statements.py    statements, by class of their nodes
    arrays/          arrays and numbers of NumPy
    program.py       the whole
    arguments.py, given_words.py   what a call gives; its words
    results.py       what a call gives back
    on_heap.py       whether a call is taken so

What depends on the order of a set, and much else stays as it is (NotOnHeap).
"""
