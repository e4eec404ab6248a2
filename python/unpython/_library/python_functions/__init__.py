"""Functions of Python's numbers, lists, ranges and modules: math, cmath, heapq, bisect, itertools.
"""
