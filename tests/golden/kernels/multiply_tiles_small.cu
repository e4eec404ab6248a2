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

extern "C" __global__ void __launch_bounds__(256) up_matrix_mult_line0(
    i64 i_first, i64 i_end, i64 j_first, i64 j_end, const f64* __restrict__ a_memory, i64 a_at, u32 a_s0, i64 a_n1, const f64* __restrict__ b_memory, i64 b_at, u32 b_s0, f64* __restrict__ c_memory, i64 c_at, u32 c_s0) {
  const i64 i_group = (i64)blockIdx.y;
  const i64 j_group = (i64)blockIdx.x;
  const u32 thread = (u32)threadIdx.x;
  const u32 lane = thread % 32u;
  extern __shared__ __align__(16) u8 group_memory[];
  f64* const b_tile = (f64*)(group_memory + 0);
  f64* const a_tile = (f64*)(group_memory + 26112);
  f64 s[32];
  f64 b_operand[8];
  f64 a_operand[8];
  const f64* a = a_memory + a_at;
  const f64* b = b_memory + b_at;
  f64* c = c_memory + c_at;
  const i64 panel_tiles = (i64)((u64)(((i64)((u64)i_end - (u64)i_first + 127ul)) >> 7) * 8ul);
  const i64 panel = i64_floor_divide((i64)((u64)i_group * (u64)(((i64)((u64)j_end - (u64)j_first + 63ul)) >> 6) + (u64)j_group), panel_tiles);
  const i64 in_panel = (i64)((u64)i_group * (u64)(((i64)((u64)j_end - (u64)j_first + 63ul)) >> 6) + (u64)j_group - (u64)panel * (u64)panel_tiles);
  const i64 panel_width = i64_minimum(8, (i64)((u64)(((i64)((u64)j_end - (u64)j_first + 63ul)) >> 6) - (u64)panel * 8ul));
  const i64 tile_row = i64_floor_divide(in_panel, panel_width);
  const i64 tile_column = (i64)((u64)panel * 8ul + ((u64)in_panel - (u64)tile_row * (u64)panel_width));
  const i64 j_start = (i64)((u64)j_first + (u64)tile_column * 64ul);
  const i64 i_start = (i64)((u64)i_first + (u64)tile_row * 128ul);
  {
    const u32 at = (thread / 32u);
    const i64 i_warp = (i64)(at / 2u);
    const i64 j_warp = (i64)(at % 2u);
    #pragma unroll
    for (i64 i_part = 0; i_part < 2; ++i_part) {
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
  const i64 whole = all >> 3;
  i32 stage = 0;
  const i64 end_any = i64_minimum(1, whole);
  if (end_any > 0) {
    const i64 any = 0;
    for (i64 begun = 0; begun < 6; ++begun) {
      wait_batches<4>();
      __syncthreads();
      #pragma unroll
      for (u32 part_2 = 0; part_2 < 2u; ++part_2) {
        const i64 step = (i64)(thread / 64u + part_2 * 4u);
        const i64 element_2 = (i64)(thread % 64u);
        copy_later_8(&b_tile[(i32)((u32)begun * 544u + thread / 64u * 68u + (u32)element_2) + (i32)part_2 * 272], b + (i64)((u64)step * (u64)b_s0 + (u64)i64_minimum((i64)((u64)j_start + (u64)element_2), i64_maximum(j_first, (i64)((u64)j_end - 1ul + ((u64)j_end - 1ul) - ((u64)j_start + (u64)element_2))))) + (i64)((u64)i64_minimum(begun, (i64)((u64)whole - 1ul)) * 8ul * (u64)b_s0));
      }
      #pragma unroll
      for (u32 part_3 = 0; part_3 < 4u; ++part_3) {
        const i64 element_3 = (i64)(thread / 8u + part_3 * 32u);
        const i64 step_2 = (i64)(thread % 8u);
        copy_later_8(&a_tile[(i32)((u32)begun * 1536u + thread / 8u * 12u + (u32)step_2) + (i32)part_3 * 384], a + (i64)((u64)i64_minimum((i64)((u64)i_start + (u64)element_3), i64_maximum(i_first, (i64)((u64)i_end - 1ul + ((u64)i_end - 1ul) - ((u64)i_start + (u64)element_3)))) * (u64)a_s0 + (u64)step_2) + (i64)((u64)i64_minimum(begun, (i64)((u64)whole - 1ul)) * 8ul));
      }
    }
    {
      const u32 at_4 = (thread / 32u);
      const i64 i_warp = (i64)(at_4 / 2u);
      const i64 j_warp = (i64)(at_4 % 2u);
      #pragma unroll
      for (i64 i_part = 0; i_part < 2; ++i_part) {
        #pragma unroll
        for (u32 element_4 = 0; element_4 < 2u; ++element_4) {
          const i64 i_element = (i64)(lane / 4u + element_4 * 8u);
          const i64 step_3 = (i64)(lane % 4u);
          a_operand[0u * 4u + (u32)i_part * 2u + element_4] = a_tile[(i32)((u32)i_warp * 32u * 12u + lane / 4u * 12u + (u32)step_3) + (i32)i_part * 192 + (i32)element_4 * 96];
        }
      }
      #pragma unroll
      for (i64 j_part = 0; j_part < 4; ++j_part) {
        #pragma unroll
        for (u32 element_5 = 0; element_5 < 1u; ++element_5) {
          const i64 step_4 = (i64)(lane % 4u);
          const i64 j_element = (i64)(lane / 4u);
          b_operand[0u * 4u + (u32)j_part + element_5] = b_tile[(i32)((u32)step_4 * 68u + (u32)j_warp * 32u + (u32)j_element) + (i32)j_part * 8];
        }
      }
    }
    i64 to_come = i64_minimum(6, (i64)((u64)whole - 1ul));
    const f64* from[2];
    #pragma unroll
    for (u32 part_5 = 0; part_5 < 2u; ++part_5) {
      const i64 step_5 = (i64)(thread / 64u + part_5 * 4u);
      const i64 element_6 = (i64)(thread % 64u);
      from[part_5] = b + (i64)((u64)step_5 * (u64)b_s0 + (u64)i64_minimum((i64)((u64)j_start + (u64)element_6), i64_maximum(j_first, (i64)((u64)j_end - 1ul + ((u64)j_end - 1ul) - ((u64)j_start + (u64)element_6))))) + (i64)((u64)to_come * 8ul * (u64)b_s0);
    }
    const f64* from_2[4];
    #pragma unroll
    for (u32 part_6 = 0; part_6 < 4u; ++part_6) {
      const i64 element_7 = (i64)(thread / 8u + part_6 * 32u);
      const i64 step_6 = (i64)(thread % 8u);
      from_2[part_6] = a + (i64)((u64)i64_minimum((i64)((u64)i_start + (u64)element_7), i64_maximum(i_first, (i64)((u64)i_end - 1ul + ((u64)i_end - 1ul) - ((u64)i_start + (u64)element_7)))) * (u64)a_s0 + (u64)step_6) + (i64)((u64)to_come * 8ul);
    }
    const i64 end_piece = whole;
    for (i64 piece = 0; piece < end_piece; ++piece) {
      const i32 next = (stage == 5) ? 0 : ((i32)((u32)stage + 1u));
      {
        const u32 at_7 = (thread / 32u);
        const i64 i_warp = (i64)(at_7 / 2u);
        const i64 j_warp = (i64)(at_7 % 2u);
        #pragma unroll
        for (i64 step_7 = 0; step_7 < 1; ++step_7) {
          #pragma unroll
          for (i64 i_part = 0; i_part < 2; ++i_part) {
            #pragma unroll
            for (u32 element_8 = 0; element_8 < 2u; ++element_8) {
              const i64 i_element = (i64)(lane / 4u + element_8 * 8u);
              const i64 step_8 = (i64)(lane % 4u);
              const i64 t = (i64)((u64)step_7 + 1ul);
              a_operand[(u32)(t & 1) * 4u + (u32)i_part * 2u + element_8] = a_tile[(i32)((u32)((i64)stage) * 1536u + (u32)i_warp * 32u * 12u + lane / 4u * 12u + (u32)step_8) + (i32)i_part * 192 + (i32)element_8 * 96 + (i32)t * 4];
            }
          }
          #pragma unroll
          for (i64 j_part = 0; j_part < 4; ++j_part) {
            #pragma unroll
            for (u32 element_9 = 0; element_9 < 1u; ++element_9) {
              const i64 step_9 = (i64)(lane % 4u);
              const i64 j_element = (i64)(lane / 4u);
              const i64 t_2 = (i64)((u64)step_7 + 1ul);
              b_operand[(u32)(t_2 & 1) * 4u + (u32)j_part + element_9] = b_tile[(i32)((u32)((i64)stage) * 544u + (u32)step_9 * 68u + (u32)j_warp * 32u + (u32)j_element) + (i32)t_2 * 272 + (i32)j_part * 8];
            }
          }
          #pragma unroll
          for (i64 i_part = 0; i_part < 2; ++i_part) {
            #pragma unroll
            for (i64 j_part = 0; j_part < 4; ++j_part) {
              {
                matrix_16_8_4(&s[(u32)i_part * 16u + (u32)j_part * 4u], &a_operand[(u32)(step_7 & 1) * 4u + (u32)i_part * 2u], &b_operand[(u32)(step_7 & 1) * 4u + (u32)j_part]);
              }
            }
          }
        }
      }
      wait_batches<4>();
      __syncthreads();
      #pragma unroll
      for (u32 part_8 = 0; part_8 < 2u; ++part_8) {
        const i64 step_5 = (i64)(thread / 64u + part_8 * 4u);
        const i64 element_6 = (i64)(thread % 64u);
        copy_later_8(&b_tile[(i32)((u32)((i64)stage) * 544u + thread / 64u * 68u + (u32)element_6) + (i32)part_8 * 272], from[part_8]);
      }
      #pragma unroll
      for (u32 part_9 = 0; part_9 < 4u; ++part_9) {
        const i64 element_7 = (i64)(thread / 8u + part_9 * 32u);
        const i64 step_6 = (i64)(thread % 8u);
        copy_later_8(&a_tile[(i32)((u32)((i64)stage) * 1536u + thread / 8u * 12u + (u32)step_6) + (i32)part_9 * 384], from_2[part_9]);
      }
      to_come = (i64)((u64)to_come + (u64)(((i64)((u64)piece + 7ul) < whole) ? 1 : 0));
      #pragma unroll
      for (u32 part_10 = 0; part_10 < 2u; ++part_10)
        from[part_10] += (i64)((u64)(((i64)((u64)piece + 7ul) < whole) ? 1 : 0) * (8ul * (u64)b_s0));
      #pragma unroll
      for (u32 part_11 = 0; part_11 < 4u; ++part_11)
        from_2[part_11] += (i64)((u64)(((i64)((u64)piece + 7ul) < whole) ? 1 : 0) * (8ul));
      {
        const u32 at_10 = (thread / 32u);
        const i64 i_warp = (i64)(at_10 / 2u);
        const i64 j_warp = (i64)(at_10 % 2u);
        #pragma unroll
        for (i64 i_part = 0; i_part < 2; ++i_part) {
          #pragma unroll
          for (u32 element_10 = 0; element_10 < 2u; ++element_10) {
            const i64 i_element = (i64)(lane / 4u + element_10 * 8u);
            const i64 step_10 = (i64)(lane % 4u);
            a_operand[0u * 4u + (u32)i_part * 2u + element_10] = a_tile[(i32)((u32)((i64)next) * 1536u + (u32)i_warp * 32u * 12u + lane / 4u * 12u + (u32)step_10) + (i32)i_part * 192 + (i32)element_10 * 96];
          }
        }
        #pragma unroll
        for (i64 j_part = 0; j_part < 4; ++j_part) {
          #pragma unroll
          for (u32 element_11 = 0; element_11 < 1u; ++element_11) {
            const i64 step_11 = (i64)(lane % 4u);
            const i64 j_element = (i64)(lane / 4u);
            b_operand[0u * 4u + (u32)j_part + element_11] = b_tile[(i32)((u32)((i64)next) * 544u + (u32)step_11 * 68u + (u32)j_warp * 32u + (u32)j_element) + (i32)j_part * 8];
          }
        }
        #pragma unroll
        for (i64 i_part = 0; i_part < 2; ++i_part) {
          #pragma unroll
          for (i64 j_part = 0; j_part < 4; ++j_part) {
            {
              matrix_16_8_4(&s[(u32)i_part * 16u + (u32)j_part * 4u], &a_operand[1u * 4u + (u32)i_part * 2u], &b_operand[1u * 4u + (u32)j_part]);
            }
          }
        }
      }
      stage = next;
    }
  }
  const i64 left = (i64)((u64)all - (u64)whole * 8ul);
  __syncthreads();
  const i64 end_step_12 = i64_minimum(8, left);
  #pragma unroll
  for (u32 part_13 = 0; part_13 < 2u; ++part_13) {
    const i64 step_12 = (i64)(thread / 64u + part_13 * 4u);
    const i64 element_12 = (i64)(thread % 64u);
    if (step_12 < end_step_12) {
      b_tile[(i32)((u32)((i64)stage) * 544u + thread / 64u * 68u + (u32)element_12) + (i32)part_13 * 272] = b[(i32)(((u32)whole * 8u + (u32)step_12) * b_s0 + (u32)i64_minimum((i64)((u64)j_start + (u64)element_12), (i64)((u64)j_end - 1ul)))];
    }
  }
  const i64 end_step_13 = i64_minimum(8, left);
  #pragma unroll
  for (u32 part_14 = 0; part_14 < 4u; ++part_14) {
    const i64 element_13 = (i64)(thread / 8u + part_14 * 32u);
    const i64 step_13 = (i64)(thread % 8u);
    if (step_13 < end_step_13) {
      a_tile[(i32)((u32)((i64)stage) * 1536u + thread / 8u * 12u + (u32)step_13) + (i32)part_14 * 384] = a[(i32)((u32)i64_minimum((i64)((u64)i_start + (u64)element_13), (i64)((u64)i_end - 1ul)) * a_s0 + (u32)whole * 8u + (u32)step_13)];
    }
  }
  __syncthreads();
  {
    const u32 at_13 = (thread / 32u);
    const i64 i_warp = (i64)(at_13 / 2u);
    const i64 j_warp = (i64)(at_13 % 2u);
    const i64 end_step_14 = left;
    #pragma unroll 1
    for (i64 step_14 = 0; step_14 < end_step_14; ++step_14) {
      #pragma unroll
      for (i64 i_part = 0; i_part < 2; ++i_part) {
        #pragma unroll
        for (i64 j_part = 0; j_part < 4; ++j_part) {
          #pragma unroll
          for (u32 element_14 = 0; element_14 < 4u; ++element_14) {
            const i64 i_element = (i64)(lane / 4u + (element_14 / 2u) * 8u);
            const i64 j_element = (i64)(lane % 4u * 2u + (element_14 % 2u));
            const i64 t_3 = (i64)stage;
            s[(u32)i_part * 16u + (u32)j_part * 4u + element_14] = fma(a_tile[(i32)((u32)t_3 * 1536u + (u32)i_warp * 32u * 12u + lane / 4u * 12u + (u32)step_14) + (i32)i_part * 192 + (i32)(element_14 / 2u) * 96], b_tile[(i32)((u32)t_3 * 544u + (u32)step_14 * 68u + (u32)j_warp * 32u + lane % 4u * 2u) + (i32)j_part * 8 + (i32)(element_14 % 2u)], s[(u32)i_part * 16u + (u32)j_part * 4u + element_14]);
          }
        }
      }
    }
  }
  {
    const u32 at_14 = (thread / 32u);
    const i64 i_warp = (i64)(at_14 / 2u);
    const i64 j_warp = (i64)(at_14 % 2u);
    #pragma unroll
    for (i64 i_part = 0; i_part < 2; ++i_part) {
      #pragma unroll
      for (i64 j_part = 0; j_part < 4; ++j_part) {
        #pragma unroll
        for (u32 element_15 = 0; element_15 < 4u; ++element_15) {
          const i64 i_element = (i64)(lane / 4u + (element_15 / 2u) * 8u);
          const i64 j_element = (i64)(lane % 4u * 2u + (element_15 % 2u));
          if (((i64)((u64)i_start + ((u64)i_warp * 32ul + (u64)i_part * 16ul + (u64)i_element)) < i_end) && ((i64)((u64)j_start + ((u64)j_warp * 32ul + (u64)j_part * 8ul + (u64)j_element)) < j_end)) {
            c[(i32)(((u32)i_start + ((u32)i_warp * 32u + (u32)i_part * 16u + (u32)i_element)) * c_s0 + (u32)j_start + (u32)j_warp * 32u + lane % 4u * 2u) + (i32)j_part * 8 + (i32)(element_15 % 2u)] = s[(u32)i_part * 16u + (u32)j_part * 4u + element_15];
          }
        }
      }
    }
  }
}
