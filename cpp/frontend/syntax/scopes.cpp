// Collects assigned names by one walk over the statements.
#include "frontend/syntax/scopes.h"

#include <algorithm>
#include <cctype>
#include <unordered_map>

#include "support/match.h"

namespace unpython::frontend {

namespace {

class NameCollector {
 public:
  explicit NameCollector(const syntax::Program& program) : program_(program) {}

  void body(const syntax::Body& statements) {
    for (const syntax::StmtId id : statements) statement(id);
  }
  std::unordered_map<std::string, int> names;  ///< how many statements assign each
  std::unordered_set<std::string> of_others;   ///< nonlocal

 private:
  void target(syntax::ExprId id) {
    const syntax::ExprNode& node = program_[id].node;
    if (const auto* name = std::get_if<syntax::Name>(&node)) ++names[name->id];
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
        [&](const syntax::Nonlocal& s) { of_others.insert(s.names.begin(), s.names.end()); },
        [&](const syntax::Delete& s) {
          for (const syntax::ExprId t : s.targets) target(t);
        });
  }

  const syntax::Program& program_;
};

/// Whether a line has a word that is no part of a longer one.
bool has_word(const std::string& line, const std::string& word) {
  const auto goes_on = [&](size_t at) {
    return at < line.size() && (std::isalnum(static_cast<unsigned char>(line[at])) != 0 || line[at] == '_');
  };
  for (size_t at = line.find(word); at != std::string::npos; at = line.find(word, at + 1))
    if ((at == 0 || !goes_on(at - 1)) && !goes_on(at + word.size())) return true;
  return false;
}

}  // namespace

std::unordered_set<std::string> local_names(const syntax::Program& program,
                                            const syntax::Function& function) {
  NameCollector collector(program);
  collector.body(function.body);
  std::unordered_set<std::string> names(function.named.begin(), function.named.end());
  for (const auto& [name, count] : collector.names) names.insert(name);
  for (const std::string& name : collector.of_others) names.erase(name);
  for (const syntax::Parameter& p : function.parameters) names.insert(p.name);
  for (const syntax::Parameter& p : function.keyword_only) names.insert(p.name);
  if (!function.rest.empty()) names.insert(function.rest);
  return names;
}

int times_assigned(const syntax::Program& program, const syntax::Function& function,
                   const std::string& name) {
  NameCollector collector(program);
  collector.body(function.body);
  const auto found = collector.names.find(name);
  return found == collector.names.end() ? 0 : found->second;
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

std::string written_name(const syntax::Program& program, const syntax::Function& function, const std::string& name) {
  if (name.size() < 3 || name.front() != '_' || name.back() != '_') return name;
  const std::vector<std::string>& lines = program.files[static_cast<size_t>(function.file)].lines;
  const auto is_written = [&](const std::string& word) {
    return std::any_of(lines.begin(), lines.end(), [&](const std::string& line) { return has_word(line, word); });
  };
  if (is_written(name)) return name;
  if (const size_t end = name.find("_yielded_by_"); end != std::string::npos && end > 1) return name.substr(1, end - 1);
  for (size_t end = name.rfind('_', name.size() - 2); end > 1 && end != std::string::npos; end = name.rfind('_', end - 1))
    if (const std::string start = name.substr(1, end - 1); is_written(start)) return start;
  return name;
}

std::string first_name(const std::string& path) { return path.substr(0, path.find('.')); }

const syntax::Binding* find_binding(const syntax::Function& function, const std::string& path) {
  for (const syntax::Binding& binding : function.bindings)
    if (binding.path == path) return &binding;
  return nullptr;
}

}  // namespace unpython::frontend
