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
static __device__ __forceinline__ i64 i64_floor_divide(i64 x, i64 y) {
  if (y == 0) return 0;
  if (y == -1) return (i64)(0u - (u64)x);
  const i64 quotient = (i64)(x / y);
  const i64 rest = (i64)(x % y);
  return rest != 0 && (rest ^ y) < 0 ? (i64)(quotient - 1) : quotient;
}
static __device__ __forceinline__ i64 i64_minimum(i64 x, i64 y) { return y < x ? y : x; }
static __device__ __forceinline__ i64 i64_maximum(i64 x, i64 y) { return x < y ? y : x; }
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
typedef struct __attribute__((aligned(16))) {
  f64 at[2];
} f64x2;

extern "C" __global__ void __launch_bounds__(256) up_matrix_mult_line0(
    i64 i_first, i64 i_end, i64 j_first, i64 j_end, const f64* __restrict__ a_memory, i64 a_at, u32 a_s0, i64 a_n1, const f64* __restrict__ b_memory, i64 b_at, u32 b_s0, f64* __restrict__ c_memory, i64 c_at, u32 c_s0) {
  const i64 i_group = (i64)blockIdx.y;
  const i64 j_group = (i64)blockIdx.x;
  const u32 thread = (u32)threadIdx.x;
  const u32 lane = thread % 32u;
  extern __shared__ __align__(16) u8 group_memory[];
  f64* const b_tile = (f64*)(group_memory + 0);
  f64* const a_tile = (f64*)(group_memory + 50688);
  f64 s[64];
  f64 b_operand[8];
  f64 a_operand[16];
  const f64* a = a_memory + a_at;
  const f64* b = b_memory + b_at;
  f64* c = c_memory + c_at;
  const i64 panel_tiles = (i64)((u64)(((i64)((u64)i_end - (u64)i_first + 127ul)) >> 7) * 8ul);
  const i64 panel = i64_floor_divide((i64)((u64)i_group * (u64)(((i64)((u64)j_end - (u64)j_first + 127ul)) >> 7) + (u64)j_group), panel_tiles);
  const i64 in_panel = (i64)((u64)i_group * (u64)(((i64)((u64)j_end - (u64)j_first + 127ul)) >> 7) + (u64)j_group - (u64)panel * (u64)panel_tiles);
  const i64 panel_width = i64_minimum(8, (i64)((u64)(((i64)((u64)j_end - (u64)j_first + 127ul)) >> 7) - (u64)panel * 8ul));
  const i64 tile_row = i64_floor_divide(in_panel, panel_width);
  const i64 tile_column = (i64)((u64)panel * 8ul + ((u64)in_panel - (u64)tile_row * (u64)panel_width));
  const i64 j_start = (i64)((u64)j_first + (u64)tile_column * 128ul);
  const i64 i_start = (i64)((u64)i_first + (u64)tile_row * 128ul);
  {
    const u32 at = (thread / 32u);
    const i64 i_warp = (i64)(at / 4u);
    const i64 j_warp = (i64)(at % 4u);
    #pragma unroll
    for (i64 i_part = 0; i_part < 4; ++i_part) {
      #pragma unroll
      for (i64 j_part = 0; j_part < 4; ++j_part) {
        #pragma unroll
        for (u32 element = 0; element < 4u; ++element) {
          const i64 i_element = (i64)(lane / 4u + (element / 2u) * 8u);
          const i64 j_element = (i64)(lane % 4u * 2u + (element % 2u));
          s[(u32)i_part * 16u + (u32)j_part * 4u + element] = 0.0;
        }
      }
    }
  }
  const i64 all = i64_maximum(0, a_n1);
  const i64 whole = all >> 4;
  i32 stage = 0;
  const i64 end_any = i64_minimum(1, whole);
  if (end_any > 0) {
    const i64 any = 0;
    for (i64 begun = 0; begun < 2; ++begun) {
      wait_batches<1>();
      __syncthreads();
      #pragma unroll
      for (u32 part_2 = 0; part_2 < 4u; ++part_2) {
        const i64 step = (i64)(thread / 64u + part_2 * 4u);
        const i64 element_2 = (i64)(thread % 64u);
        {
          const i64 lane_2 = 0;
          copy_later_16(&b_tile[(i32)((u32)begun * 2112u + thread / 64u * 132u + (u32)element_2 * 2u + (u32)lane_2) + (i32)part_2 * 528], b + (i64)((u64)step * (u64)b_s0 + (u64)i64_minimum((i64)((u64)j_start + (u64)element_2 * 2ul), i64_maximum(j_first, (i64)((u64)j_end - 2ul + ((u64)j_end - 2ul) - ((u64)j_start + (u64)element_2 * 2ul)))) + (u64)lane_2) + (i64)((u64)i64_minimum(begun, (i64)((u64)whole - 1ul)) * 16ul * (u64)b_s0));
        }
      }
      #pragma unroll
      for (u32 part_3 = 0; part_3 < 4u; ++part_3) {
        const i64 element_3 = (i64)(thread / 8u + part_3 * 32u);
        const i64 step_2 = (i64)(thread % 8u);
        {
          const i64 lane_3 = 0;
          copy_later_16(&a_tile[(i32)((u32)begun * 2560u + thread / 8u * 20u + (u32)step_2 * 2u + (u32)lane_3) + (i32)part_3 * 640], a + (i64)((u64)i64_minimum((i64)((u64)i_start + (u64)element_3), i64_maximum(i_first, (i64)((u64)i_end - 1ul + ((u64)i_end - 1ul) - ((u64)i_start + (u64)element_3)))) * (u64)a_s0 + (u64)step_2 * 2ul + (u64)lane_3) + (i64)((u64)i64_minimum(begun, (i64)((u64)whole - 1ul)) * 16ul));
        }
      }
    }
    i32 behind = 2;
    wait_batches<1>();
    __syncthreads();
    {
      const u32 at_4 = thread;
      const i64 step_3 = (i64)(at_4 / 64u);
      const i64 element_4 = (i64)(at_4 % 64u);
      {
        const i64 lane_4 = 0;
        copy_later_16(&b_tile[(i32)((u32)((i64)behind) * 2112u + (u32)step_3 * 132u + (u32)element_4 * 2u + (u32)lane_4)], b + (i64)((u64)step_3 * (u64)b_s0 + (u64)i64_minimum((i64)((u64)j_start + (u64)element_4 * 2ul), i64_maximum(j_first, (i64)((u64)j_end - 2ul + ((u64)j_end - 2ul) - ((u64)j_start + (u64)element_4 * 2ul)))) + (u64)lane_4) + (i64)((u64)i64_minimum(2, (i64)((u64)whole - 1ul)) * 16ul * (u64)b_s0));
      }
    }
    {
      const u32 at_5 = (thread / 32u);
      const i64 i_warp = (i64)(at_5 / 4u);
      const i64 j_warp = (i64)(at_5 % 4u);
      #pragma unroll
      for (i64 i_part = 0; i_part < 4; ++i_part) {
        #pragma unroll
        for (u32 element_5 = 0; element_5 < 2u; ++element_5) {
          const i64 i_element = (i64)(lane / 4u + element_5 * 8u);
          const i64 step_4 = (i64)(lane % 4u);
          a_operand[0u * 8u + (u32)i_part * 2u + element_5] = a_tile[(i32)((u32)i_warp * 64u * 20u + lane / 4u * 20u + (u32)step_4) + (i32)i_part * 320 + (i32)element_5 * 160];
        }
      }
      #pragma unroll
      for (i64 j_part = 0; j_part < 4; ++j_part) {
        #pragma unroll
        for (u32 element_6 = 0; element_6 < 1u; ++element_6) {
          const i64 step_5 = (i64)(lane % 4u);
          const i64 j_element = (i64)(lane / 4u);
          b_operand[0u * 4u + (u32)j_part + element_6] = b_tile[(i32)((u32)step_5 * 132u + (u32)j_warp * 32u + (u32)j_element) + (i32)j_part * 8];
        }
      }
    }
    i64 to_come = i64_minimum(2, (i64)((u64)whole - 1ul));
    const f64* from;
    {
      const u32 at_6 = thread;
      const i64 step_6 = (i64)(at_6 / 64u);
      const i64 element_7 = (i64)(at_6 % 64u);
      const i64 lane_5 = 0;
      from = b + (i64)((u64)step_6 * (u64)b_s0 + (u64)i64_minimum((i64)((u64)j_start + (u64)element_7 * 2ul), i64_maximum(j_first, (i64)((u64)j_end - 2ul + ((u64)j_end - 2ul) - ((u64)j_start + (u64)element_7 * 2ul)))) + (u64)lane_5) + (i64)((u64)to_come * 16ul * (u64)b_s0 + 4ul * (u64)b_s0);
    }
    const f64* from_2;
    {
      const u32 at_7 = thread;
      const i64 step_7 = (i64)(at_7 / 64u);
      const i64 element_8 = (i64)(at_7 % 64u);
      const i64 lane_6 = 0;
      from_2 = b + (i64)((u64)step_7 * (u64)b_s0 + (u64)i64_minimum((i64)((u64)j_start + (u64)element_8 * 2ul), i64_maximum(j_first, (i64)((u64)j_end - 2ul + ((u64)j_end - 2ul) - ((u64)j_start + (u64)element_8 * 2ul)))) + (u64)lane_6) + (i64)((u64)to_come * 16ul * (u64)b_s0 + 8ul * (u64)b_s0);
    }
    const f64* from_3;
    {
      const u32 at_8 = thread;
      const i64 step_8 = (i64)(at_8 / 64u);
      const i64 element_9 = (i64)(at_8 % 64u);
      const i64 lane_7 = 0;
      from_3 = b + (i64)((u64)step_8 * (u64)b_s0 + (u64)i64_minimum((i64)((u64)j_start + (u64)element_9 * 2ul), i64_maximum(j_first, (i64)((u64)j_end - 2ul + ((u64)j_end - 2ul) - ((u64)j_start + (u64)element_9 * 2ul)))) + (u64)lane_7) + (i64)((u64)to_come * 16ul * (u64)b_s0 + 12ul * (u64)b_s0);
    }
    const f64* from_4;
    {
      const u32 at_9 = thread;
      const i64 element_10 = (i64)(at_9 / 8u);
      const i64 step_9 = (i64)(at_9 % 8u);
      const i64 lane_8 = 0;
      from_4 = a + (i64)((u64)i64_minimum((i64)((u64)i_start + (u64)element_10), i64_maximum(i_first, (i64)((u64)i_end - 1ul + ((u64)i_end - 1ul) - ((u64)i_start + (u64)element_10)))) * (u64)a_s0 + (u64)step_9 * 2ul + (u64)lane_8) + (i64)((u64)to_come * 16ul);
    }
    const f64* from_5;
    {
      const u32 at_10 = thread;
      const i64 element_11 = (i64)(at_10 / 8u);
      const i64 step_10 = (i64)(at_10 % 8u);
      const i64 lane_9 = 0;
      from_5 = a + (i64)((u64)i64_minimum((i64)((u64)i_start + ((u64)element_11 + 32ul)), i64_maximum(i_first, (i64)((u64)i_end - 1ul + ((u64)i_end - 1ul) - ((u64)i_start + ((u64)element_11 + 32ul))))) * (u64)a_s0 + (u64)step_10 * 2ul + (u64)lane_9) + (i64)((u64)to_come * 16ul);
    }
    const f64* from_6;
    {
      const u32 at_11 = thread;
      const i64 element_12 = (i64)(at_11 / 8u);
      const i64 step_11 = (i64)(at_11 % 8u);
      const i64 lane_10 = 0;
      from_6 = a + (i64)((u64)i64_minimum((i64)((u64)i_start + ((u64)element_12 + 64ul)), i64_maximum(i_first, (i64)((u64)i_end - 1ul + ((u64)i_end - 1ul) - ((u64)i_start + ((u64)element_12 + 64ul))))) * (u64)a_s0 + (u64)step_11 * 2ul + (u64)lane_10) + (i64)((u64)to_come * 16ul);
    }
    const f64* from_7;
    {
      const u32 at_12 = thread;
      const i64 element_13 = (i64)(at_12 / 8u);
      const i64 step_12 = (i64)(at_12 % 8u);
      const i64 lane_11 = 0;
      from_7 = a + (i64)((u64)i64_minimum((i64)((u64)i_start + ((u64)element_13 + 96ul)), i64_maximum(i_first, (i64)((u64)i_end - 1ul + ((u64)i_end - 1ul) - ((u64)i_start + ((u64)element_13 + 96ul))))) * (u64)a_s0 + (u64)step_12 * 2ul + (u64)lane_11) + (i64)((u64)to_come * 16ul);
    }
    const f64* from_8;
    {
      const u32 at_13 = thread;
      const i64 step_13 = (i64)(at_13 / 64u);
      const i64 element_14 = (i64)(at_13 % 64u);
      const i64 lane_12 = 0;
      from_8 = b + (i64)((u64)step_13 * (u64)b_s0 + (u64)i64_minimum((i64)((u64)j_start + (u64)element_14 * 2ul), i64_maximum(j_first, (i64)((u64)j_end - 2ul + ((u64)j_end - 2ul) - ((u64)j_start + (u64)element_14 * 2ul)))) + (u64)lane_12) + (i64)((u64)to_come * 16ul * (u64)b_s0);
    }
    const i64 end_piece = whole;
    for (i64 piece = 0; piece < end_piece; ++piece) {
      const i32 next = (stage == 2) ? 0 : ((i32)((u32)stage + 1u));
      {
        const u32 at_14 = (thread / 32u);
        const i64 i_warp = (i64)(at_14 / 4u);
        const i64 j_warp = (i64)(at_14 % 4u);
        #pragma unroll
        for (i64 i_part = 0; i_part < 4; ++i_part) {
          #pragma unroll
          for (u32 element_15 = 0; element_15 < 2u; ++element_15) {
            const i64 i_element = (i64)(lane / 4u + element_15 * 8u);
            const i64 step_14 = (i64)(lane % 4u);
            a_operand[1u * 8u + (u32)i_part * 2u + element_15] = a_tile[(i32)((u32)((i64)stage) * 2560u + (u32)i_warp * 64u * 20u + lane / 4u * 20u + (u32)step_14) + (i32)i_part * 320 + (i32)element_15 * 160 + 4];
          }
        }
        #pragma unroll
        for (i64 j_part = 0; j_part < 4; ++j_part) {
          #pragma unroll
          for (u32 element_16 = 0; element_16 < 1u; ++element_16) {
            const i64 step_15 = (i64)(lane % 4u);
            const i64 j_element = (i64)(lane / 4u);
            b_operand[1u * 4u + (u32)j_part + element_16] = b_tile[(i32)((u32)((i64)stage) * 2112u + (u32)step_15 * 132u + (u32)j_warp * 32u + (u32)j_element) + 528 + (i32)j_part * 8];
          }
        }
        #pragma unroll
        for (i64 i_part = 0; i_part < 4; ++i_part) {
          #pragma unroll
          for (i64 j_part = 0; j_part < 4; ++j_part) {
            {
              matrix_16_8_4(&s[(u32)i_part * 16u + (u32)j_part * 4u], &a_operand[0u * 8u + (u32)i_part * 2u], &b_operand[0u * 4u + (u32)j_part]);
            }
          }
        }
      }
      {
        const u32 at_15 = thread;
        const i64 step_6 = (i64)(at_15 / 64u);
        const i64 element_7 = (i64)(at_15 % 64u);
        {
          const i64 lane_5 = 0;
          copy_later_16(&b_tile[(i32)((u32)((i64)behind) * 2112u + (u32)step_6 * 132u + (u32)element_7 * 2u + (u32)lane_5) + 528], from);
        }
      }
      {
        const u32 at_16 = thread;
        const i64 step_7 = (i64)(at_16 / 64u);
        const i64 element_8 = (i64)(at_16 % 64u);
        {
          const i64 lane_6 = 0;
          copy_later_16(&b_tile[(i32)((u32)((i64)behind) * 2112u + (u32)step_7 * 132u + (u32)element_8 * 2u + (u32)lane_6) + 1056], from_2);
        }
      }
      {
        const u32 at_17 = thread;
        const i64 step_8 = (i64)(at_17 / 64u);
        const i64 element_9 = (i64)(at_17 % 64u);
        {
          const i64 lane_7 = 0;
          copy_later_16(&b_tile[(i32)((u32)((i64)behind) * 2112u + (u32)step_8 * 132u + (u32)element_9 * 2u + (u32)lane_7) + 1584], from_3);
        }
      }
      {
        const u32 at_18 = (thread / 32u);
        const i64 i_warp = (i64)(at_18 / 4u);
        const i64 j_warp = (i64)(at_18 % 4u);
        #pragma unroll
        for (i64 i_part = 0; i_part < 4; ++i_part) {
          #pragma unroll
          for (u32 element_17 = 0; element_17 < 2u; ++element_17) {
            const i64 i_element = (i64)(lane / 4u + element_17 * 8u);
            const i64 step_16 = (i64)(lane % 4u);
            a_operand[0u * 8u + (u32)i_part * 2u + element_17] = a_tile[(i32)((u32)((i64)stage) * 2560u + (u32)i_warp * 64u * 20u + lane / 4u * 20u + (u32)step_16) + (i32)i_part * 320 + (i32)element_17 * 160 + 8];
          }
        }
        #pragma unroll
        for (i64 j_part = 0; j_part < 4; ++j_part) {
          #pragma unroll
          for (u32 element_18 = 0; element_18 < 1u; ++element_18) {
            const i64 step_17 = (i64)(lane % 4u);
            const i64 j_element = (i64)(lane / 4u);
            b_operand[0u * 4u + (u32)j_part + element_18] = b_tile[(i32)((u32)((i64)stage) * 2112u + (u32)step_17 * 132u + (u32)j_warp * 32u + (u32)j_element) + 1056 + (i32)j_part * 8];
          }
        }
        #pragma unroll
        for (i64 i_part = 0; i_part < 4; ++i_part) {
          #pragma unroll
          for (i64 j_part = 0; j_part < 4; ++j_part) {
            {
              matrix_16_8_4(&s[(u32)i_part * 16u + (u32)j_part * 4u], &a_operand[1u * 8u + (u32)i_part * 2u], &b_operand[1u * 4u + (u32)j_part]);
            }
          }
        }
      }
      {
        const u32 at_19 = thread;
        const i64 element_10 = (i64)(at_19 / 8u);
        const i64 step_9 = (i64)(at_19 % 8u);
        {
          const i64 lane_8 = 0;
          copy_later_16(&a_tile[(i32)((u32)((i64)behind) * 2560u + (u32)element_10 * 20u + (u32)step_9 * 2u + (u32)lane_8)], from_4);
        }
      }
      {
        const u32 at_20 = thread;
        const i64 element_11 = (i64)(at_20 / 8u);
        const i64 step_10 = (i64)(at_20 % 8u);
        {
          const i64 lane_9 = 0;
          copy_later_16(&a_tile[(i32)((u32)((i64)behind) * 2560u + (u32)element_11 * 20u + (u32)step_10 * 2u + (u32)lane_9) + 640], from_5);
        }
      }
      {
        const u32 at_21 = thread;
        const i64 element_12 = (i64)(at_21 / 8u);
        const i64 step_11 = (i64)(at_21 % 8u);
        {
          const i64 lane_10 = 0;
          copy_later_16(&a_tile[(i32)((u32)((i64)behind) * 2560u + (u32)element_12 * 20u + (u32)step_11 * 2u + (u32)lane_10) + 1280], from_6);
        }
      }
      {
        const u32 at_22 = (thread / 32u);
        const i64 i_warp = (i64)(at_22 / 4u);
        const i64 j_warp = (i64)(at_22 % 4u);
        #pragma unroll
        for (i64 i_part = 0; i_part < 4; ++i_part) {
          #pragma unroll
          for (u32 element_19 = 0; element_19 < 2u; ++element_19) {
            const i64 i_element = (i64)(lane / 4u + element_19 * 8u);
            const i64 step_18 = (i64)(lane % 4u);
            a_operand[1u * 8u + (u32)i_part * 2u + element_19] = a_tile[(i32)((u32)((i64)stage) * 2560u + (u32)i_warp * 64u * 20u + lane / 4u * 20u + (u32)step_18) + (i32)i_part * 320 + (i32)element_19 * 160 + 12];
          }
        }
        #pragma unroll
        for (i64 j_part = 0; j_part < 4; ++j_part) {
          #pragma unroll
          for (u32 element_20 = 0; element_20 < 1u; ++element_20) {
            const i64 step_19 = (i64)(lane % 4u);
            const i64 j_element = (i64)(lane / 4u);
            b_operand[1u * 4u + (u32)j_part + element_20] = b_tile[(i32)((u32)((i64)stage) * 2112u + (u32)step_19 * 132u + (u32)j_warp * 32u + (u32)j_element) + 1584 + (i32)j_part * 8];
          }
        }
        #pragma unroll
        for (i64 i_part = 0; i_part < 4; ++i_part) {
          #pragma unroll
          for (i64 j_part = 0; j_part < 4; ++j_part) {
            {
              matrix_16_8_4(&s[(u32)i_part * 16u + (u32)j_part * 4u], &a_operand[0u * 8u + (u32)i_part * 2u], &b_operand[0u * 4u + (u32)j_part]);
            }
          }
        }
      }
      {
        const u32 at_23 = thread;
        const i64 element_13 = (i64)(at_23 / 8u);
        const i64 step_12 = (i64)(at_23 % 8u);
        {
          const i64 lane_11 = 0;
          copy_later_16(&a_tile[(i32)((u32)((i64)behind) * 2560u + (u32)element_13 * 20u + (u32)step_12 * 2u + (u32)lane_11) + 1920], from_7);
        }
      }
      to_come = (i64)((u64)to_come + (u64)(((i64)((u64)piece + 3ul) < whole) ? 1 : 0));
      from += (i64)((u64)(((i64)((u64)piece + 3ul) < whole) ? 1 : 0) * (16ul * (u64)b_s0));
      from_2 += (i64)((u64)(((i64)((u64)piece + 3ul) < whole) ? 1 : 0) * (16ul * (u64)b_s0));
      from_3 += (i64)((u64)(((i64)((u64)piece + 3ul) < whole) ? 1 : 0) * (16ul * (u64)b_s0));
      from_4 += (i64)((u64)(((i64)((u64)piece + 3ul) < whole) ? 1 : 0) * (16ul));
      from_5 += (i64)((u64)(((i64)((u64)piece + 3ul) < whole) ? 1 : 0) * (16ul));
      from_6 += (i64)((u64)(((i64)((u64)piece + 3ul) < whole) ? 1 : 0) * (16ul));
      from_7 += (i64)((u64)(((i64)((u64)piece + 3ul) < whole) ? 1 : 0) * (16ul));
      from_8 += (i64)((u64)(((i64)((u64)piece + 3ul) < whole) ? 1 : 0) * (16ul * (u64)b_s0));
      wait_batches<1>();
      __syncthreads();
      {
        const u32 at_24 = thread;
        const i64 step_13 = (i64)(at_24 / 64u);
        const i64 element_14 = (i64)(at_24 % 64u);
        {
          const i64 lane_12 = 0;
          copy_later_16(&b_tile[(i32)((u32)((i64)stage) * 2112u + (u32)step_13 * 132u + (u32)element_14 * 2u + (u32)lane_12)], from_8);
        }
      }
      {
        const u32 at_25 = (thread / 32u);
        const i64 i_warp = (i64)(at_25 / 4u);
        const i64 j_warp = (i64)(at_25 % 4u);
        #pragma unroll
        for (i64 i_part = 0; i_part < 4; ++i_part) {
          #pragma unroll
          for (u32 element_21 = 0; element_21 < 2u; ++element_21) {
            const i64 i_element = (i64)(lane / 4u + element_21 * 8u);
            const i64 step_20 = (i64)(lane % 4u);
            a_operand[0u * 8u + (u32)i_part * 2u + element_21] = a_tile[(i32)((u32)((i64)next) * 2560u + (u32)i_warp * 64u * 20u + lane / 4u * 20u + (u32)step_20) + (i32)i_part * 320 + (i32)element_21 * 160];
          }
        }
        #pragma unroll
        for (i64 j_part = 0; j_part < 4; ++j_part) {
          #pragma unroll
          for (u32 element_22 = 0; element_22 < 1u; ++element_22) {
            const i64 step_21 = (i64)(lane % 4u);
            const i64 j_element = (i64)(lane / 4u);
            b_operand[0u * 4u + (u32)j_part + element_22] = b_tile[(i32)((u32)((i64)next) * 2112u + (u32)step_21 * 132u + (u32)j_warp * 32u + (u32)j_element) + (i32)j_part * 8];
          }
        }
        #pragma unroll
        for (i64 i_part = 0; i_part < 4; ++i_part) {
          #pragma unroll
          for (i64 j_part = 0; j_part < 4; ++j_part) {
            {
              matrix_16_8_4(&s[(u32)i_part * 16u + (u32)j_part * 4u], &a_operand[1u * 8u + (u32)i_part * 2u], &b_operand[1u * 4u + (u32)j_part]);
            }
          }
        }
      }
      behind = stage;
      stage = next;
    }
  }
  const i64 left = (i64)((u64)all - (u64)whole * 16ul);
  __syncthreads();
  const i64 end_step_22 = i64_minimum(16, left);
  #pragma unroll
  for (u32 part_34 = 0; part_34 < 4u; ++part_34) {
    const i64 step_22 = (i64)(thread / 64u + part_34 * 4u);
    const i64 element_23 = (i64)(thread % 64u);
    if (step_22 < end_step_22) {
      f64x2 b_wide;
      {
        const i64 lane_13 = 0;
        b_wide = *(const f64x2*)&b[(i32)(((u32)whole * 16u + (u32)step_22) * b_s0 + (u32)i64_minimum((i64)((u64)j_start + (u64)element_23 * 2ul), (i64)((u64)j_end - 2ul)) + (u32)lane_13)];
      }
      f64x2 b_tile_wide;
      #pragma unroll
      for (i64 lane_13 = 0; lane_13 < 2; ++lane_13) {
        const i64 t = (i64)((u64)element_23 * 2ul);
        b_tile_wide.at[lane_13] = b_wide.at[lane_13];
      }
      {
        const i64 lane_13 = 0;
        *(f64x2*)&b_tile[(i32)((u32)((i64)stage) * 2112u + thread / 64u * 132u + (u32)element_23 * 2u + (u32)lane_13) + (i32)part_34 * 528] = b_tile_wide;
      }
    }
  }
  const i64 end_step_23 = i64_minimum(16, left);
  #pragma unroll
  for (u32 part_35 = 0; part_35 < 8u; ++part_35) {
    const i64 element_24 = (i64)(thread / 16u + part_35 * 16u);
    const i64 step_23 = (i64)(thread % 16u);
    if (step_23 < end_step_23) {
      a_tile[(i32)((u32)((i64)stage) * 2560u + thread / 16u * 20u + (u32)step_23) + (i32)part_35 * 320] = a[(i32)((u32)i64_minimum((i64)((u64)i_start + (u64)element_24), (i64)((u64)i_end - 1ul)) * a_s0 + (u32)whole * 16u + (u32)step_23)];
    }
  }
  __syncthreads();
  {
    const u32 at_28 = (thread / 32u);
    const i64 i_warp = (i64)(at_28 / 4u);
    const i64 j_warp = (i64)(at_28 % 4u);
    const i64 end_step_24 = left;
    #pragma unroll 1
    for (i64 step_24 = 0; step_24 < end_step_24; ++step_24) {
      #pragma unroll
      for (i64 i_part = 0; i_part < 4; ++i_part) {
        #pragma unroll
        for (i64 j_part = 0; j_part < 4; ++j_part) {
          #pragma unroll
          for (u32 element_25 = 0; element_25 < 4u; ++element_25) {
            const i64 i_element = (i64)(lane / 4u + (element_25 / 2u) * 8u);
            const i64 j_element = (i64)(lane % 4u * 2u + (element_25 % 2u));
            const i64 t_2 = (i64)stage;
            s[(u32)i_part * 16u + (u32)j_part * 4u + element_25] = fma(a_tile[(i32)((u32)t_2 * 2560u + (u32)i_warp * 64u * 20u + lane / 4u * 20u + (u32)step_24) + (i32)i_part * 320 + (i32)(element_25 / 2u) * 160], b_tile[(i32)((u32)t_2 * 2112u + (u32)step_24 * 132u + (u32)j_warp * 32u + lane % 4u * 2u) + (i32)j_part * 8 + (i32)(element_25 % 2u)], s[(u32)i_part * 16u + (u32)j_part * 4u + element_25]);
          }
        }
      }
    }
  }
  {
    const u32 at_29 = (thread / 32u);
    const i64 i_warp = (i64)(at_29 / 4u);
    const i64 j_warp = (i64)(at_29 % 4u);
    #pragma unroll
    for (i64 i_part = 0; i_part < 4; ++i_part) {
      #pragma unroll
      for (i64 j_part = 0; j_part < 4; ++j_part) {
        #pragma unroll
        for (u32 element_26 = 0; element_26 < 4u; ++element_26) {
          const i64 i_element = (i64)(lane / 4u + (element_26 / 2u) * 8u);
          const i64 j_element = (i64)(lane % 4u * 2u + (element_26 % 2u));
          if (((i64)((u64)i_start + ((u64)i_warp * 64ul + (u64)i_part * 16ul + (u64)i_element)) < i_end) && ((i64)((u64)j_start + ((u64)j_warp * 32ul + (u64)j_part * 8ul + (u64)j_element)) < j_end)) {
            c[(i32)(((u32)i_start + ((u32)i_warp * 64u + (u32)i_part * 16u + (u32)i_element)) * c_s0 + (u32)j_start + (u32)j_warp * 32u + lane % 4u * 2u) + (i32)j_part * 8 + (i32)(element_26 % 2u)] = s[(u32)i_part * 16u + (u32)j_part * 4u + element_26];
          }
        }
      }
    }
  }
}
