// Elements of arrays in the C of a kernel: where they lie.
#include <algorithm>
#include <cstdlib>
#include <functional>

#include "codegen/c_family/c_expressions.h"

namespace unpython::codegen {

using namespace ir;

namespace {

constexpr int64_t kMostSteps = 1 << 16;  // of a constant in the address of an element

}  // namespace

std::string CExpressions::element(ArrayId array, const std::vector<ExprId>& indices) {
  return names_.of(array) + "[" + offset(array, indices) + "]";
}

std::string CExpressions::local_offset(ArrayId array, const std::vector<ExprId>& indices) {
  const std::vector<int64_t>& extents = function_[array].extents;
  std::vector<int64_t> strides(indices.size(), 1);
  for (size_t d = indices.size(); d-- > 1;) strides[d - 1] = strides[d] * std::max<int64_t>(extents[d], 1);
  std::string sum;
  std::string steps;
  for (size_t d = 0; d < indices.size(); ++d) steps += add_steps(indices[d], strides[d], false, sum);
  return signed_offset(sum, steps);
}

/// A narrow offset modulo 2^32 and its steps as a signed number.
std::string CExpressions::signed_offset(const std::string& sum, const std::string& steps) {
  if (sum.empty()) return steps.starts_with(" + ") ? steps.substr(3) : "0" + steps;
  // Of a counter alone the compiler sees best how it goes on as it is.
  const bool one_name = sum.starts_with("(u32)") && sum.find(' ') == std::string::npos;
  if (one_name) return steps.empty() ? sum : "(i32)" + sum.substr(5) + steps;
  return "(i32)(" + sum + ")" + steps;
}

/// The counters of the items fall away; a thread's items follow each other, and its elements of a matrix lie last.
std::string CExpressions::register_offset(const kernel::RegisterPlan& plan, ArrayId array,
                                          const std::vector<ExprId>& indices) {
  const Array& target = function_[array];
  const bool fragment = plan.role != kernel::FragmentRole::None;
  const size_t end = indices.size() - (fragment ? 2 : 0);
  int64_t stride = fragment ? plan.lane_elements() : 1;
  std::string sum = fragment ? element_ : "";
  const auto add = [&](const std::string& term) { sum = sum.empty() ? term : term + " + " + sum; };
  for (size_t d = end; d-- > plan.depth;) {
    const Strength wanted = stride == 1 ? Strength::Sum : Strength::Product;
    add(modular(indices[d], 32, wanted) + (stride == 1 ? "" : " * " + std::to_string(stride) + "u"));
    stride *= target.extents[d];
  }
  if (plan.parts > 1) add(part_ + (stride == 1 ? "" : " * " + std::to_string(stride) + "u"));
  return sum.empty() ? "0" : sum;
}

std::string CExpressions::offset(ArrayId array, const std::vector<ExprId>& indices) {
  if (plan_ != nullptr) {
    const auto own = plan_->registers.find(array);
    if (own != plan_->registers.end()) return register_offset(own->second, array, indices);
  }
  if (!function_[array].extents.empty()) return local_offset(array, indices);
  const auto known = std::find_if(kernel_.arrays.begin(), kernel_.arrays.end(),
                                  [&](const kernel::KernelArray& a) { return a.array == array; });
  const auto number = static_cast<size_t>(known - kernel_.arrays.begin());
  const int unit = layout_.unit_dimension[number];
  const int bits = layout_.narrow_offsets ? 32 : 64;
  const auto rank = static_cast<size_t>(function_[array].rank);
  std::string sum;
  std::string steps;
  const auto add = [&](const std::string& term) { sum += (sum.empty() ? "" : " + ") + term; };
  size_t remainder = rank;
  for (size_t d = 0; d < rank; ++d) {
    const bool is_unit = static_cast<int>(d) == unit;
    const std::optional<Stepped> apart = layout_.narrow_offsets && !is_unit ? stepped(indices[d]) : std::nullopt;
    if (is_unit && layout_.narrow_offsets) {
      steps += add_steps(indices[d], 1, true, sum);
    } else if (apart) {
      const std::string stride = names_.of(array) + "_s" + std::to_string(d);
      std::string rest;
      for (ExprId term : apart->rest) rest += (rest.empty() ? "" : " + ") + modular(term, bits, Strength::Sum);
      add((apart->rest.size() == 1 ? modular(apart->rest[0], bits, Strength::Product) : "(" + rest + ")") + " * " + stride);
      steps += " + " + value(apart->counter, Strength::Atom) + " * (i32)" + stride;
    } else {
      const std::string index = modular(indices[d], bits, is_unit ? Strength::Sum : Strength::Product);
      add(is_unit ? index : index + " * " + names_.of(array) + "_s" + std::to_string(d));
    }
    if (layout_.has_remainders(number, d))
      add(modular(indices[remainder++], bits, Strength::Product) + " * " + names_.of(array) + "_r" + std::to_string(d));
  }
  if (!layout_.narrow_offsets) return sum.empty() ? "0" : "(i64)(" + sum + ")";
  return signed_offset(sum, steps);
}

/// Integers that the compiler knows once the loops of these counters are unrolled.
bool CExpressions::is_fixed(ExprId id, const std::set<VarId>& counters) const {
  const ExprNode& node = function_[id].node;
  if (const auto* read = std::get_if<Read>(&node)) return counters.contains(read->variable);
  if (const auto* part = std::get_if<Binary>(&node)) return is_fixed(part->left, counters) && is_fixed(part->right, counters);
  return std::holds_alternative<Const>(node);
}

/// A sum of which such a counter is a term. The address of an element keeps the counter apart, so that the sum needs no name.
bool CExpressions::is_stepped(ExprId id) const {
  const ExprNode& node = function_[id].node;
  const auto* read = std::get_if<Read>(&node);
  if (read != nullptr) return written_out_.contains(read->variable);
  const auto* sum = std::get_if<Binary>(&node);
  return sum != nullptr && (sum->op == BinaryOp::Add || sum->op == BinaryOp::Subtract) &&
         (is_stepped(sum->left) || is_stepped(sum->right));
}

/// Never negative, as the terms say: counters go up from 0.
bool CExpressions::is_natural(ExprId id) const {
  const ExprNode& node = function_[id].node;
  if (const auto* read = std::get_if<Read>(&node)) return counters_.contains(read->variable);
  if (const auto* constant = std::get_if<Const>(&node)) return constant->value.integer >= 0;
  const auto* part = std::get_if<Binary>(&node);
  return part != nullptr && (part->op == BinaryOp::Add || part->op == BinaryOp::Multiply) && is_natural(part->left) &&
         is_natural(part->right);
}

/// A subscript that is such a counter and a sum of other terms, none of which is negative: an element of another row, the stride
/// times the counter ahead of one that has a narrow offset, too.
std::optional<CExpressions::Stepped> CExpressions::stepped(ExprId subscript) const {
  Stepped found;
  bool fits = true;
  const std::function<void(ExprId)> split = [&](ExprId id) {
    const ExprNode& node = function_[id].node;
    const auto* sum = std::get_if<Binary>(&node);
    if (sum != nullptr && sum->op == BinaryOp::Add && is_stepped(id)) {
      split(sum->left);
      return split(sum->right);
    }
    if (!is_stepped(id)) return found.rest.push_back(id);
    fits &= !found.counter.valid() && std::holds_alternative<Read>(node);
    found.counter = id;
  };
  split(subscript);
  for (ExprId term : found.rest) fits &= is_natural(term);
  return fits && found.counter.valid() && !found.rest.empty() ? std::optional(found) : std::nullopt;
}

/// offset() keeps counters of this subscript apart.
bool CExpressions::is_split(const Load& load, size_t d) const {
  if (!layout_.narrow_offsets || !function_[load.array].extents.empty()) return false;
  const auto known = std::find_if(kernel_.arrays.begin(), kernel_.arrays.end(),
                                  [&](const kernel::KernelArray& a) { return a.array == load.array; });
  if (known == kernel_.arrays.end() || d >= static_cast<size_t>(function_[load.array].rank)) return false;
  const int unit = layout_.unit_dimension[static_cast<size_t>(known - kernel_.arrays.begin())];
  return static_cast<int>(d) == unit ? is_stepped(load.indices[d]) : stepped(load.indices[d]).has_value();
}

/// Adds a subscript times `stride` to `sum`, less its steps, which it returns: constants and what counters of unrolled
/// loops give; `far`: those of short ones as well, of an array in global memory. Elements a few steps apart then have one
/// address, and the steps stand in the instructions: signed numbers tell the compiler that narrow offsets do not overflow.
std::string CExpressions::add_steps(ExprId index, int64_t stride, bool far, std::string& sum) {
  const std::set<VarId>& fixed = far ? written_out_ : unrolled_;
  std::string counters;
  int64_t step = 0;
  const std::function<void(ExprId, bool)> split = [&](ExprId id, bool minus) {
    const ExprNode& node = function_[id].node;
    const bool shared = shared_.contains(id) && !(far && is_stepped(id));
    const auto* part = std::get_if<Binary>(&node);
    if (part != nullptr && (part->op == BinaryOp::Add || part->op == BinaryOp::Subtract) && !shared) {
      split(part->left, minus);
      return split(part->right, minus != (part->op == BinaryOp::Subtract));
    }
    const auto* constant = std::get_if<Const>(&node);
    if (constant != nullptr && std::abs(constant->value.integer) <= kMostSteps / stride)
      return void(step += (minus ? -constant->value.integer : constant->value.integer) * stride);
    const auto* factor = part != nullptr && part->op == BinaryOp::Multiply && !shared
                             ? std::get_if<Const>(&function_[part->right].node)
                             : nullptr;
    const ExprId one = factor != nullptr ? part->left : id;
    const int64_t times = factor != nullptr ? factor->value.integer : 1;
    const auto step_by = [&](const std::string& value, int64_t steps) {
      counters += (minus ? " - (i32)" : " + (i32)") + value + (steps == 1 ? "" : " * " + std::to_string(steps));
    };
    const bool small = std::abs(times) <= kMostSteps / stride;
    if (constant == nullptr && is_fixed(id, fixed) && small) return step_by(value(one, Strength::Atom), times * stride);
    const std::string sign = minus ? (sum.empty() ? "0u - " : " - ") : (sum.empty() ? "" : " + ");
    const auto* read = std::get_if<Read>(&function_[one].node);
    const auto items = read != nullptr ? of_items_.find(read->variable) : of_items_.end();
    if (items != of_items_.end() && small && times > 0) {
      const auto& [base, item, steps] = items->second;
      sum += sign + base + (times * stride == 1 ? "" : " * " + std::to_string(times * stride) + "u");
      return step_by(item, steps * times * stride);
    }
    sum += sign + modular(id, 32, Strength::Product) + (stride == 1 ? "" : " * " + std::to_string(stride) + "u");
  };
  split(index, false);
  if (step != 0) counters += (step < 0 ? " - " : " + ") + std::to_string(std::abs(step));
  return counters;
}

}  // namespace unpython::codegen
