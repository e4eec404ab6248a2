"""`try` of which it is known where what is caught may be raised, as tests before.

    statements.py   the statements of a `try`, each behind its tests
    parts.py        what of a statement may raise what is caught, in the order in which Python computes it
    kinds.py        what names hold there
    exceptions.py   what a handler asks of its exception
    lists_apart.py  comprehensions in it, as loops
    choices_apart.py  choices in it, as branches
    numbers_of_texts.py  names that are numbers where it succeeds, and texts elsewhere
    put_lists.py    lists that it makes, as items behind it
    of_modules.py   what functions of math and statistics raise, max and min
    of_matrices.py  what functions of np.linalg raise
    finals.py       `finally` of such a `try`
    failing_calls.py  calls that the compiler refuses, and of which NumPy knows the error
    asked_first.py  a `try` around simple statements, for plainer.py: its own way, which needs to know no kinds
"""
