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
typedef struct __attribute__((aligned(16))) {
  f32 at[4];
} f32x4;
typedef struct __attribute__((aligned(16))) {
  u8 at[16];
} u8x16;

__kernel void up_rows_of_bytes_line0(
    i64 i_first, i64 i_end, __global const u8* restrict a_memory, i64 a_at, u32 a_s0, __global const f32* restrict b_memory, i64 b_at, u32 b_s0, __global f32* restrict y_memory, i64 y_at) {
  const i64 i = i_first + (i64)get_global_id(0);
  if (i >= i_end) return;
  __global const u8* a = a_memory + a_at;
  __global const f32* b = b_memory + b_at;
  __global f32* y = y_memory + y_at;
  f32x4 b_wide;
  u8x16 a_wide;
  #pragma unroll
  for (i64 p = 0; p < 16; ++p) {
    if (p % 4 == 0) b_wide = *(__global const f32x4*)&b[(i32)((u32)i * b_s0) + (i32)p];
    if (p % 16 == 0) a_wide = *(__global const u8x16*)&a[(i32)((u32)i * a_s0) + (i32)p];
    y[(u32)i] = fma((f32)a_wide.at[p % 16], b_wide.at[p % 4], y[(u32)i]);
  }
}
