"""Regular expressions.

    calls.py     functions of `re`, patterns and matches as values
"""
