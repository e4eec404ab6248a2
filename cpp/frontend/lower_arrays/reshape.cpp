// The elements of an array in C order, in another shape.
//
// Problem: element (i, j) of the result is the n-th one of the array; to find it there, n has to be divided
//          by the extents, which costs more than the element.
// Choice:  dimensions that both shapes have are matched first; the elements of what remains are stored one
//          behind the other where the array has several dimensions there, in one nest over the array, without
//          divisions.
#include <algorithm>

#include "frontend/lower_arrays/array_function_code.h"
#include "ir/rewrite.h"

namespace unpython::frontend {

namespace {

constexpr size_t kMostShownDimensions = 3;

}  // namespace

/// The number of an element in C order.
ir::ExprId ArrayFunctionCode::number_of(const Indices& at, const std::vector<ir::ExprId>& extents) {
  ir::ExprId number = build_.int64(0);
  for (size_t i = 0; i < extents.size(); ++i) number = build_.add(build_.mul(number, extents[i]), at[i]);
  return number;
}

/// All elements as a vector, in C order.
Value ArrayFunctionCode::flattened(const Value& array, const SourceRange& range) {
  std::vector<ir::ExprId> extents;
  for (const ir::ExprId extent : extents_of(array)) extents.push_back(once(extent));
  if (extents.size() == 1) return array;
  const ir::ExprId size = hold(product_of(extents, range));
  const std::vector<size_t> longer = several_elements(extents);
  if (longer.size() <= 1) {
    const auto from = [=, this](const Indices& at) {
      Indices indices(extents.size(), build_.int64(0));
      if (!longer.empty()) indices[longer.front()] = at[0];
      return indices;
    };
    return mapped(array, {size}, from, range);
  }
  const auto from = [=, this](const Indices& at) {
    Indices indices(extents.size());
    ir::ExprId number = at[0];
    for (size_t i = extents.size(); i-- > 0; number = build_.floor_div(number, extents[i]))
      indices[i] = i == 0 ? number : build_.binary(ir::BinaryOp::Modulo, number, extents[i]);
    return indices;
  };
  Value result = mapped(array, {size}, from, range);
  const Value source =
      array.computed && array.computed->is_nest ? result.computed->reads.front().view : array;
  auto flat = std::make_shared<ComputedArray>(*result.computed);
  flat->is_nest = true;
  flat->store_all = [=, this](const Value& target, bool independent) {
    nest(extents, independent, range, [&](const Indices& at) {
      const ir::ExprId element = cast(element_at(source, at), target.type.scalar);
      emit(build_.store(target.base, place(target, {number_of(at, extents)}), element, range));
    });
  };
  result.computed = std::move(flat);
  return result;
}

/// The dimensions that may have more than one element.
std::vector<size_t> ArrayFunctionCode::several_elements(const std::vector<ir::ExprId>& extents) const {
  std::vector<size_t> result;
  for (size_t i = 0; i < extents.size(); ++i) {
    const ir::Constant* known = build_.as_constant(extents[i]);
    if (!known || known->integer != 1) result.push_back(i);
  }
  return result;
}

/// How many dimensions agree, from the first or from the last.
size_t ArrayFunctionCode::count_equal(const std::vector<ir::ExprId>& a, const std::vector<ir::ExprId>& b,
                                      const std::vector<size_t>& of_a, const std::vector<size_t>& of_b,
                                      size_t most, bool from_end) const {
  size_t count = 0;
  while (count < most) {
    const size_t x = from_end ? of_a[of_a.size() - 1 - count] : of_a[count];
    const size_t y = from_end ? of_b[of_b.size() - 1 - count] : of_b[count];
    if (!ir::same_value(out_, a[x], b[y])) break;
    ++count;
  }
  return count;
}

/// `extents`: of a size that is the array's.
Value ArrayFunctionCode::reshaped(const Value& array, const std::vector<ir::ExprId>& extents,
                                  const SourceRange& range) {
  const std::vector<ir::ExprId> own = extents_of(array);
  const std::vector<size_t> from = several_elements(own);
  const std::vector<size_t> to = several_elements(extents);
  const size_t most = std::min(from.size(), to.size());
  const size_t first = count_equal(own, extents, from, to, most, false);
  const size_t last = count_equal(own, extents, from, to, most - first, true);
  if (from.size() - first - last > 1) {
    const Value flat = flattened(array, range);
    if (extents.size() == 1) return flat;
    return reshaped(materialize(flat, range), extents, range);
  }
  return mapped(
      array, extents,
      [=, this](const Indices& at) {
        Indices indices(own.size(), build_.int64(0));
        for (size_t i = 0; i < first; ++i) indices[from[i]] = at[to[i]];
        for (size_t i = 0; i < last; ++i) indices[from[from.size() - 1 - i]] = at[to[to.size() - 1 - i]];
        if (from.size() == first + last) return indices;
        ir::ExprId number = build_.int64(0);
        for (size_t i = first; i < to.size() - last; ++i)
          number = build_.add(build_.mul(number, extents[to[i]]), at[to[i]]);
        indices[from[first]] = number;
        return indices;
      },
      range);
}

/// The shape that reshape is asked for, `-1` worked out; raises where the sizes differ.
std::vector<ir::ExprId> ArrayFunctionCode::asked_shape(const Value& array,
                                                       const std::vector<Value>& dimensions,
                                                       const SourceRange& range) {
  std::vector<ir::ExprId> extents;
  std::vector<ir::ExprId> shown;
  size_t unknown = dimensions.size();
  std::string text;
  for (size_t i = 0; i < dimensions.size(); ++i) {
    const bool is_unknown = known_integer(dimensions[i].type).value_or(0) < 0;
    if (is_unknown) unknown = i;
    extents.push_back(is_unknown ? ir::ExprId{} : once(to_python_int(dimensions[i], range)));
    if (!is_unknown) shown.push_back(extents.back());
    if (is_unknown && i == 0) continue;  // as NumPy writes it
    text += (text.empty() ? "" : ",") + (is_unknown ? "newaxis" : "{" + std::to_string(shown.size()) + "}");
  }
  const ir::ExprId size = once(product_of(extents_of(array), range));
  if (unknown == 0 && extents.size() == 1) return {size};
  const bool fits = shown.size() <= kMostShownDimensions;
  std::vector<ir::ExprId> numbers{size};
  if (fits) numbers.insert(numbers.end(), shown.begin(), shown.end());
  const std::string shape =
      fits ? "shape (" + text + (extents.size() == 1 ? ",)" : ")") : "a shape of another size";
  const std::string message = "cannot reshape array of size {0} into " + shape;
  for (const ir::ExprId extent : shown)
    if (!build_.as_constant(extent))
      raise_if(less_than(extent, 0), ir::ErrorKind::Refused,
               "a dimension that reshape is to work out must be written as -1", range);
  const ir::ExprId others = once(product_of(shown, range));
  if (unknown == extents.size()) {
    if (!has_same_dimensions(array, extents))
      raise_if(build_.compare(ir::CompareOp::NotEqual, others, size), ir::ErrorKind::ValueError, message,
               range, numbers);
    return extents;
  }
  extents[unknown] = hold(build_.floor_div(size, others));
  const ir::ExprId differ =
      build_.compare(ir::CompareOp::NotEqual, build_.mul(extents[unknown], others), size);
  raise_if(build_.logical_or(is_zero(others), differ), ir::ErrorKind::ValueError, message, range, numbers);
  return extents;
}

/// Whether two shapes only differ by dimensions of one element.
bool ArrayFunctionCode::has_same_dimensions(const Value& array, const std::vector<ir::ExprId>& extents) {
  const std::vector<ir::ExprId> own = extents_of(array);
  const std::vector<size_t> from = several_elements(own);
  const std::vector<size_t> to = several_elements(extents);
  return from.size() == to.size() && count_equal(own, extents, from, to, from.size(), false) == from.size();
}

}  // namespace unpython::frontend
