// Operators of lists: list + list, list * number, comparisons; and what is in an array.
#include "frontend/lower_arrays/array_function_code.h"

namespace unpython::frontend {

using Comparison = syntax::CompareOperator;

Value ArrayFunctionCode::joined_lists(const Value& left, const Value& right, const SourceRange& range) {
  const Type type = new_list(item_of_list(left.type.is_open ? right.type : left.type));
  std::vector<Value> parts;
  for (const Value& side : {left, right}) {
    if (side.computed && !side.computed->joined.empty()) {
      parts.insert(parts.end(), side.computed->joined.begin(), side.computed->joined.end());
    } else {
      parts.push_back(side.computed ? materialize(side, range) : side);
    }
  }
  std::vector<ir::ExprId> starts{build_.int64(0)};
  for (const Value& part : parts) starts.push_back(hold(build_.add(starts.back(), extent_of(part, 0))));
  Value result = joined_in_order(parts, starts, {starts.back()}, 0, type, range);
  auto all = std::make_shared<ComputedArray>(*result.computed);
  all->joined = std::move(parts);
  result.computed = std::move(all);
  return result;
}

Value ArrayFunctionCode::repeated_list(const Value& given, const Value& count, const SourceRange& range) {
  const Value list = given.computed ? materialize(given, range) : given;
  const ir::ExprId length = hold(extent_of(list, 0));
  const ir::ExprId times = build_.max(to_python_int(count, range), build_.int64(0));
  const auto element = [this, list, length](const Indices& at) {
    return element_at(list, {build_.binary(ir::BinaryOp::Modulo, at[0], length)});
  };
  return reading(computed(new_list(item_of_list(list.type)), {hold(product_of_extents(length, times, range))}, element),
                 {list});
}

/// Runs `body` for each number below `count`, with a Break where it wants to stop.
void ArrayCode::for_numbers(ir::ExprId count, const std::function<void(ir::ExprId)>& body) {
  const ir::VarId counter = build_.variable(unique_name("k"), ScalarType::Int64);
  Branch inside = separately([&] {
    body(build_.read(counter));
    return Value{};
  });
  emit(build_.loop(counter, count, ir::LoopMark::Sequential, std::move(inside.block)));
}

/// Python finds the very object that it looks for, and no number tells which object it was.
void ArrayCode::refuse_nan(const Value& number, const SourceRange& range) {
  if (!is_float(number.type.scalar) && !is_complex(number.type.scalar)) return;
  raise_if(build_.compare(ir::CompareOp::NotEqual, number.expr, number.expr),
           ir::ErrorKind::Refused, "whether a list holds this nan depends on which object it is", range);
}

ir::ExprId ArrayCode::is_in_list(const Value& given, const Value& items, const SourceRange& range) {
  const Value list = items.computed ? materialize(items, range) : items;
  const Value wanted = hold(given);
  refuse_nan(wanted, range);
  const ir::VarId found = build_.variable(unique_name("found"), ScalarType::Bool);
  emit(build_.assign(found, build_.boolean(false)));
  for_numbers(extent_of(list, 0), [&](ir::ExprId number) {
    const Value item = scalar(item_of_list(list.type), element_at(list, {number}));
    ir::Block stop{build_.assign(found, build_.boolean(true)), build_.statement(ir::Break{})};
    emit(build_.if_then(compare_pair(Comparison::Eq, wanted, item, range), std::move(stop)));
  });
  return build_.read(found);
}

/// What (array == given).any() says.
ir::ExprId ArrayCode::is_in_array(const Value& given, const Value& array, const SourceRange& range) {
  Value equal = elementwise({array, given}, ScalarType::Bool, range, [this, range](const std::vector<Value>& elements) {
    return scalar(strong(ScalarType::Bool), compare_pair(syntax::CompareOperator::Eq, elements[0], elements[1], range));
  });
  if (!equal.type.is_array()) return equal.expr;
  if (equal.computed && equal.computed->mask) equal = compressed(equal);
  if (equal.computed && equal.computed->is_nest) equal = materialize(equal, range);
  Reduction r{.array = equal, .kind = ReductionKind::Any, .type = ScalarType::Bool, .range = range};
  for (const ir::ExprId extent : extents_of(equal)) {
    r.axes.push_back(static_cast<int>(r.extents.size()));
    r.extents.push_back(once(extent));
  }
  return reduced_value(r, {});
}

ir::ExprId ArrayCode::are_equal_lists(const Value& left, const Value& right, const SourceRange& range) {
  const Value a = left.computed ? materialize(left, range) : left;
  const Value b = right.computed ? materialize(right, range) : right;
  const ir::VarId equal = build_.variable(unique_name("equal"), ScalarType::Bool);
  emit(build_.assign(equal, build_.compare(ir::CompareOp::Equal, extent_of(a, 0), extent_of(b, 0))));
  const ir::ExprId count = build_.select(build_.read(equal), extent_of(a, 0), build_.int64(0));
  for_numbers(count, [&](ir::ExprId number) {
    const Value one = scalar(item_of_list(a.type), hold(element_at(a, {number})));
    const Value other = scalar(item_of_list(b.type), hold(element_at(b, {number})));
    Branch stop = separately([&] {
      refuse_nan(one, range);
      refuse_nan(other, range);
      emit(build_.assign(equal, build_.boolean(false)));
      emit(ir::Break{}, {});
      return Value{};
    });
    emit(build_.if_then(build_.logical_not(compare_pair(Comparison::Eq, one, other, range)), std::move(stop.block)));
  });
  return build_.read(equal);
}

}  // namespace unpython::frontend
