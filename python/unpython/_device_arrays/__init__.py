"""Arrays on a device, as users make and use them.

    making.py      up.empty, zeros, ones, full, asarray, copyto
    lines.py       an operation as a line of a function that is compiled
    operators.py   operators, subscripts, methods and NumPy's functions
    residence.py   `with up.resident(a, b):`
"""
