// Lanczos' approximation and the scaled sum of squares, operation by operation as CPython's mathmodule.c has them. Where
// Python raises, the frontend's guards have raised before or look at the result.
#include "ir/math/python_math.h"

#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace unpython::ir {

namespace {

constexpr double kNoBound = std::numeric_limits<double>::infinity();
constexpr double kLanczos = 6.024680040776729583740234375;
constexpr double kLanczosLess = 5.524680040776729583740234375;
constexpr double kLogPi = 1.144729885849400174143427351353058711647;
constexpr std::array kAbove = {
    23531376880.410759688572007674451636754734846804940, 42919803642.649098768957899047001988850926355848959,
    35711959237.355668049440185451547166705960488635843, 17921034426.037209699919755754458931112671403265390,
    6039542586.3520280050642916443072979210699388420708, 1439720407.3117216736632230727949123939715485786372,
    248874557.86205415651146038641322942321632125127801, 31426415.585400194380614231628318205362874684987640,
    2876370.6289353724412254090516208496135991145378768, 186056.26539522349504029498971604569928220784236328,
    8071.6720023658162106380029022722506138218516325024, 210.82427775157934587250973392071336271166969580291,
    2.5066282746310002701649081771338373386264310793408};
constexpr std::array kBelow = {0.0,        39916800.0, 120543840.0, 150917976.0, 105258076.0,
                               45995730.0, 13339535.0, 2637558.0,   357423.0,    32670.0,
                               1925.0,     66.0,       1.0};
constexpr int kFactorials = 23;

double lanczos_sum(double x) {
  double above = 0;
  double below = 0;
  if (x < 5) {
    for (size_t i = kAbove.size(); i-- > 0;) {
      above = above * x + kAbove[i];
      below = below * x + kBelow[i];
    }
  } else {
    for (size_t i = 0; i < kAbove.size(); ++i) {
      above = above / x + kAbove[i];
      below = below / x + kBelow[i];
    }
  }
  return above / below;
}

double sine_of_pi_times(double x) {
  const double pi = std::numbers::pi;
  const double y = std::fmod(std::fabs(x), 2.0);
  const double sign = std::copysign(1.0, x);
  switch (static_cast<int>(std::round(2.0 * y))) {
    case 0:
      return sign * std::sin(pi * y);
    case 1:
      return sign * std::cos(pi * (y - 0.5));
    case 2:
      return sign * std::sin(pi * (1.0 - y));
    case 3:
      return sign * -std::cos(pi * (y - 1.5));
    default:
      return sign * std::sin(pi * (y - 2.0));
  }
}

double factorial(int n) {
  double product = 1;
  for (int i = 2; i <= n; ++i) product *= i;  // exact up to 22!
  return product;
}

double gamma_of_negative(double x, double y, double z) {
  const double size = std::fabs(x);
  double r = -std::numbers::pi / sine_of_pi_times(size) / size * std::exp(y) / lanczos_sum(size);
  r -= z * r;
  if (size < 140) return r / std::pow(y, size - 0.5);
  const double root = std::pow(y, size / 2 - 0.25);
  r /= root;
  return r / root;
}

double gamma_of_positive(double x, double y, double z) {
  double r = lanczos_sum(x) / std::exp(y);
  r += z * r;
  if (x < 140) return r * std::pow(y, x - 0.5);
  const double root = std::pow(y, x / 2 - 0.25);
  r *= root;
  return r * root;
}

/// A sum of three parts to which squares are added, with what rounding took away.
struct SumOfSquares {
  double sum = 1;
  double lost[3] = {0, 0, 0};

  void add(double part, int to) {
    const double before = sum;
    sum += part;
    lost[to] += (before - sum) + part;
  }
  [[nodiscard]] double total() const { return sum - 1.0 + (lost[0] + lost[1] + lost[2]); }
};

/// x in two halves, whose squares and product are exact.
struct Halves {
  double high;
  double low;
  explicit Halves(double x) {
    const double t = x * 134217729.0;
    high = t - (t - x);
    low = x - high;
  }
};

}  // namespace

double python_gamma(double x) {
  if (!std::isfinite(x)) return std::isnan(x) || x > 0 ? x : std::numeric_limits<double>::quiet_NaN();
  if (x == 0) return std::copysign(kNoBound, x);
  if (x == std::floor(x)) {
    if (x < 0) return std::numeric_limits<double>::quiet_NaN();
    if (x <= kFactorials) return factorial(static_cast<int>(x) - 1);
  }
  const double size = std::fabs(x);
  if (size < 1e-20) return 1.0 / x;
  if (size > 200) return x < 0 ? 0.0 / sine_of_pi_times(x) : kNoBound;
  const double y = size + kLanczosLess;
  const double error = size > kLanczosLess ? (y - size) - kLanczosLess : (y - kLanczosLess) - size;
  const double z = error * kLanczos / y;
  return x < 0 ? gamma_of_negative(x, y, z) : gamma_of_positive(x, y, z);
}

double python_lgamma(double x) {
  if (!std::isfinite(x)) return std::isnan(x) ? x : kNoBound;
  if (x == std::floor(x) && x <= 2) return x <= 0 ? kNoBound : 0.0;
  const double size = std::fabs(x);
  if (size < 1e-20) return -std::log(size);
  double r = std::log(lanczos_sum(size)) - kLanczos;
  r += (size - 0.5) * (std::log(size + kLanczos - 0.5) - 1);
  if (x < 0) r = kLogPi - std::log(std::fabs(sine_of_pi_times(size))) - std::log(size) - r;
  return r;
}

double python_hypot(double x, double y) {
  const double parts[] = {std::fabs(x), std::fabs(y)};
  const double largest = parts[0] > parts[1] || std::isnan(parts[1]) ? parts[0] : parts[1];
  if (std::isinf(parts[0]) || std::isinf(parts[1])) return kNoBound;
  if (std::isnan(x) || std::isnan(y)) return std::numeric_limits<double>::quiet_NaN();
  if (largest == 0) return largest;
  int exponent = 0;
  std::frexp(largest, &exponent);
  SumOfSquares squares;
  if (exponent < -1023) {
    for (const double part : parts) squares.add(part / largest * (part / largest), 0);
    return largest * std::sqrt(squares.total());
  }
  const double scale = std::ldexp(1.0, -exponent);
  for (const double part : parts) {
    const Halves half(part * scale);
    squares.add(half.high * half.high, 0);
    squares.add(2 * half.high * half.low, 1);
    squares.lost[2] += half.low * half.low;
  }
  const double root = std::sqrt(squares.total());
  const Halves half(root);
  squares.add(-half.high * half.high, 0);
  squares.add(-2 * half.high * half.low, 1);
  squares.add(-half.low * half.low, 2);
  return (root + squares.total() / (2 * root)) / scale;
}

std::array<NamedFunction, 4> called_by_name() {
  return {{{kPythonGamma, reinterpret_cast<const void*>(&python_gamma)},
           {kPythonLogGamma, reinterpret_cast<const void*>(&python_lgamma)},
           {kPythonHypot, reinterpret_cast<const void*>(&python_hypot)},
           {kLogGammaNearZeros, reinterpret_cast<const void*>(&log_gamma_near_zeros)}}};
}

}  // namespace unpython::ir
