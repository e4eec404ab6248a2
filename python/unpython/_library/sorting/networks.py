"""Few numbers in order by a sorting network: the exchanges depend on how many there are, not on what they are, so that all of
them are written out where their number is known (Knuth, The Art of Computer Programming, volume 3, 5.2.2, algorithm M)."""

from unpython._library.sorting.sorting_order import comes_before


def are_few(n):
    return n <= 16


def sort_few(v, with_nan):
    """A few numbers in place; NaN, if there may be some, last. Of zeros of both signs, any may come first."""
    n = v.shape[0]
    rounds = 0 if n < 2 else 1 if n < 3 else 2 if n < 5 else 3 if n < 9 else 4
    for turn in range(rounds):
        part = 1 << (rounds - 1 - turn)
        for pass_ in range(turn + 1):
            apart = part if pass_ == 0 else (1 << (rounds - pass_)) - part
            side = 0 if pass_ == 0 else part
            for i in range(n - apart):
                if i & part == side:
                    low = v[i]
                    high = v[i + apart]
                    turned = comes_before(high, low) if with_nan else high < low
                    v[i] = high if turned else low
                    v[i + apart] = low if turned else high


def _exchange(v, first, second):
    low = v[first]
    high = v[second]
    turned = high < low
    v[first] = high if turned else low
    v[second] = low if turned else high


def middle_of_nine(v):
    """Nine numbers without NaN change places until v[4] is their median: 19 exchanges, where sorting them takes 26."""
    for row in range(3):
        _exchange(v, 3 * row + 1, 3 * row + 2)
        _exchange(v, 3 * row, 3 * row + 1)
        _exchange(v, 3 * row + 1, 3 * row + 2)
    for row in range(2):  # the largest of the lowest, the smallest of the highest
        _exchange(v, 3 * row, 3 * row + 3)
        _exchange(v, 5 - 3 * row, 8 - 3 * row)
    _exchange(v, 4, 7)
    _exchange(v, 1, 4)
    _exchange(v, 4, 7)
    _exchange(v, 4, 2)
    _exchange(v, 6, 4)
    _exchange(v, 4, 2)
