"""CUDA C written by hand for the whole way from NumPy to NumPy: allocate once, copy in from pageable memory, launch, copy back."""

from __future__ import annotations

import cupy as cp
import numpy as np

_SOURCE = r"""
extern "C" __global__ void black_scholes(const double* price, const double* strike, const double* years, double* call, double* put,
                                         double rate, double volatility, long long n) {
  long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  if (i >= n) return;
  double root = sqrt(years[i]);
  double d1 = (log(price[i] / strike[i]) + (rate + 0.5 * volatility * volatility) * years[i]) / (volatility * root);
  double d2 = d1 - volatility * root;
  double n1 = 0.5 + 0.5 * erf(d1 * 0.7071067811865476);
  double n2 = 0.5 + 0.5 * erf(d2 * 0.7071067811865476);
  double discounted = strike[i] * exp(-rate * years[i]);
  call[i] = price[i] * n1 - discounted * n2;
  put[i] = discounted * (1.0 - n2) - price[i] * (1.0 - n1);
}
extern "C" __global__ void stencil(const double* a, double* b, int rows, int columns) {
  int j = blockIdx.x * blockDim.x + threadIdx.x + 1;
  int i = blockIdx.y * blockDim.y + threadIdx.y + 1;
  if (i >= rows - 1 || j >= columns - 1) return;
  long long at = (long long)i * columns + j;
  b[at] = 0.2 * (a[at] + a[at - columns] + a[at + columns] + a[at - 1] + a[at + 1]);
}
"""

_module = cp.RawModule(code=_SOURCE)


def _copy_in(to: cp.ndarray, host: np.ndarray) -> None:
    cp.cuda.runtime.memcpy(to.data.ptr, host.ctypes.data, host.nbytes, cp.cuda.runtime.memcpyHostToDevice)


def _copy_out(host: np.ndarray, of: cp.ndarray) -> None:
    cp.cuda.runtime.memcpy(host.ctypes.data, of.data.ptr, host.nbytes, cp.cuda.runtime.memcpyDeviceToHost)


class BlackScholes:
    """Device memory is allocated once, outside the time that is taken."""

    def __init__(self, size: int):
        self.device = [cp.empty((size, size)) for _ in range(5)]
        self.kernel = _module.get_function("black_scholes")

    def __call__(self, price, strike, years, call, put, rate, volatility) -> None:
        for to, host in zip(self.device, (price, strike, years)):
            _copy_in(to, host)
        n = price.size
        self.kernel((-(-n // 256),), (256,), (*self.device, rate, volatility, np.int64(n)))
        _copy_out(call, self.device[3])
        _copy_out(put, self.device[4])


class Stencil:
    """The border of `b` comes back unchanged, so `b` travels both ways."""

    def __init__(self, size: int):
        self.device = [cp.empty((size, size)) for _ in range(2)]
        self.kernel = _module.get_function("stencil")

    def __call__(self, a, b) -> None:
        for to, host in zip(self.device, (a, b)):
            _copy_in(to, host)
        rows, columns = a.shape
        grid = (-(-columns // 32), -(-rows // 8))
        self.kernel(grid, (32, 8), (*self.device, np.int32(rows), np.int32(columns)))
        _copy_out(b, self.device[1])
