"""Members of enumerations as numbers.

    members.py     a function whose members are numbers, for plainer.py and first_words.py
    kinds.py       what holds members, and of which enumeration
    classes.py     what is known of an enumeration: its members, their names and values
    expressions.py expressions with members
    calls.py       calls and methods of what holds members
    patterns.py    `match` of members
    places.py      names of lists and dicts that no other name stands for
"""
