"""What a function of two items makes of all items up to each one. Blocks of 16 items, runs of 64 blocks and groups of 64 runs
are part of what the results of floats mean: the result of a place is (groups before it, (runs of its group before it, (blocks
of its run before it, items of its block up to it))). So what a function never makes smaller, such as a sum of floats that are
not negative, never gets smaller from place to place."""

import numpy as np

from unpython import _apart, _for_device, prange
from unpython._library.unpython_functions.folds import ends_of_parts


def scan_into(function, lines, out):
    if lines.shape[1] <= 512:
        for k in prange(lines.shape[0]):
            if lines.shape[1] > 0:
                scan_block(function, lines[k], out[k], 0, lines.shape[1])
    elif _for_device():
        _scan_by_groups(function, lines, out)
    else:
        _scan_blocks(function, lines, out)


def scan_block(function, line, out, begin, end):
    _scan_behind(function, lambda x: x, line, out, begin, end)


def _scan_behind(function, behind, line, out, begin, end):
    total = line[begin]
    out[begin] = behind(total)
    for i in range(begin + 1, end):
        total = function(total, line[i])
        out[i] = behind(total)


def _behind(function, any_before, before, x):
    return function(before, x) if any_before else x


def _scan_blocks(function, lines, out):
    """For processors: each level by iterations of its own."""
    blocks = ends_of_parts(function, lines, 16)
    runs = ends_of_parts(function, blocks, 64)
    groups = ends_of_parts(function, runs, 64)
    for k in prange(groups.shape[0]):
        for g in range(1, groups.shape[1]):
            groups[k, g] = function(groups[k, g - 1], groups[k, g])
    _scan_parts(function, runs)
    _scan_parts(function, blocks)
    for k in prange(blocks.shape[0]):
        for b in prange(blocks.shape[1]):
            _scan_below(function, lines[k], out[k], blocks[k], runs[k], groups[k], b)


def _scan_parts(function, lines):
    for k in prange(lines.shape[0]):
        for r in prange((lines.shape[1] + 63) // 64):
            scan_block(function, lines[k], lines[k], r * 64, min(lines.shape[1], (r + 1) * 64))


def _scan_below(function, line, out, blocks, runs, groups, b):
    """Block b, behind what stands before it."""
    r = b // 64
    g = r // 64
    block = blocks[max(b - 1, 0)]
    run = runs[max(r - 1, 0)]
    group = groups[max(g - 1, 0)]
    _scan_behind(
        function,
        lambda x: _behind(function, g > 0, group, _behind(function, r % 64 > 0, run, _behind(function, b % 64 > 0, block, x))),
        line,
        out,
        b * 16,
        min(line.shape[0], (b + 1) * 16),
    )


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
