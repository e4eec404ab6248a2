// Shapes: what operands of different shapes give together, and loops over all elements of a shape.
#include <algorithm>

#include "frontend/lower_arrays/array_code.h"
#include "frontend/lower_arrays/constant_difference.h"
#include "ir/rewrite.h"

namespace unpython::frontend {

std::string shape_text(size_t first, size_t rank) {
  std::string text = "(";
  for (size_t i = 0; i < rank; ++i) text += (i > 0 ? "," : "") + ("{" + std::to_string(first + i) + "}");
  return text + (rank == 1 ? ",)" : ")");
}

/// Whether an extent is 1, or 0 where the array has too few elements: what `a[k : k + 1]` and `a[-1:]` give.
bool ScalarCode::is_one_or_less(ir::ExprId extent) const {
  if (const ir::Constant* known = build_.as_constant(extent)) return known->integer == 1;
  if (const auto* held = std::get_if<ir::Read>(&out_[extent].node))
    return one_or_less_.contains(held->variable);
  const ir::ExprId trips = ir::trips_of(out_, extent);
  const auto limited = [&](ir::ExprId id, ir::Intrinsic by) -> const ir::Call* {
    const auto* call = std::get_if<ir::Call>(&out_[id].node);
    return call && call->function == by ? call : nullptr;
  };
  if (const ir::Call* least = limited(trips, ir::Intrinsic::Minimum)) {
    const auto is_one = [&](ir::ExprId id) {
      const ir::Constant* known = build_.as_constant(id);
      return known && known->integer == 1;
    };
    return is_one(least->arguments[0]) || is_one(least->arguments[1]);
  }
  const auto* length = std::get_if<ir::Binary>(&out_[trips].node);
  if (!length) return false;
  const ir::Call* stop = limited(length->left, ir::Intrinsic::Minimum);
  if (length->op == ir::BinaryOp::Add) {  // min(2, n) + -1
    const ir::Constant* end = stop ? build_.as_constant(stop->arguments[0]) : nullptr;
    const ir::Constant* added = build_.as_constant(length->right);
    return end && added && end->integer + added->integer == 1;
  }
  if (length->op != ir::BinaryOp::Subtract) return false;
  if (stop) return constant_difference(out_, stop->arguments[0], length->right) == 1;
  const ir::Call* start = limited(length->right, ir::Intrinsic::Maximum);
  return start && constant_difference(out_, length->left, start->arguments[0]) == 1;
}

/// False for constants (those of 1 are stretched) and where the extent is known not to be 1: a call for which
/// one of an argument is has code of its own.
bool ArrayCode::may_be_one(ir::ExprId extent) const {
  if (build_.as_constant(extent)) return false;
  const auto* dimension = std::get_if<ir::Extent>(&out_[extent].node);
  const bool of_argument = dimension && out_[dimension->array].space == ir::AddressSpace::Argument &&
                           local_extents_.contains(dimension->array);
  return !of_argument;
}

/// Raises where an extent is one in this call and would be stretched, by `stretched`: a program has to say so.
void ArrayCode::refuse_one(ir::ExprId extent, ir::ExprId stretched, const SourceRange& range) {
  if (!may_be_one(extent)) return;
  raise_if(build_.logical_and(stretched, build_.compare(ir::CompareOp::Equal, extent, build_.int64(1))),
           ir::ErrorKind::Refused,
           "a dimension of a local array that has one element in this call meets another extent: "
           "where NumPy stretches the dimension, the program has to say so, as in a[:, None] or a[0]",
           range);
}

/// Of an empty extent and one of one element comes an empty one.
void ArrayCode::refuse_empty_beside_one(ir::ExprId stretched, ir::ExprId extent, const SourceRange& range) {
  if (!build_.as_constant(stretched)) refuse_one(extent, is_zero(stretched), range);
}

/// Of two extents that are one or less.
ir::ExprId ArrayCode::least_of(ir::ExprId a, ir::ExprId b) {
  if (ir::same_value(out_, a, b) || build_.as_constant(b)) return a;
  if (build_.as_constant(a)) return b;
  const ir::VarId least = build_.variable(unique_name("extent"), ScalarType::Int64);
  emit(build_.assign(least, build_.min(a, b)));
  one_or_less_.insert(least);
  return build_.read(least);
}

/// What is stretched to another extent must not be empty.
void ArrayCode::check_not_empty(ir::ExprId stretched, ir::ExprId extent, const std::string& message,
                                const std::vector<ir::ExprId>& shapes, const SourceRange& range,
                                ir::ErrorKind kind) {
  if (build_.as_constant(stretched)) return;
  const bool fits = shapes.size() <= kMostArguments;
  raise_if(build_.logical_and(is_zero(stretched), build_.logical_not(is_zero(extent))), kind, message, range,
           fits ? shapes : std::vector<ir::ExprId>{});
}

/// Raises unless two extents are equal: what is wrong with an element of one of `operands`, which NumPy has evaluated by then, if
/// there is such an element. What is stretched (of a store to `b`: `a` alone) must be known to have one element
/// when the function is compiled.
void ArrayCode::check_equal_extents(ir::ExprId a, ir::ExprId b, const std::string& message,
                                    const std::vector<ir::ExprId>& shapes, const SourceRange& range,
                                    ir::ErrorKind kind, const std::vector<Value>& operands,
                                    bool is_store) {
  if (ir::same_value(out_, a, b)) return;
  const ir::ExprId differ = build_.compare(ir::CompareOp::NotEqual, a, b);
  Branch otherwise = separately([&] {
    for (const Value& operand : operands) (void)after_raising(operand, range);
    refuse_one(a, build_.boolean(true), range);
    if (!is_store) refuse_one(b, build_.boolean(true), range);
    const bool fits = shapes.size() <= kMostArguments;
    emit(build_.raise(build_.error(kind, message, range), fits ? shapes : std::vector<ir::ExprId>{}, range));
    return Value{};
  });
  emit(build_.if_then(differ, std::move(otherwise.block), {}, range));
}

std::vector<ir::ExprId> ArrayCode::broadcast(const std::vector<Value>& arrays, const SourceRange& range,
                                             std::string message, ir::ErrorKind kind) {
  size_t rank = 0;
  std::vector<std::vector<ir::ExprId>> shapes;
  std::vector<ir::ExprId> all;
  std::string text;
  for (const Value& array : arrays) {
    shapes.push_back(array.type.is_array() ? extents_of(array) : std::vector<ir::ExprId>{});
    rank = std::max(rank, shapes.back().size());
    text += shape_text(all.size(), shapes.back().size()) + " ";
    all.insert(all.end(), shapes.back().begin(), shapes.back().end());
  }
  if (all.size() <= kMostArguments) message += " with shapes " + text;
  std::vector<ir::ExprId> result(rank);
  for (const std::vector<ir::ExprId>& shape : shapes) {
    for (size_t i = 0; i < shape.size(); ++i) {
      ir::ExprId& extent = result[rank - shape.size() + i];
      if (!extent.valid()) {
        extent = shape[i];
      } else if (is_one_or_less(shape[i]) && is_one_or_less(extent)) {
        extent = least_of(extent, shape[i]);
      } else if (is_one_or_less(shape[i])) {
        refuse_empty_beside_one(shape[i], extent, range);
        check_not_empty(shape[i], extent, message, all, range, kind);
      } else if (is_one_or_less(extent)) {
        refuse_empty_beside_one(extent, shape[i], range);
        check_not_empty(extent, shape[i], message, all, range, kind);
        extent = shape[i];
      } else {
        check_equal_extents(extent, shape[i], message, all, range, kind, arrays);
      }
    }
  }
  return result;
}

void ArrayCode::check_store_shape(const std::vector<ir::ExprId>& to, const Value& value,
                                  const SourceRange& range) {
  const std::vector<ir::ExprId> from = extents_of(value);
  std::vector<ir::ExprId> all = from;
  all.insert(all.end(), to.begin(), to.end());
  std::string message = "could not broadcast input array";
  if (all.size() <= kMostArguments)
    message +=
        " from shape " + shape_text(0, from.size()) + " into shape " + shape_text(from.size(), to.size());
  if (from.size() > to.size())  // the caller leaves out the dimension in front
    return raise_if(build_.compare(ir::CompareOp::NotEqual, from[0], build_.int64(1)), ir::ErrorKind::ValueError, message, range,
                    all.size() <= kMostArguments ? all : std::vector<ir::ExprId>{});
  for (size_t i = 0; i < from.size(); ++i) {
    const ir::ExprId extent = to[to.size() - from.size() + i];
    if (is_one_or_less(from[i])) {
      check_not_empty(from[i], extent, message, all, range);
    } else {
      check_equal_extents(from[i], extent, message, all, range, ir::ErrorKind::ValueError, {value}, true);
    }
  }
}

void ArrayCode::check_in_place(const Value& target, const Value& value, const SourceRange& range) {
  if (!value.type.is_array() || value.type.rank > target.type.rank || value.type.is_list_of_items()) return;
  const std::vector<ir::ExprId> to = extents_of(target);
  const std::vector<ir::ExprId> from = extents_of(value);
  std::vector<ir::ExprId> all = to;
  all.insert(all.end(), from.begin(), from.end());
  std::string message = "operands could not be broadcast together";
  const std::string own = shape_text(0, to.size());
  if (all.size() <= kMostArguments)
    message += " with shapes " + own + " " + shape_text(to.size(), from.size()) + " " + own + " ";
  for (size_t i = 0; i < from.size(); ++i) {
    const ir::ExprId extent = to[to.size() - from.size() + i];
    if (!is_one_or_less(from[i]) && !is_one_or_less(extent))
      check_equal_extents(extent, from[i], message, all, range, ir::ErrorKind::ValueError, {value});
  }
  // The one element of a target is neither stretched to those of a value nor left out where the value has none.
  ir::ExprId stretched = build_.boolean(false);
  std::vector<ir::ExprId> shown = to;
  std::vector<ir::ExprId> together = to;
  for (size_t i = 0; i < from.size(); ++i) {
    ir::ExprId& extent = together[to.size() - from.size() + i];
    if (!is_one_or_less(extent) || ir::same_value(out_, from[i], extent)) continue;
    const ir::ExprId is_one = build_.compare(ir::CompareOp::Equal, extent, build_.int64(1));
    const ir::ExprId differs = build_.compare(ir::CompareOp::NotEqual, from[i], build_.int64(1));
    stretched = build_.logical_or(stretched, build_.logical_and(is_one, differs));
    extent = build_.select(is_one, from[i], extent);
  }
  shown.insert(shown.end(), together.begin(), together.end());
  if (shown.size() > kMostArguments) return;
  raise_if(stretched, ir::ErrorKind::ValueError,
           "non-broadcastable output operand with shape " + own + " doesn't match the broadcast shape " +
               shape_text(to.size(), to.size()),
           range, std::move(shown));
}

Indices ArrayCode::operand_indices(const Value& operand, const Indices& indices) {
  Indices result;
  const auto rank = static_cast<size_t>(operand.type.rank);
  for (size_t i = 0; i < rank; ++i)
    result.push_back(is_one_or_less(extent_of(operand, i)) ? build_.int64(0)
                                                           : indices[indices.size() - rank + i]);
  return result;
}

void ArrayCode::nest(const std::vector<ir::ExprId>& extents, bool independent, const SourceRange& range,
                     const std::function<void(const Indices&)>& body) {
  std::vector<ir::VarId> counters;
  Indices indices;
  for (const ir::ExprId extent : extents) {
    const ir::Constant* known = build_.as_constant(extent);
    const bool once = known && known->integer == 1;
    counters.push_back(once ? ir::VarId{} : build_.variable(unique_name("at"), ScalarType::Int64, range));
    indices.push_back(once ? build_.int64(0) : build_.read(counters.back()));
  }
  Branch inner = separately([&] {
    body(indices);
    return Value{};
  });
  ir::Block block = std::move(inner.block);
  const ir::LoopMark mark = independent ? ir::LoopMark::Parallel : ir::LoopMark::Sequential;
  for (size_t i = extents.size(); i-- > 0;) {
    if (!counters[i].valid()) continue;
    const ir::StmtId loop =
        build_.loop(counters[i], ir::trips_of(out_, extents[i]), mark, std::move(block), range);
    std::get<ir::For>(out_.stmts[loop].node).independent = independent;
    block = {loop};
  }
  splice(block);
}

}  // namespace unpython::frontend
