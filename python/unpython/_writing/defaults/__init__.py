"""What stands in the place of an argument that is None, or that is left out.

    given_values.py  tests for None of arguments that are none
    or_defaults.py   names = names or {}, for plainer.py
    known_values.py  what is known of names of constants, and of lists that a call gives
    empty_names.py   what is asked of containers that are empty and stay so
"""
