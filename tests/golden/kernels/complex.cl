#pragma OPENCL FP_CONTRACT OFF
typedef char i8 __attribute__((may_alias));
typedef short i16 __attribute__((may_alias));
typedef int i32 __attribute__((may_alias));
typedef long i64 __attribute__((may_alias));
typedef uchar u8 __attribute__((may_alias));
typedef ushort u16 __attribute__((may_alias));
typedef uint u32 __attribute__((may_alias));
typedef ulong u64 __attribute__((may_alias));
typedef float f32 __attribute__((may_alias));
typedef struct {
  f32 re, im;
} c64;
static inline c64 c64_of(f32 re, f32 im) {
  c64 z;
  z.re = re;
  z.im = im;
  return z;
}
static inline c64 c64_divide(c64 x, c64 y) {
  const f32 re = fabs(y.re);
  const f32 im = fabs(y.im);
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
static inline c64 c64_multiply(c64 x, c64 y) {
  return c64_of(x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re);
}
static inline c64 c64_conjugate(c64 x) { return c64_of(x.re, -x.im); }

__kernel void up_turn_line0(
    i64 i_first, i64 i_end, __global const c64* restrict b_memory, i64 b_at, __global c64* restrict a_memory, i64 a_at) {
  const i64 i = i_first + (i64)get_global_id(0);
  if (i >= i_end) return;
  __global const c64* b = b_memory + b_at;
  __global c64* a = a_memory + a_at;
  const c64 t = b[(u32)i];
  a[(u32)i] = c64_divide(c64_multiply(t, t), c64_conjugate(t));
}

