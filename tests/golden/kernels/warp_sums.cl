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

__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void up_warp_sums_line0(
    __global const f64* restrict x_memory, i64 x_at, __global f64* restrict y_memory, i64 y_at) {
  const i64 g = (i64)get_group_id(0);
  const u32 thread = (u32)get_local_id(0);
  __local f64 part[64] __attribute__((aligned(16)));
  __local f64 warps[2] __attribute__((aligned(16)));
  __local f64 part_2[64] __attribute__((aligned(16)));
  __local f64 part_3[64] __attribute__((aligned(16)));
  __local f64 part_4[64] __attribute__((aligned(16)));
  __local f64 part_5[64] __attribute__((aligned(16)));
  f64 part_6[1];
  __global const f64* x = x_memory + x_at;
  __global f64* y = y_memory + y_at;
  {
    const u32 at = thread;
    const i64 i = (i64)(at);
    part[(u32)i] = x[(i32)((u32)g * 64u + (u32)i)];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  {
    const u32 at_2 = thread;
    const i64 i = (i64)(at_2);
    part_2[(u32)i] = part[(u32)i] + part[(i32)((u32)(i ^ 16))];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  {
    const u32 at_3 = thread;
    const i64 i = (i64)(at_3);
    part_3[(u32)i] = part_2[(u32)i] + part_2[(i32)((u32)(i ^ 8))];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  {
    const u32 at_4 = thread;
    const i64 i = (i64)(at_4);
    part_4[(u32)i] = part_3[(u32)i] + part_3[(i32)((u32)(i ^ 4))];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  {
    const u32 at_5 = thread;
    const i64 i = (i64)(at_5);
    part_5[(u32)i] = part_4[(u32)i] + part_4[(i32)((u32)(i ^ 2))];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  {
    const u32 at_6 = thread;
    const i64 i = (i64)(at_6);
    part_6[0] = part_5[(u32)i] + part_5[(i32)((u32)(i ^ 1))];
  }
  {
    const u32 at_7 = thread;
    const i64 i = (i64)(at_7);
    if ((i & 31) == 0) {
      warps[(i32)((u32)(i >> 5))] = part_6[0];
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  {
    const u32 at_8 = thread;
    const i64 i = (i64)(at_8);
    if (at_8 < 1u) {
      y[(u32)g] = warps[0] + warps[1];
    }
  }
}

