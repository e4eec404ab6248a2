// Which names of views are stale is a state of the flow walk: a new value of an owner makes its views stale,
// a new value of a view ends that.
#include "frontend/stale_views.h"

#include <set>

#include "frontend/flow_walk.h"

namespace unpython::frontend {

namespace {

struct State {
  bool reachable = false;
  std::set<int> stale;  // webs

  bool merge(const State& other) {
    if (!other.reachable) return false;
    if (!reachable) {
      *this = other;
      return true;
    }
    const size_t before = stale.size();
    stale.insert(other.stale.begin(), other.stale.end());
    return stale.size() > before;
  }
};

class StaleViews final : public FlowWalk<State> {
 public:
  StaleViews(const resolved::Function& f, const Webs& webs, const Types& types, Mistakes& mistakes)
      : FlowWalk(f), webs_(webs), types_(types), mistakes_(mistakes) {
    for (int web = 0; web < webs.count; ++web) note_owners(web, types.webs[static_cast<size_t>(web)]);
  }

  void run() {
    if (!views_.empty()) body(f_.body);
  }

 private:
  /// The webs whose memory a web sees, itself or in its tuple.
  void note_owners(int web, const Type& type) {
    if (type.is_view() && type.local >= 0 && type.local != web) views_.emplace_back(type.local, web);
    for (const Type& element : type.elements) note_owners(web, element);
  }

  /// `name op= value` of an array changes elements: the name goes on naming what it named.
  void assign(const resolved::Assign& s) override {
    const auto* operation = s.updates ? std::get_if<resolved::Binary>(&f_[s.value].node) : nullptr;
    if (operation == nullptr || !types_.of(operation->left).is_array()) return FlowWalk::assign(s);
    for (const resolved::Target& target : s.targets)
      if (const auto* local = std::get_if<resolved::LocalTarget>(&target.node))
        state_.stale.erase(webs_.web(local->definition));
  }

  void define(const resolved::LocalTarget& target) override {
    const int web = webs_.web(target.definition);
    state_.stale.erase(web);
    for (const auto& [owner, view] : views_)
      if (owner == web) state_.stale.insert(view);
  }

  void read(resolved::ExprId id, const resolved::ReadLocal& node) override {
    const int web = webs_.web(id);
    if (web < 0 || !state_.stale.contains(web) || !reported_.insert(web).second) return;
    mistakes_.report(
        reasons::kMixedJoin, f_[id].range,
        "'" + f_.locals[node.local].name + "' may name part of an array whose variable has a new value",
        "copy it where it is named, as in x = a[1:].copy()");
  }

  const Webs& webs_;
  const Types& types_;
  Mistakes& mistakes_;
  std::vector<std::pair<int, int>> views_;  // owner and view
  std::set<int> reported_;
};

}  // namespace

void check_stale_views(const resolved::Function& function, const Webs& webs, const Types& types,
                       Mistakes& mistakes) {
  StaleViews(function, webs, types, mistakes).run();
}

}  // namespace unpython::frontend
