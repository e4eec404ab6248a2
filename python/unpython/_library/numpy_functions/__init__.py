"""Functions of NumPy: of arrays and of their elements.
"""
