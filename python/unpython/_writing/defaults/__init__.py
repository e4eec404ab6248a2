"""What stands in the place of an argument that is None, or that is left out.

    given_values.py  tests for None of arguments that are none
    or_defaults.py   names = names or {}, for plainer.py
    empty_names.py   what is asked of containers that are empty and stay so
"""
