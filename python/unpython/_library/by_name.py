"""Functions of this package by the names of those that they stand for."""

from __future__ import annotations

import importlib
from types import FunctionType

from unpython._library.unpython_functions import MODULE_OF

# By module; names below "numpy.".
_BY_MODULE = {
    "numpy_functions.linear_algebra": "linalg.cholesky linalg.det linalg.inv linalg.matrix_power linalg.multi_dot linalg.norm linalg.solve"
    " linalg.vector_norm matrix_transpose vecdot",
    "numpy_functions.standard_names": "linalg.cross linalg.diagonal linalg.matmul linalg.matrix_norm linalg.matrix_transpose linalg.outer"
    " linalg.svdvals linalg.tensorinv linalg.tensorsolve linalg.trace linalg.vecdot matvec vecmat",
    "numpy_functions.types_of_numbers": "can_cast isdtype iterable promote_types",
    "numpy_functions.parts_of_floats": "frexp i0 ldexp nan_to_num spacing",
    "numpy_functions.counting": "bincount digitize histogram histogram_bin_edges searchsorted",
    "numpy_functions.averages": "average",
    "numpy_functions.statistics": "corrcoef cov cumprod cumsum cumulative_prod cumulative_sum median nanmax nanmean nanmin nanprod nanstd nansum nanvar"
    " nanargmax nanargmin nancumprod nancumsum percentile ptp quantile trace",
    "numpy_functions.known_quantiles": "nanmedian nanpercentile nanquantile",
    "sorting.sorting": "argpartition argsort lexsort partition sort sort_complex unique",
    "sorting.unique_rows": "unique_all unique_counts unique_inverse",
    "numpy_functions.signals": "bartlett blackman convolve correlate diff ediff1d gradient hamming hanning interp kaiser polyfit polyval trapezoid unwrap",
    "numpy_functions.elementwise": "allclose angle around array_equal array_equiv asanyarray asarray_chkfinite astype bitwise_count clip divmod finfo"
    " float_power fmod gcd heaviside iinfo imag isclose iscomplex iscomplexobj isneginf isposinf isreal isrealobj isscalar"
    " lcm logaddexp logaddexp2 modf real real_if_close round sinc",
    "numpy_functions.decompositions": "linalg.cond linalg.eigh linalg.eigvalsh linalg.lstsq linalg.matrix_rank linalg.pinv linalg.qr"
    " linalg.slogdet linalg.svd",
    "numpy_functions.eigenvalues": "linalg.eig linalg.eigvals roots",
    "numpy_functions.choosing": "select",
    "numpy_functions.selecting": "choose compress delete extract insert intersect1d isin ix_ place put put_along_axis putmask rot90 setdiff1d setxor1d"
    " take take_along_axis trim_zeros union1d",
    "numpy_functions.places": "apply_along_axis argwhere diag_indices diag_indices_from diagflat mask_indices ravel_multi_index tril_indices tril_indices_from"
    " triu_indices triu_indices_from unravel_index",
    "numpy_functions.polynomials": "poly polyadd polyder polydiv polyint polymul polysub",
    "numpy_functions.power_series": "polynomial.legendre.leggauss polynomial.polynomial.polyadd polynomial.polynomial.polyder"
    " polynomial.polynomial.polyfit polynomial.polynomial.polymul polynomial.polynomial.polysub polynomial.polynomial.polyval",
    "numpy_functions.orthogonal_series": "polynomial.chebyshev.chebder polynomial.chebyshev.chebfit polynomial.chebyshev.chebgauss"
    " polynomial.chebyshev.chebint polynomial.chebyshev.chebval polynomial.hermite.hermder polynomial.hermite.hermfit polynomial.hermite.hermgauss"
    " polynomial.hermite.hermint polynomial.hermite.hermval polynomial.hermite_e.hermeder polynomial.hermite_e.hermefit"
    " polynomial.hermite_e.hermegauss polynomial.hermite_e.hermeint polynomial.hermite_e.hermeval polynomial.laguerre.lagder"
    " polynomial.laguerre.lagfit polynomial.laguerre.laggauss polynomial.laguerre.lagint polynomial.laguerre.lagval polynomial.legendre.legder"
    " polynomial.legendre.legfit polynomial.legendre.legint polynomial.legendre.legval polynomial.polynomial.polyint",
    "numpy_functions.parts": "histogram2d packbits repeat unpackbits",
    "numpy_functions.host_numbers": "random.binomial random.choice random.exponential random.normal random.permutation random.poisson random.rand"
    " random.randint random.randn random.random random.beta random.chisquare random.gamma random.geometric random.gumbel random.laplace"
    " random.logistic random.lognormal random.pareto random.rayleigh random.standard_cauchy random.standard_exponential random.standard_gamma"
    " random.dirichlet random.f random.hypergeometric random.logseries random.multinomial random.multivariate_normal random.negative_binomial"
    " random.power random.triangular random.wald random.zipf random.standard_t random.vonmises"
    " random.weibull random.random_sample random.seed random.shuffle random.standard_normal"
    " random.uniform",
    "numpy_functions.transforms": "fft.fft fft.fft2 fft.fftfreq fft.fftn fft.fftshift fft.hfft fft.ifft fft.ifft2 fft.ifftn fft.ifftshift fft.ihfft"
    " fft.irfft fft.irfft2 fft.irfftn fft.rfft fft.rfft2 fft.rfftfreq fft.rfftn",
    "numpy_functions.making": "append copyto cross fill_diagonal geomspace indices inner kron logspace meshgrid resize vander vdot",
    "numpy_functions.borders": "pad",
}
_MODULE_OF = {f"numpy.{name}": module for module, names in _BY_MODULE.items() for name in names.split()}
_MODULE_OF |= {f"list.{name}": "python_functions.lists" for name in "__delitem__ count index insert pop remove reverse".split()}
_DISTRIBUTIONS = "choice exponential integers normal permutation poisson random".split()
_OF_GENERATORS = (
    "as_word block_of_normals chosen inside is_range key_of_seed larger next_of_state normal_of_block normal_of_pair number_of_four"
    " philox place_of_four"
).split()
_MODULE_OF |= {f"generator.{name}": "unpython_functions.random_numbers" for name in _DISTRIBUTIONS}
_MODULE_OF |= {f"generator.__{name}__": "unpython_functions.random_numbers" for name in _OF_GENERATORS}
_MATH = "comb dist factorial fsum gcd isclose isqrt lcm perm prod".split()
_MODULE_OF |= {f"math.{name}": "python_functions.plain_math" for name in _MATH}
_MODULE_OF |= {
    "builtins.pow": "python_functions.plain_math",
    "int.bit_length": "python_functions.plain_math",
    "float.is_integer": "python_functions.plain_math",
}
#: Functions of the module `random` that are written here with the numbers that it draws.
OF_PYTHONS_RANDOM = "uniform choice shuffle sample gauss normalvariate expovariate".split()
_MODULE_OF |= {f"random.{name}": "numpy_functions.host_numbers" for name in OF_PYTHONS_RANDOM}
_STATISTICS = "fmean mean median median_high median_low pstdev pvariance stdev variance".split()
_MODULE_OF |= {f"statistics.{name}": "python_functions.data_statistics" for name in _STATISTICS}
_MODULE_OF |= {f"heapq.{name}": "python_functions.heaps" for name in "heapify heappop heappush heappushpop heapreplace nlargest nsmallest".split()}
_MODULE_OF |= {f"bisect.{name}": "python_functions.bisection" for name in "bisect_left bisect_right insort_left insort_right".split()}
_COMPLEX_MATH = "cos exp isfinite isinf isnan log phase polar rect sin sqrt".split()
_MODULE_OF |= {f"cmath.{name}": "python_functions.complex_math" for name in _COMPLEX_MATH}
_MODULE_OF |= {"list.clear": "python_functions.lists", "builtins.sorted": "python_functions.lists"}
_MODULE_OF |= {f"ndarray.{name}": "numpy_functions.selecting" for name in ("choose", "compress", "take")}
_MODULE_OF |= {f"ndarray.{name}": "numpy_functions.elementwise" for name in ("clip", "fill", "round")}
_MODULE_OF |= {"ndarray.sort": "sorting.sorting", "ndarray.tolist": "numpy_functions.array_lists"}
# Functions that are written for the text of a call: see numpy_calls.py, and `contraction` here.
_BY_TEXT = "array_split ascontiguousarray asfortranarray block broadcast_arrays dsplit einsum fromfunction fromiter hsplit issubdtype piecewise"
_BY_TEXT += " result_type rollaxis split tensordot vsplit linalg.tensordot lib.stride_tricks.sliding_window_view"
# Methods of NumPy's functions (np.add.at), and functions of other modules.
_OF_FUNCTIONS = {f"ufunc.{name}": "numpy_functions.places" for name in ("accumulate", "at", "reduceat")}
_OF_FUNCTIONS |= {"functools.reduce": "numpy_functions.places"}
# unpython's own: functions of functions.
_OF_UNPYTHON = {f"unpython.{name}": f"unpython_functions.{MODULE_OF[name]}" for name in "filter reduce scan segment_reduce sort_by stencil".split()}
# Methods that do something else than the function of their name.
_WRITTEN_AS = {"ndarray.sort": "sort_in_place", "list.__delitem__": "delete_item", "builtins.sorted": "sorted_list"}
_WRITTEN_AS |= {f"ndarray.{name}": f"method_{name}" for name in "choose clip compress round take".split()}
_WRITTEN_AS |= {f"random.{name}": f"{name}_of_python" for name in OF_PYTHONS_RANDOM}
_WRITTEN_AS |= {f"generator.__{name}__": name for name in _OF_GENERATORS}

#: Functions that change the list that is their first argument.
CHANGE_FIRST = frozenset(f"heapq.{name}" for name in "heapify heappop heappush heappushpop heapreplace".split())
CHANGE_FIRST |= {"bisect.insort_left", "bisect.insort_right"}

# Methods of arrays that mean the function of the same name.
METHODS = frozenset(
    "accumulate argpartition argsort at bit_length choose clip compress cumprod cumsum fill is_integer put reduceat round searchsorted sort take tolist trace"
    " __delitem__ clear count index insert pop remove reverse".split()
) | {f"__{name}__" for name in _OF_GENERATORS} | set(_DISTRIBUTIONS)


def names() -> list[str]:
    """Full names of all functions: "numpy.histogram"."""
    by_text = [f"numpy.{name}" for name in _BY_TEXT.split()]
    return sorted([*(name for name in _MODULE_OF if name.startswith(("numpy.", "ndarray."))), *by_text])


def shown_name(function: FunctionType) -> str:
    """What the program that calls a function calls it, for messages."""
    own = function.__module__ is not None and function.__module__.startswith(f"{__package__}.")
    written = (full for full, name in _WRITTEN_AS.items() if own and name == function.__name__)
    return next(written, function.__name__).rpartition(".")[2]


def contraction(subscripts: str) -> FunctionType | None:
    """The function that np.einsum means with these subscripts; None where there is none."""
    found = importlib.import_module(f"{__package__}.numpy_functions.contractions").einsum(subscripts)
    assert found is None or isinstance(found, FunctionType)
    return found


def find(name: str) -> FunctionType | None:
    """The function that stands for "numpy.linalg.inv"; None if it is not one of these."""
    module = _MODULE_OF.get(name) or _OF_FUNCTIONS.get(name) or _OF_UNPYTHON.get(name)
    if module is None:
        return None
    written = _WRITTEN_AS.get(name) or name.rpartition(".")[2]
    found = getattr(importlib.import_module(f"{__package__}.{module}"), written)
    assert isinstance(found, FunctionType)
    return found


def method(name: str) -> FunctionType:
    """The function that stands for a method of METHODS."""
    kinds = ("ndarray", "list", "numpy", "ufunc", "generator", "int", "float")
    found = next((f for f in (find(f"{kind}.{name}") for kind in kinds) if f is not None), None)
    assert found is not None
    return found
