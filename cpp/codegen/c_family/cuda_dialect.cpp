// CUDA C++ without any header, as NVRTC compiles it.
#include <cstdio>
#include <string>

#include "codegen/c_family/dialect.h"

namespace unpython::codegen {
namespace {

constexpr std::string_view kCudaPrelude =
    "typedef signed char i8;\n"
    "typedef short i16;\n"
    "typedef int i32;\n"
    "typedef long long i64;\n"
    "typedef unsigned char u8;\n"
    "typedef unsigned short u16;\n"
    "typedef unsigned int u32;\n"
    "typedef unsigned long long u64;\n"
    "typedef float f32;\n"
    "typedef double f64;\n";

/// Errors in units in the last place: at most 2. Subnormal numbers count as zeros.
constexpr std::string_view kCudaQuick = R"(static __device__ __forceinline__ f32 quick_quotient(f32 a, f32 b) {
  f32 result;
  asm("div.full.ftz.f32 %0, %1, %2;" : "=f"(result) : "f"(a), "f"(b));
  return result;
}
static __device__ __forceinline__ f32 quick_sqrtf(f32 a) {
  f32 result;
  asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(a));
  return result;
}
static __device__ __forceinline__ f32 quick_rsqrtf(f32 a) {
  f32 result;
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(a));
  return result;
}
)";

/// What the compiler makes of sqrt and /, without its question whether the operands need a longer form.
constexpr std::string_view kCudaWithin = R"(static __device__ __forceinline__ f32 root_within(f32 x) {
  f32 inverse;
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(inverse) : "f"(x));
  const f32 root = x * inverse;
  return fmaf(fmaf(-root, root, x), inverse * 0.5f, root);
}
static __device__ __forceinline__ f32 quotient_within(f32 a, f32 b) {
  f32 inverse;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(inverse) : "f"(b));
  inverse = fmaf(inverse, fmaf(inverse, -b, 1.0f), inverse);
  const f32 quotient = a * inverse;
  return fmaf(inverse, fmaf(quotient, -b, a), quotient);
}
)";

constexpr std::string_view kCudaInverted = R"(static __device__ __forceinline__ u32 inverted(u32 x) {
  u32 result;
  asm("not.b32 %0, %1;" : "=r"(result) : "r"(x));
  return result;
}
)";

constexpr std::string_view kCudaHalf = R"(static __device__ __forceinline__ f32 float_of_half(u16 x) {
  f32 result;
  asm("cvt.f32.f16 %0, %1;" : "=f"(result) : "h"(x));
  return __int_as_float(__float_as_int(result) | ((i32)(x & 0x8000u) << 16));  // of a NaN, the sign is lost
}
static __device__ __forceinline__ u16 half_of_float(f32 x) {
  u16 result;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(result) : "f"(x));
  return result;
}
)";
constexpr std::string_view kCudaHalfOfDouble = R"(static __device__ __forceinline__ u16 half_of_double(f64 x) {
  u16 result;
  asm("cvt.rn.f16.f64 %0, %1;" : "=h"(result) : "d"(x));
  return result;
}
)";

constexpr std::string_view kCudaCopies = R"(static __device__ __forceinline__ void copy_later_4(void* to, const void* from) {
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
)";

/// Sums, then the left and the right elements of a lane. A number is negated where the last bit says so.
constexpr std::string_view kCudaMatrices = R"(static __device__ __forceinline__ f64 negated_where(f64 x, u32 odd) {
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
)";

class Cuda : public Dialect {
 public:
  explicit Cuda(bool is_quick) : is_quick_(is_quick), prelude_(kCudaPrelude) {
    if (is_quick) prelude_ += kCudaQuick;
  }
  std::string_view name() const override { return "cuda"; }
  std::string prelude(bool) const override { return prelude_; }
  std::string_view kernel() const override { return "extern \"C\" __global__ void"; }
  std::string kernel_of(const std::array<int64_t, 3>& threads, int groups) const override {
    return "extern \"C\" __global__ void __launch_bounds__(" +
           std::to_string(threads[0] * threads[1] * threads[2]) +
           (groups > 1 ? ", " + std::to_string(groups) : "") + ")";
  }
  std::string_view helper() const override { return "static __device__ __forceinline__"; }
  std::string_view global() const override { return ""; }
  std::string_view restrict() const override { return " __restrict__"; }
  std::string work_item(int dimension) const override {
    const char axis = "xyz"[dimension];
    return std::string("(i64)blockIdx.") + axis + " * blockDim." + axis + " + threadIdx." + axis;
  }
  std::string local_item(int dimension) const override {
    return std::string("threadIdx.") + "xyz"[dimension];
  }
  std::string group(int dimension) const override { return std::string("blockIdx.") + "xyz"[dimension]; }
  std::string_view local() const override { return "__shared__ "; }
  std::string_view local_pointer() const override { return ""; }
  std::string_view barrier() const override { return "__syncthreads();"; }
  std::string_view global_barrier() const override { return barrier(); }
  kernel::GroupAbilities abilities() const override { return {.shuffles = true, .matrix_unit = true}; }
  std::string shuffle_mask(const std::string& own, int64_t mask, int64_t width) const override {
    return "__shfl_xor_sync(0xffffffffu, " + own + ", " + std::to_string(mask) + lanes(width) + ")";
  }
  std::string shuffle_lane(const std::string& own, const std::string& lane, int64_t width) const override {
    return "__shfl_sync(0xffffffffu, " + own + ", (i32)(" + lane + ")" + lanes(width) + ")";
  }
  bool unrolls_any_loop() const override { return true; }
  bool meets_in_branches() const override { return true; }
  std::string_view copy_helpers() const override { return kCudaCopies; }
  std::string_view matrix_helpers() const override { return kCudaMatrices; }
  std::string dynamic_local(const std::string& name) const override {
    return "extern __shared__ __align__(16) u8 " + name + "[];";
  }
  std::string float_of_bits(ScalarType type, uint64_t bits) const override {
    char text[64];
    if (type == ScalarType::Float32) {
      std::snprintf(text, sizeof text, "__int_as_float(0x%08llx)", static_cast<unsigned long long>(bits));
    } else {
      std::snprintf(text, sizeof text, "__longlong_as_double(0x%016llxLL)",
                    static_cast<unsigned long long>(bits));
    }
    return text;
  }
  std::string math(std::string_view function, ScalarType type) const override {
    const bool is_quick = is_quick_ && type == ScalarType::Float32 && (function == "sqrt" || function == "rsqrt");
    return (is_quick ? "quick_" : "") + std::string(function) + (type == ScalarType::Float32 ? "f" : "");
  }
  std::string sine_and_cosine(ScalarType type) const override { return math("sincos", type); }
  std::string byte_of(const std::string& word, const std::string& place) const override {
    return "(u8)__byte_perm(" + word + ", 0u, 0x4440u | (u32)(" + place + "))";
  }
  std::string_view multiply_high() const override { return "__umul64hi"; }
  std::string quick_quotient(ScalarType type) const override {
    return is_quick_ && type == ScalarType::Float32 ? "quick_quotient" : "";
  }
  std::string quick_inverse_root(ScalarType type) const override {
    return is_quick_ ? math("rsqrt", type) : "";
  }
  std::string_view within_helpers() const override { return kCudaWithin; }
  std::string_view inverted_helper() const override { return kCudaInverted; }
  std::string_view half_helpers() const override { return kCudaHalf; }
  std::string_view half_of_double_helper() const override { return kCudaHalfOfDouble; }
  std::string bits_of(ScalarType type, const std::string& value) const override {
    if (is_integer(type)) return (type == ScalarType::Int32 ? "__int_as_float(" : "__longlong_as_double(") + value + ")";
    return (type == ScalarType::Float32 ? "__float_as_int(" : "__double_as_longlong(") + value + ")";
  }
  std::string compare_and_swap(int bits, bool) const override {
    return std::string("return atomicCAS((") + (bits == 32 ? "u32" : "u64") + "*)at, old, next);";
  }
  std::string native_update(ir::BinaryOp op, int bits, bool) const override {
    const std::string word = bits == 32 ? "u32" : "u64";
    const std::string place = "((" + word + "*)at, ";
    switch (op) {
      case ir::BinaryOp::Add:
        return "atomicAdd" + place + "value);";
      case ir::BinaryOp::Subtract:
        return "atomicAdd" + place + "0u - value);";
      case ir::BinaryOp::BitAnd:
        return "atomicAnd" + place + "value);";
      case ir::BinaryOp::BitOr:
        return "atomicOr" + place + "value);";
      case ir::BinaryOp::BitXor:
        return "atomicXor" + place + "value);";
      default:
        return "";
    }
  }
  std::string native_count(int bits) const override {
    const std::string word = bits == 32 ? "u32" : "u64";
    return "const u32 alike = __match_any_sync(__activemask(), (u64)at);\n"
           "  u32 lane;\n"
           "  asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(lane));\n"
           "  if ((u32)__ffs((int)alike) == lane + 1u) atomicAdd((" + word + "*)at, value * (" + word + ")__popc(alike));";
  }
  std::string_view fence() const override { return "__threadfence();"; }

 private:
  static std::string lanes(int64_t width) { return width == 32 ? "" : ", " + std::to_string(width); }

  bool is_quick_;
  std::string prelude_;
};

}  // namespace

const Dialect& cuda_dialect(FloatMode fp) {
  static const Cuda exact(false);
  static const Cuda quick(true);
  return fp == FloatMode::Fast ? quick : exact;
}

}  // namespace unpython::codegen
