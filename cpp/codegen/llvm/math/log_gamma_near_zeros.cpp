// log|gamma(x)| of negative numbers where it is next to 0: gamma itself in two doubles, and the logarithm of what it is
// more or less than 1.
#include <cmath>
#include <cstddef>
#include <iterator>

#include "codegen/llvm/math/own_functions.h"

namespace unpython::codegen {

namespace {

struct Long {
  double value;
  double rest;
};

/// Taylor's series of 1 / gamma(1 + u) in two doubles: mpmath.taylor(lambda u: rgamma(1 + u), 0, 33).
constexpr Long kInverseGamma[] = {
    {1.0, 0.0},
    {0.5772156649015329, -4.942915152430645e-18},
    {-0.6558780715202539, 2.137185197068536e-17},
    {-0.04200263503409524, 1.4920306285650505e-18},
    {0.16653861138229148, 1.0189144546842026e-17},
    {-0.04219773455554433, -3.3579992682480134e-18},
    {-0.009621971527876973, -5.300031368830263e-19},
    {0.0072189432466631, -3.6006537063394283e-19},
    {-0.0011651675918590652, 5.659947853880981e-20},
    {-0.00021524167411495098, 2.3758686180729364e-21},
    {0.0001280502823881162, -9.359124499198967e-21},
    {-2.013485478078824e-05, 3.0488773972037385e-23},
    {-1.2504934821426706e-06, -2.66214092271898e-23},
    {1.133027231981696e-06, -4.622235212104869e-23},
    {-2.056338416977607e-07, -3.0061601618645134e-24},
    {6.116095104481416e-09, -2.693458298171306e-25},
    {5.002007644469223e-09, -1.538123614056751e-26},
    {-1.18127457048702e-09, -1.0052356155716208e-25},
    {1.0434267116911005e-10, -2.9298419956825035e-27},
    {7.782263439905071e-12, 4.397255556595848e-28},
    {-3.696805618642206e-12, 2.7050034921703885e-28},
    {5.100370287454476e-13, 2.253001461085878e-29},
    {-2.0583260535665066e-14, -1.4747481491954336e-30},
    {-5.348122539423018e-15, -1.6208384686356568e-31},
    {1.2267786282382608e-15, -5.072915146023867e-32},
    {-1.1812593016974588e-16, 6.422257838149681e-33},
    {1.1866922547516004e-18, -4.2037265494226014e-35},
    {1.4123806553180319e-18, -7.576946701116294e-35},
    {-2.29874568443537e-19, 1.3335481917069145e-36},
    {1.7144063219273374e-20, 5.230715150426935e-38},
    {1.337351730493693e-22, 2.6434059649079228e-39},
    {-2.0542335517666728e-22, 3.6856892424568953e-39},
    {2.736030048608e-23, -2.8599315416397774e-39},
    {-1.7323564459105165e-24, -1.7540883508197598e-40},
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
  for (size_t i = std::size(kInverseGamma); i-- > 0;) sum = sum_of(product_of(sum, u), kInverseGamma[i]);
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

}  // namespace unpython::codegen
