// Outer loops first: the extents of inner ones are constants only then.
#include "transform/source/write_out_networks.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

#include "analysis/text/affine.h"
#include "analysis/text/heap_uses.h"
#include "analysis/text/variables.h"
#include "ir/elements.h"
#include "ir/rewrite.h"
#include "transform/source/simplify.h"
#include "transform/source/small_arrays.h"

namespace unpython::transform {
namespace {

using namespace ir;

constexpr int kDeepestNetwork = 5;          // of nested loops
constexpr int64_t kLongestNetwork = 20000;  // of all iterations of a loop, before constants are known

using ArraySet = std::set<ArrayId>;

/// What a loop does with small arrays, in it and in the loops in it.
struct Touched {
  ArraySet loaded;   ///< by the counter of the loop
  ArraySet stored;   ///< by the counter of the loop
  ArraySet all;
  ArraySet made;     ///< allocated inside
};

Touched touched(const Function& f, const For& loop, const ArraySet& small) {
  Touched result;
  const auto note = [&](ArraySet& by_counter, ArrayId array, const std::vector<ExprId>& indices) {
    if (!small.contains(array)) return;
    result.all.insert(array);
    if (std::any_of(indices.begin(), indices.end(), [&](ExprId i) { return analysis::reads_variable(f, i, loop.counter); }))
      by_counter.insert(array);
  };
  walk_loads(f, loop.body, [&](ArrayId array, const std::vector<ExprId>& indices) { note(result.loaded, array, indices); });
  walk_stores(f, loop.body, [&](ArrayId array, const std::vector<ExprId>& indices) { note(result.stored, array, indices); });
  walk_stmts(f, loop.body, [&](StmtId s) {
    if (const auto* allocation = std::get_if<Allocate>(&f[s].node)) result.made.insert(allocation->array);
    return true;
  });
  return result;
}

bool meets(const ArraySet& a, const ArraySet& b) {
  return std::any_of(a.begin(), a.end(), [&](ArrayId array) { return b.contains(array); });
}

std::optional<int64_t> few_iterations(const Function& f, const For& loop) {
  const auto* extent = std::get_if<Const>(&f[loop.extent].node);
  if (extent == nullptr || extent->value.integer < 1 || extent->value.integer > kMostSmallElements) return std::nullopt;
  return extent->value.integer;
}

using Counters = std::map<VarId, int64_t>;  // the largest value of each

/// The most iterations of a loop inside of those of the counters; as many as a small array has elements where that is not known.
int64_t most_iterations(const Function& f, ExprId extent, const Counters& counters) {
  const std::optional<analysis::Affine> form = analysis::affine_form(f, extent);
  if (!form) return kMostSmallElements;
  int64_t most = form->constant;
  for (const analysis::Term& term : form->terms) {
    const auto* read = std::get_if<Read>(&f[term.atom].node);
    const auto counter = read == nullptr ? counters.end() : counters.find(read->variable);
    if (counter == counters.end() || std::abs(term.coefficient) > kMostSmallElements) return kMostSmallElements;
    most += std::max<int64_t>(0, term.coefficient) * counter->second;
  }
  return std::clamp<int64_t>(most, 0, kMostSmallElements);
}

/// Expressions of all iterations, where loops whose extent is not known yet run as often as they may.
int64_t written_out(const Function& f, const Block& body, Counters& counters) {
  int64_t count = 0;
  for (const StmtId id : body) {
    for (const ExprId e : expressions(f[id])) walk_exprs(f, e, [&](ExprId) { ++count; });
    const auto* loop = std::get_if<For>(&f[id].node);
    const int64_t times = loop == nullptr ? 1 : most_iterations(f, loop->extent, counters);
    if (loop != nullptr) counters[loop->counter] = times - 1;
    for (const Block* inner : blocks(f[id])) count += times * written_out(f, *inner, counters);
    if (count > kLongestNetwork) return count;
  }
  return count;
}

/// Loops, assignments and stores: nothing that leaves an iteration early.
bool runs_through(const Function& f, const Block& body) {
  return holds_only<Assign, Store, CheckIndex, If, For, Raise>(f, body);
}

/// Small arrays that a loop loads and stores in order, and those that are copied to or from them.
ArraySet find_networks(const Function& f, const ArraySet& small) {
  ArraySet found;
  std::vector<Touched> loops;
  const auto walk = [&](const auto& self, const Block& body, bool inside) -> void {
    for (const StmtId id : body) {
      const auto* loop = std::get_if<For>(&f[id].node);
      if (loop != nullptr && inside) {
        loops.push_back(touched(f, *loop, small));
        const bool in_order = loop->mark == LoopMark::Sequential && !loop->independent;
        for (const ArrayId array : loops.back().loaded)
          if (in_order && loops.back().stored.contains(array)) found.insert(array);
      }
      for (const Block* inner : blocks(f[id])) self(self, *inner, inside || is_loop(f, id));
    }
  };
  walk(walk, f.body, false);
  if (found.empty()) return found;
  for (size_t before = 0; before != found.size();) {
    before = found.size();
    for (const Touched& loop : loops) {
      ArraySet by_counter = loop.loaded;
      by_counter.insert(loop.stored.begin(), loop.stored.end());
      if (meets(by_counter, found)) found.insert(by_counter.begin(), by_counter.end());
    }
  }
  return found;
}

class WriteOutNetworks : public StatementRewriter {
 public:
  WriteOutNetworks(Function& function, const ArraySet& networks) : StatementRewriter(function), networks_(networks) {}
  bool changed = false;

  Block stmt(StmtId id) override {
    const Stmt given = function_[id];
    const auto* loop = std::get_if<For>(&given.node);
    if (loop == nullptr || !inside_ || !is_chosen(*loop)) {
      const bool around = inside_;
      inside_ = inside_ || is_loop(function_, id);
      const StmtId rebuilt = rebuild(id);
      inside_ = around;
      return {rebuilt};
    }
    changed = true;
    Block result;
    for (int64_t turn = 0; turn < *few_iterations(function_, *loop); ++turn) {
      Substitution at(function_);
      at.replace(loop->counter, build_.int64(turn));
      for (const StmtId part : loop->body) {
        const Block once = at.stmt(part);
        result.insert(result.end(), once.begin(), once.end());
      }
    }
    return result;
  }

 private:
  [[nodiscard]] bool is_chosen(const For& loop) const {
    const bool plain = loop.mark == LoopMark::Sequential || loop.independent;
    const std::optional<int64_t> times = few_iterations(function_, loop);
    if (!plain || !times || !runs_through(function_, loop.body)) return false;
    Counters counters{{loop.counter, *times - 1}};
    return meets(touched(function_, loop, networks_).all, networks_) &&
           *times * written_out(function_, loop.body, counters) <= kLongestNetwork;
  }

  const ArraySet& networks_;
  bool inside_ = false;  ///< of a loop
};

/// Drops checks that constant subscripts of arrays with known extents pass.
class DropPassed : public StatementRewriter {
 public:
  DropPassed(Function& function, const std::map<ArrayId, std::vector<int64_t>>& extents)
      : StatementRewriter(function), extents_(extents) {}
  Block stmt(StmtId id) override {
    if (const auto* check = std::get_if<CheckIndex>(&function_[id].node)) {
      const Constant* index = build_.as_constant(check->index);
      const auto known = extents_.find(check->array);
      if (index != nullptr && known != extents_.end()) {
        const int64_t extent = known->second[static_cast<size_t>(check->dimension)];
        if (-extent <= index->integer && index->integer < extent) return {};
      }
    }
    return {rebuild(id)};
  }

 private:
  const std::map<ArrayId, std::vector<int64_t>>& extents_;
};

/// Those of the arrays that keep a subscript which is not a constant.
ArraySet with_open_subscripts(const Function& f, const ArraySet& arrays) {
  ArraySet open;
  walk_elements(f, f.body, [&](ArrayId array, const std::vector<ExprId>& indices) {
    const bool fixed = std::all_of(indices.begin(), indices.end(),
                                   [&](ExprId index) { return std::holds_alternative<Const>(f[index].node); });
    if (!fixed && arrays.contains(array)) open.insert(array);
  });
  return open;
}

}  // namespace

Function write_out_networks(const Function& function) {
  std::map<ArrayId, std::vector<int64_t>> extents;
  ArraySet small;
  const std::vector<analysis::HeapUses> uses = analysis::heap_uses(function);
  for (int32_t i = 0; i < function.arrays.size(); ++i) {
    const analysis::HeapUses& of = uses[static_cast<size_t>(i)];
    if (of.allocations.size() != 1 || of.returned) continue;
    const auto known = few_elements(function, std::get<Allocate>(function[of.allocations[0]].node));
    if (!known) continue;
    extents.emplace(ArrayId{i}, *known);
    small.insert(ArrayId{i});
  }
  if (small.empty()) return function;
  while (true) {
    const ArraySet networks = find_networks(function, small);
    if (networks.empty()) return function;
    Function result = function;
    for (int round = 0; round < kDeepestNetwork; ++round) {
      WriteOutNetworks write_out(result, networks);
      Block body = write_out.block(result.body);
      if (!write_out.changed) break;
      result.body = std::move(body);
      result = simplify(result);
    }
    result.body = DropPassed(result, extents).block(result.body);
    const ArraySet open = with_open_subscripts(result, networks);
    if (open.empty()) return result;
    for (const ArrayId array : open) small.erase(array);
  }
}

}  // namespace unpython::transform
