// Functions of complex numbers that C99 has and CUDA and OpenCL have not: values at infinities, NaN and
// signed zeros as C's Annex G says, no overflow on the way to a result that is finite.
#include "codegen/c_family/helper_texts.h"

namespace unpython::codegen {
namespace {

constexpr HelperText kComplexMath[] = {
    {"exp", R"($Q $T $f($T z) {
  if (z.im == 0) return $T_of($m{exp}(z.re), z.im);
  if (!$P_is_finite(z.im)) {
    if ($P_is_inf(z.re)) return z.re < 0 ? $T_of(0, $m{copysign}(($P)0, z.im)) : $T_of(z.re, z.im - z.im);
    return $T_of(z.im - z.im, z.im - z.im);
  }
  return $T_of($P_exp_times(z.re, $m{cos}(z.im)), $P_exp_times(z.re, $m{sin}(z.im)));
}
)"},
    // Around |z| = 1 the logarithm is small: |z|^2 - 1 is summed without rounding errors there.
    {"log", R"($Q $T $f($T z) {
  const $P angle = $m{atan2}(z.im, z.re);
  $P x = $m{fabs}(z.re);
  $P y = $m{fabs}(z.im);
  if ($P_is_inf(x)) return $T_of(x, angle);
  if ($P_is_inf(y)) return $T_of(y, angle);
  if (x < y) {
    const $P least = x;
    x = y;
    y = least;
  }
  const $P square = x * x + y * y;
  if (square > ($P)0.5 && square < 3) {
    const $P x2 = x * x;
    const $P y2 = y * y;
    const $P rest = $m{fma}(x, x, -x2) + $m{fma}(y, y, -y2);
    const $P less = x2 - 1;
    const $P back = less - x2;
    const $P rest1 = (x2 - (less - back)) + (-1 - back);
    const $P sum = less + y2;
    const $P part = sum - less;
    const $P rest2 = (less - (sum - part)) + (y2 - part);
    return $T_of($m{log1p}(sum + (rest1 + rest2 + rest)) / 2, angle);
  }
  const i32 most = sizeof($P) == 4 ? 126 : 1022;
  if (x > $m{ldexp}(($P)1, most)) return $T_of($m{log}($m{hypot}(x / 2, y / 2)) + $m{log}(($P)2), angle);
  if (x < $m{ldexp}(($P)1, -most + 60) && x > 0) {
    const $P larger = $m{hypot}($m{ldexp}(x, 64), $m{ldexp}(y, 64));
    return $T_of($m{log}(larger) - 64 * $m{log}(($P)2), angle);
  }
  return $T_of($m{log}($m{hypot}(x, y)), angle);
}
)"},
    {"sqrt", R"($Q $T $f($T z) {
  if ($P_is_inf(z.im)) return $T_of($m{fabs}(z.im), z.im);
  if ($P_is_inf(z.re)) {
    const bool unknown = z.im != z.im;
    if (z.re < 0) return $T_of(unknown ? z.im : 0, $m{copysign}(z.re, z.im));
    return $T_of(z.re, unknown ? z.im : $m{copysign}(($P)0, z.im));
  }
  if (z.im == 0) {
    const $P root = $m{sqrt}($m{fabs}(z.re));
    return z.re < 0 ? $T_of(0, $m{copysign}(root, z.im)) : $T_of(z.re != z.re ? z.re : root, z.re != z.re ? z.re : z.im);
  }
  const $P size = $m{fmax}($m{fabs}(z.re), $m{fabs}(z.im));
  const i32 most = sizeof($P) == 4 ? 125 : 1021;
  const i32 shift = size > $m{ldexp}(($P)1, most) ? 1 : size < $m{ldexp}(($P)1, -most + 60) ? -32 : 0;
  const $P x = $m{ldexp}(z.re, -2 * shift);
  const $P y = $m{ldexp}(z.im, -2 * shift);
  const $P larger = $m{sqrt}(($P)0.5 * ($m{hypot}(x, y) + $m{fabs}(x)));
  const $P smaller = ($P)0.5 * ($m{fabs}(y) / larger);
  const $P re = $m{ldexp}(z.re < 0 ? smaller : larger, shift);
  const $P im = $m{ldexp}(z.re < 0 ? larger : smaller, shift);
  return $T_of(re, $m{copysign}(im, z.im));
}
)"},
    {"sinh", R"($Q $T $f($T z) {
  if (z.im == 0) return $T_of($m{sinh}(z.re), z.im);
  if (!$P_is_finite(z.im)) {
    const $P unknown = z.im - z.im;
    return $T_of(z.re == 0 || $P_is_inf(z.re) ? z.re : unknown, unknown);
  }
  const $P c = $m{cos}(z.im);
  const $P s = $m{sin}(z.im);
  const $P size = $m{fabs}(z.re);
  if (size > 50) return $T_of($P_exp_times(size, c / 2) * $m{copysign}(($P)1, z.re), $P_exp_times(size, s / 2));
  return $T_of($m{sinh}(z.re) * c, $m{cosh}(z.re) * s);
}
)"},
    {"cosh", R"($Q $T $f($T z) {
  if (z.im == 0) return $T_of($m{cosh}(z.re), z.re == z.re ? z.im * $m{copysign}(($P)1, z.re) : z.im);
  if (!$P_is_finite(z.im)) {
    const $P unknown = z.im - z.im;
    if (z.re == 0) return $T_of(unknown, z.re);
    return $T_of($P_is_inf(z.re) ? $m{fabs}(z.re) : unknown, unknown);
  }
  const $P c = $m{cos}(z.im);
  const $P s = $m{sin}(z.im);
  const $P size = $m{fabs}(z.re);
  if (size > 50) return $T_of($P_exp_times(size, c / 2), $P_exp_times(size, s / 2) * $m{copysign}(($P)1, z.re));
  return $T_of($m{cosh}(z.re) * c, $m{sinh}(z.re) * s);
}
)"},
    {"tanh", R"($Q $T $f($T z) {
  if (z.im == 0) return $T_of($m{tanh}(z.re), z.im);
  if ($P_is_inf(z.re) && !$P_is_finite(z.im)) return $T_of($m{copysign}(($P)1, z.re), $m{copysign}(($P)0, z.im));
  if (!$P_is_finite(z.im)) return $T_of(z.re == 0 ? z.re : z.im - z.im, z.im - z.im);
  const $P c = $m{cos}(z.im);
  const $P s = $m{sin}(z.im);
  const $P size = $m{fabs}(z.re);
  if (size > 22) return $T_of($m{copysign}(($P)1, z.re), 4 * s * c * $m{exp}(-2 * size));
  const $P up = $m{sinh}(z.re);
  const $P below = up * up + c * c;
  return $T_of(up * $m{cosh}(z.re) / below, s * c / below);
}
)"},
    {"sin", R"($Q $T $f($T z) {
  const $T turned = $T_sinh($T_of(-z.im, z.re));
  return $T_of(turned.im, -turned.re);
}
)"},
    {"cos", "$Q $T $f($T z) { return $T_cosh($T_of(-z.im, z.re)); }\n"},
    {"tan", R"($Q $T $f($T z) {
  const $T turned = $T_tanh($T_of(-z.im, z.re));
  return $T_of(turned.im, -turned.re);
}
)"},
    {"pow", "$Q $T $f($T x, $T y) { return $T_exp($T_multiply(y, $T_log(x))); }\n"},
};

}  // namespace

std::span<const HelperText> complex_math_helpers() { return kComplexMath; }

}  // namespace unpython::codegen
