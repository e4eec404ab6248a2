// Small IR functions, as the frontend lowers them, for tests of every later stage.
#pragma once
#include <string>
#include <vector>

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

/// f(a, start): for i in prange(len(a)): BODY; return the results.
struct LoopProgram {
  Program p{"reduce"};
  ir::Builder& b = p.b;
  ir::ArrayId a = p.array("a", ScalarType::Float64, 1);
  ir::VarId start = p.scalar("start", ScalarType::Float64);
  ir::VarId i = p.counter("i");
  std::vector<ir::VarId> results;
  ir::Block before;

  /// A result, which is `initial` before the loop.
  ir::VarId variable(const char* name, ir::ExprId initial) {
    const ir::VarId v = b.variable(name, b.type_of(initial));
    before.push_back(b.assign(v, initial));
    results.push_back(v);
    return v;
  }
  ir::ExprId element() { return b.load(a, {b.read(i)}); }
  ir::Function build(ir::Block body) {
    p.f.body = before;
    p.f.body.push_back(b.loop(i, b.extent(a, 0), ir::LoopMark::Parallel, std::move(body)));
    std::vector<ir::ExprId> values;
    for (ir::VarId v : results) {
      p.f.results.push_back({.type = p.f[v].type, .weak = true});
      values.push_back(b.read(v));
    }
    p.f.returns_tuple = true;
    p.f.body.push_back(b.statement(ir::Return{values}));
    return std::move(p.f);
  }
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

/// One statement of each kind and the marks of a scheduled function.
inline ir::Function every_statement() {
  Program p("everything");
  ir::Builder& b = p.b;
  p.f.level = ir::Level::Scheduled;
  ir::ArrayId a = p.array("a", ScalarType::Float64, 2);
  ir::ArrayId h = p.array("h", ScalarType::Int32, 1);
  ir::VarId n = p.scalar("n", ScalarType::Int64);
  p.f.results = {{.type = ScalarType::Float64, .weak = true},
                 {.is_array = true, .parameter = 0, .array = {}, .object = {.kind = ir::ResultObject::Kind::Argument}}};
  p.f.returns_tuple = true;
  ir::VarId i = p.counter("i");
  ir::VarId lane = p.counter("l");
  ir::VarId x = b.variable("x", ScalarType::Float64);
  ir::VarId other_x = b.variable("x", ScalarType::Float64);
  ir::ArrayId acc = b.local_array("acc", ScalarType::Float64, ir::AddressSpace::Register, {2, 8});
  ir::ArrayId heap = b.heap_array("partial", ScalarType::Float64, 1);
  ir::ErrorId index = b.error(ir::ErrorKind::IndexError, "index {0}", {});
  ir::ErrorId value = b.error(ir::ErrorKind::ValueError, "bad \"n\"", {});
  ir::ExprId zero = b.int64(0);
  ir::Block lanes = {b.assign(x, b.load(a, {b.read(i), b.wrap_index(a, 1, b.read(lane))})),
                     b.store(acc, {zero, b.read(lane)}, b.read(x))};
  ir::Block chunk = {
      b.vector_loop(lane, b.int64(8), 8, lanes),
      b.statement(ir::AtomicUpdate{h, {b.read(i)}, ir::BinaryOp::Add, b.number(ScalarType::Int32, 1)}),
      b.if_then(b.compare(ir::CompareOp::Less, b.read(n), b.int64(1)), {b.raise(value, {b.read(n)})},
                {b.statement(ir::Continue{})})};
  ir::Block step = {b.assign(other_x, b.float64(0.5)),
                    b.statement(ir::CheckIndex{a, 1, b.sub(b.read(n), b.int64(1)), index})};
  ir::ExprId halves = b.mul(b.sub(b.read(n), b.add(b.read(n), b.read(n))), b.read(n));
  p.f.body = {b.statement(ir::Allocate{heap, {b.read(n)}}), b.store(heap, {zero}, b.float64(-1.0)),
              b.parallel_loop(i, b.read(n), b.int64(64), chunk),
              b.statement(ir::While{step,
                                    b.compare(ir::CompareOp::Greater, b.read(other_x), b.float64(1e300)),
                                    {b.statement(ir::Break{})}}),
              b.statement(ir::Return{{b.select(b.logical_not(b.compare(ir::CompareOp::Equal, halves, zero)),
                                               b.call(ir::Intrinsic::Sqrt, {b.read(other_x)}),
                                               b.cast(ScalarType::Float64, b.read(n)))}})};
  return std::move(p.f);
}

}  // namespace unpython::test
