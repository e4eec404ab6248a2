#include "analysis/call/triangle.h"

#include <set>

#include "analysis/text/affine.h"
#include "ir/elements.h"
#include "ir/rewrite.h"

namespace unpython::analysis {
namespace {

using namespace ir;

/// The number in `counter + number`.
std::optional<int64_t> distance_from(const Function& f, VarId counter, ExprId extent) {
  const std::optional<Affine> form = affine_form(f, trips_of(f, extent));
  if (!form || coefficient_of(f, *form, counter) != 1) return std::nullopt;
  const Affine rest = without(f, *form, counter);
  if (!rest.is_constant()) return std::nullopt;
  return rest.constant;
}

std::set<ArrayId> allocated_arrays(const Function& f, const Block& block) {
  std::set<ArrayId> result;
  walk_stmts(f, block, [&](StmtId id) {
    if (const auto* allocation = std::get_if<Allocate>(&f[id].node)) result.insert(allocation->array);
    return true;
  });
  return result;
}

/// Elements or extents of one of the arrays are used.
bool uses_any(const Function& f, const Block& block, const std::set<ArrayId>& arrays) {
  return any_stmt(f, block, [&](StmtId id) {
    bool found = false;
    walk_uses(f, id, [&](ArrayId array) { found |= arrays.contains(array); });
    return found;
  });
}

bool is_plain(const For& loop) { return loop.mark == LoopMark::Sequential || loop.mark == LoopMark::Parallel; }

}  // namespace

std::optional<Triangle> triangle(const Function& f, const Liveness& live, StmtId id) {
  const auto* outer = std::get_if<For>(&f[id].node);
  if (outer == nullptr || outer->body.empty() || !is_plain(*outer)) return std::nullopt;
  const auto* inner = std::get_if<For>(&f[outer->body.front()].node);
  if (inner == nullptr || !is_plain(*inner)) return std::nullopt;
  const auto shift = distance_from(f, outer->counter, inner->extent);
  if (!shift || *shift < -kLargestShift || *shift > kLargestShift) return std::nullopt;

  const Block rest(outer->body.begin() + 1, outer->body.end());
  if (may_leave(f, inner->body) || may_leave(f, rest) || holds_any<Allocate, CallHost>(f, inner->body)) return std::nullopt;
  if (!is_fixed(f, outer->extent, changing_in(f, *outer)) || !keeps_extents(f, outer->extent)) return std::nullopt;
  if (!is_private(f, live, outer->body.front())) return std::nullopt;
  if (exposed_variables(f, inner->body).meets(assigned_variables(f, rest))) return std::nullopt;
  if (uses_any(f, inner->body, allocated_arrays(f, rest))) return std::nullopt;
  return Triangle{outer->body.front(), *shift};
}

Triangles find_triangles(const Function& f) {
  Triangles result;
  const Liveness live(f);
  walk_stmts(f, f.body, [&](StmtId id) {
    if (const auto found = triangle(f, live, id)) result.emplace(id, *found);
    return true;
  });
  return result;
}

}  // namespace unpython::analysis
