// Collects assigned names by one walk over the statements.
#include "frontend/scopes.h"

#include "support/match.h"

namespace unpython::frontend {

namespace {

class NameCollector {
 public:
  explicit NameCollector(const syntax::Program& program) : program_(program) {}

  void body(const syntax::Body& statements) {
    for (const syntax::StmtId id : statements) statement(id);
  }
  std::unordered_set<std::string> names;

 private:
  void target(syntax::ExprId id) {
    const syntax::ExprNode& node = program_[id].node;
    if (const auto* name = std::get_if<syntax::Name>(&node)) names.insert(name->id);
    if (const auto* tuple = std::get_if<syntax::Tuple>(&node))
      for (const syntax::ExprId element : tuple->elements) target(element);
    if (const auto* list = std::get_if<syntax::List>(&node))
      for (const syntax::ExprId element : list->elements) target(element);
  }

  void statement(syntax::StmtId id) {
    match(
        program_[id].node,
        [&](const syntax::Assign& s) {
          for (const syntax::ExprId t : s.targets) target(t);
        },
        [&](const syntax::AugAssign& s) { target(s.target); },
        [&](const syntax::For& s) {
          target(s.target);
          body(s.body);
          body(s.otherwise);
        },
        [&](const syntax::While& s) {
          body(s.body);
          body(s.otherwise);
        },
        [&](const syntax::If& s) {
          body(s.body);
          body(s.otherwise);
        },
        [](const syntax::Break&) {}, [](const syntax::Continue&) {}, [](const syntax::Pass&) {},
        [](const syntax::Return&) {}, [](const syntax::Assert&) {}, [](const syntax::Raise&) {},
        [](const syntax::ExprStatement&) {}, [](const syntax::UnsupportedStmt&) {},
        [&](const syntax::Delete& s) {
          for (const syntax::ExprId t : s.targets) target(t);
        });
  }

  const syntax::Program& program_;
};

}  // namespace

std::unordered_set<std::string> local_names(const syntax::Program& program,
                                            const syntax::Function& function) {
  NameCollector collector(program);
  for (const syntax::Parameter& p : function.parameters) collector.names.insert(p.name);
  for (const syntax::Parameter& p : function.keyword_only) collector.names.insert(p.name);
  collector.names.insert(function.named.begin(), function.named.end());
  collector.body(function.body);
  return std::move(collector.names);
}

std::optional<std::string> dotted_path(const syntax::Program& program, syntax::ExprId expr) {
  const syntax::ExprNode& node = program[expr].node;
  if (const auto* name = std::get_if<syntax::Name>(&node)) return name->id;
  const auto* attribute = std::get_if<syntax::Attribute>(&node);
  if (!attribute) return std::nullopt;
  auto base = dotted_path(program, attribute->value);
  if (base) *base += "." + attribute->name;
  return base;
}

std::string first_name(const std::string& path) { return path.substr(0, path.find('.')); }

const syntax::Binding* find_binding(const syntax::Function& function, const std::string& path) {
  for (const syntax::Binding& binding : function.bindings)
    if (binding.path == path) return &binding;
  return nullptr;
}

}  // namespace unpython::frontend
