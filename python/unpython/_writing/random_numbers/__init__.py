"""Generators of random numbers in other words.

    generators.py        those of up.random, as numbers of iterations
    drawing.py           which expressions draw from one of them
    numpy_generators.py  np.random.default_rng
    python_generators.py random.Random
    drawn_lists.py      lists that `random` draws, for plain_words.py
"""
