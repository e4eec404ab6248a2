// Every operator on every type against the interpreter, on plain scalars and on vector lanes.
#include <catch2/catch.hpp>
#include <limits>

#include "compiled.h"

using namespace unpython;
using namespace unpython::test;

namespace {

using ir::BinaryOp;
using ir::CompareOp;
using ir::Intrinsic;
using ir::LoopMark;

constexpr ScalarType kTypes[] = {ScalarType::Int8,    ScalarType::Int16,     ScalarType::Int32,
                                 ScalarType::Int64,   ScalarType::UInt8,     ScalarType::UInt16,
                                 ScalarType::UInt32,  ScalarType::UInt64,    ScalarType::Float16,
                                 ScalarType::Float32, ScalarType::Float64, ScalarType::Complex64, ScalarType::Complex128};

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// Numbers that make operators show their corners.
std::vector<double> corners(ScalarType type) {
  if (is_float(type) || is_complex(type)) {
    return {0.0,  -0.0,  1.0, -1.0, 2.5,   -2.5,      3.0,        -3.0, 0.5,
            1e10, -1e10, 3e9, 1e19, -1e19, kInfinity, -kInfinity, kNan, 1e-300};
  }
  return {0, 1, 2, 3, 5, 7, 8, 63, 64, 100, 127};
}

/// All pairs of corner values (and of negated ones and extremes for integers) as two arrays.
std::vector<TestArray> pairs(ScalarType type) {
  std::vector<ir::Constant> values;
  for (double value : corners(type)) values.push_back(number(type, value));
  if (is_signed_integer(type)) {
    for (double value : corners(type)) values.push_back(number(type, -value));
    int64_t least = std::numeric_limits<int64_t>::min() >> (64 - 8 * size_of(type));
    values.push_back({type, least});
    values.push_back({type, -(least + 1)});
  }
  if (is_unsigned_integer(type)) values.push_back({type, -1});
  auto count = static_cast<int64_t>(values.size());
  std::vector<TestArray> arrays{{type, {count * count}}, {type, {count * count}}};
  for (int64_t i = 0; i < count * count; ++i) {
    const ir::Constant& x = values[static_cast<size_t>(i / count)];
    const ir::Constant& y = values[static_cast<size_t>(i % count)];
    arrays[0].set(i, x, y);
    arrays[1].set(i, y, x);
  }
  return arrays;
}

/// out[row, i] = row-th expression of (x[i], y[i]) for all i, as a loop with this mark.
template <class Expressions>
void require_rows(ScalarType type, ScalarType result, LoopMark mark, std::vector<TestArray> inputs,
                  const Expressions& expressions, Tolerance tolerance = {}) {
  Program p;
  auto& b = p.build;
  ir::ArrayId x = p.array("x", type, 1);
  ir::ArrayId y = p.array("y", type, 1);
  ir::ArrayId out = p.array("out", result, 2);
  p.function.disjoint_arguments = true;
  ir::VarId i = b.variable("i", ScalarType::Int64);
  std::vector<ir::ExprId> rows = expressions(b, b.load(x, {b.read(i)}), b.load(y, {b.read(i)}));
  ir::Block body;
  for (size_t row = 0; row < rows.size(); ++row) {
    body.push_back(b.store(out, {b.int64(static_cast<int64_t>(row)), b.read(i)}, rows[row]));
  }
  p.add(p.loop(i, b.extent(x, 0), mark, body, mark == LoopMark::Vector ? 8 : 1));
  int64_t count = inputs[0].view().extents[0];
  inputs.push_back({result, {static_cast<int64_t>(rows.size()), count}});
  require_same(p.function, inputs, {}, tolerance);
}

std::vector<BinaryOp> operators(ScalarType type) {
  if (is_complex(type)) return {BinaryOp::Add, BinaryOp::Subtract, BinaryOp::Multiply, BinaryOp::Divide};
  if (is_float(type)) {
    return {BinaryOp::Add,    BinaryOp::Subtract,    BinaryOp::Multiply,
            BinaryOp::Divide, BinaryOp::FloorDivide, BinaryOp::Modulo};
  }
  return {BinaryOp::Add,       BinaryOp::Subtract,  BinaryOp::Multiply, BinaryOp::FloorDivide,
          BinaryOp::Modulo,    BinaryOp::BitAnd,    BinaryOp::BitOr,    BinaryOp::BitXor,
          BinaryOp::ShiftLeft, BinaryOp::ShiftRight};
}

}  // namespace

TEST_CASE("binary operators") {
  for (LoopMark mark : {LoopMark::Sequential, LoopMark::Vector}) {
    for (ScalarType type : kTypes) {
      INFO(name_of(type) << (mark == LoopMark::Vector ? " in lanes" : ""));
      require_rows(type, type, mark, pairs(type), [&](ir::Builder& b, ir::ExprId x, ir::ExprId y) {
        std::vector<ir::ExprId> rows{b.unary(ir::UnaryOp::Negate, x)};
        for (BinaryOp op : operators(type)) rows.push_back(b.binary(op, x, y));
        if (is_integer(type)) {
          rows.push_back(b.unary(ir::UnaryOp::BitNot, x));
          for (int64_t divisor : {8, 7, -3, 1}) {
            if (divisor < 0 && !is_signed_integer(type)) continue;
            rows.push_back(b.binary(BinaryOp::FloorDivide, x, b.number(type, divisor)));
            rows.push_back(b.binary(BinaryOp::Modulo, x, b.number(type, divisor)));
          }
        }
        return rows;
      });
    }
  }
}

TEST_CASE("comparisons and selection") {
  for (LoopMark mark : {LoopMark::Sequential, LoopMark::Vector}) {
    for (ScalarType type : kTypes) {
      INFO(name_of(type));
      require_rows(
          type, ScalarType::Bool, mark, pairs(type), [&](ir::Builder& b, ir::ExprId x, ir::ExprId y) {
            std::vector<ir::ExprId> rows;
            for (CompareOp op : {CompareOp::Equal, CompareOp::NotEqual, CompareOp::Less, CompareOp::LessEqual,
                                 CompareOp::Greater, CompareOp::GreaterEqual}) {
              rows.push_back(b.compare(op, x, y));
            }
            rows.push_back(b.logical_or(b.logical_not(rows[0]), b.logical_and(rows[2], rows[3])));
            return rows;
          });
      require_rows(type, type, mark, pairs(type), [&](ir::Builder& b, ir::ExprId x, ir::ExprId y) {
        return std::vector{b.select(b.compare(CompareOp::Less, x, y), x, y)};
      });
    }
  }
}

TEST_CASE("conversions between all types") {
  for (LoopMark mark : {LoopMark::Sequential, LoopMark::Vector}) {
    for (ScalarType from : kTypes) {
      for (ScalarType to : kTypes) {
        INFO(name_of(from) << " to " << name_of(to));
        require_rows(from, to, mark, pairs(from), [&](ir::Builder& b, ir::ExprId x, ir::ExprId) {
          return std::vector{b.cast(to, x), b.cast(to, b.cast(ScalarType::Bool, x))};
        });
      }
    }
  }
}

TEST_CASE("functions that are exact") {
  for (LoopMark mark : {LoopMark::Sequential, LoopMark::Vector}) {
    for (ScalarType type : kTypes) {
      INFO(name_of(type));
      if (is_complex(type)) continue;
      require_rows(type, type, mark, pairs(type), [&](ir::Builder& b, ir::ExprId x, ir::ExprId y) {
        std::vector<ir::ExprId> rows{b.call(Intrinsic::Abs, {x}), b.call(Intrinsic::Minimum, {x, y}),
                                     b.call(Intrinsic::Maximum, {x, y})};
        if (is_integer(type)) {
          if (type == ScalarType::UInt64) rows.push_back(b.call(Intrinsic::MultiplyHigh, {x, y}));
          rows.push_back(b.call(Intrinsic::Pow, {x, y}));
          rows.push_back(b.call(Intrinsic::Pow, {x, b.number(type, 5)}));
          return rows;
        }
        for (Intrinsic f :
             {Intrinsic::Sqrt, Intrinsic::Floor, Intrinsic::Ceil, Intrinsic::Trunc, Intrinsic::RoundEven}) {
          rows.push_back(b.call(f, {x}));
        }
        rows.push_back(b.call(Intrinsic::Fma, {x, y, x}));
        rows.push_back(b.call(Intrinsic::Fmod, {x, y}));
        rows.push_back(b.call(Intrinsic::CopySign, {x, y}));
        if (type != ScalarType::Float16) rows.push_back(b.call(Intrinsic::NextAfter, {x, y}));
        return rows;
      });
    }
    for (ScalarType type :
         {ScalarType::Float32, ScalarType::Float64, ScalarType::Complex64, ScalarType::Complex128}) {
      require_rows(type, ScalarType::Bool, mark, pairs(type), [&](ir::Builder& b, ir::ExprId x, ir::ExprId) {
        std::vector<ir::ExprId> rows{b.call(Intrinsic::IsNan, {x}), b.call(Intrinsic::IsInf, {x}),
                                     b.call(Intrinsic::IsFinite, {x})};
        if (is_float(type)) rows.push_back(b.call(Intrinsic::SignBit, {x}));
        return rows;
      });
    }
    const auto bits = [](ir::Builder& b, ir::ExprId x, ir::ExprId) {
      return std::vector{b.call(Intrinsic::Bits, {x})};
    };
    require_rows(ScalarType::Float32, ScalarType::Int32, mark, pairs(ScalarType::Float32), bits);
    require_rows(ScalarType::Float64, ScalarType::Int64, mark, pairs(ScalarType::Float64), bits);
    require_rows(ScalarType::Int32, ScalarType::Float32, mark, pairs(ScalarType::Int32), bits);
    require_rows(ScalarType::Int64, ScalarType::Float64, mark, pairs(ScalarType::Int64), bits);
    for (ScalarType type : {ScalarType::Complex64, ScalarType::Complex128}) {
      require_rows(type, type, mark, pairs(type), [&](ir::Builder& b, ir::ExprId x, ir::ExprId y) {
        ir::ExprId swapped =
            b.call(Intrinsic::MakeComplex, {b.call(Intrinsic::Imag, {x}), b.call(Intrinsic::Real, {y})});
        return std::vector{b.call(Intrinsic::Conjugate, {x}), swapped};
      });
    }
  }
}
