"""CUDA C written and tuned by hand for the loops of reuse.py: what a kernel that knows its problem reaches.

Each entry of TUNED gives a few versions (block sizes, items of a thread); the benchmark takes the fastest. Sums ascend
in one chain and divisions and roots are correctly rounded, subnormal numbers too, as in our loops; entries whose names end in
"fast" use the approximations of the hardware.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import cupy as cp
import numpy as np
from cupy.cuda.compiler import compile_using_nvrtc

Launch = Callable[..., None]

_POINTS = r"""
// Each thread owns ITEMS points; all points go through local memory, BLOCK at a time.
extern "C" __global__ void sum_of_distances(const T* x, const T* y, const T* z, T* out, int n) {
  __shared__ T sx[BLOCK], sy[BLOCK], sz[BLOCK];
  T px[ITEMS], py[ITEMS], pz[ITEMS], s[ITEMS];
  int first = blockIdx.x * BLOCK * ITEMS + threadIdx.x;
  for (int t = 0; t < ITEMS; ++t) {
    int i = min(first + t * BLOCK, n - 1);
    px[t] = x[i]; py[t] = y[i]; pz[t] = z[i]; s[t] = 0;
  }
  for (int from = 0; from < n; from += BLOCK) {
    int j = min(from + (int)threadIdx.x, n - 1);
    sx[threadIdx.x] = x[j]; sy[threadIdx.x] = y[j]; sz[threadIdx.x] = z[j];
    __syncthreads();
    int count = min(BLOCK, n - from);
    #pragma unroll 8
    for (int k = 0; k < count; ++k)
      for (int t = 0; t < ITEMS; ++t) {
        T dx = px[t] - sx[k], dy = py[t] - sy[k], dz = pz[t] - sz[k];
        s[t] += ROOT(dx * dx + dy * dy + dz * dz);
      }
    __syncthreads();
  }
  for (int t = 0; t < ITEMS; ++t)
    if (first + t * BLOCK < n) out[first + t * BLOCK] = s[t];
}
// The atoms are read through the constant-like read-only path by all threads at once.
extern "C" __global__ void coulomb(const float4* atoms, float spacing, float* v, int count, int rows, int columns) {
  __shared__ float4 shared[256];
  int x = blockIdx.x * BLOCK * ITEMS + threadIdx.x;
  int y = blockIdx.y * ROWS + threadIdx.y;
  float py = y * spacing, s[ITEMS];
  for (int t = 0; t < ITEMS; ++t) s[t] = 0;
  int lane = threadIdx.y * BLOCK + threadIdx.x;
  for (int from = 0; from < count; from += 256) {
    for (int k = lane; k < 256; k += BLOCK * ROWS)
      if (from + k < count) shared[k] = atoms[from + k];
    __syncthreads();
    int most = min(256, count - from);
    #pragma unroll 4
    for (int k = 0; k < most; ++k) {
      float4 a = shared[k];
      float dy = py - a.y;
      for (int t = 0; t < ITEMS; ++t) {
        float dx = (x + t * BLOCK) * spacing - a.x;
        s[t] += QUOTIENT(a.w, dx * dx + dy * dy + a.z * a.z);
      }
    }
    __syncthreads();
  }
  for (int t = 0; t < ITEMS; ++t)
    if (y < rows && x + t * BLOCK < columns) v[(size_t)y * columns + x + t * BLOCK] = s[t];
}
"""

_TAPS = r"""
extern "C" __global__ void fir(const T* signal, const T* taps, T* out, int n, int count) {
  extern __shared__ T window[];
  T* weights = window + BLOCK * ITEMS + count;
  int first = blockIdx.x * BLOCK * ITEMS;
  for (int k = threadIdx.x; k < BLOCK * ITEMS + count - 1; k += BLOCK)
    window[k] = first + k < n + count - 1 ? signal[first + k] : 0;
  for (int k = threadIdx.x; k < count; k += BLOCK) weights[k] = taps[k];
  __syncthreads();
  T s[ITEMS], w[ITEMS];
  for (int t = 0; t < ITEMS; ++t) s[t] = 0;
  const T* mine = window + threadIdx.x * ITEMS;
  for (int t = 0; t < ITEMS - 1; ++t) w[t] = mine[t];
  int k = 0;
  for (; k + ITEMS <= count; k += ITEMS) {
    #pragma unroll
    for (int q = 0; q < ITEMS; ++q) {
      w[(q + ITEMS - 1) % ITEMS] = mine[k + q + ITEMS - 1];
      T tap = weights[k + q];
      #pragma unroll
      for (int t = 0; t < ITEMS; ++t) s[t] += tap * w[(q + t) % ITEMS];
    }
  }
  for (; k < count; ++k)
    for (int t = 0; t < ITEMS; ++t) s[t] += weights[k] * mine[k + t];
  for (int t = 0; t < ITEMS; ++t)
    if (first + (int)threadIdx.x * ITEMS + t < n) out[first + threadIdx.x * ITEMS + t] = s[t];
}
extern "C" __global__ void convolution(const T* a, const T* weights, T* out, int rows, int columns) {
  __shared__ T tile[ROWS * DOWN + K - 1][BLOCK + K - 1];
  __shared__ T w[K * K];
  int j0 = blockIdx.x * BLOCK, i0 = blockIdx.y * ROWS * DOWN;
  int wide = columns + K - 1, high = rows + K - 1;
  int lane = threadIdx.y * BLOCK + threadIdx.x;
  for (int k = lane; k < K * K; k += BLOCK * ROWS) w[k] = weights[k];
  for (int i = threadIdx.y; i < ROWS * DOWN + K - 1; i += ROWS)
    for (int j = threadIdx.x; j < BLOCK + K - 1; j += BLOCK)
      tile[i][j] = i0 + i < high && j0 + j < wide ? a[(size_t)(i0 + i) * wide + j0 + j] : 0;
  __syncthreads();
  T s[DOWN];
  for (int t = 0; t < DOWN; ++t) s[t] = 0;
  #pragma unroll
  for (int p = 0; p < K; ++p)
    #pragma unroll
    for (int q = 0; q < K; ++q)
      #pragma unroll
      for (int t = 0; t < DOWN; ++t) s[t] += tile[threadIdx.y * DOWN + t + p][threadIdx.x + q] * w[p * K + q];
  for (int t = 0; t < DOWN; ++t) {
    int i = i0 + threadIdx.y * DOWN + t, j = j0 + threadIdx.x;
    if (i < rows && j < columns) out[(size_t)i * columns + j] = s[t];
  }
}
"""

_STENCILS = r"""
// Threads walk down DOWN rows and keep three of them in registers; neighbours to the sides come from the first cache.
extern "C" __global__ void stencil5(const T* a, T* b, int rows, int columns) {
  int j = blockIdx.x * BLOCK + threadIdx.x + 1;
  int i = (blockIdx.y * ROWS + threadIdx.y) * DOWN + 1;
  if (j >= columns - 1) return;
  size_t at = (size_t)i * columns + j;
  if (i >= rows - 1) return;
  T above = a[at - columns], here = a[at];
  #pragma unroll
  for (int t = 0; t < DOWN; ++t) {
    if (i + t >= rows - 1) return;
    T below = a[at + columns];
    b[at] = (T)0.2 * (here + above + below + a[at - 1] + a[at + 1]);
    above = here; here = below; at += columns;
  }
}
extern "C" __global__ void stencil9(const T* a, T* b, int rows, int columns) {
  int j = blockIdx.x * BLOCK + threadIdx.x + 1;
  int i = (blockIdx.y * ROWS + threadIdx.y) * DOWN + 1;
  if (j >= columns - 1 || i >= rows - 1) return;
  size_t at = (size_t)i * columns + j;
  T u0 = a[at - columns - 1], u1 = a[at - columns], u2 = a[at - columns + 1];
  T m0 = a[at - 1], m1 = a[at], m2 = a[at + 1];
  #pragma unroll
  for (int t = 0; t < DOWN; ++t) {
    if (i + t >= rows - 1) return;
    T d0 = a[at + columns - 1], d1 = a[at + columns], d2 = a[at + columns + 1];
    b[at] = (T)0.5 * m1 + (T)0.1 * (u1 + d1 + m0 + m2) + (T)0.025 * (u0 + u2 + d0 + d2);
    u0 = m0; u1 = m1; u2 = m2; m0 = d0; m1 = d1; m2 = d2; at += columns;
  }
}
// Threads walk through DOWN planes.
extern "C" __global__ void stencil7(const T* a, T* b, int n) {
  int k = blockIdx.x * BLOCK + threadIdx.x + 1;
  int j = blockIdx.y * ROWS + threadIdx.y + 1;
  int i = blockIdx.z * DOWN + 1;
  if (k >= n - 1 || j >= n - 1) return;
  size_t plane = (size_t)n * n, at = i * plane + (size_t)j * n + k;
  T below = a[at - plane], here = a[at];
  #pragma unroll
  for (int t = 0; t < DOWN; ++t) {
    if (i + t >= n - 1) return;
    T above = a[at + plane];
    b[at] = (T)0.4 * here + (T)0.1 * (below + above + a[at - n] + a[at + n] + a[at - 1] + a[at + 1]);
    below = here; here = above; at += plane;
  }
}
extern "C" __global__ void stencil27(const T* a, T* b, int n) {
  int k = blockIdx.x * BLOCK + threadIdx.x + 1;
  int j = blockIdx.y * ROWS + threadIdx.y + 1;
  int i = blockIdx.z * DOWN + 1;
  if (k >= n - 1 || j >= n - 1) return;
  size_t plane = (size_t)n * n, at = i * plane + (size_t)j * n + k;
  T p[3][9];
  for (int q = 0; q < 9; ++q) {
    p[0][q] = a[at - plane + (q / 3 - 1) * n + q % 3 - 1];
    p[1][q] = a[at + (q / 3 - 1) * n + q % 3 - 1];
  }
  #pragma unroll
  for (int t = 0; t < DOWN; ++t) {
    if (i + t >= n - 1) return;
    T s = 0;
    for (int q = 0; q < 9; ++q) p[(t + 2) % 3][q] = a[at + plane + (q / 3 - 1) * n + q % 3 - 1];
    for (int r = 0; r < 3; ++r)
      for (int q = 0; q < 9; ++q) s += p[(t + r) % 3][q];
    b[at] = s * (T)(1.0 / 27.0);
    at += plane;
  }
}
extern "C" __global__ void fdtd_e(T* ex, T* ey, const T* hz, int rows, int columns) {
  int j = blockIdx.x * BLOCK + threadIdx.x, i = blockIdx.y * ROWS + threadIdx.y;
  if (i >= rows || j >= columns) return;
  size_t at = (size_t)i * columns + j;
  T here = hz[at];
  if (i > 0) ey[at] = ey[at] - (T)0.5 * (here - hz[at - columns]);
  if (j > 0) ex[at] = ex[at] - (T)0.5 * (here - hz[at - 1]);
}
extern "C" __global__ void fdtd_h(const T* ex, const T* ey, T* hz, int rows, int columns) {
  int j = blockIdx.x * BLOCK + threadIdx.x, i = blockIdx.y * ROWS + threadIdx.y;
  if (i >= rows - 1 || j >= columns - 1) return;
  size_t at = (size_t)i * columns + j;
  hz[at] = hz[at] - (T)0.7 * (ex[at + 1] - ex[at] + ey[at + columns] - ey[at]);
}
"""

_ELEMENTS = r"""
extern "C" __global__ void black_scholes(const T* price, const T* strike, const T* years, T* call, T* put, T rate, T volatility, int n) {
  for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK) {
    T root = sqrt(years[i]);
    T d1 = (log(price[i] / strike[i]) + (rate + (T)0.5 * volatility * volatility) * years[i]) / (volatility * root);
    T d2 = d1 - volatility * root;
    T n1 = (T)0.5 + (T)0.5 * erf(d1 * (T)0.7071067811865476);
    T n2 = (T)0.5 + (T)0.5 * erf(d2 * (T)0.7071067811865476);
    T discounted = strike[i] * exp(-rate * years[i]);
    call[i] = price[i] * n1 - discounted * n2;
    put[i] = discounted * ((T)1 - n2) - price[i] * ((T)1 - n1);
  }
}
extern "C" __global__ void mandelbrot(int* count, double left, double low, double step, int most, int rows, int columns) {
  int x = blockIdx.x * BLOCK + threadIdx.x, y = blockIdx.y * ROWS + threadIdx.y;
  if (x >= columns || y >= rows) return;
  double cr = left + x * step, ci = low + y * step, zr = 0, zi = 0, rr = 0, ii = 0;
  int n = 0;
  while (n < most && rr + ii < 4.0) {
    zi = 2.0 * zr * zi + ci;
    zr = rr - ii + cr;
    rr = zr * zr; ii = zi * zi;
    ++n;
  }
  count[(size_t)y * columns + x] = n;
}
"""

LOCAL_BYTES = 48 << 10  # that a text may declare for a group
_NAMES = {np.dtype(np.float32): "float", np.dtype(np.float64): "double"}


@cache
def _kernel(text: str, name: str, fast: bool = False, **values: Any) -> Any:
    """`values` are macros of the text, not options: the compiler's own headers use such names."""
    macros = "".join(f"#define {key} {value}\n" for key, value in values.items())
    # CuPy's RawModule takes subnormal numbers for zeros, which makes roots and quotients quicker, and wrong for such numbers.
    binary, _ = compile_using_nvrtc(macros + text, ("-std=c++17", f"-ftz={'true' if fast else 'false'}"))
    module = cp.cuda.function.Module()
    module.load(binary)
    return module.get_function(name)


def _over(size: int, part: int) -> int:
    return -(-size // part)


def _points(fast: bool) -> Callable[..., Iterator[Launch]]:
    def versions(x: Any, y: Any, z: Any, out: Any) -> Iterator[Launch]:
        n = x.size
        root = "sqrt_approx(v)" if fast else "sqrt(v)"
        approximate = 'static __device__ float sqrt_approx(float v) { asm("sqrt.approx.ftz.f32 %0, %0;" : "+f"(v)); return v; }\n'
        approximate += "static __device__ double sqrt_approx(double v) { return sqrt(v); }\n"
        for block in (64, 128, 256):
            for items in (1, 2, 4):
                kernel = _kernel(approximate + _POINTS, "sum_of_distances", fast, T=_NAMES[x.dtype], BLOCK=block, ITEMS=items,
                                 ROWS=1, **{"ROOT(v)": root, "QUOTIENT(w,v)": "((w)/sqrtf(v))"})  # fmt: skip
                grid = (_over(n, block * items),)
                yield lambda k=kernel, g=grid, b=block: k(g, (b,), (x, y, z, out, np.int32(n)))

    return versions


def _coulomb(fast: bool) -> Callable[..., Iterator[Launch]]:
    def versions(atoms: Any, spacing: Any, v: Any) -> Iterator[Launch]:
        rows, columns = v.shape
        quotient = "((w)*rsqrtf(v))" if fast else "((w)/sqrtf(v))"
        for block, high in ((32, 4), (32, 8), (64, 4)):
            for items in (1, 2, 4, 8):
                kernel = _kernel(_POINTS, "coulomb", fast, T="float", BLOCK=block, ROWS=high, ITEMS=items,
                                 **{"QUOTIENT(w,v)": quotient, "ROOT(v)": "sqrt(v)"})  # fmt: skip
                grid = (_over(columns, block * items), _over(rows, high))
                yield lambda k=kernel, g=grid, b=(block, high): k(
                    g, b, (atoms, np.float32(spacing), v, np.int32(atoms.shape[0]), np.int32(rows), np.int32(columns))
                )

    return versions


def fir(signal: Any, taps: Any, out: Any) -> Iterator[Launch]:
    for block in (128, 256):
        for items in (4, 8, 16):
            kernel = _kernel(_TAPS, "fir", T=_NAMES[out.dtype], BLOCK=block, ITEMS=items, K=1, ROWS=1, DOWN=1)
            local = (block * items + 2 * taps.size) * out.itemsize
            grid = (_over(out.size, block * items),)
            yield lambda k=kernel, g=grid, b=block, m=local: k(
                g, (b,), (signal, taps, out, np.int32(out.size), np.int32(taps.size)), shared_mem=m
            )


def convolution(a: Any, weights: Any, out: Any) -> Iterator[Launch]:
    rows, columns = out.shape
    k = weights.shape[0]
    for block, high in ((32, 8), (64, 4), (32, 16)):
        for down in (1, 2, 4, 8):
            if ((high * down + k - 1) * (block + k - 1) + k * k) * out.itemsize > LOCAL_BYTES:
                continue
            kernel = _kernel(_TAPS, "convolution", T=_NAMES[out.dtype], BLOCK=block, ROWS=high, DOWN=down, ITEMS=1,
                             K=k)  # fmt: skip
            grid = (_over(columns, block), _over(rows, high * down))
            yield lambda k=kernel, g=grid, b=(block, high): k(g, b, (a, weights, out, np.int32(rows), np.int32(columns)))


def _plane(name: str) -> Callable[..., Iterator[Launch]]:
    def versions(a: Any, b: Any) -> Iterator[Launch]:
        rows, columns = a.shape
        for block, high in ((32, 8), (64, 4), (128, 2), (256, 1), (128, 1)):
            for down in (1, 2, 4, 8):
                kernel = _kernel(_STENCILS, name, T=_NAMES[a.dtype], BLOCK=block, ROWS=high, DOWN=down)
                grid = (_over(columns - 2, block), _over(rows - 2, high * down))
                yield lambda k=kernel, g=grid, t=(block, high): k(g, t, (a, b, np.int32(rows), np.int32(columns)))

    return versions


def _space(name: str) -> Callable[..., Iterator[Launch]]:
    def versions(a: Any, b: Any) -> Iterator[Launch]:
        n = a.shape[0]
        for block, high in ((32, 8), (64, 4), (128, 2), (32, 4)):
            for down in (1, 2, 4, 8):
                kernel = _kernel(_STENCILS, name, T=_NAMES[a.dtype], BLOCK=block, ROWS=high, DOWN=down)
                grid = (_over(n - 2, block), _over(n - 2, high), _over(n - 2, down))
                yield lambda k=kernel, g=grid, t=(block, high): k(g, t, (a, b, np.int32(n)))

    return versions


def fdtd(ex: Any, ey: Any, hz: Any) -> Iterator[Launch]:
    rows, columns = hz.shape
    for block, high in ((32, 8), (64, 4), (128, 2), (256, 1)):
        names = {"T": _NAMES[hz.dtype], "BLOCK": block, "ROWS": high, "DOWN": 1}
        first, second = (_kernel(_STENCILS, name, **names) for name in ("fdtd_e", "fdtd_h"))
        grid, threads, shape = (_over(columns, block), _over(rows, high)), (block, high), (np.int32(rows), np.int32(columns))

        def both(first: Any = first, second: Any = second, grid: tuple = grid, threads: tuple = threads) -> None:
            first(grid, threads, (ex, ey, hz, *shape))
            second(grid, threads, (ex, ey, hz, *shape))

        yield both


def black_scholes(price: Any, strike: Any, years: Any, call: Any, put: Any, rate: Any, volatility: Any) -> Iterator[Launch]:
    kind = price.dtype.type
    for block in (128, 256):
        for waves in (8, 16, 1 << 20):
            kernel = _kernel(_ELEMENTS, "black_scholes", T=_NAMES[price.dtype], BLOCK=block, ROWS=1)
            grid = (min(_over(price.size, block), 132 * waves),)
            yield lambda k=kernel, g=grid, b=block: k(
                g, (b,), (price, strike, years, call, put, kind(rate), kind(volatility), np.int32(price.size))
            )


def mandelbrot(count: Any, left: float, low: float, step: float, most: int) -> Iterator[Launch]:
    rows, columns = count.shape
    for block, high in ((8, 4), (16, 4), (16, 8), (32, 4), (32, 8)):
        kernel = _kernel(_ELEMENTS, "mandelbrot", T="double", BLOCK=block, ROWS=high)
        grid = (_over(columns, block), _over(rows, high))
        yield lambda k=kernel, g=grid, t=(block, high): k(
            g, t, (count, left, low, step, np.int32(most), np.int32(rows), np.int32(columns))
        )


TUNED: dict[str, Callable[..., Iterator[Launch]]] = {
    "sum_of_distances": _points(False),
    "sum_of_distances fast": _points(True),
    "coulomb": _coulomb(False),
    "coulomb fast": _coulomb(True),
    "fir": fir,
    "convolution": convolution,
    "stencil5": _plane("stencil5"),
    "stencil9": _plane("stencil9"),
    "stencil7": _space("stencil7"),
    "stencil27": _space("stencil27"),
    "fdtd": fdtd,
    "black_scholes": black_scholes,
    "mandelbrot": mandelbrot,
}
