#include "analysis/text/effects.h"

#include <algorithm>

#include "ir/rewrite.h"
#include "support/match.h"

namespace unpython::analysis {
namespace {

using namespace ir;

void add_expression(const Function& f, ExprId root, Effects& out) {
  walk_exprs(f, root, [&](ExprId id) {
    const ExprNode& node = f[id].node;
    if (const auto* read = std::get_if<Read>(&node)) out.read.insert(read->variable);
    if (const auto* load = std::get_if<Load>(&node))
      out.touches.push_back({.array = load->array, .indices = load->indices});
    if (const auto* extent = std::get_if<Extent>(&node))
      out.touches.push_back({.kind = Touch::Kind::Shape, .array = extent->array});
    if (const auto* wrap = std::get_if<WrapIndex>(&node))
      out.touches.push_back({.kind = Touch::Kind::Shape, .array = wrap->array});
  });
}

void add_statement(const Function& f, const Stmt& stmt, Effects& out) {
  match(
      stmt.node, [&](const Assign& s) { out.assigned.insert(s.variable); },
      [&](const Store& s) { out.touches.push_back({.array = s.array, .indices = s.indices, .write = true}); },
      [&](const AtomicUpdate& s) {
        out.touches.push_back({.array = s.array, .indices = s.indices, .write = true});
      },
      [&](const CheckIndex& s) {
        out.touches.push_back({.kind = Touch::Kind::Shape, .array = s.array});
        out.raises = true;
      },
      [&](const For& s) { out.assigned.insert(s.counter); }, [&](const If&) {}, [&](const While&) {},
      [&](const Break&) { out.leaves = true; }, [&](const Continue&) { out.leaves = true; },
      [&](const Return&) { out.leaves = true; }, [&](const Raise&) { out.raises = true; },
      [&](const Allocate& s) {
        out.touches.push_back({.kind = Touch::Kind::Allocate, .array = s.array, .write = true});
      },
      [&](const CallHost& s) {
        for (const HostArgument& argument : s.arguments)
          if (argument.array.valid()) out.touches.push_back({.array = argument.array, .write = argument.stored});
        if (!s.is_native) out.raises = out.leaves = true;
      });
  for (const ExprId root : expressions(stmt)) add_expression(f, root, out);
}

}  // namespace

void Effects::unite(const Effects& other) {
  for (const Touch& touch : other.touches) {
    const bool is_here = std::any_of(touches.begin(), touches.end(), [&](const Touch& t) {
      return t.kind == touch.kind && t.array == touch.array && t.write == touch.write;
    });
    if (!is_here) touches.push_back(touch);
  }
  read.unite(other.read);
  assigned.unite(other.assigned);
  raises = raises || other.raises;
  leaves = leaves || other.leaves;
}

bool Effects::is_hidden(const Function& function) const {
  return std::none_of(touches.begin(), touches.end(), [&](const Touch& touch) {
    return touch.write && function[touch.array].space == AddressSpace::Argument;
  });
}

Effects effects_of(const Function& function, const Block& block) {
  Effects result;
  walk_stmts(function, block, [&](StmtId id) {
    add_statement(function, function[id], result);
    return true;
  });
  return result;
}

bool runs_straight(const Function& function, const Block& block) {
  return holds_only<Assign, Store, If>(function, block);
}

bool may_share(const Function& function, ArrayId a, ArrayId b) {
  const bool arguments =
      function[a].space == AddressSpace::Argument && function[b].space == AddressSpace::Argument;
  return a == b || (arguments && !function.disjoint_arguments);
}

bool may_interfere(const Function& function, const Touch& a, const Touch& b) {
  if (!may_share(function, a.array, b.array) || (!a.write && !b.write)) return false;
  if (a.kind == Touch::Kind::Allocate || b.kind == Touch::Kind::Allocate) return true;
  return a.kind == Touch::Kind::Element && b.kind == Touch::Kind::Element;
}

bool may_swap(const Function& function, const Effects& first, const Effects& second) {
  if (first.leaves || second.leaves || first.raises) return false;
  if (second.raises && !first.is_hidden(function)) return false;
  if (first.assigned.meets(second.read) || first.assigned.meets(second.assigned) ||
      first.read.meets(second.assigned)) {
    return false;
  }
  for (const Touch& a : first.touches)
    for (const Touch& b : second.touches)
      if (may_interfere(function, a, b)) return false;
  return true;
}

}  // namespace unpython::analysis
