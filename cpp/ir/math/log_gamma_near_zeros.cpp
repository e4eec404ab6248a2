// log|gamma(x)| of negative numbers where it is next to 0: gamma itself in two doubles, and the logarithm of what it is
// more or less than 1.
#include <cmath>

#include "ir/math/inverse_gamma.h"
#include "ir/math/python_math.h"

namespace unpython::ir {

namespace {

struct Long {
  double value;
  double rest;
};

/// Of 1 / gamma(1 + u), the highest power first.
constexpr Long kInverseGamma[] = {
#define UNPYTHON_TERM(value, rest) {value, rest},
    UNPYTHON_INVERSE_GAMMA(UNPYTHON_TERM)
#undef UNPYTHON_TERM
};

Long sum_of(double a, double b) {
  const double sum = a + b;
  const double of_b = sum - a;
  return {sum, (a - (sum - of_b)) + (b - of_b)};
}

Long sum_of(Long a, Long b) {
  const Long sum = sum_of(a.value, b.value);
  return sum_of(sum.value, sum.rest + (a.rest + b.rest));
}

Long product_of(Long a, double b) {
  const double product = a.value * b;
  return sum_of(product, std::fma(a.value, b, -product) + a.rest * b);
}

Long quotient_of(Long a, Long b) {
  const double quotient = a.value / b.value;
  const double left = std::fma(-quotient, b.value, a.value) + (a.rest - quotient * b.rest);
  return sum_of(quotient, left / b.value);
}

/// 1 / gamma(x), x = n + u: u (u - 1) ... (n + u) / gamma(1 + u).
Long inverse_gamma(double x) {
  const double n = std::nearbyint(x);
  const double u = x - n;
  Long sum{0, 0};
  for (const Long& term : kInverseGamma) sum = sum_of(product_of(sum, u), term);
  for (double factor = u; factor > x - 0.5; --factor) sum = product_of(sum, factor);
  return sum;
}

/// 2 atanh(f / (2 + f)) of small f.
double logarithm_of_one_and(Long f) {
  const Long s = quotient_of(f, sum_of({2, 0}, f));
  const double z = s.value * s.value;
  double sum = 0;
  for (int n = 23; n >= 3; n -= 2) sum = z * (1.0 / n + sum);
  return 2 * s.value + (2 * s.value * sum + 2 * s.rest);
}

}  // namespace

void log_gamma_near_zeros(const double* x, double* results, int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    if (!(x[i] < -2 && x[i] > -20 && std::fabs(results[i]) < 0.25)) continue;
    const Long inverse = inverse_gamma(x[i]);
    const double sign = std::copysign(1.0, inverse.value);
    results[i] = -logarithm_of_one_and(sum_of({sign * inverse.value, sign * inverse.rest}, {-1, 0}));
  }
}

}  // namespace unpython::ir
