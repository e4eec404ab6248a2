#include "transform/reductions/share_leaves.h"

#include "ir/rewrite.h"
#include "transform/reductions/around_leaves.h"
#include "transform/reductions/reduction_tree.h"

namespace unpython::transform {
namespace {

using namespace ir;
using analysis::Reduction;

constexpr int64_t kRoundsAlone = 2;  // of GroupTree: another launch takes longer than the second one
constexpr int64_t kFewLeaves = 16;  // one thread combines them sooner than a group meets

class ShareLeaves : public AroundLeaves {
 public:
  ShareLeaves(Function& f, const For& loop, const std::vector<Reduction>& reductions, const Rows& rows,
              const SourceRange& range)
      : AroundLeaves(f, loop, range), loop_(loop), rows_(rows) {
    for (const Reduction& r : reductions) carried_.push_back(carry(f, r, loop.body));
    for (const For& row : rows.loops)
      extents_.push_back(named("rows", build_.max(build_.int64(0), row.extent)));
  }

  Block alone() {
    allocate();
    result_.push_back(over_leaves());
    const ExprId any = build_.compare(CompareOp::Greater, leaves_, build_.int64(0));
    result_.push_back(build_.if_then(any, trees(), {}, range_));
    return std::move(result_);
  }

  RowTotals in_rows() {
    allocate();
    result_.push_back(over_leaves());
    const ExprId few = build_.compare(CompareOp::LessEqual, leaves_, build_.int64(kFewLeaves));
    const ExprId several = build_.compare(CompareOp::Greater, leaves_, build_.int64(1));
    result_.push_back(build_.if_then(
        several, {build_.if_then(few, {thread_per_row()}, {group_per_row()}, range_)}, {}, range_));
    RowTotals totals{.statements = {}, .combination = combination(partials_, counters())};
    for (size_t c = 0; c < carried_.size() && totals.combination.size() == carried_.size(); ++c)
      totals.updates.push_back(totals.combination[c]);
    totals.statements = std::move(result_);
    return totals;
  }

 private:
  [[nodiscard]] std::vector<ExprId> counters() {
    std::vector<ExprId> result;
    for (const For& row : rows_.loops) result.push_back(build_.read(row.counter));
    return result;
  }
  static std::vector<ExprId> at(std::vector<ExprId> row, ExprId leaf) {
    row.push_back(leaf);
    return row;
  }

  Fields<ArrayId> allocated(const char* name, const std::vector<ExprId>& extents) {
    Fields<ArrayId> result;
    for (const Carried& c : carried_) {
      std::vector<ArrayId>& arrays = result.emplace_back();
      for (VarId field : c.fields) {
        const Variable known = f_[field];
        arrays.push_back(
            build_.heap_array(known.name + "." + name, known.type, static_cast<int>(extents.size())));
        result_.push_back(build_.statement(Allocate{arrays.back(), extents}, range_));
      }
    }
    return result;
  }
  void allocate() {
    std::vector<ExprId> extents;
    for (ExprId extent : at(extents_, leaves_)) extents.push_back(build_.max(build_.int64(1), extent));
    partials_ = allocated("partials", extents);
  }

  /// Rows with counters of their own around a body that reads them.
  StmtId over_rows(const std::vector<VarId>& own, LoopMark mark, Block body) {
    for (size_t d = own.size(); d-- > 0;)
      body = {build_.loop(own[d], extents_[d], mark, std::move(body), range_)};
    return body[0];
  }
  std::vector<VarId> row_counters() {
    std::vector<VarId> result;
    for (const For& row : rows_.loops)
      result.push_back(build_.variable(f_[row.counter].name, ScalarType::Int64, range_));
    return result;
  }
  std::vector<ExprId> reads(const std::vector<VarId>& variables) {
    std::vector<ExprId> result;
    for (VarId variable : variables) result.push_back(build_.read(variable));
    return result;
  }

  StmtId over_leaves() {
    const VarId leaf = build_.variable("leaf", ScalarType::Int64, range_);
    LaneLeaf lanes(f_, loop_, carried_, range_);
    Block body = rows_.before;
    append(body, lanes.run(build_.read(leaf), extent_));
    const Fields<VarId> value = fresh_fields(build_, carried_, "leaf");
    append(body, load_fields(build_, value, lanes.lanes(), {build_.int64(0)}));
    append(body, store_fields(build_, partials_, at(counters(), build_.read(leaf)), value));
    const std::vector<VarId> own = row_counters();
    Substitution renamed(f_);
    for (size_t d = 0; d < own.size(); ++d) renamed.replace(rows_.loops[d].counter, build_.read(own[d]));
    std::vector<std::pair<VarId, ExprId>> nest;
    for (size_t d = 0; d < own.size(); ++d) nest.emplace_back(own[d], extents_[d]);
    nest.insert(nest.end() - (rows_are_neighbours() ? 1 : 0), {leaf, leaves_});
    Block inner = renamed.block(body);
    for (size_t d = nest.size(); d-- > 0;)
      inner = {build_.loop(nest[d].first, nest[d].second, LoopMark::Parallel, std::move(inner), range_)};
    return inner[0];
  }

  /// The innermost rows lie side by side in memory, as columns of a C array do: threads then follow the rows.
  [[nodiscard]] bool rows_are_neighbours() const {
    return !rows_.loops.empty() && are_neighbours(f_, loop_.body, rows_.loops.back().counter, loop_.counter);
  }

  /// All nodes of one loop: by groups of GroupTree::kRoots nodes, then by one group; by one group alone where it has few rounds.
  /// The total has an array of its own, which no kernel loads: a device may store it in memory of the host.
  Block trees() {
    Block whole;
    std::swap(whole, result_);
    const Fields<ArrayId> total = allocated("total", {build_.int64(1)});
    std::swap(whole, result_);
    const ExprId many = build_.int64(GroupTree::kRoots);
    const ExprId groups = build_.floor_div(build_.add(leaves_, build_.int64(GroupTree::kRoots - 1)), many);
    Block result;
    std::swap(result, result_);
    const Fields<ArrayId> roots = allocated("subtrees", {groups});
    std::swap(result, result_);
    const VarId group = build_.variable("group", ScalarType::Int64, range_);
    const ExprId first = build_.mul(build_.read(group), many);
    const ExprId count = build_.min(many, build_.sub(leaves_, first));
    result.push_back(tree(group, groups, {}, first, count, partials_, roots, build_.read(group)));
    const VarId once = build_.variable("group", ScalarType::Int64, range_);
    result.push_back(
        tree(once, build_.int64(1), {}, build_.int64(0), groups, roots, total, build_.int64(0)));
    const VarId only = build_.variable("group", ScalarType::Int64, range_);
    const StmtId at_once =
        tree(only, build_.int64(1), {}, build_.int64(0), leaves_, partials_, total, build_.int64(0));
    const ExprId few = build_.compare(CompareOp::LessEqual, leaves_, build_.int64(kRoundsAlone * GroupTree::kRoots));
    whole.push_back(build_.if_then(few, {at_once}, std::move(result), range_));
    append(whole, combination(total, {}));
    return whole;
  }

  StmtId group_per_row() {
    // Rows are one dimension of groups: there may be more of them than a second dimension takes.
    const VarId group = build_.variable("group", ScalarType::Int64, range_);
    ExprId all = build_.int64(1);
    std::vector<ExprId> row(extents_.size());
    for (size_t d = extents_.size(); d-- > 0;) {
      const ExprId rest = build_.floor_div(build_.read(group), all);
      row[d] = d == 0 ? rest : build_.binary(BinaryOp::Modulo, rest, extents_[d]);
      all = build_.mul(all, extents_[d]);
    }
    return tree(group, all, row, build_.int64(0), leaves_, partials_, partials_, build_.int64(0));
  }

  /// to[row, place] = nodes first .. first + count - 1 of from[row], for each group.
  StmtId tree(VarId group, ExprId groups, const std::vector<ExprId>& row, ExprId first, ExprId count,
              const Fields<ArrayId>& from, const Fields<ArrayId>& to, ExprId place) {
    GroupTree tree(f_, carried_, range_);
    const VarId nodes = build_.variable("nodes", ScalarType::Int64, range_);
    const VarId node = build_.variable("node", ScalarType::Int64, range_);
    const VarId once = build_.variable("once", ScalarType::Int64, range_);
    Block body{build_.assign(nodes, count)};
    append(body, tree.run(build_.read(nodes), [&](ExprId start, ExprId width) {
      const Fields<VarId> value = fresh_fields(build_, carried_, "node");
      const ExprId index = build_.add(build_.add(first, start), build_.read(node));
      Block fetched = load_fields(build_, value, from, at(row, index));
      append(fetched, store_fields(build_, tree.roots(), {build_.read(node)}, value));
      const ExprId extent = build_.min(build_.int64(GroupTree::kRoots), width);
      return Block{build_.loop(node, extent, LoopMark::Item, std::move(fetched), range_)};
    }));
    body.push_back(build_.loop(once, build_.int64(1), LoopMark::Item,
                               store_fields(build_, to, at(row, place), tree.root()), range_));
    return build_.group_loop(group, groups, kGroupThreads, std::move(body), range_);
  }

  /// Adjacent pairs of up to kFewLeaves leaves, level by level.
  StmtId thread_per_row() {
    const std::vector<VarId> own = row_counters();
    const std::vector<ExprId> row = reads(own);
    const Fields<ArrayId> nodes =
        field_arrays(build_, carried_, "nodes", AddressSpace::Private, {kFewLeaves});
    const VarId leaf = build_.variable("leaf", ScalarType::Int64, range_);
    const Fields<VarId> value = fresh_fields(build_, carried_, "node");
    const auto fetched = [&] {
      Block block = load_fields(build_, value, partials_, at(row, build_.read(leaf)));
      append(block, store_fields(build_, nodes, {build_.read(leaf)}, value));
      return block;
    };
    const ExprId there = build_.compare(CompareOp::Less, build_.read(leaf), leaves_);
    Block body{build_.loop(leaf, build_.int64(kFewLeaves), LoopMark::Unrolled,
                           {build_.if_then(there, fetched())}, range_)};
    for (int64_t distance = 1; distance < kFewLeaves; distance *= 2) body.push_back(pairs(nodes, distance));
    const Fields<VarId> root = fresh_fields(build_, carried_, "root");
    append(body, load_fields(build_, root, nodes, {build_.int64(0)}));
    append(body, store_fields(build_, partials_, at(row, build_.int64(0)), root));
    return over_rows(own, LoopMark::Parallel, std::move(body));
  }

  /// nodes[2 distance p] = nodes[2 distance p] op nodes[2 distance p + distance], where that one is there.
  StmtId pairs(const Fields<ArrayId>& nodes, int64_t distance) {
    const VarId p = build_.variable("pair", ScalarType::Int64, range_);
    const Fields<VarId> left = fresh_fields(build_, carried_, "left");
    const Fields<VarId> right = fresh_fields(build_, carried_, "right");
    const ExprId at_left = build_.mul(build_.read(p), build_.int64(2 * distance));
    const ExprId at_right = build_.add(at_left, build_.int64(distance));
    Block body = load_fields(build_, left, nodes, {at_left});
    append(body, load_fields(build_, right, nodes, {at_right}));
    append(body, join_fields(build_, carried_, left, right));
    append(body, store_fields(build_, nodes, {at_left}, left));
    const ExprId there = build_.compare(CompareOp::Less, at_right, leaves_);
    return build_.loop(p, build_.int64(kFewLeaves / (2 * distance)), LoopMark::Unrolled,
                       {build_.if_then(there, std::move(body))}, range_);
  }

  Block combination(const Fields<ArrayId>& from, const std::vector<ExprId>& row) {
    Block result;
    for (size_t c = 0; c < carried_.size(); ++c) {
      std::vector<ExprId> total;
      for (ArrayId array : from[c]) total.push_back(build_.load(array, at(row, build_.int64(0))));
      append(result, with_result(carried_[c].part, add_to_result(build_, carried_[c], total, range_)));
    }
    return result;
  }

  const For& loop_;
  const Rows& rows_;
  std::vector<ExprId> extents_;  ///< of the rows
  std::vector<Carried> carried_;
  Fields<ArrayId> partials_;
};

}  // namespace

Block share_leaves(Function& function, const For& loop, const std::vector<Reduction>& reductions,
                   const SourceRange& range) {
  return ShareLeaves(function, loop, reductions, {}, range).alone();
}

RowTotals share_rows(Function& function, const Rows& rows, const For& loop,
                     const std::vector<Reduction>& reductions, const SourceRange& range) {
  return ShareLeaves(function, loop, reductions, rows, range).in_rows();
}

ExprId pays_for_rows(Builder& build, const Rows& rows, ExprId inner, std::optional<int64_t> many) {
  constexpr int64_t kEnoughForTree = 64;  // iterations, where a thread would hold the sums of all lanes
  constexpr int64_t kFewRows = 4096;      // less than a device has threads
  ExprId count = build.int64(1);
  for (const For& loop : rows.loops) count = build.mul(count, loop.extent);
  const ExprId few = build.logical_and(build.compare(CompareOp::Less, count, build.int64(kFewRows)),
                                       build.compare(CompareOp::Greater, inner, build.int64(0)));
  const int64_t least = many ? kEnoughForLanes : kEnoughForTree;
  ExprId enough = build.compare(CompareOp::GreaterEqual, inner, build.int64(least));
  if (many) enough = build.logical_and(enough, build.compare(CompareOp::Less, count, build.int64(*many)));
  return build.logical_or(enough, few);
}

}  // namespace unpython::transform
