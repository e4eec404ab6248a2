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

__kernel void up_matrix_mult_line0(
    i64 i_first, i64 i_end, i64 j_first, i64 j_end, __global const f32* restrict a_memory, i64 a_at, u32 a_s0, i64 a_n1, __global const f32* restrict b_memory, i64 b_at, u32 b_s0, __global f32* restrict c_memory, i64 c_at, u32 c_s0) {
  const i64 i = i_first + (i64)get_global_id(1);
  const i64 j = j_first + (i64)get_global_id(0);
  if (i >= i_end) return;
  if (j >= j_end) return;
  __global const f32* a = a_memory + a_at;
  __global const f32* b = b_memory + b_at;
  __global f32* c = c_memory + c_at;
  f32 s = 0.0f;
  for (i64 k = 0; k < a_n1; ++k) {
    s = fma(a[(i32)((u32)i * a_s0 + (u32)k)], b[(i32)((u32)k * b_s0 + (u32)j)], s);
  }
  c[(i32)((u32)i * c_s0 + (u32)j)] = s;
}

