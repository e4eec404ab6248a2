// Names of views and of copies that NumPy would have made views. Which names of views are stale is a state of
// the flow walk: a new value of an owner makes its views stale, a new value of a view ends that.
#include "frontend/stale_views.h"

#include <map>
#include <set>

#include "frontend/flow_walk.h"

namespace unpython::frontend {

namespace {

/// An argument, or the array that a web owns.
struct Origin {
  int argument = -1;
  int local = -1;
  auto operator<=>(const Origin&) const = default;
};

struct State {
  bool reachable = false;
  std::map<int, std::set<Origin>> copies;  // by web: what NumPy may give a view of
  std::set<int> stale;                     // webs
  std::set<int> changed;                   // webs whose elements may be others in NumPy

  bool merge(const State& other) {
    if (!other.reachable) return false;
    if (!reachable) {
      *this = other;
      return true;
    }
    const size_t before = size();
    for (const auto& [web, origins] : other.copies) copies[web].insert(origins.begin(), origins.end());
    stale.insert(other.stale.begin(), other.stale.end());
    changed.insert(other.changed.begin(), other.changed.end());
    return size() > before;
  }
  [[nodiscard]] size_t size() const {
    size_t all = stale.size() + changed.size();
    for (const auto& [web, origins] : copies) all += 1 + origins.size();
    return all;
  }
};

class StaleViews final : public FlowWalk<State> {
 public:
  StaleViews(const resolved::Function& f, const Webs& webs, const Types& types, const std::set<int>& owners,
             Mistakes& mistakes)
      : FlowWalk(f), webs_(webs), types_(types), owners_(owners), mistakes_(mistakes) {
    for (int web = 0; web < webs.count; ++web) note_owners(web, types.webs[static_cast<size_t>(web)]);
  }

  std::set<int> run() {
    body(f_.body);
    return std::move(used_stale_);
  }

 private:
  /// The webs whose memory a web sees, itself or in its tuple.
  void note_owners(int web, const Type& type) {
    if (type.is_view() && type.local >= 0 && type.local != web) views_.emplace_back(type.local, web);
    for (const Type& element : type.elements) note_owners(web, element);
  }

  /// What the types decide, such as `x is None`, is compiled for one way only.
  std::optional<bool> decided(resolved::ExprId condition) override {
    return known_truth(types_.of(condition));
  }

  /// `name op= value` of an array changes elements: the name goes on naming what it named.
  void assign(const resolved::Assign& s) override {
    const auto* operation = s.updates ? std::get_if<resolved::Binary>(&f_[s.value].node) : nullptr;
    const bool keeps = operation != nullptr && types_.of(operation->left).is_array();
    if (keeps) store(operation->left);
    if (!keeps) {
      FlowWalk::assign(s);
      for (const resolved::Target& target : s.targets)
        if (const auto* local = std::get_if<resolved::LocalTarget>(&target.node))
          note_copy(webs_.web(local->definition), s.value);
      return;
    }
    for (const resolved::Target& target : s.targets)
      if (const auto* local = std::get_if<resolved::LocalTarget>(&target.node))
        state_.stale.erase(webs_.web(local->definition));
  }

  void define(const resolved::LocalTarget& target) override {
    const int web = webs_.web(target.definition);
    state_.stale.erase(web);
    state_.changed.erase(web);
    state_.copies.erase(web);
    // What was copied of its old array stays with that one.
    for (auto& [copy, origins] : state_.copies) origins.erase({.argument = -1, .local = web});
    for (const auto& [owner, view] : views_)
      if (owner == web) state_.stale.insert(view);
  }

  /// A web with an array of its own gets a copy of what NumPy may give a view of.
  void note_copy(int web, resolved::ExprId value) {
    const Type& type = types_.webs[static_cast<size_t>(web)];
    if (!type.is_array() || type.local != web || (types_.of(value).is_view() && !owners_.contains(web)))
      return;
    const std::set<Origin> origins = origins_of(value);
    state_.copies[web].insert(origins.begin(), origins.end());
  }

  /// What is stored to an array, NumPy may also store to what was copied from it, and the other way round.
  void store(resolved::ExprId array) override {
    const std::set<Origin> stored = origins_of(array);
    const auto* local = std::get_if<resolved::ReadLocal>(&f_[array].node);
    const int web = local ? webs_.web(array) : -1;
    for (const auto& [copy, origins] : state_.copies)
      for (const Origin& origin : origins)
        if (copy != web && stored.contains(origin)) state_.changed.insert(copy);
    if (web < 0 || !state_.copies.contains(web)) return;
    for (const Origin& origin : state_.copies.at(web)) {
      if (origin.argument >= 0 && reported_.insert(web).second)
        mistakes_.report(
            reasons::kMixedJoin, f_[array].range,
            "'" + f_.locals[local->local].name +
                "' has elements of its own here, but may be a view of an argument in NumPy, and is "
                "stored to",
            "copy it where it is named, as in x = a.reshape(...).copy(), or store to the argument");
      if (origin.local >= 0) state_.changed.insert(origin.local);
    }
  }

  /// The arrays that NumPy's value of an expression may be a view of.
  std::set<Origin> origins_of(resolved::ExprId id) {
    const Type& type = types_.of(id);
    if (!type.is_array()) return {};
    if (type.is_view() && (type.argument >= 0 || type.local >= 0)) {
      std::set<Origin> found{{type.argument, type.local}};
      if (const auto copy = state_.copies.find(type.local); copy != state_.copies.end())
        found.insert(copy->second.begin(), copy->second.end());
      return found;
    }
    const resolved::ExprNode& node = f_[id].node;
    if (const auto* n = std::get_if<resolved::Attribute>(&node)) return origins_of(n->value);
    if (const auto* n = std::get_if<resolved::Inlined>(&node)) return origins_of(n->value);
    if (const auto* n = std::get_if<resolved::Subscript>(&node))
      return types_.of(n->value).is_view() ? std::set<Origin>{}
                                           : origins_of(n->value);  // an index array copies
    if (const auto* n = std::get_if<resolved::CallArray>(&node))
      return may_be_view(*n->function) ? origins_of(n->arguments[0]) : std::set<Origin>{};
    if (const auto* n = std::get_if<resolved::CallMethod>(&node)) {
      const ArrayFunction* function = find_array_method(n->name);
      return function != nullptr && may_be_view(*function) ? origins_of(n->value) : std::set<Origin>{};
    }
    if (const auto* n = std::get_if<resolved::Conditional>(&node)) {
      std::set<Origin> found = origins_of(n->if_true);
      const std::set<Origin> others = origins_of(n->if_false);
      found.insert(others.begin(), others.end());
      return found;
    }
    return {};
  }

  static bool may_be_view(const ArrayFunction& function) {
    switch (function.family) {
      case ArrayFamily::Transpose:
      case ArrayFamily::SwapAxes:
      case ArrayFamily::MoveAxis:
      case ArrayFamily::Flip:
      case ArrayFamily::ExpandDims:
      case ArrayFamily::Squeeze:
      case ArrayFamily::AtLeast:
      case ArrayFamily::BroadcastTo:
      case ArrayFamily::DiagonalOf:
      case ArrayFamily::Diag:
        return true;
      case ArrayFamily::Reshape:
        return function.method != "flatten";
      case ArrayFamily::FromValues:
        return function.name == "numpy.asarray";
      default:
        return false;
    }
  }

  void read(resolved::ExprId id, const resolved::ReadLocal& node) override {
    const int web = webs_.web(id);
    if (web >= 0 && state_.changed.contains(web) && reported_.insert(web).second)
      mistakes_.report(
          reasons::kMixedJoin, f_[id].range,
          "'" + f_.locals[node.local].name +
              "' may have other elements in NumPy here: it shares them with an array that was stored "
              "to, where this function has a copy",
          "copy it where it is named, as in x = a.reshape(...).copy()");
    if (web < 0 || !state_.stale.contains(web)) return;
    used_stale_.insert(web);
    if (!owners_.contains(web) || !reported_.insert(web).second) return;
    mistakes_.report(
        reasons::kMixedJoin, f_[id].range,
        "'" + f_.locals[node.local].name + "' may name part of an array whose variable has a new value",
        "copy it where it is named, as in x = a[1:].copy()");
  }

  const Webs& webs_;
  const Types& types_;
  const std::set<int>& owners_;
  Mistakes& mistakes_;
  std::vector<std::pair<int, int>> views_;  // owner and view
  std::set<int> reported_;
  std::set<int> used_stale_;
};

}  // namespace

std::set<int> check_stale_views(const resolved::Function& function, const Webs& webs, const Types& types,
                                const std::set<int>& owners, Mistakes& mistakes) {
  return StaleViews(function, webs, types, owners, mistakes).run();
}

}  // namespace unpython::frontend
