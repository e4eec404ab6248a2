#include "transform/grid/split_nests.h"

#include <algorithm>
#include <set>

#include "analysis/text/dependence.h"
#include "analysis/text/variables.h"
#include "ir/elements.h"
#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;

constexpr int64_t kFewIterations = 32;
constexpr int kCheapNodes = 24;  // of the expressions that an inner loop computes again each time

bool uses_private_arrays(const Function& f, const Block& block) {
  const auto own = [&](ArrayId id) { return !f[id].extents.empty(); };
  return std::ranges::any_of(loaded_arrays(f, block), own) || std::ranges::any_of(stored_arrays(f, block), own);
}

/// Raises, leaves the loop, or makes arrays: its statements stay together.
bool is_indivisible(const Function& f, const Block& body) {
  return may_raise(f, body) || may_leave(f, body) || holds_any<Allocate>(f, body) || uses_private_arrays(f, body);
}

bool is_cheap(const Function& f, const Assign& assign) {
  int nodes = 0;
  bool heavy = false;
  walk_exprs(f, assign.value, [&](ExprId id) {
    ++nodes;
    heavy |= std::holds_alternative<Call>(f[id].node) || is_division(f[id].node);
  });
  return !heavy && nodes <= kCheapNodes;
}

class SplitNests : public StatementRewriter {
 public:
  explicit SplitNests(Function& function) : StatementRewriter(function), live_(function) {}

  Block stmt(StmtId id) override {
    const Stmt before = function_[id];
    const auto* loop = std::get_if<For>(&before.node);
    const bool candidate = loop != nullptr && loop->mark == LoopMark::Parallel &&
                           analysis::is_private(function_, live_, id) && loop->body.size() > 1 &&
                           !is_indivisible(function_, loop->body);
    if (!candidate) return {rebuild(id)};
    std::vector<Block> parts;
    for (Block& part : divided(loop->body)) {
      sink(part);
      if (part.size() > 1 && is_wide_loop(part.back())) {
        parts.emplace_back(part.begin(), part.end() - 1);
        part = {part.back()};
      }
      parts.push_back(std::move(part));
    }
    if (parts.size() > 1 && !are_apart(parts)) return {id};
    Block result;
    for (Block& part : parts) {
      For copy = *loop;
      copy.body = std::move(part);
      result.push_back(build_.statement(std::move(copy), before.range));
    }
    return result;
  }

 private:
  bool is_wide_loop(StmtId id) const {
    const auto* loop = std::get_if<For>(&function_[id].node);
    if (loop == nullptr) return false;
    const Constant* trips = build_.as_constant(loop->extent);
    if (trips != nullptr && trips->integer <= kFewIterations) return false;
    return loop->mark == LoopMark::Parallel ||
           (loop->mark == LoopMark::Sequential && analysis::may_reorder(function_, live_, id));
  }

  /// A part ends with each inner loop that may become a dimension.
  std::vector<Block> divided(const Block& body) const {
    std::vector<Block> parts(1);
    for (StmtId id : body) {
      parts.back().push_back(id);
      if (is_wide_loop(id)) parts.emplace_back();
    }
    if (parts.back().empty()) parts.pop_back();
    return parts;
  }

  /// Moves the assignments of a part into the loop at its end, where nothing else stands before it.
  void sink(Block& part) {
    if (part.size() < 2 || !is_wide_loop(part.back())) return;
    const Block assignments(part.begin(), part.end() - 1);
    const Stmt stmt = function_[part.back()];
    For loop = std::get<For>(stmt.node);
    const analysis::VarSet assigned = analysis::assigned_variables(function_, assignments);
    const std::set<ArrayId> stored = stored_arrays(function_, loop.body);
    for (ArrayId loaded : loaded_arrays(function_, assignments)) {
      if (stored.contains(loaded)) return;
    }
    if (!stored.empty() && !function_.disjoint_arguments && !loaded_arrays(function_, assignments).empty())
      return;
    for (StmtId id : assignments) {
      const auto* assign = std::get_if<Assign>(&function_[id].node);
      if (assign == nullptr || !is_cheap(function_, *assign)) return;
    }
    const analysis::VarSet inner = analysis::assigned_variables(function_, loop.body);
    for (VarId variable : assigned.members()) {
      if (inner.contains(variable)) return;
    }
    if (analysis::reads_any(function_, loop.extent, assigned)) return;
    loop.body.insert(loop.body.begin(), assignments.begin(), assignments.end());
    const StmtId moved = build_.statement(std::move(loop), stmt.range);
    live_.inherit(moved, part.back());
    part = {moved};
  }

  /// No variable leads from one part to another.
  bool are_apart(const std::vector<Block>& parts) const {
    for (const Block& part : parts) {
      const analysis::VarSet needed = analysis::exposed_variables(function_, part);
      for (const Block& other : parts) {
        if (&other == &part) continue;
        for (VarId variable : analysis::assigned_variables(function_, other).members()) {
          if (needed.contains(variable)) return false;
        }
      }
    }
    return true;
  }

  analysis::Liveness live_;
};

}  // namespace

Function split_nests(const Function& function) {
  return rewritten<SplitNests>(function);
}

}  // namespace unpython::transform
