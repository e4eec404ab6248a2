// Walks over statements, in any order: which ones run does not matter.
#include "frontend/infer/rebound_arrays.h"

#include "support/match.h"

namespace unpython::frontend {

namespace {

class Effects {
 public:
  /// `nested`: statements have the effects of those in them, too.
  Effects(const resolved::Function& f, const Webs& webs, const Types& types, bool nested = true)
      : f_(f), webs_(webs), types_(types), nested_(nested) {}

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
  void all() {
    for (resolved::StmtId id{0}; f_.stmts.contains(id); ++id.value) statement(id);
  }

  ArrayEffects found;

 private:
  void store(resolved::ExprId array) {
    const Type& type = types_.of(array);
    if (type.is_array() && type.local >= 0) found.stored_to.insert(type.local);
    if (type.is_array() && type.argument >= 0) found.stored_arguments.insert(type.argument);
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
          inner(s.body);
          inner(s.otherwise);
        },
        [&](const resolved::While& s) {
          inner(s.body);
          inner(s.otherwise);
        },
        [&](const resolved::If& s) {
          inner(s.then_body);
          inner(s.else_body);
        },
        [](const resolved::Break&) {}, [](const resolved::Continue&) {}, [](const resolved::Return&) {},
        [&](const resolved::Exitable& s) { inner(s.body); }, [](const resolved::Leave&) {},
        [](const resolved::Raise&) {}, [](const resolved::Evaluate&) {});
  }
  void inner(const resolved::Body& statements) {
    if (nested_) body(statements);
  }

  const resolved::Function& f_;
  const Webs& webs_;
  const Types& types_;
  bool nested_;
};

}  // namespace

ArrayEffects array_effects(const resolved::Function& function, const Webs& webs, const Types& types,
                           const resolved::For& loop) {
  Effects effects(function, webs, types);
  effects.target(loop.target);
  effects.body(loop.body);
  return std::move(effects.found);
}

std::set<int> changed_arrays(const resolved::Function& function, const Webs& webs, const Types& types) {
  Effects effects(function, webs, types, false);
  effects.all();
  return std::move(effects.found.stored_to);
}

}  // namespace unpython::frontend
