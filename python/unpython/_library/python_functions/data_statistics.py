"""Functions of the module `statistics`, of lists of Python's numbers. Python computes what it computes exactly; what it gives for
integers is one where the result is whole."""

from __future__ import annotations

import statistics

import numpy as np

from unpython._host import HostFunction
from unpython._loops import _Refusal


def _of(name, gives, what):
    """A function of `statistics`, and what is made of its result."""
    function = getattr(statistics, name)
    return HostFunction(lambda data: what(function(data.tolist())), gives, name=f"statistics.{name}")


def _is_whole(value):
    return type(value) is int


_names = "mean fmean stdev pstdev variance pvariance median".split()
_mean, _fmean, _stdev, _pstdev, _variance, _pvariance, _median = (_of(name, "float64", float) for name in _names)
_no_mean, _no_fmean, _no_stdev, _no_pstdev, _no_variance, _no_pvariance, _no_median = (
    HostFunction(lambda name=name: getattr(statistics, name)([]), "none", name=f"statistics.{name}") for name in _names
)
_has_whole_mean, _has_whole_variance, _has_whole_pvariance = (_of(name, "bool", _is_whole) for name in ("mean", "variance", "pvariance"))
_whole_mean, _whole_variance, _whole_pvariance = (_of(name, "int64", int) for name in ("mean", "variance", "pvariance"))


def _is_of_integers(data):
    """Whether a list that is not empty holds integers."""
    if hasattr(data, "dtype") or hasattr(data[0], "dtype") or isinstance(data[0], bool):
        raise _Refusal("the statistics of NumPy's numbers and of bools are Python's: give it a list of Python's numbers")
    return not isinstance(data[0], float)


def mean(data):
    if len(data) == 0:
        _no_mean()
    whole = _is_of_integers(data) and _has_whole_mean(np.array(data))
    return _whole_mean(np.array(data)) if whole else _mean(np.array(data))


def variance(data):
    if len(data) == 0:
        _no_variance()
    whole = _is_of_integers(data) and _has_whole_variance(np.array(data))
    return _whole_variance(np.array(data)) if whole else _variance(np.array(data))


def pvariance(data):
    if len(data) == 0:
        _no_pvariance()
    whole = _is_of_integers(data) and _has_whole_pvariance(np.array(data))
    return _whole_pvariance(np.array(data)) if whole else _pvariance(np.array(data))


def fmean(data):
    if len(data) == 0:
        _no_fmean()
    _is_of_integers(data)
    return _fmean(np.array(data))


def stdev(data):
    if len(data) == 0:
        _no_stdev()
    _is_of_integers(data)
    return _stdev(np.array(data))


def pstdev(data):
    if len(data) == 0:
        _no_pstdev()
    _is_of_integers(data)
    return _pstdev(np.array(data))


def median(data):
    n = len(data)
    if n == 0:
        _no_median()
    _is_of_integers(data)
    ordered = sorted(data)
    middle = n // 2
    return ordered[middle] if n % 2 == 1 else (ordered[middle - 1] + ordered[middle]) / 2


def median_low(data):
    n = len(data)
    if n == 0:
        _no_median()
    _is_of_integers(data)
    return sorted(data)[(n - 1) // 2]


def median_high(data):
    n = len(data)
    if n == 0:
        _no_median()
    _is_of_integers(data)
    return sorted(data)[n // 2]
