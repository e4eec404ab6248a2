#include "analysis/call/inspection.h"

#include <algorithm>

#include "analysis/call/collector.h"
#include "ir/elements.h"
#include "ir/rewrite.h"
#include "support/checked_int.h"

namespace unpython::analysis {
namespace {

using namespace ir;

/// A subscript as a value of an index array and what becomes of it.
struct Origin {
  ExprId load;  ///< of an integer array; invalid: the subscript is something else
  std::vector<IndexStep> steps;
};

/// Takes a subscript apart: wraps and widening conversions set aside, variables that one statement of the
/// loop assigns replaced by their value, operations with numbers of the call kept as steps.
class FindOrigin {
 public:
  FindOrigin(const Function& f, const Block& body, const CallTables& call)
      : f_(f), body_(body), known_(call.known()) {}

  Origin of(ExprId index) {
    Origin origin{.load = load_of(index), .steps = {}};
    std::ranges::reverse(steps_);  // the outermost was met first
    origin.steps = std::move(steps_);
    return origin;
  }

 private:
  ExprId load_of(ExprId index) {
    for (;;) {
      const Expr& expr = f_[index];
      if (const auto* wrap = std::get_if<WrapIndex>(&expr.node)) {
        index = wrap->index;
      } else if (const auto* cast = std::get_if<Cast>(&expr.node)) {
        if (expr.type != ScalarType::Int64 || !is_integer(f_[cast->operand].type)) return {};
        index = cast->operand;
      } else if (const auto* read = std::get_if<Read>(&expr.node)) {
        index = only_value(f_, body_, read->variable);
        if (!index.valid()) return {};
      } else if (const auto* binary = std::get_if<Binary>(&expr.node)) {
        index = step(*binary, expr.type);
        if (!index.valid()) return {};
      } else {
        return std::holds_alternative<Load>(expr.node) ? index : ExprId{};
      }
    }
  }

  /// Notes one operation; the operand that it is done to, or an invalid id.
  ExprId step(const Binary& binary, ScalarType type) {
    if (!is_integer(type)) return {};
    const bool swaps = binary.op == BinaryOp::Add || binary.op == BinaryOp::Multiply;
    const bool divides = binary.op == BinaryOp::FloorDivide || binary.op == BinaryOp::Modulo;
    if (!swaps && !divides && binary.op != BinaryOp::Subtract) return {};
    if (const auto right = number(binary.right); right && (!divides || *right > 0)) {
      steps_.push_back({binary.op, *right, range_of(type)});
      return binary.left;
    }
    const auto left = swaps ? number(binary.left) : std::nullopt;
    if (!left) return {};
    steps_.push_back({binary.op, *left, range_of(type)});
    return binary.right;
  }

  /// An integer that the call gives; conversions must keep it.
  std::optional<int64_t> number(ExprId id) const {
    const Expr& expr = f_[id];
    if (!is_integer(expr.type)) return std::nullopt;
    std::optional<int64_t> value;
    if (const auto* constant = std::get_if<Const>(&expr.node)) value = constant->value.integer;
    if (const auto* read = std::get_if<Read>(&expr.node)) value = known_.variable(read->variable);
    if (const auto* cast = std::get_if<Cast>(&expr.node)) value = number(cast->operand);
    return value && range_of(expr.type).contains(*value) ? value : std::nullopt;
  }

  const Function& f_;
  const Block& body_;
  KnownValues known_;
  std::vector<IndexStep> steps_;
};

/// The dimension in which both subscripts are one form of one symbol of the loop, or -1.
int chosen_dimension(const Nest& nest, int p, const MemoryAccess& a, const MemoryAccess& b) {
  const auto first = nest.subscripts_of(a);
  const auto second = nest.subscripts_of(b);
  for (size_t d = 0; d < first.size(); ++d) {
    const auto terms = first[d].terms();
    if (first[d] != second[d] || terms.size() != 1) continue;
    const Unknown& unknown = nest.unknowns[static_cast<size_t>(terms[0].unknown)];
    if (unknown.kind == Unknown::Kind::Symbol && unknown.loop == p) return static_cast<int>(d);
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
  Origin origin = FindOrigin(f, node.body, call).of(store->indices[static_cast<size_t>(dimension)]);
  if (!origin.load.valid()) return std::nullopt;
  const auto index = std::ranges::find_if(
      nest.accesses, [&](const MemoryAccess& access) { return !access.write && access.expr == origin.load; });
  if (index == nest.accesses.end() || !index->address) return std::nullopt;
  const ArrayView* values = call.view(index->array);
  if (values == nullptr || nests.memories[static_cast<size_t>(index->memory)].shared ||
      stores_to(f, f.body, index->array))
    return std::nullopt;

  // The values of all iterations lie in the array, at even distances.
  const int64_t last = loop.extent.constant() - 1;
  const auto subscripts = nest.subscripts_of(*index);
  for (size_t d = 0; d < subscripts.size(); ++d) {
    const auto moves = checked_mul(subscripts[d].coefficient_of(loop.counter), last);
    const auto end = moves ? checked_add(subscripts[d].constant(), *moves) : std::nullopt;
    const integers::IntegerRange axis{0, values->extents[d] - 1};
    const bool only_counter = subscripts[d].without(loop.counter).is_constant();
    if (!only_counter || !end || !axis.contains(*end) || !axis.contains(subscripts[d].constant()))
      return std::nullopt;
  }
  const int64_t base = nests.places[static_cast<size_t>(index->array.value)].base;
  return Inspection{.index = index->array,
                    .steps = std::move(origin.steps),
                    .first_byte = index->address->constant() - base,
                    .step_bytes = index->address->coefficient_of(loop.counter),
                    .count = last + 1,
                    .extent = target->extents[static_cast<size_t>(dimension)],
                    .target = a.array,
                    .variable = forms.names().variable(node.counter, call.known()),
                    .where = a.where};
}

}  // namespace unpython::analysis
