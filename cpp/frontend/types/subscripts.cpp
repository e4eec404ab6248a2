#include "frontend/types/subscripts.h"

#include <algorithm>

namespace unpython::frontend {

namespace {

using Kind = SubscriptPart::Kind;

bool is_integer_index(const Type& type) { return type.is_scalar() && is_integer(type.scalar); }

bool takes_dimension(const Type& type) {
  return !type.is(Type::Kind::None) && !type.is(Type::Kind::Ellipsis);
}

}  // namespace

bool is_full_slice(const Type& slice) {
  const auto absent = [&](size_t i) { return slice.elements[i].is(Type::Kind::None); };
  return absent(0) && absent(1) && (absent(2) || known_integer(slice.elements[2]) == 1);
}

SubscriptPlan plan_subscripts(const std::vector<Type>& subscripts, int rank) {
  SubscriptPlan plan;
  const auto taken = static_cast<int>(std::count_if(subscripts.begin(), subscripts.end(), takes_dimension));
  const auto whole = [&](int count) { plan.parts.insert(plan.parts.end(), static_cast<size_t>(count), {}); };
  const auto fail = [&](std::string problem, size_t position) {
    plan.problem = std::move(problem);
    plan.problem_position = static_cast<int>(position);
    return plan;
  };
  if (taken > rank) {
    plan.problem = "too many subscripts: " + std::to_string(taken);
    return plan;
  }
  for (size_t i = 0; i < subscripts.size(); ++i) {
    const Type& type = subscripts[i];
    const auto position = static_cast<int>(i);
    if (is_integer_index(type)) {
      plan.parts.push_back({Kind::Index, position});
    } else if (type.is(Type::Kind::Slice)) {
      plan.parts.push_back({is_full_slice(type) ? Kind::Whole : Kind::Slice, position});
    } else if (type.is(Type::Kind::None)) {
      plan.parts.push_back({Kind::NewAxis, position});
    } else if (type.is(Type::Kind::Ellipsis)) {
      if (plan.keeps_array) return fail("a subscript can only have a single ellipsis ('...')", i);
      plan.keeps_array = true;
      whole(rank - taken);
    } else {
      return fail("a subscript must be an integer, found " + describe(type), i);
    }
  }
  if (!plan.keeps_array) whole(rank - taken);
  return plan;
}

Type selected(const Type& array, const SubscriptPlan& plan) {
  Type result = array;
  if (array.is_view()) result.maker = kSomeView;
  result.axes.clear();
  result.rank = 0;
  const bool takes_item = !plan.parts.empty() && plan.parts.front().kind == Kind::Index;
  result.lists -= takes_item && array.lists > 0 ? 1 : 0;
  size_t next = 0;
  for (const SubscriptPart& part : plan.parts) {
    if (part.kind == Kind::NewAxis) {
      result.axes.push_back({});
    } else if (const size_t axis = next++; part.kind != Kind::Index && array.is_view()) {
      result.axes.push_back(array.axes[axis]);
      Axis& kept = result.axes.back();
      kept.whole = kept.whole && part.kind == Kind::Whole;
    }
    result.rank += part.kind == Kind::Index ? 0 : 1;
  }
  if (!array.is_view()) result.axes.clear();
  return result;
}

Type subscripted(const Type& array, const SubscriptPlan& plan) {
  const Type result = selected(array, plan);
  const bool is_element = result.rank == 0 && !(plan.keeps_array && array.is_view());
  if (is_element) return array.lists > 0 && array.weak ? weak(array.scalar) : strong(array.scalar);
  return result;
}

}  // namespace unpython::frontend
