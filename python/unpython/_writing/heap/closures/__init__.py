"""Functions that are kept, and generators.

    boxes.py             names that functions keep and that change
    generators.py        generators: written where their items are asked for
    collected.py         generators that call themselves
    named_iterators.py   iterators that have a name
    own_names.py         names that are bound anew
    function_values.py   functions as values, their attributes
"""
