"""Names for `random.Random(seed)` that are only used to draw: as numpy_generators.py, before texts are written in other words, of which a
list may be shuffled."""

from unpython._writing.random_numbers.numpy_generators import of_python as rewritten

__all__ = ["rewritten"]
