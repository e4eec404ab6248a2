// The product of a matrix whose rows are depths and a vector: squares of the matrix are read row by row and
// turned over in registers, so that a vector of sums gets one depth after another.
#include "ir/rewrite.h"
#include "transform/vector_product_code.h"

namespace unpython::transform {
namespace {

using namespace ir;

constexpr int64_t kSideBySide = 2;  // vectors of sums that hide the latency of an addition

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

class Squares : VectorProductCode {
 public:
  using VectorProductCode::VectorProductCode;

  Block run() {
    const ExprId side = b_.int64(lanes_);
    const ExprId height = b_.int64(kSideBySide * lanes_);
    Block code;
    const ExprId zero = b_.int64(0);
    const ExprId results = named("results", b_.max(zero, p_.results.extent), code);
    const ExprId depths = named("depths", b_.max(zero, p_.depths.extent), code);
    const VarId block = counter("block");
    Block body;
    const ExprId first = named("first", b_.mul(b_.read(block), height), body);
    const ExprId left = named("left", b_.sub(results, first), body);
    const VarId vector = counter("vector");
    Block ragged;
    const ExprId done = named("past", b_.mul(b_.read(vector), side), ragged);
    append(ragged, band_code({.first = b_.add(first, done),
                              .vectors = 1,
                              .count = b_.min(side, b_.sub(left, done)),
                              .last = b_.sub(results, b_.int64(1))},
                             depths));
    const StmtId singly =
        b_.loop(vector, ceiling(left, side), LoopMark::Sequential, std::move(ragged), range_);
    body.push_back(b_.if_then(b_.compare(CompareOp::GreaterEqual, left, height),
                              band_code({.first = first, .vectors = kSideBySide}, depths), {singly}, range_));
    code.push_back(over_blocks(block, results, height, depths, std::move(body)));
    return code;
  }

 private:
  /// Vectors of sums that are added up together, from the result `first` on.
  struct Band {
    ExprId first;
    int64_t vectors = 1;
    ExprId count{};  ///< results there are, if fewer than the lanes; then `vectors` is 1
    ExprId last{};   ///< the last of them, whose row stands for those behind it
  };

  Block band_code(const Band& band, ExprId depths) {
    make_squares();
    make_sums(AddressSpace::Register, {band.vectors, lanes_});
    const std::vector<ArrayId> registers = sums_;
    // Where lanes are missing, sums are touched one by one, which registers can not be.
    const bool ragged = band.count.valid();
    if (ragged) make_sums(AddressSpace::Private, {band.vectors, lanes_});
    const std::vector<ArrayId> waiting = sums_;
    Block code;
    if (ragged) code.push_back(each_lane(lanes_, [&](ExprId lane) { return clear({b_.int64(0), lane}); }));
    code.push_back(each_sum(band, [&](ExprId result, const Place& place) { return start(result, place); }));
    if (ragged) code.push_back(move(waiting, registers));
    sums_ = registers;
    const ExprId side = b_.int64(lanes_);
    const ExprId full = named("full", b_.floor_div(depths, side), code);
    const VarId group = counter("group");
    const ExprId depth = b_.mul(b_.read(group), side);
    const StmtId squares = each_vector(band, [&](ExprId vector, ExprId from) {
      Block step = read_squares(band, from, depth);
      step.push_back(add_columns(band, vector, from, depth));
      return step;
    });
    code.push_back(b_.loop(group, full, LoopMark::Sequential, {squares}, range_));
    if (ragged) code.push_back(move(registers, waiting));
    sums_ = waiting;
    const ExprId done = named("done", b_.mul(full, side), code);
    const VarId rest = counter("rest");
    const StmtId singly = each_sum(band, [&](ExprId result, const Place& place) {
      Block step;
      load_sums(place, step);
      append(step, update(result, b_.add(done, b_.read(rest))));
      store_sums(place, step);
      return step;
    });
    code.push_back(b_.loop(rest, b_.sub(depths, done), LoopMark::Sequential, {singly}, range_));
    code.push_back(each_sum(band, [&](ExprId result, const Place& place) { return finish(result, place); }));
    return code;
  }
  void make_squares() {
    squares_.clear();
    for (ExprId element : p_.elements)
      squares_.push_back(
          b_.local_array("square", f_[element].type, AddressSpace::Register, {lanes_, lanes_}));
  }
  /// Of one vector of sums.
  StmtId move(const std::vector<ArrayId>& from, const std::vector<ArrayId>& to) {
    return each_lane(lanes_, [&](ExprId lane) {
      const Place place{b_.int64(0), lane};
      Block code;
      for (size_t n = 0; n < from.size(); ++n)
        code.push_back(b_.store(to[n], place, b_.load(from[n], place), range_));
      return code;
    });
  }
  Block clear(const Place& place) {
    Block code;
    for (ArrayId sums : sums_) code.push_back(b_.store(sums, place, b_.number(f_[sums].type, 0), range_));
    return code;
  }
  /// `make` gets the number of a vector of sums and its first result.
  template <class Make>
  StmtId each_vector(const Band& band, const Make& make) {
    const VarId vector = counter("vector");
    const ExprId from = b_.add(band.first, b_.mul(b_.read(vector), b_.int64(lanes_)));
    return b_.loop(vector, b_.int64(band.vectors), LoopMark::Unrolled, make(b_.read(vector), from), range_);
  }
  template <class Make>
  StmtId each_lane(int64_t lanes, const Make& make) {
    const VarId lane = counter("lane");
    return b_.vector_loop(lane, b_.int64(lanes), static_cast<int>(lanes), make(b_.read(lane)), range_);
  }
  /// `make` gets a result that there is, and the place of its sum.
  template <class Make>
  StmtId each_sum(const Band& band, const Make& make) {
    return each_vector(band, [&](ExprId vector, ExprId from) -> Block {
      const VarId lane = counter("lane");
      const ExprId at = b_.read(lane);
      const ExprId count = band.count.valid() ? band.count : b_.int64(lanes_);
      return {b_.vector_loop(lane, count, static_cast<int>(lanes_), make(b_.add(from, at), Place{vector, at}),
                             range_)};
    });
  }
  ExprId existing(const Band& band, ExprId result) {
    return band.last.valid() ? b_.min(result, band.last) : result;
  }
  /// square[r, q] = m(from + r, depth + q), half a row at a time: halves of two rows become one vector on
  /// their way from memory, which saves the first exchange of rows and columns.
  Block read_squares(const Band& band, ExprId from, ExprId depth) {
    const int64_t piece = lanes_ >= 4 ? lanes_ / 2 : lanes_;
    Block code;
    for (size_t n = 0; n < squares_.size(); ++n) {
      const VarId row = counter("row");
      const VarId half = counter("half");
      const StmtId copy = each_lane(piece, [&](ExprId lane) -> Block {
        const ExprId column = b_.add(b_.mul(b_.read(half), b_.int64(piece)), lane);
        Substitution place(f_);
        place.replace(p_.results.counter, existing(band, b_.add(from, b_.read(row))));
        place.replace(p_.depths.counter, b_.add(depth, column));
        return {b_.store(squares_[n], {b_.read(row), column}, place.expr(p_.elements[n]), range_)};
      });
      const StmtId halves = b_.loop(half, b_.int64(lanes_ / piece), LoopMark::Unrolled, {copy}, range_);
      code.push_back(b_.loop(row, b_.int64(lanes_), LoopMark::Unrolled, {halves}, range_));
    }
    return code;
  }
  /// The updates of one vector of sums, from the columns of the squares.
  StmtId add_columns(const Band& band, ExprId vector, ExprId from, ExprId depth) {
    const VarId column = counter("column");
    const StmtId step = each_lane(lanes_, [&](ExprId lane) {
      ReplaceLoads columns(f_);
      for (size_t n = 0; n < squares_.size(); ++n)
        columns.replace(p_.elements[n], b_.load(squares_[n], {lane, b_.read(column)}));
      Substitution place(f_);
      place.replace(p_.results.counter, existing(band, b_.add(from, lane)));
      place.replace(p_.depths.counter, b_.add(depth, b_.read(column)));
      Block code;
      load_sums({vector, lane}, code);
      append(code, place.block(columns.block(p_.depths.body)));
      store_sums({vector, lane}, code);
      return code;
    });
    return b_.loop(column, b_.int64(lanes_), LoopMark::Unrolled, {step}, range_);
  }

  std::vector<ArrayId> squares_;  ///< by element
};

}  // namespace

Block add_squares(Function& function, const VectorProduct& product, SourceRange range, int vector_bytes,
                  bool threads) {
  return Squares(function, product, range, vector_bytes, threads).run();
}

}  // namespace unpython::transform
