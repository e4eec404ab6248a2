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
static __device__ __forceinline__ i64 i64_minimum(i64 x, i64 y) { return y < x ? y : x; }
static __device__ __forceinline__ i64 i64_modulo(i64 x, i64 y) {
  if (y == 0 || y == -1) return 0;
  const i64 rest = (i64)(x % y);
  return rest != 0 && (rest ^ y) < 0 ? (i64)(rest + y) : rest;
}
static __device__ __forceinline__ f64 negated_where(f64 x, u32 odd) {
  return __hiloint2double(__double2hiint(x) ^ (i32)(odd << 31), __double2loint(x));
}
static __device__ __forceinline__ void matrix_8_8_4(f64* c, const f64* a, const f64* b) {
  asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
      : "+d"(c[0]), "+d"(c[1]) : "d"(a[0]), "d"(b[0]));
}
#if __CUDA_ARCH__ >= 900
static __device__ __forceinline__ void matrix_16_8_4(f64* c, const f64* a, const f64* b) {
  asm("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
      : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3]) : "d"(a[0]), "d"(a[1]), "d"(b[0]));
}
#else
static __device__ __forceinline__ void matrix_16_8_4(f64* c, const f64* a, const f64* b) {
  matrix_8_8_4(c, a, b);
  matrix_8_8_4(c + 2, a + 1, b);
}
#endif

extern "C" __global__ void __launch_bounds__(64) up_unit_product_line0(
    const f64* __restrict__ a_memory, i64 a_at, u32 a_s0, i64 a_n1, const f64* __restrict__ b_memory, i64 b_at, u32 b_s0, f64* __restrict__ c_memory, i64 c_at, u32 c_s0) {
  const i64 rows = (i64)blockIdx.y;
  const i64 columns = (i64)blockIdx.x;
  const u32 thread = (u32)threadIdx.x;
  const u32 lane = thread % 32u;
  __shared__ f64 a_tile[384] __attribute__((aligned(16)));
  __shared__ f64 b_tile[192] __attribute__((aligned(16)));
  f64 sum[8];
  const f64* a = a_memory + a_at;
  const f64* b = b_memory + b_at;
  f64* c = c_memory + c_at;
  {
    const u32 at = (thread / 32u);
    const i64 w = (i64)(at);
    #pragma unroll
    for (i64 part_2 = 0; part_2 < 2; ++part_2) {
      #pragma unroll
      for (u32 element = 0; element < 4u; ++element) {
        const i64 m = (i64)(lane / 4u + (element / 2u) * 8u);
        const i64 n = (i64)(lane % 4u * 2u + (element % 2u));
        sum[(u32)part_2 * 4u + element] = 0.0;
      }
    }
  }
  for (i64 step = 0; step < 2; ++step) {
    wait_batches<1>();
    __syncthreads();
    const i64 end_i = i64_minimum(32, (step < (a_n1 >> 2)) ? 32 : 0);
    #pragma unroll
    for (u32 part_3 = 0; part_3 < 2u; ++part_3) {
      const i64 i = (i64)(thread / 4u + part_3 * 16u);
      const i64 j = (i64)(thread % 4u);
      if (i < end_i) {
        copy_later_8(&a_tile[(i32)((u32)i64_modulo(step, 3) * 128u + thread / 4u * 4u + (u32)j) + (i32)part_3 * 64], a + (i64)((u64)i * (u64)a_s0 + (u64)j) + (i64)((u64)rows * 32ul * (u64)a_s0 + (u64)step * 4ul));
      }
    }
    const i64 end_i_2 = i64_minimum(4, (step < (a_n1 >> 2)) ? 4 : 0);
    {
      const u32 at_3 = thread;
      const i64 i = (i64)(at_3 / 16u);
      const i64 j = (i64)(at_3 % 16u);
      if (i < end_i_2) {
        copy_later_8(&b_tile[(i32)((u32)i64_modulo(step, 3) * 64u + (u32)i * 16u + (u32)j)], b + (i64)((u64)i * (u64)b_s0 + (u64)j) + (i64)((u64)step * 4ul * (u64)b_s0 + (u64)columns * 16ul));
      }
    }
  }
  const i64 end_step = (a_n1 >> 2);
  for (i64 step = 0; step < end_step; ++step) {
    wait_batches<1>();
    __syncthreads();
    const i64 end_i_3 = i64_minimum(32, ((i64)((u64)step + 2ul) < (a_n1 >> 2)) ? 32 : 0);
    #pragma unroll
    for (u32 part_5 = 0; part_5 < 2u; ++part_5) {
      const i64 i = (i64)(thread / 4u + part_5 * 16u);
      const i64 j = (i64)(thread % 4u);
      if (i < end_i_3) {
        copy_later_8(&a_tile[(i32)((u32)i64_modulo((i64)((u64)step + 2ul), 3) * 128u + thread / 4u * 4u + (u32)j) + (i32)part_5 * 64], a + (i64)((u64)i * (u64)a_s0 + (u64)j) + (i64)((u64)rows * 32ul * (u64)a_s0 + ((u64)step + 2ul) * 4ul));
      }
    }
    const i64 end_i_4 = i64_minimum(4, ((i64)((u64)step + 2ul) < (a_n1 >> 2)) ? 4 : 0);
    {
      const u32 at_5 = thread;
      const i64 i = (i64)(at_5 / 16u);
      const i64 j = (i64)(at_5 % 16u);
      if (i < end_i_4) {
        copy_later_8(&b_tile[(i32)((u32)i64_modulo((i64)((u64)step + 2ul), 3) * 64u + (u32)i * 16u + (u32)j)], b + (i64)((u64)i * (u64)b_s0 + (u64)j) + (i64)(((u64)step + 2ul) * 4ul * (u64)b_s0 + (u64)columns * 16ul));
      }
    }
    {
      const u32 at_6 = (thread / 32u);
      const i64 w = (i64)(at_6);
      #pragma unroll
      for (i64 part_2 = 0; part_2 < 2; ++part_2) {
        {
          f64 left[2];
          #pragma unroll
          for (u32 element_2 = 0; element_2 < 2u; ++element_2) {
            const i64 m = (i64)(lane / 4u + element_2 * 8u);
            const i64 k = (i64)(lane % 4u);
            left[element_2] = a_tile[(i32)((u32)i64_modulo(step, 3) * 128u + lane / 4u * 4u + (u32)k) + (i32)part_2 * 64 + (i32)element_2 * 32];
          }
          f64 right[1];
          #pragma unroll
          for (u32 element_3 = 0; element_3 < 1u; ++element_3) {
            const i64 k = (i64)(lane % 4u);
            const i64 n = (i64)(lane / 4u);
            right[element_3] = b_tile[(i32)((u32)i64_modulo(step, 3) * 64u + (u32)k * 16u + (u32)w * 8u + (u32)n)];
          }
          matrix_16_8_4(&sum[(u32)part_2 * 4u], left, right);
        }
      }
    }
  }
  {
    const u32 at_7 = (thread / 32u);
    const i64 w = (i64)(at_7);
    #pragma unroll
    for (i64 part_2 = 0; part_2 < 2; ++part_2) {
      #pragma unroll
      for (u32 element_4 = 0; element_4 < 4u; ++element_4) {
        const i64 m = (i64)(lane / 4u + (element_4 / 2u) * 8u);
        const i64 n = (i64)(lane % 4u * 2u + (element_4 % 2u));
        c[(i32)(((u32)rows * 32u + ((u32)part_2 * 16u + (u32)m)) * c_s0 + (u32)columns * 16u + (u32)w * 8u + lane % 4u * 2u) + (i32)(element_4 % 2u)] = sum[(u32)part_2 * 4u + element_4];
      }
    }
  }
}

