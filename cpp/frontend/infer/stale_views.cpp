// Names of views and of copies that NumPy would have made views. Which names of views are stale is a state of
// the flow walk: a new value of an owner makes its views stale, a new value of a view ends that.
#include "frontend/infer/stale_views.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "frontend/infer/definition_sets.h"
#include "frontend/infer/flow_walk.h"
#include "frontend/infer/rebound_arrays.h"

namespace unpython::frontend {

namespace {

/// An argument, or an array that a web owns: `part` says which one of its tuple.
struct ViewOrigin {
  int argument = -1;
  int local = -1;
  int part = 0;
  auto operator<=>(const ViewOrigin&) const = default;
};

/// Of what NumPy gives as a read-only array: a diagonal, what broadcast_to gives, the imaginary part of real numbers.
constexpr ViewOrigin kReadOnly{.argument = -1, .local = -2, .part = 0};

struct Watched {
  bool reachable = false;
  /// What may be one array in NumPy, or views of one, and has memory of its own here; in both directions.
  std::map<ViewOrigin, std::set<ViewOrigin>> shared;
  DefinitionSets* sets = nullptr;
  int given = DefinitionSets::kEmpty;  // webs of views that may have a value: a set, for there are many, and each branch copies it
  std::set<int> stale;                 // webs
  std::set<int> changed;  // webs whose elements may be others in NumPy

  bool merge(const Watched& other) {
    if (!other.reachable) return false;
    if (!reachable) {
      *this = other;
      return true;
    }
    const size_t before = size();
    for (const auto& [one, others] : other.shared) shared[one].insert(others.begin(), others.end());
    const int before_given = std::exchange(given, sets->united(given, other.given));
    stale.insert(other.stale.begin(), other.stale.end());
    changed.insert(other.changed.begin(), other.changed.end());
    return given != before_given || size() > before;
  }
  [[nodiscard]] size_t size() const {
    size_t all = stale.size() + changed.size();
    for (const auto& [one, others] : shared) all += 1 + others.size();
    return all;
  }
  void link(const ViewOrigin& a, const ViewOrigin& b) {
    if (a == b) return;
    shared[a].insert(b);
    shared[b].insert(a);
  }
  void forget(int web) {
    for (auto at = shared.lower_bound({-1, web, 0}); at != shared.end() && at->first.argument < 0 && at->first.local == web;) {
      for (const ViewOrigin& other : at->second) shared[other].erase(at->first);
      at = shared.erase(at);
    }
  }
};

class StaleViews final : public FlowWalk<Watched> {
 public:
  StaleViews(const resolved::Function& f, const Webs& webs, const Types& types, const std::set<int>& owners,
             bool disjoint, Mistakes& mistakes)
      : FlowWalk(f), webs_(webs), types_(types), owners_(owners), disjoint_(disjoint), mistakes_(mistakes) {
    views_.resize(static_cast<size_t>(webs.count));
    is_view_.resize(static_cast<size_t>(webs.count));
    for (int web = 0; web < webs.count; ++web) note_owners(web, types.webs[static_cast<size_t>(web)]);
    state_.sets = &sets_;
  }

  CheckedViews run() {
    body(f_.body);
    CheckedViews found{.stale = std::move(used_stale_)};
    for (const GivenBack& given : given_back_) found.read_only_results.push_back(given.read_only);
    return found;
  }

 private:
  /// The webs whose memory a web sees, itself or in its tuple.
  void note_owners(int web, const Type& type) {
    if (type.is_view() && type.local >= 0 && type.local != web) {
      views_[static_cast<size_t>(type.local)].push_back(web);
      is_view_[static_cast<size_t>(web)] = true;
    }
    for (const Type& element : type.elements) note_owners(web, element);
  }

  /// What the types decide, such as `x is None`, is compiled for one way only.
  std::optional<bool> decided(resolved::ExprId condition) override {
    return known_truth(types_.of(condition));
  }

  /// What the returns that were walked gave for a result.
  struct GivenBack {
    bool read_only = false, writeable = false;
  };

  /// One result of the function, and what NumPy may share with it.
  struct Result {
    const Type* type = nullptr;
    std::set<ViewOrigin> origins;
  };

  void note_results(resolved::ExprId value, const Type& type, std::vector<Result>& results) {
    if (type.is_array()) results.push_back({&type, value.valid() ? origins_of(value) : origins_of(type)});
    for (size_t i = 0; type.is_tuple() && i < type.elements.size(); ++i)
      note_results(part_of(value, i), type.elements[i], results);
  }

  /// Results that share memory in NumPy must not be copies here: the caller may store to one.
  void give_back(const resolved::Return& s, const SourceRange& range) override {
    std::vector<Result> results;
    note_results(s.value, types_.of(s.value), results);
    if (given_back_.size() < results.size()) given_back_.resize(results.size());
    for (size_t i = 0; i < results.size(); ++i) note_read_only(given_back_[i], results[i], range);
    for (size_t i = 0; i < results.size(); ++i)
      for (size_t j = i + 1; j < results.size(); ++j)
        if (is_copied_beside(results[i], results[j]) && reported_loops_.insert(s.value.value).second)
          mistakes_.report(reasons::kMixedJoin, range,
                           "two results share memory in NumPy, where this function would return a copy",
                           "return a copy: a.reshape(...).copy()");
  }

  /// An array result is read-only by all returns, or by none. A view of an argument says itself what it is.
  void note_read_only(GivenBack& all, const Result& one, const SourceRange& range) {
    const bool sees_argument = std::any_of(one.origins.begin(), one.origins.end(), [](const ViewOrigin& o) { return o.argument >= 0; });
    if (sees_argument) return;
    const bool read_only = one.origins.contains(kReadOnly);
    (read_only ? all.read_only : all.writeable) = true;
    if (all.read_only && all.writeable && reported_loops_.insert(-1).second)
      mistakes_.report(reasons::kMixedJoin, range, "a result is read-only in NumPy on one way, and is not on another",
                       "return a copy: x.copy()");
  }

  /// Whether both are arrays of the function's own, or see them, and are one array, or views of one, in NumPy alone.
  static bool is_copied_beside(const Result& one, const Result& other) {
    const bool are_views = one.type->is_view() && other.type->is_view();
    if (are_views && one.type->argument == other.type->argument && one.type->local == other.type->local &&
        one.type->part == other.type->part)
      return false;
    bool shares = false;
    for (const ViewOrigin& origin : one.origins) {
      if (!other.origins.contains(origin) || origin == kReadOnly) continue;
      if (origin.argument >= 0) return false;  // the caller gets views of arguments
      shares = true;
    }
    return shares;
  }

  /// A loop over an array that gets a new value in it goes over a copy, which must not differ.
  void reach(resolved::StmtId id) override {
    const auto* loop = std::get_if<resolved::For>(&f_[id].node);
    const auto* over = loop != nullptr ? std::get_if<resolved::ArrayLoop>(&loop->over) : nullptr;
    if (over == nullptr) return;
    const ArrayEffects effects = array_effects(f_, webs_, types_, *loop);
    check_changed_in(over->array, effects);
    const int owner = types_.of(over->array).local;
    if (owner < 0 || !has_own_array(owner)) return;
    if (effects.given_values.contains(owner) && effects.stored_to.contains(owner) &&
        reported_.insert(owner).second)
      mistakes_.report(reasons::kMixedJoin, f_[id].range,
                       name_of(owner) + " gets a new value and is stored to in a loop over it",
                       "give the new array another name, or loop over a copy: for x in a.copy()");
  }

  /// A loop over a copy of what NumPy may give a view of must not store to that.
  void check_changed_in(resolved::ExprId over, const ArrayEffects& effects) {
    const Type& type = types_.of(over);
    const ViewOrigin own = type.is_view() ? ViewOrigin{type.argument, type.local, type.part} : ViewOrigin{};
    for (const ViewOrigin& origin : origins_of(over)) {
      const bool meets = !disjoint_ && origin.argument >= 0 && !effects.stored_arguments.empty();
      const bool stored = meets || effects.stored_arguments.contains(origin.argument) || effects.stored_to.contains(origin.local);
      if (origin == own || !stored || !reported_loops_.insert(over.value).second) continue;
      mistakes_.report(reasons::kMixedJoin, f_[over].range,
                       "the loop goes over a copy here, and stores to the array that it may go over in NumPy",
                       "loop over a copy: for x in a.reshape(...).copy()");
    }
  }

  /// `name op= value` of an array changes elements: the name goes on naming what it named.
  void assign(const resolved::Assign& s) override {
    const auto* operation = s.updates ? std::get_if<resolved::Binary>(&f_[s.value].node) : nullptr;
    const bool keeps = operation != nullptr && types_.of(operation->left).is_array();
    if (keeps) store(operation->left);
    const auto* same = keeps ? std::get_if<resolved::LocalTarget>(&s.targets[0].node) : nullptr;
    if (same != nullptr && webs_.web(same->definition) == webs_.web(operation->left)) {
      state_.stale.erase(webs_.web(same->definition));
      return;
    }
    Sharing sharing = shared_by(s.targets, s.value);
    defined_.clear();
    in_assignment_ = true;
    FlowWalk::assign(s);
    in_assignment_ = false;
    const bool is_tuple = s.targets.size() == 1 && std::holds_alternative<std::vector<resolved::Target>>(s.targets[0].node);
    for (const int owner : is_tuple ? defined_ : std::set<int>{})
      for (const int view : views_[static_cast<size_t>(owner)])  // which was taken before its owner got another array
        if (defined_.contains(view)) state_.stale.insert(view);
    if (s.targets.size() > 1)  // x = y = one new array
      for (auto& [array, origins] : sharing) origins.insert(ViewOrigin{});
    link(sharing);
  }

  void take_item(const resolved::For& s) override {
    const auto* over = std::get_if<resolved::ArrayLoop>(&s.over);
    const Sharing sharing = over != nullptr ? shared_by({s.target}, over->array) : Sharing{};
    defined_.clear();
    FlowWalk::take_item(s);
    link(sharing);
  }

  /// By the array that gets the value: all names take what they share by what the others were before, a, b = b, a.
  using Sharing = std::map<ViewOrigin, std::set<ViewOrigin>>;

  Sharing shared_by(const std::vector<resolved::Target>& targets, resolved::ExprId value) {
    Sharing sharing;
    for (const resolved::Target& target : targets) note_sharing(target, value, types_.of(value), sharing);
    return sharing;
  }

  void link(const Sharing& sharing) {
    for (const auto& [array, origins] : sharing) {
      for (const ViewOrigin& origin : origins)
        if (origin != ViewOrigin{} && !defined_.contains(origin.local)) state_.link(array, origin);
      for (const auto& [other, others] : sharing)
        if (std::any_of(others.begin(), others.end(), [&own = origins](const ViewOrigin& o) { return o != kReadOnly && own.contains(o); }))
          state_.link(array, other);
    }
  }

  /// A web with an array of its own gets a copy of what NumPy may give a view of. `value`: the expression, if there is one for
  /// this target alone, or for the array whose items it gets.
  void note_sharing(const resolved::Target& target, resolved::ExprId value, const Type& type, Sharing& sharing) {
    if (const auto* local = std::get_if<resolved::LocalTarget>(&target.node)) {
      const int web = webs_.web(local->definition);
      note_copied(web, types_.webs[static_cast<size_t>(web)], value, type, given_to(*local), sharing);
    } else if (const auto* several = std::get_if<std::vector<resolved::Target>>(&target.node)) {
      const auto* values = value.valid() ? std::get_if<resolved::Tuple>(&f_[value].node) : nullptr;
      const bool fits = values != nullptr && values->elements.size() == several->size();
      const bool is_tuple = type.is_tuple() && type.elements.size() == several->size();
      for (size_t i = 0; i < several->size(); ++i) {
        const resolved::ExprId part = fits ? values->elements[i] : is_tuple ? resolved::ExprId{} : value;
        note_sharing((*several)[i], part, is_tuple ? type.elements[i] : type, sharing);
      }
    }
  }

  /// Adds what NumPy may share with the arrays that a web has of its own, by itself or in its tuple, of type `kept`. `type`: of
  /// the value; `given`: of the definition.
  void note_copied(int web, const Type& kept, resolved::ExprId value, const Type& type, const Type& given, Sharing& sharing) {
    if (kept.is_array() && kept.local == web) {
      std::set<ViewOrigin>& origins = sharing[{-1, web, kept.part}];
      origins.merge(value.valid() ? origins_of(value) : origins_of(type));
      if (given.local != web) origins.merge(origins_of(given));  // else made for it
      return;
    }
    const size_t count = kept.is_tuple() ? kept.elements.size() : 0;
    if (!type.is_tuple() || type.elements.size() != count || given.elements.size() != count) return;
    for (size_t i = 0; i < count; ++i)
      note_copied(web, kept.elements[i], part_of(value, i), type.elements[i], given.elements[i], sharing);
  }

  /// The expression of an item of a tuple that is written out; not valid for others.
  [[nodiscard]] resolved::ExprId part_of(resolved::ExprId tuple, size_t item) const {
    if (!tuple.valid()) return {};
    if (const auto* inlined = std::get_if<resolved::Inlined>(&f_[tuple].node)) return part_of(inlined->value, item);
    const auto* written = std::get_if<resolved::Tuple>(&f_[tuple].node);
    return written != nullptr && item < written->elements.size() ? written->elements[item] : resolved::ExprId{};
  }

  void define(const resolved::LocalTarget& target) override {
    const int web = webs_.web(target.definition);
    const bool copies = !in_assignment_ && has_own_array(web) && given_to(target).local != web;
    const std::set<ViewOrigin> origins = copies ? origins_of(given_to(target)) : std::set<ViewOrigin>{};
    state_.stale.erase(web);
    state_.changed.erase(web);
    state_.forget(web);
    defined_.insert(web);
    for (const int view : views_[static_cast<size_t>(web)])
      if (sets_.contains(state_.given, view)) state_.stale.insert(view);
    if (is_view_[static_cast<size_t>(web)]) state_.given = sets_.united(state_.given, sets_.of(web));
    for (const ViewOrigin& origin : origins)
      if (origin.local != web) state_.link({-1, web}, origin);
  }

  [[nodiscard]] bool has_own_array(int web) const {
    const Type& type = types_.webs[static_cast<size_t>(web)];
    return type.is_array() && type.local == web;
  }

  [[nodiscard]] const Type& given_to(const resolved::LocalTarget& target) const {
    return types_.definitions[static_cast<size_t>(target.definition.value)];
  }

  /// What is stored to an array, NumPy may also store to what was copied from it, and the other way round.
  void store(resolved::ExprId array) override {
    const Type& type = types_.of(array);
    if (origins_of(array).contains(kReadOnly)) return refuse_read_only(array);
    if (!type.is_view()) return;
    const ViewOrigin own{type.argument, type.local, type.part};
    std::set<ViewOrigin> sharing;
    for (const auto& [origin, others] : state_.shared) {
      const bool overlaps = !disjoint_ && own.argument >= 0 && origin.argument >= 0;
      if (origin == own || overlaps) sharing.insert(others.begin(), others.end());
    }
    for (const ViewOrigin& other : sharing) {
      if (other.local >= 0) state_.changed.insert(other.local);
      if (other.argument >= 0 && own.local >= 0 && reported_.insert(own.local).second)
        mistakes_.report(reasons::kMixedJoin, f_[array].range,
                         name_of(own.local) + " has elements of its own here, but may be an argument in NumPy, or a view of one, and is "
                                              "stored to",
                         "copy it where it is named, as in x = a.reshape(...).copy(), or store to the argument");
    }
  }

  std::set<ViewOrigin> origins_of(const Type& type) {
    if (!type.is_view() || (type.argument < 0 && type.local < 0)) return {};
    std::set<ViewOrigin> found{{type.argument, type.local, type.part}};
    if (const auto others = state_.shared.find(*found.begin()); others != state_.shared.end())
      found.insert(others->second.begin(), others->second.end());
    return found;
  }

  void refuse_read_only(resolved::ExprId array) {
    if (reported_loops_.insert(array.value).second)
      mistakes_.report(reasons::kMixedJoin, f_[array].range, "the array that is stored to may be read-only in NumPy",
                       "store to a copy: x.copy()");
  }

  /// The arrays that NumPy's value of an expression may be a view of.
  std::set<ViewOrigin> origins_of(resolved::ExprId id) {
    const Type& type = types_.of(id);
    if (!type.is_array()) return {};
    if (type.is_view() && (type.argument >= 0 || type.local >= 0)) return origins_of(type);
    const resolved::ExprNode& node = f_[id].node;
    if (const auto* n = std::get_if<resolved::Attribute>(&node)) {
      const bool is_new = n->name == "imag" && !is_complex(types_.of(n->value).scalar);
      return is_new ? std::set<ViewOrigin>{kReadOnly} : origins_of(n->value);
    }
    if (const auto* n = std::get_if<resolved::Inlined>(&node)) return origins_of(n->value);
    if (const auto* n = std::get_if<resolved::Convert>(&node); n && is_array_of(types_.of(n->value), n->type)) return origins_of(n->value);
    if (const auto* n = std::get_if<resolved::Subscript>(&node)) {
      const bool by_arrays = std::any_of(n->indices.begin(), n->indices.end(), [&](resolved::ExprId i) { return types_.of(i).is_array(); });
      return by_arrays || types_.of(n->value).is_view() ? std::set<ViewOrigin>{} : origins_of(n->value);  // index arrays copy
    }
    if (const auto* n = std::get_if<resolved::CallArray>(&node)) return seen_by(*n->function, n->arguments[0]);
    if (const auto* n = std::get_if<resolved::CallMethod>(&node)) {
      const ArrayFunction* function = find_array_method(n->name);
      return function != nullptr ? seen_by(*function, n->value) : std::set<ViewOrigin>{};
    }
    if (const auto* n = std::get_if<resolved::Conditional>(&node)) {
      std::set<ViewOrigin> found = origins_of(n->if_true);
      found.merge(origins_of(n->if_false));
      return found;
    }
    return {};
  }

  /// The arrays that what a function makes of `array` may be a view of.
  std::set<ViewOrigin> seen_by(const ArrayFunction& function, resolved::ExprId array) {
    if (!may_be_view(function) || !array.valid()) return {};
    const bool is_diag = function.family == ArrayFamily::Diag;
    if (is_diag && types_.of(array).rank == 1) return {};  // a new matrix
    std::set<ViewOrigin> found = origins_of(array);
    if (is_diag || function.family == ArrayFamily::DiagonalOf || function.family == ArrayFamily::BroadcastTo) found.insert(kReadOnly);
    return found;
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

  [[nodiscard]] std::string name_of(int web) const {
    const resolved::DefinitionId first = webs_.definitions[static_cast<size_t>(web)].front();
    return "'" + f_.locals[f_.definitions[first].local].name + "'";
  }

  /// Whether an array, or one in a tuple, may have other elements in NumPy.
  [[nodiscard]] bool is_changed(const Type& type, int web) const {
    if (state_.changed.contains(type.local >= 0 ? type.local : web)) return true;
    return std::any_of(type.elements.begin(), type.elements.end(), [&](const Type& part) { return is_changed(part, web); });
  }

  void read(resolved::ExprId id, const resolved::ReadLocal&) override {
    const int web = webs_.web(id);
    if (web >= 0 && is_changed(types_.of(id), web) && reported_.insert(web).second)
      mistakes_.report(reasons::kMixedJoin, f_[id].range,
                       name_of(web) + " may have other elements in NumPy here: it shares them with an array that was stored "
                                      "to, where this function has a copy",
                       "copy it where it is named, as in x = a.reshape(...).copy()");
    if (web < 0 || !state_.stale.contains(web)) return;
    used_stale_.insert(web);
    if (!owners_.contains(web) || !reported_.insert(web).second) return;
    mistakes_.report(reasons::kMixedJoin, f_[id].range,
                     name_of(web) + " may name part of an array whose variable has a new value",
                     "copy it where it is named, as in x = a[1:].copy()");
  }

  const Webs& webs_;
  const Types& types_;
  const std::set<int>& owners_;
  bool disjoint_;
  Mistakes& mistakes_;
  DefinitionSets sets_;
  std::vector<std::vector<int>> views_;  // by the web that owns what they see
  std::vector<bool> is_view_;            // by web
  std::vector<GivenBack> given_back_;    // by array result
  std::set<int> reported_;
  std::set<int> reported_loops_;  // by what they go over; and returned values
  std::set<int> defined_;  // webs, by the statement that is walked
  bool in_assignment_ = false;
  std::set<int> used_stale_;
};

}  // namespace

CheckedViews check_stale_views(const resolved::Function& function, const Webs& webs, const Types& types,
                               const std::set<int>& owners, bool disjoint, Mistakes& mistakes) {
  return StaleViews(function, webs, types, owners, disjoint, mistakes).run();
}

}  // namespace unpython::frontend
