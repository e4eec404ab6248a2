// Random loop bodies on floats, integers and elements, for comparisons between ways to run them.
#pragma once
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "compiled.h"

namespace unpython::test {

using ir::BinaryOp;
using ir::Block;
using ir::CompareOp;
using ir::ExprId;
using ir::Intrinsic;
using ir::LoopMark;
using ir::VarId;

/// Builds `for i: <random statements on floats, integers and elements [i]>`. All variables get values first.
class Generator {
 public:
  explicit Generator(uint32_t seed) : random_(seed) {}

  Program program(LoopMark mark, int width) {
    p_ = std::make_unique<Program>();
    auto& b = p_->build;
    p_->function.disjoint_arguments = pick(2) == 0;
    bool unit = pick(4) != 0;
    inputs_ = {p_->array("x", ScalarType::Float64, 1, unit), p_->array("y", ScalarType::Float64, 1, unit)};
    numbers_ = p_->array("n", ScalarType::Int64, 1, unit);
    outputs_ = {p_->array("u", ScalarType::Float64, 1, unit), p_->array("v", ScalarType::Float64, 1, unit)};
    parameter_ = p_->scalar("p", ScalarType::Int64);
    counter_ = b.variable("i", ScalarType::Int64);
    floats_.clear();
    integers_.clear();
    counters_.clear();
    Block body;
    for (const char* name : {"f", "g", "h"}) {
      floats_.push_back(b.variable(name, ScalarType::Float64));
      body.push_back(b.assign(floats_.back(), pick(2) == 0 ? own_load() : b.float64(pick(9) * 0.5 - 2)));
    }
    for (const char* name : {"k", "m"}) {
      integers_.push_back(b.variable(name, ScalarType::Int64));
      body.push_back(b.assign(integers_.back(),
                              pick(2) == 0 ? b.load(numbers_, {b.read(counter_)}) : b.int64(pick(9) - 4)));
    }
    append(body, block(3, 0));
    body.push_back(b.store(outputs_[0], {b.read(counter_)}, b.read(floats_[0])));
    p_->add(p_->loop(counter_, b.extent(outputs_[0], 0), mark, body, width));
    return std::move(*p_);
  }

 private:
  int pick(int n) { return std::uniform_int_distribution<int>(0, n - 1)(random_); }
  static void append(Block& to, const Block& from) { to.insert(to.end(), from.begin(), from.end()); }
  ExprId own_load() {
    return p_->build.load(inputs_[static_cast<size_t>(pick(2))], {p_->build.read(counter_)});
  }
  VarId any_float() { return floats_[static_cast<size_t>(pick(static_cast<int>(floats_.size())))]; }
  VarId any_integer() { return integers_[static_cast<size_t>(pick(static_cast<int>(integers_.size())))]; }

  /// Any element: the index is taken modulo the extent.
  ExprId some_load(int depth) {
    auto& b = p_->build;
    ir::ArrayId array = inputs_[static_cast<size_t>(pick(2))];
    return b.load(array, {b.binary(BinaryOp::Modulo, integer(depth), b.extent(array, 0))});
  }

  ExprId integer(int depth) {
    auto& b = p_->build;
    switch (pick(depth > 0 ? 9 : 5)) {
      case 0:
        return b.int64(pick(7) - 3);
      case 1:
        return b.read(parameter_);
      case 2:
        return counters_.empty() ? b.read(counter_) : b.read(counters_.back());
      case 3:
        return b.read(counter_);
      case 4:
        return b.read(any_integer());
      case 5:
        return b.binary(BinaryOp::Multiply, integer(depth - 1), b.int64(pick(4)));
      case 6:
        return b.binary(BinaryOp::FloorDivide, integer(depth - 1), integer(depth - 1));
      case 7:
        return b.sub(integer(depth - 1), integer(depth - 1));
      default:
        return b.add(integer(depth - 1), integer(depth - 1));
    }
  }

  ExprId real(int depth) {
    auto& b = p_->build;
    switch (pick(depth > 0 ? 10 : 4)) {
      case 0:
        return b.float64(pick(9) * 0.25 - 1);
      case 1:
        return own_load();
      case 2:
      case 3:
        return b.read(any_float());
      case 4:
        return b.mul(real(depth - 1), real(depth - 1));
      case 5:
        return b.sub(real(depth - 1), real(depth - 1));
      case 6:
        return b.select(condition(depth - 1), real(depth - 1), real(depth - 1));
      case 7:
        return b.call(Intrinsic::Minimum, {real(depth - 1), real(depth - 1)});
      case 8:
        return some_load(depth - 1);
      default:
        return b.cast(ScalarType::Float64, integer(depth - 1));
    }
  }

  ExprId condition(int depth) {
    auto& b = p_->build;
    auto op = static_cast<CompareOp>(pick(6));
    if (pick(2) == 0) return b.compare(op, integer(depth), integer(depth));
    return b.compare(op, real(depth), real(depth));
  }

  Block block(int depth, int loops) {
    Block result;
    for (int i = 0, n = 1 + pick(3); i < n; ++i) statement(result, depth, loops);
    return result;
  }

  void statement(Block& out, int depth, int loops) {
    auto& b = p_->build;
    switch (pick(depth > 0 ? 10 : 4)) {
      case 0:
      case 1:
        out.push_back(b.assign(any_float(), real(2)));
        break;
      case 2:
        out.push_back(b.assign(any_integer(), b.binary(BinaryOp::Modulo, integer(2), b.int64(17))));
        break;
      case 3:
        out.push_back(b.store(outputs_[static_cast<size_t>(pick(2))], {b.read(counter_)}, real(2)));
        break;
      case 4:
      case 5:
        out.push_back(b.if_then(condition(1), block(depth - 1, loops),
                                pick(2) == 0 ? block(depth - 1, loops) : Block{}));
        break;
      case 6:
        for_loop(out, depth, loops);
        break;
      case 7:
        while_loop(out, depth, loops);
        break;
      default:
        if (loops == 0 && pick(2) == 0) {
          out.push_back(b.if_then(condition(1), {b.statement(ir::Continue{})}));
        } else if (loops > 0) {
          bool may_break = !unrolled_.back();
          ir::StmtId leave =
              may_break && pick(2) == 0 ? b.statement(ir::Break{}) : b.statement(ir::Continue{});
          out.push_back(b.if_then(condition(1), {b.assign(any_float(), real(1)), leave}));
        }
    }
  }

  void for_loop(Block& out, int depth, int loops) {
    auto& b = p_->build;
    VarId k = b.variable("c" + std::to_string(names_++), ScalarType::Int64);
    bool unrolled = pick(4) == 0;
    ExprId extent = unrolled ? b.int64(pick(4)) : b.binary(BinaryOp::Modulo, integer(1), b.int64(5));
    counters_.push_back(k);
    unrolled_.push_back(unrolled);
    Block body = block(depth - 1, loops + 1);
    counters_.pop_back();
    unrolled_.pop_back();
    out.push_back(p_->loop(k, extent, unrolled ? LoopMark::Unrolled : LoopMark::Sequential, body));
  }

  /// Ends after a few turns whatever the body does.
  void while_loop(Block& out, int depth, int loops) {
    auto& b = p_->build;
    VarId turns = b.variable("t" + std::to_string(names_++), ScalarType::Int64);
    out.push_back(b.assign(turns, b.binary(BinaryOp::Modulo, integer(1), b.int64(4))));
    ir::While loop;
    loop.head = {b.assign(turns, b.sub(b.read(turns), b.int64(1)))};
    loop.condition = b.compare(CompareOp::GreaterEqual, b.read(turns), b.int64(0));
    unrolled_.push_back(false);
    loop.body = block(depth - 1, loops + 1);
    unrolled_.pop_back();
    out.push_back(b.statement(loop));
  }

  std::mt19937 random_;
  std::unique_ptr<Program> p_;
  std::vector<ir::ArrayId> inputs_;
  std::vector<ir::ArrayId> outputs_;
  ir::ArrayId numbers_;
  VarId parameter_;
  VarId counter_;
  std::vector<VarId> floats_;
  std::vector<VarId> integers_;
  std::vector<VarId> counters_;
  std::vector<bool> unrolled_;  ///< of the loops around the current place
  int names_ = 0;
};

/// Arrays of `n` elements for a program of the generator, in the order of its parameters.
[[nodiscard]] inline std::vector<TestArray> random_arrays(uint32_t seed, int64_t n) {
  std::vector<TestArray> arrays;
  for (ScalarType type : {ScalarType::Float64, ScalarType::Float64, ScalarType::Int64, ScalarType::Float64,
                          ScalarType::Float64}) {
    arrays.push_back({type, {n}});
    arrays.back().fill(seed + arrays.size());
  }
  return arrays;
}

}  // namespace unpython::test
