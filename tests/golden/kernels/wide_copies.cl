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
static inline i64 i64_minimum(i64 x, i64 y) { return y < x ? y : x; }
typedef struct __attribute__((aligned(16))) {
  f32 at[4];
} f32x4;

__kernel __attribute__((reqd_work_group_size(256, 1, 1))) void up_wide_line0(
    __global const f32* restrict x_memory, i64 x_at, u32 x_s0, i64 x_n0, __global f32* restrict y_memory, i64 y_at, u32 y_s0) {
  const i64 g = (i64)get_group_id(0);
  const u32 thread = (u32)get_local_id(0);
  __local f32 rows[16384] __attribute__((aligned(16)));
  __global const f32* x = x_memory + x_at;
  __global f32* y = y_memory + y_at;
  const i64 end_i = i64_minimum(128, (i64)((u64)x_n0 - (u64)g * 128ul));
  #pragma unroll
  for (u32 part = 0; part < 16u; ++part) {
    const i64 i = (i64)(thread / 32u + part * 8u);
    const i64 j = (i64)(thread % 32u);
    if (i < end_i) {
      f32x4 x_wide;
      {
        const i64 v = 0;
        x_wide = *(__global const f32x4*)&x[(i32)(((u32)g * 128u + (u32)i) * x_s0 + (u32)j * 4u + (u32)v)];
      }
      f32x4 rows_wide;
      #pragma unroll
      for (i64 v = 0; v < 4; ++v) {
        const i64 t = (i64)((u64)j * 4ul + (u64)v);
        rows_wide.at[v] = x_wide.at[v];
      }
      {
        const i64 v = 0;
        *(__local f32x4*)&rows[(i32)(thread / 32u * 128u + (u32)j * 4u + (u32)v) + (i32)part * 1024] = rows_wide;
      }
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const i64 end_i_2 = i64_minimum(128, (i64)((u64)x_n0 - (u64)g * 128ul));
  #pragma unroll
  for (u32 part_2 = 0; part_2 < 16u; ++part_2) {
    const i64 i = (i64)(thread / 32u + part_2 * 8u);
    const i64 j = (i64)(thread % 32u);
    if (i < end_i_2) {
      f32x4 rows_wide_2;
      {
        const i64 v = 0;
        rows_wide_2 = *(__local const f32x4*)&rows[(i32)(thread / 32u * 128u + (u32)j * 4u + (u32)v) + (i32)part_2 * 1024];
      }
      f32x4 y_wide;
      #pragma unroll
      for (i64 v = 0; v < 4; ++v) {
        const i64 t_2 = (i64)((u64)j * 4ul + (u64)v);
        y_wide.at[v] = rows_wide_2.at[v] * 2.0f;
      }
      {
        const i64 v = 0;
        *(__global f32x4*)&y[(i32)(((u32)g * 128u + (u32)i) * y_s0 + (u32)j * 4u + (u32)v)] = y_wide;
      }
    }
  }
}

