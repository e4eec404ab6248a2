// Functions of the math library: the C library outside Vector loops (but those of float64 that are ours there too), its
// vector functions in lanes.
#include <catch2/catch.hpp>
#include <limits>

#include "compiled.h"

using namespace unpython;
using namespace unpython::test;

namespace {

using ir::ExprId;
using ir::Intrinsic;
using ir::LoopMark;

constexpr Intrinsic kFunctions[] = {Intrinsic::Cbrt, Intrinsic::Exp,   Intrinsic::Exp2,  Intrinsic::Expm1,
                                    Intrinsic::Log,  Intrinsic::Log2,  Intrinsic::Log10, Intrinsic::Log1p,
                                    Intrinsic::Sin,  Intrinsic::Cos,   Intrinsic::Tan,   Intrinsic::Asin,
                                    Intrinsic::Acos, Intrinsic::Atan,  Intrinsic::Sinh,  Intrinsic::Cosh,
                                    Intrinsic::Tanh, Intrinsic::Asinh, Intrinsic::Acosh, Intrinsic::Atanh,
                                    Intrinsic::Erf,  Intrinsic::Erfc,  Intrinsic::Gamma, Intrinsic::LogGamma};
/// Outside Vector loops too, on float64.
bool is_ours(Intrinsic f) {
  return f == Intrinsic::Tanh || f == Intrinsic::Erfc || f == Intrinsic::Gamma || f == Intrinsic::LogGamma;
}
constexpr Intrinsic kTwo[] = {Intrinsic::Atan2, Intrinsic::Pow, Intrinsic::Hypot};
constexpr Intrinsic kComplex[] = {Intrinsic::Sqrt, Intrinsic::Exp,  Intrinsic::Log,
                                  Intrinsic::Sin,  Intrinsic::Cos,  Intrinsic::Tan,
                                  Intrinsic::Sinh, Intrinsic::Cosh, Intrinsic::Tanh};

/// Every function on every x[i], as rows of a matrix; `absolute`: on |x[i]|.
void require_functions(ScalarType type, int width, bool absolute, TestArray x_values, Tolerance tolerance) {
  Program p;
  auto& b = p.build;
  ir::ArrayId x = p.array("x", type, 1);
  ir::ArrayId out = p.array("out", type, 2);
  ir::VarId i = b.variable("i", ScalarType::Int64);
  std::vector<ExprId> rows;
  ExprId argument = b.load(x, {b.read(i)});
  if (absolute) argument = b.call(Intrinsic::Abs, {argument});
  if (is_float(type)) {
    const bool exact = tolerance.relative == 0.0;
    for (Intrinsic f : kFunctions)
      if (!exact || !is_ours(f) || type != ScalarType::Float64) rows.push_back(b.call(f, {argument}));
    for (Intrinsic f : kTwo) rows.push_back(b.call(f, {argument, b.cast(type, b.float64(1.75))}));
  } else {
    for (Intrinsic f : kComplex) rows.push_back(b.call(f, {argument}));
    rows.push_back(b.call(Intrinsic::Pow, {argument, b.cast(type, b.float64(1.75))}));
  }
  ir::Block body;
  for (size_t row = 0; row < rows.size(); ++row) {
    body.push_back(b.store(out, {b.int64(static_cast<int64_t>(row)), b.read(i)}, rows[row]));
  }
  p.add(p.loop(i, b.extent(x, 0), width > 1 ? LoopMark::Vector : LoopMark::Sequential, body, width));
  int64_t count = x_values.view().extents[0];
  std::vector<TestArray> arrays{std::move(x_values), {type, {static_cast<int64_t>(rows.size()), count}}};
  require_same(p.function, arrays, {}, tolerance);
}

}  // namespace

TEST_CASE("math functions agree with the C library, closely in lanes and exactly outside") {
  for (ScalarType type :
       {ScalarType::Float64, ScalarType::Float32, ScalarType::Complex128, ScalarType::Complex64}) {
    bool single = real_part_type(type) == ScalarType::Float32;
    for (int width : {1, 4, 16}) {
      INFO(name_of(type) << ", width " << width);
      TestArray x(type, {21});
      x.fill(3);
      bool exact = width == 1 && is_float(type);
      require_functions(type, width, is_float(type), x, {single ? 1e-5 : 4e-15});
      if (exact) require_functions(type, width, is_float(type), x, {0.0});
    }
  }
}

TEST_CASE("math functions in lanes keep infinities, zeros and NaN") {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const std::vector<double> values{0.0,  -0.0, 1.0,   -1.0,  kInfinity, -kInfinity, std::nan(""), 2.0,
                                   -2.5, 1e30, -1e30, 1e-30, 0.5,       800.0,      -800.0,       -0.5};
  for (ScalarType type : {ScalarType::Float64, ScalarType::Float32}) {
    for (int width : {1, 8, 16}) {
      TestArray x(type, {static_cast<int64_t>(values.size())});
      for (size_t i = 0; i < values.size(); ++i) x.set(static_cast<int64_t>(i), number(type, values[i]), {});
      INFO(name_of(type) << ", width " << width);
      require_functions(type, width, false, x, {type == ScalarType::Float32 ? 1e-5 : 1e-14});
    }
  }
}
