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
typedef struct {
  i64 iteration;
  u32 lock;
  i32 site;
  i32 argument_count;
  i32 padding;
  i64 arguments[10];
} ErrorCell;
static __device__ __forceinline__ u32 swap_u32(volatile u32* at, u32 old, u32 next) {
  return atomicCAS((u32*)at, old, next);
}
static __device__ __forceinline__ void raise_error(volatile ErrorCell* cell, i64 iteration, i32 site, i32 count, i64 a0, i64 a1, i64 a2, i64 a3) {
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
      __threadfence();
      swap_u32(&cell->lock, 1u, 0u);
      waiting = false;
    }
  }
}

extern "C" __global__ void up_checked_line0(
    i64 i_first, i64 i_end, const i64* __restrict__ b_memory, i64 b_at, i64* __restrict__ a_memory, i64 a_at, i64 a_n0, i64 before, ErrorCell* error) {
  const i64 i = i_first + (i64)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= i_end) return;
  const i64 iteration = before + i;
  const i64* b = b_memory + b_at;
  i64* a = a_memory + a_at;
  const i64 index = b[(u32)i];
  if (index < -a_n0 || index >= a_n0) {
    raise_error(error, iteration, 0, 3, index, 0, a_n0, 0);  // IndexError
    return;
  }
  a[(u32)i] = b[(u32)i];
}

