// Functions of float64 that are our own in order too: erfc, gamma and lgamma, judged by those of long doubles.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "compiled.h"

using namespace unpython;
using namespace unpython::test;

namespace {

using ir::Intrinsic;
using ir::LoopMark;

constexpr double kFar = std::numeric_limits<double>::infinity();

struct OwnFunction {
  Intrinsic function;
  long double (*exact)(long double);
};
constexpr OwnFunction kOwn[] = {
    {Intrinsic::Erfc, [](long double x) { return std::erfc(x); }},
    {Intrinsic::Gamma, [](long double x) { return std::tgamma(x); }},
    {Intrinsic::LogGamma, [](long double x) { return std::lgamma(x); }},
};

/// Without fused multiply-adds they are the C library's.
bool has_own_functions() {
  UnpythonCpuTarget target{};
  cpu_api().target(&target);
  return target.fma != 0;
}

/// Around whole numbers and zeros of lgamma, tiny and large ones, and some between them.
std::vector<double> arguments_of_gamma() {
  std::vector<double> values{0x1p-1074, 0x1p-1023,   -0x1p-1023,  1e-20,  -1e-20, 0.4999999999999999,
                             171.6,     -170.3,      190.5,       -190.5, 1e9,    2.5e305,
                             1e17,      -1e9 - 0.25, 0.0,         -0.0,   -3,     -1e300,
                             kFar,      -kFar,       std::nan("")};
  for (int n = -24; n <= 24; ++n) {
    for (double offset = 0.5; offset > 1e-14; offset *= 0.37) {
      values.push_back(n + offset);
      values.push_back(n - offset);
    }
    if (n > 0) values.push_back(n);
  }
  for (double x = 1; x < 200; x *= 1.013) {
    values.push_back(x);
    values.push_back(-x * 1.0001);
  }
  return values;
}

std::vector<double> results_of(Intrinsic function, const std::vector<double>& values, int width) {
  Program p;
  auto& b = p.build;
  ir::ArrayId x = p.array("x", ScalarType::Float64, 1);
  ir::ArrayId out = p.array("out", ScalarType::Float64, 1);
  ir::VarId i = b.variable("i", ScalarType::Int64);
  ir::StmtId store = b.store(out, {b.read(i)}, b.call(function, {b.load(x, {b.read(i)})}));
  p.add(p.loop(i, b.extent(x, 0), width > 1 ? LoopMark::Vector : LoopMark::Sequential, {store}, width));
  const auto count = static_cast<int64_t>(values.size());
  TestArray given(ScalarType::Float64, {count});
  TestArray found(ScalarType::Float64, {count});
  for (int64_t k = 0; k < count; ++k) given.element<double>(k) = values[static_cast<size_t>(k)];
  const std::vector<ArrayView> views{given.view(), found.view()};
  (void)Compiled(p.function)(views, {});
  std::vector<double> results;
  for (int64_t k = 0; k < count; ++k) results.push_back(found.element<double>(k));
  return results;
}

bool same(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b));
}

/// In units in the last place of the exact result.
double error_of(double found, long double exact) {
  const auto nearest = static_cast<double>(exact);
  if (!std::isfinite(nearest)) return same(found, nearest) ? 0 : kFar;
  int exponent = 0;
  (void)std::frexp(nearest, &exponent);
  const long double unit = std::ldexp(1.0L, std::max(exponent - 53, -1074));
  const auto error = static_cast<double>(std::fabs(static_cast<long double>(found) - exact) / unit);
  return std::isnan(error) ? kFar : error;
}

}  // namespace

TEST_CASE("own math functions are one unit in the last place off at most") {
  if (!has_own_functions()) return;
  const std::vector<double> values = arguments_of_gamma();
  for (const OwnFunction& own : kOwn) {
    const std::vector<double> found = results_of(own.function, values, 1);
    for (size_t k = 0; k < values.size(); ++k) {
      INFO(static_cast<int>(own.function) << " of " << values[k] << " is " << found[k]);
      const long double exact = own.exact(values[k]);
      // Long doubles of the C library have too few bits beside the zeros of lgamma.
      if (own.function == Intrinsic::LogGamma && values[k] < 0 && std::fabs(exact) < 0.05L) continue;
      CHECK(error_of(found[k], exact) <= 1);
    }
  }
}

TEST_CASE("own math functions have the same bits in any number of lanes") {
  if (!has_own_functions()) return;
  const std::vector<double> values = arguments_of_gamma();
  for (const OwnFunction& own : kOwn) {
    const std::vector<double> alone = results_of(own.function, values, 1);
    for (int width : {2, 4, 8, 16}) {
      INFO(static_cast<int>(own.function) << ", width " << width);
      const std::vector<double> found = results_of(own.function, values, width);
      for (size_t k = 0; k < values.size(); ++k) {
        INFO(values[k]);
        REQUIRE(same(found[k], alone[k]));
      }
    }
  }
}

TEST_CASE("lgamma has all its bits beside its zeros at negative numbers") {
  if (!has_own_functions()) return;
  // By mpmath with 300 bits.
  const std::vector<std::pair<double, double>> known{
      {-2.4570247382208006, 5.619192358950097e-17},  {-2.457027081422188, -3.5513374273392775e-06},
      {-2.7476826467274127, 1.733509244024501e-16},  {-2.7476852671217826, 5.016418196713543e-06},
      {-3.14358088834998, 1.6978655906121085e-15},   {-3.1435838863023347, -2.332948727224421e-05},
      {-3.955294284858598, -4.14382750757705e-16},   {-3.9552980569211713, 7.817980805909714e-05},
      {-4.039361839740537, -5.664578074060335e-15},  {-4.039365691976179, -0.00010319843378495305},
      {-4.991544640560048, 1.7683619350849613e-14},  {-4.991549400867971, 0.0005549047798258063},
      {-5.0082181683225935, 5.4188509265538106e-15}, {-5.0082229445316315, -0.0005890347275450623},
      {-7.999975198412699, 5.3092296735860444e-05},  {-10.000000275573193, -6.497842411979615e-07},
      {-12.99999999983941, 4.201542925270726e-06},   {-15.999999999999952, -0.0034851246475472554},
      {-17.000000000000004, -0.2340087832595242},
  };
  std::vector<double> values;
  for (const auto& [x, result] : known) values.push_back(x);
  const std::vector<double> found = results_of(Intrinsic::LogGamma, values, 8);
  for (size_t k = 0; k < values.size(); ++k) {
    INFO(values[k]);
    CHECK(error_of(found[k], known[k].second) <= 1.2);
  }
}
