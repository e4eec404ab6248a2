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

extern "C" __global__ void up_lanes_line0(
    i64 i_first, i64 i_end, i64 blocks, const f64* __restrict__ x_memory, i64 x_at, const f64* __restrict__ a_memory, i64 a_at, u32 a_s0, f64* __restrict__ y_memory, i64 y_at) {
  const i64 i = i_first + (i64)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= i_end) return;
  const f64* x = x_memory + x_at;
  const f64* a = a_memory + a_at;
  f64* y = y_memory + y_at;
  const i64 end_block = blocks;
  for (i64 block = 0; block < end_block; ++block) {
    for (i64 lane = 0; lane < 32; ++lane) {
      const i64 t = (i64)((u64)block * 32ul);
      y[(u32)i] = fma(x[(i32)t + (i32)lane], a[(i32)((u32)t * a_s0 + (u32)i) + lane * (i32)a_s0], y[(u32)i]);
    }
  }
}

