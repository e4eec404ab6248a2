// Subscripts: bounds checks, Python's negative subscripts, elements, views, stores, read-only arrays.
#include <algorithm>
#include <map>

#include "frontend/lower/lowerer.h"
#include "frontend/types/tuple_slices.h"
#include "ir/rewrite.h"

namespace unpython::frontend {

using resolved::ExprId;

namespace {

/// Added to a counter, a constant up to here cannot wrap round to a valid negative subscript.
constexpr int64_t kLargestOffset = int64_t{1} << 32;

std::vector<Type> types_of(const std::vector<Value>& values) {
  std::vector<Type> types;
  for (const Value& value : values) types.push_back(value.type);
  return types;
}

/// What NumPy says where the array is read-only that a function of its own stores to; null: as of any store.
const char* read_only_text(const std::string* library) {
  static const std::map<std::string_view, const char*> texts{{"put", "put: output array is read-only"},
                                                             {"place", "WRITEBACKIFCOPY base is read-only"},
                                                             {"putmask", "putmask: output array is read-only"},
                                                             {"fill_diagonal", "underlying array is read-only"},
                                                             {"sort", "sort array is read-only"},
                                                             {"shuffle", "array is read-only"}};
  const auto found = library == nullptr ? texts.end() : texts.find(*library);
  return found == texts.end() ? "assignment destination is read-only" : found->second;
}

}  // namespace

Value Lowerer::subscript(const resolved::Subscript& node, const Type& item, const SourceRange& range) {
  std::vector<ExprId> all{node.value};
  all.insert(all.end(), node.indices.begin(), node.indices.end());
  std::vector<Value> parts = values(all);
  for (size_t i = 1; i < parts.size(); ++i) parts[i] = as_integer(parts[i]);
  const Value base = compressed(parts.front());
  for (const Value& element : base.elements) (void)after_raising(element, range);  // not all of them may be taken
  parts.erase(parts.begin());
  std::vector<ExprId> ids = node.indices;
  if (base.type.is_array()) spread_tuple(ids, parts);
  if (base.type.is_array() && any_advanced(types_of(parts)))
    return read_picked(pick(after_raising(base, range), ids, parts, range), range);
  if (!base.type.is_tuple()) {
    const Type type = subscripted(base.type, plan_subscripts(types_of(parts), base.type.rank));
    Value part = load_if_element(select(base, ids, parts, range), type);
    const bool is_new_list = base.type.is_list_of_items() && type.rank == base.type.rank;  // x[i] of a list of lists is that list
    part.is_copy = base.is_copy || (is_new_list && changed_.contains(base.type.local));
    return part;
  }
  if (const auto items = sliced_items(types_.of(node.indices[0]), base.elements.size())) {
    Value part = base;
    part.type = item;
    part.elements.clear();
    for (const size_t number : *items) part.elements.push_back(base.elements[number]);
    return part;
  }
  if (!known_integer(parts[0].type)) return chosen_element(base, parts[0], item, range);
  const int64_t index = known_integer(parts[0].type).value_or(0);
  const auto count = static_cast<int64_t>(base.elements.size());
  return base.elements[static_cast<size_t>(index < 0 ? index + count : index)];
}

/// The elements of a tuple that is the only subscript are the subscripts.
void ArrayCode::spread_tuple(std::vector<ExprId>& ids, std::vector<Value>& indices) {
  if (!is_tuple_subscript(types_of(indices))) return;
  indices = std::vector<Value>(indices[0].elements);
  ids.assign(indices.size(), ids[0]);
}

/// An element of a tuple whose position is only known at run time.
Value ArrayCode::chosen_element(const Value& tuple, const Value& index, const Type& item,
                                const SourceRange& range) {
  const ir::ExprId given = once(to_python_int(index, range));
  const ir::ExprId count = build_.int64(static_cast<int64_t>(tuple.elements.size()));
  const ir::ExprId at = once(build_.select(less_than(given, 0), build_.add(given, count), given));
  raise_if(build_.logical_or(less_than(at, 0), build_.compare(ir::CompareOp::GreaterEqual, at, count)),
           ir::ErrorKind::IndexError,
           tuple.type.is_list ? "list index out of range" : "tuple index out of range", range);
  return element_number(tuple.elements, at, item);
}

/// One of several values of a type, by a number that is in range.
Value ArrayCode::element_number(const std::vector<Value>& values, ir::ExprId number, const Type& type) {
  Value result = as_type(values.back(), type);
  if (type.is_either()) {
    for (size_t i = values.size() - 1; i-- > 0;) {
      Branch here;
      here.value = as_type(values[i], type);
      Branch other;
      other.value = result;
      result = choose_one(build_.compare(ir::CompareOp::Equal, number, build_.int64(static_cast<int64_t>(i))),
                          std::move(here), std::move(other), type, {});
    }
    return result;
  }
  for (size_t part = 0; part < type.elements.size(); ++part) {
    std::vector<Value> parts;
    for (const Value& value : values) parts.push_back(value.elements[part]);
    result.elements[part] = element_number(parts, number, type.elements[part]);
  }
  if (!type.is_scalar()) return result;
  std::vector<ir::ExprId> scalars;
  for (const Value& value : values) scalars.push_back(as_type(value, type).expr);
  const ir::ArrayId table = table_of(scalars);
  result.expr = table.valid() ? hold(build_.load(table, {number})) : one_of(scalars, number, 0);
  return result;
}

/// One of several scalars, whose numbers start at `first`: of few by equality, of more by halves, so that the
/// expression is as deep as the logarithm of their number.
ir::ExprId ArrayCode::one_of(std::span<const ir::ExprId> scalars, ir::ExprId number, int64_t first) {
  constexpr size_t kFew = 16;
  if (scalars.size() > kFew) {
    const size_t half = scalars.size() / 2;
    const int64_t middle = first + static_cast<int64_t>(half);
    const ir::ExprId low = one_of(scalars.first(half), number, first);
    return build_.select(less_than(number, middle), low, one_of(scalars.subspan(half), number, middle));
  }
  ir::ExprId result = scalars.back();
  for (size_t i = scalars.size() - 1; i-- > 0;) {
    const ir::ExprId here =
        build_.compare(ir::CompareOp::Equal, number, build_.int64(first + static_cast<int64_t>(i)));
    result = build_.select(here, scalars[i], result);
  }
  return result;
}

Value ArrayCode::load_if_element(Value selected, const Type& type) {
  return type.is_scalar() ? scalar(type, element_at(selected, {})) : std::move(selected);
}

bool Lowerer::is_never_negative(ExprId id) const {
  if (const auto value = known_integer(types_.of(id))) return *value >= 0;
  if (std::holds_alternative<resolved::ReadLocal>(f_[id].node))
    return never_negative_.contains(webs_.web(id));
  const auto* sum = std::get_if<resolved::Binary>(&f_[id].node);
  if (!sum || sum->op != syntax::BinaryOperator::Add) return false;
  const auto is_offset = [&](ExprId part) {
    const auto value = known_integer(types_.of(part));
    return value && *value >= 0 && *value <= kLargestOffset;
  };
  const auto is_counter = [&](ExprId part) {
    return std::holds_alternative<resolved::ReadLocal>(f_[part].node) && is_never_negative(part);
  };
  return (is_offset(sum->left) && is_counter(sum->right)) || (is_counter(sum->left) && is_offset(sum->right));
}

/// The number of an axis is that of the dimension of the base that it runs along.
bool ArrayCode::is_own_axis(const Value& array, size_t axis) {
  return array.computed || array.type.axes[axis].dimension == static_cast<int>(axis);
}

/// The subscript of an axis, within its extent and not negative.
ir::ExprId ArrayCode::checked_index(const Value& array, size_t axis, const Value& index, bool never_negative,
                                    const SourceRange& range, std::optional<int> told) {
  const bool of_list = array.type.is_list_of_items() && axis < static_cast<size_t>(array.type.lists);
  const int own = told.value_or(static_cast<int>(axis));
  const std::string number = is_own_axis(array, axis) && own == static_cast<int>(axis) ? "{1}" : std::to_string(own);
  const std::string message =
      of_list ? (stores_ ? "list assignment index out of range" : "list index out of range")
              : "index {0} is out of bounds for axis " + number + " with size {2}";
  ir::ExprId whole = index.expr;
  if (options_.check_bounds && build_.type_of(whole) == ScalarType::UInt64) {
    whole = once(whole);
    check_fits(whole, ScalarType::Int64, range);
  }
  ir::ExprId at = cast(whole, ScalarType::Int64);
  if (ir::has_load(out_, at)) at = hold(at);
  const bool in_base = !array.computed && array.type.axes[axis].whole && array.type.axes[axis].dimension >= 0;
  if (in_base) {
    const int dimension = array.type.axes[axis].dimension;
    const ir::Constant* place = build_.as_constant(at);
    const ir::Constant* extent = build_.as_constant(extent_of(array, axis));
    if (place && extent && place->integer >= 0 && place->integer < extent->integer) return at;
    if (options_.check_bounds) {
      const ir::ErrorId error = build_.error(ir::ErrorKind::IndexError,
                                             message + " (array '" + out_[array.base].name + "')", range);
      emit(ir::CheckIndex{array.base, dimension, at, error}, range);
    }
    return never_negative ? at : build_.wrap_index(array.base, dimension, at);
  }
  at = once(at);
  const ir::ExprId extent = once(extent_of(array, axis));
  const ir::ExprId above = build_.compare(ir::CompareOp::GreaterEqual, at, extent);
  const ir::ExprId below = build_.compare(ir::CompareOp::Less, build_.add(at, extent), build_.int64(0));
  if (options_.check_bounds)
    raise_if(build_.logical_or(above, below), ir::ErrorKind::IndexError, message, range,
             {at, build_.int64(static_cast<int64_t>(axis)), extent});
  if (never_negative) return at;
  return build_.select(less_than(at, 0), build_.add(at, extent), at);
}

Value Lowerer::select(const Value& array, const std::vector<ExprId>& ids, const std::vector<Value>& indices,
                      const SourceRange& range) {
  const SubscriptPlan plan = plan_subscripts(types_of(indices), array.type.rank);
  const bool takes_part = std::any_of(plan.parts.begin(), plan.parts.end(), [](const SubscriptPart& part) {
    return part.kind == SubscriptPart::Kind::Index || part.kind == SubscriptPart::Kind::Slice;
  });
  // a[idx][:3]: each index of idx is checked, also those whose elements are not taken.
  if (may_raise(array) && takes_part) return select(after_raising(array, range), ids, indices, range);
  std::vector<AxisValue>
      parts;  // by part: the start, step and extent of what it keeps; an Index has a start only
  size_t axis = 0;
  for (const SubscriptPart& part : plan.parts) {
    const auto position = static_cast<size_t>(part.position);
    switch (part.kind) {
      case SubscriptPart::Kind::NewAxis:
        parts.push_back({build_.int64(0), build_.int64(1), build_.int64(1)});
        continue;
      case SubscriptPart::Kind::Index:
        parts.push_back(
            {checked_index(array, axis, indices[position], is_never_negative(ids[position]), range), {}, {}});
        break;
      case SubscriptPart::Kind::Whole:
        parts.push_back({build_.int64(0), build_.int64(1), extent_of(array, axis)});
        break;
      case SubscriptPart::Kind::Slice:
        parts.push_back(slice(std::get<resolved::Slice>(f_[ids[position]].node), indices[position],
                              extent_of(array, axis), range));
        break;
    }
    ++axis;
  }
  return array.computed ? select_computed(array, plan, std::move(parts)) : select_view(array, plan, parts);
}

/// What subscripts with arrays among them select, their basic part done.
ArrayFunctionCode::Picked Lowerer::pick(const Value& array, const std::vector<ExprId>& ids,
                                        const std::vector<Value>& indices, const SourceRange& range) {
  std::vector<Type> types;
  for (const Value& index : indices) types.push_back(index.type);
  const AdvancedPlan plan = plan_advanced(types, array.type.rank);
  std::vector<ExprId> basic_ids;
  std::vector<Value> basic;
  for (size_t i = 0; i < plan.basic.size(); ++i) {
    const int source = plan.sources[i];
    basic_ids.push_back(source < 0 ? ExprId{} : ids[static_cast<size_t>(source)]);
    basic.push_back(source < 0 ? Value{.type = plan.basic[i]} : indices[static_cast<size_t>(source)]);
  }
  Picked picked;
  picked.array = select(array, basic_ids, basic, range);
  if (picked.array.computed && picked.array.computed->is_nest)
    picked.array = materialize(picked.array, range);
  picked.front = plan.front;
  if (plan.is_mask) {
    picked.mask = indices[static_cast<size_t>(plan.parts.front().position)];
    return picked;
  }
  picked.by_axis.resize(static_cast<size_t>(picked.array.type.rank));
  int own_axis = 0;
  for (const SubscriptPart& part : plan_subscripts(plan.basic, array.type.rank).parts) {
    if (part.kind != SubscriptPart::Kind::Index) picked.own_axes.push_back(own_axis);
    if (part.kind != SubscriptPart::Kind::NewAxis) ++own_axis;
  }
  picked.by_masks = true;
  std::vector<Value> arrays;
  for (const AdvancedPart& part : plan.parts) {
    const auto axis = static_cast<size_t>(part.axis);
    Value index = compressed(indices[static_cast<size_t>(part.position)]);
    if (index.type.scalar == ScalarType::Bool) {
      check_mask(picked.array, axis, index, range);
      const Value places = nonzero(index, range);
      for (size_t d = 0; d < places.elements.size(); ++d) picked.by_axis[axis + d] = places.elements[d];
    } else {
      if (index.computed && index.computed->is_nest) index = materialize(index, range);
      picked.by_axis[axis] = index;
      picked.by_masks = false;
    }
  }
  for (const auto& index : picked.by_axis)
    if (index) arrays.push_back(*index);
  picked.extents = broadcast(arrays, range, "shape mismatch: indexing arrays could not be broadcast together",
                             ir::ErrorKind::IndexError);
  return picked;
}

/// Whether the array is read-only: then the store always raises.
bool ArrayCode::refuse_store(const Value& array, const SourceRange& range, const char* message) {
  if (out_[array.base].writeable) return false;
  const char* const text = message == nullptr ? read_only_text(library_) : message;
  emit(build_.raise(build_.error(ir::ErrorKind::ValueError, text, range), {}, range));
  return true;
}

bool Lowerer::have_statements(const std::vector<ExprId>& ids) const {
  return std::ranges::any_of(ids, [&](ExprId id) { return f_[id].has_statements; });
}

/// What elements are stored to: a list without a name, as in `(x + y)[k] = 1`, gets memory, though nobody sees the item.
Value Lowerer::stored_to(ExprId base, bool statements_follow) {
  Value array = expr(base);
  if (array.type.is_list_of_items() && array.computed) return materialize(array, f_[base].range);
  return statements_follow && !array.computed && !array.is_copy ? hold_if_mutable(array, false) : array;
}

void Lowerer::store_element(const resolved::ElementTarget& to, Value value, const SourceRange& range) {
  const bool in_indices = have_statements(to.indices);
  if (in_indices || f_[to.base].has_statements) value = hold_if_mutable(value, false);
  const Value array = stored_to(to.base, in_indices);
  std::vector<Value> indices = values(to.indices);
  for (Value& index : indices) index = as_integer(index);
  std::vector<ExprId> ids = to.indices;
  spread_tuple(ids, indices);
  if (refuse_store(array, range)) return;
  const auto in_type_of_array = [&] {
    if (value.type.is_tuple() && !array.type.is_list_of_items()) return from_values(value, new_array(array.type.scalar, 1), range);
    const bool converts = value.type.is_list_of_items() && !array.type.is_list_of_items();
    return converts ? list_in_type(value, array.type.scalar, range) : std::move(value);
  };
  if (any_advanced(types_of(indices))) {
    const Picked picked = pick(array, ids, indices, range);
    return store_picked(picked, in_type_of_array(), range);
  }
  stores_ = true;
  const Value target = select(array, ids, indices, range);
  stores_ = false;
  value = in_type_of_array();
  if (target.type.rank > 0 || value.type.is_array()) return store_array(target, std::move(value), range);
  const Value given = array.type.is_list_of_items() ? numpy_value(value, range) : value;
  const ir::ExprId element = stored_element(given, target.type.scalar, range);
  emit(build_.store(target.base, place(target, {}), element, range));
}

void Lowerer::update_element(const resolved::UpdateElement& node) {
  const bool statements = f_[node.value].has_statements;
  const Value array = stored_to(node.target.base, statements || have_statements(node.target.indices));
  std::vector<Value> indices = values(node.target.indices);
  for (Value& index : indices) index = as_integer(index);
  for (Value& index : indices)
    if (statements) index = hold_if_mutable(index, false);
  std::vector<ExprId> ids = node.target.indices;
  spread_tuple(ids, indices);
  if (any_advanced(types_of(indices))) {
    const Picked picked = pick(array, ids, indices, node.range);
    Value old = read_picked(picked, node.range);
    if (statements) old = materialize(old, node.range);  // a copy of what they were, as in Python: the right side may change them
    const Value given = expr(node.value);
    const Value result = as_raising(node.op, binary(node.op, old, given, node.range), given, node.range);
    if (!out_[array.base].writeable) materialize(result, node.range);  // what its elements raise comes first
    if (!refuse_store(array, node.range)) store_picked(picked, result, node.range);
    return;
  }
  const Value target = select(array, ids, indices, node.range);
  if (target.type.rank > 0) {
    const Value given = expr(node.value);
    if (refuse_store(array, node.range, kReadOnlyOutput)) return;
    const Value value = as_operand(given, target, node.range);
    check_in_place(target, value, node.range);
    return store_array(target, binary(node.op, target, value, node.range), node.range);
  }
  const bool of_python = array.type.is_list_of_items() && array.type.weak;
  Value old = scalar((of_python ? weak : strong)(target.type.scalar), element_at(target, {}));
  if (statements) old = hold(old);
  const Value value = expr(node.value);
  Value result = binary(node.op, old, value, node.range);
  if (array.type.is_list_of_items()) result = numpy_value(result, node.range);
  if (refuse_store(array, node.range)) return;
  if (result.type.is_array()) return store_array(target, result, node.range);
  const ir::ExprId element = stored_element(result, target.type.scalar, node.range);
  // The right side may have taken items from the list.
  stores_ = true;
  const Value now = statements && array.type.is_list_of_items() ? select(array, ids, indices, node.range) : target;
  stores_ = false;
  emit(build_.store(now.base, place(now, {}), element, node.range));
}

}  // namespace unpython::frontend
