// CUDA C++ without any header, as NVRTC compiles it.
#include <cstdio>

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

class Cuda : public Dialect {
 public:
  std::string_view name() const override { return "CUDA"; }
  std::string_view prelude(bool) const override { return kCudaPrelude; }
  std::string_view kernel() const override { return "extern \"C\" __global__ void"; }
  std::string kernel_of(const std::array<int64_t, 3>& threads) const override {
    return "extern \"C\" __global__ void __launch_bounds__(" +
           std::to_string(threads[0] * threads[1] * threads[2]) + ")";
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
  std::string_view barrier() const override { return "__syncthreads();"; }
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
    return std::string(function) + (type == ScalarType::Float32 ? "f" : "");
  }
  std::string bits_of(ScalarType type, const std::string& value) const override {
    return (type == ScalarType::Float32 ? "__float_as_int(" : "__double_as_longlong(") + value + ")";
  }
  std::string compare_and_swap(int bits) const override {
    return std::string("return atomicCAS((") + (bits == 32 ? "u32" : "u64") + "*)at, old, next);";
  }
  std::string_view fence() const override { return "__threadfence();"; }
};

}  // namespace

const Dialect& cuda_dialect() {
  static const Cuda dialect;
  return dialect;
}

}  // namespace unpython::codegen
