#include "driver/plan/plan_key.h"

#include <array>
#include <catch2/catch.hpp>
#include <cstring>

#include "ir/constant.h"
#include "ir/scalar_slot.h"
#include "ir_programs.h"

using namespace unpython;
using namespace unpython::driver;

namespace {

/// f(a, b, n, m, x): a loop over n that stores b[i] + x, or m + 1 times x, to a[i].
struct Sample {
  test::Program p{"f"};
  ir::ArrayId a = p.array("a", ScalarType::Float64, 1);
  ir::ArrayId b = p.array("b", ScalarType::Float64, 1);
  ir::VarId n = p.scalar("n", ScalarType::Int64);
  ir::VarId m = p.scalar("m", ScalarType::Int64);
  ir::VarId x = p.scalar("x", ScalarType::Float64);
  ir::VarId i = p.counter("i");

  KeyLayout layout(ir::ExprId extent) {
    ir::Builder& build = p.b;
    const ir::ExprId value = build.add(build.load(b, {build.read(i)}), build.read(x));
    p.f.body = {build.loop(i, extent, ir::LoopMark::Parallel, {build.store(a, {build.read(i)}, value)})};
    return key_layout(p.f);
  }
};

/// A call of Sample's function on parts of one buffer.
struct Call {
  alignas(16) std::array<double, 64> memory{};
  std::array<abi::ArrayArgument, 2> arrays{};
  std::array<abi::ScalarSlot, 3> scalars{};

  Call(size_t a, size_t b, int64_t extent, int64_t n) {
    arrays[0] = {&memory[a], {extent}, {8}};
    arrays[1] = {&memory[b], {extent}, {8}};
    scalars[0] = ir::to_slot(ir::make_constant(ScalarType::Int64, n));
  }

  std::vector<int64_t> key(const KeyLayout& layout) const {
    std::array<ByteRange, 2> ranges{};
    for (size_t i = 0; i < 2; ++i)
      ranges[i] = byte_range(arrays[i].data, arrays[i].extents, arrays[i].stride_bytes, 1, 8);
    std::vector<int64_t> key(layout.most_integers);
    key.resize(write_key(layout, {arrays, scalars, ranges, sharing_of(ranges).meeting}, key.data()));
    return key;
  }
};

}  // namespace

TEST_CASE("integers that reach a bound are in the key, others are not") {
  Sample direct;
  CHECK(direct.layout(direct.p.b.read(direct.n)).scalars == std::vector{0});
  Sample both;
  CHECK(both.layout(both.p.b.mul(both.p.b.read(both.n), both.p.b.read(both.m))).scalars == std::vector{0, 1});
  Sample none;
  CHECK(none.layout(none.p.b.extent(none.a, 0)).scalars.empty());
}

TEST_CASE("an integer that reaches a bound through variables is in the key, whatever the order") {
  Sample s;
  ir::Builder& b = s.p.b;
  const ir::VarId t = b.variable("t", ScalarType::Int64);
  const ir::VarId u = b.variable("u", ScalarType::Int64);
  s.layout(b.read(u));
  const ir::StmtId loop = s.p.f.body[0];
  s.p.f.body = {b.assign(u, b.read(t)), b.assign(t, b.read(s.m)), loop};
  CHECK(key_layout(s.p.f).scalars == std::vector{1});
}

TEST_CASE("integers in subscripts, guards and checks are in the key") {
  Sample s;
  ir::Builder& b = s.p.b;
  const ir::ExprId less = b.compare(ir::CompareOp::Less, b.read(s.i), b.read(s.m));
  const ir::StmtId store = b.store(s.a, {b.add(b.read(s.i), b.read(s.n))}, b.read(s.x));
  s.p.f.body = {
      b.loop(s.i, b.extent(s.a, 0), ir::LoopMark::Parallel, {b.if_then(less, {store}, {}, SourceRange{})})};
  CHECK(key_layout(s.p.f).scalars == std::vector{0, 1});
}

TEST_CASE("a comparison with data does not make its other side part of the key") {
  Sample s;
  ir::Builder& b = s.p.b;
  const ir::ExprId element = b.cast(ScalarType::Int64, b.load(s.b, {b.read(s.i)}));
  const ir::ExprId less = b.compare(ir::CompareOp::Less, element, b.read(s.m));
  const ir::StmtId store = b.store(s.a, {b.read(s.i)}, b.read(s.x));
  s.p.f.body = {
      b.loop(s.i, b.extent(s.a, 0), ir::LoopMark::Parallel, {b.if_then(less, {store}, {}, SourceRange{})})};
  CHECK(key_layout(s.p.f).scalars.empty());
}

TEST_CASE("without a loop every key is empty") {
  Sample s;
  s.p.f.body = {s.p.b.store(s.a, {s.p.b.read(s.n)}, s.p.b.read(s.x))};
  const KeyLayout layout = key_layout(s.p.f);
  CHECK_FALSE(layout.has_loops);
  CHECK(Call(0, 8, 8, 3).key(layout).empty());
}

TEST_CASE("keys tell shapes, integers, alignment and offsets of what overlaps apart") {
  Sample s;
  const KeyLayout layout = s.layout(s.p.b.read(s.n));
  const auto key = [&](size_t a, size_t b, int64_t extent, int64_t n) {
    return Call(a, b, extent, n).key(layout);
  };
  CHECK(key(0, 8, 8, 3) == key(0, 8, 8, 3));
  CHECK(key(0, 8, 8, 3) == key(0, 16, 8, 3));   // disjoint: where they lie does not matter
  CHECK(key(0, 8, 8, 3) != key(0, 8, 7, 3));    // shape
  CHECK(key(0, 8, 8, 3) != key(0, 8, 8, 4));    // integer
  CHECK(key(0, 8, 8, 3) != key(1, 10, 8, 3));   // alignment
  CHECK(key(0, 2, 8, 3) != key(0, 8, 8, 3));    // overlap
  CHECK(key(0, 2, 8, 3) != key(0, 4, 8, 3));    // its distance
  CHECK(key(0, 2, 8, 3) == key(16, 18, 8, 3));  // not its place
  CHECK(key(0, 2, 8, 3) != key(2, 0, 8, 3));    // its direction
}
