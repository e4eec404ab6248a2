#include "transform/grid/sums_ahead.h"

#include <algorithm>
#include <set>

#include "analysis/text/variables.h"
#include "ir/elements.h"
#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;
using analysis::VarSet;

constexpr int64_t kLeastAdditions = 16;              // of a sum: with fewer, storing it costs as much
constexpr int64_t kMostSums = int64_t{1} << 26;

/// A loop whose iterations each make sums, and what stands around them.
struct Compared {
  Block before;  ///< of a row, in front of the loop
  size_t place;  ///< of the loop in the row
  For loop;
  Block sums;    ///< of an iteration, up to the loop that adds
  For adding;
  Block rest;    ///< of an iteration, behind it
  std::vector<VarId> results;  ///< what the rest reads of the sums
};

class SumsAhead : public StatementRewriter {
 public:
  explicit SumsAhead(Function& function) : StatementRewriter(function), live_(function) {}

  Block stmt(StmtId id) override {
    const Stmt given = function_[id];
    const auto* rows = std::get_if<For>(&given.node);
    if (rows == nullptr || rows->mark == LoopMark::Sequential) return {rebuild(id)};
    if (rows->mark != LoopMark::Parallel || !function_.disjoint_arguments) return {id};
    const std::optional<Compared> found = compared_in(*rows);
    return found ? both_ways(id, *rows, *found, given.range) : Block{id};
  }

 private:
  std::optional<Compared> compared_in(const For& rows) const {
    const auto is_for = [&](StmtId id) { return std::holds_alternative<For>(function_[id].node); };
    const auto at = std::ranges::find_if(rows.body, is_for);
    if (at == rows.body.end() || may_raise(function_, rows.body) || may_leave(function_, rows.body)) return std::nullopt;
    Compared found{.before = Block(rows.body.begin(), at), .place = static_cast<size_t>(at - rows.body.begin()),
                   .loop = std::get<For>(function_[*at].node), .sums = {}, .adding = {}, .rest = {}, .results = {}};
    const Block& body = found.loop.body;
    const auto inner = std::ranges::find_if(body, is_for);
    if (inner == body.end()) return std::nullopt;
    found.sums = Block(body.begin(), inner + 1);
    found.rest = Block(inner + 1, body.end());
    found.adding = std::get<For>(function_[*inner].node);
    const bool plain = found.loop.mark == LoopMark::Sequential && found.adding.mark == LoopMark::Sequential &&
                       holds_only<Assign>(function_, found.before) && holds_only<Assign>(function_, found.adding.body) &&
                       holds_only<Assign>(function_, Block(body.begin(), inner)) && !holds_any<For, While>(function_, found.rest);
    const Constant* additions = build_.as_constant(found.adding.extent);
    if (additions != nullptr && additions->integer < kLeastAdditions) return std::nullopt;
    if (!plain || !may_part(rows, *at, found) || !are_shared(rows, found)) return std::nullopt;
    return found;
  }

  /// The sums of all iterations can be made in front of all rows; says what the rest needs of them.
  bool may_part(const For& rows, StmtId loop, Compared& found) const {
    VarSet changing = analysis::changing_in(function_, rows);
    if (!analysis::is_fixed(function_, found.loop.extent, changing) || !analysis::is_fixed(function_, found.adding.extent, changing))
      return false;
    const std::set<ArrayId> stored = stored_arrays(function_, rows.body);
    for (const Block* block : {&found.before, &found.sums})
      for (const ArrayId loaded : loaded_arrays(function_, *block))
        if (stored.contains(loaded)) return false;
    const VarSet own = analysis::assigned_variables(function_, found.loop.body);
    const VarSet known = analysis::assigned_variables(function_, found.before);
    for (const VarId read : analysis::exposed_variables(function_, found.sums).members()) {
      const bool is_known = read == found.loop.counter || read == rows.counter || (known.contains(read) && !own.contains(read));
      if (changing.contains(read) && !is_known) return false;
    }
    const VarSet always = analysis::always_assigned(function_, found.sums);
    const VarSet needed = analysis::exposed_variables(function_, found.rest);
    for (const VarId made : analysis::assigned_variables(function_, found.sums).members()) {
      if (live_.live_after(loop, made)) return false;
      if (!needed.contains(made)) continue;
      if (!always.contains(made)) return false;
      found.results.push_back(made);
    }
    return !found.results.empty();
  }

  /// Each element that is read belongs to the row or to the iteration, and there are some of both.
  bool are_shared(const For& rows, const Compared& found) const {
    bool of_rows = false;
    bool of_iterations = false;
    bool sound = true;
    walk_loads(function_, found.adding.body, [&](ArrayId, const std::vector<ExprId>& indices) {
      const auto reads = [&](VarId counter) {
        return std::ranges::any_of(indices, [&](ExprId index) { return analysis::reads_variable(function_, index, counter); });
      };
      const bool row = reads(rows.counter);
      const bool iteration = reads(found.loop.counter);
      sound = sound && !(row && iteration);
      of_rows = of_rows || (row && reads(found.adding.counter));
      of_iterations = of_iterations || (iteration && reads(found.adding.counter));
    });
    return sound && of_rows && of_iterations;
  }

  Block both_ways(StmtId id, const For& rows, const Compared& found, const SourceRange& range) {
    const ExprId row_count = build_.max(build_.int64(0), rows.extent);
    const ExprId sum_count = build_.max(build_.int64(0), found.loop.extent);
    Block first;
    std::vector<ArrayId> sums;
    for (const VarId result : found.results) {
      const Variable known = function_[result];
      sums.push_back(build_.heap_array(known.name + ".sums", known.type, 2));
      first.push_back(build_.statement(
          Allocate{sums.back(), {build_.max(build_.int64(1), row_count), build_.max(build_.int64(1), sum_count)}}, range));
    }
    first.push_back(ahead(rows, found, sums, row_count, sum_count, range));
    first.push_back(behind(rows, found, sums, range));
    const ExprId pays = build_.logical_and(
        build_.compare(CompareOp::GreaterEqual, found.adding.extent, build_.int64(kLeastAdditions)),
        build_.compare(CompareOp::LessEqual, sum_count,
                       build_.floor_div(build_.int64(kMostSums), build_.max(build_.int64(1), row_count))));
    return {build_.if_then(pays, std::move(first), {id}, range)};
  }

  /// for i, c in prange: sums[i, c] = ..., with names of its own.
  StmtId ahead(const For& rows, const Compared& found, const std::vector<ArrayId>& sums, ExprId row_count, ExprId sum_count,
               const SourceRange& range) {
    Block body;
    const VarSet needed = analysis::exposed_variables(function_, found.sums);
    if (needed.meets(analysis::assigned_variables(function_, found.before))) body = found.before;
    body.insert(body.end(), found.sums.begin(), found.sums.end());
    Substitution own(function_);
    const auto fresh = [&](VarId variable) {
      const Variable known = function_[variable];
      const VarId made = build_.variable(known.name, known.type, known.range);
      own.rename(variable, made);
      return made;
    };
    for (const VarId variable : analysis::assigned_variables(function_, body).members()) fresh(variable);
    const VarId row = fresh(rows.counter);
    const VarId iteration = fresh(found.loop.counter);
    for (size_t n = 0; n < sums.size(); ++n)
      body.push_back(build_.store(sums[n], own_place(rows, found), build_.read(found.results[n])));
    Block inner{build_.loop(iteration, sum_count, LoopMark::Parallel, own.block(body), range)};
    return build_.loop(row, row_count, LoopMark::Parallel, std::move(inner), range);
  }

  std::vector<ExprId> own_place(const For& rows, const Compared& found) {
    return {build_.read(rows.counter), build_.read(found.loop.counter)};
  }

  /// The rows as they were, which read the sums.
  StmtId behind(const For& rows, const Compared& found, const std::vector<ArrayId>& sums, const SourceRange& range) {
    For loop = found.loop;
    loop.body.clear();
    for (size_t n = 0; n < sums.size(); ++n)
      loop.body.push_back(build_.assign(found.results[n], build_.load(sums[n], own_place(rows, found)), range));
    loop.body.insert(loop.body.end(), found.rest.begin(), found.rest.end());
    For outer = rows;
    outer.body[found.place] = build_.statement(std::move(loop), range);
    return build_.statement(std::move(outer), range);
  }

  const analysis::Liveness live_;
};

}  // namespace

Function sums_ahead(const Function& function) {
  return rewritten<SumsAhead>(function);
}

}  // namespace unpython::transform
