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
static inline i32 i32_floor_divide(i32 x, i32 y) {
  if (y == 0) return 0;
  if (y == -1) return (i32)(0u - (u32)x);
  const i32 quotient = (i32)(x / y);
  const i32 rest = (i32)(x % y);
  return rest != 0 && (rest ^ y) < 0 ? (i32)(quotient - 1) : quotient;
}

__kernel void up_integers_line0(
    i64 i_first, i64 i_end, __global const i32* restrict b_memory, i64 b_at, __global i32* restrict a_memory, i64 a_at) {
  const i64 i = i_first + (i64)get_global_id(0);
  if (i >= i_end) return;
  __global const i32* b = b_memory + b_at;
  __global i32* a = a_memory + a_at;
  const i32 t = b[(u32)i];
  const i32 t_2 = (i32)((u32)t * (u32)t);
  a[(u32)i] = i32_floor_divide((i32)((u32)t_2 + 7u), (i32)((u32)t_2 - (u32)t));
}

