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
static inline u32 inverted(u32 x) {
#ifdef __NV_CL_C_VERSION
  u32 result;
  asm("not.b32 %0, %1;" : "=r"(result) : "r"(x));
  return result;
#else
  return ~x;
#endif
}
static inline i32 i32_maximum(i32 x, i32 y) { return x < y ? y : x; }

__kernel void up_extremes_line0(
    i64 i_first, i64 i_end, __global const i32* restrict b_memory, i64 b_at, __global i32* restrict a_memory, i64 a_at) {
  const i64 i = i_first + (i64)get_global_id(0);
  if (i >= i_end) return;
  __global const i32* b = b_memory + b_at;
  __global i32* a = a_memory + a_at;
  const i32 t = b[(u32)i];
  const i32 t_2 = (i32)i;
  a[(u32)i] = i32_maximum(i32_maximum((i32)(inverted((u32)t * (0u - (u32)t_2)) + 1u), (i32)((u32)t + inverted((u32)t_2) + 1u)), (i32)(inverted((u32)((i32)((u32)t + 1u))) + 1u));
}

