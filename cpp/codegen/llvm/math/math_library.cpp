// The tables of math functions, and the search in libmvec.
#include "codegen/llvm/math/math_library.h"

#include <dlfcn.h>

#include <algorithm>

namespace unpython::codegen {

namespace {

using ir::Intrinsic;

/// libmvec has a vector form (glibc 2.35 and later; sin, cos, exp, log and pow from 2.22).
bool has_vector_form(Intrinsic function) {
  switch (function) {
    case Intrinsic::Cbrt:
    case Intrinsic::Exp:
    case Intrinsic::Exp2:
    case Intrinsic::Expm1:
    case Intrinsic::Log:
    case Intrinsic::Log2:
    case Intrinsic::Log10:
    case Intrinsic::Log1p:
    case Intrinsic::Sin:
    case Intrinsic::Cos:
    case Intrinsic::Tan:
    case Intrinsic::Asin:
    case Intrinsic::Acos:
    case Intrinsic::Atan:
    case Intrinsic::Atan2:
    case Intrinsic::Sinh:
    case Intrinsic::Cosh:
    case Intrinsic::Tanh:
    case Intrinsic::Asinh:
    case Intrinsic::Acosh:
    case Intrinsic::Atanh:
    case Intrinsic::Pow:
    case Intrinsic::Hypot:
    case Intrinsic::Erf:
    case Intrinsic::Erfc:
      return true;
    default:
      return false;
  }
}

bool has_two_arguments(Intrinsic function) {
  return function == Intrinsic::Atan2 || function == Intrinsic::Pow || function == Intrinsic::Hypot;
}

/// Letter of the vector ABI for registers of this size: SSE b, AVX2 d, AVX-512 e.
char isa_letter(int register_bytes) {
  if (register_bytes == 64) return 'e';
  return register_bytes == 32 ? 'd' : 'b';
}

}  // namespace

std::string_view libm_name(Intrinsic function) {
  switch (function) {
    case Intrinsic::Cbrt:
      return "cbrt";
    case Intrinsic::Exp:
      return "exp";
    case Intrinsic::Exp2:
      return "exp2";
    case Intrinsic::Expm1:
      return "expm1";
    case Intrinsic::Log:
      return "log";
    case Intrinsic::Log2:
      return "log2";
    case Intrinsic::Log10:
      return "log10";
    case Intrinsic::Log1p:
      return "log1p";
    case Intrinsic::Sin:
      return "sin";
    case Intrinsic::Cos:
      return "cos";
    case Intrinsic::Tan:
      return "tan";
    case Intrinsic::Asin:
      return "asin";
    case Intrinsic::Acos:
      return "acos";
    case Intrinsic::Atan:
      return "atan";
    case Intrinsic::Atan2:
      return "atan2";
    case Intrinsic::Sinh:
      return "sinh";
    case Intrinsic::Cosh:
      return "cosh";
    case Intrinsic::Tanh:
      return "tanh";
    case Intrinsic::Asinh:
      return "asinh";
    case Intrinsic::Acosh:
      return "acosh";
    case Intrinsic::Atanh:
      return "atanh";
    case Intrinsic::Pow:
      return "pow";
    case Intrinsic::Hypot:
      return "hypot";
    case Intrinsic::Erf:
      return "erf";
    case Intrinsic::Erfc:
      return "erfc";
    case Intrinsic::Gamma:
      return "tgamma";
    case Intrinsic::LogGamma:
      return "lgamma";
    case Intrinsic::NextAfter:
      return "nextafter";
    default:
      return {};
  }
}

std::string_view complex_libm_name(Intrinsic function) {
  switch (function) {
    case Intrinsic::Sqrt:
      return "csqrt";
    case Intrinsic::Exp:
      return "cexp";
    case Intrinsic::Log:
      return "clog";
    case Intrinsic::Sin:
      return "csin";
    case Intrinsic::Cos:
      return "ccos";
    case Intrinsic::Tan:
      return "ctan";
    case Intrinsic::Sinh:
      return "csinh";
    case Intrinsic::Cosh:
      return "ccosh";
    case Intrinsic::Tanh:
      return "ctanh";
    case Intrinsic::Pow:
      return "cpow";
    default:
      return {};
  }
}

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
      return "python.gamma";
    case Intrinsic::LogGamma:
      return "python.lgamma";
    case Intrinsic::Hypot:
      return "python.hypot";
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
  if (library_ == nullptr || !has_vector_form(function)) return {};
  const int item = single ? 4 : 8;
  for (int bytes = target.vector_bytes; bytes >= 16; bytes /= 2) {
    int width = bytes / item;
    if (width > lanes) continue;
    std::string symbol = std::string("_ZGV") + isa_letter(bytes) + 'N' + std::to_string(width) +
                         (has_two_arguments(function) ? "vv_" : "v_") + std::string(libm_name(function)) +
                         (single ? "f" : "");
    if (dlsym(library_.get(), symbol.c_str()) == nullptr) return {};
    lanes = width;
    return symbol;
  }
  return {};
}

}  // namespace unpython::codegen
