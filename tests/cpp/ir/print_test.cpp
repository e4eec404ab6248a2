#include "ir/print.h"

#include "golden.h"
#include "ir_programs.h"

using namespace unpython;
using namespace unpython::ir;
using test::Program;

namespace {

/// One statement of each kind and the marks of a scheduled function.
Function every_statement() {
  Program p("everything");
  Builder& b = p.b;
  p.f.level = Level::Scheduled;
  ArrayId a = p.array("a", ScalarType::Float64, 2);
  ArrayId h = p.array("h", ScalarType::Int32, 1);
  VarId n = p.scalar("n", ScalarType::Int64);
  p.f.results = {{.type = ScalarType::Float64, .weak = true}, {.is_array = true, .parameter = 0}};
  p.f.returns_tuple = true;
  VarId i = p.counter("i");
  VarId lane = p.counter("l");
  VarId x = b.variable("x", ScalarType::Float64);
  VarId other_x = b.variable("x", ScalarType::Float64);
  ArrayId acc = b.local_array("acc", ScalarType::Float64, AddressSpace::Register, {2, 8});
  ArrayId heap = b.heap_array("partial", ScalarType::Float64, 1);
  ErrorId index = b.error(ErrorKind::IndexError, "index {0}", {});
  ErrorId value = b.error(ErrorKind::ValueError, "bad \"n\"", {});
  ExprId zero = b.int64(0);
  Block lanes = {b.assign(x, b.load(a, {b.read(i), b.wrap_index(a, 1, b.read(lane))})),
                 b.store(acc, {zero, b.read(lane)}, b.read(x))};
  Block chunk = {b.vector_loop(lane, b.int64(8), 8, lanes),
                 b.statement(AtomicUpdate{h, {b.read(i)}, BinaryOp::Add, b.number(ScalarType::Int32, 1)}),
                 b.if_then(b.compare(CompareOp::Less, b.read(n), b.int64(1)), {b.raise(value, {b.read(n)})},
                           {b.statement(Continue{})})};
  Block step = {b.assign(other_x, b.float64(0.5)),
                b.statement(CheckIndex{a, 1, b.sub(b.read(n), b.int64(1)), index})};
  ExprId halves = b.mul(b.sub(b.read(n), b.add(b.read(n), b.read(n))), b.read(n));
  p.f.body = {
      b.statement(Allocate{heap, {b.read(n)}}), b.store(heap, {zero}, b.float64(-1.0)),
      b.parallel_loop(i, b.read(n), b.int64(64), chunk),
      b.statement(While{
          step, b.compare(CompareOp::Greater, b.read(other_x), b.float64(1e300)), {b.statement(Break{})}}),
      b.statement(Return{
          {b.select(b.logical_not(b.compare(CompareOp::Equal, halves, zero)),
                    b.call(Intrinsic::Sqrt, {b.read(other_x)}), b.cast(ScalarType::Float64, b.read(n)))}})};
  return std::move(p.f);
}

}  // namespace

TEST_CASE("printed matrix product") {
  test::check_golden(print(test::matrix_product(ScalarType::Float64)), "ir/matrix_product.txt");
}

TEST_CASE("printed statements and marks") {
  test::check_golden(print(every_statement()), "ir/statements.txt");
}

TEST_CASE("printed constants read back") {
  Function f;
  Builder b(f);
  CHECK(print(f, b.number(ScalarType::UInt8, 200)) == "uint8(200)");
  CHECK(print(f, b.number(ScalarType::UInt64, -1)) == "uint64(18446744073709551615)");
  CHECK(print(f, b.float64(0.1)) == "0.1");
  CHECK(print(f, b.float64(-0.0)) == "-0.0");
  CHECK(print(f, b.number(ScalarType::Float32, 3)) == "float32(3.0)");
  CHECK(print(f, b.number(ScalarType::Complex128, 2)) == "complex128(2.0, 0.0)");
}
