// Syntactic walks over statements.
#include "frontend/expand/returns.h"

#include <algorithm>

namespace unpython::frontend {

namespace {

/// Whether `test` holds for some return statement below.
template <class Test>
bool any_return(const syntax::Program& program, const syntax::Body& body, const Test& test) {
  return std::any_of(body.begin(), body.end(), [&](syntax::StmtId id) {
    const syntax::StmtNode& node = program[id].node;
    if (const auto* s = std::get_if<syntax::Return>(&node)) return test(*s);
    const auto in = [&](const auto& s) {
      return any_return(program, s.body, test) || any_return(program, s.otherwise, test);
    };
    if (const auto* s = std::get_if<syntax::If>(&node)) return in(*s);
    if (const auto* s = std::get_if<syntax::For>(&node)) return in(*s);
    if (const auto* s = std::get_if<syntax::While>(&node)) return in(*s);
    return false;
  });
}

bool leaves(const syntax::Program& program, syntax::StmtId id) {
  const syntax::StmtNode& node = program[id].node;
  if (const auto* s = std::get_if<syntax::If>(&node))
    return always_leaves(program, s->body) && always_leaves(program, s->otherwise);
  return std::holds_alternative<syntax::Return>(node) || std::holds_alternative<syntax::Raise>(node);
}

}  // namespace

int count_returns(const syntax::Program& program, const syntax::Body& body) {
  int count = 0;
  any_return(program, body, [&](const syntax::Return&) {
    ++count;
    return false;
  });
  return count;
}

bool contains_return(const syntax::Program& program, const syntax::Body& body) {
  return any_return(program, body, [](const syntax::Return&) { return true; });
}

bool returns_value(const syntax::Program& program, const syntax::Body& body) {
  return any_return(program, body, [&](const syntax::Return& s) {
    return s.value.valid() && !std::holds_alternative<syntax::NoneLiteral>(program[s.value].node);
  });
}

bool always_leaves(const syntax::Program& program, const syntax::Body& body) {
  return std::any_of(body.begin(), body.end(), [&](syntax::StmtId id) { return leaves(program, id); });
}

bool returns_end_branches(const syntax::Program& program, const syntax::Body& body) {
  for (size_t i = 0; i < body.size(); ++i) {
    const syntax::StmtNode& node = program[body[i]].node;
    if (std::holds_alternative<syntax::Return>(node)) return true;
    if (!contains_return(program, {body[i]})) continue;
    const auto* branch = std::get_if<syntax::If>(&node);
    if (!branch) return false;
    const bool last = i + 1 == body.size();
    if (!last && !always_leaves(program, branch->body) && !always_leaves(program, branch->otherwise))
      return false;
    return returns_end_branches(program, branch_with_rest(program, branch->body, body, i)) &&
           returns_end_branches(program, branch_with_rest(program, branch->otherwise, body, i));
  }
  return true;
}

syntax::Body branch_with_rest(const syntax::Program& program, const syntax::Body& branch,
                              const syntax::Body& body, size_t position) {
  syntax::Body result = branch;
  if (!always_leaves(program, branch))
    result.insert(result.end(), body.begin() + static_cast<std::ptrdiff_t>(position) + 1, body.end());
  return result;
}

}  // namespace unpython::frontend
