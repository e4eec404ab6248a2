"""Functions that call themselves with a dict which the first call makes: CPython's, also where a call gives the dict."""

import copy

import pytest
import unpython as up
from support.outcomes import check_machine_code, check_values, name_of


def fib(n, memo=None):
    if memo is None:
        memo = {}
    if n in memo:
        return memo[n]
    if n < 2:
        return n
    memo[n] = fib(n - 1, memo) + fib(n - 2, memo)
    return memo[n]


def grid_paths(m, n, memo=None):
    """Ways to the other corner."""
    if memo is None:
        memo = {}
    key = (m, n)
    if key in memo:
        return memo[key]
    if m == 1 or n == 1:
        return 1
    memo[key] = grid_paths(m - 1, n, memo=memo) + grid_paths(m, n - 1, memo=memo)
    return memo[key]


def can_sum(target, numbers, memo=None):
    if memo is None:
        memo = {}
    if target in memo:
        return memo[target]
    if target == 0:
        return True
    if target < 0:
        return False
    for number in numbers:
        if can_sum(target - number, numbers, memo):
            memo[target] = True
            return True
    memo[target] = False
    return False


def least_coins(amount, coins, memo=None):
    if memo is None:
        memo = {}
    if amount == 0:
        return 0
    if amount in memo:
        return memo[amount]
    best = 10**9
    for coin in coins:
        if coin <= amount:
            best = min(best, 1 + least_coins(amount - coin, coins, memo))
    memo[amount] = best
    return best


def made_anew(n, memo=None):
    if memo is None:
        memo = {}
    if n < 2:
        return n + len(memo)
    memo[n] = made_anew(n - 1)
    return memo[n] + made_anew(n - 2, memo)


CASES = [
    (fib, 30), (fib, 1), (grid_paths, 10, 12), (can_sum, 300, [7, 14]), (can_sum, 7, [5, 3, 4]), (least_coins, 11, [1, 2, 5]),
]  # fmt: skip

#: Which Python runs.
LEFT_ALONE = [(fib, 12, {}), (fib, 12, {5: 100}), (fib, 12, None), (made_anew, 6), (grid_paths, 3, 4, {(2, 2): 50})]


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_compiled_as_a_whole(case):
    check_machine_code(case)


@pytest.mark.parametrize("case", LEFT_ALONE, ids=name_of)
def test_left_alone(case):
    check_values(case)


@pytest.mark.parametrize("memo", [{}, {3: 70}])
def test_a_given_dict_is_filled(memo):
    given, mine = copy.deepcopy(memo), copy.deepcopy(memo)
    compiled = up.jit(strict=False)(fib)
    assert compiled(9) == fib(9)
    assert compiled(9, given) == fib(9, mine)
    assert given == mine
    assert compiled(9) == fib(9)
