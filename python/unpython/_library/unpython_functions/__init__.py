"""Functions of unpython: up.map, up.reduce, up.scan and their kin, up.random.
"""
