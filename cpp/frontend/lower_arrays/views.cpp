// Views: how an index of a view becomes an index of its base. Nothing here touches memory.
#include <algorithm>

#include "frontend/lower_arrays/array_code.h"

namespace unpython::frontend {

Value ArrayCode::whole(ir::ArrayId array, int argument) {
  Value value;
  value.type = whole_array(out_[array].type, out_[array].rank, argument);
  value.base = array;
  value.axes.resize(value.type.axes.size());
  return value;
}

ir::ExprId ArrayCode::extent_of(const Value& array, size_t axis) {
  if (array.computed && array.computed->mask) return selected_extents(array, {})[axis];
  if (array.computed) return array.computed->extents[axis];
  const Axis& seen = array.type.axes[axis];
  if (!seen.whole) return array.axes[axis].extent;
  if (seen.dimension < 0) return build_.int64(1);
  const auto known = local_extents_.find(array.base);
  return known == local_extents_.end() ? build_.extent(array.base, seen.dimension)
                                       : known->second[static_cast<size_t>(seen.dimension)];
}

std::vector<ir::ExprId> ArrayCode::extents_of(const Value& array) {
  if (array.computed && array.computed->mask) return selected_extents(array, {});
  std::vector<ir::ExprId> extents;
  for (size_t axis = 0; axis < static_cast<size_t>(array.type.rank); ++axis)
    extents.push_back(extent_of(array, axis));
  return extents;
}

Indices ArrayCode::place(const Value& view, const Indices& indices) {
  Indices result(static_cast<size_t>(view.type.base_rank));
  const std::vector<int> given = subscripted_dimensions(view.type);
  for (size_t i = 0; i < given.size(); ++i) result[static_cast<size_t>(given[i])] = view.fixed[i];
  for (size_t axis = 0; axis < indices.size(); ++axis) {
    const Axis& seen = view.type.axes[axis];
    if (seen.dimension < 0) continue;
    const AxisValue& value = view.axes[axis];
    result[static_cast<size_t>(seen.dimension)] =
        seen.whole ? indices[axis] : build_.add(build_.mul(indices[axis], value.step), value.start);
  }
  return result;
}

ir::ExprId ArrayCode::element_at(const Value& array, const Indices& indices) {
  if (array.computed && array.computed->mask)
    throw InternalError("lowering", "an element of a selection that is not compressed");
  return array.computed ? array.computed->element(indices) : build_.load(array.base, place(array, indices));
}

Value ArrayCode::permuted(const Value& array, const std::vector<int>& order) {
  Value result = array;
  if (array.origins) result = seen(std::move(result), array, permuted_step(order, extents_of(array)));
  if (!array.computed) {
    for (size_t i = 0; i < order.size(); ++i) {
      result.type.axes[i] = array.type.axes[static_cast<size_t>(order[i])];
      result.axes[i] = array.axes[static_cast<size_t>(order[i])];
    }
    return result;
  }
  auto turned = std::make_shared<ComputedArray>(*array.computed);
  for (size_t i = 0; i < order.size(); ++i)
    turned->extents[i] = array.computed->extents[static_cast<size_t>(order[i])];
  for (ReadView& read : turned->reads) read.at_same_indices = false;
  turned->element = [inner = array.computed, order](const Indices& indices) {
    Indices at(indices.size());
    for (size_t i = 0; i < order.size(); ++i) at[static_cast<size_t>(order[i])] = indices[i];
    return inner->element(at);
  };
  if (array.computed->store_all) {
    std::vector<int> back(order.size());
    for (size_t i = 0; i < order.size(); ++i) back[static_cast<size_t>(order[i])] = static_cast<int>(i);
    turned->store_all = [this, inner = array.computed, back](const Value& target, bool independent) {
      inner->store_all(permuted(target, back), independent);
    };
  }
  result.computed = std::move(turned);
  return result;
}

/// A view of a view: each part of the plan against the axis it takes.
Value ArrayCode::select_view(const Value& array, const SubscriptPlan& plan,
                             const std::vector<AxisValue>& parts) {
  Value result;
  result.type = selected(array.type, plan);
  result.base = array.base;
  Indices by_dimension(static_cast<size_t>(array.type.base_rank));
  const std::vector<int> given = subscripted_dimensions(array.type);
  for (size_t i = 0; i < given.size(); ++i) by_dimension[static_cast<size_t>(given[i])] = array.fixed[i];
  size_t axis = 0;
  for (size_t i = 0; i < plan.parts.size(); ++i) {
    const AxisValue& part = parts[i];
    if (plan.parts[i].kind == SubscriptPart::Kind::NewAxis) {
      result.axes.emplace_back();
      continue;
    }
    const Axis& seen = array.type.axes[axis];
    const AxisValue& outer = array.axes[axis++];
    const auto through = [&](ir::ExprId index) {
      return seen.whole ? index : build_.add(build_.mul(index, outer.step), outer.start);
    };
    if (plan.parts[i].kind == SubscriptPart::Kind::Index) {
      if (seen.dimension >= 0) by_dimension[static_cast<size_t>(seen.dimension)] = through(part.start);
    } else if (plan.parts[i].kind == SubscriptPart::Kind::Whole) {
      result.axes.push_back(outer);
    } else {
      const ir::ExprId step = seen.whole ? part.step : build_.mul(part.step, outer.step);
      result.axes.push_back({through(part.start), step, part.extent});
    }
  }
  for (const int dimension : subscripted_dimensions(result.type))
    result.fixed.push_back(by_dimension[static_cast<size_t>(dimension)]);
  return array.origins ? seen(std::move(result), array, select_step(plan, parts)) : result;
}

Value ArrayCode::select_computed(const Value& array, const SubscriptPlan& plan,
                                 std::vector<AxisValue> parts) {
  Value result;
  result.type = selected(array.type, plan);
  auto computed = std::make_shared<ComputedArray>();
  computed->reads = array.computed->reads;
  computed->is_nest = array.computed->is_nest;
  for (ReadView& read : computed->reads) read.at_same_indices = false;
  for (size_t i = 0; i < parts.size(); ++i)
    if (plan.parts[i].kind != SubscriptPart::Kind::Index) computed->extents.push_back(parts[i].extent);
  if (array.origins) result = seen(std::move(result), array, select_step(plan, parts));
  computed->element = [this, inner = array.computed, kinds = plan.parts,
                       parts = std::move(parts)](const Indices& indices) {
    Indices at;
    size_t next = 0;
    for (size_t i = 0; i < parts.size(); ++i) {
      if (kinds[i].kind == SubscriptPart::Kind::Index) {
        at.push_back(parts[i].start);
        continue;
      }
      const ir::ExprId index = indices[next++];
      if (kinds[i].kind != SubscriptPart::Kind::NewAxis)
        at.push_back(build_.add(build_.mul(index, parts[i].step), parts[i].start));
    }
    return inner->element(at);
  };
  result.computed = std::move(computed);
  return result;
}

}  // namespace unpython::frontend
