#include "analysis/text/whole_slices.h"

#include <algorithm>

#include "ir/constant.h"
#include "ir/rewrite.h"

namespace unpython::analysis {
namespace {

using namespace ir;

bool is_zero(const Function& f, ExprId id) {
  const auto* constant = std::get_if<Const>(&f[id].node);
  return constant != nullptr && is_number(constant->value, 0);
}

/// x < 0 ? from the end : x.
const Select* as_start(const Function& f, ExprId id) {
  const auto* select = std::get_if<Select>(&f[id].node);
  if (select == nullptr || f[id].type != ScalarType::Int64) return nullptr;
  const auto* compare = std::get_if<Compare>(&f[select->condition].node);
  const bool by_sign = compare != nullptr && compare->op == CompareOp::Less && is_zero(f, compare->right);
  return by_sign ? select : nullptr;
}

/// max(extent, 0), where the extent is that of few elements.
bool is_extent(const Function& f, ExprId id) {
  const auto* limit = std::get_if<Call>(&f[id].node);
  if (limit == nullptr || limit->function != Intrinsic::Maximum || f[id].type != ScalarType::Int64) return false;
  if (!is_zero(f, limit->arguments[0]) && !is_zero(f, limit->arguments[1])) return false;
  const std::optional<Affine> plain = plain_slice_end(f, id);
  return plain && plain->is_constant() && plain->constant >= 1 && plain->constant <= kMostSlicedElements;
}

}  // namespace

std::optional<Affine> plain_slice_end(const Function& f, ExprId id) {
  if (const Select* start = as_start(f, id)) return plain_slice_end(f, start->if_false);
  if (const auto* limit = std::get_if<Call>(&f[id].node)) {
    if (limit->function == Intrinsic::Maximum && is_zero(f, limit->arguments[1])) return plain_slice_end(f, limit->arguments[0]);
    if (limit->function == Intrinsic::Maximum && is_zero(f, limit->arguments[0])) return plain_slice_end(f, limit->arguments[1]);
    if (limit->function == Intrinsic::Minimum) return plain_slice_end(f, limit->arguments[0]);
  }
  if (const auto* sum = std::get_if<Binary>(&f[id].node)) {
    if (sum->op != BinaryOp::Add && sum->op != BinaryOp::Subtract) return affine_form(f, id);
    const std::optional<Affine> left = plain_slice_end(f, sum->left);
    const std::optional<Affine> right = plain_slice_end(f, sum->right);
    if (!left || !right) return std::nullopt;
    return add_scaled(f, *left, *right, sum->op == BinaryOp::Add ? 1 : -1);
  }
  return affine_form(f, id);
}

WholeSlices::WholeSlices(const Function& function) {
  std::vector<ExprId> selects;
  std::vector<ExprId> starts;  // of the extents that are found
  walk_all_exprs(function, function.body, [&](ExprId id) {
    if (as_start(function, id) != nullptr) selects.push_back(id);
    if (!is_extent(function, id)) return;
    found_.push_back(id);
    walk_exprs(function, id, [&](ExprId part) {
      if (as_start(function, part) != nullptr) starts.push_back(part);
    });
  });
  for (const ExprId select : selects) {
    const auto same = [&](ExprId start) { return same_value(function, start, select); };
    if (std::any_of(starts.begin(), starts.end(), same)) found_.push_back(select);
  }
  std::sort(found_.begin(), found_.end());
  found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
}

bool WholeSlices::contains(ExprId id) const { return std::binary_search(found_.begin(), found_.end(), id); }

}  // namespace unpython::analysis
