#pragma OPENCL FP_CONTRACT OFF
typedef char i8 __attribute__((may_alias));
typedef short i16 __attribute__((may_alias));
typedef int i32 __attribute__((may_alias));
typedef long i64 __attribute__((may_alias));
typedef uchar u8 __attribute__((may_alias));
typedef ushort u16 __attribute__((may_alias));
typedef uint u32 __attribute__((may_alias));
typedef ulong u64 __attribute__((may_alias));
typedef float f32 __attribute__((may_alias));
typedef struct {
  i64 iteration;
  u32 lock;
  i32 site;
  i32 argument_count;
  i32 padding;
  i64 arguments[10];
} ErrorCell;
static inline u32 swap_u32(volatile __global u32* at, u32 old, u32 next) {
  return atomic_cmpxchg((volatile __global u32*)at, old, next);
}
static inline void raise_error(volatile __global ErrorCell* cell, i64 iteration, i32 site, i32 count, i64 a0, i64 a1, i64 a2, i64 a3) {
  bool waiting = true;
  while (waiting) {
    if (swap_u32(&cell->lock, 0u, 1u) == 0u) {
      if (iteration < cell->iteration) {
        cell->iteration = iteration;
        cell->site = site;
        cell->argument_count = count;
        cell->arguments[0] = a0;
        cell->arguments[1] = a1;
        cell->arguments[2] = a2;
        cell->arguments[3] = a3;
      }
      mem_fence(CLK_GLOBAL_MEM_FENCE);
      swap_u32(&cell->lock, 1u, 0u);
      waiting = false;
    }
  }
}

__kernel void up_checked_line0(
    i64 i_first, i64 i_end, __global const i64* restrict b_memory, i64 b_at, __global i64* restrict a_memory, i64 a_at, i64 a_n0, i64 before, __global ErrorCell* error) {
  const i64 i = i_first + (i64)get_global_id(0);
  if (i >= i_end) return;
  const i64 iteration = before + i;
  __global const i64* b = b_memory + b_at;
  __global i64* a = a_memory + a_at;
  const i64 index = b[(u32)i];
  if (index < -a_n0 || index >= a_n0) {
    raise_error(error, iteration, 0, 3, index, 0, a_n0, 0);  // IndexError
    return;
  }
  a[(u32)i] = b[(u32)i];
}

