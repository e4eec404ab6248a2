#include "transform/loops/join_stacks.h"

#include <catch2/catch.hpp>

#include "count_statements.h"
#include "ir_programs.h"
#include "run_program.h"

using namespace unpython;
using namespace unpython::ir;
using test::Program;

namespace {

/// A list of numbers that grows and shrinks, as lowering writes it.
struct Stack {
  Builder& b;
  ArrayId list;
  VarId length;
  VarId item;

  Stack(Builder& build, const std::string& name)
      : b(build),
        list(b.heap_array(name, ScalarType::Int64, 1)),
        length(b.variable(name + "_extent", ScalarType::Int64)),
        item(b.variable(name + "_item", ScalarType::Int64)) {}
  [[nodiscard]] ExprId last() const { return b.sub(b.read(length), b.int64(1)); }
  void resize(ExprId to, Block& out) const {
    out.push_back(b.assign(length, to));
    out.push_back(b.statement(Allocate{list, {b.read(length)}, true}));
  }
  void make(Block& out) const {
    out.push_back(b.assign(length, b.int64(0)));
    out.push_back(b.statement(Allocate{list, {b.int64(0)}}));
  }
  void push(ExprId value, Block& out) const {
    resize(b.add(b.read(length), b.int64(1)), out);
    out.push_back(b.store(list, {last()}, value));
  }
  void pop(Block& out) const {
    const ErrorId empty = b.error(ErrorKind::IndexError, "pop from empty list", {});
    const ErrorId outside = b.error(ErrorKind::IndexError, "list index out of range", {});
    out.push_back(b.if_then(b.compare(CompareOp::Less, b.read(length), b.int64(1)), {b.raise(empty, {})}));
    out.push_back(b.statement(CheckIndex{list, 0, last(), outside}));
    out.push_back(b.assign(item, b.load(list, {b.wrap_index(list, 0, last())})));
    resize(b.max(b.add(b.read(length), b.int64(-1)), b.int64(0)), out);
  }
};

enum class More : uint8_t { Nothing, AnotherPush, AnotherRead };

/// for k in range(pushes): x.append(a[k]); y.append(10 * a[k])
/// for m in range(pops): a[m] = x.pop() - y.pop()
Function kept(int64_t pushes, int64_t pops, More more = More::Nothing) {
  Program p("kept");
  Builder& b = p.b;
  const ArrayId a = p.array("a", ScalarType::Int64, 1);
  const Stack x(b, "x");
  const Stack y(b, "y");
  const VarId k = p.counter("k");
  const VarId m = p.counter("m");
  Block grow;
  Block shrink;
  x.make(p.f.body);
  y.make(p.f.body);
  x.push(b.load(a, {b.read(k)}), grow);
  if (more == More::AnotherRead) grow.push_back(b.store(a, {b.read(k)}, b.load(x.list, {b.int64(0)})));
  y.push(b.mul(b.load(a, {b.read(k)}), b.int64(10)), grow);
  if (more == More::AnotherPush) y.push(b.int64(7), grow);
  x.pop(shrink);
  y.pop(shrink);
  shrink.push_back(b.store(a, {b.read(m)}, b.sub(b.read(x.item), b.read(y.item))));
  p.f.body.push_back(b.loop(k, b.int64(pushes), LoopMark::Sequential, grow));
  p.f.body.push_back(b.loop(m, b.int64(pops), LoopMark::Sequential, shrink));
  return std::move(p.f);
}

test::Run run(const Function& f) {
  test::Arguments arguments;
  arguments.array(ScalarType::Int64, {6}, std::vector<int64_t>{3, 1, 4, 1, 5, 9});
  return test::run(f, arguments);
}

}  // namespace

TEST_CASE("lists that grow and shrink together are one") {
  for (const int64_t pops : {0, 3, 5}) {
    const Function f = kept(5, pops);
    const Function joined = transform::join_stacks(f);
    CHECK(test::count_of<Allocate>(f) == 6);
    CHECK(test::count_of<Allocate>(joined) == 3);
    test::check_same(run(f), run(joined));
  }
}

TEST_CASE("where nothing is left, the joined list raises as the first one did") {
  const Function f = kept(2, 3);
  const Function joined = transform::join_stacks(f);
  CHECK(test::count_of<Allocate>(joined) == 3);
  test::check_same(run(f), run(joined));
}

TEST_CASE("lists that grow at other places, or are read elsewhere, stay apart") {
  CHECK(test::count_of<Allocate>(transform::join_stacks(kept(2, 1, More::AnotherPush))) == 7);
  CHECK(test::count_of<Allocate>(transform::join_stacks(kept(2, 1, More::AnotherRead))) == 6);
}
