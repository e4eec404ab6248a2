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
typedef struct __attribute__((aligned(16))) {
  f32 at[4];
} f32x4;

extern "C" __global__ void __launch_bounds__(256) up_matrix_mult_line0(
    i64 i_first, i64 i_end, i64 j_first, i64 j_end, const f32* __restrict__ a_memory, i64 a_at, u32 a_s0, i64 a_n1, const f32* __restrict__ b_memory, i64 b_at, u32 b_s0, f32* __restrict__ c_memory, i64 c_at, u32 c_s0) {
  const i64 i_group = (i64)blockIdx.y;
  const i64 j_group = (i64)blockIdx.x;
  const u32 thread = (u32)threadIdx.x;
  extern __shared__ __align__(16) u8 group_memory[];
  f32* const a_tile = (f32*)(group_memory + 0);
  f32* const b_tile = (f32*)(group_memory + 25344);
  f32 s[128];
  f32 a_own[32];
  f32 b_own[16];
  const f32* a = a_memory + a_at;
  const f32* b = b_memory + b_at;
  f32* c = c_memory + c_at;
  const i64 panel_tiles = (i64)((u64)(((i64)((u64)i_end - (u64)i_first + 127ul)) >> 7) * 8ul);
  const i64 panel = i64_floor_divide((i64)((u64)i_group * (u64)(((i64)((u64)j_end - (u64)j_first + 255ul)) >> 8) + (u64)j_group), panel_tiles);
  const i64 in_panel = (i64)((u64)i_group * (u64)(((i64)((u64)j_end - (u64)j_first + 255ul)) >> 8) + (u64)j_group - (u64)panel * (u64)panel_tiles);
  const i64 panel_width = i64_minimum(8, (i64)((u64)(((i64)((u64)j_end - (u64)j_first + 255ul)) >> 8) - (u64)panel * 8ul));
  const i64 tile_row = i64_floor_divide(in_panel, panel_width);
  const i64 tile_column = (i64)((u64)panel * 8ul + ((u64)in_panel - (u64)tile_row * (u64)panel_width));
  const i64 j_start = (i64)((u64)j_first + (u64)tile_column * 256ul);
  const i64 i_start = (i64)((u64)i_first + (u64)tile_row * 128ul);
  {
    const u32 at = thread;
    const i64 warp = (i64)(at / 32u);
    const i64 i_item = (i64)((at % 32u) / 8u);
    const i64 j_item = (i64)(at % 8u);
    #pragma unroll
    for (i64 j_part = 0; j_part < 2; ++j_part) {
      #pragma unroll
      for (i64 j_lane = 0; j_lane < 4; ++j_lane) {
        #pragma unroll
        for (i64 i_part = 0; i_part < 4; ++i_part) {
          #pragma unroll
          for (i64 i_lane = 0; i_lane < 4; ++i_lane) {
            s[(u32)i_part * 32u + (u32)i_lane * 8u + (u32)j_part * 4u + (u32)j_lane] = 0.0f;
          }
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
    for (i64 begun = 0; begun < 3; ++begun) {
      wait_batches<1>();
      __syncthreads();
      #pragma unroll
      for (u32 part_2 = 0; part_2 < 8u; ++part_2) {
        const i64 element = (i64)(thread / 16u + part_2 * 16u);
        const i64 step = (i64)(thread % 16u);
        copy_later_4(&a_tile[(i32)((u32)begun * 2112u + (u32)step * 132u + thread / 16u) + (i32)part_2 * 16], a + (i64)((u64)i64_minimum((i64)((u64)i_start + (u64)element), i64_maximum(i_first, (i64)((u64)i_end - 1ul + ((u64)i_end - 1ul) - ((u64)i_start + (u64)element)))) * (u64)a_s0 + (u64)step) + (i64)((u64)i64_minimum(begun, (i64)((u64)whole - 1ul)) * 16ul));
      }
      #pragma unroll
      for (u32 part_3 = 0; part_3 < 4u; ++part_3) {
        const i64 step_2 = (i64)(thread / 64u + part_3 * 4u);
        const i64 element_2 = (i64)(thread % 64u);
        {
          const i64 lane_2 = 0;
          copy_later_16(&b_tile[(i32)((u32)begun * 4096u + thread / 64u * 256u + (u32)element_2 * 4u + (u32)lane_2) + (i32)part_3 * 1024], b + (i64)((u64)step_2 * (u64)b_s0 + (u64)i64_minimum((i64)((u64)j_start + (u64)element_2 * 4ul), i64_maximum(j_first, (i64)((u64)j_end - 4ul + ((u64)j_end - 4ul) - ((u64)j_start + (u64)element_2 * 4ul)))) + (u64)lane_2) + (i64)((u64)i64_minimum(begun, (i64)((u64)whole - 1ul)) * 16ul * (u64)b_s0));
        }
      }
    }
    {
      const u32 at_4 = thread;
      const i64 warp = (i64)(at_4 / 32u);
      const i64 i_item = (i64)((at_4 % 32u) / 8u);
      const i64 j_item = (i64)(at_4 % 8u);
      #pragma unroll
      for (i64 i_part = 0; i_part < 4; ++i_part) {
        f32x4 a_tile_wide;
        {
          const i64 i_lane = 0;
          a_tile_wide = *(const f32x4*)&a_tile[(i32)(((u32)(warp >> 2) * 4u + (u32)i_item) * 4u) + (i32)i_part * 32 + (i32)i_lane];
        }
        #pragma unroll
        for (i64 i_lane = 0; i_lane < 4; ++i_lane) {
          a_own[0u * 16u + (u32)i_part * 4u + (u32)i_lane] = a_tile_wide.at[i_lane];
        }
      }
      #pragma unroll
      for (i64 j_part = 0; j_part < 2; ++j_part) {
        f32x4 b_tile_wide;
        {
          const i64 j_lane = 0;
          b_tile_wide = *(const f32x4*)&b_tile[(i32)(((u32)(warp & 3) * 8u + (u32)j_item) * 4u) + (i32)j_part * 128 + (i32)j_lane];
        }
        #pragma unroll
        for (i64 j_lane = 0; j_lane < 4; ++j_lane) {
          b_own[0u * 8u + (u32)j_part * 4u + (u32)j_lane] = b_tile_wide.at[j_lane];
        }
      }
    }
    i64 to_come = i64_minimum(3, (i64)((u64)whole - 1ul));
    const f32* from[8];
    #pragma unroll
    for (u32 part_5 = 0; part_5 < 8u; ++part_5) {
      const i64 element_3 = (i64)(thread / 16u + part_5 * 16u);
      const i64 step_3 = (i64)(thread % 16u);
      from[part_5] = a + (i64)((u64)i64_minimum((i64)((u64)i_start + (u64)element_3), i64_maximum(i_first, (i64)((u64)i_end - 1ul + ((u64)i_end - 1ul) - ((u64)i_start + (u64)element_3)))) * (u64)a_s0 + (u64)step_3) + (i64)((u64)to_come * 16ul);
    }
    const f32* from_2[4];
    #pragma unroll
    for (u32 part_6 = 0; part_6 < 4u; ++part_6) {
      const i64 step_4 = (i64)(thread / 64u + part_6 * 4u);
      const i64 element_4 = (i64)(thread % 64u);
      const i64 lane_3 = 0;
      from_2[part_6] = b + (i64)((u64)step_4 * (u64)b_s0 + (u64)i64_minimum((i64)((u64)j_start + (u64)element_4 * 4ul), i64_maximum(j_first, (i64)((u64)j_end - 4ul + ((u64)j_end - 4ul) - ((u64)j_start + (u64)element_4 * 4ul)))) + (u64)lane_3) + (i64)((u64)to_come * 16ul * (u64)b_s0);
    }
    const i64 end_piece = whole;
    for (i64 piece = 0; piece < end_piece; ++piece) {
      const i32 next = (stage == 2) ? 0 : ((i32)((u32)stage + 1u));
      {
        const u32 at_7 = thread;
        const i64 warp = (i64)(at_7 / 32u);
        const i64 i_item = (i64)((at_7 % 32u) / 8u);
        const i64 j_item = (i64)(at_7 % 8u);
        #pragma unroll
        for (i64 step_5 = 0; step_5 < 15; ++step_5) {
          #pragma unroll
          for (i64 i_part = 0; i_part < 4; ++i_part) {
            f32x4 a_tile_wide_2;
            {
              const i64 i_lane = 0;
              a_tile_wide_2 = *(const f32x4*)&a_tile[(i32)((u32)((i64)stage) * 2112u + ((u32)(warp >> 2) * 4u + (u32)i_item) * 4u) + (i32)step_5 * 132 + 132 + (i32)i_part * 32 + (i32)i_lane];
            }
            #pragma unroll
            for (i64 i_lane = 0; i_lane < 4; ++i_lane) {
              const i64 t = (i64)((u64)step_5 + 1ul);
              a_own[(u32)(t & 1) * 16u + (u32)i_part * 4u + (u32)i_lane] = a_tile_wide_2.at[i_lane];
            }
          }
          #pragma unroll
          for (i64 j_part = 0; j_part < 2; ++j_part) {
            f32x4 b_tile_wide_2;
            {
              const i64 j_lane = 0;
              b_tile_wide_2 = *(const f32x4*)&b_tile[(i32)((u32)((i64)stage) * 4096u + ((u32)(warp & 3) * 8u + (u32)j_item) * 4u) + (i32)step_5 * 256 + 256 + (i32)j_part * 128 + (i32)j_lane];
            }
            #pragma unroll
            for (i64 j_lane = 0; j_lane < 4; ++j_lane) {
              const i64 t_2 = (i64)((u64)step_5 + 1ul);
              b_own[(u32)(t_2 & 1) * 8u + (u32)j_part * 4u + (u32)j_lane] = b_tile_wide_2.at[j_lane];
            }
          }
          #pragma unroll
          for (i64 j_part = 0; j_part < 2; ++j_part) {
            #pragma unroll
            for (i64 j_lane = 0; j_lane < 4; ++j_lane) {
              #pragma unroll
              for (i64 i_part = 0; i_part < 4; ++i_part) {
                #pragma unroll
                for (i64 i_lane = 0; i_lane < 4; ++i_lane) {
                  const i64 t_3 = step_5 & 1;
                  s[(u32)i_part * 32u + (u32)i_lane * 8u + (u32)j_part * 4u + (u32)j_lane] = fmaf(a_own[(u32)t_3 * 16u + (u32)i_part * 4u + (u32)i_lane], b_own[(u32)t_3 * 8u + (u32)j_part * 4u + (u32)j_lane], s[(u32)i_part * 32u + (u32)i_lane * 8u + (u32)j_part * 4u + (u32)j_lane]);
                }
              }
            }
          }
        }
      }
      wait_batches<1>();
      __syncthreads();
      #pragma unroll
      for (u32 part_8 = 0; part_8 < 8u; ++part_8) {
        const i64 element_3 = (i64)(thread / 16u + part_8 * 16u);
        const i64 step_3 = (i64)(thread % 16u);
        copy_later_4(&a_tile[(i32)((u32)((i64)stage) * 2112u + (u32)step_3 * 132u + thread / 16u) + (i32)part_8 * 16], from[part_8]);
      }
      #pragma unroll
      for (u32 part_9 = 0; part_9 < 4u; ++part_9) {
        const i64 step_4 = (i64)(thread / 64u + part_9 * 4u);
        const i64 element_4 = (i64)(thread % 64u);
        {
          const i64 lane_3 = 0;
          copy_later_16(&b_tile[(i32)((u32)((i64)stage) * 4096u + thread / 64u * 256u + (u32)element_4 * 4u + (u32)lane_3) + (i32)part_9 * 1024], from_2[part_9]);
        }
      }
      to_come = (i64)((u64)to_come + (u64)(((i64)((u64)piece + 4ul) < whole) ? 1 : 0));
      #pragma unroll
      for (u32 part_10 = 0; part_10 < 8u; ++part_10)
        from[part_10] += (i64)((u64)(((i64)((u64)piece + 4ul) < whole) ? 1 : 0) * (16ul));
      #pragma unroll
      for (u32 part_11 = 0; part_11 < 4u; ++part_11)
        from_2[part_11] += (i64)((u64)(((i64)((u64)piece + 4ul) < whole) ? 1 : 0) * (16ul * (u64)b_s0));
      {
        const u32 at_10 = thread;
        const i64 warp = (i64)(at_10 / 32u);
        const i64 i_item = (i64)((at_10 % 32u) / 8u);
        const i64 j_item = (i64)(at_10 % 8u);
        #pragma unroll
        for (i64 i_part = 0; i_part < 4; ++i_part) {
          f32x4 a_tile_wide_3;
          {
            const i64 i_lane = 0;
            a_tile_wide_3 = *(const f32x4*)&a_tile[(i32)((u32)((i64)next) * 2112u + ((u32)(warp >> 2) * 4u + (u32)i_item) * 4u) + (i32)i_part * 32 + (i32)i_lane];
          }
          #pragma unroll
          for (i64 i_lane = 0; i_lane < 4; ++i_lane) {
            a_own[0u * 16u + (u32)i_part * 4u + (u32)i_lane] = a_tile_wide_3.at[i_lane];
          }
        }
        #pragma unroll
        for (i64 j_part = 0; j_part < 2; ++j_part) {
          f32x4 b_tile_wide_3;
          {
            const i64 j_lane = 0;
            b_tile_wide_3 = *(const f32x4*)&b_tile[(i32)((u32)((i64)next) * 4096u + ((u32)(warp & 3) * 8u + (u32)j_item) * 4u) + (i32)j_part * 128 + (i32)j_lane];
          }
          #pragma unroll
          for (i64 j_lane = 0; j_lane < 4; ++j_lane) {
            b_own[0u * 8u + (u32)j_part * 4u + (u32)j_lane] = b_tile_wide_3.at[j_lane];
          }
        }
        #pragma unroll
        for (i64 j_part = 0; j_part < 2; ++j_part) {
          #pragma unroll
          for (i64 j_lane = 0; j_lane < 4; ++j_lane) {
            #pragma unroll
            for (i64 i_part = 0; i_part < 4; ++i_part) {
              #pragma unroll
              for (i64 i_lane = 0; i_lane < 4; ++i_lane) {
                s[(u32)i_part * 32u + (u32)i_lane * 8u + (u32)j_part * 4u + (u32)j_lane] = fmaf(a_own[1u * 16u + (u32)i_part * 4u + (u32)i_lane], b_own[1u * 8u + (u32)j_part * 4u + (u32)j_lane], s[(u32)i_part * 32u + (u32)i_lane * 8u + (u32)j_part * 4u + (u32)j_lane]);
              }
            }
          }
        }
      }
      stage = next;
    }
  }
  const i64 left = (i64)((u64)all - (u64)whole * 16ul);
  __syncthreads();
  const i64 end_step_6 = i64_minimum(16, left);
  #pragma unroll
  for (u32 part_13 = 0; part_13 < 8u; ++part_13) {
    const i64 element_5 = (i64)(thread / 16u + part_13 * 16u);
    const i64 step_6 = (i64)(thread % 16u);
    if (step_6 < end_step_6) {
      a_tile[(i32)((u32)((i64)stage) * 2112u + (u32)step_6 * 132u + thread / 16u) + (i32)part_13 * 16] = a[(i32)((u32)i64_minimum((i64)((u64)i_start + (u64)element_5), (i64)((u64)i_end - 1ul)) * a_s0 + (u32)whole * 16u + (u32)step_6)];
    }
  }
  const i64 end_step_7 = i64_minimum(16, left);
  #pragma unroll
  for (u32 part_14 = 0; part_14 < 4u; ++part_14) {
    const i64 step_7 = (i64)(thread / 64u + part_14 * 4u);
    const i64 element_6 = (i64)(thread % 64u);
    if (step_7 < end_step_7) {
      f32x4 b_wide;
      {
        const i64 lane_4 = 0;
        b_wide = *(const f32x4*)&b[(i32)(((u32)whole * 16u + (u32)step_7) * b_s0 + (u32)i64_minimum((i64)((u64)j_start + (u64)element_6 * 4ul), (i64)((u64)j_end - 4ul)) + (u32)lane_4)];
      }
      f32x4 b_tile_wide_4;
      #pragma unroll
      for (i64 lane_4 = 0; lane_4 < 4; ++lane_4) {
        const i64 t_4 = (i64)((u64)element_6 * 4ul);
        b_tile_wide_4.at[lane_4] = b_wide.at[lane_4];
      }
      {
        const i64 lane_4 = 0;
        *(f32x4*)&b_tile[(i32)((u32)((i64)stage) * 4096u + thread / 64u * 256u + (u32)element_6 * 4u + (u32)lane_4) + (i32)part_14 * 1024] = b_tile_wide_4;
      }
    }
  }
  __syncthreads();
  {
    const u32 at_13 = thread;
    const i64 warp = (i64)(at_13 / 32u);
    const i64 i_item = (i64)((at_13 % 32u) / 8u);
    const i64 j_item = (i64)(at_13 % 8u);
    const i64 end_step_8 = left;
    #pragma unroll 1
    for (i64 step_8 = 0; step_8 < end_step_8; ++step_8) {
      #pragma unroll
      for (i64 i_part = 0; i_part < 4; ++i_part) {
        f32x4 a_tile_wide_4;
        {
          const i64 i_lane = 0;
          a_tile_wide_4 = *(const f32x4*)&a_tile[(i32)((u32)((i64)stage) * 2112u + (u32)step_8 * 132u + ((u32)(warp >> 2) * 4u + (u32)i_item) * 4u) + (i32)i_part * 32 + (i32)i_lane];
        }
        #pragma unroll
        for (i64 i_lane = 0; i_lane < 4; ++i_lane) {
          a_own[0u * 16u + (u32)i_part * 4u + (u32)i_lane] = a_tile_wide_4.at[i_lane];
        }
      }
      #pragma unroll
      for (i64 j_part = 0; j_part < 2; ++j_part) {
        f32x4 b_tile_wide_5;
        {
          const i64 j_lane = 0;
          b_tile_wide_5 = *(const f32x4*)&b_tile[(i32)((u32)((i64)stage) * 4096u + (u32)step_8 * 256u + ((u32)(warp & 3) * 8u + (u32)j_item) * 4u) + (i32)j_part * 128 + (i32)j_lane];
        }
        #pragma unroll
        for (i64 j_lane = 0; j_lane < 4; ++j_lane) {
          b_own[0u * 8u + (u32)j_part * 4u + (u32)j_lane] = b_tile_wide_5.at[j_lane];
        }
      }
      #pragma unroll
      for (i64 j_part = 0; j_part < 2; ++j_part) {
        #pragma unroll
        for (i64 j_lane = 0; j_lane < 4; ++j_lane) {
          #pragma unroll
          for (i64 i_part = 0; i_part < 4; ++i_part) {
            #pragma unroll
            for (i64 i_lane = 0; i_lane < 4; ++i_lane) {
              s[(u32)i_part * 32u + (u32)i_lane * 8u + (u32)j_part * 4u + (u32)j_lane] = fmaf(a_own[0u * 16u + (u32)i_part * 4u + (u32)i_lane], b_own[0u * 8u + (u32)j_part * 4u + (u32)j_lane], s[(u32)i_part * 32u + (u32)i_lane * 8u + (u32)j_part * 4u + (u32)j_lane]);
            }
          }
        }
      }
    }
  }
  {
    const u32 at_14 = thread;
    const i64 warp = (i64)(at_14 / 32u);
    const i64 i_item = (i64)((at_14 % 32u) / 8u);
    const i64 j_item = (i64)(at_14 % 8u);
    #pragma unroll
    for (i64 j_part = 0; j_part < 2; ++j_part) {
      #pragma unroll
      for (i64 j_lane = 0; j_lane < 4; ++j_lane) {
        #pragma unroll
        for (i64 i_part = 0; i_part < 4; ++i_part) {
          #pragma unroll
          for (i64 i_lane = 0; i_lane < 4; ++i_lane) {
            if (((i64)((u64)i_start + ((u64)i_part * 32ul + ((u64)(warp >> 2) * 4ul + (u64)i_item) * 4ul + (u64)i_lane)) < i_end) && ((i64)((u64)j_start + ((u64)j_part * 128ul + ((u64)(warp & 3) * 8ul + (u64)j_item) * 4ul + (u64)j_lane)) < j_end)) {
              c[(i32)(((u32)i_start + ((u32)i_part * 32u + ((u32)(warp >> 2) * 4u + (u32)i_item) * 4u + (u32)i_lane)) * c_s0 + (u32)j_start + ((u32)(warp & 3) * 8u + (u32)j_item) * 4u) + (i32)j_part * 128 + (i32)j_lane] = s[(u32)i_part * 32u + (u32)i_lane * 8u + (u32)j_part * 4u + (u32)j_lane];
            }
          }
        }
      }
    }
  }
}
