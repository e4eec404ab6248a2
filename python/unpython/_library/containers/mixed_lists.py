"""Lists of Python's integers, floats and None: a list that says which an item is (0, 1, 2), one of the integers and one of the floats."""


def append(kinds, wholes, reals, item):
    if isinstance(item, (bool, complex)) or hasattr(item, "dtype"):
        wholes.append(item)  # refused when the function is compiled
    if isinstance(item, float):
        kinds.append(1)
        wholes.append(0)
        reals.append(float(item))
    else:
        kinds.append(0)
        wholes.append(int(item))
        reals.append(0.0)


def append_none(kinds, wholes, reals):
    kinds.append(2)
    wholes.append(0)
    reals.append(0.0)


def put(kinds, wholes, reals, item, index):
    if isinstance(item, (bool, complex)) or hasattr(item, "dtype"):
        wholes.append(item)  # refused when the function is compiled
    if isinstance(item, float):
        kinds[index] = 1
        reals[index] = float(item)
    else:
        kinds[index] = 0
        wholes[index] = int(item)


def put_none(kinds, wholes, reals, index):
    kinds[index] = 2


def item_at(kinds, wholes, reals, index):
    return reals[index] if kinds[index] == 1 else wholes[index]


def as_array(kinds, wholes, reals):
    """What NumPy makes of the list."""
    if 1 not in kinds:
        raise NotImplementedError("an array of a list of integers and floats that holds no float has another type in NumPy")
    return [real if kind == 1 else float(whole) for kind, whole, real in zip(kinds, wholes, reals)]
