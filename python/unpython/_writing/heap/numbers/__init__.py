"""Complex numbers, and what math says of numbers.

    complex_numbers.py  complex numbers, cmath
    math_calls.py       math
"""
