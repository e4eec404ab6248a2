#pragma OPENCL FP_CONTRACT OFF
typedef char i8;
typedef short i16;
typedef int i32;
typedef long i64;
typedef uchar u8;
typedef ushort u16;
typedef uint u32;
typedef ulong u64;
typedef float f32;
typedef struct {
  f32 re, im;
} c64;
static inline c64 c64_of(f32 re, f32 im) {
  c64 z;
  z.re = re;
  z.im = im;
  return z;
}
static inline c64 c64_add(c64 x, c64 y) { return c64_of(x.re + y.re, x.im + y.im); }

__kernel __attribute__((reqd_work_group_size(32, 4, 1))) void up_rows_line0(
    i64 i_first, i64 i_end, __global const c64* restrict a_memory, i64 a_at, u32 a_s0, i64 a_n1, __global const u8* restrict x_memory, i64 x_at, __global c64* restrict y_memory, i64 y_at) {
  const i64 i_group = i_first + (i64)get_group_id(0) * 32;
  const u32 item_i = (u32)get_local_id(0);
  const i64 i = i_group + item_i;
  const bool active = i < i_end && get_local_id(1) == 0;
  const u32 thread = (u32)get_local_id(1) * 32u + (u32)get_local_id(0);
  __local c64 a_rows[2080];
  c64 a_next[16];
  __global const c64* a = a_memory + a_at;
  __global const u8* x = x_memory + x_at;
  __global c64* y = y_memory + y_at;
  c64 s;
  if (active) {
    s = c64_of(0.0f, 0.0f);
    for (i64 k = 0; k < a_n1; ++k) {
      if (x[(u32)k] != 0) {
        s = c64_add(s, a[(u32)i * a_s0 + (u32)k]);
      }
    }
  }
  for (i64 next = 0; next < a_n1 + 64; next += 64) {
    #pragma unroll
    for (u32 part = 0; part < 16; ++part) {
      const u32 at = thread + part * 128u;
      const i64 i = i_group + at / 64u;
      const i64 k = next + at % 64u;
      if (i < i_end && k < a_n1) a_next[part] = a[(u32)i * a_s0 + (u32)k];
    }
    if (active && next > 0) {
      const i64 piece = next - 64;
      const u32 most = a_n1 < next ? (u32)(a_n1 - piece) : 64u;
      #pragma unroll 8
      for (u32 column = 0; column < most; ++column) {
        const i64 k = piece + column;
        s = c64_add(s, a_rows[item_i * 65u + column]);
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    #pragma unroll
    for (u32 part = 0; part < 16; ++part) {
      const u32 at = thread + part * 128u;
      a_rows[at / 64u * 65u + at % 64u] = a_next[part];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (active) {
    y[(u32)i] = s;
  }
}

