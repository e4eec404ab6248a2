#include "frontend/types/advanced_subscripts.h"

#include <algorithm>

namespace unpython::frontend {

namespace {

bool is_mask(const Type& type) { return type.is_array() && type.scalar == ScalarType::Bool; }

bool is_integer_scalar(const Type& type) { return type.is_scalar() && is_integer(type.scalar); }

Type full_slice() {
  Type type;
  type.kind = Type::Kind::Slice;
  type.elements.assign(3, none_type());
  return type;
}

/// Whether nothing stands between the first and the last subscript that is an array or, beside arrays, an
/// integer.
bool stand_together(const std::vector<Type>& subscripts) {
  const auto selects = [](const Type& type) { return is_advanced(type) || is_integer_scalar(type); };
  const auto first = std::find_if(subscripts.begin(), subscripts.end(), selects);
  const auto last = std::find_if(subscripts.rbegin(), subscripts.rend(), selects).base();
  return std::all_of(first, last, selects);
}

}  // namespace

bool is_tuple_subscript(const std::vector<Type>& subscripts) {
  return subscripts.size() == 1 && subscripts[0].is_tuple() && !subscripts[0].is_list;
}

bool is_advanced(const Type& subscript) { return subscript.is_array(); }

bool any_advanced(const std::vector<Type>& subscripts) {
  return std::any_of(subscripts.begin(), subscripts.end(), is_advanced);
}

AdvancedPlan plan_advanced(const std::vector<Type>& subscripts, int rank) {
  AdvancedPlan plan;
  for (size_t i = 0; i < subscripts.size(); ++i) {
    const Type& type = subscripts[i];
    const auto position = static_cast<int>(i);
    if (!is_advanced(type)) {
      plan.basic.push_back(type);
      plan.sources.push_back(position);
      continue;
    }
    if (type.rank == 0 || (!is_mask(type) && !is_integer(type.scalar))) {
      plan.problem =
          "a subscript must be an integer or an array of integers or bools, found " + describe(type);
      plan.problem_position = position;
      return plan;
    }
    plan.parts.push_back({position, 0, is_mask(type) ? type.rank : 1});
    plan.basic.insert(plan.basic.end(), static_cast<size_t>(plan.parts.back().taken), full_slice());
    plan.sources.insert(plan.sources.end(), static_cast<size_t>(plan.parts.back().taken), -1);
    plan.selected = std::max(plan.selected, is_mask(type) ? 1 : type.rank);
  }
  const SubscriptPlan basic = plan_subscripts(plan.basic, rank);
  if (!basic.problem.empty()) {
    plan.problem = basic.problem;
    plan.problem_position =
        basic.problem_position < 0 ? -1 : plan.sources[static_cast<size_t>(basic.problem_position)];
    return plan;
  }
  // The axes that the basic subscripts leave, in order: those of the arrays are full slices with source -1.
  int axis = 0;
  size_t part = 0;
  int left = 0;
  bool seen_selecting = false;
  for (const SubscriptPart& piece : basic.parts) {
    const int source =
        piece.position < 0 ? piece.position : plan.sources[static_cast<size_t>(piece.position)];
    const bool of_array = piece.position >= 0 && source < 0;
    if (piece.kind == SubscriptPart::Kind::Index || of_array) {
      if (!seen_selecting) plan.front = axis;
      seen_selecting = true;
    }
    if (piece.kind == SubscriptPart::Kind::Index) continue;
    if (of_array) {
      if (left == 0) {
        plan.parts[part].axis = axis;
        left = plan.parts[part].taken;
      }
      if (--left == 0) ++part;
    }
    ++axis;
  }
  if (!stand_together(subscripts)) plan.front = 0;
  int taken = 0;
  for (const AdvancedPart& p : plan.parts) taken += p.taken;
  plan.rank = axis - taken + plan.selected;
  const AdvancedPart& first = plan.parts.front();
  plan.is_mask = plan.parts.size() == 1 && first.axis == 0 && plan.front == 0 &&
                 is_mask(subscripts[static_cast<size_t>(first.position)]);
  return plan;
}

}  // namespace unpython::frontend
