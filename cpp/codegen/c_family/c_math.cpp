#include "codegen/c_family/c_math.h"

#include "ir/intrinsics.h"
#include "unpython/error.h"

namespace unpython::codegen {
namespace {

using ir::Intrinsic;

}  // namespace

std::string_view math_name(Intrinsic function) {
  const std::string_view name = ir::row_of(function).c_name;
  if (name.empty()) throw InternalError("printing a kernel", "a function without a name in C");
  return name;
}

std::string_view helper_function(Intrinsic function, ScalarType type) {
  const bool has_complex_form = !ir::row_of(function).complex_name.empty() || function == Intrinsic::Fma;
  if (is_complex(type) && has_complex_form) return math_name(function);
  switch (function) {
    case Intrinsic::Minimum:
      return "minimum";
    case Intrinsic::Maximum:
      return "maximum";
    case Intrinsic::IsNan:
      return "is_nan";
    case Intrinsic::IsInf:
      return "is_inf";
    case Intrinsic::IsFinite:
      return "is_finite";
    case Intrinsic::SignBit:
      return "sign_bit";
    case Intrinsic::Bits:
      return "bits";
    case Intrinsic::Conjugate:
      return "conjugate";
    case Intrinsic::Abs:
      return is_float(type) ? "" : "absolute";
    case Intrinsic::Pow:
      return is_integer(type) ? "power" : "";
    case Intrinsic::LogGamma:
      return type == ScalarType::Float64 ? "log_gamma" : "";
    default:
      return "";
  }
}

}  // namespace unpython::codegen
