// Products of vectors and matrices, as the loops that tile_contraction knows: a sum over the innermost loop.
#include <algorithm>

#include "frontend/lower_arrays/array_function_code.h"
#include "ir/rewrite.h"

namespace unpython::frontend {

/// What takes loops for each element: evaluated once for each, never inside another operation.
Value ArrayFunctionCode::as_nest(Value value, const std::vector<Value>& operands) const {
  Value nest = reading(std::move(value), operands);
  auto array = std::make_shared<ComputedArray>(*nest.computed);
  array->is_nest = true;
  nest.computed = std::move(array);
  return nest;
}

/// Notes that elements of the operands are read, at any indices.
Value ArrayFunctionCode::reading(Value value, const std::vector<Value>& operands) {
  auto array = std::make_shared<ComputedArray>(*value.computed);
  for (const Value& operand : operands)
    for (ReadView read : views_read(operand)) {
      read.at_same_indices = false;
      array->reads.push_back(std::move(read));
    }
  value.computed = std::move(array);
  return value;
}

void ArrayFunctionCode::check_inner_extents(const Value& a, const Value& b, bool is_dot, const SourceRange& range) {
  std::vector<ir::ExprId> extents = extents_of(a);
  const size_t rank = extents.size();
  const size_t last = rank - 1;
  for (const ir::ExprId extent : extents_of(b)) extents.push_back(extent);
  const size_t depth = b.type.rank == 1 ? rank : extents.size() - 2;
  if (ir::same_value(out_, extents[last], extents[depth])) return;
  const ir::ExprId differ = build_.compare(ir::CompareOp::NotEqual, extents[last], extents[depth]);
  if (is_dot && extents.size() <= kMostArguments) {
    const auto place = [](size_t at, size_t of) {
      return "{" + std::to_string(at) + "} (dim " + std::to_string(of) + ")";
    };
    return raise_if(differ, ir::ErrorKind::ValueError,
                    "shapes " + shape_text(0, rank) + " and " + shape_text(rank, extents.size() - rank) +
                        " not aligned: " + place(last, last) + " != " + place(depth, depth - rank),
                    range, extents);
  }
  raise_if(differ, ir::ErrorKind::ValueError,
           "matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature "
           "(n?,k),(k,m?)->(n?,m?) (size {0} is different from {1})",
           range, {extents[depth], extents[last]});
}

Type ArrayFunctionCode::product_type(const Value& a, const Value& b) {
  const int rank = a.type.rank > 2 && b.type.rank > 1 ? a.type.rank : a.type.rank + b.type.rank - 2;
  return computed_array(promote(a.type.scalar, b.type.scalar), rank);
}

namespace {

/// NumPy's words for two stacks of matrices, of `rank` dimensions, that do not fit; the values are those of shapes_of_stacks().
std::string stacks_differ(size_t rank) {
  if (2 * rank + 2 > kMostErrorArguments) return "operands could not be broadcast together";
  const auto remapped = [&](size_t first) {
    std::string text = shape_text(first, rank) + "->(";
    for (size_t i = 0; i + 2 < rank; ++i) text += "{" + std::to_string(first + i) + "},";
    return text + "newaxis,newaxis) ";
  };
  return "operands could not be broadcast together with remapped shapes [original->remapped]: " + remapped(0) + remapped(rank) +
         " and requested shape " + shape_text(2 * rank, 2);
}

}  // namespace

std::vector<ir::ExprId> ArrayFunctionCode::shapes_of_stacks(const Value& a, const Value& b) {
  std::vector<ir::ExprId> shapes = extents_of(a);
  for (const ir::ExprId extent : extents_of(b)) shapes.push_back(extent);
  const size_t rank = extents_of(a).size();
  shapes.push_back(extent_of(a, rank - 2));
  shapes.push_back(extent_of(b, rank - 1));
  return shapes;
}

Value ArrayFunctionCode::product(const Value& a, const Value& b, const Type& type, bool is_dot,
                                 const SourceRange& range) {
  if (!a.type.is_array() || !b.type.is_array() || a.type.rank == 0 || b.type.rank == 0) {
    const auto of_numpy = [this](const Value& x) {
      return x.type.is_scalar() && x.type.weak ? scalar(strengthen(x.type), x.expr) : x;
    };
    const Value products = binary(syntax::BinaryOperator::Mult, of_numpy(a), of_numpy(b), range);
    const ScalarType element = element_of(type).scalar;
    if (type.rank == 0 || kind_rank(element) < 2) return products;
    // NumPy adds each product to zero: no element is -0.0.
    return binary(syntax::BinaryOperator::Add, products, scalar(strong(element), build_.number(element, 0)), range);
  }
  // An element that goes into one sum only is computed there.
  const auto operand = [&](const Value& given, bool once_each) {
    const bool stays = given.computed && once_each && !given.computed->is_nest;
    return given.computed && !stays ? materialize(given, range) : given;
  };
  const Value left = operand(a, b.type.rank == 1);
  const Value right = operand(b, a.type.rank == 1);
  const auto left_rank = static_cast<size_t>(left.type.rank);
  const auto right_rank = static_cast<size_t>(right.type.rank);
  const ir::ExprId depth = once(extent_of(left, left_rank - 1));
  check_inner_extents(left, right, is_dot, range);
  // Whether a product of bools is true at any place: how often it is.
  const ScalarType asked = element_of(type).scalar;
  const ScalarType scalar_type = asked == ScalarType::Bool      ? ScalarType::Int64
                                 : asked == ScalarType::Float16 ? ScalarType::Float32  // rounded once, as in NumPy
                                                                : asked;
  const auto sum = [=, this](const Indices& rows, const Indices& before, const Indices& columns) {
    const ir::VarId total = build_.variable(unique_name("acc"), scalar_type, range);
    const ir::VarId counter = build_.variable(unique_name("at"), ScalarType::Int64, range);
    emit(build_.assign(total, build_.number(scalar_type, 0), range));
    Indices x = rows;
    x.push_back(build_.read(counter));
    Indices y = before;
    y.push_back(build_.read(counter));
    y.insert(y.end(), columns.begin(), columns.end());
    Branch body = separately([&] {
      const ir::ExprId term =
          build_.mul(cast(element_at(left, x), scalar_type), cast(element_at(right, y), scalar_type));
      emit(build_.assign(total, build_.add(build_.read(total), term), range));
      return Value{};
    });
    // Products with a vector add by the tree; products of matrices have tiles, which add in order.
    const bool with_vector = right_rank == 1 || left_rank == 1;
    emit(build_.loop(counter, depth, with_vector ? ir::LoopMark::Parallel : ir::LoopMark::Sequential,
                     std::move(body.block), range));
    return cast(build_.read(total), asked);
  };
  if (!type.is_array()) return scalar(type, sum({}, {}, {}));
  std::vector<ir::ExprId> extents;
  for (size_t i = 0; i + 1 < left_rank; ++i) extents.push_back(extent_of(left, i));
  if (right_rank > 1) extents.push_back(extent_of(right, right_rank - 1));
  const size_t stacked = left_rank > 2 && right_rank == left_rank ? left_rank - 2 : 0;
  for (size_t i = 0; i < stacked; ++i) {
    if (is_one_or_less(extent_of(right, i))) continue;
    if (is_one_or_less(extents[i]))
      extents[i] = extent_of(right, i);
    else
      check_equal_extents(extents[i], extent_of(right, i), stacks_differ(left_rank), shapes_of_stacks(left, right), range);
  }
  const auto stretched = [=, this](Indices at, const Value& stack) {
    for (size_t i = 0; i < stacked; ++i)
      if (is_one_or_less(extent_of(stack, i))) at[i] = build_.int64(0);
    return at;
  };
  Value result = computed(type, std::move(extents), [=](const Indices& indices) {
    const auto end = indices.end() - (right_rank > 1 ? 1 : 0);
    const Indices rows = stretched(Indices(indices.begin(), end), left);
    const Indices before = stretched(Indices(indices.begin(), indices.begin() + static_cast<std::ptrdiff_t>(stacked)), right);
    return sum(rows, before, Indices(end, indices.end()));
  });
  return as_nest(std::move(result), {left, right});
}

/// Every element of a with every one of b; np.outer, which has no `inner`, makes vectors of both before.
Value ArrayFunctionCode::outer(const Value& a, const Value& b, const LibraryFunction* inner, const Type& type,
                               const SourceRange& range) {
  const auto operand = [&](const Value& given) {
    Value array = given.type.is_scalar() ? as_array(given) : given;
    if (array.computed && array.computed->is_nest) array = materialize(array, range);
    if (inner || array.type.rank == 1) return array;
    array = flattened(array, range);
    return array.computed && array.computed->is_nest ? materialize(array, range) : array;
  };
  const Value column = operand(a);
  const Value row = operand(b);
  std::vector<ir::ExprId> extents = extents_of(column);
  const auto split = static_cast<std::ptrdiff_t>(extents.size());
  for (const ir::ExprId extent : extents_of(row)) extents.push_back(extent);
  Value result = computed(type, std::move(extents), [=, this](const Indices& at) {
    Value x = scalar(strong(column.type.scalar), element_at(column, Indices(at.begin(), at.begin() + split)));
    Value y = scalar(strong(row.type.scalar), element_at(row, Indices(at.begin() + split, at.end())));
    x.of_array = column.type.rank > 0;
    y.of_array = row.type.rank > 0;
    return inner ? numpy_call(*inner, {x, y}, strong(type.scalar), range).expr
                 : binary(syntax::BinaryOperator::Mult, x, y, range).expr;
  });
  result = reading(std::move(result), {column, row});
  const bool is_operator = inner != nullptr && inner->family == Family::NumpyOperator;
  return is_operator ? as_raising(inner->binary, std::move(result), row, range) : result;
}

}  // namespace unpython::frontend
