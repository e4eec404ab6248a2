"""What functions of `itertools` give of a list or an array, as lists."""


def accumulated(items):
    return accumulated_by(items, lambda total, item: total + item)


def accumulated_by(items, function):
    made = [item for item in items[:1]]
    for k in range(1, len(items)):
        made.append(function(made[k - 1], items[k]))
    return made


def accumulated_from(items, initial):
    return accumulated_by_from(items, lambda total, item: total + item, initial)


def accumulated_by_from(items, function, initial):
    made = [initial]
    for k in range(len(items)):
        made.append(function(made[k], items[k]))
    return made


def _first_without(test, items):
    """The place of the first item that the test refuses."""
    for k in range(len(items)):
        if not test(items[k]):
            return k
    return len(items)


def taken_while(test, items):
    return [item for item in items[: _first_without(test, items)]]


def dropped_while(test, items):
    return [item for item in items[_first_without(test, items) :]]


def not_chosen(test, items):
    return [item for item in items if not test(item)]


def chosen_by(items, flags):
    return [item for item, flag in zip(items, flags) if flag]
