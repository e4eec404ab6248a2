// A walk over statements, in any order: which ones run does not matter.
#include "frontend/infer/rebound_arrays.h"

#include "support/match.h"

namespace unpython::frontend {

namespace {

class Effects {
 public:
  Effects(const resolved::Function& f, const Webs& webs, const Types& types)
      : f_(f), webs_(webs), types_(types) {}

  void target(const resolved::Target& to) {
    match(
        to.node, [&](const resolved::LocalTarget& t) { found.given_values.insert(webs_.web(t.definition)); },
        [&](const resolved::ElementTarget& t) { store(t.base); },
        [&](const std::vector<resolved::Target>& several) {
          for (const resolved::Target& t : several) target(t);
        });
  }

  void body(const resolved::Body& statements) {
    for (const resolved::StmtId id : statements) statement(id);
  }

  ArrayEffects found;

 private:
  void store(resolved::ExprId array) {
    const Type& type = types_.of(array);
    if (type.is_array() && type.local >= 0) found.stored_to.insert(type.local);
  }

  /// `name op= value` of an array stores to its elements.
  void assign(const resolved::Assign& s) {
    const auto* operation = s.updates ? std::get_if<resolved::Binary>(&f_[s.value].node) : nullptr;
    if (operation != nullptr && types_.of(operation->left).is_array()) return store(operation->left);
    for (const resolved::Target& to : s.targets) target(to);
  }

  void statement(resolved::StmtId id) {
    match(
        f_[id].node, [&](const resolved::Assign& s) { assign(s); },
        [&](const resolved::UpdateElement& s) { store(s.target.base); },
        [&](const resolved::SetItem& s) { store(s.list); }, [&](const resolved::Append& s) { store(s.list); },
        [&](const resolved::Truncate& s) { store(s.list); },
        [&](const resolved::For& s) {
          target(s.target);
          body(s.body);
          body(s.otherwise);
        },
        [&](const resolved::While& s) {
          body(s.body);
          body(s.otherwise);
        },
        [&](const resolved::If& s) {
          body(s.then_body);
          body(s.else_body);
        },
        [](const resolved::Break&) {}, [](const resolved::Continue&) {}, [](const resolved::Return&) {},
        [&](const resolved::Exitable& s) { body(s.body); }, [](const resolved::Leave&) {},
        [](const resolved::Raise&) {}, [](const resolved::Evaluate&) {});
  }

  const resolved::Function& f_;
  const Webs& webs_;
  const Types& types_;
};

}  // namespace

ArrayEffects array_effects(const resolved::Function& function, const Webs& webs, const Types& types,
                           const resolved::For& loop) {
  Effects effects(function, webs, types);
  effects.target(loop.target);
  effects.body(loop.body);
  return std::move(effects.found);
}

}  // namespace unpython::frontend
