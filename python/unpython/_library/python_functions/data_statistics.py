"""Functions of the module `statistics`, of lists of Python's numbers. Python computes what it computes exactly; what it gives for
integers is one where the result is whole."""

from __future__ import annotations

import statistics

import numpy as np

from unpython._host import HostFunction


def _of_floats(name):
    function = getattr(statistics, name)
    return HostFunction(lambda *data: float(function(*(items.tolist() for items in data))), "float64", name=f"statistics.{name}")


_mean, _fmean, _stdev, _pstdev, _variance, _pvariance, _median = map(_of_floats, "mean fmean stdev pstdev variance pvariance median".split())
_has_whole_mean = HostFunction(lambda data: type(statistics.mean(data.tolist())) is int, "bool", name="statistics.mean")
_whole_mean = HostFunction(lambda data: statistics.mean(data.tolist()), "int64", name="statistics.mean")


def _is_of_integers(data):
    """Whether a list that is not empty holds integers."""
    if hasattr(data, "dtype") or hasattr(data[0], "dtype") or isinstance(data[0], bool):
        raise NotImplementedError("the statistics of NumPy's numbers and of bools are Python's: give it a list of Python's numbers")
    return not isinstance(data[0], float)


def mean(data):
    if len(data) == 0:
        return _mean(np.array(data))  # its error
    return _whole_mean(np.array(data)) if _is_of_integers(data) and _has_whole_mean(np.array(data)) else _mean(np.array(data))


def fmean(data):
    if len(data) > 0:
        _is_of_integers(data)
    return _fmean(np.array(data))


def stdev(data):
    if len(data) > 0:
        _is_of_integers(data)
    return _stdev(np.array(data))


def pstdev(data):
    if len(data) > 0:
        _is_of_integers(data)
    return _pstdev(np.array(data))


def variance(data):
    if len(data) > 0 and _is_of_integers(data):
        raise NotImplementedError("the variance of integers is an integer or a float: give it a list of floats")
    return _variance(np.array(data))


def pvariance(data):
    if len(data) > 0 and _is_of_integers(data):
        raise NotImplementedError("the variance of integers is an integer or a float: give it a list of floats")
    return _pvariance(np.array(data))


def median(data):
    n = len(data)
    if n == 0:
        return _median(np.array(data))  # its error
    _is_of_integers(data)
    ordered = sorted(data)
    middle = n // 2
    return ordered[middle] if n % 2 == 1 else (ordered[middle - 1] + ordered[middle]) / 2


def median_low(data):
    n = len(data)
    if n == 0:
        _median(np.array(data))  # its error
    _is_of_integers(data)
    return sorted(data)[(n - 1) // 2]


def median_high(data):
    n = len(data)
    if n == 0:
        _median(np.array(data))  # its error
    _is_of_integers(data)
    return sorted(data)[n // 2]
