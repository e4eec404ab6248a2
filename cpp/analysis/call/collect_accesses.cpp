// The part of collect (collector.h) that notes each statement that checks, reads or writes an element, with its subscripts as formulas of
// the loop variables. Nothing is executed.
#include <algorithm>
#include <cstdint>

#include "analysis/call/collector.h"

namespace unpython::analysis {

using namespace ir;
using integers::LinearForm;

/// A subscript of an axis, as it is written; none where it, or the extent, is no number of the call.
std::optional<SubscriptCheck> Collector::subscript(ArrayId array, int dimension, ExprId written) {
  const std::optional<LinearForm> index = integer(written);
  const std::optional<LinearForm> size = extent(array, dimension);
  if (!index || !size || !in_nest()) return std::nullopt;
  return SubscriptCheck{.array = array, .dimension = dimension, .loop = loop_, .guard = guard_, .index = *index, .extent = *size};
}

/// index < 0 ? index + extent : index. In bounds it is one of extent places, whichever sign the index has.
Value Collector::wrapped(ExprId id, const WrapIndex& node) {
  std::optional<SubscriptCheck> found = subscript(node.array, node.dimension, node.index);
  if (!found) return {};
  found->expr = id;
  SubscriptCheck& wrap = nest_->wraps.emplace_back(*std::move(found));
  const LinearForm index = wrap.index;
  const LinearForm size = wrap.extent;
  if (domain_->never_negative(index, loop_, guard_)) {
    wrap.sign = Sign::NeverNegative;
    return Value::of(index);
  }
  const std::optional<LinearForm> opposite = index.times(-1);
  const std::optional<LinearForm> below = opposite ? opposite->plus(-1) : std::nullopt;
  const std::optional<LinearForm> shifted = index.plus(size);
  if (below && shifted && domain_->never_negative(*below, loop_, guard_)) {
    wrap.sign = Sign::AlwaysNegative;
    return Value::of(*shifted);
  }
  // Here it is in bounds, or the check before has raised.
  if (size.is_constant() && size.constant() > 0)
    return parts_of(index, size.constant(), {Numbered::Kind::Turn, Numbered::Kind::Place}, {-1, 0}).rest;
  const std::optional<integers::IntegerRange> places = domain_->range(size, loop_);
  const int64_t most = places ? std::max<int64_t>(places->high, 1) - 1 : INT64_MAX;
  return numbered(Numbered::Kind::Subscript, 0, index, size, {0, most});
}

void Collector::check(StmtId id, const CheckIndex& node) {
  std::optional<SubscriptCheck> found = subscript(node.array, node.dimension, node.index);
  if (!found) return;
  found->stmt = id;
  nest_->checks.push_back(*std::move(found));
}

/// A subscript that is a symbol may lie anywhere along its axis, but not outside.
LinearForm Collector::within_axis(const LinearForm& subscript, ArrayId array, int dimension) {
  if (subscript.terms().size() != 1 || subscript.constant() != 0 || subscript.terms()[0].coefficient != 1)
    return subscript;
  const Unknown& unknown = nest_->unknowns[static_cast<size_t>(subscript.terms()[0].unknown)];
  if (unknown.kind != Unknown::Kind::Symbol) return subscript;
  const std::optional<LinearForm> size = extent(array, dimension);
  const std::optional<integers::IntegerRange> sizes = size ? domain_->range(*size, loop_) : std::nullopt;
  if (!sizes || (unknown.range.low >= 0 && unknown.range.high < sizes->high)) return subscript;
  return numbered(Numbered::Kind::Subscript, 0, subscript, *size, {0, std::max<int64_t>(sizes->high, 1) - 1})
      .form;
}

/// Adds an access; the address follows from the subscripts.
int Collector::record(ArrayId array, const std::vector<ExprId>& indices, ExprId expr, bool write) {
  MemoryAccess access{
      .array = array, .stmt = statement_, .expr = expr, .where = f_[statement_].range, .write = write};
  std::array<LinearForm, kMaxRank> places;
  for (size_t d = 0; d < indices.size(); ++d) {
    const std::optional<LinearForm> form = integer(indices[d]);
    if (!form) return -1;  // outside nests
    places[d] = *form;
  }
  if (!in_nest() || loop_ < 0) return -1;
  const ArrayPlace& where = place(array);
  access.memory = where.memory;
  access.argument = parameter_of_[static_cast<size_t>(array.value)];
  access.loop = loop_;
  access.guard = guard_;
  access.conditional = conditional_;
  access.first_subscript = static_cast<int>(nest_->subscripts.size());
  access.rank = static_cast<int>(indices.size());
  access.width = size_of(f_[array].type);
  std::optional<LinearForm> address = where.known ? std::optional(LinearForm(where.base)) : std::nullopt;
  for (size_t d = 0; d < indices.size(); ++d) {
    LinearForm subscript = within_axis(places[d], array, static_cast<int>(d));
    for (const LinearForm::Term& term : subscript.terms())
      access.exact =
          access.exact && nest_->unknowns[static_cast<size_t>(term.unknown)].kind == Unknown::Kind::Counter;
    if (address) address = LinearForm::add_scaled(*address, subscript, where.stride_bytes[d]);
    nest_->subscripts.push_back(std::move(subscript));
  }
  access.address = std::move(address);
  nest_->accesses.push_back(std::move(access));
  return static_cast<int>(nest_->accesses.size()) - 1;
}

Value Collector::element(ExprId id, const Load& node) {
  const int index = record(node.array, node.indices, id, false);
  const ScalarType type = f_[node.array].type;
  if (index < 0 || !is_integer(type) || type == ScalarType::UInt64) return {};
  // What nothing writes has one value at one place.
  const bool fixed =
      !written_[static_cast<size_t>(node.array.value)] && call_.disjoint && node.indices.size() <= 2;
  if (!fixed) return Value::of(symbol(range_of(type), loop_));
  const auto places = nest_->subscripts_of(nest_->accesses[static_cast<size_t>(index)]);
  const LinearForm none;
  return numbered(Numbered::Kind::Element, node.array.value, places.empty() ? none : places[0],
                  places.size() > 1 ? places[1] : none, range_of(type));
}

void Collector::store(ArrayId array, const std::vector<ExprId>& indices, ExprId stored, bool atomic) {
  (void)value(stored);
  const int index = record(array, indices, stored, true);
  if (index >= 0) nest_->accesses[static_cast<size_t>(index)].atomic = atomic;
}

}  // namespace unpython::analysis
