#include "transform/reductions/sum_columns.h"

#include <algorithm>

#include "analysis/text/effects.h"
#include "analysis/text/variables.h"
#include "ir/rewrite.h"
#include "transform/reductions/around_leaves.h"
#include "transform/reductions/column_tree.h"
#include "transform/reductions/reduction_leaf.h"

namespace unpython::transform {
namespace {

using namespace ir;
using analysis::Reduction;
using analysis::VarSet;

constexpr int64_t kBlockBytes = 1024;       // of a row: all lanes of its columns stay in the first cache
constexpr int64_t kVectorBytes = 64;        // enough neighbours for every processor
constexpr int64_t kTaskElements = 32768;    // of the matrix, worth waking a thread for
constexpr int kMostCopied = 40;             // expressions of a body that stands there for each step

class SumColumns {
 public:
  SumColumns(Function& f, const For& columns, const std::vector<ColumnSum>& sums, bool threads,
             const SourceRange& range)
      : f_(f), build_(f), columns_(columns), sums_(sums), threads_(threads), range_(range) {
    block_.counter = columns.counter;
  }

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
    const ExprId width = build_.int64(block_.width);
    const VarId block = counter("block");
    Block body;
    block_.first = named("first", build_.mul(build_.read(block), width), body);
    block_.count = named("count", build_.min(width, build_.sub(all, block_.first)), body);
    Block segment;
    for (StmtId id : columns_.body) {
      const ColumnSum* sum = sum_at(id);
      if (sum == nullptr) {
        segment.push_back(id);
        continue;
      }
      append(body, each_in_order(segment));
      segment.clear();
      append(body, column_tree(f_, block_, *sum, range_));
    }
    append(body, each_in_order(segment));
    const ExprId blocks = build_.floor_div(build_.add(all, build_.int64(block_.width - 1)), width);
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
    if (!analysis::is_fixed(f_, own.extent, moving)) return false;
    if (!sum.items.empty()) return reduce_alike(sum, sum.items[0]) && fits(sum.items[0], moving, rest);
    if (!analysis::runs_straight(f_, own.body) || holds_any<Store>(f_, own.body) || count_exprs(f_, own.body) > kMostCopied)
      return false;
    VarSet inside = analysis::assigned_variables(f_, own.body);
    for (const Reduction& r : sum.reductions) {
      const bool plain = needs_tree(r) && !is_complex(r.type) && !r.accumulator.is_element();
      if (!plain || !is_direct(f_, own.body, make_part(f_, r))) return false;
      inside.erase(r.accumulator.variable);
    }
    inside.intersect(analysis::exposed_variables(f_, rest));
    return inside.members().empty() && are_neighbours(f_, own.body, columns_.counter, own.counter);
  }

  [[nodiscard]] static bool reduce_alike(const ColumnSum& sum, const ColumnSum& item) {
    return std::equal(sum.reductions.begin(), sum.reductions.end(), item.reductions.begin(), item.reductions.end(),
                      [](const Reduction& a, const Reduction& b) {
                        return needs_tree(a) && needs_tree(b) && !a.accumulator.is_element() && !b.accumulator.is_element() &&
                               a.accumulator.variable == b.accumulator.variable && a.kind == b.kind;
                      });
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
    block_.lanes = std::max<int64_t>(2, kVectorBytes / widest);
    block_.width = std::max(block_.lanes, kBlockBytes / bytes / block_.lanes * block_.lanes);
    for (VarId variable : variables) {
      if (block_.kept.contains(variable)) continue;
      const Variable known = f_[variable];
      block_.kept[variable] =
          build_.local_array(known.name + ".columns", known.type, AddressSpace::Private, {block_.width});
    }
  }

  [[nodiscard]] ExprId grain() {
    ExprId depths = build_.int64(1);
    for (const ColumnSum& sum : sums_) {
      ExprId depth = loop(sum).extent;
      for (const ColumnSum* at = &sum; !at->items.empty();) {
        at = at->items.data();
        depth = build_.mul(depth, loop(*at).extent);
      }
      depths = build_.max(depths, depth);
    }
    return build_.add(build_.floor_div(build_.int64(kTaskElements), build_.mul(build_.int64(block_.width), depths)),
                      build_.int64(1));
  }

  Block each_in_order(const Block& segment) {
    if (segment.empty()) return {};
    const VarId column = counter("column");
    return {build_.loop(column, block_.count, LoopMark::Sequential, at_column(f_, block_, segment, build_.read(column)), range_)};
  }

  Function& f_;
  Builder build_;
  const For& columns_;
  const std::vector<ColumnSum>& sums_;
  bool threads_;
  SourceRange range_;
  ColumnBlock block_;
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
