#include "transform/reductions/column_tree.h"

#include <optional>
#include <utility>

#include "ir/rewrite.h"
#include "transform/reductions/around_leaves.h"
#include "transform/reductions/privatize.h"
#include "transform/reductions/reduction_parts.h"

namespace unpython::transform {
namespace {

using namespace ir;
using analysis::Reduction;

constexpr int64_t kSteps = kLeaf / kLanes;  // of a lane in a whole leaf
constexpr int64_t kTiny = 4;                // rows of which nothing is kept in memory

/// Statements of one column of a block: its variables are elements of arrays.
class OnColumn : public Substitution {
 public:
  OnColumn(Function& f, const ColumnBlock& columns, ExprId place) : Substitution(f), kept_(columns.kept), place_(place) {
    replace(columns.counter, build_.add(columns.first, place));
  }

  ExprId expr(ExprId id) override {
    const auto* read = std::get_if<Read>(&function_[id].node);
    if (read == nullptr || !kept_.contains(read->variable)) return Substitution::expr(id);
    return build_.load(kept_.at(read->variable), {place_});
  }
  Block stmt(StmtId id) override {
    const Stmt before = function_[id];
    const auto* assign = std::get_if<Assign>(&before.node);
    if (assign == nullptr || !kept_.contains(assign->variable)) return Substitution::stmt(id);
    const ExprId value = expr(assign->value);
    return {build_.store(kept_.at(assign->variable), {place_}, value, before.range)};
  }

 private:
  const std::map<VarId, ArrayId>& kept_;
  ExprId place_;
};

class ColumnTree {
 public:
  ColumnTree(Function& f, const ColumnBlock& columns, const SourceRange& range)
      : f_(f), build_(f), columns_(columns), range_(range) {}

  /// Adds to `totals`, one for each reduction: of each column an element.
  Block sum_of(const ColumnSum& sum, const std::vector<ArrayId>& totals) {
    std::vector<Waiting> waiting;
    for (size_t n = 0; n < totals.size(); ++n) {
      const Reduction& r = sum.reductions[n];
      const auto array = [&](const char* name, std::vector<int64_t> extents) {
        extents.push_back(columns_.width);
        return build_.local_array(f_[r.accumulator.variable].name + "." + name, r.type, AddressSpace::Private,
                                  std::move(extents));
      };
      waiting.push_back({make_part(f_, r), totals[n], array("lanes", {kLanes}), array("stack", {kTreeLevels}), array("root", {}),
                         sum.items.empty() ? ArrayId{} : array("item", {})});
    }
    Block result;
    const ExprId extent = named("extent", build_.max(build_.int64(0), loop(sum).extent), result);
    const ExprId leaves = named(
        "leaves", build_.floor_div(build_.add(extent, build_.int64(kLeaf - 1)), build_.int64(kLeaf)), result);
    const VarId leaf = counter("leaf");
    Block body = leaf_of(sum, waiting, build_.read(leaf), extent);
    append(body, push(waiting, build_.read(leaf)));
    Block many{build_.loop(leaf, leaves, LoopMark::Sequential, std::move(body), range_)};
    many.push_back(build_.if_then(build_.compare(CompareOp::Greater, leaves, build_.int64(0)),
                                  finish(waiting, leaves), {}, range_));
    const ExprId any = build_.compare(CompareOp::Greater, extent, build_.int64(0));
    const ExprId few = build_.compare(CompareOp::LessEqual, extent, build_.int64(kLanes));
    const StmtId ways = build_.if_then(build_.logical_and(any, few), few_of(sum, waiting, extent), std::move(many), range_);
    result.push_back(sum.items.empty() ? unless_tiny(sum, waiting, extent, ways) : ways);
    return result;
  }

 private:
  struct Waiting {
    Part part;
    ArrayId total;  ///< [column]: what the root is added to
    ArrayId lanes;  ///< [lane, column]
    ArrayId stack;  ///< [level, column]: roots of finished subtrees
    ArrayId root;   ///< [column]
    ArrayId item;   ///< [column]: the sum of an item's own loop; invalid where items have none
  };

  [[nodiscard]] For loop(const ColumnSum& sum) const { return std::get<For>(f_[sum.loop].node); }

  ExprId named(const char* name, ExprId value, Block& into) {
    const VarId variable = build_.variable(name, ScalarType::Int64, range_);
    into.push_back(build_.assign(variable, value, range_));
    return build_.read(variable);
  }
  VarId counter(const char* name) { return build_.variable(name, ScalarType::Int64, range_); }

  /// A loop over the columns of a block; make(place) gives its body.
  template <class Make>
  StmtId each(const Make& make) {
    const VarId column = counter("column");
    return build_.vector_loop(column, columns_.count, static_cast<int>(columns_.lanes), make(build_.read(column)), range_);
  }

  /// Columns of two to four rows stay in registers.
  StmtId unless_tiny(const ColumnSum& sum, const std::vector<Waiting>& waiting, ExprId extent, StmtId otherwise) {
    for (int64_t rows = kTiny; rows > 1; --rows) {
      const StmtId tiny = each([&](ExprId place) {
        Block body;
        std::vector<std::vector<ExprId>> items(waiting.size());  // of each sum, by row
        for (int64_t row = 0; row < rows; ++row) {
          for (const Waiting& w : waiting) body.push_back(build_.assign(w.part.value, identity(build_, w.part.reduction), range_));
          append(body, step_of(sum, waiting, build_.int64(row), place));
          for (size_t n = 0; n < waiting.size(); ++n) {
            const VarId item = build_.variable("item", waiting[n].part.reduction.type, range_);
            body.push_back(build_.assign(item, build_.read(waiting[n].part.value), range_));
            items[n].push_back(build_.read(item));
          }
        }
        for (size_t n = 0; n < waiting.size(); ++n) {
          const Reduction& r = waiting[n].part.reduction;
          const ExprId all = *fold(r, items[n], 0, 1);
          body.push_back(build_.store(waiting[n].total, {place}, combine(build_, r, build_.load(waiting[n].total, {place}), all), range_));
        }
        return body;
      });
      otherwise = build_.if_then(build_.compare(CompareOp::Equal, extent, build_.int64(rows)), {tiny}, {otherwise}, range_);
    }
    return otherwise;
  }

  /// The butterfly that ends in `lane`, of lanes of which only the first ones have an item: folds with distance `distance` and more
  /// have been made before it.
  std::optional<ExprId> fold(const Reduction& r, const std::vector<ExprId>& items, size_t lane, size_t distance) {
    if (lane >= items.size()) return std::nullopt;
    if (distance == kLanes) return items[lane];
    const std::optional<ExprId> left = fold(r, items, lane, distance * 2);
    const std::optional<ExprId> right = fold(r, items, lane + distance, distance * 2);
    return right ? combine(build_, r, *left, *right) : left;
  }

  /// The one leaf whose lanes have one iteration each, or none: what has none is not made and not folded.
  Block few_of(const ColumnSum& sum, const std::vector<Waiting>& waiting, ExprId count) {
    const VarId lane = counter("lane");
    const ExprId own = build_.read(lane);
    Block result{build_.loop(lane, count, LoopMark::Sequential, iteration_of(sum, waiting, own, own, true), range_)};
    for (int64_t half = kLanes / 2; half > 0; half /= 2) {
      const VarId left = counter("lane");
      const ExprId right = build_.add(build_.read(left), build_.int64(half));
      const StmtId folded = each([&](ExprId place) {
        Block body;
        for (const Waiting& w : waiting) {
          const ExprId both = combine(build_, w.part.reduction, build_.load(w.lanes, {build_.read(left), place}),
                                      build_.load(w.lanes, {right, place}));
          body.push_back(build_.store(w.lanes, {build_.read(left), place}, both, range_));
        }
        return body;
      });
      const ExprId there = build_.sub(build_.min(count, build_.int64(2 * half)), build_.int64(half));
      result.push_back(build_.loop(left, there, LoopMark::Sequential, {folded}, range_));
    }
    result.push_back(added(waiting, [&](const Waiting& w, ExprId place) { return build_.load(w.lanes, {build_.int64(0), place}); }));
    return result;
  }

  /// total op root, for each column.
  template <class Root>
  StmtId added(const std::vector<Waiting>& waiting, const Root& root) {
    return each([&](ExprId place) {
      Block body;
      for (const Waiting& w : waiting) {
        const ExprId sum = combine(build_, w.part.reduction, build_.load(w.total, {place}), root(w, place));
        body.push_back(build_.store(w.total, {place}, sum, range_));
      }
      return body;
    });
  }

  /// lanes[lane, column] = iterations lane, lane + 32, ... of a leaf; root[column] = all lanes.
  Block leaf_of(const ColumnSum& sum, const std::vector<Waiting>& waiting, ExprId leaf, ExprId extent) {
    Block result;
    const ExprId start = named("start", build_.mul(leaf, build_.int64(kLeaf)), result);
    const ExprId count = named("rows", build_.min(build_.int64(kLeaf), build_.sub(extent, start)), result);
    Block in_turn = lanes_in_turn(sum, waiting, start, count);
    if (sum.items.empty()) {
      const ExprId whole = build_.compare(CompareOp::Equal, count, build_.int64(kLeaf));
      result.push_back(build_.if_then(whole, {whole_lanes(sum, waiting, start)}, std::move(in_turn), range_));
    } else {
      append(result, in_turn);
    }
    result.push_back(each([&](ExprId place) {
      Block folds;
      for (const Waiting& w : waiting) {
        std::vector<ExprId> lanes;
        for (int64_t lane = 0; lane < kLanes; ++lane) lanes.push_back(build_.load(w.lanes, {build_.int64(lane), place}));
        folds.push_back(build_.store(w.root, {place}, *fold(w.part.reduction, lanes, 0, 1)));
      }
      return folds;
    }));
    return result;
  }

  StmtId whole_lanes(const ColumnSum& sum, const std::vector<Waiting>& waiting, ExprId start) {
    const VarId lane = counter("lane");
    const ExprId first = build_.add(start, build_.read(lane));
    const StmtId filled = lane_filled(waiting, build_.read(lane), true, [&](ExprId place) {
      Block body;
      for (int64_t n = 0; n < kSteps; ++n)
        append(body, step_of(sum, waiting, build_.add(first, build_.mul(build_.int64(n), build_.int64(kLanes))), place));
      return body;
    });
    return build_.loop(lane, build_.int64(kLanes), LoopMark::Sequential, {filled}, range_);
  }

  /// Row after row, as they lie in memory.
  Block lanes_in_turn(const ColumnSum& sum, const std::vector<Waiting>& waiting, ExprId start, ExprId count) {
    const VarId lane = counter("lane");
    const StmtId empty = lane_filled(waiting, build_.read(lane), true, [](ExprId) { return Block{}; });
    const VarId row = counter("row");
    const ExprId of_row = build_.binary(BinaryOp::BitAnd, build_.read(row), build_.int64(kLanes - 1));
    Block iteration = iteration_of(sum, waiting, build_.add(start, build_.read(row)), of_row, false);
    return {build_.loop(lane, build_.int64(kLanes), LoopMark::Sequential, {empty}, range_),
            build_.loop(row, count, LoopMark::Sequential, std::move(iteration), range_)};
  }

  /// An iteration of all columns, put into a lane or added to it.
  Block iteration_of(const ColumnSum& sum, const std::vector<Waiting>& waiting, ExprId number, ExprId lane, bool begins) {
    if (sum.items.empty())
      return {lane_filled(waiting, lane, begins, [&](ExprId place) { return step_of(sum, waiting, number, place); })};
    Block result{each([&](ExprId place) {
      Block body;
      for (const Waiting& w : waiting) body.push_back(build_.store(w.item, {place}, identity(build_, w.part.reduction)));
      return body;
    })};
    std::vector<ArrayId> items;
    for (const Waiting& w : waiting) items.push_back(w.item);
    around_.emplace_back(loop(sum).counter, number);
    append(result, sum_of(sum.items[0], items));
    around_.pop_back();
    result.push_back(each([&](ExprId place) {
      Block body;
      for (const Waiting& w : waiting) {
        const ExprId item = build_.load(w.item, {place});
        const ExprId value = begins ? item : combine(build_, w.part.reduction, build_.load(w.lanes, {lane, place}), item);
        body.push_back(build_.store(w.lanes, {lane, place}, value, range_));
      }
      return body;
    }));
    return result;
  }

  /// One iteration of a column.
  Block step_of(const ColumnSum& sum, const std::vector<Waiting>& waiting, ExprId number, ExprId place) {
    const For own = loop(sum);
    std::vector<Part> parts;
    for (const Waiting& w : waiting) parts.push_back(w.part);
    const Block item = Privatize(f_, parts, ExprId{}).block(own.body);
    OnColumn on_column(f_, columns_, place);
    on_column.replace(own.counter, number);
    for (const auto& [outer, value] : around_) on_column.replace(outer, value);
    return on_column.block(item);
  }

  /// A lane of each column: what steps(column) adds, to nothing or to what it has.
  template <class Steps>
  StmtId lane_filled(const std::vector<Waiting>& waiting, ExprId lane, bool begins, const Steps& steps) {
    return each([&](ExprId place) {
      Block body;
      for (const Waiting& w : waiting) {
        const ExprId before = begins ? identity(build_, w.part.reduction) : build_.load(w.lanes, {lane, place});
        body.push_back(build_.assign(w.part.value, before, range_));
      }
      append(body, steps(place));
      for (const Waiting& w : waiting)
        body.push_back(build_.store(w.lanes, {lane, place}, build_.read(w.part.value), range_));
      return body;
    });
  }

  /// root = stack[level] op root, for each column and level that the bits of a number have.
  StmtId join(const std::vector<Waiting>& waiting, VarId level) {
    return each([&](ExprId place) {
      Block body;
      for (const Waiting& w : waiting) {
        const ExprId joined =
            combine(build_, w.part.reduction, build_.load(w.stack, {build_.read(level), place}),
                    build_.load(w.root, {place}));
        body.push_back(build_.store(w.root, {place}, joined));
      }
      return body;
    });
  }
  ExprId is_odd(VarId bits) {
    const ExprId one = build_.int64(1);
    return build_.compare(CompareOp::Equal, build_.binary(BinaryOp::BitAnd, build_.read(bits), one), one);
  }
  Block up(VarId bits, VarId level) {
    const ExprId one = build_.int64(1);
    return {build_.assign(level, build_.add(build_.read(level), one)),
            build_.assign(bits, build_.binary(BinaryOp::ShiftRight, build_.read(bits), one))};
  }

  Block push(const std::vector<Waiting>& waiting, ExprId leaf) {
    const VarId bits = counter("bits");
    const VarId level = counter("level");
    Block body{join(waiting, level)};
    append(body, up(bits, level));
    return {build_.assign(bits, leaf), build_.assign(level, build_.int64(0)),
            build_.statement(While{{}, is_odd(bits), std::move(body)}), each([&](ExprId place) {
              Block pushed;
              for (const Waiting& w : waiting)
                pushed.push_back(
                    build_.store(w.stack, {build_.read(level), place}, build_.load(w.root, {place})));
              return pushed;
            })};
  }

  /// The root of all leaves is added to the variable of each column.
  Block finish(const std::vector<Waiting>& waiting, ExprId leaves) {
    const VarId bits = counter("bits");
    const VarId level = counter("level");
    const StmtId start = each([&](ExprId place) {
      Block body;
      for (const Waiting& w : waiting)
        body.push_back(build_.store(w.root, {place}, identity(build_, w.part.reduction)));
      return body;
    });
    Block body{build_.if_then(is_odd(bits), {join(waiting, level)})};
    append(body, up(bits, level));
    const ExprId more = build_.compare(CompareOp::Greater, build_.read(bits), build_.int64(0));
    const StmtId end = added(waiting, [&](const Waiting& w, ExprId place) { return build_.load(w.root, {place}); });
    return {start, build_.assign(bits, leaves), build_.assign(level, build_.int64(0)),
            build_.statement(While{{}, more, std::move(body)}, range_), end};
  }

  Function& f_;
  Builder build_;
  const ColumnBlock& columns_;
  SourceRange range_;
  std::vector<std::pair<VarId, ExprId>> around_;  ///< counters of the reduced loops around an item, and their values
};

}  // namespace

Block at_column(Function& function, const ColumnBlock& columns, const Block& block, ExprId place) {
  return OnColumn(function, columns, place).block(block);
}

Block column_tree(Function& function, const ColumnBlock& columns, const ColumnSum& sum, const SourceRange& range) {
  std::vector<ArrayId> totals;
  for (const Reduction& r : sum.reductions) totals.push_back(columns.kept.at(r.accumulator.variable));
  return ColumnTree(function, columns, range).sum_of(sum, totals);
}

}  // namespace unpython::transform
