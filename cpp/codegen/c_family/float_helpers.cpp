// Floats: npy_floor_divide and npy_remainder, minima that keep NaN, conversions with the answers of x86.
#include "codegen/c_family/helper_texts.h"
#include "ir/math/inverse_gamma.h"

namespace unpython::codegen {
namespace {

#define UNPYTHON_TERM(value, rest) "\n    " #value ", " #rest ","

constexpr HelperText kFloat[] = {
    {"floor_divide", R"($Q $T $f($T x, $T y) {
  const $T plain = x / y;
  if (y == 0 || y != y) return plain;  // fmod of some compilers is not defined for a constant NaN
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
    {"bits", "$Q $I $f($T x) { return $b{x}; }\n"},
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
    // sum * x + c, all in two numbers each but x.
    {"multiply_and_add", R"($Q void $f($T* sum, $T* rest, $T x, $T c, $T c_rest) {
  const $T product = *sum * x;
  const $T below = $m{fma}(*sum, x, -product) + *rest * x;
  const $T value = product + c;
  const $T of_c = value - product;
  const $T lost = (product - (value - of_c)) + (c - of_c);
  const $T tail = lost + (below + c_rest);
  *sum = value + tail;
  *rest = (value - *sum) + tail;
}
)"},
    // The language's has few right bits beside its zeros at negative numbers: there it is the logarithm of gamma in two
    // numbers, by Taylor's series of 1 / gamma(1 + u) of ir/math/inverse_gamma.h.
    {"log_gamma", R"($Q $T $f($T x) {
  const $T simple = $m{lgamma}(x);
  if (!(x < -2 && x > -20 && $m{fabs}(simple) < ($T)0.25)) return simple;
  const $T u = x - $m{rint}(x);
  const $T terms[68] = {)" UNPYTHON_INVERSE_GAMMA(UNPYTHON_TERM) R"(};
  $T sum = 0;
  $T rest = 0;
  for (i32 i = 0; i < 68; i += 2) $T_multiply_and_add(&sum, &rest, u, terms[i], terms[i + 1]);
  for ($T factor = u; factor > x - ($T)0.5; factor -= 1) $T_multiply_and_add(&sum, &rest, factor, 0, 0);
  if (sum < 0) {
    sum = -sum;
    rest = -rest;
  }
  const $T more = (sum - 1) + rest;
  const $T more_rest = ((sum - 1) - more) + rest;
  const $T below = 2 + more;
  const $T below_rest = ((2 - below) + more) + more_rest;
  const $T s = more / below;
  const $T s_rest = ($m{fma}(-s, below, more) + (more_rest - s * below_rest)) / below;
  const $T z = s * s;
  $T series = 0;
  for (i32 n = 23; n >= 3; n -= 2) series = z * (1 / ($T)n + series);
  return -(2 * s + (2 * s * series + 2 * s_rest));
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
#undef UNPYTHON_TERM

}  // namespace

std::span<const HelperText> float_helpers() { return kFloat; }

}  // namespace unpython::codegen
