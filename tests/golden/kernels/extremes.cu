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
static __device__ __forceinline__ u32 inverted(u32 x) {
  u32 result;
  asm("not.b32 %0, %1;" : "=r"(result) : "r"(x));
  return result;
}
static __device__ __forceinline__ i32 i32_maximum(i32 x, i32 y) { return x < y ? y : x; }

extern "C" __global__ void up_extremes_line0(
    i64 i_first, i64 i_end, const i32* __restrict__ b_memory, i64 b_at, i32* __restrict__ a_memory, i64 a_at) {
  const i64 i = i_first + (i64)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= i_end) return;
  const i32* b = b_memory + b_at;
  i32* a = a_memory + a_at;
  const i32 t = b[(u32)i];
  const i32 t_2 = (i32)i;
  a[(u32)i] = i32_maximum(i32_maximum((i32)(inverted((u32)t * (0u - (u32)t_2)) + 1u), (i32)((u32)t + inverted((u32)t_2) + 1u)), (i32)(inverted((u32)((i32)((u32)t + 1u))) + 1u));
}

