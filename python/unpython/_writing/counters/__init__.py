"""Counters in other words.

    largest_items.py the item of a dict that is the largest by its value and its key
    algebra.py      operators, comparisons and updates of counters, as loops
"""
