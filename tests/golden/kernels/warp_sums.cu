typedef signed char i8;
typedef short i16;
typedef int i32;
typedef long long i64;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef float f32;
typedef double f64;

extern "C" __global__ void __launch_bounds__(64) up_warp_sums_line0(
    const f64* __restrict__ x_memory, i64 x_at, f64* __restrict__ y_memory, i64 y_at) {
  const i64 g = (i64)blockIdx.x;
  const u32 thread = (u32)threadIdx.x;
  __shared__ f64 warps[2] __attribute__((aligned(16)));
  f64 part[1];
  f64 part_2[1];
  f64 part_3[1];
  f64 part_4[1];
  f64 part_5[1];
  f64 part_6[1];
  const f64* x = x_memory + x_at;
  f64* y = y_memory + y_at;
  {
    const u32 at = thread;
    const i64 i = (i64)(at);
    part[0] = x[(i32)((u32)g * 64u + (u32)i)];
  }
  {
    const u32 at_2 = thread;
    const i64 i = (i64)(at_2);
    const f64 t = __shfl_xor_sync(0xffffffffu, part[0], 16);
    part_2[0] = part[0] + t;
  }
  {
    const u32 at_3 = thread;
    const i64 i = (i64)(at_3);
    const f64 t_2 = __shfl_xor_sync(0xffffffffu, part_2[0], 8);
    part_3[0] = part_2[0] + t_2;
  }
  {
    const u32 at_4 = thread;
    const i64 i = (i64)(at_4);
    const f64 t_3 = __shfl_xor_sync(0xffffffffu, part_3[0], 4);
    part_4[0] = part_3[0] + t_3;
  }
  {
    const u32 at_5 = thread;
    const i64 i = (i64)(at_5);
    const f64 t_4 = __shfl_xor_sync(0xffffffffu, part_4[0], 2);
    part_5[0] = part_4[0] + t_4;
  }
  {
    const u32 at_6 = thread;
    const i64 i = (i64)(at_6);
    const f64 t_5 = __shfl_xor_sync(0xffffffffu, part_5[0], 1);
    part_6[0] = part_5[0] + t_5;
  }
  {
    const u32 at_7 = thread;
    const i64 i = (i64)(at_7);
    if ((i & 31) == 0) {
      warps[(i32)((u32)(i >> 5))] = part_6[0];
    }
  }
  __syncthreads();
  {
    const u32 at_8 = thread;
    const i64 i = (i64)(at_8);
    if (at_8 < 1u) {
      y[(u32)g] = warps[0] + warps[1];
    }
  }
}

