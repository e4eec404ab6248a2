"""Random numbers: Philox 4x64-10 and what is made of its integers, for up.random.

`source` stands for a generator: source('raw') is its next integer of 64 bits, source('normal') its next normal number. All of
this is computed with integers and with
operations that round in one way only, each on a line of its own, so that every device finds the same bits; so do plain
integers of Python. Where nothing else is said, a distribution does what NumPy's Generator does with the same integers.
"""

import numpy as np

from unpython._loops import _bits, _high_product


def philox(key0, key1, c0, c1, c2, c3):
    """Philox 4x64-10: four integers of a key and a counter. Plain Python has this in _random.py, with integers that do not wrap."""
    for _ in range(10):
        high0 = _high_product(c0, np.uint64(0xD2E7470EE14C6C93))
        low0 = c0 * np.uint64(0xD2E7470EE14C6C93)
        high1 = _high_product(c2, np.uint64(0xCA5A826395121157))
        low1 = c2 * np.uint64(0xCA5A826395121157)
        c0 = high1 ^ c1 ^ key0
        c1 = low1
        c2 = high0 ^ c3 ^ key1
        c3 = low0
        key0 = key0 + np.uint64(0x9E3779B97F4A7C15)
        key1 = key1 + np.uint64(0xBB67AE8584CAA73B)
    return c0, c1, c2, c3


def chosen(number, w0, w1, w2, w3):
    """Word 0 to 3 of a block."""
    word = number & 3
    return (w0 if word == 0 else w1) if word < 2 else (w2 if word == 2 else w3)


def _times(a, b):
    """A product that is rounded before anything is added to it: two signs keep the compiler from fusing the two operations."""
    return -(a * -b)


def _ratio(a, b):
    """A quotient by what is never zero."""
    return float(np.divide(a, b))


def random(source):
    """From 0 up to, not including, 1."""
    return float(source("raw") >> 11) * 1.1102230246251565e-16


def _positive(source):
    """From above 0 to 1."""
    return float(9007199254740992 - (source("raw") >> 11)) * 1.1102230246251565e-16


def _check_scale(scale):
    if np.signbit(scale) and scale == scale:
        raise ValueError("scale < 0")


def normal(source, loc=0.0, scale=1.0):
    _check_scale(scale)
    number = _times(source("normal"), float(scale))
    number = number + float(loc)
    return number


def normal_of_pair(first, second):
    return _box_muller(first, second, 0)


def normal_of_block(number, w0, w1, w2, w3):
    """Of two integers there are two normal numbers, so of a block four."""
    first = w2 if number & 2 > 0 else w0
    second = w3 if number & 2 > 0 else w1
    return _box_muller(first, second, 3 if number & 1 > 0 else 0)


def _box_muller(first, second, ahead):
    """The cosine of a random angle times the root of -2 log(u). `ahead`: so many quarters of a circle are added to the angle; with
    3 the cosine is a sine."""
    u = float((first >> 11) + 1) * 1.1102230246251565e-16
    size = float(np.sqrt(-2.0 * _log_below_one(u)))
    x = (float((second & 0x3FFFFFFFFFFFFFFF) >> 9) + 0.5) * 1.1102230246251565e-16 - 0.5
    x = _times(x, 1.5707963267948966)
    square = x * x
    sine = _polynomial_of_six(
        square, 1.58969099521155010221e-10, -2.50507602534068634195e-08, 2.75573137070700676789e-06,
        -1.98412698298579493134e-04, 8.33333333332248946124e-03, -1.66666666666666324348e-01,
    )
    sine = _times(sine, square)
    sine = _times(sine, x)
    sine = sine + x
    cosine = _polynomial_of_six(
        square, -1.13596475577881948265e-11, 2.08757232129817482790e-09, -2.75573143513906633035e-07,
        2.48015872894767294178e-05, -1.38888888888741095749e-03, 4.16666666666666019037e-02,
    )
    cosine = _times(cosine, square)
    cosine = _times(cosine, square)
    half = _times(square, 0.5)
    cosine = cosine - half
    cosine = cosine + 1.0
    quarter = (second >> 62) + ahead
    number = _times(size, sine if quarter & 1 > 0 else cosine)
    return -number if (quarter + 1) & 2 > 0 else number


def _polynomial_of_six(r, c5, c4, c3, c2, c1, c0):
    p = _times(r, c5)
    p = p + c4
    p = _times(p, r)
    p = p + c3
    p = _times(p, r)
    p = p + c2
    p = _times(p, r)
    p = p + c1
    p = _times(p, r)
    return p + c0


def _polynomial_of_eight(r, c7, c6, c5, c4, c3, c2, c1, c0):
    p = _polynomial_of_six(r, c7, c6, c5, c4, c3, c2)
    p = _times(p, r)
    p = p + c1
    p = _times(p, r)
    return p + c0


def exponential(source, scale=1.0):
    _check_scale(scale)
    number = -_log_below_one(_positive(source))
    return _times(number, float(scale))


def integers(source, low, high=None):
    """From low up to, not including, high; or from 0 up to low."""
    if high is None:
        return _between(source, 0, int(low))
    return _between(source, int(low), int(high))


def _between(source, low, high):
    """The upper part of a product with 128 random bits, which always takes two integers: no number is more than 2 ** -64 likelier
    than another one. Plain Python has this in Random.integers, with integers that do not wrap."""
    if low >= high:
        if low == 0:
            raise ValueError("high <= 0")
        raise ValueError("low >= high")
    count = as_word(high - low)
    first = source("raw")
    product = first * count
    rest = _high_product(source("raw"), count)
    carry = 1 if product + rest < product else 0
    return low + int(_high_product(first, count)) + carry


def poisson(source, lam=1.0):
    if not lam >= 0.0:
        raise ValueError("lam < 0 or lam is NaN")
    if lam >= 9.2e18:
        raise ValueError("lam value too large")
    if lam < 10.0:
        return _few(source, float(lam))
    return _many(source, float(lam))


def _few(source, lam):
    """How many random factors keep a product above exp(-lam)."""
    least = _exp(-lam)
    count = 0
    product = random(source)
    while product > least:
        count += 1
        product = product * random(source)
    return count


def _many(source, lam):
    """Hoermann's method PTRS (1993)."""
    root = float(np.sqrt(lam))
    b = _times(2.53, root)
    b = b + 0.931
    a = _times(0.02483, b)
    a = a - 0.059
    inverse = 1.1328 / (b - 3.4)
    inverse = inverse + 1.1239
    fits = 3.6224 / (b - 2.0)
    fits = 0.9277 - fits
    count = 0
    waits = True
    while waits:
        u = random(source) - 0.5
        v = random(source)
        distance = 0.5 - abs(u)
        place = _times(2.0, a)
        place = place / distance
        place = place + b
        place = _times(place, u)
        place = place + lam
        count = int(np.floor(place + 0.43))
        if distance >= 0.07 and v <= fits:
            waits = False
        elif count >= 0 and (distance >= 0.013 or v <= distance):
            shape = a / (distance * distance)
            left = _log(max(v, 1e-18)) + _log(inverse)
            left = left - _log(shape + b)
            right = _times(count, _log(lam))
            right = right - lam
            right = right - _log_factorial(count)
            waits = left > right
    return count


def _log_factorial(count):
    """By Stirling's series of count + 1, or of 8 and the factors below it."""
    x = 1.0 * (count + 1)
    product = 1.0
    while x < 8.0:
        product = product * x
        x = x + 1.0
    square = 1.0 / (x * x)
    series = _times(square, -0.000595238095238095238)
    series = series + 0.000793650793650793651
    series = _times(series, square)
    series = series - 0.00277777777777777778
    series = _times(series, square)
    series = series + 0.0833333333333333333
    series = series / x
    main = _times(x - 0.5, _log(x))
    main = main - x
    main = main + 0.918938533204672742
    main = main + series
    return main - _log(product)


def choice(source, a):
    """One of the items of an array, or of 0 up to a number."""
    if np.ndim(a) == 0:
        if a <= 0:
            raise ValueError("a must be a positive integer unless no samples are taken")
        return _between(source, 0, int(a))
    if a.shape[0] == 0:
        raise ValueError("a cannot be empty unless no samples are taken")
    return a[_between(source, 0, a.shape[0])]


def permutation(source, x):
    """The items of an array in a random order, or 0 up to a number."""
    if np.ndim(x) == 0:
        return _order(source, x)
    return x[_order(source, x.shape[0])]


def _order(source, count):
    order = np.arange(count)
    for last in range(count - 1, 0, -1):
        other = _between(source, 0, last + 1)
        moved = order[last]
        order[last] = order[other]
        order[other] = moved
    return order


def as_word(number):
    """An integer as one of 64 bits without a sign."""
    return np.uint64(np.int64(number))


def larger(a, b):
    return max(a, b)


def is_range(start, stop, step):
    """Whether range(start, stop, step) has a number."""
    return start < stop if step > 0 else start > stop


def key_of_seed(seed):
    key0, key1, unused0, unused1 = philox(as_word(seed), as_word(0), as_word(0), as_word(0), as_word(0), as_word(0))
    return key0, key1


def place_of_four(c1):
    """The same for iterations i, i + 32, i + 64 and i + 96: they share a block."""
    return ((c1 >> 7) << 5) | (c1 & 31)


def block_of_normals(normals):
    """The first part of the counter for the block of the next normal number, where an iteration had so many: the shared block,
    and then 1 for numbers 1 to 4, and so on."""
    return ((normals + 3) >> 2) | np.uint64(0x8000000000000000)


def number_of_four(c1):
    return (c1 >> 5) & 3


def inside(key0, key1, c1, c2, c3, loops):
    """Key and counter, but for the iteration, of the iterations of a loop in an iteration: see _random.py."""
    if c3 == 0:
        return key0, key1, c1, loops + 1
    key0, key1, unused0, unused1 = philox(key0, key1, loops, c1, c2, c3 | np.uint64(0x8000000000000000))
    return key0, key1, loops & 0, loops & 0


def next_of_state(state):
    """The next integer outside of parallel loops, of the numbers that a generator keeps."""
    if state.shape[0] != 9 or state[8] != np.uint64(0x9E3779B97F4A7C15):
        raise TypeError("up.random(seed) gives a generator")
    draws = state[2]
    if draws & 3 == 0:
        state[4], state[5], state[6], state[7] = philox(state[0], state[1], (draws >> 2) + 1, draws & 0, draws & 0, draws & 0)
    state[2] = draws + 1
    return chosen(draws, state[4], state[5], state[6], state[7])


def _log(x):
    return _log_below_one(x) if x < 1.0 else -_log_below_one(1.0 / x)


def _log_below_one(x):
    """The logarithm of a number from 2 ** -63 to 1: of 2 ** -k, and of what is near 1 as 2 * (s + s ** 3 / 3 + ...)."""
    k = int(max(1022 - (_bits(x) >> 52), 0))
    x = x * float(1 << k)
    if x < 0.7071067811865476:
        x = x * 2.0
        k += 1
    s = _ratio(x - 1.0, x + 1.0)
    r = s * s
    series = _polynomial_of_eight(
        r, 0.10526315789473684, 0.11764705882352941, 0.13333333333333333, 0.15384615384615385,
        0.18181818181818182, 0.2222222222222222, 0.2857142857142857, 0.4,
    )
    series = _times(series, r)
    series = _times(series, r)
    series = _times(series, s)
    third = _times(s, r)
    third = _times(third, 0.6666666666666666)
    whole = _times(k, 0.6931471803691238)
    rest = _times(k, 1.9082149292705877e-10)
    series = series - rest
    series = series + third
    near = _times(2.0, s)
    near = near + series
    return near - whole


def _exp(x):
    """exp(x) of a number that is not positive: 2 ** k times a series of what is near 0."""
    scaled = _times(x, 1.4426950408889634)
    k = int(np.floor(scaled + 0.5))
    whole = _times(k, 0.693147180369123816490)
    rest = x - whole
    whole = _times(k, 1.90821492927058770002e-10)
    rest = rest - whole
    series = 1.0
    for term in range(14, 0, -1):
        series = _times(series, rest)
        series = series / term
        series = series + 1.0
    while k < 0:
        series = _times(series, 0.5)
        k += 1
    return series
