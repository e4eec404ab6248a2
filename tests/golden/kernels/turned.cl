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

__kernel void up_turned_line0(
    i64 i_first, i64 i_end, __global const f64* restrict x_memory, i64 x_at, __global f64* restrict a_memory, i64 a_at, __global f64* restrict b_memory, i64 b_at) {
  const i64 i = i_first + (i64)get_global_id(0);
  if (i >= i_end) return;
  __global const f64* x = x_memory + x_at;
  __global f64* a = a_memory + a_at;
  __global f64* b = b_memory + b_at;
  const f64 angle = x[(u32)i];
  a[(u32)i] = cos(angle);
  b[(u32)i] = sin(angle);
}

