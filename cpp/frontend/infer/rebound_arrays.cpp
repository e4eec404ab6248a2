#include "frontend/infer/rebound_arrays.h"

#include <utility>
#include <variant>

#include "frontend/infer/flow_walk.h"

namespace unpython::frontend {

namespace {

struct Reached {
  bool reachable = false;
  bool merge(const Reached& other) { return other.reachable && !std::exchange(reachable, true); }
};

/// Also of the helpers that are called on the way: their bodies stand in expressions.
class Effects final : public FlowWalk<Reached> {
 public:
  Effects(const resolved::Function& f, const Webs& webs, const Types& types) : FlowWalk(f), webs_(webs), types_(types) {}

  ArrayEffects of(const resolved::For& loop) {
    iteration(loop);
    return std::move(found_);
  }
  ArrayEffects of_all() {
    body(f_.body);
    return std::move(found_);
  }

 private:
  void reach(resolved::StmtId id) override {
    if (const auto* item = std::get_if<resolved::SetItem>(&f_[id].node)) store(item->list);
  }
  void define(const resolved::LocalTarget& target) override { found_.given_values.insert(webs_.web(target.definition)); }
  void read(resolved::ExprId /*id*/, const resolved::ReadLocal& /*node*/) override {}
  void store(resolved::ExprId array) override {
    const Type& type = types_.of(array);
    if (type.is_array() && type.local >= 0) found_.stored_to.insert(type.local);
    if (type.is_array() && type.argument >= 0) found_.stored_arguments.insert(type.argument);
  }
  /// `name op= value` of an array stores to its elements.
  void assign(const resolved::Assign& s) override {
    const auto* operation = s.updates ? std::get_if<resolved::Binary>(&f_[s.value].node) : nullptr;
    if (operation != nullptr && types_.of(operation->left).is_array()) return store(operation->left);
    FlowWalk::assign(s);
  }

  const Webs& webs_;
  const Types& types_;
  ArrayEffects found_;
};

}  // namespace

ArrayEffects array_effects(const resolved::Function& function, const Webs& webs, const Types& types,
                           const resolved::For& loop) {
  return Effects(function, webs, types).of(loop);
}

std::set<int> changed_arrays(const resolved::Function& function, const Webs& webs, const Types& types) {
  return Effects(function, webs, types).of_all().stored_to;
}

}  // namespace unpython::frontend
