// Ways out of a function, heap memory on each of them, parallel loops, and functions of the math library.
#include <algorithm>
#include <catch2/catch.hpp>

#include "compiled.h"

using namespace unpython;
using namespace unpython::test;

namespace {

using ir::BinaryOp;
using ir::CompareOp;
using ir::ErrorKind;
using ir::ExprId;
using ir::Intrinsic;
using ir::LoopMark;

/// A heap array h of x's length in which h[i] = 2 x[i]; raises where x[i] is p, returns early where it is q.
Program heap_program(LoopMark mark) {
  Program p;
  auto& b = p.build;
  ir::ArrayId x = p.array("x", ScalarType::Int64, 1);
  ir::ArrayId out = p.array("out", ScalarType::Int64, 1);
  ir::VarId bad = p.scalar("p", ScalarType::Int64);
  ir::VarId stop = p.scalar("q", ScalarType::Int64);
  p.result(ScalarType::Int64);
  ir::ArrayId heap = b.heap_array("h", ScalarType::Int64, 2);
  ir::VarId i = b.variable("i", ScalarType::Int64);
  ir::VarId j = b.variable("j", ScalarType::Int64);
  ir::ErrorId error = b.error(ErrorKind::ValueError, "found {0}", {});
  p.add(b.statement(ir::Allocate{heap, {b.extent(x, 0), b.int64(2)}}));
  ir::Block body{b.if_then(b.compare(CompareOp::Equal, b.load(x, {b.read(i)}), b.read(bad)),
                           {b.raise(error, {b.read(i), b.load(x, {b.read(i)})})}),
                 b.store(heap, {b.read(i), b.int64(1)}, b.mul(b.load(x, {b.read(i)}), b.int64(2)))};
  p.add(p.loop(i, b.extent(x, 0), mark, body));
  ExprId value = b.load(heap, {b.read(j), b.int64(1)});
  p.add(p.loop(
      j, b.extent(x, 0), LoopMark::Sequential,
      {b.if_then(b.compare(CompareOp::Equal, value, b.read(stop)), {b.statement(ir::Return{{b.read(j)}})}),
       b.store(out, {b.read(j)}, value)}));
  p.add(b.statement(ir::Return{{b.int64(-1)}}));
  return p;
}

std::vector<TestArray> counting(int64_t n) {
  std::vector<TestArray> arrays{{ScalarType::Int64, {n}}, {ScalarType::Int64, {n}}};
  for (int64_t i = 0; i < n; ++i) arrays[0].set(i, number(ScalarType::Int64, static_cast<double>(i)), {});
  return arrays;
}

std::vector<ir::Constant> integers(double p, double q) {
  return {number(ScalarType::Int64, p), number(ScalarType::Int64, q)};
}

}  // namespace

TEST_CASE("heap memory is given back on every way out") {
  for (LoopMark mark : {LoopMark::Sequential, LoopMark::CpuParallel}) {
    Program p = heap_program(mark);
    require_same(p.function, counting(10), integers(-1, -1));
    require_same(p.function, counting(10), integers(7, -1));
    require_same(p.function, counting(10), integers(-1, 6));
    require_same(p.function, counting(0), integers(-1, 6));
  }
}

TEST_CASE("an error record tells site, arguments and iteration") {
  Program p = heap_program(LoopMark::CpuParallel);
  Compiled compiled(p.function);
  std::vector<TestArray> arrays = counting(10);
  std::vector<ArrayView> views{arrays[0].view(), arrays[1].view()};
  std::vector<ir::Constant> scalars = integers(7, -1);
  ir::Outcome outcome = compiled(views, scalars);
  CHECK(compiled.status == abi::kRaised);
  CHECK(compiled.iteration == 7);
  CHECK(compiled.live_blocks == 0);
  REQUIRE(outcome.arguments.size() == 2);
  CHECK(outcome.arguments[1].integer == 7);
}

TEST_CASE("no memory and absurd extents end the call") {
  Program p = heap_program(LoopMark::Sequential);
  Compiled compiled(p.function);
  compiled.allocations = 0;
  std::vector<TestArray> arrays = counting(4);
  std::vector<ArrayView> views{arrays[0].view(), arrays[1].view()};
  std::vector<ir::Constant> scalars = integers(-1, -1);
  (void)compiled(views, scalars);
  CHECK(compiled.status == abi::kOutOfMemory);
  compiled.allocations = 10;
  views[0].extents[0] = int64_t{1} << 62;
  (void)compiled(views, scalars);
  CHECK(compiled.status == abi::kOutOfMemory);
  CHECK(compiled.live_blocks == 0);
}

TEST_CASE("loops that run in order look for a stop, and leave nothing behind") {
  Program p = heap_program(LoopMark::Sequential);
  Compiled compiled(p.function);
  std::vector<TestArray> arrays = counting(int64_t{5} << 15);  // a loop that is left from inside looks once in 2 ** 15 iterations
  std::vector<ArrayView> views{arrays[0].view(), arrays[1].view()};
  for (const int looks : {0, 3}) {
    compiled.looks = looks;
    (void)compiled(views, integers(-1, -1));
    CHECK(compiled.status == abi::kInterrupted);
    CHECK(compiled.live_blocks == 0);
  }
  compiled.looks = 100;
  (void)compiled(views, integers(-1, -1));
  CHECK(compiled.status == abi::kOk);
}

TEST_CASE("subscripts are checked against the extent") {
  Program p;
  auto& b = p.build;
  ir::ArrayId x = p.array("x", ScalarType::Float64, 2);
  ir::VarId i = p.scalar("i", ScalarType::Int64);
  p.result(ScalarType::Float64);
  ir::ErrorId error = b.error(ErrorKind::IndexError, "index {0}", {});
  p.add(b.statement(ir::CheckIndex{x, 1, b.read(i), error}));
  p.add(b.statement(ir::Return{{b.load(x, {b.int64(1), b.wrap_index(x, 1, b.read(i))})}}));
  for (int64_t index : {0, 4, -1, -5, 5, -6}) {
    std::vector<TestArray> arrays{{ScalarType::Float64, {2, 5}}};
    arrays[0].fill(1);
    require_same(p.function, arrays, {number(ScalarType::Int64, static_cast<double>(index))});
  }
}

TEST_CASE("scalars of every type go in and come out") {
  constexpr ScalarType kTypes[] = {ScalarType::Bool,      ScalarType::Int8,      ScalarType::UInt16,
                                   ScalarType::Int32,     ScalarType::UInt64,    ScalarType::Float32,
                                   ScalarType::Complex64, ScalarType::Complex128};
  Program p;
  ir::Return values;
  std::vector<ir::Constant> scalars;
  for (ScalarType type : kTypes) {
    ir::VarId variable = p.scalar(std::string(name_of(type)), type);
    p.result(type);
    values.values.insert(values.values.begin(), p.build.read(variable));
    scalars.push_back(number(type, 1));
    if (is_complex(type)) scalars.back().real = {1.5, -2.5};
  }
  p.function.returns_tuple = true;
  std::reverse(p.function.results.begin(), p.function.results.end());
  p.add(p.build.statement(values));
  require_same(p.function, {}, scalars);
}

TEST_CASE("parallel loops see variables, complex numbers and heap arrays from outside") {
  Program p;
  auto& b = p.build;
  ir::ArrayId out = p.array("out", ScalarType::Complex128, 2);
  ir::VarId z = p.scalar("z", ScalarType::Complex128);
  ir::VarId step = b.variable("step", ScalarType::Int64);
  ir::VarId scale = b.variable("scale", ScalarType::Float64);
  ir::VarId i = b.variable("i", ScalarType::Int64);
  ir::VarId j = b.variable("j", ScalarType::Int64);
  ir::VarId t = b.variable("t", ScalarType::Complex128);
  ir::ArrayId heap = b.heap_array("h", ScalarType::Float64, 1);
  ExprId row = b.read(step);
  ir::Block inner{
      b.assign(t, b.mul(b.read(z), b.cast(ScalarType::Complex128, b.load(heap, {b.read(i)})))),
      b.store(out, {row, b.read(i)}, b.mul(b.read(t), b.cast(ScalarType::Complex128, b.read(scale))))};
  ir::Block body{
      b.assign(scale, b.cast(ScalarType::Float64, b.add(b.read(step), b.int64(1)))),
      b.statement(ir::Allocate{heap, {b.extent(out, 1)}}),
      p.loop(j, b.extent(out, 1), LoopMark::CpuParallel,
             {b.store(heap, {b.read(j)}, b.cast(ScalarType::Float64, b.sub(b.read(j), b.read(step))))}),
      p.loop(i, b.extent(out, 1), LoopMark::CpuParallel, inner)};
  p.add(p.loop(step, b.extent(out, 0), LoopMark::Sequential, body));
  ir::Constant scalar{ScalarType::Complex128, 0, {0.5, -2.0}};
  require_same(p.function, {{ScalarType::Complex128, {3, 8}}}, {scalar});
}
