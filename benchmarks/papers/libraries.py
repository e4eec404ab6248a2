"""The programs of papers/5 on an NVIDIA GPU against CuPy: cuBLAS, CUB and cuFFT where they have the function, CuPy's own
elementwise and reduction kernels where they have not.

    python benchmarks/papers/libraries.py [--seconds 60] [part of a name] ...

Arrays lie on the device before and after. Each line: how many times as fast as CuPy the loops are, by size; beside it the geometric
mean. Both sides take turns; a figure is the median over the pairs, each of enough calls to last some milliseconds.
`--seconds` shares the time among the programs: sizes that it does not reach are missing. Bar: none below 0.9, mean 1.3.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cupy as cp
import numpy as np
import unpython as up
from cupy import cublas
from cupyx.scipy.ndimage import convolve1d

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(1, str(Path(__file__).parents[1]))

from blas import ALPHA, COS, SIN  # noqa: E402
from finance import PATHS, RATE, VOLATILITY  # noqa: E402
from measure import median_speedup, pairs  # noqa: E402
from run import programs  # noqa: E402
from solvers import ROUNDS, STEPS  # noqa: E402

_sswap = cp.ElementwiseKernel("float32 x, float32 y", "raw float32 z", "z[2 * i] = y; z[2 * i + 1] = x;", "sswap")
_srot = cp.ElementwiseKernel(
    "float32 x, float32 y, float32 c, float32 s", "raw float32 z", "z[2 * i] = c * x + s * y; z[2 * i + 1] = c * y - s * x;", "srot"
)
_products = cp.ReductionKernel("float64 x, float64 y", "float64 z", "x * y", "a + b", "z = a", "0", "scalar_products")
_black_scholes = cp.ElementwiseKernel(
    "raw float64 o, float64 rate, float64 volatility", "raw float64 p",
    """double spot = o[3 * i], strike = o[3 * i + 1], years = o[3 * i + 2], spread = volatility * sqrt(years);
    double d1 = (log(spot / strike) + (rate + 0.5 * volatility * volatility) * years) / spread, d2 = d1 - spread;
    double later = strike * exp(-rate * years);
    double call = spot * normcdf(d1) - later * normcdf(d2);
    p[2 * i] = call; p[2 * i + 1] = call - spot + later;""",
    "black_scholes",
)  # fmt: skip
_paths = cp.ReductionKernel(
    "float64 z, float64 spot, float64 strike, float64 drift, float64 spread, float64 paths", "float64 mean",
    "max(spot * exp(drift + spread * z) - strike, 0.0)", "a + b", "mean = a / paths", "0", "paths",
)  # fmt: skip
_sobol = cp.ElementwiseKernel(
    "int64 number, raw int64 directions, int64 dimensions, int64 bits", "raw float64 made",
    """long long gray = number ^ (number >> 1);
    for (int d = 0; d < dimensions; ++d) {
      long long x = 0;
      for (int bit = 0; bit < bits; ++bit) if ((gray >> bit) & 1) x ^= directions[d * bits + bit];
      made[i * dimensions + d] = x / 2147483648.0;
    }""",
    "sobol",
)  # fmt: skip


def _rotated(kernel: Any, x: Any, y: Any, *numbers: Any) -> Any:
    made = cp.empty((len(x), 2), x.dtype)
    kernel(x, y, *numbers, made)
    return made


def _in_place(x: Any, y: Any) -> Any:
    cublas.axpy(ALPHA, x, y)
    return y


def _scaled(x: Any) -> Any:
    cublas.scal(ALPHA, x)
    return x


def _priced(options: Any) -> Any:
    made = cp.empty((len(options), 2))
    _black_scholes(options, RATE, VOLATILITY, made, size=len(options))
    return made


_generator = cp.random.Generator(cp.random.Philox4x3210(11))


def _monte_carlo(options: Any, _: Any) -> Any:
    spot, strike, years = options.T[:, :, None]
    drift, spread = (RATE - 0.5 * VOLATILITY**2) * years, VOLATILITY * cp.sqrt(years)
    normals = _generator.standard_normal((len(options), PATHS))
    return cp.exp(-RATE * years[:, 0]) * _paths(normals, spot, strike, drift, spread, float(PATHS), axis=1)


def _points(numbers: Any, directions: Any) -> Any:
    made = cp.empty((len(numbers), len(directions)))
    _sobol(numbers, directions, len(directions), directions.shape[1], made)
    return made


def _convolved(_: Any, picture: Any, taps: Any) -> Any:
    return convolve1d(convolve1d(picture, taps[::-1], axis=0, mode="constant"), taps[::-1], axis=1, mode="constant")


def _tmv(matrix: Any, x: Any) -> Any:
    return matrix.T @ x


def _waves(times: Any, start: Any, speeds: Any) -> Any:
    turn = cp.exp(1j * speeds * times[:, None, None])
    back = cp.roll(start[::-1, ::-1], 1, axis=(0, 1))
    return cp.fft.ifft2(start * turn + cp.conj(back) * cp.conj(turn)).real


def _bicgstab(sides: Any, matrix: Any) -> Any:
    """All right sides at once: products with the matrix are one product of matrices."""

    def dots(x: Any, y: Any) -> Any:
        return _products(x, y, axis=1)[:, None]

    x, r, first = cp.zeros_like(sides), sides.copy(), sides
    p, v = cp.zeros_like(sides), cp.zeros_like(sides)
    rho = alpha = omega = cp.ones((len(sides), 1))
    for _ in range(STEPS):
        before, rho = rho, dots(first, r)
        p = r + rho / before * (alpha / omega) * (p - omega * v)
        v = p @ matrix.T
        alpha = rho / dots(first, v)
        s = r - alpha * v
        t = s @ matrix.T
        omega = dots(t, s) / dots(t, t)
        x += alpha * p + omega * s
        r = s - omega * t
    return x


def _trained(settings: Any, samples: Any, labels: Any) -> Any:
    apart = ((samples[:, None] - samples) ** 2).sum(axis=2)
    made = []
    for width, largest in settings:
        kernel, weights = cp.exp(-width * apart), cp.zeros(len(samples))
        for _ in range(ROUNDS):
            weights = cp.clip(weights + 0.02 * (1.0 - labels * (kernel @ (weights * labels))), 0.0, largest)
        made.append(weights)
    return cp.stack(made)


def _powers(first: int, last: int) -> list[int]:
    """Seven sizes from 2 ** first to 2 ** last."""
    return [round(2 ** (first + (last - first) * k / 6)) for k in range(7)]


VECTORS = _powers(14, 26)
_ORDER = (0, 6, 3, 5, 1, 4, 2)  # of the sizes: where the time ends, the ends and the middle are known
# Name: the sizes, and the program of CuPy.
PEERS: dict[str, tuple[list[int], Callable[..., Any]]] = {
    "VectorAdd": (VECTORS, lambda x, y: x + y),
    "Saxpy": (VECTORS, _in_place),
    "Scopy": (VECTORS, lambda x: x.copy()),
    "Sscal": (VECTORS, _scaled),
    "Sswap": (VECTORS, lambda x, y: _rotated(_sswap, x, y)),
    "Srot": (VECTORS, lambda x, y: _rotated(_srot, x, y, COS, SIN)),
    "Sdot": (VECTORS, lambda x, y: float(cublas.dot(x, y))),
    "Sasum": (VECTORS, lambda x: float(cublas.asum(x))),
    "Snrm2": (VECTORS, lambda x: float(cublas.nrm2(x))),
    "Isamax": (VECTORS, lambda x: int(cublas.iamax(x))),
    "Isamin": (VECTORS, lambda x: int(cublas.iamin(x))),
    "Scalar Product": (_powers(4, 14), lambda a, b: _products(a, b, axis=1)),
    "TMV square": (VECTORS, _tmv),
    "TMV tall": (VECTORS, _tmv),
    "TMV wide": (VECTORS, _tmv),
    "BlackScholes": (_powers(12, 24), _priced),
    "MonteCarlo": (_powers(6, 14), _monte_carlo),
    "DCT": (_powers(8, 19), lambda t, c: c @ t @ c.T),
    "Convolution Separable": (_powers(7, 13), _convolved),
    "Histogram": (VECTORS, lambda v: cp.bincount(v, minlength=256)),
    "QuasiRandom": (_powers(12, 24), _points),
    "BiCGSTAB": (_powers(6, 12), _bicgstab),
    "SVM training": (_powers(6, 12), _trained),
    "Ocean FFT": ([16, 32, 64, 128, 256, 512, 1024], _waves),
}


def _timed(call: Callable[[], Any], calls: int) -> float:
    begin = time.perf_counter()
    for _ in range(calls):
        call()
    up.synchronize()
    cp.cuda.Device().synchronize()
    return time.perf_counter() - begin


def ratio(program: Any, n: int, peer: Callable[..., Any], turns: int, checked: bool) -> float:
    arguments = program.make(n)
    here = [up.to_device(a, "cuda:0") if type(a) is np.ndarray else a for a in arguments]  # generators stay
    there = [cp.asarray(a) if type(a) is np.ndarray else a for a in arguments]
    loop = up.gpu(force=True, device="cuda:0")(program.loops)
    result = loop(*here)
    if checked:
        program.check(result, program.oracle(*arguments))
        _check_peer(program, peer, there, result)
    loop(*here), peer(*there)
    longest = max(_timed(lambda: loop(*here), 1), _timed(lambda: peer(*there), 1))
    calls, turns = max(1, min(50, int(2e-3 / longest))), turns if longest < 0.1 else 1
    return median_speedup(pairs(lambda: _timed(lambda: loop(*here), calls), lambda: _timed(lambda: peer(*there), calls), turns))


def _check_peer(program: Any, peer: Callable[..., Any], there: list[Any], ours: Any) -> None:
    """Sswap, Srot and the like give one array; places are compared alone, for cuBLAS counts them from 1."""
    found = peer(*there)
    if isinstance(found, int):
        assert found - 1 == int(ours[1]), program.name
    else:
        program.check(ours, cp.asnumpy(found))


def main() -> None:
    given = argparse.ArgumentParser()
    given.add_argument("--seconds", type=float, default=1e9)
    given.add_argument("--turns", type=int, default=5)
    given.add_argument("names", nargs="*")
    given = given.parse_args()
    warnings.simplefilter("ignore")
    chosen = [p for p in programs(given.names) if p.name in PEERS and p.paper == 5]
    end = time.perf_counter() + given.seconds
    ratios: list[float] = []
    for at, program in enumerate(chosen):
        sizes, peer = PEERS[program.name]
        share = time.perf_counter() + (end - time.perf_counter()) / (len(chosen) - at)
        found: dict[int, float] = {}
        try:
            for place in _ORDER:
                if not found or time.perf_counter() < share:
                    found[place] = ratio(program, sizes[place], peer, given.turns, not found)
        except Exception as problem:
            print(f"{program.name}: {type(problem).__name__}: {str(problem)[:300]}")
        if found:
            ratios += found.values()
            shown = "".join(f"{found[k]:7.2f}" if k in found else f"{'-':>7}" for k in range(len(sizes)))
            print(f"{program.name:22}{statistics.geometric_mean(found.values()):6.2f} |{shown}", flush=True)
    below = sum(r < 0.9 for r in ratios)
    print(f"least {min(ratios):.2f}, mean {statistics.geometric_mean(ratios):.2f} of {len(ratios)}, below 0.9: {below}")


if __name__ == "__main__":
    main()
