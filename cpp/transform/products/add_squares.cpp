// The product of a matrix whose rows are depths and a vector: squares of the matrix are read row by row and
// turned over in registers, so that a vector of sums gets one depth after another.
#include "ir/rewrite.h"
#include "transform/products/vector_product_code.h"

namespace unpython::transform {
namespace {

using namespace ir;

/// Replaces loads by other values.
class ReplaceLoads : public Rewriter {
 public:
  using Rewriter::Rewriter;
  void replace(ExprId load, ExprId value) { values_.emplace_back(load, value); }
  ExprId expr(ExprId id) override {
    for (const auto& [load, value] : values_) {
      if (same_value(function_, load, id)) return value;
    }
    return rebuild(id);
  }

 private:
  std::vector<std::pair<ExprId, ExprId>> values_;
};

/// A block is as many results as a vector has lanes. In the last one rows may be missing: the last row there
/// is stands for them, and their sums are not used.
class Squares : VectorProductCode {
 public:
  using VectorProductCode::VectorProductCode;

  Block run() {
    Block code;
    const ExprId zero = b_.int64(0);
    results_ = named("results", b_.max(zero, p_.results.extent), code);
    depths_ = named("depths", b_.max(zero, p_.depths.extent), code);
    const ExprId side = b_.int64(lanes_);
    const VarId block = counter("block");
    first_ = b_.mul(b_.read(block), side);
    code.push_back(over_blocks(block, results_, side, depths_, block_code()));
    return code;
  }

 private:
  Block block_code() {
    for (ExprId element : p_.elements)
      squares_.push_back(
          b_.local_array("square", f_[element].type, AddressSpace::Register, {lanes_, lanes_}));
    make_sums(AddressSpace::Register, {lanes_});
    const std::vector<ArrayId> registers = sums_;
    // Where lanes are missing, sums are touched one by one, which registers can not be.
    make_sums(AddressSpace::Private, {lanes_});
    const std::vector<ArrayId> waiting = sums_;
    Block code;
    const ExprId side = b_.int64(lanes_);
    count_ = named("count", b_.min(side, b_.sub(results_, first_)), code);
    code.push_back(each_lane(lanes_, [&](ExprId lane) { return clear({lane}); }));
    code.push_back(each_sum([&](ExprId result, const Place& place) { return start(result, place); }));
    code.push_back(move(waiting, registers));
    sums_ = registers;
    const ExprId full = named("full", b_.floor_div(depths_, side), code);
    const VarId group = counter("group");
    const ExprId depth = b_.mul(b_.read(group), side);
    Block step = read_squares(depth);
    step.push_back(add_columns(depth));
    code.push_back(b_.loop(group, full, LoopMark::Sequential, std::move(step), range_));
    code.push_back(move(registers, waiting));
    sums_ = waiting;
    const ExprId done = named("done", b_.mul(full, side), code);
    const VarId rest = counter("rest");
    const StmtId singly = each_sum([&](ExprId result, const Place& place) {
      Block one;
      load_sums(place, one);
      append(one, update(result, b_.add(done, b_.read(rest))));
      store_sums(place, one);
      return one;
    });
    code.push_back(b_.loop(rest, b_.sub(depths_, done), LoopMark::Sequential, {singly}, range_));
    code.push_back(each_sum([&](ExprId result, const Place& place) { return finish(result, place); }));
    return code;
  }
  StmtId move(const std::vector<ArrayId>& from, const std::vector<ArrayId>& to) {
    return each_lane(lanes_, [&](ExprId lane) {
      Block code;
      for (size_t n = 0; n < from.size(); ++n)
        code.push_back(b_.store(to[n], {lane}, b_.load(from[n], {lane}), range_));
      return code;
    });
  }
  Block clear(const Place& place) {
    Block code;
    for (ArrayId sums : sums_) code.push_back(b_.store(sums, place, b_.number(f_[sums].type, 0), range_));
    return code;
  }
  template <class Make>
  StmtId each_lane(int64_t lanes, const Make& make) {
    const VarId lane = counter("lane");
    return b_.vector_loop(lane, b_.int64(lanes), static_cast<int>(lanes), make(b_.read(lane)), range_);
  }
  /// `make` gets a result that there is, and the place of its sum.
  template <class Make>
  StmtId each_sum(const Make& make) {
    const VarId lane = counter("lane");
    const ExprId at = b_.read(lane);
    return b_.vector_loop(lane, count_, static_cast<int>(lanes_), make(b_.add(first_, at), Place{at}),
                          range_);
  }
  ExprId existing(ExprId in_block) { return b_.min(b_.add(first_, in_block), b_.sub(results_, b_.int64(1))); }
  /// square[r, q] = m(first + r, depth + q), half a row at a time: halves of two rows become one vector on
  /// their way from memory, which saves the first exchange of rows and columns.
  Block read_squares(ExprId depth) {
    const int64_t piece = lanes_ >= 4 ? lanes_ / 2 : lanes_;
    Block code;
    for (size_t n = 0; n < squares_.size(); ++n) {
      const VarId row = counter("row");
      const VarId half = counter("half");
      const StmtId copy = each_lane(piece, [&](ExprId lane) -> Block {
        const ExprId column = b_.add(b_.mul(b_.read(half), b_.int64(piece)), lane);
        Substitution place(f_);
        place.replace(p_.results.counter, existing(b_.read(row)));
        place.replace(p_.depths.counter, b_.add(depth, column));
        return {b_.store(squares_[n], {b_.read(row), column}, place.expr(p_.elements[n]), range_)};
      });
      const StmtId halves = b_.loop(half, b_.int64(lanes_ / piece), LoopMark::Unrolled, {copy}, range_);
      code.push_back(b_.loop(row, b_.int64(lanes_), LoopMark::Unrolled, {halves}, range_));
    }
    return code;
  }
  /// The updates of the sums, from the columns of the squares.
  StmtId add_columns(ExprId depth) {
    const VarId column = counter("column");
    const StmtId step = each_lane(lanes_, [&](ExprId lane) {
      ReplaceLoads columns(f_);
      for (size_t n = 0; n < squares_.size(); ++n)
        columns.replace(p_.elements[n], b_.load(squares_[n], {lane, b_.read(column)}));
      Substitution place(f_);
      place.replace(p_.results.counter, existing(lane));
      place.replace(p_.depths.counter, b_.add(depth, b_.read(column)));
      Block code;
      load_sums({lane}, code);
      append(code, place.block(columns.block(p_.depths.body)));
      store_sums({lane}, code);
      return code;
    });
    return b_.loop(column, b_.int64(lanes_), LoopMark::Unrolled, {step}, range_);
  }

  ExprId results_, depths_;       // of the product
  ExprId first_, count_;          // results of a block
  std::vector<ArrayId> squares_;  ///< by element
};

}  // namespace

Block add_squares(Function& function, const VectorProduct& product, SourceRange range, int vector_bytes,
                  bool threads) {
  return Squares(function, product, range, vector_bytes, threads).run();
}

}  // namespace unpython::transform
