#include "transform/reductions/sum_columns.h"

#include <algorithm>
#include <map>

#include "analysis/text/effects.h"
#include "analysis/text/variables.h"
#include "ir/rewrite.h"
#include "transform/reductions/around_leaves.h"
#include "transform/reductions/privatize.h"
#include "transform/reductions/reduction_leaf.h"

namespace unpython::transform {
namespace {

using namespace ir;
using analysis::Reduction;
using analysis::VarSet;

constexpr int64_t kBlockBytes = 1024;       // of a row: all lanes of its columns stay in the first cache
constexpr int64_t kVectorBytes = 64;        // enough neighbours for every processor
constexpr int64_t kTaskElements = 32768;    // of the matrix, worth waking a thread for
constexpr int64_t kSteps = kLeaf / kLanes;  // of a lane in a whole leaf
constexpr int kMostCopied = 40;             // expressions of a body that stands there for each step

/// Statements of one column of a block: its variables are elements of arrays.
class OnColumn : public Substitution {
 public:
  OnColumn(Function& f, const std::map<VarId, ArrayId>& kept, ExprId place)
      : Substitution(f), kept_(kept), place_(place) {}

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

class SumColumns {
 public:
  SumColumns(Function& f, const For& columns, const std::vector<ColumnSum>& sums, bool threads,
             const SourceRange& range)
      : f_(f), build_(f), columns_(columns), sums_(sums), threads_(threads), range_(range) {}

  [[nodiscard]] bool fits() const {
    VarSet moving = analysis::changing_in(f_, columns_);
    VarSet carried = analysis::exposed_variables(f_, columns_.body);
    carried.intersect(analysis::assigned_variables(f_, columns_.body));
    if (!carried.members().empty()) return false;
    for (size_t at = 0; at < columns_.body.size(); ++at) {
      const StmtId id = columns_.body[at];
      const ColumnSum* sum = sum_at(id);
      const Block rest(columns_.body.begin() + static_cast<std::ptrdiff_t>(at) + 1, columns_.body.end());
      if (sum == nullptr ? !analysis::runs_straight(f_, {id}) : !fits(*sum, moving, rest)) return false;
    }
    return true;
  }

  Block run() {
    keep_variables();
    const ExprId all = named("columns", build_.max(build_.int64(0), columns_.extent), result_);
    const ExprId width = build_.int64(width_);
    const VarId block = counter("block");
    Block body;
    first_ = named("first", build_.mul(build_.read(block), width), body);
    count_ = named("count", build_.min(width, build_.sub(all, first_)), body);
    Block segment;
    for (StmtId id : columns_.body) {
      const ColumnSum* sum = sum_at(id);
      if (sum == nullptr) {
        segment.push_back(id);
        continue;
      }
      append(body, each_in_order(segment));
      segment.clear();
      append(body, sum_of(*sum));
    }
    append(body, each_in_order(segment));
    const ExprId blocks = build_.floor_div(build_.add(all, build_.int64(width_ - 1)), width);
    result_.push_back(threads_ ? build_.parallel_loop(block, blocks, grain(), std::move(body), range_)
                               : build_.loop(block, blocks, LoopMark::Sequential, std::move(body), range_));
    return std::move(result_);
  }

 private:
  [[nodiscard]] const ColumnSum* sum_at(StmtId id) const {
    for (const ColumnSum& sum : sums_)
      if (sum.loop == id) return &sum;
    return nullptr;
  }
  [[nodiscard]] For loop(const ColumnSum& sum) const { return std::get<For>(f_[sum.loop].node); }

  [[nodiscard]] bool fits(const ColumnSum& sum, const VarSet& moving, const Block& rest) const {
    const For own = loop(sum);
    if (!analysis::runs_straight(f_, own.body) || holds_any<Store>(f_, own.body) || count_exprs(f_, own.body) > kMostCopied)
      return false;
    if (!analysis::is_fixed(f_, own.extent, moving)) return false;
    VarSet inside = analysis::assigned_variables(f_, own.body);
    for (const Reduction& r : sum.reductions) {
      const bool plain = needs_tree(r) && !is_complex(r.type) && !r.accumulator.is_element();
      if (!plain || !is_direct(f_, own.body, make_part(f_, r))) return false;
      inside.erase(r.accumulator.variable);
    }
    inside.intersect(analysis::exposed_variables(f_, rest));
    return inside.members().empty() && are_neighbours(f_, own.body, columns_.counter, own.counter);
  }

  ExprId named(const char* name, ExprId value, Block& into) {
    const VarId variable = build_.variable(name, ScalarType::Int64, range_);
    into.push_back(build_.assign(variable, value, range_));
    return build_.read(variable);
  }
  VarId counter(const char* name) { return build_.variable(name, ScalarType::Int64, range_); }

  /// Each variable of an iteration has an element for each column of a block.
  void keep_variables() {
    int64_t bytes = 0;  // of all sums of a column: their lanes lie on the stack of a thread
    int64_t widest = 1;
    Block segments;
    for (StmtId id : columns_.body)
      if (sum_at(id) == nullptr) segments.push_back(id);
    std::vector<VarId> variables = analysis::assigned_variables(f_, segments).members();
    for (const ColumnSum& sum : sums_) {
      for (const Reduction& r : sum.reductions) {
        bytes += size_of(r.type);
        widest = std::max<int64_t>(widest, size_of(r.type));
        variables.push_back(r.accumulator.variable);
      }
    }
    lanes_ = std::max<int64_t>(2, kVectorBytes / widest);
    width_ = std::max(lanes_, kBlockBytes / bytes / lanes_ * lanes_);
    for (VarId variable : variables) {
      if (kept_.contains(variable)) continue;
      const Variable known = f_[variable];
      kept_[variable] =
          build_.local_array(known.name + ".columns", known.type, AddressSpace::Private, {width_});
    }
  }

  [[nodiscard]] ExprId grain() {
    ExprId depths = build_.int64(1);
    for (const ColumnSum& sum : sums_) depths = build_.max(depths, loop(sum).extent);
    return build_.add(build_.floor_div(build_.int64(kTaskElements), build_.mul(build_.int64(width_), depths)),
                      build_.int64(1));
  }

  /// A loop over the columns of a block; make(place) gives its body.
  template <class Make>
  StmtId each(const Make& make) {
    const VarId column = counter("column");
    return build_.vector_loop(column, count_, static_cast<int>(lanes_), make(build_.read(column)), range_);
  }
  Block at_column(const Block& block, ExprId place) {
    OnColumn on_column(f_, kept_, place);
    on_column.replace(columns_.counter, build_.add(first_, place));
    return on_column.block(block);
  }
  Block each_in_order(const Block& segment) {
    if (segment.empty()) return {};
    const VarId column = counter("column");
    return {
        build_.loop(column, count_, LoopMark::Sequential, at_column(segment, build_.read(column)), range_)};
  }

  struct Waiting {
    Part part;
    ArrayId lanes;  ///< [lane, column]
    ArrayId stack;  ///< [level, column]: roots of finished subtrees
    ArrayId root;   ///< [column]
  };

  Block sum_of(const ColumnSum& sum) {
    const For own = loop(sum);
    std::vector<Waiting> waiting;
    for (const Reduction& r : sum.reductions) {
      const auto array = [&](const char* name, std::vector<int64_t> extents) {
        extents.push_back(width_);
        return build_.local_array(f_[r.accumulator.variable].name + "." + name, r.type, AddressSpace::Private,
                                  std::move(extents));
      };
      waiting.push_back(
          {make_part(f_, r), array("lanes", {kLanes}), array("stack", {kTreeLevels}), array("root", {})});
    }
    Block result;
    const ExprId extent = named("extent", build_.max(build_.int64(0), own.extent), result);
    const ExprId leaves = named(
        "leaves", build_.floor_div(build_.add(extent, build_.int64(kLeaf - 1)), build_.int64(kLeaf)), result);
    const VarId leaf = counter("leaf");
    Block body = leaf_of(own, waiting, build_.read(leaf), extent);
    append(body, push(waiting, build_.read(leaf)));
    result.push_back(build_.loop(leaf, leaves, LoopMark::Sequential, std::move(body), range_));
    result.push_back(build_.if_then(build_.compare(CompareOp::Greater, leaves, build_.int64(0)),
                                    finish(waiting, leaves), {}, range_));
    return result;
  }

  /// lanes[lane, column] = iterations lane, lane + 32, ... of a leaf; root[column] = all lanes.
  Block leaf_of(const For& own, const std::vector<Waiting>& waiting, ExprId leaf, ExprId extent) {
    Block result;
    const ExprId start = named("start", build_.mul(leaf, build_.int64(kLeaf)), result);
    const ExprId count = named("rows", build_.min(build_.int64(kLeaf), build_.sub(extent, start)), result);
    const ExprId whole = build_.compare(CompareOp::Equal, count, build_.int64(kLeaf));
    const VarId lane = counter("lane");
    const VarId last = counter("lane");
    const auto lanes_of = [&](VarId own_lane, bool all) {
      return build_.loop(own_lane, build_.int64(kLanes), LoopMark::Sequential,
                         {lane_of(own, waiting, build_.read(own_lane), start, count, all)}, range_);
    };
    result.push_back(build_.if_then(whole, {lanes_of(lane, true)}, {lanes_of(last, false)}, range_));
    result.push_back(each([&](ExprId place) {
      Block folds;
      for (const Waiting& w : waiting) folds.push_back(build_.store(w.root, {place}, fold(w, place, 0, 1)));
      return folds;
    }));
    return result;
  }

  StmtId lane_of(const For& own, const std::vector<Waiting>& waiting, ExprId lane, ExprId start, ExprId count,
                 bool all) {
    std::vector<Part> parts;
    for (const Waiting& w : waiting) parts.push_back(w.part);
    const auto step = [&](ExprId number, ExprId place) {
      const Block item = Privatize(f_, parts, ExprId{}).block(own.body);
      OnColumn on_column(f_, kept_, place);
      on_column.replace(columns_.counter, build_.add(first_, place));
      on_column.replace(own.counter,
                        build_.add(build_.add(start, lane), build_.mul(number, build_.int64(kLanes))));
      return on_column.block(item);
    };
    return each([&](ExprId place) {
      Block body;
      for (const Waiting& w : waiting)
        body.push_back(build_.assign(w.part.value, identity(build_, w.part.reduction), range_));
      if (all) {
        for (int64_t n = 0; n < kSteps; ++n) append(body, step(build_.int64(n), place));
      } else {
        const VarId number = counter("step");
        const ExprId rest = build_.add(build_.sub(count, lane), build_.int64(kLanes - 1));
        body.push_back(build_.loop(number, build_.floor_div(rest, build_.int64(kLanes)), LoopMark::Sequential,
                                   step(build_.read(number), place), range_));
      }
      for (const Waiting& w : waiting)
        body.push_back(build_.store(w.lanes, {lane, place}, build_.read(w.part.value), range_));
      return body;
    });
  }

  /// The butterfly that ends in `lane`: folds with distance `distance` and more have been made before it.
  ExprId fold(const Waiting& w, ExprId place, int64_t lane, int64_t distance) {
    if (distance == kLanes) return build_.load(w.lanes, {build_.int64(lane), place});
    const ExprId left = fold(w, place, lane, distance * 2);
    return combine(build_, w.part.reduction, left, fold(w, place, lane + distance, distance * 2));
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
    const StmtId end = each([&](ExprId place) {
      Block added;
      for (const Waiting& w : waiting) {
        const ArrayId total = kept_.at(w.part.result);
        const ExprId sum =
            combine(build_, w.part.reduction, build_.load(total, {place}), build_.load(w.root, {place}));
        added.push_back(build_.store(total, {place}, sum, range_));
      }
      return added;
    });
    return {start, build_.assign(bits, leaves), build_.assign(level, build_.int64(0)),
            build_.statement(While{{}, more, std::move(body)}, range_), end};
  }

  Function& f_;
  Builder build_;
  const For& columns_;
  const std::vector<ColumnSum>& sums_;
  bool threads_;
  SourceRange range_;
  int64_t lanes_ = 8;              ///< columns of a vector
  int64_t width_ = 128;            ///< columns of a block
  std::map<VarId, ArrayId> kept_;  ///< variables of an iteration
  ExprId first_;                   ///< column of a block
  ExprId count_;                   ///< columns of a block
  Block result_;
};

}  // namespace

std::optional<Block> sum_columns(Function& function, const For& columns, const std::vector<ColumnSum>& sums,
                                 bool threads, const SourceRange& range) {
  SumColumns code(function, columns, sums, threads, range);
  if (!code.fits()) return std::nullopt;
  return code.run();
}

}  // namespace unpython::transform
