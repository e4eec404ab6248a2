"""Methods of lists. The language itself has `append`, `extend`, subscripts and `del items[n:]`.

Texts of programs are written by means of these functions, and without NumPy: lists of arrays have a file of their own.
"""

from unpython._loops import _Refusal


def pop(items, index=-1):
    if index is None:
        if isinstance(items, tuple):
            raise AttributeError("'tuple' object has no attribute 'pop'")
        if hasattr(items, "dtype"):
            raise AttributeError("'numpy.ndarray' object has no attribute 'pop'")
        raise TypeError("'NoneType' object cannot be interpreted as an integer")
    n = len(items)
    if n < 1:
        raise IndexError("pop from empty list")
    at = index + n if index < 0 else index
    if at < 0 or at >= n:
        raise IndexError("pop index out of range")
    item = items[at]
    _close_gap(items, at)
    return item


def _close_gap(items, at):
    n = len(items)
    for k in range(at + 1, n):
        items[k - 1] = items[k]
    del items[n - 1 :]


def delete_item(items, index):
    n = len(items)
    at = index + n if index < 0 else index
    if at < 0 or at >= n:
        raise IndexError("list assignment index out of range")
    _close_gap(items, at)


def insert(items, index, item):
    n = len(items)
    at = max(index + n, 0) if index < 0 else min(index, n)
    items.append(item)
    for k in range(n, at, -1):
        items[k] = items[k - 1]
    items[at] = item


def _place_of(items, value):
    """-1 where no item equals the value."""
    if value != value:
        raise _Refusal("whether a list holds this nan depends on which object it is")
    for k in range(len(items)):
        if items[k] == value:
            return k
    return -1


def index(items, value):
    if hasattr(items, "dtype"):
        raise AttributeError("'numpy.ndarray' object has no attribute 'index'")
    at = _place_of(items, value)
    if at < 0:
        if isinstance(items, tuple):
            raise ValueError("tuple.index(x): x not in tuple")
        if isinstance(value, str):
            raise _Refusal("a text that no item of a list equals, in quotes in the message")
        raise ValueError(f"{value} is not in list")
    return at


def remove(items, value):
    at = _place_of(items, value)
    if at < 0:
        raise ValueError("list.remove(x): x not in list")
    _close_gap(items, at)


def count(items, value):
    if hasattr(items, "dtype"):
        raise AttributeError("'numpy.ndarray' object has no attribute 'count'")
    if value != value:
        raise _Refusal("whether a list holds this nan depends on which object it is")
    found = 0
    for k in range(len(items)):
        if items[k] == value:
            found += 1
    return found


def store_part(values, items, begin, end):
    """items[begin:end] = values"""
    n = len(items)
    first = max(begin + n, 0) if begin < 0 else min(begin, n)
    last = max(max(end + n, 0) if end < 0 else min(end, n), first)
    behind = items[last:]
    store_end(values, items, first)
    items.extend(behind)


def store_end(values, items, begin):
    """items[begin:] = values"""
    made = [value for value in values]
    del items[begin:]
    items.extend(made)


def store_each(values, items, begin, end, step):
    """items[begin:end:step] = values"""
    if step == 0:
        raise ValueError("slice step cannot be zero")
    if step == 1:
        store_part(values, items, begin, end)
        return
    n = len(items)
    lowest, highest = (-1, n - 1) if step < 0 else (0, n)
    first = max(begin + n, lowest) if begin < 0 else min(begin, highest)
    last = max(end + n, lowest) if end < 0 else min(end, highest)
    _store_steps(values, items, first, last, step)


def store_each_to_end(values, items, begin, step):
    """items[begin::step] = values"""
    if step > 0:
        store_each(values, items, begin, len(items), step)
    elif step == 0:
        raise ValueError("slice step cannot be zero")
    else:
        n = len(items)
        _store_steps(values, items, max(begin + n, -1) if begin < 0 else min(begin, n - 1), -1, step)


def _store_steps(values, items, first, last, step):
    made = [value for value in values]
    count = max((last - first + step - 1) // step if step > 0 else (first - last - step - 1) // -step, 0)
    if len(made) != count:
        raise ValueError(f"attempt to assign sequence of size {len(made)} to extended slice of size {count}")
    for k in range(count):
        items[first + k * step] = made[k]


def clear(items):
    del items[0:]


def reverse(items):
    if hasattr(items, "dtype"):
        raise AttributeError("'numpy.ndarray' object has no attribute 'reverse'")
    n = len(items)
    for k in range(n // 2):
        front = items[k]
        items[k] = items[n - 1 - k]
        items[n - 1 - k] = front


def sorted_list(iterable, /, *, key=None, reverse=False):
    if key is not None:
        raise _Refusal("sorted with a key: sort pairs, or use np.argsort")
    items = list(iterable)
    sort_list(items, reverse)
    return items


def is_backwards(flag):
    """Of `reverse=`, which Python asks for an integer."""
    if hasattr(flag, "dtype"):
        raise _Refusal("reverse= of what is no bool and no integer of Python")
    return flag << 0 != 0


def sort_list(items, flag):
    """Stable: what is equal keeps its order, also backwards."""
    backwards = is_backwards(flag)
    if backwards:
        reverse(items)
    _refuse_nan(items)
    n = len(items)
    run = 16
    for start in range(0, n, run):
        _sort_run(items, start, min(start + run, n))
    merge_runs(items, run, lambda one, other: one < other)
    if backwards:
        reverse(items)


def _sort_run(items, start, end):
    for i in range(start + 1, end):
        item = items[i]
        j = i
        while j > start and item < items[j - 1]:
            items[j] = items[j - 1]
            j -= 1
        items[j] = item


def _refuse_nan(values):
    for k in range(len(values)):
        if values[k] != values[k]:
            raise _Refusal("the order of a list with nan depends on how Python sorts it")


def merge_runs(items, run, comes_first):
    """Sorts items of which each `run` are sorted."""
    n = len(items)
    beside = items.copy()
    while run < n:
        for start in range(0, n, 2 * run):
            _merge_two(items, beside, start, min(start + run, n), min(start + 2 * run, n), comes_first)
        for k in range(n):
            items[k] = beside[k]
        run *= 2


def _merge_two(source, target, start, middle, end, comes_first):
    i = start
    j = middle
    for k in range(start, end):
        takes_second = i >= middle
        if i < middle and j < end:
            takes_second = comes_first(source[j], source[i])
        if takes_second:
            target[k] = source[j]
            j += 1
        else:
            target[k] = source[i]
            i += 1


def sorted_by_key(items, key):
    keys = [key(item) for item in items]
    places = list(range(len(keys)))
    _sort_places(places, keys)
    return [items[place] for place in places]


def sorted_backwards_by_key(items, key):
    keys = [key(item) for item in items]
    places = list(range(len(keys) - 1, -1, -1))
    _sort_places(places, keys)
    return [items[place] for place in places[::-1]]


def put_sorted(items, by_key, is_reverse_first):
    """items.sort(key=...): what sorted() gives goes into the list. `is_reverse_first`: `reverse=` is what a call gives first."""
    if isinstance(items, tuple):
        raise AttributeError("'tuple' object has no attribute 'sort'")
    if not isinstance(items, list):
        if is_reverse_first:
            raise TypeError("sort() got an unexpected keyword argument 'reverse'")
        raise TypeError("sort() got an unexpected keyword argument 'key'")
    for k in range(len(by_key)):
        items[k] = by_key[k]


def _sort_places(places, keys):
    _refuse_nan(keys)
    merge_runs(places, 1, lambda one, other: keys[one] < keys[other])


def least_by_key(items, key):
    if len(items) == 0:
        return min(items)  # its error
    best = items[0]
    best_key = key(best)
    for k in range(1, len(items)):
        item_key = key(items[k])
        if item_key < best_key:
            best = items[k]
            best_key = item_key
    return best


def largest_by_key(items, key):
    if len(items) == 0:
        return max(items)  # its error
    best = items[0]
    best_key = key(best)
    for k in range(1, len(items)):
        item_key = key(items[k])
        if item_key > best_key:
            best = items[k]
            best_key = item_key
    return best


def check_unpacked(items, least):
    """For `a, *b = items`."""
    if len(items) < least:
        raise ValueError(f"not enough values to unpack (expected at least {least}, got {len(items)})")


# Of tuples.


def larger(one, other):
    return other if other > one else one


def smaller(one, other):
    return other if other < one else one


def sum_of_some(values):
    """As sum(), of what is a list of floats with a number for each list: the sum of none is an integer."""
    if len(values) == 0:
        raise _Refusal("the sum of no numbers is an integer, beside sums that are floats: give it a beginning, as in sum(v, 0.0)")
    return sum(values[1:], values[0] + 0)
