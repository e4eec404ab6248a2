// A parameter counts as read-only when each of its uses is an element read `a[...]` or an attribute
// `a.shape`, no function of NumPy is given it, or a part of it, for its result, and stores go to other parameters and to
// new arrays.
#include "driver/compile/stored_parameters.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "driver/compile/updated_names.h"
#include "frontend/library/known_names.h"
#include "frontend/syntax/scopes.h"
#include "frontend/syntax/syntax_walk.h"

namespace unpython::driver {
namespace {

namespace syntax = frontend::syntax;

/// How the names of a program are used; those whose every appearance is harmless are not doubtful.
class Uses {
 public:
  explicit Uses(const syntax::Program& program) : doubtful(updated_names(program)), program_(program) {
    for (const syntax::Function& function : program.functions)
      for (const syntax::Binding& binding : function.bindings) targets_[binding.path] = binding.target;
  }

  /// Expressions are visited in no order that matters: a store's target is marked, all else is looked at from
  /// above.
  void visit_all() {
    for (const syntax::Stmt& stmt : program_.stmts) {
      if (const auto* assign = std::get_if<syntax::Assign>(&stmt.node)) {
        for (const syntax::ExprId target : assign->targets) mark_target(target);
      } else if (const auto* update = std::get_if<syntax::AugAssign>(&stmt.node)) {
        mark_target(update->target);
      } else if (const auto* loop = std::get_if<syntax::For>(&stmt.node)) {
        mark_target(loop->target);
      }
    }
    for (const syntax::Expr& expr : program_.exprs) {
      if (const auto* call = std::get_if<syntax::Call>(&expr.node)) mark_result(*call);
    }
    std::set<int32_t> harmless;
    for (const syntax::Expr& expr : program_.exprs) {
      if (const auto* read = std::get_if<syntax::Subscript>(&expr.node)) harmless.insert(read->value.value);
      if (const auto* attribute = std::get_if<syntax::Attribute>(&expr.node)) {
        if (attribute->name != "T") harmless.insert(attribute->value.value);
      }
    }
    for (int32_t i = 0; i < program_.exprs.size(); ++i) {
      const auto* name = std::get_if<syntax::Name>(&program_[syntax::ExprId{i}].node);
      if (name != nullptr && harmless.count(i) == 0) doubtful.insert(name->id);
    }
  }

  std::set<std::string> doubtful;  ///< names that may be stored to, or that are used as a whole
  std::set<std::string> stored;    ///< names under the subscripts of a store

 private:
  /// Marks what an assignment binds anew or stores to.
  void mark_target(syntax::ExprId target) {
    const syntax::Expr& expr = program_[target];
    if (const auto* tuple = std::get_if<syntax::Tuple>(&expr.node)) {
      for (const syntax::ExprId element : tuple->elements) mark_target(element);
    } else if (const auto* list = std::get_if<syntax::List>(&expr.node)) {
      for (const syntax::ExprId element : list->elements) mark_target(element);
    } else if (const auto* subscript = std::get_if<syntax::Subscript>(&expr.node)) {
      mark_store(subscript->value);
    } else if (const auto* attribute = std::get_if<syntax::Attribute>(&expr.node)) {
      if (attribute->name == "real" || attribute->name == "imag" || attribute->name == "flat") mark_store(attribute->value);
    } else if (const auto* name = std::get_if<syntax::Name>(&expr.node)) {
      doubtful.insert(name->id);
    }
  }

  void mark_store(syntax::ExprId array) {
    const syntax::Expr& expr = program_[array];
    if (const auto* subscript = std::get_if<syntax::Subscript>(&expr.node)) return mark_store(subscript->value);
    if (const auto* attribute = std::get_if<syntax::Attribute>(&expr.node)) return mark_store(attribute->value);
    // Whatever the array is made of: `a.reshape(-1)`, `(a if c else b)`.
    frontend::walk(program_, array, [&](syntax::ExprId part) {
      const auto* name = std::get_if<syntax::Name>(&program_[part].node);
      if (name == nullptr) return;
      doubtful.insert(name->id);
      stored.insert(name->id);
    });
  }

  /// `np.add(x, y, out=a[1:])` and `np.add(x, y, a[1:])` store to a.
  void mark_result(const syntax::Call& call) {
    for (const syntax::Keyword& keyword : call.keywords) {
      if (keyword.name == "out") mark_store(keyword.value);
    }
    const auto path = frontend::dotted_path(program_, call.function);
    const auto target = path ? targets_.find(*path) : targets_.end();
    const frontend::LibraryFunction* ufunc =
        target != targets_.end() ? frontend::find_function(target->second) : nullptr;
    if (ufunc != nullptr && frontend::is_elementwise(*ufunc) &&
        static_cast<int>(call.arguments.size()) > ufunc->max_arguments)
      mark_store(call.arguments.back());
  }

  const syntax::Program& program_;
  std::map<std::string, std::string> targets_;  ///< of the names of all functions
};

/// Names that stand for new arrays only, wherever a function of the program assigns them: `made = np.empty(n)`.
class NewArrays {
 public:
  explicit NewArrays(const syntax::Program& program) : program_(program) {
    for (const syntax::Function& function : program.functions) {
      for (const syntax::Parameter& parameter : function.parameters) bind(parameter.name, false);
      for (const syntax::Parameter& parameter : function.keyword_only) bind(parameter.name, false);
      for (const syntax::Binding& binding : function.bindings) bind(binding.path, false);
      for (const std::string& name : function.named) bind(name, false);
      for (const std::string& name : function.unknown_names) bind(name, false);
      bind(function.rest, false);
    }
    for (const syntax::Stmt& stmt : program.stmts) {
      if (const auto* assign = std::get_if<syntax::Assign>(&stmt.node)) {
        for (const syntax::ExprId target : assign->targets) bind_target(target, makes_array(assign->value));
      } else if (const auto* loop = std::get_if<syntax::For>(&stmt.node)) {
        bind_target(loop->target, false);
      }
    }
    for (const syntax::Expr& expr : program.exprs) {
      const auto* comprehension = std::get_if<syntax::Comprehension>(&expr.node);
      if (comprehension == nullptr) continue;
      for (const syntax::Clause& clause : comprehension->clauses) bind_target(clause.target, false);
    }
  }

  [[nodiscard]] bool has(const std::string& name) const {
    const auto found = is_new_.find(name);
    return found != is_new_.end() && found->second;
  }

 private:
  void bind(const std::string& name, bool is_new) {
    const auto [place, first] = is_new_.emplace(name, is_new);
    if (!first) place->second = place->second && is_new;
  }

  void bind_target(syntax::ExprId target, bool is_new) {
    const syntax::Expr& expr = program_[target];
    if (std::holds_alternative<syntax::Subscript>(expr.node) || std::holds_alternative<syntax::Attribute>(expr.node)) return;
    if (const auto* name = std::get_if<syntax::Name>(&expr.node)) return bind(name->id, is_new);
    frontend::walk(program_, target, [&](syntax::ExprId part) {
      if (const auto* name = std::get_if<syntax::Name>(&program_[part].node)) bind(name->id, false);
    });
  }

  /// Whether an expression is a call of np.empty and the like, whichever function of the program it stands in.
  [[nodiscard]] bool makes_array(syntax::ExprId value) const {
    static const std::set<std::string> makers = {"numpy.empty", "numpy.empty_like", "numpy.zeros", "numpy.zeros_like",
                                                 "numpy.ones",  "numpy.ones_like",  "numpy.full",  "numpy.full_like"};
    const auto* call = std::get_if<syntax::Call>(&program_[value].node);
    const auto path = call != nullptr ? frontend::dotted_path(program_, call->function) : std::nullopt;
    if (!path) return false;
    bool is_maker = false;
    for (const syntax::Function& function : program_.functions) {
      const syntax::Binding* const binding = frontend::find_binding(function, *path);
      if (binding == nullptr) continue;
      is_maker = binding->kind == syntax::BindingKind::Library && makers.count(binding->target) > 0;
      if (!is_maker) break;
    }
    return is_maker;
  }

  const syntax::Program& program_;
  std::map<std::string, bool> is_new_;
};

/// A store through any other name may reach a parameter: `row = a[i]`, or a helper's parameter given `a[i]`.
bool stores_through_other_names(const syntax::Program& program, const std::set<std::string>& stored) {
  const NewArrays new_arrays(program);
  const syntax::Function& entry = program.functions.front();
  const auto names = [&](const syntax::Function& function, const std::string& name) {
    const auto is_named = [&](const syntax::Parameter& parameter) { return parameter.name == name; };
    return std::any_of(function.parameters.begin(), function.parameters.end(), is_named) ||
           std::any_of(function.keyword_only.begin(), function.keyword_only.end(), is_named);
  };
  return std::any_of(stored.begin(), stored.end(), [&](const std::string& name) {
    if (new_arrays.has(name)) return false;
    return !names(entry, name) ||
           std::any_of(program.functions.begin() + 1, program.functions.end(),
                       [&](const syntax::Function& helper) { return names(helper, name); });
  });
}

}  // namespace

std::vector<bool> stored_parameters(const frontend::syntax::Program& program) {
  Uses uses(program);
  uses.visit_all();
  const bool all = stores_through_other_names(program, uses.stored);
  std::vector<bool> stored;
  for (const syntax::Parameter& parameter : program.functions.front().parameters) {
    stored.push_back(all || uses.doubtful.count(parameter.name) > 0);
  }
  for (const syntax::Parameter& parameter : program.functions.front().keyword_only) {
    stored.push_back(all || uses.doubtful.count(parameter.name) > 0);
  }
  return stored;
}

}  // namespace unpython::driver
