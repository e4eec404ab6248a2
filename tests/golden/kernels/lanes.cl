#pragma OPENCL EXTENSION cl_khr_fp64 : enable
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
typedef double f64 __attribute__((may_alias));

__kernel void up_lanes_line0(
    i64 i_first, i64 i_end, i64 blocks, __global const f64* restrict x_memory, i64 x_at, __global const f64* restrict a_memory, i64 a_at, u32 a_s0, __global f64* restrict y_memory, i64 y_at) {
  const i64 i = i_first + (i64)get_global_id(0);
  if (i >= i_end) return;
  __global const f64* x = x_memory + x_at;
  __global const f64* a = a_memory + a_at;
  __global f64* y = y_memory + y_at;
  const i64 end_block = blocks;
  for (i64 block = 0; block < end_block; ++block) {
    for (i64 lane = 0; lane < 32; ++lane) {
      const i64 t = (i64)((u64)block * 32ul);
      y[(u32)i] = fma(x[(i32)t + (i32)lane], a[(i32)((u32)t * a_s0 + (u32)i) + lane * (i32)a_s0], y[(u32)i]);
    }
  }
}

