"""The programs of papers/4 on an NVIDIA GPU as graphs and as loops against kernels written by hand, NumPy arrays in and out.

    python benchmarks/papers/hand_written.py [part of a name] ...

The kernels are CUDA as a careful user writes it (tiles in shared memory where all threads read the same rows), compiled once by CuPy;
a call of theirs copies the arguments, launches one kernel, and copies the result back. Each line: milliseconds of a call with plain
copies, of which the kernel; of the graph, of the loops; how many times as fast as plain copies they are; which of the two takes more of
the call by hand, copies (bar 2) or the kernel (bar 0.95). All take turns; a figure is a median. A kernel with an approximate function has
two lines: with the exact one, and by hand with that function beside the graph and the loops with fp='fast', which may have it too.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cupy as cp
import numpy as np

sys.path.insert(0, str(Path(__file__).parent))

from program import Place, Program  # noqa: E402
from run import programs  # noqa: E402

_TILE = 128

_N_BODY = """
extern "C" __global__ void kernel(const double4* some, const double4* bodies, double* force, int n, int count) {
  __shared__ double4 tile[128];
  int i = blockIdx.x * 128 + threadIdx.x;
  double4 at = i < n ? some[i] : make_double4(0, 0, 0, 0);
  double fx = 0, fy = 0, fz = 0;
  for (int first = 0; first < count; first += 128) {
    if (first + threadIdx.x < count) tile[threadIdx.x] = bodies[first + threadIdx.x];
    __syncthreads();
    int here = min(128, count - first);
    for (int j = 0; j < here; ++j) {
      double4 b = tile[j];
      double dx = b.x - at.x, dy = b.y - at.y, dz = b.z - at.z;
      double near = rsqrt(dx * dx + dy * dy + dz * dz + 0.01);
      double pull = b.w * near * near * near;
      fx += pull * dx; fy += pull * dy; fz += pull * dz;
    }
    __syncthreads();
  }
  if (i < n) { force[3 * i] = fx; force[3 * i + 1] = fy; force[3 * i + 2] = fz; }
}"""

_MOSAIC = """
extern "C" __global__ void kernel(const uchar4* tiles, const uchar4* library, int* best, int n, int count) {
  __shared__ uchar4 shared[32][16];
  int i = blockIdx.x * 128 + threadIdx.x;
  uchar4 own[16];
  for (int p = 0; p < 16; ++p) own[p] = tiles[min(i, n - 1) * 16 + p];
  int least = 0x7fffffff, place = 0;
  for (int first = 0; first < count; first += 32) {
    for (int k = threadIdx.x; k < 512 && first * 16 + k < count * 16; k += 128) shared[k / 16][k % 16] = library[first * 16 + k];
    __syncthreads();
    int here = min(32, count - first);
    for (int j = 0; j < here; ++j) {
      int differs = 0;
      #pragma unroll
      for (int p = 0; p < 16; ++p) {
        uchar4 other = shared[j][p];
        int a = own[p].x - other.x, b = own[p].y - other.y, c = own[p].z - other.z, d = own[p].w - other.w;
        differs += a * a + b * b + c * c + d * d;
      }
      if (differs < least) { least = differs; place = first + j; }
    }
    __syncthreads();
  }
  if (i < n) best[i] = place;
}"""

_COULOMB = """
extern "C" __global__ void kernel(const float* rows, const float* columns, const float4* atoms, float* grid, int n, int m, int count) {
  __shared__ float4 tile[128];
  int at = blockIdx.x * 128 + threadIdx.x, row = blockIdx.y;
  float x = at < m ? columns[at] : 0, y = rows[row], energy = 0;
  for (int first = 0; first < count; first += 128) {
    if (first + threadIdx.x < count) {
      float4 a = atoms[first + threadIdx.x];
      tile[threadIdx.x] = make_float4(a.x, (y - a.y) * (y - a.y) + a.z * a.z, 0, a.w);
    }
    __syncthreads();
    int here = min(128, count - first);
    for (int k = 0; k < here; ++k) {
      float dx = x - tile[k].x;
      energy += tile[k].w / sqrtf(dx * dx + tile[k].y);
    }
    __syncthreads();
  }
  if (at < m) grid[(long long)row * m + at] = energy;
}"""

_MRIQ = """
extern "C" __global__ void kernel(const double* voxels, const double4* samples, double2* q, int n, int count) {
  __shared__ double4 tile[128];
  int i = blockIdx.x * 128 + threadIdx.x, at = min(i, n - 1);
  double x = voxels[3 * at], y = voxels[3 * at + 1], z = voxels[3 * at + 2], real = 0, imaginary = 0;
  for (int first = 0; first < count; first += 128) {
    if (first + threadIdx.x < count) tile[threadIdx.x] = samples[first + threadIdx.x];
    __syncthreads();
    int here = min(128, count - first);
    for (int k = 0; k < here; ++k) {
      double s, c;
      sincospi(2.0 * (tile[k].x * x + tile[k].y * y + tile[k].z * z), &s, &c);
      real += tile[k].w * c;
      imaginary += tile[k].w * s;
    }
    __syncthreads();
  }
  if (i < n) q[i] = make_double2(real, imaginary);
}"""

_RPES = """
__device__ double boys(double t) { return t < 1e-12 ? 1.0 : 0.5 * sqrt(3.141592653589793 / t) * erf(sqrt(t)); }
extern "C" __global__ void kernel(const int4* quartets, const double* shells, double* integrals, int n, int count) {
  extern __shared__ double s[];
  for (int k = threadIdx.x; k < 9 * count; k += 128) s[k] = shells[k];
  __syncthreads();
  int at = blockIdx.x * 128 + threadIdx.x;
  if (at >= n) return;
  int4 e = quartets[at];
  const double *a = s + 9 * e.x, *b = s + 9 * e.y, *c = s + 9 * e.z, *d = s + 9 * e.w;
  double ab = 0, cd = 0, total = 0;
  for (int x = 0; x < 3; ++x) { ab += (a[x] - b[x]) * (a[x] - b[x]); cd += (c[x] - d[x]) * (c[x] - d[x]); }
  for (int i = 0; i < 3; ++i) for (int j = 0; j < 3; ++j) {
    double p = a[3 + i] + b[3 + j], left = a[6 + i] * b[6 + j] * exp(-a[3 + i] * b[3 + j] / p * ab), from[3];
    for (int x = 0; x < 3; ++x) from[x] = (a[3 + i] * a[x] + b[3 + j] * b[x]) / p;
    for (int k = 0; k < 3; ++k) for (int m = 0; m < 3; ++m) {
      double q = c[3 + k] + d[3 + m], right = c[6 + k] * d[6 + m] * exp(-c[3 + k] * d[3 + m] / q * cd), apart = 0;
      for (int x = 0; x < 3; ++x) {
        double by = from[x] - (c[3 + k] * c[x] + d[3 + m] * d[x]) / q;
        apart += by * by;
      }
      total += 34.986836655249725 / (p * q * sqrt(p + q)) * left * right * boys(p * q / (p + q) * apart);
    }
  }
  integrals[at] = total;
}"""

_CRYPT = """
__device__ unsigned times(unsigned a, unsigned b) {
  if (a == 0) return (65537 - b) & 65535;
  if (b == 0) return (65537 - a) & 65535;
  unsigned p = a * b, low = p & 65535, high = p >> 16;
  return (low - high + (low < high)) & 65535;
}
__device__ ushort4 coded(ushort4 w, const unsigned short* key) {
  unsigned a = w.x, b = w.y, c = w.z, d = w.w;
  for (int r = 0; r < 8; ++r) {
    a = times(a, key[6 * r]); b = (b + key[6 * r + 1]) & 65535;
    c = (c + key[6 * r + 2]) & 65535; d = times(d, key[6 * r + 3]);
    unsigned s = times(a ^ c, key[6 * r + 4]), t = times(((b ^ d) + s) & 65535, key[6 * r + 5]);
    s = (s + t) & 65535;
    a ^= t; d ^= s;
    unsigned before = b; b = c ^ t; c = before ^ s;
  }
  return make_ushort4(times(a, key[48]), (c + key[49]) & 65535, (b + key[50]) & 65535, times(d, key[51]));
}
extern "C" __global__ void kernel(const ushort4* words, const unsigned short* key, const unsigned short* inverse, ushort4* made, int n) {
  __shared__ unsigned short keys[104];
  if (threadIdx.x < 104) keys[threadIdx.x] = threadIdx.x < 52 ? key[threadIdx.x] : inverse[threadIdx.x - 52];
  __syncthreads();
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  ushort4 code = coded(words[i], keys);
  made[2 * i] = code;
  made[2 * i + 1] = coded(code, keys + 52);
}"""

_SERIES = """
extern "C" __global__ void kernel(const double* numbers, double2* made, int n) {
  __shared__ double values[1001];
  for (int k = threadIdx.x; k <= 1000; k += 128) {
    double x = 2.0 * k / 1000;
    values[k] = pow(x + 1.0, x) * (k == 0 || k == 1000 ? 0.5 : 1.0);
  }
  __syncthreads();
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  double a = 0, b = 0, number = numbers[i];
  for (int k = 0; k <= 1000; ++k) {
    double s, c;
    sincospi(number * (2.0 * k / 1000), &s, &c);
    a += values[k] * c; b += values[k] * s;
  }
  made[i] = make_double2(a * 2.0 / 1000, b * 2.0 / 1000);
}"""


class Kernel:
    """`shape` and `numbers` (of rows, in the order of the kernel) from the arguments; `rows`: of blocks; `shared`: bytes."""

    def __init__(
        self, size: int, text: str, dtype: Any, shape: Callable[..., Any], numbers: Callable[..., Any], **more: Callable[..., int]
    ) -> None:
        self.size, self.text, self.dtype, self.shape, self.numbers = size, text, dtype, shape, numbers
        self.rows, self.shared = more.get("rows", lambda *_: 1), more.get("shared", lambda *_: 0)
        self.is_approximate = "rsqrt(" in text
        self.compiled: dict[bool, Any] = {}  # by whether functions are exact
        self.is_exact = True

    def copied(self, arguments: tuple[np.ndarray, ...]) -> list[Any]:
        return [cp.asarray(a) for a in arguments]

    def launch(self, there: list[Any]) -> Any:
        if self.is_exact not in self.compiled:
            text = self.text.replace("rsqrt(", "1.0 / sqrt(") if self.is_exact else self.text
            self.compiled[self.is_exact] = cp.RawKernel(text, "kernel", options=("--std=c++17",))
        made = cp.empty(self.shape(*there), self.dtype)
        width = made.shape[1] if self.rows(*there) > 1 else made.shape[0]
        grid = (-(-width // _TILE), self.rows(*there))
        self.compiled[self.is_exact](grid, (_TILE,), (*there, made, *map(np.int32, self.numbers(*there))), shared_mem=self.shared(*there))
        return made

    def __call__(self, arguments: tuple[np.ndarray, ...]) -> np.ndarray:
        return cp.asnumpy(self.launch(self.copied(arguments)))


def _counts(some: Any, others: Any) -> tuple[int, int]:
    return len(some), len(others)


KERNELS = {
    "N-Body": Kernel(65536, _N_BODY, "f8", lambda some, _: (len(some), 3), _counts),
    "Mosaic": Kernel(32768, _MOSAIC, "i4", lambda tiles, _: (len(tiles),), _counts),
    "Parboil-CP": Kernel(
        4096, _COULOMB, "f4", lambda rows, columns, _: (len(rows), len(columns)), lambda *arrays: tuple(map(len, arrays)),
        rows=lambda rows, *_: len(rows),
    ),
    "Parboil-MRIQ": Kernel(262144, _MRIQ, "f8", lambda voxels, _: (len(voxels), 2), _counts),
    "Parboil-RPES": Kernel(
        1_000_000, _RPES, "f8", lambda quartets, _: (len(quartets),), _counts, shared=lambda _, shells: 72 * len(shells)
    ),
    "JG-Crypt": Kernel(3_000_000, _CRYPT, "u2", lambda words, *_: (len(words), 8), lambda words, *_: (len(words),)),
    "JG-Series": Kernel(65536, _SERIES, "f8", lambda numbers: (len(numbers), 2), lambda numbers: (len(numbers),)),
}  # fmt: skip


def milliseconds(call: Callable[[], Any]) -> float:
    cp.cuda.Device().synchronize()
    begin = time.perf_counter()
    call()
    cp.cuda.Device().synchronize()
    return 1e3 * (time.perf_counter() - begin)


def measured(program: Program, kernel: Kernel, turns: int = 31, **options: Any) -> str:
    small = program.make(program.small)
    place = Place("cuda:0", blocks=None, **options)
    loops = place.compiled(program.loops)
    for result in (loops(*small), kernel(small)):
        program.check(result, program.oracle(*small))
    arguments = program.make(kernel.size)
    graph, there = program.graph(place, *arguments), kernel.copied(arguments)
    expected = kernel(arguments)

    def by_graph() -> Any:
        """Into an array, as a call of the kernel copies its result into one."""
        return (graph >> np.empty_like(expected)).run()

    program.check(by_graph(), expected)
    program.check(loops(*arguments), expected)
    ways = {
        "plain": lambda: kernel(arguments),
        "kernel": lambda: kernel.launch(there),
        "graph": by_graph,
        "loops": lambda: loops(*arguments),
    }
    taken: dict[str, list[float]] = {way: [] for way in ways}
    order = random.Random(1)  # threads that copied just now are sooner than those that sleep: none always follows the same
    for _ in range(turns):
        for way in order.sample(list(ways), len(ways)):
            taken[way].append(milliseconds(ways[way]))
    plain, alone, piped, looped = (statistics.median(times) for times in taken.values())
    name = " ".join((program.name, *options.values()))
    bar = "copies: bar 2" if plain > 2 * alone else "kernel: bar 0.95"
    return (
        f"{name:14}{kernel.size:9} plain {plain:8.2f} kernel {alone:8.2f} graph {piped:8.2f} loops {looped:8.2f} ms, "
        f"graph {plain / piped:5.2f}, loops {plain / looped:5.2f} ({bar})"
    )


def main(names: list[str]) -> None:
    warnings.simplefilter("ignore")
    for program in programs(names):
        if program.name in KERNELS:
            try:
                kernel = KERNELS[program.name]
                print(measured(program, kernel), flush=True)
                if kernel.is_approximate:
                    kernel.is_exact = False
                    print(measured(program, kernel, fp="fast"), flush=True)
            except Exception as problem:
                print(f"{program.name}: {type(problem).__name__}: {str(problem)[:400]}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
