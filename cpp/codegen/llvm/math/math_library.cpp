// The tables of math functions, and the search in libmvec.
#include "codegen/llvm/math/math_library.h"

#include <dlfcn.h>

#include "ir/intrinsics.h"
#include "ir/math/python_math.h"

namespace unpython::codegen {

namespace {

using ir::Intrinsic;

/// Letter of the vector ABI for registers of this size: SSE b, AVX2 d, AVX-512 e.
char isa_letter(int register_bytes) {
  if (register_bytes == 64) return 'e';
  return register_bytes == 32 ? 'd' : 'b';
}

}  // namespace

std::string_view libm_name(Intrinsic function) {
  const ir::IntrinsicRow& row = ir::row_of(function);
  return row.has(ir::kLibrary) ? row.c_name : std::string_view();
}

std::string_view complex_libm_name(Intrinsic function) { return ir::row_of(function).complex_name; }

bool is_library_call(Intrinsic function, ScalarType type) {
  if (is_complex(type)) return !complex_libm_name(function).empty() || function == Intrinsic::Abs;
  return is_float(type) && (!libm_name(function).empty() || function == Intrinsic::Fmod);
}

std::string numpy_loop(Intrinsic function, ScalarType type) {
  const std::string_view name = function == Intrinsic::Sqrt ? "sqrt" : libm_name(function);
  if (name.empty()) return {};
  switch (type) {
    case ScalarType::Float32:
      return "numpy." + std::string(name) + ".f";
    case ScalarType::Float64:
      return "numpy." + std::string(name) + ".d";
    case ScalarType::Complex64:
      return "numpy." + std::string(name) + ".F";
    case ScalarType::Complex128:
      return "numpy." + std::string(name) + ".D";
    default:
      return {};
  }
}

std::string_view python_function(Intrinsic function) {
  switch (function) {
    case Intrinsic::Gamma:
      return ir::kPythonGamma;
    case Intrinsic::LogGamma:
      return ir::kPythonLogGamma;
    case Intrinsic::Hypot:
      return ir::kPythonHypot;
    default:
      return {};
  }
}

VectorMath::VectorMath() {
  if (void* handle = dlopen("libmvec.so.1", RTLD_NOW | RTLD_LOCAL)) {
    library_ = std::shared_ptr<void>(handle, [](void* library) { dlclose(library); });
  }
}

std::string VectorMath::find(Intrinsic function, bool single, const abi::TargetInfo& target,
                             int& lanes) const {
  if (library_ == nullptr || !ir::row_of(function).has(ir::kVectors)) return {};
  const int item = single ? 4 : 8;
  for (int bytes = target.vector_bytes; bytes >= 16; bytes /= 2) {
    int width = bytes / item;
    if (width > lanes) continue;
    std::string symbol = std::string("_ZGV") + isa_letter(bytes) + 'N' + std::to_string(width) +
                         (ir::row_of(function).arity == 2 ? "vv_" : "v_") + std::string(libm_name(function)) +
                         (single ? "f" : "");
    if (dlsym(library_.get(), symbol.c_str()) == nullptr) return {};
    lanes = width;
    return symbol;
  }
  return {};
}

}  // namespace unpython::codegen
