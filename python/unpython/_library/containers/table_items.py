"""Items of a dict in an order, by their places in the lists of its keys and values."""


def places(keys):
    return list(range(len(keys)))


def first_of(places, most):
    return places[: max(most, 0)]


def items_at(items, places):
    return [items[place] for place in places]
