"""What is known of values beyond their cells.

    fields.py      values of dicts under keys that the text writes out
    narrowing.py   kinds of names where a test holds
    wrong_kinds.py what Python raises for values of kinds that an operation does not take
"""
