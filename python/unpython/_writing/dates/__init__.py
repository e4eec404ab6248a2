"""Dates as numbers.

    of_datetime.py  dates whose names are never seen
    of_texts.py     dates that texts of a call say, in NumPy's arrays
"""
