// Integers: division rounds down and gives 0 for a zero divisor, shifts take any count, powers wrap.
#include "codegen/c_family/helper_texts.h"

namespace unpython::codegen {
namespace {

constexpr HelperText kSigned[] = {
    {"bits", "$Q $I $f($T x) { return $b{x}; }\n"},
    {"floor_divide", R"($Q $T $f($T x, $T y) {
  if (y == 0) return 0;
  if (y == -1) return ($T)(0u - ($U)x);
  const $T quotient = ($T)(x / y);
  const $T rest = ($T)(x % y);
  return rest != 0 && (rest ^ y) < 0 ? ($T)(quotient - 1) : quotient;
}
)"},
    {"modulo", R"($Q $T $f($T x, $T y) {
  if (y == 0 || y == -1) return 0;
  const $T rest = ($T)(x % y);
  return rest != 0 && (rest ^ y) < 0 ? ($T)(rest + y) : rest;
}
)"},
    {"shift_left", R"($Q $T $f($T x, $T count) {
  return count >= 0 && count < (i32)sizeof($T) * 8 ? ($T)(($U)x << count) : 0;
}
)"},
    {"shift_right", R"($Q $T $f($T x, $T count) {
  return ($T)(x >> (count >= 0 && count < (i32)sizeof($T) * 8 ? count : (i32)sizeof($T) * 8 - 1));
}
)"},
    {"power", R"($Q $T $f($T base, $T exponent) {
  if (exponent < 0) return base == 1 ? 1 : base == -1 ? (exponent & 1 ? -1 : 1) : 0;
  $U result = 1;
  $U factor = ($U)base;
  for ($U rest = ($U)exponent; rest != 0; rest >>= 1) {
    if (rest & 1) result *= factor;
    factor *= factor;
  }
  return ($T)result;
}
)"},
    {"minimum", "$Q $T $f($T x, $T y) { return y < x ? y : x; }\n"},
    {"maximum", "$Q $T $f($T x, $T y) { return x < y ? y : x; }\n"},
    {"absolute", "$Q $T $f($T x) { return x < 0 ? ($T)(0u - ($U)x) : x; }\n"},
};

constexpr HelperText kUnsigned[] = {
    {"floor_divide", "$Q $T $f($T x, $T y) { return y == 0 ? 0 : ($T)(x / y); }\n"},
    {"modulo", "$Q $T $f($T x, $T y) { return y == 0 ? 0 : ($T)(x % y); }\n"},
    {"shift_left", R"($Q $T $f($T x, $T count) {
  return count < sizeof($T) * 8 ? ($T)(($U)x << count) : 0;
}
)"},
    {"shift_right", "$Q $T $f($T x, $T count) { return count < sizeof($T) * 8 ? ($T)(x >> count) : 0; }\n"},
    {"power", R"($Q $T $f($T base, $T exponent) {
  $U result = 1;
  $U factor = base;
  for ($T rest = exponent; rest != 0; rest >>= 1) {
    if (rest & 1) result *= factor;
    factor *= factor;
  }
  return ($T)result;
}
)"},
    {"minimum", "$Q $T $f($T x, $T y) { return y < x ? y : x; }\n"},
    {"maximum", "$Q $T $f($T x, $T y) { return x < y ? y : x; }\n"},
    {"absolute", "$Q $T $f($T x) { return x; }\n"},
};

}  // namespace

std::span<const HelperText> signed_helpers() { return kSigned; }
std::span<const HelperText> unsigned_helpers() { return kUnsigned; }

}  // namespace unpython::codegen
