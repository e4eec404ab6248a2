// The matrix product of the manual, in the forms the scheduler gives it.
#include <catch2/catch.hpp>

#include "compiled.h"

using namespace unpython;
using namespace unpython::test;

namespace {

using ir::LoopMark;

/// c[i, j] = sum over k of a[i, k] * b[k, j], with the given marks on i and j.
Program matrix_product(ScalarType type, LoopMark outer, LoopMark inner, int width) {
  Program p;
  auto& b = p.build;
  ir::ArrayId a = p.array("a", type, 2);
  ir::ArrayId bb = p.array("b", type, 2);
  ir::ArrayId c = p.array("c", type, 2);
  p.function.disjoint_arguments = true;
  ir::VarId i = b.variable("i", ScalarType::Int64);
  ir::VarId j = b.variable("j", ScalarType::Int64);
  ir::VarId k = b.variable("k", ScalarType::Int64);
  ir::VarId s = b.variable("s", type);
  ir::ExprId term = b.mul(b.load(a, {b.read(i), b.read(k)}), b.load(bb, {b.read(k), b.read(j)}));
  ir::StmtId over_k = p.loop(k, b.extent(a, 1), LoopMark::Sequential, {b.assign(s, b.add(b.read(s), term))});
  ir::StmtId over_j = p.loop(
      j, b.extent(bb, 1), inner,
      {b.assign(s, b.cast(type, b.float64(0.0))), over_k, b.store(c, {b.read(i), b.read(j)}, b.read(s))},
      width);
  p.add(p.loop(i, b.extent(a, 0), outer, {over_j}));
  return p;
}

std::vector<TestArray> matrices(ScalarType type, int64_t n, int64_t m, int64_t l) {
  std::vector<TestArray> arrays{{type, {n, l}}, {type, {l, m}}, {type, {n, m}}};
  for (size_t i = 0; i < arrays.size(); ++i) arrays[i].fill(i);
  return arrays;
}

}  // namespace

TEST_CASE("the matrix product is right in order, in parallel and in vectors") {
  for (ScalarType type : {ScalarType::Float64, ScalarType::Float32}) {
    for (LoopMark outer : {LoopMark::Sequential, LoopMark::CpuParallel}) {
      Program plain = matrix_product(type, outer, LoopMark::Sequential, 1);
      require_same(plain.function, matrices(type, 7, 5, 6), {});
      Program vectors = matrix_product(type, outer, LoopMark::Vector, 8);
      require_same(vectors.function, matrices(type, 3, 21, 6), {});
      require_same(vectors.function, matrices(type, 3, 16, 6), {});
      require_same(vectors.function, matrices(type, 3, 0, 6), {});
    }
  }
}
