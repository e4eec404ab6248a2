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
static __device__ __forceinline__ i64 i64_minimum(i64 x, i64 y) { return y < x ? y : x; }
static __device__ __forceinline__ void copy_later_4(void* to, const void* from) {
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"((u32)__cvta_generic_to_shared(to)), "l"(from) : "memory");
#else
  *(u32*)to = *(const u32*)from;
#endif
}
static __device__ __forceinline__ void copy_later_8(void* to, const void* from) {
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" :: "r"((u32)__cvta_generic_to_shared(to)), "l"(from) : "memory");
#else
  *(u64*)to = *(const u64*)from;
#endif
}
static __device__ __forceinline__ void copy_later_16(void* to, const void* from) {
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"((u32)__cvta_generic_to_shared(to)), "l"(from) : "memory");
#else
  *(ulonglong2*)to = *(const ulonglong2*)from;
#endif
}
template <int kBatches>
static __device__ __forceinline__ void wait_batches() {
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.commit_group;\n\tcp.async.wait_group %0;" :: "n"(kBatches) : "memory");
#endif
}
typedef struct __attribute__((aligned(16))) {
  f32 at[4];
} f32x4;

extern "C" __global__ void __launch_bounds__(256) up_wide_line0(
    const f32* __restrict__ x_memory, i64 x_at, u32 x_s0, i64 x_n0, f32* __restrict__ y_memory, i64 y_at, u32 y_s0) {
  const i64 g = (i64)blockIdx.x;
  const u32 thread = (u32)threadIdx.x;
  extern __shared__ __align__(16) u8 group_memory[];
  f32* const rows = (f32*)(group_memory + 0);
  const f32* x = x_memory + x_at;
  f32* y = y_memory + y_at;
  const i64 end_i = i64_minimum(128, (i64)((u64)x_n0 - (u64)g * 128ul));
  #pragma unroll
  for (u32 part = 0; part < 16u; ++part) {
    const i64 i = (i64)(thread / 32u + part * 8u);
    const i64 j = (i64)(thread % 32u);
    if (i < end_i) {
      {
        const i64 v = 0;
        copy_later_16(&rows[(i32)(thread / 32u * 128u + (u32)j * 4u + (u32)v) + (i32)part * 1024], x + (i64)((u64)i * (u64)x_s0 + (u64)j * 4ul + (u64)v) + (i64)((u64)g * 128ul * (u64)x_s0));
      }
    }
  }
  wait_batches<0>();
  __syncthreads();
  const i64 end_i_2 = i64_minimum(128, (i64)((u64)x_n0 - (u64)g * 128ul));
  #pragma unroll
  for (u32 part_2 = 0; part_2 < 16u; ++part_2) {
    const i64 i = (i64)(thread / 32u + part_2 * 8u);
    const i64 j = (i64)(thread % 32u);
    if (i < end_i_2) {
      f32x4 rows_wide;
      {
        const i64 v = 0;
        rows_wide = *(const f32x4*)&rows[(i32)(thread / 32u * 128u + (u32)j * 4u + (u32)v) + (i32)part_2 * 1024];
      }
      f32x4 y_wide;
      #pragma unroll
      for (i64 v = 0; v < 4; ++v) {
        const i64 t = (i64)((u64)j * 4ul + (u64)v);
        y_wide.at[v] = rows_wide.at[v] * 2.0f;
      }
      {
        const i64 v = 0;
        *(f32x4*)&y[(i32)(((u32)g * 128u + (u32)i) * y_s0 + (u32)j * 4u + (u32)v)] = y_wide;
      }
    }
  }
}

