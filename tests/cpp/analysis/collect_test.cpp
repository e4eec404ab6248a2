// Nests of small programs, with the numbers of a call.
#include <array>
#include <catch2/catch.hpp>
#include <string>

#include "call_numbers.h"
#include "ir_programs.h"

using namespace unpython;
using namespace unpython::ir;
using analysis::MemoryAccess;
using analysis::Nest;
using analysis::Nests;
using analysis::Unknown;
using integers::LinearForm;
using test::Numbers;
using test::Program;

namespace {

/// "3 + 8 k0 - k1": counters by their loop, symbols as s<index>.
std::string text(const Nest& nest, const LinearForm& form) {
  std::string result = std::to_string(form.constant());
  for (const LinearForm::Term& term : form.terms()) {
    const Unknown& unknown = nest.unknowns[static_cast<size_t>(term.unknown)];
    const bool counter = unknown.kind == Unknown::Kind::Counter;
    result += (term.coefficient < 0 ? " - " : " + ") + std::to_string(std::abs(term.coefficient)) +
              (counter ? " k" + std::to_string(unknown.loop) : " s" + std::to_string(term.unknown));
  }
  return result;
}

std::string subscripts(const Nest& nest, const MemoryAccess& access) {
  std::string result;
  for (const LinearForm& form : nest.subscripts_of(access))
    result += (result.empty() ? "" : ", ") + text(nest, form);
  return result;
}

/// for k in range(n): body(k).
template <class Body>
StmtId loop(Program& p, const std::string& name, ExprId extent, Body body) {
  const VarId k = p.counter(name);
  Block inside = body(p.b.read(k));
  return p.b.loop(k, extent, LoopMark::Sequential, std::move(inside));
}

}  // namespace

TEST_CASE("a matrix product: loops, accesses in order, addresses in bytes") {
  const Function f = test::matrix_product(ScalarType::Float64);
  Numbers call;
  call.array(ScalarType::Float64, {4, 6}).array(ScalarType::Float64, {6, 5}, {80, -16});
  call.array(ScalarType::Float64, {4, 5});
  const Nests nests = call.collect(f);
  REQUIRE(nests.memories.size() == 3);
  REQUIRE(nests.nests.size() == 1);
  const Nest& nest = nests.nests[0];
  REQUIRE(nest.loops.size() == 3);
  CHECK(nest.loops[0].extent == LinearForm(4));
  CHECK(nest.loops[1].extent == LinearForm(5));
  CHECK(nest.loops[2].extent == LinearForm(6));
  CHECK(nest.loops[0].mark == LoopMark::Parallel);
  CHECK(nest.loops[2].parent == 1);
  CHECK(nest.loops[2].depth == 2);
  CHECK(nest.is_inside(2, 0));
  CHECK(nest.is_inside(1, 1));
  CHECK_FALSE(nest.is_inside(0, 2));
  REQUIRE(nest.accesses.size() == 3);
  CHECK(text(nest, *nest.accesses[0].address) == "0 + 48 k0 + 8 k2");
  CHECK(text(nest, *nest.accesses[1].address) == "0 - 16 k1 + 80 k2");
  CHECK(text(nest, *nest.accesses[2].address) == "0 + 40 k0 + 8 k1");
  CHECK(subscripts(nest, nest.accesses[1]) == "0 + 1 k2, 0 + 1 k1");
  CHECK(nest.accesses[2].write);
  CHECK(nest.accesses[2].loop == 1);
  CHECK(nest.accesses[0].loop == 2);
  CHECK(nest.accesses[0].argument == 0);
  CHECK(nest.accesses[0].width == 8);
  for (const MemoryAccess& access : nest.accesses) CHECK((access.exact && !access.conditional));
}

TEST_CASE("scalar code around the nests is computed with the numbers of the call") {
  Program p("f");
  Builder& b = p.b;
  const ArrayId a = p.array("a", ScalarType::Float64, 1);
  const VarId n = p.scalar("n", ScalarType::Int64);
  const VarId dt = p.scalar("dt", ScalarType::Float64);
  const VarId steps = b.variable("steps", ScalarType::Int64);
  const VarId offset = b.variable("offset", ScalarType::Int64);
  p.f.body = {
      b.assign(steps, b.cast(ScalarType::Int64, b.binary(BinaryOp::Divide, b.float64(3.0), b.read(dt)))),
      b.if_then(b.compare(CompareOp::Greater, b.read(n), b.int64(5)), {b.assign(offset, b.int64(2))},
                {b.assign(offset, b.int64(7))}),
      loop(p, "k", b.sub(b.read(steps), b.read(n)), [&](ExprId k) {
        return Block{b.store(a, {b.add(b.read(offset), b.mul(k, b.int64(3)))}, b.float64(1.0))};
      })};
  Numbers call;
  call.array(ScalarType::Float64, {100}).scalar(10);
  call.scalars.push_back(make_constant(ScalarType::Float64, 0.125));
  const Nests nests = call.collect(p.f);
  CHECK(nests.nests[0].loops[0].extent == LinearForm(14));
  CHECK(subscripts(nests.nests[0], nests.nests[0].accesses[0]) == "2 + 3 k0");
}

TEST_CASE("a scalar whose value is withheld is a symbol of the nest, one for all its uses") {
  Program p("f");
  Builder& b = p.b;
  const ArrayId a = p.array("a", ScalarType::Float64, 1);
  const VarId n = p.scalar("n", ScalarType::Int64);
  p.f.body = {loop(p, "k", b.read(n), [&](ExprId k) {
    return Block{b.store(a, {b.sub(b.read(n), b.add(k, b.int64(1)))}, b.float64(1.0))};
  })};
  Numbers call;
  call.array(ScalarType::Float64, {100}).unknown_scalar();
  const Nests nests = call.collect(p.f);
  const Nest& nest = nests.nests[0];
  REQUIRE(nest.loops[0].extent.terms().size() == 1);
  const LinearForm n_form = nest.loops[0].extent;
  const Unknown& unknown = nest.unknowns[static_cast<size_t>(n_form.terms()[0].unknown)];
  CHECK(unknown.kind == Unknown::Kind::Symbol);
  CHECK(unknown.loop == -1);
  CHECK(nest.subscripts_of(nest.accesses[0])[0].coefficient_of(n_form.terms()[0].unknown) == 1);
  CHECK_FALSE(nest.accesses[0].exact);
}

TEST_CASE("a nest keeps no room that nothing lies in") {
  Program p("f");
  Builder& b = p.b;
  const ArrayId a = p.array("a", ScalarType::Float64, 1);
  p.f.body = {loop(p, "k", b.extent(a, 0), [&](ExprId k) { return Block{b.store(a, {k}, b.float64(1.0))}; })};
  Numbers call;
  call.array(ScalarType::Float64, {100});
  const Nest nest = call.collect(p.f).nests[0];
  CHECK(nest.loops.capacity() == 1);
  CHECK(nest.accesses.capacity() == 1);
  CHECK(nest.subscripts.capacity() == 1);
  CHECK(nest.unknowns.capacity() == nest.unknowns.size());
  CHECK(nest.checks.capacity() == nest.checks.size());
}

TEST_CASE("guards hold in their branch, their opposite in the other and after continue") {
  Program p("f");
  Builder& b = p.b;
  const ArrayId a = p.array("a", ScalarType::Int64, 1);
  p.f.body = {loop(p, "i", b.extent(a, 0), [&](ExprId i) {
    return Block{b.if_then(b.logical_and(b.compare(CompareOp::Greater, i, b.int64(2)),
                                         b.compare(CompareOp::NotEqual, i, b.int64(5))),
                           {b.store(a, {i}, i)}, {b.store(a, {b.int64(0)}, i)}),
                 b.if_then(b.compare(CompareOp::GreaterEqual, i, b.int64(8)), {b.statement(Continue{})}),
                 b.store(a, {b.add(i, b.int64(2))}, i),
                 b.if_then(b.compare(CompareOp::Equal, i, b.int64(3)), {b.statement(Break{})}),
                 b.store(a, {b.add(i, b.int64(1))}, i)};
  })};
  Numbers call;
  call.array(ScalarType::Int64, {10});
  const Nests nests = call.collect(p.f);
  const Nest& nest = nests.nests[0];
  REQUIRE(nest.accesses.size() == 4);
  const auto guards = nest.guards_at(nest.accesses[0].guard);
  REQUIRE(guards.size() == 2);
  CHECK(text(nest, guards[0].form) == "-3 + 1 k0");
  CHECK(text(nest, guards[1].form) == "-5 + 1 k0");
  CHECK(guards[1].nonzero);
  CHECK(nest.accesses[1].guard == -1);  // the opposite has two ways
  CHECK(nest.guards_at(nest.accesses[2].guard).size() == 1);
  CHECK(text(nest, nest.guards_at(nest.accesses[2].guard)[0].form) == "7 - 1 k0");
  CHECK(nest.loops[0].leaves_early);
  for (const MemoryAccess& access : nest.accesses) CHECK(access.conditional);
}

TEST_CASE("a condition inside a branch that is skipped by continue does not bind what follows the branch") {
  Program p("f");
  Builder& b = p.b;
  const ArrayId a = p.array("a", ScalarType::Int64, 1);
  const ArrayId c = p.array("c", ScalarType::Bool, 1);
  p.f.body = {loop(p, "i", b.extent(a, 0), [&](ExprId i) {
    return Block{b.if_then(b.load(c, {i}), {b.if_then(b.compare(CompareOp::Greater, i, b.int64(4)),
                                                      {b.statement(Continue{})}),
                                            b.store(a, {i}, b.int64(1))}),
                 b.store(a, {b.int64(0)}, i)};
  })};
  Numbers call;
  call.array(ScalarType::Int64, {10}).array(ScalarType::Bool, {10});
  const Nests nests = call.collect(p.f);
  const Nest& nest = nests.nests[0];
  REQUIRE(nest.accesses.size() == 3);
  CHECK_FALSE(nest.accesses[0].conditional);
  CHECK(nest.guards_at(nest.accesses[1].guard).size() == 1);
  CHECK(nest.accesses[2].guard == -1);
  CHECK(nest.accesses[2].conditional);
}

TEST_CASE("triangular and several bounds") {
  Program p("f");
  Builder& b = p.b;
  const ArrayId a = p.array("a", ScalarType::Int64, 1);
  p.f.body = {loop(p, "i", b.int64(10), [&](ExprId i) {
    return Block{loop(p, "j", b.min(b.add(i, b.int64(1)), b.extent(a, 0)),
                      [&](ExprId j) { return Block{b.store(a, {j}, i)}; })};
  })};
  Numbers call;
  call.array(ScalarType::Int64, {6});
  const Nests nests = call.collect(p.f);
  const Nest& nest = nests.nests[0];
  CHECK(text(nest, nest.loops[1].extent) == "1 + 1 k0");
  REQUIRE(nest.guards_at(nest.accesses[0].guard).back().form ==
          *LinearForm(5).minus(LinearForm::of(nest.loops[1].counter)));
  CHECK(nest.unknowns[static_cast<size_t>(nest.loops[1].counter)].range == integers::IntegerRange{0, 5});
}

TEST_CASE("subscripts: negative ones are shifted, those of data lie anywhere along the axis") {
  Program p("f");
  Builder& b = p.b;
  const ArrayId a = p.array("a", ScalarType::Int64, 1);
  const ArrayId index = p.array("index", ScalarType::Int64, 1);
  const VarId t = b.variable("t", ScalarType::Int64);
  p.f.body = {loop(p, "i", b.int64(10), [&](ExprId i) {
    return Block{b.store(a, {b.wrap_index(a, 0, b.sub(i, b.int64(10)))}, i),
                 b.store(a, {b.wrap_index(a, 0, b.sub(i, b.int64(5)))}, i), b.assign(t, b.load(index, {i})),
                 b.store(a, {b.wrap_index(a, 0, b.read(t))}, b.load(a, {b.wrap_index(a, 0, b.read(t))})),
                 b.store(a, {b.wrap_index(a, 0, b.mul(i, i))}, b.load(a, {b.wrap_index(a, 0, b.mul(i, i))}))};
  })};
  Numbers call;
  call.array(ScalarType::Int64, {20}).array(ScalarType::Int64, {20});
  const Nests nests = call.collect(p.f);
  const Nest& nest = nests.nests[0];
  REQUIRE(nest.accesses.size() == 7);
  CHECK(subscripts(nest, nest.accesses[0]) == "10 + 1 k0");
  CHECK(nest.accesses[0].exact);
  for (size_t i : {size_t{1}, size_t{3}, size_t{4}, size_t{5}, size_t{6}}) {
    CAPTURE(i);
    const LinearForm form = nest.subscripts_of(nest.accesses[i])[0];
    REQUIRE(form.terms().size() == 1);
    const Unknown& unknown = nest.unknowns[static_cast<size_t>(form.terms()[0].unknown)];
    CHECK(unknown.kind == Unknown::Kind::Symbol);
    CHECK(unknown.loop == 0);
    CHECK(unknown.range == integers::IntegerRange{0, 19});
    CHECK_FALSE(nest.accesses[i].exact);
  }
  // Equal expressions of equal values share their symbol.
  CHECK(nest.subscripts_of(nest.accesses[3])[0] == nest.subscripts_of(nest.accesses[4])[0]);
  CHECK(nest.subscripts_of(nest.accesses[5])[0] == nest.subscripts_of(nest.accesses[6])[0]);
  CHECK_FALSE(nest.subscripts_of(nest.accesses[3])[0] == nest.subscripts_of(nest.accesses[5])[0]);
}

TEST_CASE("quotients and remainders are symbols tied to their operand by guards") {
  Program p("f");
  Builder& b = p.b;
  const ArrayId a = p.array("a", ScalarType::Int64, 1);
  p.f.body = {loop(p, "i", b.int64(10), [&](ExprId i) {
    return Block{b.store(a, {b.binary(BinaryOp::Modulo, i, b.int64(3))}, b.floor_div(i, b.int64(20)))};
  })};
  Numbers call;
  call.array(ScalarType::Int64, {20});
  const Nests nests = call.collect(p.f);
  const Nest& nest = nests.nests[0];
  CHECK(nest.guards_at(nest.accesses[0].guard).size() == 2);
  const LinearForm form = nest.subscripts_of(nest.accesses[0])[0];
  CHECK(nest.unknowns[static_cast<size_t>(form.terms()[0].unknown)].range == integers::IntegerRange{0, 2});
  CHECK(nest.unknowns[static_cast<size_t>(form.terms()[0].unknown)].determined);
}

TEST_CASE("a quotient is determined only where its guards are in force at each mention") {
  Program p("f");
  Builder& b = p.b;
  const ArrayId a = p.array("a", ScalarType::Int64, 1);
  const VarId half = b.variable("half", ScalarType::Int64);
  p.f.body = {loop(p, "i", b.int64(10), [&](ExprId i) {
    const ExprId known = b.floor_div(i, b.int64(3));
    return Block{b.store(a, {known}, b.int64(1)), b.assign(half, b.load(a, {i})),
                 b.store(a, {b.floor_div(b.read(half), b.int64(2))}, b.int64(1))};
  })};
  Numbers call;
  call.array(ScalarType::Int64, {20});
  const Nests nests = call.collect(p.f);
  const Nest& nest = nests.nests[0];
  const auto symbol = [&](size_t access) {
    return nest
        .unknowns[static_cast<size_t>(nest.subscripts_of(nest.accesses[access])[0].terms()[0].unknown)];
  };
  CHECK(symbol(0).determined);
  CHECK_FALSE(symbol(2).determined);
}

TEST_CASE("arguments that overlap share one memory, with their offsets") {
  Program p("f");
  Builder& b = p.b;
  const ArrayId a = p.array("a", ScalarType::Float64, 1);
  const ArrayId c = p.array("c", ScalarType::Float64, 1);
  const ArrayId d = p.array("d", ScalarType::Float64, 1);
  p.f.body = {loop(p, "i", b.int64(9), [&](ExprId i) {
    return Block{b.store(a, {i}, b.load(c, {i})), b.store(d, {i}, b.float64(0.0))};
  })};
  Numbers call;
  call.disjoint = false;
  call.array(ScalarType::Float64, {9}, {-8}, 8072).array(ScalarType::Float64, {9}, {8}, 8000);
  call.array(ScalarType::Float64, {9}, {8}, 9000);
  const Nests nests = call.collect(p.f);
  const Nest& nest = nests.nests[0];
  REQUIRE(nest.accesses.size() == 3);
  CHECK(text(nest, *nest.accesses[0].address) == "0 + 8 k0");
  CHECK(text(nest, *nest.accesses[1].address) == "72 - 8 k0");
  CHECK(nest.accesses[0].memory == nest.accesses[1].memory);
  CHECK(nests.memories[static_cast<size_t>(nest.accesses[0].memory)].shared);
  CHECK(nest.accesses[2].memory != nest.accesses[0].memory);
  CHECK(text(nest, *nest.accesses[2].address) == "0 + 8 k0");
}

TEST_CASE("variables that change in a loop are one symbol for each iteration") {
  Program p("f");
  Builder& b = p.b;
  const ArrayId a = p.array("a", ScalarType::Int64, 1);
  const VarId place = b.variable("place", ScalarType::Int64);
  p.f.body = {b.assign(place, b.int64(0)), loop(p, "i", b.int64(9), [&](ExprId i) {
                return Block{b.store(a, {b.read(place)}, i),
                             b.assign(place, b.add(b.read(place), b.int64(2))),
                             b.store(a, {b.read(place)}, i)};
              })};
  Numbers call;
  call.array(ScalarType::Int64, {20});
  const Nests nests = call.collect(p.f);
  const Nest& nest = nests.nests[0];
  REQUIRE(nest.accesses.size() == 2);
  for (const MemoryAccess& access : nest.accesses) {
    const LinearForm form = nest.subscripts_of(access)[0];
    REQUIRE(form.terms().size() == 1);
    CHECK(nest.unknowns[static_cast<size_t>(form.terms()[0].unknown)].loop == 0);
  }
}

TEST_CASE("local arrays have a memory for each run of their allocation, and one for what follows the nest") {
  Program p("f");
  Builder& b = p.b;
  const ArrayId row = b.heap_array("row", ScalarType::Float32, 2);
  p.f.body = {loop(p, "i", b.int64(9), [&](ExprId i) {
    return Block{b.statement(Allocate{row, {b.int64(3), b.int64(4)}}),
                 loop(p, "j", b.extent(row, 1),
                      [&](ExprId j) {
                        return Block{b.store(row, {b.int64(2), j}, b.number(ScalarType::Float32, 1))};
                      }),
                 b.store(row, {b.int64(0), b.min(i, b.int64(3))}, b.number(ScalarType::Float32, 1))};
  })};
  const Nests nests = Numbers().collect(p.f);
  const Nest& nest = nests.nests[0];
  REQUIRE(nest.accesses.size() == 2);
  CHECK(nest.accesses[0].memory == 0);
  CHECK(nest.accesses[1].memory == 0);
  REQUIRE(nests.memories.size() == 2);
  CHECK(nests.memories[0].local);
  CHECK(nests.memories[0].loop == 0);
  CHECK(nests.memories[1].local);
  CHECK(nests.memories[1].loop == -1);
  CHECK(nests.places[static_cast<size_t>(row.value)].memory == 1);
  CHECK(nest.loops[1].extent == LinearForm(4));
  CHECK(text(nest, *nest.accesses[0].address) == "32 + 4 k1");
}

TEST_CASE("numbers near the ends of 64 bits: never a wrong form") {
  Program p("f");
  Builder& b = p.b;
  const ArrayId a = p.array("a", ScalarType::Int8, 1);
  const VarId n = p.scalar("n", ScalarType::Int64);
  p.f.body = {loop(p, "i", b.read(n), [&](ExprId i) {
    return Block{
        b.store(a, {i}, b.number(ScalarType::Int8, 1)),
        b.store(a, {b.sub(b.mul(i, b.int64(4)), b.mul(i, b.int64(3)))}, b.number(ScalarType::Int8, 1)),
        b.store(a, {b.mul(i, b.int64(4))}, b.number(ScalarType::Int8, 1))};
  })};
  Numbers call;
  call.array(ScalarType::Int8, {int64_t{1} << 62}).scalar(int64_t{1} << 62);
  const Nests nests = call.collect(p.f);
  const Nest& nest = nests.nests[0];
  CHECK(subscripts(nest, nest.accesses[0]) == "0 + 1 k0");
  CHECK(subscripts(nest, nest.accesses[1]) == "0 + 1 k0");  // wraps on the way, and back
  CHECK_FALSE(nest.accesses[2].exact);                      // 4 i wraps round
}

TEST_CASE("an empty loop keeps its extent; what it holds is there all the same") {
  const Function f = test::matrix_product(ScalarType::Float64);
  Numbers call;
  call.array(ScalarType::Float64, {4, 0})
      .array(ScalarType::Float64, {0, 5})
      .array(ScalarType::Float64, {4, 5});
  const Nests nests = call.collect(f);
  CHECK(nests.nests[0].loops[2].extent == LinearForm(0));
  CHECK(nests.nests[0].accesses.size() == 3);
  CHECK(nests.nests[0].unknowns[static_cast<size_t>(nests.nests[0].loops[2].counter)].range.is_empty());
}

TEST_CASE("while loops: once for all, under no known condition") {
  Program p("f");
  Builder& b = p.b;
  const ArrayId a = p.array("a", ScalarType::Int64, 1);
  const VarId x = b.variable("x", ScalarType::Int64);
  p.f.body = {loop(p, "i", b.int64(9), [&](ExprId i) {
    const StmtId inside = b.store(a, {b.read(x)}, i);
    const StmtId halve = b.assign(x, b.floor_div(b.read(x), b.int64(2)));
    return Block{
        b.assign(x, i),
        b.statement(While{{}, b.compare(CompareOp::Greater, b.read(x), b.int64(0)), {inside, halve}}),
        b.store(a, {i}, i)};
  })};
  Numbers call;
  call.array(ScalarType::Int64, {20});
  const Nests nests = call.collect(p.f);
  const Nest& nest = nests.nests[0];
  REQUIRE(nest.accesses.size() == 2);
  CHECK(nest.accesses[0].conditional);
  CHECK_FALSE(nest.accesses[0].exact);
  CHECK_FALSE(nest.accesses[1].conditional);
  CHECK(nest.accesses[1].exact);
}
