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
    // numbers, by Taylor's series of 1 / gamma(1 + u) as in log_gamma_near_zeros.cpp.
    {"log_gamma", R"($Q $T $f($T x) {
  const $T simple = $m{lgamma}(x);
  if (!(x < -2 && x > -20 && $m{fabs}(simple) < ($T)0.25)) return simple;
  const $T u = x - $m{rint}(x);
  const $T terms[68] = {
    -1.7323564459105165e-24, -1.7540883508197598e-40,
    2.736030048608e-23, -2.8599315416397774e-39,
    -2.0542335517666728e-22, 3.6856892424568953e-39,
    1.337351730493693e-22, 2.6434059649079228e-39,
    1.7144063219273374e-20, 5.230715150426935e-38,
    -2.29874568443537e-19, 1.3335481917069145e-36,
    1.4123806553180319e-18, -7.576946701116294e-35,
    1.1866922547516004e-18, -4.2037265494226014e-35,
    -1.1812593016974588e-16, 6.422257838149681e-33,
    1.2267786282382608e-15, -5.072915146023867e-32,
    -5.348122539423018e-15, -1.6208384686356568e-31,
    -2.0583260535665066e-14, -1.4747481491954336e-30,
    5.100370287454476e-13, 2.253001461085878e-29,
    -3.696805618642206e-12, 2.7050034921703885e-28,
    7.782263439905071e-12, 4.397255556595848e-28,
    1.0434267116911005e-10, -2.9298419956825035e-27,
    -1.18127457048702e-09, -1.0052356155716208e-25,
    5.002007644469223e-09, -1.538123614056751e-26,
    6.116095104481416e-09, -2.693458298171306e-25,
    -2.056338416977607e-07, -3.0061601618645134e-24,
    1.133027231981696e-06, -4.622235212104869e-23,
    -1.2504934821426706e-06, -2.66214092271898e-23,
    -2.013485478078824e-05, 3.0488773972037385e-23,
    0.0001280502823881162, -9.359124499198967e-21,
    -0.00021524167411495098, 2.3758686180729364e-21,
    -0.0011651675918590652, 5.659947853880981e-20,
    0.0072189432466631, -3.6006537063394283e-19,
    -0.009621971527876973, -5.300031368830263e-19,
    -0.04219773455554433, -3.3579992682480134e-18,
    0.16653861138229148, 1.0189144546842026e-17,
    -0.04200263503409524, 1.4920306285650505e-18,
    -0.6558780715202539, 2.137185197068536e-17,
    0.5772156649015329, -4.942915152430645e-18,
    1.0, 0.0};
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

}  // namespace

std::span<const HelperText> float_helpers() { return kFloat; }

}  // namespace unpython::codegen
