"""Loops in Python and the same loops in C."""
