// Lists that loops fill, and arrays that are taken apart by x, y = a.
#include "frontend/lower/lowerer.h"
#include "frontend/types/alternatives.h"

namespace unpython::frontend {

Value ArrayCode::item_view(const Value& array, const Indices& numbers) {
  const SubscriptPlan plan =
      plan_subscripts(std::vector<Type>(numbers.size(), weak(ScalarType::Int64)), array.type.rank);
  std::vector<AxisValue> parts;
  for (const ir::ExprId number : numbers) parts.push_back({number, {}, {}});
  for (auto axis = numbers.size(); axis < static_cast<size_t>(array.type.rank); ++axis)
    parts.push_back({build_.int64(0), build_.int64(1), extent_of(array, axis)});
  return select_view(array, plan, parts);
}

Value ArrayCode::item_at(const Value& array, const Indices& numbers) {
  const SubscriptPlan plan =
      plan_subscripts(std::vector<Type>(numbers.size(), weak(ScalarType::Int64)), array.type.rank);
  return load_if_element(item_view(array, numbers), subscripted(array.type, plan));
}

/// Memory for all items; where they are arrays, the first of them says how much.
Value Lowerer::new_list(const resolved::NewList& node, const Type& type) {
  auto memory = std::make_shared<ComputedArray>();
  for (const Value& count : values(node.counts))
    memory->extents.push_back(cast(as_integer(count).expr, ScalarType::Int64));
  memory->extents.resize(static_cast<size_t>(type.rank), build_.int64(0));
  memory->element = [this, scalar = type.scalar](const Indices&) { return build_.number(scalar, 0); };
  memory->is_empty = true;
  const Type& item = types_.of(node.item);
  if (node.only_elements && item.is_either() && !has_one_scalar(item)) {
    memory->holds_numpy = build_.variable(unique_name("numpy"), ScalarType::Bool);
    emit(build_.assign(memory->holds_numpy, build_.boolean(false)));
  }
  Value list{.type = type};
  list.computed = std::move(memory);
  return list;
}

Value Lowerer::list_of(const resolved::ListOf& node, const Type& type, const SourceRange& range) {
  if (node.value.valid()) {
    const Value value = compressed(expr(node.value));
    if (value.type.is_array() || !value.elements.empty()) {
      Value list = value.type.is_array() ? convert_elements(value, type.scalar, range)
                                         : from_values(value, type, range);
      list.type.lists = type.lists;
      list.type.weak = type.weak;
      return list;
    }
  }
  Value list = computed(type, {build_.int64(0)},
                        [this, scalar = type.scalar](const Indices&) { return build_.number(scalar, 0); });
  list.computed = [&] {
    auto nothing = std::make_shared<ComputedArray>(*list.computed);
    nothing->is_empty = true;
    return nothing;
  }();
  return list;
}

void Lowerer::append(const resolved::Append& node, const SourceRange& range) {
  const std::vector<Value> parts = values({node.list, node.item});
  const Value& list = parts[0];
  const ir::ExprId item = hold(as_type(parts[1], item_of_list(list.type)).expr);
  resize(list, build_.add(extent_of(list, 0), build_.int64(1)), range);
  emit(build_.store(list.base, {build_.sub(extent_of(list, 0), build_.int64(1))}, item, range));
}

void Lowerer::truncate(const resolved::Truncate& node, const SourceRange& range) {
  const std::vector<Value> parts = values({node.list, node.length});
  const ir::ExprId length = hold(extent_of(parts[0], 0));
  const ir::ExprId wanted = hold(cast(as_integer(parts[1]).expr, ScalarType::Int64));
  const ir::ExprId from_end = build_.max(build_.add(wanted, length), build_.int64(0));
  resize(parts[0], hold(build_.select(less_than(wanted, 0), from_end, build_.min(wanted, length))), range);
}

/// list += more, which may be the list itself, or a part of it: where that lies depends on the length before.
void Lowerer::extend_list(const Value& list, const Value& given, const SourceRange& range) {
  const Value more = given.computed || given.base == list.base ? materialize(given, range) : given;
  const ir::ExprId length = hold(extent_of(list, 0));
  const ir::ExprId count = hold(extent_of(more, 0));
  resize(list, build_.add(length, count), range);
  nest({count}, true, range, [&](const Indices& at) {
    const ir::ExprId item = cast(element_at(more, at), list.type.scalar);
    emit(build_.store(list.base, {build_.add(length, at[0])}, item, range));
  });
}

void Lowerer::set_item(const resolved::SetItem& node, const SourceRange& range) {
  std::vector<resolved::ExprId> ids = node.numbers;
  ids.push_back(node.item);
  std::vector<Value> parts = values(ids);
  Value item = std::move(parts.back());
  parts.pop_back();
  const Value list = expr(node.list);
  Indices at;
  for (const Value& number : parts) at.push_back(cast(number.expr, ScalarType::Int64));
  if (item.type.is_either() && !node.only_elements) item = numpy_value(item, range);
  if (item.type.is_number()) {
    if (const auto holds = holds_numpy_.find(list.base);
        holds != holds_numpy_.end() && item.type.is_either()) {
      const auto numpy = static_cast<size_t>(alternative_number(item.type, *numpy_alternative(item.type)));
      emit(
          build_.assign(holds->second, build_.logical_or(build_.read(holds->second), has_type(item, numpy))));
    }
    emit(build_.store(list.base, at, as_type(item, weak(list.type.scalar)).expr, range));
    return;
  }
  item = compressed(item);
  const std::vector<ir::ExprId> own = extents_of(item);
  ir::ExprId is_first = build_.boolean(true);
  for (const ir::ExprId number : at)
    is_first = build_.logical_and(is_first, build_.compare(ir::CompareOp::Equal, number, build_.int64(0)));
  Branch first = separately([&] {
    std::vector<ir::ExprId> extents = extents_of(list);
    std::copy(own.begin(), own.end(), extents.begin() + static_cast<std::ptrdiff_t>(at.size()));
    emit(ir::Allocate{list.base, note_extents(list.base, extents, range)}, range);
    return Value{};
  });
  emit(build_.if_then(is_first, std::move(first.block), {}, range));
  const Value target = item_view(list, at);
  for (size_t axis = 0; axis < own.size(); ++axis)
    raise_if(build_.compare(ir::CompareOp::NotEqual, own[axis], extent_of(target, axis)),
             ir::ErrorKind::Refused, "the items of this list must have one shape here", range);
  fill(target, extents_of(target), item, true, range);
}

/// NumPy makes a float64 array of one dimension of an empty list, whatever it would have held.
void ArrayCode::check_no_empty_list(const Value& list, bool has_dtype, const SourceRange& range) {
  const bool same_type = has_dtype || list.type.scalar == ScalarType::Float64;
  if (list.type.rank == 1 && same_type) return;
  ir::ExprId empty = is_zero(extent_of(list, 0));
  for (size_t axis = 1; axis < static_cast<size_t>(list.type.rank) && !same_type; ++axis)
    empty = build_.logical_or(empty, is_zero(extent_of(list, axis)));
  raise_if(empty, ir::ErrorKind::Refused,
           "an array of an empty list has another type or other dimensions in NumPy than here", range);
}

/// NumPy gives an array of Python's numbers alone another type.
void Lowerer::check_holds_numpy(const Value& list, const SourceRange& range) {
  for (const Value& element : list.elements) check_holds_numpy(element, range);
  const auto holds = holds_numpy_.find(list.base);
  if (!list.type.is_list_of_items() || holds == holds_numpy_.end()) return;
  ir::ExprId none = build_.logical_not(build_.read(holds->second));
  for (size_t axis = 0; axis < static_cast<size_t>(list.type.rank); ++axis)
    none = build_.logical_and(none, build_.logical_not(is_zero(extent_of(list, axis))));
  raise_if(none, ir::ErrorKind::Refused,
           "all items of this list are Python's own here, not " + describe(strong(list.type.scalar)) +
               ": the array has another type in NumPy",
           range);
}

/// x, y = a: all items are taken before one is stored.
void Lowerer::unpack(const std::vector<resolved::Target>& targets, const Value& given,
                     const SourceRange& range) {
  const Value array = given.computed ? materialize(given, range) : given;
  const ir::ExprId extent = extent_of(array, 0);
  const ir::ExprId count = build_.int64(static_cast<int64_t>(targets.size()));
  const std::string expected = "(expected " + std::to_string(targets.size());
  raise_if(build_.compare(ir::CompareOp::Less, extent, count), ir::ErrorKind::ValueError,
           "not enough values to unpack " + expected + ", got {0})", range, {extent});
  raise_if(build_.compare(ir::CompareOp::Greater, extent, count), ir::ErrorKind::ValueError,
           "too many values to unpack " + expected + ")", range);
  std::vector<Value> items;
  for (size_t i = 0; i < targets.size(); ++i)
    items.push_back(hold_if_mutable(item_at(array, {build_.int64(static_cast<int64_t>(i))}), false));
  for (size_t i = 0; i < targets.size(); ++i) assign_to(targets[i], items[i]);
}

}  // namespace unpython::frontend
