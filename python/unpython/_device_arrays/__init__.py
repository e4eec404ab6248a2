"""Arrays on a device, as users make and use them.

    making.py      up.empty, zeros, ones, full, asarray, copyto
    operators.py   operators, subscripts, methods and NumPy's functions
    residence.py   `with up.resident(a, b):`
"""
