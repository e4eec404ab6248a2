#include "transform/reductions/around_leaves.h"

#include <algorithm>

#include "analysis/text/variables.h"
#include "ir/rewrite.h"

namespace unpython::transform {

using namespace ir;
using analysis::Reduction;

std::vector<Part> parts_for(Function& f, const std::vector<Reduction>& reductions) {
  std::vector<Part> parts;
  for (const Reduction& r : reductions) parts.push_back(make_part(f, r));
  return parts;
}

namespace {

bool has_unit_stride(const Array& known, size_t d) {
  if (known.space != AddressSpace::Argument) return d + 1 == static_cast<size_t>(known.rank);
  return known.strides[d] == StrideClass::Unit;
}

}  // namespace

bool are_neighbours(const Function& f, const Block& body, VarId column, VarId row) {
  int balance = 0;
  walk_all_exprs(f, body, [&](ExprId id) {
    const auto* load = std::get_if<Load>(&f[id].node);
    // What all columns read does not say how columns lie.
    if (load == nullptr || !analysis::reads_variable(f, id, column)) return;
    for (size_t d = 0; d < load->indices.size(); ++d) {
      if (!has_unit_stride(f[load->array], d)) continue;
      const auto* read = std::get_if<Read>(&f[load->indices[d]].node);
      if (read != nullptr && read->variable == column) ++balance;
      if (read != nullptr && read->variable == row) --balance;
    }
  });
  return balance > 0;
}

void append(Block& into, const Block& more) { into.insert(into.end(), more.begin(), more.end()); }

AroundLeaves::AroundLeaves(Function& f, const For& loop, const SourceRange& range, int64_t length)
    : f_(f), build_(f), range_(range), body_(loop.body) {
  extent_ = named("extent", build_.max(build_.int64(0), loop.extent));
  leaves_ =
      named("leaves", build_.floor_div(build_.add(extent_, build_.int64(length - 1)), build_.int64(length)));
}

ExprId AroundLeaves::named(const char* name, ExprId value) {
  const VarId variable = build_.variable(name, ScalarType::Int64, range_);
  result_.push_back(build_.assign(variable, value, range_));
  return build_.read(variable);
}

Block AroundLeaves::with_result(const Part& part, const Block& combination) {
  const analysis::Accumulator& a = part.reduction.accumulator;
  if (!a.is_element()) return combination;
  Block block{build_.assign(part.result, build_.load(a.array, a.indices), range_)};
  append(block, combination);
  block.push_back(build_.store(a.array, a.indices, build_.read(part.result), range_));
  if (is_always_updated(a.array)) return block;
  return {build_.if_then(is_inside(a), std::move(block), {}, range_)};
}

bool AroundLeaves::is_always_updated(ArrayId array) const {
  return std::any_of(body_.begin(), body_.end(), [&](StmtId id) {
    const auto* store = std::get_if<Store>(&f_[id].node);
    return store != nullptr && store->array == array;
  });
}

ExprId AroundLeaves::is_inside(const analysis::Accumulator& element) {
  ExprId inside = build_.boolean(true);
  for (size_t d = 0; d < element.indices.size(); ++d) {
    const ExprId index = element.indices[d];
    const ExprId extent = build_.extent(element.array, static_cast<int>(d));
    inside = build_.logical_and(inside, build_.compare(CompareOp::GreaterEqual, index, build_.int64(0)));
    inside = build_.logical_and(inside, build_.compare(CompareOp::Less, index, extent));
  }
  return inside;
}

StmtId AroundLeaves::accumulate(const Part& part, ExprId total) {
  return build_.assign(part.result, combine(build_, part.reduction, build_.read(part.result), total), range_);
}

}  // namespace unpython::transform
