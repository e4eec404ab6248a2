"""What a function of two items makes of all items up to each one. Blocks of 16 items, runs of 64 blocks and groups of 64 runs
are part of what the results of floats mean: the result of a place is (groups before it, (runs of its group before it, (blocks
of its run before it, items of its block up to it))). So what a function never makes smaller, such as a sum of floats that are
not negative, never gets smaller from place to place."""

import numpy as np

from unpython._library.unpython_functions.folds import axis_of, of_results
from unpython._loops import _apart, _for_device, _in_parallel, _one_thread, _Refusal, prange


def scan(function, a, axis=None):
    """What function makes of all items up to each one."""
    if axis is None or a.ndim == 1:
        return _scanned(function, _as_line(a))[0]
    if a.ndim == 2:
        return np.moveaxis(_scanned(function, np.moveaxis(a, axis, 1)), 1, axis)
    if a.ndim == 3:
        moved = np.moveaxis(a, axis, 2)
        lines = _scanned(function, np.reshape(moved, (moved.shape[0] * moved.shape[1], moved.shape[2])))
        return np.moveaxis(np.reshape(lines, moved.shape), 2, axis)
    raise _Refusal("up.scan of more than three dimensions: reshape the array to three")


def scan_along(function, a, axis):
    return scan(function, a, axis_of(axis))


def _as_line(a):
    """All items as the one row of a matrix."""
    return a[None, :] if a.ndim == 1 else np.reshape(a, (1, -1))


def _scanned(function, lines):
    out = of_results(function, lines, lines.shape)
    scan_into(function, lines, out)
    return out


def running_in_order(function, lines):
    out = of_results(function, lines, lines.shape)
    for k in prange(lines.shape[0]):
        if lines.shape[1] > 0:
            scan_block(function, lines[k], out[k], 0, lines.shape[1])
    return out


def scan_into(function, lines, out):
    if lines.shape[1] <= 512:
        for k in prange(lines.shape[0]):
            if lines.shape[1] > 0:
                scan_block(function, lines[k], out[k], 0, lines.shape[1])
    elif _for_device():
        _scan_by_groups(function, lines, out)
    elif _one_thread() or _in_parallel():
        _scan_in_order(function, lines, out)
    else:
        _scan_blocks(function, lines, out)


def scan_block(function, line, out, begin, end):
    total = line[begin]
    out[begin] = total
    for i in range(begin + 1, end):
        total = function(total, line[i])
        out[i] = total


def _behind(function, any_before, before, x):
    return function(before, x) if any_before else x


def _scan_in_order(function, lines, out):
    """For one thread: group by group, which tells the end of each."""
    ends = of_results(function, lines, (lines.shape[0], 1))
    for k in prange(lines.shape[0]):
        for g in range((lines.shape[1] + 65535) // 65536):
            end = _scan_group(function, lines[k], out[k], ends[k, 0], g)
            ends[k, 0] = function(ends[k, 0], end) if g > 0 else end


def _scan_blocks(function, lines, out):
    """For several threads: the ends of the groups, and then each group item by item, behind what stands before it."""
    groups = of_results(function, lines, (lines.shape[0], (lines.shape[1] + 65535) // 65536))
    for k in prange(groups.shape[0]):
        for g in prange(groups.shape[1]):
            groups[k, g] = _end_of_group(function, lines[k], g)
    for k in prange(groups.shape[0]):
        for g in range(1, groups.shape[1]):
            groups[k, g] = function(groups[k, g - 1], groups[k, g])
    for k in prange(groups.shape[0]):
        for g in prange(groups.shape[1]):
            _scan_group(function, lines[k], out[k], groups[k, max(g - 1, 0)], g)


def _end_of_group(function, line, g):
    first = g * 65536
    end = line[first]
    for r in range(min(64, (line.shape[0] - first + 1023) // 1024)):
        run = _end_of_run(function, line, first + r * 1024)
        end = function(end, run) if r > 0 else run
    return end


def _end_of_run(function, line, first):
    end = line[first]
    for b in range(min(64, (line.shape[0] - first + 15) // 16)):
        begin = first + b * 16
        total = line[begin]
        if begin + 16 <= line.shape[0]:
            for j in range(1, 16):
                total = function(total, line[begin + j])
        else:
            for i in range(begin + 1, line.shape[0]):
                total = function(total, line[i])
        end = function(end, total) if b > 0 else total
    return end


def _scan_group(function, line, out, group, g):
    """The items of each run by blocks first, and then, in a loop of vectors, what stands before the run. `group`: what stands
    before the group, or for the first one any number of that type. The result is the end of the group alone."""
    first = g * 65536
    run = group
    for r in range(min(64, (line.shape[0] - first + 1023) // 1024)):
        begin = first + r * 1024
        count = min(1024, line.shape[0] - begin)
        end = _scan_run(function, line, out, group, begin, count)
        if r > 0 and g > 0:
            for j in range(count):
                out[begin + j] = function(group, function(run, out[begin + j]))
        elif r > 0:
            for j in range(count):
                out[begin + j] = function(run, out[begin + j])
        elif g > 0:
            for j in range(count):
                out[begin + j] = function(group, out[begin + j])
        run = function(run, end) if r > 0 else end
    return run


def _scan_run(function, line, out, like, begin, count):
    """The blocks, and what the function makes of them all. `like`: of the type of a result."""
    block = like
    for b in range((count + 15) // 16):
        at = begin + b * 16
        total = line[at]
        out[at] = function(block, total) if b > 0 else total
        for j in range(1, min(16, count - b * 16)):
            total = function(total, line[at + j])
            out[at + j] = function(block, total) if b > 0 else total
        block = function(block, total) if b > 0 else total
    return block


# For devices: a group of work items has a few runs in its own memory, which it reads and writes in the order of memory. Between
# two blocks of a run lies one element more, so that neighbours use different banks of that memory.


def _scan_by_groups(function, lines, out):
    if lines.itemsize <= 8:
        _scan_runs(function, lines, out, 4)
    else:
        _scan_runs(function, lines, out, 2)


def _scan_runs(function, lines, out, each):
    """A group of work items has `each` runs."""
    runs = np.empty((lines.shape[0], (lines.shape[1] + 1023) // 1024), dtype=out.dtype)
    groups = np.empty((lines.shape[0], (runs.shape[1] + 63) // 64), dtype=out.dtype)
    _ends_of_runs(function, lines, runs, each)
    _add_up_runs(function, runs, groups)
    _add_up_groups(function, groups)
    _scan_in_runs(function, lines, out, runs, groups, each)


def _left(count, done):
    """How many elements of a part are left behind those, as a narrow number: what stands in loops is compared with it."""
    return np.int32(np.int64(count - done))


def _is_there(j, left):
    return np.int32(np.int64(j)) < left


def _load_part(line, tile, first, items):
    n = line.shape[0]
    for t in _apart(items):
        if first + 16 * items <= n:
            for j in range(16):
                tile[t + t // 16 + j * (items + items // 16)] = line[first + t + j * items]
        else:
            for j in range(16):
                if first + t + j * items < n:
                    tile[t + t // 16 + j * (items + items // 16)] = line[first + t + j * items]


def _store_part(out, tile, first, items):
    n = out.shape[0]
    for t in _apart(items):
        if first + 16 * items <= n:
            for j in range(16):
                out[first + t + j * items] = tile[t + t // 16 + j * (items + items // 16)]
        else:
            for j in range(16):
                if first + t + j * items < n:
                    out[first + t + j * items] = tile[t + t // 16 + j * (items + items // 16)]


def _ends_of_runs(function, lines, runs, each):
    parts = (runs.shape[1] + each - 1) // each
    for at in _apart(lines.shape[0] * parts):
        k = at // parts
        first = max((at - k * parts) * (1024 * each), 0)
        count = min(1024 * each, lines.shape[1] - first)
        tile = np.empty(1088 * each, dtype=lines.dtype)
        ends = np.empty(64 * each, dtype=runs.dtype)
        _load_part(lines[k], tile, first, 64 * each)
        for t in _apart(64 * each):
            left = _left(count, t * 16)
            total = tile[t * 17]
            for j in range(1, 16):
                if _is_there(j, left):
                    total = function(total, tile[t * 17 + j])
            ends[t] = total
        for t in _apart(each):
            left = count - t * 1024
            total = ends[t * 64]
            for j in range(1, min(64, (left + 15) // 16)):
                total = function(total, ends[t * 64 + j])
            if left > 0:
                runs[k, min(first // 1024 + t, runs.shape[1] - 1)] = total


def _add_up_runs(function, runs, groups):
    """The runs of each group one behind the other, and their ends."""
    parts = (groups.shape[1] + 15) // 16
    for at in _apart(groups.shape[0] * parts):
        k = at // parts
        first = (at - k * parts) * 1024
        count = min(1024, runs.shape[1] - first)
        tile = np.empty(1040, dtype=runs.dtype)
        for t in _apart(256):
            for j in range(4):
                i = j * 256 + t
                tile[i + i // 64] = runs[k, min(first + i, runs.shape[1] - 1)]
        for t in _apart(16):
            total = tile[t * 65]
            for j in range(1, min(64, count - t * 64)):
                total = function(total, tile[t * 65 + j])
                tile[t * 65 + j] = total
            if t * 64 < count:
                groups[k, min(first // 64 + t, groups.shape[1] - 1)] = total
        for t in _apart(256):
            for j in range(4):
                i = j * 256 + t
                if i < count:
                    runs[k, min(first + i, runs.shape[1] - 1)] = tile[i + i // 64]


def _add_up_groups(function, groups):
    for k in _apart(groups.shape[0]):
        tile = np.empty(1024, dtype=groups.dtype)
        last = np.empty(1, dtype=groups.dtype)
        for part in range((groups.shape[1] + 1023) // 1024):
            count = min(1024, groups.shape[1] - part * 1024)
            for t in _apart(256):
                for j in range(4):
                    tile[j * 256 + t] = groups[k, min(part * 1024 + j * 256 + t, groups.shape[1] - 1)]
            for t in _apart(1):
                total = tile[0] if part == 0 else function(last[0], tile[0])
                tile[0] = total
                for j in range(1, min(1024, count)):
                    total = function(total, tile[j])
                    tile[j] = total
                last[0] = total
            for t in _apart(256):
                for j in range(4):
                    if j * 256 + t < count:
                        groups[k, min(part * 1024 + j * 256 + t, groups.shape[1] - 1)] = tile[j * 256 + t]


def _scan_in_runs(function, lines, out, runs, groups, each):
    parts = (runs.shape[1] + each - 1) // each
    for at in _apart(lines.shape[0] * parts):
        k = at // parts
        first = max((at - k * parts) * (1024 * each), 0)
        count = min(1024 * each, lines.shape[1] - first)
        _scan_part(function, lines[k], out[k], runs[k], groups[k], first, count, each)


def _scan_part(function, line, out, runs, groups, first, count, each):
    tile = np.empty(1088 * each, dtype=out.dtype)
    own = np.empty((64 * each, 16), dtype=out.dtype)
    ends = np.empty(64 * each, dtype=out.dtype)
    _load_part(line, tile, first, 64 * each)
    for t in _apart(64 * each):
        left = _left(count, t * 16)
        total = tile[t * 17]
        own[t, 0] = total
        for j in range(1, 16):
            if _is_there(j, left):
                total = function(total, tile[t * 17 + j])
            own[t, j] = total
        ends[t] = total
    for t in _apart(each):
        left = count - t * 1024
        total = ends[t * 64]
        for j in range(1, min(64, (left + 15) // 16)):
            total = function(total, ends[t * 64 + j])
            ends[t * 64 + j] = total
    for t in _apart(64 * each):
        left = _left(count, t * 16)
        r = min(first // 1024 + t // 64, runs.shape[0] - 1)
        block = ends[max(t - 1, 0)]
        run = runs[max(r - 1, 0)]
        group = groups[min(max(r // 64 - 1, 0), groups.shape[0] - 1)]
        for j in range(16):
            if _is_there(j, left):
                within = _behind(function, t % 64 > 0, block, own[t, j])
                tile[t * 17 + j] = _behind(function, r > 63, group, _behind(function, r % 64 > 0, run, within))
    _store_part(out, tile, first, 64 * each)
