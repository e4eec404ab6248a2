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

extern "C" __global__ void up_turned_line0(
    i64 i_first, i64 i_end, const f64* __restrict__ x_memory, i64 x_at, f64* __restrict__ a_memory, i64 a_at, f64* __restrict__ b_memory, i64 b_at) {
  const i64 i = i_first + (i64)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= i_end) return;
  const f64* x = x_memory + x_at;
  f64* a = a_memory + a_at;
  f64* b = b_memory + b_at;
  const f64 angle = x[(u32)i];
  f64 sine, cosine;
  sincos(angle, &sine, &cosine);
  a[(u32)i] = cosine;
  b[(u32)i] = sine;
}

