// OpenCL C 1.2.
#include <cstdio>

#include "codegen/c_family/dialect.h"
#include "unpython/error.h"

namespace unpython::codegen {
namespace {

// Arrays of several types may lie in one memory, and compilers believe that they do not.
constexpr std::string_view kOpenclPrelude =
    "#pragma OPENCL FP_CONTRACT OFF\n"
    "typedef char i8 __attribute__((may_alias));\n"
    "typedef short i16 __attribute__((may_alias));\n"
    "typedef int i32 __attribute__((may_alias));\n"
    "typedef long i64 __attribute__((may_alias));\n"
    "typedef uchar u8 __attribute__((may_alias));\n"
    "typedef ushort u16 __attribute__((may_alias));\n"
    "typedef uint u32 __attribute__((may_alias));\n"
    "typedef ulong u64 __attribute__((may_alias));\n"
    "typedef float f32 __attribute__((may_alias));\n";
// In front of that and behind it where there is float64.
constexpr std::string_view kFloat64 = "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n";
constexpr std::string_view kFloat64Type = "typedef double f64 __attribute__((may_alias));\n";

constexpr std::string_view kOpenclInverted = R"(static inline u32 inverted(u32 x) {
#ifdef __NV_CL_C_VERSION
  u32 result;
  asm("not.b32 %0, %1;" : "=r"(result) : "r"(x));
  return result;
#else
  return ~x;
#endif
}
)";

constexpr std::string_view kOpenclHalf = R"(static inline f32 float_of_half(u16 x) {
  return vload_half(0, (const half*)&x);
}
static inline u16 half_of_float(f32 x) {
  u16 result;
  vstore_half_rte(x, 0, (half*)&result);
  return result;
}
)";
/// The float toward zero, odd where it is inexact: then the second rounding is the only one (the float has more than two bits more).
constexpr std::string_view kOpenclHalfOfDouble = R"(static inline u16 half_of_double(f64 x) {
  const f32 near = (f32)x;
  const f64 back = near;
  const u32 below = as_uint(near) - (fabs(back) > fabs(x) ? 1u : 0u);
  return half_of_float(as_float(below | (back != x ? 1u : 0u)));
}
)";

class OpenCl : public Dialect {
 public:
  explicit OpenCl(bool is_quick) : is_quick_(is_quick) {}
  std::string_view name() const override { return "opencl"; }
  std::string prelude(bool float64) const override {
    const std::string common(kOpenclPrelude);
    return float64 ? std::string(kFloat64) + common + std::string(kFloat64Type) : common;
  }
  std::string_view kernel() const override { return "__kernel void"; }
  std::string kernel_of(const std::array<int64_t, 3>& threads, int) const override {
    return "__kernel __attribute__((reqd_work_group_size(" + std::to_string(threads[0]) + ", " +
           std::to_string(threads[1]) + ", " + std::to_string(threads[2]) + "))) void";
  }
  std::string_view helper() const override { return "static inline"; }
  std::string_view global() const override { return "__global "; }
  std::string_view restrict() const override { return " restrict"; }
  std::string work_item(int dimension) const override {
    return "(i64)get_global_id(" + std::to_string(dimension) + ")";
  }
  std::string local_item(int dimension) const override {
    return "get_local_id(" + std::to_string(dimension) + ")";
  }
  std::string group(int dimension) const override {
    return "get_group_id(" + std::to_string(dimension) + ")";
  }
  std::string_view local() const override { return "__local "; }
  std::string_view local_pointer() const override { return local(); }
  std::string_view barrier() const override { return "barrier(CLK_LOCAL_MEM_FENCE);"; }
  std::string_view global_barrier() const override {
    return "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);";
  }
  kernel::GroupAbilities abilities() const override { return {}; }
  std::string shuffle_mask(const std::string&, int64_t, int64_t) const override { return no_lanes(); }
  std::string shuffle_lane(const std::string&, const std::string&, int64_t) const override { return no_lanes(); }
  bool unrolls_any_loop() const override { return false; }
  bool meets_in_branches() const override { return false; }
  std::string_view copy_helpers() const override { return ""; }
  std::string_view matrix_helpers() const override { return ""; }
  std::string dynamic_local(const std::string&) const override { return ""; }
  std::string float_of_bits(ScalarType type, uint64_t bits) const override {
    char text[64];
    if (type == ScalarType::Float32) {
      std::snprintf(text, sizeof text, "as_float(0x%08xu)", static_cast<unsigned>(bits));
    } else {
      std::snprintf(text, sizeof text, "as_double(0x%016llxUL)", static_cast<unsigned long long>(bits));
    }
    return text;
  }
  std::string math(std::string_view function, ScalarType) const override { return std::string(function); }
  std::string sine_and_cosine(ScalarType) const override { return ""; }  // sincos may have other bits
  std::string byte_of(const std::string&, const std::string&) const override { return ""; }
  std::string_view multiply_high() const override { return "mul_hi"; }
  std::string quick_quotient(ScalarType) const override { return ""; }
  std::string_view within_helpers() const override { return ""; }
  std::string quick_inverse_root(ScalarType type) const override { return is_quick_ ? math("rsqrt", type) : ""; }
  std::string_view inverted_helper() const override { return kOpenclInverted; }
  std::string_view half_helpers() const override { return kOpenclHalf; }
  std::string_view half_of_double_helper() const override { return kOpenclHalfOfDouble; }
  std::string bits_of(ScalarType type, const std::string& value) const override {
    if (is_integer(type)) return (type == ScalarType::Int32 ? "as_float(" : "as_double(") + value + ")";
    return (type == ScalarType::Float32 ? "as_int(" : "as_long(") + value + ")";
  }
  std::string compare_and_swap(int bits, bool in_local) const override {
    const std::string space(in_local ? local() : global());
    return bits == 32 ? "return atomic_cmpxchg((volatile " + space + "u32*)at, old, next);"
                      : "return atom_cmpxchg((volatile " + space + "u64*)at, old, next);";
  }
  std::string native_count(int) const override { return ""; }
  std::string native_update(ir::BinaryOp op, int bits, bool in_local) const override {
    const std::string word = bits == 32 ? "u32" : "u64";
    const std::string place = "((volatile " + std::string(in_local ? local() : global()) + word + "*)at, value);";
    // For 64 bits, only what comes with the exchange above.
    if (op == ir::BinaryOp::Add) return (bits == 32 ? "atomic_add" : "atom_add") + place;
    if (op == ir::BinaryOp::Subtract) return (bits == 32 ? "atomic_sub" : "atom_sub") + place;
    if (bits == 64) return "";
    if (op == ir::BinaryOp::BitAnd) return "atomic_and" + place;
    if (op == ir::BinaryOp::BitOr) return "atomic_or" + place;
    if (op == ir::BinaryOp::BitXor) return "atomic_xor" + place;
    return "";
  }
  std::string_view fence() const override { return "mem_fence(CLK_GLOBAL_MEM_FENCE);"; }

 private:
  [[noreturn]] static std::string no_lanes() {
    throw InternalError("printing a kernel", "a shuffle in OpenCL");
  }

  bool is_quick_;
};

}  // namespace

const Dialect& opencl_dialect(FloatMode fp) {
  static const OpenCl exact(false);
  static const OpenCl quick(true);
  return fp == FloatMode::Fast ? quick : exact;
}

}  // namespace unpython::codegen
