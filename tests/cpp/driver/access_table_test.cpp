// The table of accesses and groups of a program with the numbers of a call.
#include "driver/report/access_table.h"

#include <catch2/catch.hpp>

#include "golden.h"
#include "ir_programs.h"

using namespace unpython;
using namespace unpython::ir;

namespace {

ArrayView view(ScalarType type, std::vector<int64_t> extents, std::vector<int64_t> strides) {
  ArrayView result{.type = type, .rank = static_cast<int>(extents.size())};
  std::copy(extents.begin(), extents.end(), result.extents.begin());
  std::copy(strides.begin(), strides.end(), result.stride_bytes.begin());
  return result;
}

std::string table(const Function& function, const std::vector<ArrayView>& arrays) {
  driver::CallJudgement judgement;
  judgement.collected = analysis::collect(function, {.arrays = arrays, .scalars = {}, .disjoint = true});
  const driver::Rehearsal rehearsal(function, judgement, nullptr);
  std::string text;
  for (size_t n = 0; n < rehearsal.nests().size(); ++n) {
    const analysis::Nest& nest = judgement.collected.nests[n];
    std::vector<analysis::LoopVariable> variables;
    for (const analysis::NestLoop& loop : nest.loops)
      variables.push_back({.name = function[std::get<For>(function[loop.stmt].node).counter].name});
    text += driver::print_accesses(nest, function, variables, rehearsal.nests()[n],
                                   [&](ArrayId array) { return rehearsal.placed(array); });
  }
  return text;
}

/// for i in range(h.shape[0]) (parallel): if i > 2: h[i] = x[idx[i]] + x[2 * i]
Function gather() {
  test::Program p("gather");
  Builder& b = p.b;
  const ArrayId h = p.array("h", ScalarType::Float64, 1);
  const ArrayId x = p.array("x", ScalarType::Float64, 1);
  const ArrayId idx = p.array("idx", ScalarType::Int64, 1);
  const VarId i = p.counter("i");
  const ExprId place = b.load(idx, {b.read(i)});
  const ExprId sum = b.add(b.load(x, {place}), b.load(x, {b.mul(b.read(i), b.int64(2))}));
  p.f.body = {b.loop(
      i, b.extent(h, 0), LoopMark::Parallel,
      {b.if_then(b.compare(CompareOp::Greater, b.read(i), b.int64(2)), {b.store(h, {b.read(i)}, sum)})})};
  return std::move(p.f);
}

}  // namespace

TEST_CASE("table of a matrix product of every second column") {
  const Function product = test::matrix_product(ScalarType::Float64);
  test::check_golden(
      table(product, {view(ScalarType::Float64, {4, 6}, {48, 8}), view(ScalarType::Float64, {6, 5}, {80, 16}),
                      view(ScalarType::Float64, {4, 5}, {-40, 8})}),
      "accesses/matrix_product.txt");
}

TEST_CASE("table of accesses under a guard, at places that the data chooses") {
  test::check_golden(
      table(gather(), {view(ScalarType::Float64, {10}, {8}), view(ScalarType::Float64, {40}, {8}),
                       view(ScalarType::Int64, {10}, {8})}),
      "accesses/gather.txt");
}
