// Random contractions: any loop order, layouts, operands on either side, one or two accumulators, several
// machines.
#include <catch2/catch.hpp>

#include "ir_programs.h"
#include "run_program.h"
#include "transform/loops/choose_vector_loops.h"
#include "transform/loops/interchange_loops.h"
#include "transform/products/tile_contraction.h"

using namespace unpython;
using namespace unpython::ir;
using test::Program;

namespace {

class RandomContraction {
 public:
  explicit RandomContraction(uint64_t seed) : random_(seed), p_("contraction"), b_(p_.b) {}

  Function build() {
    type_ = draw(3) == 0 ? ScalarType::Int64 : ScalarType::Float64;
    for (const char* name : {"a", "b"}) matrices_.push_back(p_.array(name, type_, 2));
    for (const char* name : {"x", "y"}) vectors_.push_back(p_.array(name, type_, 1));
    c_ = p_.array("c", type_, 2);
    d_ = p_.array("d", type_, 2);
    i_ = p_.counter("i");
    j_ = p_.counter("j");
    k_ = p_.counter("k");
    p_.f.disjoint_arguments = true;
    p_.f.body = draw(2) == 0 ? with_scalars() : in_memory();
    p_.f.level = Level::Scheduling;
    return std::move(p_.f);
  }
  /// Square arrays of this extent; the operands are exact in any order of rounding, so integers and floats
  /// may be mixed.
  test::Arguments arguments(int64_t n) {
    test::Arguments result;
    const auto fill = [&](std::vector<int64_t> extents) {
      size_t count = 1;
      for (int64_t extent : extents) count *= static_cast<size_t>(extent);
      if (type_ == ScalarType::Int64) {
        std::vector<int64_t> values(count);
        for (int64_t& v : values) v = static_cast<int64_t>(random_());
        result.array(type_, extents, values);
      } else {
        std::vector<double> values(count);
        for (double& v : values) v = std::uniform_real_distribution<double>(-1, 1)(random_);
        result.array(type_, extents, values);
      }
    };
    for (int matrix = 0; matrix < 2; ++matrix) fill({n, n});
    for (int vector = 0; vector < 2; ++vector) fill({n});
    for (int output = 0; output < 2; ++output) fill({n, n});
    return result;
  }

 private:
  int draw(int end) { return std::uniform_int_distribution<int>(0, end - 1)(random_); }
  LoopMark mark() { return draw(2) == 0 ? LoopMark::Parallel : LoopMark::Sequential; }
  ExprId extent() { return b_.extent(c_, 0); }
  ExprId element(VarId row, VarId column) {
    const std::vector<ExprId> at = draw(2) == 0 ? std::vector{b_.read(row), b_.read(column)}
                                                : std::vector{b_.read(column), b_.read(row)};
    return b_.load(matrices_.at(static_cast<size_t>(draw(2))), at);
  }
  /// A value of (position, k), perhaps scaled.
  ExprId operand(VarId position) {
    const ExprId value = element(position, k_);
    const ExprId factor =
        b_.load(vectors_.at(static_cast<size_t>(draw(2))), {b_.read(draw(2) == 0 ? position : k_)});
    return draw(2) == 0 ? value : draw(2) == 0 ? b_.mul(value, factor) : b_.sub(value, factor);
  }
  ExprId updated(ExprId sum) {
    const ExprId left = operand(i_);
    const ExprId right = operand(j_);
    switch (draw(4)) {
      case 0:
        return b_.add(sum, b_.mul(left, right));
      case 1:
        return b_.sub(sum, b_.mul(b_.sub(left, right), b_.sub(left, right)));
      case 2:
        return b_.call(Intrinsic::Minimum, {sum, b_.add(left, right)});
      default:
        return b_.add(b_.mul(sum, b_.load(vectors_[0], {b_.read(k_)})), b_.mul(right, left));
    }
  }

  Block with_scalars() {
    Block pre;
    Block step;
    Block post;
    const int count = 1 + draw(2);
    for (int n = 0; n < count; ++n) {
      const VarId s = b_.variable("s", type_);
      const ArrayId target = n == 0 ? c_ : d_;
      const std::vector<ExprId> at = {b_.read(i_), b_.read(j_)};
      pre.push_back(b_.assign(s, draw(2) == 0 ? b_.number(type_, 0) : b_.load(target, at)));
      step.push_back(b_.assign(s, updated(b_.read(s))));
      post.push_back(b_.store(target, at, b_.add(b_.read(s), b_.load(target, at))));
    }
    Block body = pre;
    body.push_back(b_.loop(k_, extent(), LoopMark::Sequential, step));
    body.insert(body.end(), post.begin(), post.end());
    const ExprId columns = draw(3) == 0 ? b_.add(b_.read(i_), b_.int64(1)) : extent();
    return {b_.loop(i_, extent(), mark(), {b_.loop(j_, columns, mark(), body)})};
  }
  Block in_memory() {
    const std::vector<ExprId> at =
        draw(2) == 0 ? std::vector{b_.read(i_), b_.read(j_)} : std::vector{b_.read(j_), b_.read(i_)};
    Block body = {b_.store(c_, at, updated(b_.load(c_, at)))};
    std::vector<VarId> order = {i_, j_, k_};
    std::shuffle(order.begin(), order.end(), random_);
    for (VarId counter : order) body = {b_.loop(counter, extent(), LoopMark::Sequential, body)};
    return body;
  }

  std::mt19937_64 random_;
  Program p_;
  Builder& b_;
  ScalarType type_ = ScalarType::Float64;
  std::vector<ArrayId> matrices_;
  std::vector<ArrayId> vectors_;
  ArrayId c_, d_;
  VarId i_, j_, k_;
};

}  // namespace

TEST_CASE("random contractions keep their bits through tiles, interchange and vectors") {
  int tiled = 0;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    RandomContraction program(seed);
    const Function source = program.build();
    abi::TargetInfo target;
    target.vector_bytes = seed % 2 == 0 ? 16 : 32;
    target.vector_registers = seed % 3 == 0 ? 32 : 16;
    target.l1_bytes = 2000;
    target.l2_bytes = 12000;
    Function result = transform::tile_contraction(source, target);
    tiled += print(result).find("registers") != std::string::npos ? 1 : 0;
    std::vector<analysis::NestNotes> reports;
    result = transform::choose_vector_loops(
        transform::interchange_loops(result, transform::MemoryOrder(), reports), target);
    INFO("seed " << seed << "\n" << print(source) << print(result));
    REQUIRE(verify(result) == std::vector<std::string>{});
    for (int64_t n : {0, 1, 13}) {
      const test::Arguments arguments = program.arguments(n);
      test::check_same(test::run(source, arguments), test::run(result, arguments));
    }
  }
  CHECK(tiled >= 40);
}
