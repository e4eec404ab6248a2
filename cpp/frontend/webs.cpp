// Reaching definitions on structured control flow: a state maps each local to the definitions that may have
// set it (kUnset: none yet).
#include "frontend/webs.h"

#include <algorithm>
#include <numeric>

#include "frontend/flow_walk.h"

namespace unpython::frontend {

namespace {

using resolved::ExprId;
using resolved::StmtId;

constexpr int kUnset = -1;
using DefinitionSet = std::vector<int>;  // sorted

bool unite(DefinitionSet& into, const DefinitionSet& from) {
  DefinitionSet merged;
  std::set_union(into.begin(), into.end(), from.begin(), from.end(), std::back_inserter(merged));
  if (merged.size() == into.size()) return false;
  into = std::move(merged);
  return true;
}

struct State {
  bool reachable = false;
  std::vector<DefinitionSet> reaching;  // by LocalId

  /// Adds what `other` knows; true if that is news.
  bool merge(const State& other) {
    if (!other.reachable) return false;
    if (!reachable) {
      *this = other;
      return true;
    }
    bool changed = false;
    for (size_t i = 0; i < reaching.size(); ++i) changed |= unite(reaching[i], other.reaching[i]);
    return changed;
  }
};

class ReachingDefinitions final : public FlowWalk<State> {
 public:
  explicit ReachingDefinitions(const resolved::Function& f)
      : FlowWalk(f),
        reads_(static_cast<size_t>(f.exprs.size())),
        reached_(static_cast<size_t>(f.stmts.size()), false) {
    state_.reaching.assign(static_cast<size_t>(f.locals.size()), {kUnset});
  }

  Webs run() {
    body(f_.body);
    return collect();
  }

 private:
  void reach(StmtId id) override { reached_[static_cast<size_t>(id.value)] = true; }
  void define(const resolved::LocalTarget& target) override {
    reaching(f_.definitions[target.definition].local) = {target.definition.value};
  }
  void read(ExprId id, const resolved::ReadLocal& node) override {
    unite(reads_[static_cast<size_t>(id.value)], reaching(node.local));
  }
  void enter(const resolved::Inlined& node) override {
    for (const resolved::LocalId local : node.locals) reaching(local) = {kUnset};
  }
  DefinitionSet& reaching(resolved::LocalId local) {
    return state_.reaching[static_cast<size_t>(local.value)];
  }

  Webs collect() const {
    const auto definitions = static_cast<size_t>(f_.definitions.size());
    std::vector<int> parent(definitions);
    std::iota(parent.begin(), parent.end(), 0);
    const auto root = [&](int i) {
      while (parent[static_cast<size_t>(i)] != i) i = parent[static_cast<size_t>(i)];
      return i;
    };
    for (const DefinitionSet& set : reads_) {
      int first = kUnset;
      for (const int definition : set) {
        if (definition == kUnset) continue;
        if (first == kUnset) first = definition;
        const int a = root(first);
        const int b = root(definition);
        parent[static_cast<size_t>(std::max(a, b))] = std::min(a, b);
      }
    }
    Webs webs;
    webs.of_definition.assign(definitions, -1);
    for (size_t i = 0; i < definitions; ++i) {
      const auto r = static_cast<size_t>(root(static_cast<int>(i)));
      if (r == i) {
        webs.of_definition[i] = webs.count++;
        webs.definitions.emplace_back();
      }
      webs.of_definition[i] = webs.of_definition[r];
      webs.definitions[static_cast<size_t>(webs.of_definition[i])].push_back({static_cast<int32_t>(i)});
    }
    webs.of_read.assign(reads_.size(), -1);
    webs.bound.assign(reads_.size(), Bound::Never);
    for (size_t i = 0; i < reads_.size(); ++i) {
      if (reads_[i].empty() || reads_[i].back() == kUnset) continue;
      webs.of_read[i] = webs.of_definition[static_cast<size_t>(reads_[i].back())];
      webs.bound[i] = reads_[i].front() == kUnset ? Bound::Sometimes : Bound::Always;
    }
    webs.reached = reached_;
    return webs;
  }

  std::vector<DefinitionSet> reads_;  // by ExprId
  std::vector<bool> reached_;
};

}  // namespace

Webs build_webs(const resolved::Function& function) { return ReachingDefinitions(function).run(); }

}  // namespace unpython::frontend
