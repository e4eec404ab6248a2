"""What is known to differ from NumPy, and why: each pattern is for the words of support/numpy_check.py."""

from __future__ import annotations

import re

_ORDERED = "minimum|maximum|fmin|fmax|nanmax|nanmin|nanargmax|nanargmin|clip|corrcoef"
_PATTERNS = {
    "an array without dimensions, flipped, is itself": r" 0 dimensions, \w+: np\.flip\(x\): .* is a ndarray",
    "no differences are a copy": r"np\.diff\(x, 0\): is no view of",
    "an order of complex numbers is refused": rf"^complex.*[.]({_ORDERED})\(.*: refused: ",
    "dropping imaginary parts is refused": r"^complex.*(cannot convert|cannot store) a complex",
    "histograms of complex numbers are refused": r"^complex.*histogram\(.*: refused: ",
    "sums of bools are no bools": r"^bool.*einsum\(.*: refused: ",
    "an unsigned integer of 64 bits may be no integer of Python here": r"^uint64.*tolist\(.*: refused: ",
    "random matrices of bools are singular": r"^bool.*linalg\.(cholesky|cond|qr)\(",
    "sliding products of bools are integers": r"^bool.*np\.correlate\(",
    "weights of nothing that is counted are refused": r"empty: np\.bincount\(i, weights=.*NotImplementedError",
    "a bool is no subscript": r"^bool.*bincount\(.*: refused: ",
    "1 / 0 of integers is 0 here": r"int.*np\.reciprocal\(x\): array",
    "bools have no reciprocal": r"^bool.*reciprocal\(.*: refused: ",
    "a bool is no number to start from": r"^bool.*initial=2\): refused: ",
    "bools are not computed in half precision": r"^bool.*heaviside\(.*: refused: ",
    "sums are not bools": r"^bool.*np\.sum\(x, axis=0, out=.*cannot cast",
    "covariances of one row keep their two dimensions": r"2 dimensions, (one_element|empty): np\.(cov|corrcoef)\(",
    "pseudo-inverses are of floats, also of an empty matrix of integers or bools": r"(int|bool).*empty: np\.linalg\.pinv\(.*float64\(0, 0\)",
    "put stores to elements that share memory, where NumPy stores to a copy of them": r"zero_stride: np\.put\(",
    "several quantiles of no elements, one nan in NumPy, are refused": (
        r"empty: np\.nanpercentile\(v, \[25, 50\]\): (raised )?NotImplementedError"
    ),
    "bools have no quantiles, nor have none of them": r"^bool.*empty: np\.nan(percentile|quantile)\(.*: refused: ",
    "a polynomial without coefficients of a number is refused": r"empty: np\.polyval\(v, 2\.0\): .*NotImplementedError",
    "a series without coefficients is refused": r"empty: np\.polynomial\.\w+\.\w+\(.*NotImplementedError",
    "of no coefficients only NumPy knows the type of the zeros": r"empty: np\.abs\(np\.roots\(v\)\): .*NotImplementedError",
    "one row has no triangle": r"1 dimensions.*np\.tri[ul]\(x\): refused: ",
}
_KNOWN = re.compile("|".join(f"(?:{pattern})" for pattern in _PATTERNS.values()), re.DOTALL)


def is_known(failure: str) -> bool:
    return _KNOWN.search(failure) is not None
