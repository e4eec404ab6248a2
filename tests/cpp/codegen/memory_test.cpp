// Access patterns: strides of every kind, unaligned memory, complex and Bool elements, local arrays, atomic
// updates.
#include <catch2/catch.hpp>

#include "compiled.h"

using namespace unpython;
using namespace unpython::test;

namespace {

using ir::BinaryOp;
using ir::ExprId;
using ir::LoopMark;

constexpr ScalarType kElementTypes[] = {ScalarType::Bool,      ScalarType::Int8,      ScalarType::Int32,
                                        ScalarType::UInt64,    ScalarType::Float32,   ScalarType::Float64,
                                        ScalarType::Complex64, ScalarType::Complex128};

/// out[target(i)] = x[source(i)] for i < n, as a loop of `width` lanes.
template <class Index>
void require_copy(ScalarType type, int width, bool unit, std::vector<TestArray> arrays, const Index& source,
                  const Index& target) {
  Program p;
  auto& b = p.build;
  ir::ArrayId x = p.array("x", type, 1, unit);
  ir::ArrayId out = p.array("out", type, 1, unit);
  ir::VarId n = p.scalar("n", ScalarType::Int64);
  ir::VarId i = b.variable("i", ScalarType::Int64);
  ExprId counter = b.read(i);
  ir::StmtId copy = b.store(out, {target(b, counter, b.read(n))}, b.load(x, {source(b, counter, b.read(n))}));
  p.add(p.loop(i, b.read(n), width > 1 ? LoopMark::Vector : LoopMark::Sequential, {copy}, width));
  require_same(p.function, std::move(arrays), {number(ScalarType::Int64, 13)});
}

using Index = ExprId (*)(ir::Builder&, ExprId, ExprId);
ExprId same(ir::Builder&, ExprId i, ExprId) { return i; }
ExprId backwards(ir::Builder& b, ExprId i, ExprId n) { return b.sub(b.sub(n, b.int64(1)), i); }
ExprId doubled(ir::Builder& b, ExprId i, ExprId) { return b.mul(i, b.int64(2)); }
ExprId fixed(ir::Builder& b, ExprId, ExprId n) { return b.sub(n, b.int64(4)); }
ExprId squared(ir::Builder& b, ExprId i, ExprId n) { return b.binary(BinaryOp::Modulo, b.mul(i, i), n); }
ExprId wrapped(ir::Builder& b, ExprId i, ExprId n) {
  return b.wrap_index(ir::ArrayId{0}, 0, b.sub(i, b.sub(n, n)));
}

std::vector<TestArray> lines(ScalarType type, int64_t stride, int misalign) {
  std::vector<TestArray> arrays;
  for (int i = 0; i < 2; ++i) {
    arrays.push_back({type, {26}, {stride}, misalign});
    arrays.back().fill(static_cast<uint64_t>(i) + 5);
  }
  return arrays;
}

}  // namespace

TEST_CASE("elements are read and written at any stride, alignment and order") {
  for (int width : {1, 4, 8}) {
    for (ScalarType type : kElementTypes) {
      INFO(name_of(type) << ", width " << width);
      for (Index source : {same, backwards, doubled, fixed, squared, wrapped}) {
        require_copy(type, width, true, lines(type, 1, 0), source, Index{same});
      }
      for (Index target : {backwards, doubled})
        require_copy(type, width, true, lines(type, 1, 1), Index{same}, target);
      for (int64_t stride : {3, -1, -2, 0}) {
        if (stride == 0 && width > 1)
          continue;  // a store to one place by all lanes has no order worth testing here
        require_copy(type, width, false, lines(type, stride, 1), Index{same}, Index{same});
      }
    }
  }
}

TEST_CASE("a value stored to one place by all lanes is the last one") {
  require_copy(ScalarType::Float64, 8, true, lines(ScalarType::Float64, 1, 0), Index{same}, Index{fixed});
}

TEST_CASE("rank 0 arrays and arrays of rank 3") {
  Program p;
  auto& b = p.build;
  ir::ArrayId scale = p.array("scale", ScalarType::Float64, 0);
  ir::ArrayId x = p.array("x", ScalarType::Float64, 3, false);
  ir::VarId i = b.variable("i", ScalarType::Int64);
  ir::VarId j = b.variable("j", ScalarType::Int64);
  ir::VarId k = b.variable("k", ScalarType::Int64);
  std::vector<ExprId> at{b.read(i), b.read(j), b.read(k)};
  ir::StmtId store = b.store(x, at, b.mul(b.load(x, at), b.load(scale, {})));
  ir::StmtId inner = p.loop(j, b.extent(x, 1), LoopMark::Vector, {store}, 4);
  p.add(p.loop(i, b.extent(x, 0), LoopMark::Sequential,
               {p.loop(k, b.extent(x, 2), LoopMark::Sequential, {inner})}));
  std::vector<TestArray> arrays{{ScalarType::Float64, {}}, {ScalarType::Float64, {3, 7, 2}, {40, -3, 1}}};
  arrays[0].fill(3);
  arrays[1].fill(4);
  require_same(p.function, arrays, {});
}

TEST_CASE("a sum by the tree of 32 lanes in a register array") {
  Program p;
  auto& b = p.build;
  ir::ArrayId x = p.array("x", ScalarType::Float64, 1);
  p.result(ScalarType::Float64);
  ir::ArrayId lanes = b.local_array("lanes", ScalarType::Float64, ir::AddressSpace::Register, {32});
  ir::VarId l = b.variable("l", ScalarType::Int64);
  ir::VarId group = b.variable("group", ScalarType::Int64);
  ir::VarId m = b.variable("m", ScalarType::Int64);
  p.add(p.loop(l, b.int64(32), LoopMark::Vector, {b.store(lanes, {b.read(l)}, b.float64(-0.0))}, 32));
  ExprId first = b.mul(b.read(group), b.int64(32));
  ir::StmtId add =
      b.store(lanes, {b.read(m)}, b.add(b.load(lanes, {b.read(m)}), b.load(x, {b.add(first, b.read(m))})));
  ExprId there = b.compare(ir::CompareOp::Less, b.add(first, b.read(m)), b.extent(x, 0));
  ExprId groups = b.floor_div(b.add(b.extent(x, 0), b.int64(31)), b.int64(32));
  ir::StmtId lane = p.loop(m, b.int64(32), LoopMark::Vector, {b.if_then(there, {add})}, 32);
  p.add(p.loop(group, groups, LoopMark::Sequential, {lane}));
  for (int64_t half : {16, 8, 4, 2, 1}) {
    ir::VarId f = b.variable("f", ScalarType::Int64);
    ExprId sum = b.add(b.load(lanes, {b.read(f)}), b.load(lanes, {b.add(b.read(f), b.int64(half))}));
    p.add(p.loop(f, b.int64(half), LoopMark::Vector, {b.store(lanes, {b.read(f)}, sum)},
                 static_cast<int>(half)));
  }
  p.add(b.statement(ir::Return{{b.load(lanes, {b.int64(0)})}}));
  for (int64_t n : {0, 1, 31, 32, 33, 512}) {
    std::vector<TestArray> arrays{{ScalarType::Float64, {n}}};
    arrays[0].fill(static_cast<uint64_t>(n));
    require_same(p.function, arrays, {});
  }
}

TEST_CASE("columns of a square register array") {
  for (ScalarType type : {ScalarType::Float64, ScalarType::Float32, ScalarType::Int16, ScalarType::Bool}) {
    for (int64_t side : {2, 4, 8, 16}) {
      Program p;
      auto& b = p.build;
      ir::ArrayId x = p.array("x", type, 2);
      ir::ArrayId out = p.array("out", type, 2);
      ir::ArrayId square = b.local_array("square", type, ir::AddressSpace::Register, {side, side});
      const int width = static_cast<int>(side);
      ir::VarId row = b.variable("row", ScalarType::Int64);
      ir::VarId l = b.variable("l", ScalarType::Int64);
      ir::VarId column = b.variable("column", ScalarType::Int64);
      ir::VarId m = b.variable("m", ScalarType::Int64);
      ir::StmtId fill = b.store(square, {b.read(row), b.read(l)}, b.load(x, {b.read(row), b.read(l)}));
      ir::StmtId lanes = p.loop(l, b.int64(side), LoopMark::Vector, {fill}, width);
      p.add(p.loop(row, b.int64(side), LoopMark::Unrolled, {lanes}));
      ir::StmtId take =
          b.store(out, {b.read(column), b.read(m)}, b.load(square, {b.read(m), b.read(column)}));
      ir::StmtId turned = p.loop(m, b.int64(side), LoopMark::Vector, {take}, width);
      p.add(p.loop(column, b.int64(side), LoopMark::Unrolled, {turned}));
      std::vector<TestArray> arrays{{type, {side, side}}, {type, {side, side}}};
      arrays[0].fill(5);
      require_same(p.function, arrays, {});
    }
  }
}

TEST_CASE("each lane has its own copy of a local array it does not share") {
  for (ScalarType type : {ScalarType::Float32, ScalarType::Complex128, ScalarType::Bool}) {
    for (int width : {1, 8}) {
      Program p;
      auto& b = p.build;
      ir::ArrayId x = p.array("x", type, 1);
      ir::ArrayId out = p.array("out", type, 1);
      ir::ArrayId history = b.local_array("history", type, ir::AddressSpace::Private, {4});
      ir::VarId i = b.variable("i", ScalarType::Int64);
      ir::VarId k = b.variable("k", ScalarType::Int64);
      auto index = [&](ExprId value) { return b.binary(BinaryOp::Modulo, value, b.extent(x, 0)); };
      ir::StmtId fill = b.store(history, {b.read(k)}, b.load(x, {index(b.add(b.read(i), b.read(k)))}));
      ExprId own = b.binary(BinaryOp::Modulo, b.mul(b.read(i), b.read(i)), b.int64(4));
      ir::Block body{
          p.loop(k, b.int64(4), LoopMark::Sequential, {fill}),
          b.if_then(b.compare(ir::CompareOp::Equal, b.load(x, {b.read(i)}), b.load(x, {b.int64(0)})),
                    {b.store(history, {own}, b.load(x, {b.int64(1)}))}),
          b.store(out, {b.read(i)}, b.load(history, {own}))};
      p.add(p.loop(i, b.extent(out, 0), width > 1 ? LoopMark::Vector : LoopMark::Sequential, body, width));
      std::vector<TestArray> arrays{{type, {21}}, {type, {21}}};
      arrays[0].fill(8);
      require_same(p.function, arrays, {});
    }
  }
}

TEST_CASE("atomic updates, also of one element by all lanes") {
  for (ScalarType type : {ScalarType::Int64, ScalarType::Int32, ScalarType::UInt8, ScalarType::Bool}) {
    for (BinaryOp op : {BinaryOp::Add, BinaryOp::Subtract, BinaryOp::Multiply, BinaryOp::BitAnd,
                        BinaryOp::BitOr, BinaryOp::BitXor}) {
      if (type == ScalarType::Bool &&
          (op == BinaryOp::Add || op == BinaryOp::Subtract || op == BinaryOp::Multiply))
        continue;
      for (LoopMark mark : {LoopMark::Sequential, LoopMark::Vector, LoopMark::CpuParallel}) {
        Program p;
        auto& b = p.build;
        ir::ArrayId x = p.array("x", type, 1);
        ir::ArrayId counts = p.array("counts", type, 1, false);
        ir::VarId i = b.variable("i", ScalarType::Int64);
        ir::AtomicUpdate update;
        update.array = counts;
        update.indices = {b.binary(BinaryOp::Modulo, b.read(i), b.extent(counts, 0))};
        update.op = op;
        update.value = b.load(x, {b.read(i)});
        p.add(p.loop(i, b.extent(x, 0), mark, {b.statement(update)}, mark == LoopMark::Vector ? 8 : 1));
        std::vector<TestArray> arrays{{type, {21}}, {type, {3}}};
        arrays[0].fill(8);
        arrays[1].fill(9);
        require_same(p.function, arrays, {});
      }
    }
  }
}
