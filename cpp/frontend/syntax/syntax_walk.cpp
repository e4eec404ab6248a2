#include "frontend/syntax/syntax_walk.h"

#include <algorithm>

#include "support/match.h"

namespace unpython::frontend {

namespace {

std::vector<syntax::ExprId> parts_of(const syntax::ExprNode& node) {
  using Ids = std::vector<syntax::ExprId>;
  const auto with = [](Ids ids, const Ids& more) {
    ids.insert(ids.end(), more.begin(), more.end());
    return ids;
  };
  const auto leaf = [](const auto&) { return Ids{}; };
  return match(
      node, [&](const syntax::Name& n) { return leaf(n); },
      [&](const syntax::IntLiteral& n) { return leaf(n); },
      [&](const syntax::FloatLiteral& n) { return leaf(n); },
      [&](const syntax::ComplexLiteral& n) { return leaf(n); },
      [&](const syntax::BoolLiteral& n) { return leaf(n); },
      [&](const syntax::NoneLiteral& n) { return leaf(n); },
      [&](const syntax::StringLiteral& n) { return leaf(n); },
      [&](const syntax::Ellipsis& n) { return leaf(n); },
      [&](const syntax::Unset& n) { return leaf(n); },
      [&](const syntax::FunctionLiteral& n) { return leaf(n); },
      [](const syntax::RecordLiteral& n) { return n.fields; },
      [&](const syntax::UnsupportedExpr& n) { return leaf(n); },
      [](const syntax::Attribute& n) { return Ids{n.value}; },
      [](const syntax::Subscript& n) {
        return Ids{n.value, n.index};
      },
      [](const syntax::Slice& n) {
        return Ids{n.lower, n.upper, n.step};
      },
      [](const syntax::Tuple& n) { return n.elements; }, [](const syntax::List& n) { return n.elements; },
      [](const syntax::Unary& n) { return Ids{n.operand}; },
      [](const syntax::Binary& n) {
        return Ids{n.left, n.right};
      },
      [](const syntax::Bool& n) { return n.operands; },
      [&](const syntax::Compare& n) { return with({n.left}, n.comparators); },
      [](const syntax::Conditional& n) {
        return Ids{n.condition, n.if_true, n.if_false};
      },
      [](const syntax::Named& n) { return Ids{n.value}; },
      [&](const syntax::Comprehension& n) {
        Ids ids{n.element};
        for (const syntax::Clause& clause : n.clauses)
          ids = with(with(ids, {clause.target, clause.iterable}), clause.conditions);
        return ids;
      },
      [&](const syntax::Call& n) {
        Ids ids = with({n.function}, n.arguments);
        for (const syntax::Keyword& keyword : n.keywords) ids.push_back(keyword.value);
        return ids;
      });
}

/// Whether a statement of this kind belongs to the loop of the body.
template <class Statement>
bool contains(const syntax::Program& program, const syntax::Body& body) {
  return std::any_of(body.begin(), body.end(), [&](syntax::StmtId id) {
    const syntax::StmtNode& node = program[id].node;
    if (const auto* branch = std::get_if<syntax::If>(&node))
      return contains<Statement>(program, branch->body) || contains<Statement>(program, branch->otherwise);
    if (const auto* loop = std::get_if<syntax::For>(&node))
      return contains<Statement>(program, loop->otherwise);
    if (const auto* loop = std::get_if<syntax::While>(&node))
      return contains<Statement>(program, loop->otherwise);
    return std::holds_alternative<Statement>(node);
  });
}

}  // namespace

void walk(const syntax::Program& program, syntax::ExprId id, const std::function<void(syntax::ExprId)>& visit) {
  visit(id);
  for (const syntax::ExprId part : parts_of(program[id].node))
    if (part.valid()) walk(program, part, visit);
}

bool mentions(const syntax::Program& program, syntax::ExprId id, const std::vector<std::string>& names) {
  bool found = false;
  walk(program, id, [&](syntax::ExprId part) {
    const auto* name = std::get_if<syntax::Name>(&program[part].node);
    found |= name != nullptr && std::find(names.begin(), names.end(), name->id) != names.end();
  });
  return found;
}

std::vector<std::string> target_names(const syntax::Program& program, syntax::ExprId target) {
  std::vector<std::string> names;
  const auto collect = [&](const auto& self, syntax::ExprId id) -> void {
    const syntax::ExprNode& node = program[id].node;
    if (const auto* name = std::get_if<syntax::Name>(&node)) names.push_back(name->id);
    if (std::holds_alternative<syntax::Tuple>(node) || std::holds_alternative<syntax::List>(node))
      for (const syntax::ExprId element : parts_of(node)) self(self, element);
  };
  collect(collect, target);
  return names;
}

bool contains_break(const syntax::Program& program, const syntax::Body& body) {
  return contains<syntax::Break>(program, body);
}

bool contains_continue(const syntax::Program& program, const syntax::Body& body) {
  return contains<syntax::Continue>(program, body);
}

}  // namespace unpython::frontend
