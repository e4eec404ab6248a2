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
