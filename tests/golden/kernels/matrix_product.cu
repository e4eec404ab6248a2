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

extern "C" __global__ void up_matrix_mult_line0(
    i64 i_first, i64 i_end, i64 j_first, i64 j_end, const f32* __restrict__ a_memory, i64 a_at, u32 a_s0, i64 a_n1, const f32* __restrict__ b_memory, i64 b_at, u32 b_s0, f32* __restrict__ c_memory, i64 c_at, u32 c_s0) {
  const i64 i = i_first + (i64)blockIdx.y * blockDim.y + threadIdx.y;
  const i64 j = j_first + (i64)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= i_end) return;
  if (j >= j_end) return;
  const f32* a = a_memory + a_at;
  const f32* b = b_memory + b_at;
  f32* c = c_memory + c_at;
  f32 s = 0.0f;
  #pragma unroll 8
  for (i64 k = 0; k < a_n1; ++k) {
    s = fmaf(a[(i32)((u32)i * a_s0 + (u32)k)], b[(i32)((u32)k * b_s0 + (u32)j)], s);
  }
  c[(i32)((u32)i * c_s0 + (u32)j)] = s;
}

