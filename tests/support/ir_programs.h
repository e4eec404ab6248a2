// Small IR functions, as the frontend lowers them, for tests of every later stage.
#pragma once
#include <string>

#include "ir/builder.h"

namespace unpython::test {

/// A function under construction, with short ways to add parameters.
struct Program {
  ir::Function f;
  ir::Builder b{f};

  explicit Program(std::string name) { f.name = std::move(name); }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  /// Parameter with unit stride in the last dimension.
  ir::ArrayId array(const std::string& name, ScalarType type, int rank) {
    ir::Array array{.name = name, .type = type, .rank = rank};
    array.strides.assign(static_cast<size_t>(rank), ir::StrideClass::Other);
    if (rank > 0) array.strides.back() = ir::StrideClass::Unit;
    ir::ArrayId id = f.arrays.push(array);
    f.parameters.push_back({.is_array = true, .variable = {}, .array = id});
    return id;
  }
  ir::VarId scalar(const std::string& name, ScalarType type) {
    ir::VarId id = b.variable(name, type);
    f.parameters.push_back({.is_array = false, .variable = id, .array = {}});
    return id;
  }
  ir::VarId counter(const std::string& name) { return b.variable(name, ScalarType::Int64); }
};

/// c[i, j] = sum over k of a[i, k] * b[k, j], three loops, no checks; i and j marked Parallel.
inline ir::Function matrix_product(ScalarType type) {
  Program p("matrix_mult");
  ir::Builder& b = p.b;
  ir::ArrayId a = p.array("a", type, 2);
  ir::ArrayId right = p.array("b", type, 2);
  ir::ArrayId c = p.array("c", type, 2);
  ir::VarId i = p.counter("i");
  ir::VarId j = p.counter("j");
  ir::VarId k = p.counter("k");
  ir::VarId s = b.variable("s", type);
  ir::ExprId product = b.mul(b.load(a, {b.read(i), b.read(k)}), b.load(right, {b.read(k), b.read(j)}));
  ir::StmtId inner =
      b.loop(k, b.extent(a, 1), ir::LoopMark::Sequential, {b.assign(s, b.add(b.read(s), product))});
  ir::StmtId middle =
      b.loop(j, b.extent(right, 1), ir::LoopMark::Parallel,
             {b.assign(s, b.number(type, 0)), inner, b.store(c, {b.read(i), b.read(j)}, b.read(s))});
  p.f.body = {b.loop(i, b.extent(a, 0), ir::LoopMark::Parallel, {middle})};
  return std::move(p.f);
}

}  // namespace unpython::test
