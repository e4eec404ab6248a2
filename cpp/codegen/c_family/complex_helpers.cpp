// Complex numbers: NumPy's order and scaled division.
#include "codegen/c_family/helper_texts.h"

namespace unpython::codegen {
namespace {

constexpr HelperText kComplex[] = {
    {"of", R"($Q $T $f($P re, $P im) {
  $T z;
  z.re = re;
  z.im = im;
  return z;
}
)"},
    {"add", "$Q $T $f($T x, $T y) { return $T_of(x.re + y.re, x.im + y.im); }\n"},
    {"subtract", "$Q $T $f($T x, $T y) { return $T_of(x.re - y.re, x.im - y.im); }\n"},
    {"multiply", R"($Q $T $f($T x, $T y) {
  return $T_of(x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re);
}
)"},
    {"fma", R"($Q $T $f($T x, $T y, $T c) {
  return $T_of($m{fma}(-x.im, y.im, $m{fma}(x.re, y.re, c.re)), $m{fma}(x.im, y.re, $m{fma}(x.re, y.im, c.im)));
}
)"},
    {"divide", R"($Q $T $f($T x, $T y) {
  const $P re = $m{fabs}(y.re);
  const $P im = $m{fabs}(y.im);
  if (re >= im) {
    if (re == 0 && im == 0) return $T_of(x.re / re, x.im / re);
    const $P ratio = y.im / y.re;
    const $P scale = 1 / (y.re + y.im * ratio);
    return $T_of((x.re + x.im * ratio) * scale, (x.im - x.re * ratio) * scale);
  }
  const $P ratio = y.re / y.im;
  const $P scale = 1 / (y.im + y.re * ratio);
  return $T_of((x.re * ratio + x.im) * scale, (x.im * ratio - x.re) * scale);
}
)"},
    {"negate", "$Q $T $f($T x) { return $T_of(-x.re, -x.im); }\n"},
    {"conjugate", "$Q $T $f($T x) { return $T_of(x.re, -x.im); }\n"},
    {"absolute", "$Q $P $f($T x) { return $m{hypot}(x.re, x.im); }\n"},
    {"equal", "$Q bool $f($T x, $T y) { return x.re == y.re && x.im == y.im; }\n"},
    {"less", R"($Q bool $f($T x, $T y) {
  if (x.re < y.re) return x.im == x.im && y.im == y.im;
  return x.re == y.re && x.im < y.im;
}
)"},
    {"less_equal", R"($Q bool $f($T x, $T y) {
  if (x.re < y.re) return x.im == x.im && y.im == y.im;
  return x.re == y.re && x.im <= y.im;
}
)"},
    {"is_nan", "$Q bool $f($T x) { return x.re != x.re || x.im != x.im; }\n"},
    {"is_inf", "$Q bool $f($T x) { return $P_is_inf(x.re) || $P_is_inf(x.im); }\n"},
    {"is_finite", "$Q bool $f($T x) { return x.re - x.re == 0 && x.im - x.im == 0; }\n"},
    {"nonzero", "$Q bool $f($T x) { return x.re != 0 || x.im != 0; }\n"},
};

}  // namespace

std::span<const HelperText> complex_helpers() { return kComplex; }

}  // namespace unpython::codegen
