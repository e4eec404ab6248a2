// Texts of the helper functions. In them:
//   $T   the type of the operands          $U   the unsigned type in which they are added
//   $I   the signed integer of the same bytes as a float
//   $P   the real part's type of a complex $Q   the qualifiers of a helper
//   $T_x another helper `x` for the same type, which is then part of the text too; $P_x the same for the
//   part's type $m{x} the language's function x
#pragma once
#include <span>
#include <string_view>

namespace unpython::codegen {

struct HelperText {
  std::string_view operation;
  std::string_view text;
};

[[nodiscard]] std::span<const HelperText> signed_helpers();
[[nodiscard]] std::span<const HelperText> unsigned_helpers();
[[nodiscard]] std::span<const HelperText> float_helpers();
[[nodiscard]] std::span<const HelperText> complex_helpers();
[[nodiscard]] std::span<const HelperText> complex_math_helpers();

}  // namespace unpython::codegen
