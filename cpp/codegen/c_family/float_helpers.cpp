// Floats: npy_floor_divide and npy_remainder, minima that keep NaN, conversions with the answers of x86.
#include "codegen/c_family/helper_texts.h"

namespace unpython::codegen {
namespace {

constexpr HelperText kFloat[] = {
    {"floor_divide", R"($Q $T $f($T x, $T y) {
  const $T plain = x / y;
  if (y == 0) return plain;
  const $T rest = $m{fmod}(x, y);
  $T quotient = (x - rest) / y;
  if (rest != 0 && (y < 0) != (rest < 0)) quotient -= 1;
  if (quotient == 0) return $m{copysign}(($T)0, plain);
  const $T below = $m{floor}(quotient);
  return quotient - below > ($T)0.5 ? below + 1 : below;
}
)"},
    {"modulo", R"($Q $T $f($T x, $T y) {
  const $T rest = $m{fmod}(x, y);
  if (y == 0) return rest;
  if (rest == 0) return $m{copysign}(($T)0, y);
  return (y < 0) != (rest < 0) ? rest + y : rest;
}
)"},
    {"minimum", "$Q $T $f($T x, $T y) { return x < y || x != x ? x : y; }\n"},
    {"maximum", "$Q $T $f($T x, $T y) { return x > y || x != x ? x : y; }\n"},
    {"is_nan", "$Q bool $f($T x) { return x != x; }\n"},
    {"is_inf", "$Q bool $f($T x) { return x == x && x - x != 0; }\n"},
    {"is_finite", "$Q bool $f($T x) { return x - x == 0; }\n"},
    {"sign_bit", "$Q bool $f($T x) { return $b{x} < 0; }\n"},
    // factor * exp(x), which may be finite where exp(x) is not.
    {"exp_times", R"($Q $T $f($T x, $T factor) {
  const $T most = sizeof($T) == 4 ? 88 : 709;
  for (i32 part = 0; part < 2 && x > most; ++part) {
    factor *= $m{exp}(most);
    x -= most;
  }
  return factor * $m{exp}(x);
}
)"},
    {"to_i64", R"($Q i64 $f($T x) {
  return x >= ($T)-9223372036854775808.0 && x < ($T)9223372036854775808.0 ? (i64)x : (i64)0x8000000000000000ul;
}
)"},
    {"to_u64", R"($Q u64 $f($T x) {
  if (x >= ($T)9223372036854775808.0) return (u64)$T_to_i64(x - ($T)9223372036854775808.0) ^ 0x8000000000000000ul;
  return (u64)$T_to_i64(x);
}
)"},
    {"to_i32", R"($Q i32 $f($T x) {
  const $T whole = $m{trunc}(x);
  return whole >= ($T)-2147483648.0 && whole < ($T)2147483648.0 ? (i32)whole : (i32)0x80000000u;
}
)"},
};

}  // namespace

std::span<const HelperText> float_helpers() { return kFloat; }

}  // namespace unpython::codegen
