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
typedef struct __attribute__((aligned(16))) {
  f32 at[4];
} f32x4;
typedef struct __attribute__((aligned(16))) {
  u32 at[4];
} u32x4;

extern "C" __global__ void up_rows_of_bytes_line0(
    i64 i_first, i64 i_end, const u8* __restrict__ a_memory, i64 a_at, u32 a_s0, const f32* __restrict__ b_memory, i64 b_at, u32 b_s0, f32* __restrict__ y_memory, i64 y_at) {
  const i64 i = i_first + (i64)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= i_end) return;
  const u8* a = a_memory + a_at;
  const f32* b = b_memory + b_at;
  f32* y = y_memory + y_at;
  f32x4 b_wide;
  u32x4 a_wide;
  #pragma unroll
  for (i64 p = 0; p < 16; ++p) {
    if (p % 4 == 0) b_wide = *(const f32x4*)&b[(i32)((u32)i * b_s0) + (i32)p];
    if (p % 16 == 0) a_wide = *(const u32x4*)&a[(i32)((u32)i * a_s0) + (i32)p];
    y[(u32)i] = fmaf((f32)(u8)__byte_perm(a_wide.at[p % 16 / 4], 0u, 0x4440u | (u32)(p % 16 % 4)), b_wide.at[p % 4], y[(u32)i]);
  }
}
