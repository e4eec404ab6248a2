"""Tests of the kind of NIST SP 800-22 on the bits of up.random, in the orders that programs draw numbers. Seeds are fixed: what passes once
passes always. Whole batteries read benchmarks/random_bits.py."""

import importlib.util
import math
from pathlib import Path

import numpy as np
import pytest
import unpython as up

SOURCE = Path(__file__).resolve().parents[2] / "benchmarks" / "random_bits.py"
LEAST_P = 1e-4  # one of 72 values is below it once in 140 seeds


def numbers_of(order):
    specification = importlib.util.spec_from_file_location("random_bits", SOURCE)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    out = np.empty(1 << 18, np.uint32) if order.startswith("normal") else np.empty(1 << 17, np.int64)
    getattr(module, order)(up.random(20), out)
    return out


@pytest.fixture(scope="module", params=["first", "rows", "normal", "normal_rows"])
def bits(request):
    """Eight million, as 0 and 1."""
    return np.unpackbits(numbers_of(request.param).view(np.uint8), bitorder="little")


def chi_square_p(found, expected):
    """Of the square sum, by the cube root's normal distribution (Wilson and Hilferty)."""
    x, freedom = float(((found - expected) ** 2 / expected).sum()), len(found) - 1
    z = ((x / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / math.sqrt(2 / (9 * freedom))
    return 0.5 * math.erfc(z / math.sqrt(2))


def two_sided_p(z):
    return math.erfc(abs(z) / math.sqrt(2))


def test_ones_are_half(bits):
    assert two_sided_p((2.0 * bits.sum() - bits.size) / math.sqrt(bits.size)) > LEAST_P


def test_ones_are_half_of_each_block(bits):
    share = bits.reshape(-1, 1024).mean(axis=1)
    x, freedom = 4 * 1024 * ((share - 0.5) ** 2).sum(), len(share)
    assert two_sided_p((x - freedom) / math.sqrt(2 * freedom)) > LEAST_P


@pytest.mark.parametrize("place", [0, 1, 31, 32, 52, 63])
def test_each_bit_of_a_number_is_one_half_of_the_time(bits, place):
    column = bits.reshape(-1, 64)[:, place]
    assert two_sided_p((2.0 * column.sum() - column.size) / math.sqrt(column.size)) > LEAST_P


def test_runs(bits):
    share = bits.mean()
    runs = 1 + np.count_nonzero(bits[1:] != bits[:-1])
    z = (runs - 2 * bits.size * share * (1 - share)) / (2 * math.sqrt(bits.size) * share * (1 - share))
    assert two_sided_p(z) > LEAST_P


def test_longest_runs_of_ones(bits):
    """Blocks of 10000 bits; the categories and chances are NIST's."""
    blocks = bits[: bits.size // 10000 * 10000].reshape(-1, 10000)
    longest, run = np.zeros(len(blocks), int), np.zeros(len(blocks), int)
    for column in blocks.T:
        run = (run + 1) * column
        np.maximum(longest, run, out=longest)
    found = np.bincount(np.clip(longest, 10, 16) - 10, minlength=7)
    assert chi_square_p(found, len(blocks) * np.array([0.0882, 0.2092, 0.2483, 0.1933, 0.1208, 0.0675, 0.0727])) > LEAST_P


def test_patterns_of_twelve_bits(bits):
    patterns = bits[: bits.size // 12 * 12].reshape(-1, 12) @ (1 << np.arange(12))
    assert chi_square_p(np.bincount(patterns, minlength=4096), np.full(4096, len(patterns) / 4096)) > LEAST_P


def rank_mod_2(rows):
    rank = 0
    rows = list(rows)
    while rows:
        pivot = rows.pop()
        if pivot:
            rank += 1
            low = pivot & -pivot
            rows = [row ^ pivot if row & low else row for row in rows]
    return rank


def test_ranks_of_matrices(bits):
    """Of 32 x 32 bits: 32, 31, or less."""
    rows = np.packbits(bits[: 32 * 32 * 1000].reshape(1000, 32, 32), axis=2).view(">u4")[:, :, 0]
    ranks = [rank_mod_2(map(int, matrix)) for matrix in rows]
    found = np.array([ranks.count(32), ranks.count(31), sum(rank < 31 for rank in ranks)])
    assert chi_square_p(found, 1000 * np.array([0.2888, 0.5776, 0.1336])) > LEAST_P


def test_no_period_stands_out(bits):
    """Of 95 % of the frequencies, the Fourier transform is below a bound."""
    part = 2.0 * bits[: 1 << 20] - 1
    size = len(part)
    below = np.count_nonzero(np.abs(np.fft.rfft(part))[: size // 2] < math.sqrt(math.log(1 / 0.05) * size))
    assert two_sided_p((below - 0.95 * size / 2) / math.sqrt(size * 0.95 * 0.05 / 4)) > LEAST_P


def test_sums_do_not_run_away(bits):
    walk = np.cumsum(2 * bits.astype(np.int64) - 1)
    z = np.abs(walk).max() / math.sqrt(bits.size)
    chance = sum(  # that the largest excursion is smaller
        (-1) ** k * 0.5 * (math.erfc(-(2 * k + 1) * z / math.sqrt(2)) - math.erfc(-(2 * k - 1) * z / math.sqrt(2))) for k in range(-9, 10)
    )
    assert LEAST_P < chance < 1 - LEAST_P


@pytest.mark.parametrize("distance", [1, 64, 128, 4096])
def test_bits_that_lie_apart_know_nothing_of_each_other(bits, distance):
    same = np.count_nonzero(bits[distance:] == bits[:-distance])
    count = bits.size - distance
    assert two_sided_p((2.0 * same - count) / math.sqrt(count)) > LEAST_P
