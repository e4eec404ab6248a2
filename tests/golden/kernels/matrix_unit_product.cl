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
static inline i64 i64_minimum(i64 x, i64 y) { return y < x ? y : x; }
static inline i64 i64_modulo(i64 x, i64 y) {
  if (y == 0 || y == -1) return 0;
  const i64 rest = (i64)(x % y);
  return rest != 0 && (rest ^ y) < 0 ? (i64)(rest + y) : rest;
}

__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void up_unit_product_line0(
    __global const f64* restrict a_memory, i64 a_at, u32 a_s0, i64 a_n1, __global const f64* restrict b_memory, i64 b_at, u32 b_s0, __global f64* restrict c_memory, i64 c_at, u32 c_s0) {
  const i64 rows = (i64)get_group_id(1);
  const i64 columns = (i64)get_group_id(0);
  const u32 thread = (u32)get_local_id(0);
  __local f64 a_tile[384] __attribute__((aligned(16)));
  __local f64 b_tile[192] __attribute__((aligned(16)));
  f64 sum[256];
  __global const f64* a = a_memory + a_at;
  __global const f64* b = b_memory + b_at;
  __global f64* c = c_memory + c_at;
  {
    const u32 at = thread;
    const i64 w = (i64)(at);
    if (at < 2u) {
      #pragma unroll
      for (i64 part_2 = 0; part_2 < 2; ++part_2) {
        #pragma unroll 8
        for (i64 m = 0; m < 16; ++m) {
          for (i64 n = 0; n < 8; ++n) {
            sum[(u32)part_2 * 128u + (u32)m * 8u + (u32)n] = 0.0;
          }
        }
      }
    }
  }
  for (i64 step = 0; step < 2; ++step) {
    barrier(CLK_LOCAL_MEM_FENCE);
    const i64 end_i = i64_minimum(32, (step < (a_n1 >> 2)) ? 32 : 0);
    #pragma unroll
    for (u32 part_3 = 0; part_3 < 2u; ++part_3) {
      const i64 i = (i64)(thread / 4u + part_3 * 16u);
      const i64 j = (i64)(thread % 4u);
      if (i < end_i) {
        a_tile[(i32)((u32)i64_modulo(step, 3) * 128u + thread / 4u * 4u + (u32)j) + (i32)part_3 * 64] = a[(i32)(((u32)rows * 32u + (u32)i) * a_s0 + (u32)j) + (i32)step * 4];
      }
    }
    const i64 end_i_2 = i64_minimum(4, (step < (a_n1 >> 2)) ? 4 : 0);
    {
      const u32 at_3 = thread;
      const i64 i = (i64)(at_3 / 16u);
      const i64 j = (i64)(at_3 % 16u);
      if (i < end_i_2) {
        b_tile[(i32)((u32)i64_modulo(step, 3) * 64u + (u32)i * 16u + (u32)j)] = b[(i32)(((u32)step * 4u + (u32)i) * b_s0 + (u32)columns * 16u + (u32)j)];
      }
    }
  }
  const i64 end_step = (a_n1 >> 2);
  for (i64 step = 0; step < end_step; ++step) {
    barrier(CLK_LOCAL_MEM_FENCE);
    const i64 end_i_3 = i64_minimum(32, ((i64)((u64)step + 2ul) < (a_n1 >> 2)) ? 32 : 0);
    #pragma unroll
    for (u32 part_5 = 0; part_5 < 2u; ++part_5) {
      const i64 i = (i64)(thread / 4u + part_5 * 16u);
      const i64 j = (i64)(thread % 4u);
      if (i < end_i_3) {
        const i64 t = (i64)((u64)step + 2ul);
        a_tile[(i32)((u32)i64_modulo(t, 3) * 128u + thread / 4u * 4u + (u32)j) + (i32)part_5 * 64] = a[(i32)(((u32)rows * 32u + (u32)i) * a_s0 + (u32)j) + (i32)t * 4];
      }
    }
    const i64 end_i_4 = i64_minimum(4, ((i64)((u64)step + 2ul) < (a_n1 >> 2)) ? 4 : 0);
    {
      const u32 at_5 = thread;
      const i64 i = (i64)(at_5 / 16u);
      const i64 j = (i64)(at_5 % 16u);
      if (i < end_i_4) {
        const i64 t_2 = (i64)((u64)step + 2ul);
        b_tile[(i32)((u32)i64_modulo(t_2, 3) * 64u + (u32)i * 16u + (u32)j)] = b[(i32)(((u32)t_2 * 4u + (u32)i) * b_s0 + (u32)columns * 16u + (u32)j)];
      }
    }
    {
      const u32 at_6 = thread;
      const i64 w = (i64)(at_6);
      if (at_6 < 2u) {
        #pragma unroll
        for (i64 part_2 = 0; part_2 < 2; ++part_2) {
          #pragma unroll 8
          for (i64 m = 0; m < 16; ++m) {
            for (i64 n = 0; n < 8; ++n) {
              for (i64 k = 0; k < 4; ++k) {
                const i64 t_3 = i64_modulo(step, 3);
                sum[(u32)part_2 * 128u + (u32)m * 8u + (u32)n] = fma(a_tile[(i32)((u32)t_3 * 128u + (u32)m * 4u + (u32)k) + (i32)part_2 * 64], b_tile[(i32)((u32)t_3 * 64u + (u32)k * 16u + (u32)w * 8u + (u32)n)], sum[(u32)part_2 * 128u + (u32)m * 8u + (u32)n]);
              }
            }
          }
        }
      }
    }
  }
  {
    const u32 at_7 = thread;
    const i64 w = (i64)(at_7);
    if (at_7 < 2u) {
      #pragma unroll
      for (i64 part_2 = 0; part_2 < 2; ++part_2) {
        #pragma unroll 8
        for (i64 m = 0; m < 16; ++m) {
          for (i64 n = 0; n < 8; ++n) {
            c[(i32)(((u32)rows * 32u + ((u32)part_2 * 16u + (u32)m)) * c_s0 + (u32)columns * 16u + (u32)w * 8u + (u32)n)] = sum[(u32)part_2 * 128u + (u32)m * 8u + (u32)n];
          }
        }
      }
    }
  }
}

