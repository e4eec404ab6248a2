#include "analysis/inspection.h"

#include <algorithm>

#include "ir/rewrite.h"
#include "support/checked_int.h"

namespace unpython::analysis {
namespace {

using namespace ir;

/// The element of an integer array that a subscript is, or an invalid id: wraps and conversions set aside,
/// and variables that one statement of the loop assigns replaced by their value.
ExprId loaded_index(const Function& f, const Block& body, ExprId index) {
  for (;;) {
    const Expr& expr = f[index];
    if (const auto* wrap = std::get_if<WrapIndex>(&expr.node)) {
      index = wrap->index;
    } else if (const auto* cast = std::get_if<Cast>(&expr.node)) {
      const ScalarType from = f[cast->operand].type;
      if (expr.type != ScalarType::Int64 || !is_integer(from) || from == ScalarType::UInt64) return {};
      index = cast->operand;
    } else if (const auto* read = std::get_if<Read>(&expr.node)) {
      ExprId value;
      int assignments = 0;
      walk_stmts(f, body, [&](StmtId id) {
        const auto* assign = std::get_if<Assign>(&f[id].node);
        if (assign == nullptr || assign->variable != read->variable) return true;
        value = assign->value;
        ++assignments;
        return true;
      });
      if (assignments != 1) return {};
      index = value;
    } else {
      return std::holds_alternative<Load>(expr.node) ? index : ExprId{};
    }
  }
}

bool stores_to(const Function& f, ArrayId array) {
  bool found = false;
  walk_stmts(f, f.body, [&](StmtId id) {
    const auto* store = std::get_if<Store>(&f[id].node);
    const auto* atomic = std::get_if<AtomicUpdate>(&f[id].node);
    found |= (store != nullptr && store->array == array) || (atomic != nullptr && atomic->array == array);
    return !found;
  });
  return found;
}

/// The dimension in which both subscripts are one symbol of the loop, or -1.
int chosen_dimension(const Nest& nest, int p, const MemoryAccess& a, const MemoryAccess& b) {
  const auto first = nest.subscripts_of(a);
  const auto second = nest.subscripts_of(b);
  for (size_t d = 0; d < first.size(); ++d) {
    const auto terms = first[d].terms();
    if (first[d] != second[d] || first[d].constant() != 0 || terms.size() != 1) continue;
    const Unknown& unknown = nest.unknowns[static_cast<size_t>(terms[0].unknown)];
    if (terms[0].coefficient == 1 && unknown.kind == Unknown::Kind::Symbol && unknown.loop == p)
      return static_cast<int>(d);
  }
  return -1;
}

}  // namespace

std::optional<Inspection> inspection_for(const LoopForms& forms, const Nests& nests, const Nest& nest,
                                         const CallTables& call, int p, const MemoryAccess& a,
                                         const MemoryAccess& b) {
  const Function& f = forms.function();
  const NestLoop& loop = nest.loops[static_cast<size_t>(p)];
  const ArrayView* target = call.view(a.array);
  if (a.array != b.array || target == nullptr || !call.apart[static_cast<size_t>(a.array.value)])
    return std::nullopt;
  const int dimension = chosen_dimension(nest, p, a, b);
  const auto* store = std::get_if<Store>(&f[a.stmt].node);
  if (dimension < 0 || store == nullptr || !loop.extent.is_constant()) return std::nullopt;
  const For& node = std::get<For>(f[loop.stmt].node);
  const ExprId load = loaded_index(f, node.body, store->indices[static_cast<size_t>(dimension)]);
  if (!load.valid()) return std::nullopt;
  const auto index = std::ranges::find_if(
      nest.accesses, [&](const MemoryAccess& access) { return !access.write && access.expr == load; });
  if (index == nest.accesses.end() || !index->address) return std::nullopt;
  const ArrayView* values = call.view(index->array);
  if (values == nullptr || nests.memories[static_cast<size_t>(index->memory)].shared ||
      stores_to(f, index->array))
    return std::nullopt;

  // The values of all iterations lie in the array, at even distances.
  const int64_t last = loop.extent.constant() - 1;
  const auto subscripts = nest.subscripts_of(*index);
  for (size_t d = 0; d < subscripts.size(); ++d) {
    const auto moves = checked_mul(subscripts[d].coefficient_of(loop.counter), last);
    const auto end = moves ? checked_add(subscripts[d].constant(), *moves) : std::nullopt;
    const IntegerRange axis{0, values->extents[d] - 1};
    const bool only_counter = subscripts[d].without(loop.counter).is_constant();
    if (!only_counter || !end || !axis.contains(*end) || !axis.contains(subscripts[d].constant()))
      return std::nullopt;
  }
  const int64_t base = nests.places[static_cast<size_t>(index->array.value)].base;
  return Inspection{.index = index->array,
                    .first_byte = index->address->constant() - base,
                    .step_bytes = index->address->coefficient_of(loop.counter),
                    .count = last + 1,
                    .extent = target->extents[static_cast<size_t>(dimension)],
                    .target = a.array,
                    .variable = forms.names().variable(node.counter, call.known()),
                    .where = a.where};
}

}  // namespace unpython::analysis
