// From each name that is updated back to what it was made of, over assignments, loops, and arguments of calls.
#include "driver/compile/updated_names.h"

#include <map>
#include <vector>

#include "frontend/library/known_names.h"
#include "frontend/syntax/scopes.h"
#include "frontend/syntax/syntax_walk.h"

namespace unpython::driver {
namespace {

namespace syntax = frontend::syntax;

const std::set<std::string> kNumbers = {"shape", "size", "ndim", "nbytes", "itemsize", "strides"};
const std::set<std::string> kGiveNumbers = {"builtins.len",   "builtins.int", "builtins.float", "builtins.bool",
                                            "builtins.range", "builtins.ord", "builtins.round", "builtins.complex"};

class FollowUpdates {
 public:
  explicit FollowUpdates(const syntax::Program& program) : program_(program) {
    for (const syntax::Function& function : program.functions)
      for (const syntax::Binding& binding : function.bindings) {
        if (binding.kind == syntax::BindingKind::Library) libraries_[binding.path] = binding.target;
      }
    for (const syntax::Expr& expr : program.exprs) note_expression(expr.node);
    for (const syntax::Stmt& stmt : program.stmts) note_statement(stmt.node);
    for (size_t i = 1; i < program.functions.size(); ++i) {
      const syntax::Function& helper = program.functions[i];
      for (const syntax::Parameter& parameter : helper.parameters) given_.insert(parameter.name);
      for (const syntax::Parameter& parameter : helper.keyword_only) given_.insert(parameter.name);
      given_.insert(helper.rest);
    }
  }

  std::set<std::string> run() {
    for (const syntax::Stmt& stmt : program_.stmts) {
      if (const auto* update = std::get_if<syntax::AugAssign>(&stmt.node)) follow(update->target);
    }
    return std::move(found_);
  }

 private:
  void note_statement(const syntax::StmtNode& node) {
    if (const auto* assign = std::get_if<syntax::Assign>(&node)) {
      for (const syntax::ExprId target : assign->targets) note(target, assign->value);
    } else if (const auto* loop = std::get_if<syntax::For>(&node)) {
      note(loop->target, loop->iterable);
    } else if (const auto* given = std::get_if<syntax::Return>(&node)) {
      if (given->value.valid()) returned_.push_back(given->value);
    }
  }

  void note_expression(const syntax::ExprNode& node) {
    if (const auto* named = std::get_if<syntax::Named>(&node)) {
      values_[named->id].push_back(named->value);
    } else if (const auto* comprehension = std::get_if<syntax::Comprehension>(&node)) {
      for (const syntax::Clause& clause : comprehension->clauses) note(clause.target, clause.iterable);
    } else if (const auto* record = std::get_if<syntax::RecordLiteral>(&node)) {
      passed_.insert(passed_.end(), record->fields.begin(), record->fields.end());
    } else if (const auto* call = std::get_if<syntax::Call>(&node); call != nullptr && library_of(*call).empty()) {
      if (const auto* method = std::get_if<syntax::Attribute>(&program_[call->function].node)) passed_.push_back(method->value);
      passed_.insert(passed_.end(), call->arguments.begin(), call->arguments.end());
      for (const syntax::Keyword& keyword : call->keywords) passed_.push_back(keyword.value);
    }
  }

  void note(syntax::ExprId target, syntax::ExprId value) {
    frontend::walk(program_, target, [&](syntax::ExprId part) {
      if (const auto* name = std::get_if<syntax::Name>(&program_[part].node)) values_[name->id].push_back(value);
      if (const auto* field = std::get_if<syntax::Attribute>(&program_[part].node)) fields_[field->name].push_back(value);
    });
  }

  /// The full name of the library's function that a call is of; empty for any other.
  [[nodiscard]] std::string library_of(const syntax::Call& call) const {
    const auto path = frontend::dotted_path(program_, call.function);
    const auto known = path ? libraries_.find(*path) : libraries_.end();
    return known != libraries_.end() ? known->second : std::string();
  }

  [[nodiscard]] static bool gives_new(const std::string& library) {
    const frontend::LibraryFunction* const function = frontend::find_function(library);
    return kGiveNumbers.count(library) > 0 || (function != nullptr && frontend::is_elementwise(*function));
  }

  void follow_name(const std::string& name) {
    if (!found_.insert(name).second) return;
    follow_all(values_[name]);
    if (given_.count(name) > 0) follow_passed();
  }

  void follow_field(const std::string& name) {
    if (kNumbers.count(name) > 0 || !followed_.insert(name).second) return;
    follow_all(fields_[name]);
    if (!program_.classes.empty()) follow_passed();  // to what makes the object
  }

  void follow_all(const std::vector<syntax::ExprId>& values) {
    for (const syntax::ExprId value : values) follow(value);
  }

  void follow_passed() {
    if (followed_passed_) return;
    followed_passed_ = true;
    follow_all(passed_);
  }

  /// What the value of an expression may be, or be a part of. What operators make is new.
  void follow(syntax::ExprId id) {
    const syntax::ExprNode& node = program_[id].node;
    if (const auto* name = std::get_if<syntax::Name>(&node)) return follow_name(name->id);
    if (const auto* part = std::get_if<syntax::Subscript>(&node)) return follow(part->value);
    if (const auto* named = std::get_if<syntax::Named>(&node)) return follow(named->value);
    if (const auto* tuple = std::get_if<syntax::Tuple>(&node)) return follow_all(tuple->elements);
    if (const auto* list = std::get_if<syntax::List>(&node)) return follow_all(list->elements);
    if (const auto* record = std::get_if<syntax::RecordLiteral>(&node)) return follow_all(record->fields);
    if (const auto* any = std::get_if<syntax::Bool>(&node)) return follow_all(any->operands);
    if (const auto* either = std::get_if<syntax::Conditional>(&node)) return follow_all({either->if_true, either->if_false});
    if (const auto* made = std::get_if<syntax::Comprehension>(&node)) return follow(made->element);
    if (const auto* attribute = std::get_if<syntax::Attribute>(&node)) {
      if (kNumbers.count(attribute->name) == 0) follow(attribute->value);
      return follow_field(attribute->name);
    }
    const auto* call = std::get_if<syntax::Call>(&node);
    if (call == nullptr) return;
    const std::string library = library_of(*call);
    if (gives_new(library)) return;
    follow_all(call->arguments);
    for (const syntax::Keyword& keyword : call->keywords) follow(keyword.value);
    if (!library.empty()) return;
    if (const auto* method = std::get_if<syntax::Attribute>(&program_[call->function].node)) follow(method->value);
    if (followed_returned_) return;
    followed_returned_ = true;
    follow_all(returned_);
  }

  const syntax::Program& program_;
  std::map<std::string, std::string> libraries_;               ///< what the names of library functions stand for
  std::map<std::string, std::vector<syntax::ExprId>> values_;  ///< that are given to a name
  std::map<std::string, std::vector<syntax::ExprId>> fields_;  ///< that are stored to a field of this name
  std::vector<syntax::ExprId> passed_;                         ///< to functions that are not of a library
  std::vector<syntax::ExprId> returned_;
  std::set<std::string> given_;  ///< parameters of functions that are called
  std::set<std::string> found_;
  std::set<std::string> followed_;  ///< fields
  bool followed_passed_ = false;
  bool followed_returned_ = false;
};

}  // namespace

std::set<std::string> updated_names(const syntax::Program& program) { return FollowUpdates(program).run(); }

}  // namespace unpython::driver
