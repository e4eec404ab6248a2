"""Numbers of Python that have more than one word.

    complex_numbers.py  complex numbers, cmath
"""
