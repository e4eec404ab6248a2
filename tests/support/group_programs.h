// Kernels of Group and Item loops, for tests of the interpreter, the verifier and the printers.
#pragma once
#include "ir_programs.h"

namespace unpython::test {

/// A function of one kernel of groups; loops over items with less writing.
struct GroupProgram : Program {
  explicit GroupProgram(const std::string& name) : Program(name) {
    f.level = ir::Level::Scheduled;
    f.disjoint_arguments = true;
  }
  ir::ArrayId local(const std::string& name, ScalarType type, std::vector<int64_t> extents) {
    return b.local_array(name, type, ir::AddressSpace::Local, std::move(extents));
  }
  ir::ArrayId item(const std::string& name, ScalarType type, std::vector<int64_t> extents) {
    return b.local_array(name, type, ir::AddressSpace::Item, std::move(extents));
  }
  ir::StmtId items(ir::VarId counter, int64_t extent, ir::Block body) {
    return b.loop(counter, b.int64(extent), ir::LoopMark::Item, std::move(body));
  }
  ir::StmtId items(ir::VarId outer, int64_t rows, ir::VarId inner, int64_t columns, ir::Block body) {
    return items(outer, rows, {items(inner, columns, std::move(body))});
  }
  ir::StmtId in_order(ir::VarId counter, int64_t extent, ir::Block body) {
    return b.loop(counter, b.int64(extent), ir::LoopMark::Sequential, std::move(body));
  }
  ir::StmtId unrolled(ir::VarId counter, int64_t extent, ir::Block body) {
    return b.loop(counter, b.int64(extent), ir::LoopMark::Unrolled, std::move(body));
  }
  ir::StmtId matrix(ir::VarId counter, int64_t extent, ir::Block body) {
    return b.loop(counter, b.int64(extent), ir::LoopMark::MatrixUnit, std::move(body));
  }
  ir::ExprId r(ir::VarId variable) { return b.read(variable); }
};

/// y[g] = sum of x[g * 64 ...], by the tree: halves in exchanges, then the two warps through local memory.
inline ir::Function warp_sums() {
  GroupProgram p("warp_sums");
  ir::Builder& b = p.b;
  const ir::ArrayId x = p.array("x", ScalarType::Float64, 1);
  const ir::ArrayId y = p.array("y", ScalarType::Float64, 1);
  const ir::VarId g = p.counter("g");
  const ir::VarId i = p.counter("i");
  ir::ArrayId part = p.item("part", ScalarType::Float64, {64});
  const ir::ArrayId warps = p.local("warps", ScalarType::Float64, {2});
  ir::Block body{
      p.items(i, 64, {b.store(part, {p.r(i)}, b.load(x, {b.add(b.mul(p.r(g), b.int64(64)), p.r(i))}))})};
  for (int64_t distance = 16; distance > 0; distance /= 2) {
    const ir::ArrayId next = p.item("part", ScalarType::Float64, {64});
    const ir::ExprId other = b.binary(ir::BinaryOp::BitXor, p.r(i), b.int64(distance));
    body.push_back(
        p.items(i, 64, {b.store(next, {p.r(i)}, b.add(b.load(part, {p.r(i)}), b.load(part, {other})))}));
    part = next;
  }
  const ir::ExprId first =
      b.compare(ir::CompareOp::Equal, b.binary(ir::BinaryOp::Modulo, p.r(i), b.int64(32)), b.int64(0));
  const ir::ExprId warp = b.floor_div(p.r(i), b.int64(32));
  body.push_back(p.items(i, 64, {b.if_then(first, {b.store(warps, {warp}, b.load(part, {p.r(i)}))})}));
  const ir::ExprId sum = b.add(b.load(warps, {b.int64(0)}), b.load(warps, {b.int64(1)}));
  body.push_back(p.items(i, 1, {b.store(y, {p.r(g)}, sum)}));
  p.f.body = {b.group_loop(g, b.extent(y, 0), 64, std::move(body))};
  return std::move(p.f);
}

/// c = a b in tiles of 32 x 16 with steps of 4 along k, three stages of asynchronous copies, by the matrix
/// unit: two warps with one 16 x 8 product each, twice. All extents are multiples of the tile's.
inline ir::Function matrix_unit_product() {
  GroupProgram p("unit_product");
  ir::Builder& b = p.b;
  constexpr ScalarType kType = ScalarType::Float64;
  const ir::ArrayId a = p.array("a", kType, 2);
  const ir::ArrayId right = p.array("b", kType, 2);
  const ir::ArrayId c = p.array("c", kType, 2);
  const ir::VarId rows = p.counter("rows");
  const ir::VarId columns = p.counter("columns");
  const ir::VarId step = p.counter("step");
  const ir::VarId i = p.counter("i");
  const ir::VarId j = p.counter("j");
  const ir::VarId w = p.counter("w");
  const ir::VarId part = p.counter("part");
  const ir::VarId m = p.counter("m");
  const ir::VarId n = p.counter("n");
  const ir::VarId k = p.counter("k");
  const ir::ArrayId as = p.local("a_tile", kType, {3, 32, 4});
  const ir::ArrayId bs = p.local("b_tile", kType, {3, 4, 16});
  const ir::ArrayId sum = p.item("sum", kType, {2, 2, 16, 8});
  const ir::ExprId i0 = b.mul(p.r(rows), b.int64(32));
  const ir::ExprId j0 = b.mul(p.r(columns), b.int64(16));
  const ir::ExprId steps = b.floor_div(b.extent(a, 1), b.int64(4));
  const auto copies = [&](ir::ExprId at) {
    const ir::ExprId stage = b.binary(ir::BinaryOp::Modulo, at, b.int64(3));
    const ir::ExprId there = b.compare(ir::CompareOp::Less, at, steps);
    const auto extent = [&](int64_t bound) {
      return b.min(b.int64(bound), b.select(there, b.int64(bound), b.int64(0)));
    };
    const ir::ExprId k0 = b.mul(at, b.int64(4));
    const ir::StmtId left_row =
        b.loop(j, b.int64(4), ir::LoopMark::Item,
               {b.store(as, {stage, p.r(i), p.r(j)}, b.load(a, {b.add(i0, p.r(i)), b.add(k0, p.r(j))}))});
    const ir::StmtId right_row =
        b.loop(j, b.int64(16), ir::LoopMark::Item,
               {b.store(bs, {stage, p.r(i), p.r(j)}, b.load(right, {b.add(k0, p.r(i)), b.add(j0, p.r(j))}))});
    return ir::Block{b.copying_loop(i, extent(32), 2, {left_row}),
                     b.copying_loop(i, extent(4), 2, {right_row})};
  };
  const auto each = [&](ir::Block body) { return p.matrix(m, 16, {p.matrix(n, 8, std::move(body))}); };
  const std::vector<ir::ExprId> own{p.r(w), p.r(part), p.r(m), p.r(n)};
  const ir::ExprId stage = b.binary(ir::BinaryOp::Modulo, p.r(step), b.int64(3));
  const ir::ExprId fma =
      b.call(ir::Intrinsic::Fma,
             {b.load(as, {stage, b.add(b.mul(p.r(part), b.int64(16)), p.r(m)), p.r(k)}),
              b.load(bs, {stage, p.r(k), b.add(b.mul(p.r(w), b.int64(8)), p.r(n))}), b.load(sum, own)});
  const ir::StmtId multiply = p.matrix(m, 16, {p.matrix(n, 8, {p.matrix(k, 4, {b.store(sum, own, fma)})})});
  ir::Block walk = copies(b.add(p.r(step), b.int64(2)));
  walk.push_back(p.items(w, 2, {p.unrolled(part, 2, {multiply})}));
  ir::Block body{p.items(w, 2, {p.unrolled(part, 2, {each({b.store(sum, own, b.float64(0))})})})};
  body.push_back(p.in_order(step, 2, copies(p.r(step))));
  body.push_back(b.loop(step, steps, ir::LoopMark::Sequential, std::move(walk)));
  const std::vector<ir::ExprId> place{b.add(i0, b.add(b.mul(p.r(part), b.int64(16)), p.r(m))),
                                      b.add(j0, b.add(b.mul(p.r(w), b.int64(8)), p.r(n)))};
  body.push_back(p.items(w, 2, {p.unrolled(part, 2, {each({b.store(c, place, b.load(sum, own))})})}));
  const ir::StmtId inner =
      b.loop(columns, b.floor_div(b.extent(c, 1), b.int64(16)), ir::LoopMark::Group, std::move(body));
  p.f.body = {b.group_loop(rows, b.floor_div(b.extent(c, 0), b.int64(32)), 64, {inner})};
  return std::move(p.f);
}

/// y = 2 x in float32, 4 elements at a time, through local memory of more than 48 KiB that is filled by later copies.
inline ir::Function wide_copies() {
  GroupProgram p("wide");
  ir::Builder& b = p.b;
  const ir::ArrayId x = p.array("x", ScalarType::Float32, 2);
  const ir::ArrayId y = p.array("y", ScalarType::Float32, 2);
  const ir::VarId g = p.counter("g");
  const ir::VarId i = p.counter("i");
  const ir::VarId j = p.counter("j");
  const ir::VarId v = p.counter("v");
  const ir::ArrayId rows = p.local("rows", ScalarType::Float32, {128, 128});
  const ir::ExprId row = b.add(b.mul(p.r(g), b.int64(128)), p.r(i));
  const ir::ExprId column = b.add(b.mul(p.r(j), b.int64(4)), p.r(v));
  const auto nest = [&](int ahead, ir::StmtId statement) {
    const ir::StmtId lanes = b.vector_loop(v, b.int64(4), 4, {statement});
    const ir::StmtId inner = b.loop(j, b.int64(32), ir::LoopMark::Item, {lanes});
    const ir::ExprId left = b.sub(b.extent(x, 0), b.mul(p.r(g), b.int64(128)));
    return b.copying_loop(i, b.min(b.int64(128), left), ahead, {inner});
  };
  const ir::ExprId twice = b.mul(b.load(rows, {p.r(i), column}), b.number(ScalarType::Float32, 2));
  const ir::StmtId get = nest(0, b.store(rows, {p.r(i), column}, b.load(x, {row, column})));
  const ir::StmtId put = nest(-1, b.store(y, {row, column}, twice));
  const ir::ExprId groups = b.floor_div(b.add(b.extent(x, 0), b.int64(127)), b.int64(128));
  p.f.body = {b.group_loop(g, groups, 256, {get, put})};
  return std::move(p.f);
}

}  // namespace unpython::test
