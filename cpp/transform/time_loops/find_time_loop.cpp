#include "transform/time_loops/find_time_loop.h"

#include <algorithm>
#include <map>
#include <set>

#include "analysis/text/variables.h"
#include "ir/elements.h"
#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;

/// Says why a loop is no time loop over stencils.
struct Refused {
  std::string reason;
};

std::string in_quotes(const std::string& name) { return "'" + name + "'"; }

bool is_grid(const Function& f, StmtId id) {
  const auto* loop = std::get_if<For>(&f[id].node);
  return loop != nullptr && loop->mark == LoopMark::Grid;
}

class FindTimeLoop {
 public:
  FindTimeLoop(Function& f, StmtId loop) : f_(f), build_(f), known_(f) { found_.loop = loop; }

  TimeLoop run() {
    const For loop = std::get<For>(f_[found_.loop].node);
    outside_ = analysis::changing_in(f_, loop);
    if (!by_turns(loop.body)) turn(loop.body);
    if (found_.nests.empty()) throw Refused{""};
    find_carried(loop.body);
    for (TurnNest& nest : found_.nests) find_stored(nest);
    for (TurnNest& nest : found_.nests) find_touches(nest);
    for (const TurnNest& nest : found_.nests) require_alike(nest);
    return std::move(found_);
  }

 private:
  [[nodiscard]] std::string line_of(StmtId id) const { return "the loop in line " + std::to_string(f_[id].range.line); }
  /// Nothing that a turn gives other values.
  [[nodiscard]] bool is_still(ExprId id) const { return analysis::is_fixed(f_, id, outside_); }

  /// `if turn == 0: nests; turn = 1`, `else: nests; turn = 0`: arrays that change their names.
  bool by_turns(const Block& body) {
    const auto* branch = body.size() == 1 ? std::get_if<If>(&f_[body[0]].node) : nullptr;
    if (branch == nullptr) return false;
    const If sides = *branch;
    const auto* condition = std::get_if<Compare>(&f_[sides.condition].node);
    const auto* read = condition != nullptr ? std::get_if<Read>(&f_[condition->left].node) : nullptr;
    const Constant* first = read != nullptr ? build_.as_constant(condition->right) : nullptr;
    if (first == nullptr || condition->op != CompareOp::Equal) return false;
    const VarId number = read->variable;
    const auto next = [&](const Block& side) { return side.empty() ? nullptr : assigned(side.back(), number); };
    const Constant* to_second = next(sides.then_body);
    const Constant* to_first = next(sides.else_body);
    if (to_second == nullptr || to_first == nullptr || *to_second == *first || !(*to_first == *first)) return false;
    const ExprId begins = sides.condition;
    turn({sides.then_body.begin(), sides.then_body.end() - 1});
    turn({sides.else_body.begin(), sides.else_body.end() - 1});
    for (const TurnNest& nest : found_.nests) {
      if (analysis::read_variables(f_, {nest.root}).contains(number)) throw Refused{"its nests read which turn it is"};
    }
    found_.turns = 2;
    found_.begins = begins;
    return true;
  }
  [[nodiscard]] const Constant* assigned(StmtId id, VarId variable) const {
    const auto* assign = std::get_if<Assign>(&f_[id].node);
    return assign != nullptr && assign->variable == variable ? build_.as_constant(assign->value) : nullptr;
  }

  void turn(const Block& body) {
    bool any = false;
    for (StmtId id : body) any |= is_grid(f_, id);
    if (!any) throw Refused{""};
    for (StmtId id : body) {
      const Stmt& stmt = f_[id];
      if (is_grid(f_, id)) {
        add_nest(id);
      } else if (const auto* assign = std::get_if<Assign>(&stmt.node)) {
        if (has_load(f_, assign->value)) throw Refused{"it reads elements between its nests"};
        const VarId variable = assign->variable;
        if (assigned_.contains(variable)) throw Refused{in_quotes(f_[variable].name) + " changes between its nests"};
        assigned_.insert(variable);
        const ExprId value = known_.expr(assign->value);
        if (is_still(value)) known_.replace(variable, value);
      } else if (const auto* allocation = std::get_if<Allocate>(&stmt.node); allocation != nullptr && !allocation->keeps) {
        temporaries_.insert(allocation->array);
      } else {
        throw Refused{"between its nests something else is done"};
      }
    }
  }

  /// time = time + step
  void find_carried(const Block& body) {
    analysis::VarSet carried = analysis::exposed_variables(f_, body);
    carried.intersect(assigned_);
    if (carried.members().empty()) return;
    const std::string name = f_[carried.members().front()].name;
    if (found_.turns > 1) throw Refused{"each turn takes " + in_quotes(name) + " from the turn before it"};
    for (StmtId id : body)
      if (std::holds_alternative<Assign>(f_[id].node)) found_.carried.push_back(id);
  }

  void add_nest(StmtId root) {
    TurnNest nest{.root = root};
    StmtId id = root;
    while (true) {
      const For loop = std::get<For>(f_[id].node);
      const ExprId extent = known_.expr(loop.extent);
      if (!is_still(extent)) throw Refused{line_of(root) + " has another extent in each turn"};
      nest.counters.push_back(loop.counter);
      nest.extents.push_back(extent);
      if (loop.body.size() != 1 || !is_grid(f_, loop.body[0])) {
        nest.body = known_.block(loop.body);
        break;
      }
      id = loop.body[0];
    }
    if (!found_.nests.empty() && nest.counters.size() != found_.dimensions())
      throw Refused{line_of(root) + " has other dimensions than the nest before it"};
    for (VarId read : analysis::read_variables(f_, nest.body).members()) {
      const bool own = std::count(nest.counters.begin(), nest.counters.end(), read) > 0 ||
                       analysis::assigned_variables(f_, nest.body).contains(read);
      if (!own && outside_.contains(read))
        throw Refused{line_of(root) + " reads " + in_quotes(f_[read].name) + ", which each turn changes"};
    }
    found_.nests.push_back(std::move(nest));
  }

  void find_stored(TurnNest& nest) {
    walk_stmts(f_, nest.body, [&](StmtId id) {
      const StmtNode& node = f_[id].node;
      const auto* store = std::get_if<Store>(&node);
      const bool plain = store != nullptr || is_one_of<Assign, If, For>(node);
      if (!plain) throw Refused{line_of(nest.root) + " does more than compute and store"};
      if (store == nullptr || found_.array(store->array) != nullptr) return true;
      const Array& array = f_[store->array];
      if (is_scratch(array.space)) throw Refused{line_of(nest.root) + " has arrays of its own"};
      if (static_cast<size_t>(array.rank) != nest.counters.size())
        throw Refused{in_quotes(array.name) + " has other dimensions than the nest that stores to it"};
      found_.arrays.push_back({.array = store->array, .is_temporary = temporaries_.contains(store->array)});
      return true;
    });
  }

  Distances distances(const TurnNest& nest, ArrayId array, const std::vector<ExprId>& indices) {
    auto found = analysis::distances(f_, nest.counters, indices);
    if (!found) {
      const std::string name = in_quotes(f_[array].name);
      throw Refused{"the distance of " + name + " from an iteration of " + line_of(nest.root) + " is not fixed"};
    }
    return std::move(*found);
  }

  void find_touches(TurnNest& nest) {
    std::map<ArrayId, TurnTouch> touches;
    std::set<ArrayId> others;
    walk_all_exprs(f_, nest.body, [&](ExprId id) {
      const auto* load = std::get_if<Load>(&f_[id].node);
      if (load == nullptr) return;
      if (found_.array(load->array) == nullptr) {
        if (is_scratch(f_[load->array].space)) throw Refused{line_of(nest.root) + " has arrays of its own"};
        others.insert(load->array);
        return;
      }
      const Load at = *load;
      Distances found = distances(nest, at.array, at.indices);
      std::vector<Distances>& loads = touches[at.array].loads;
      if (std::find(loads.begin(), loads.end(), found) == loads.end()) loads.push_back(std::move(found));
    });
    std::set<StmtId> always(nest.body.begin(), nest.body.end());
    walk_stmts(f_, nest.body, [&](StmtId id) {
      const auto* store = std::get_if<Store>(&f_[id].node);
      if (store == nullptr) return true;
      const Store to = *store;
      TurnTouch& touch = touches[to.array];
      Distances found = distances(nest, to.array, to.indices);
      if (touch.store && *touch.store != found)
        throw Refused{line_of(nest.root) + " stores to " + in_quotes(f_[to.array].name) + " at two places"};
      touch.store = std::move(found);
      touch.certain |= always.contains(id);
      return true;
    });
    std::set<ArrayId> stored;
    for (StmtId id : nest.body) {
      const auto* store = std::get_if<Store>(&f_[id].node);  // it loads before it stores
      if (store == nullptr) stored.merge(stored_arrays(f_, {id}));
      for (const ArrayId loaded : loaded_arrays(f_, {id}))
        if (stored.contains(loaded)) touches[loaded].reads_back = true;
      stored.merge(stored_arrays(f_, {id}));
    }
    for (auto& [array, touch] : touches) {
      touch.array = array;
      const bool apart = touch.store && std::any_of(touch.loads.begin(), touch.loads.end(),
                                                    [&](const Distances& load) { return load != *touch.store; });
      if (apart) throw Refused{line_of(nest.root) + " stores to what its other iterations read"};
      nest.touches.push_back(touch);
    }
    nest.others.assign(others.begin(), others.end());
  }

  /// All nests store to the same elements of an array.
  void require_alike(const TurnNest& nest) {
    for (const TurnTouch& touch : nest.touches) {
      if (!touch.store) continue;
      auto known = std::find_if(found_.arrays.begin(), found_.arrays.end(),
                                [&](const TurnArray& array) { return array.array == touch.array; });
      if (known->firsts.empty()) {
        known->firsts = *touch.store;
        known->extents = nest.extents;
        continue;
      }
      bool same = known->firsts == *touch.store;
      for (size_t d = 0; d < nest.extents.size(); ++d) same = same && same_value(f_, known->extents[d], nest.extents[d]);
      if (!same) throw Refused{"two of its nests store to different parts of " + in_quotes(f_[touch.array].name)};
    }
  }

  Function& f_;
  Builder build_;
  Substitution known_;  ///< variables of a turn that have one value in all turns
  analysis::VarSet assigned_;  ///< between nests
  analysis::VarSet outside_;
  std::set<ArrayId> temporaries_;
  TimeLoop found_;
};

}  // namespace

const TurnTouch* TurnNest::touch_of(ArrayId array) const {
  const auto found = std::find_if(touches.begin(), touches.end(), [&](const TurnTouch& touch) { return touch.array == array; });
  return found == touches.end() ? nullptr : &*found;
}

const TurnArray* TimeLoop::array(ArrayId id) const {
  const auto found = std::find_if(arrays.begin(), arrays.end(), [&](const TurnArray& array) { return array.array == id; });
  return found == arrays.end() ? nullptr : &*found;
}

FoundTimeLoop find_time_loop(Function& function, StmtId loop) {
  try {
    return {.loop = FindTimeLoop(function, loop).run()};
  } catch (const Refused& refused) {
    return {.reason = refused.reason};
  }
}

}  // namespace unpython::transform
