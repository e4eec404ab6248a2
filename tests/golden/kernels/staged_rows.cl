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
static inline i64 i64_minimum(i64 x, i64 y) { return y < x ? y : x; }
static inline c64 c64_add(c64 x, c64 y) { return c64_of(x.re + y.re, x.im + y.im); }
static inline i64 i64_maximum(i64 x, i64 y) { return x < y ? y : x; }

__kernel __attribute__((reqd_work_group_size(128, 1, 1))) void up_rows_line0(
    i64 i_first, i64 i_end, __global const c64* restrict a_memory, i64 a_at, u32 a_s0, i64 a_n1, __global const u8* restrict x_memory, i64 x_at, __global c64* restrict y_memory, i64 y_at) {
  const i64 i_group = (i64)get_group_id(0);
  const u32 thread = (u32)get_local_id(0);
  __local c64 a_rows[2080] __attribute__((aligned(16)));
  c64 a_next[16];
  c64 s[1];
  __global const c64* a = a_memory + a_at;
  __global const u8* x = x_memory + x_at;
  __global c64* y = y_memory + y_at;
  const i64 i_start = (i64)((u64)i_first + (u64)i_group * 32ul);
  const i64 end_i_item = i64_minimum(32, (i64)((u64)i_end - (u64)i_start));
  {
    const u32 at = thread;
    const i64 i_item = (i64)(at);
    if (at < 32u && i_item < end_i_item) {
      s[0] = c64_of(0.0f, 0.0f);
      for (i64 k = 0; k < a_n1; ++k) {
        if (x[(u32)k] != 0) {
          s[0] = c64_add(s[0], a[(i32)(((u32)i_start + (u32)i_item) * a_s0 + (u32)k)]);
        }
      }
    }
  }
  const i64 end = i64_maximum(0, a_n1);
  const i64 end_piece = (i64)((u64)(((i64)((u64)end + 63ul)) >> 6) + 1ul);
  for (i64 piece = 0; piece < end_piece; ++piece) {
    const i64 end_row = i64_minimum(32, (i64)((u64)i_end - (u64)i_start));
    const i64 end_column = i64_minimum(64, (i64)((u64)end - (u64)piece * 64ul));
    #pragma unroll
    for (u32 part_2 = 0; part_2 < 16u; ++part_2) {
      const i64 row = (i64)(thread / 64u + part_2 * 2u);
      const i64 column = (i64)(thread % 64u);
      if (row < end_row && column < end_column) {
        a_next[part_2] = a[(i32)(((u32)i_start + (u32)row) * a_s0 + (u32)piece * 64u + (u32)column)];
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const i64 end_i_item_2 = i64_minimum(32, (i64)((u64)i_end - (u64)i_start));
    {
      const u32 at_3 = thread;
      const i64 i_item = (i64)(at_3);
      if (at_3 < 32u && i_item < end_i_item_2) {
        const i64 t = (i64)((u64)piece * 64ul);
        const i64 end_column_2 = i64_minimum(64, i64_minimum((i64)((u64)end - ((u64)t - 64ul)), t));
        #pragma unroll 8
        for (i64 column = 0; column < end_column_2; ++column) {
          s[0] = c64_add(s[0], a_rows[(i32)((u32)i_item * 65u + (u32)column)]);
        }
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const i64 end_row_2 = i64_minimum(32, (i64)((u64)i_end - (u64)i_start));
    const i64 end_column_3 = i64_minimum(64, (i64)((u64)end - (u64)piece * 64ul));
    #pragma unroll
    for (u32 part_4 = 0; part_4 < 16u; ++part_4) {
      const i64 row_2 = (i64)(thread / 64u + part_4 * 2u);
      const i64 column = (i64)(thread % 64u);
      if (row_2 < end_row_2 && column < end_column_3) {
        a_rows[(i32)(thread / 64u * 65u + (u32)column) + (i32)part_4 * 130] = a_next[part_4];
      }
    }
  }
  const i64 end_i_item_3 = i64_minimum(32, (i64)((u64)i_end - (u64)i_start));
  {
    const u32 at_5 = thread;
    const i64 i_item = (i64)(at_5);
    if (at_5 < 32u && i_item < end_i_item_3) {
      y[(i32)((u32)i_start + (u32)i_item)] = s[0];
    }
  }
}

