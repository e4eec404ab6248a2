typedef signed char i8;
typedef short i16;
typedef int i32;
typedef long long i64;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef float f32;
typedef double f64;
typedef struct {
  f32 re, im;
} c64;
static __device__ __forceinline__ c64 c64_of(f32 re, f32 im) {
  c64 z;
  z.re = re;
  z.im = im;
  return z;
}
static __device__ __forceinline__ c64 c64_divide(c64 x, c64 y) {
  const f32 re = fabsf(y.re);
  const f32 im = fabsf(y.im);
  if (re >= im) {
    if (re == 0 && im == 0) return c64_of(x.re / re, x.im / re);
    const f32 ratio = y.im / y.re;
    const f32 scale = 1 / (y.re + y.im * ratio);
    return c64_of((x.re + x.im * ratio) * scale, (x.im - x.re * ratio) * scale);
  }
  const f32 ratio = y.re / y.im;
  const f32 scale = 1 / (y.im + y.re * ratio);
  return c64_of((x.re * ratio + x.im) * scale, (x.im * ratio - x.re) * scale);
}
static __device__ __forceinline__ c64 c64_multiply(c64 x, c64 y) {
  return c64_of(x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re);
}
static __device__ __forceinline__ c64 c64_conjugate(c64 x) { return c64_of(x.re, -x.im); }

extern "C" __global__ void up_turn_line0(
    i64 i_first, i64 i_end, const c64* __restrict__ b_memory, i64 b_at, c64* __restrict__ a_memory, i64 a_at) {
  const i64 i = i_first + (i64)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= i_end) return;
  const c64* b = b_memory + b_at;
  c64* a = a_memory + a_at;
  const c64 t = b[(u32)i];
  a[(u32)i] = c64_divide(c64_multiply(t, t), c64_conjugate(t));
}

