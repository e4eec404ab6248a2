"""Counters in other words.

    algebra.py      operators, comparisons and updates of counters, as loops
"""
