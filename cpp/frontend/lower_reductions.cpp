// One value for all elements of an array, or for those along axes. Sums are marked parallel, so that they are
// added by the one tree that does not depend on threads or tiles.
#include <algorithm>

#include "frontend/lowerer.h"

namespace unpython::frontend {

using ir::CompareOp;
using ir::Intrinsic;

namespace {

bool is_among(const std::vector<int>& axes, size_t axis) {
  return std::find(axes.begin(), axes.end(), static_cast<int>(axis)) != axes.end();
}

/// Parts are added up, whatever each element gives.
bool adds(ReductionKind kind) {
  return kind == ReductionKind::Sum || kind == ReductionKind::Mean || kind == ReductionKind::Variance ||
         kind == ReductionKind::Deviation || kind == ReductionKind::CountNonzero;
}

/// Iterations of one part where neighbours are accumulated beside each other.
constexpr int64_t kBlock = 128;

/// Elements that are compared with the best before them at a time.
constexpr int64_t kSearched = 512;

}  // namespace

/// Loops over the reduced axes; `body` gets the index of the element and its number among those of the
/// reduction.
void ArrayCode::reduction_nest(const Reduction& r, const Indices& kept, bool parallel,
                               const std::function<void(const Indices&, ir::ExprId)>& body) {
  std::vector<ir::VarId> counters;
  Indices indices;
  ir::ExprId number = build_.int64(0);
  size_t next = 0;
  for (size_t axis = 0; axis < r.extents.size(); ++axis) {
    if (!is_among(r.axes, axis)) {
      indices.push_back(kept[next++]);
      continue;
    }
    counters.push_back(build_.variable(unique_name("at"), ScalarType::Int64, r.range));
    indices.push_back(build_.read(counters.back()));
    number = build_.add(build_.mul(number, r.extents[axis]), indices.back());
  }
  Branch inner = separately([&] {
    if (!r.mask) {
      body(indices, number);
      return Value{};
    }
    const Indices places(indices.begin(), indices.begin() + r.mask->type.rank);
    const ir::ExprId holds = element_at(*r.mask, places);
    Branch then = separately([&] {
      body(indices, number);
      return Value{};
    });
    emit(build_.if_then(holds, std::move(then.block), {}, r.range));
    return Value{};
  });
  ir::Block block = std::move(inner.block);
  const ir::LoopMark mark = parallel ? ir::LoopMark::Parallel : ir::LoopMark::Sequential;
  for (size_t i = counters.size(); i-- > 0;) {
    const ir::ExprId extent = r.extents[static_cast<size_t>(r.axes[i])];
    block = {build_.loop(counters[i], extent, mark, std::move(block), r.range)};
    std::get<ir::For>(out_.stmts[block.front()].node).independent = true;
  }
  splice(block);
}

ir::ExprId ArrayCode::reduced_count(const Reduction& r) {
  ir::ExprId count = r.mask ? count_of(*r.mask, r.range) : build_.int64(1);
  const auto masked_axes = static_cast<int>(r.mask ? r.mask->type.rank : 0);
  for (const int axis : r.axes)
    if (axis >= masked_axes) count = build_.mul(count, r.extents[static_cast<size_t>(axis)]);
  return count;
}

Indices ArrayCode::first_of(const Reduction& r, const Indices& kept) {
  Indices indices;
  size_t next = 0;
  for (size_t axis = 0; axis < r.extents.size(); ++axis)
    indices.push_back(is_among(r.axes, axis) ? build_.int64(0) : kept[next++]);
  return indices;
}

/// acc = start; acc = combine(acc, element) for all elements of the reduction. Where the last axis stays,
/// each element of the result is accumulated in order, beside its neighbours: by blocks along the first
/// reduced axis, so that the error of a sum grows with their length and not with the array's.
ir::ExprId ArrayCode::accumulate(const Reduction& r, const Indices& kept, ir::ExprId start,
                                 const std::function<ir::ExprId(ir::ExprId, ir::ExprId)>& combine) {
  const auto accumulator = [&](const char* name) {
    const ir::VarId made = build_.variable(unique_name(name), build_.type_of(start), r.range);
    emit(build_.assign(made, start, r.range));
    return made;
  };
  const ir::VarId sum = accumulator("acc");
  if (r.mask || r.axes.empty() || is_among(r.axes, r.extents.size() - 1)) {
    // The tree of partial results knows no complex products: they are made in order.
    const bool in_order = r.kind == ReductionKind::Product && is_complex(build_.type_of(start));
    reduction_nest(r, kept, !in_order, [&](const Indices& indices, ir::ExprId) {
      const ir::ExprId element = r.mask ? r.array.computed->element(indices) : element_at(r.array, indices);
      emit(build_.assign(sum, combine(build_.read(sum), element), r.range));
    });
    return build_.read(sum);
  }
  const auto axis = static_cast<size_t>(r.axes.front());
  const ir::VarId block = build_.variable(unique_name("block"), ScalarType::Int64, r.range);
  const ir::ExprId first = build_.mul(build_.read(block), build_.int64(kBlock));
  Branch inner = separately([&] {
    const ir::VarId part = accumulator("part");
    Reduction of_block = r;
    of_block.extents[axis] = build_.min(build_.int64(kBlock), build_.sub(r.extents[axis], first));
    reduction_nest(of_block, kept, false, [&](Indices indices, ir::ExprId) {
      indices[axis] = build_.add(first, indices[axis]);
      const ir::ExprId element = element_at(r.array, indices);
      emit(build_.assign(part, combine(build_.read(part), element), r.range));
    });
    const ir::ExprId before = build_.read(sum);
    const ir::ExprId more = build_.read(part);
    emit(build_.assign(sum, adds(r.kind) ? build_.add(before, more) : combine(before, more), r.range));
    return Value{};
  });
  const ir::ExprId blocks =
      build_.floor_div(build_.add(r.extents[axis], build_.int64(kBlock - 1)), build_.int64(kBlock));
  emit(build_.loop(block, blocks, ir::LoopMark::Sequential, std::move(inner.block), r.range));
  return build_.read(sum);
}

ir::ExprId ArrayCode::reduced_value(const Reduction& r, const Indices& kept) {
  const ScalarType type = r.type;
  const auto truth_of = [&](ir::ExprId x) { return cast(x, ScalarType::Bool); };
  const auto sum = [&] {
    return accumulate(r, kept, r.initial.value_or(build_.number(type, 0)),
                      [&](ir::ExprId a, ir::ExprId x) { return build_.add(a, cast(x, type)); });
  };
  const auto count = [&] { return cast(reduced_count(r), type); };
  const auto extremum = [&](Intrinsic op) {
    const ir::ExprId first = r.initial ? *r.initial : element_at(r.array, first_of(r, kept));
    return accumulate(r, kept, first, [&](ir::ExprId a, ir::ExprId x) {
      if (type != ScalarType::Bool) return build_.call(op, {a, x});
      return op == Intrinsic::Maximum ? build_.logical_or(a, x) : build_.logical_and(a, x);
    });
  };
  switch (r.kind) {
    case ReductionKind::Sum:
      return sum();
    case ReductionKind::Product:
      return accumulate(r, kept, r.initial.value_or(build_.number(type, 1)),
                        [&](ir::ExprId a, ir::ExprId x) { return build_.mul(a, cast(x, type)); });
    case ReductionKind::Minimum:
      return extremum(Intrinsic::Minimum);
    case ReductionKind::Maximum:
      return extremum(Intrinsic::Maximum);
    case ReductionKind::Mean:
      return build_.binary(ir::BinaryOp::Divide, sum(), count());
    case ReductionKind::Any:
      return accumulate(r, kept, build_.boolean(false),
                        [&](ir::ExprId a, ir::ExprId x) { return build_.logical_or(a, truth_of(x)); });
    case ReductionKind::All:
      return accumulate(r, kept, build_.boolean(true),
                        [&](ir::ExprId a, ir::ExprId x) { return build_.logical_and(a, truth_of(x)); });
    case ReductionKind::CountNonzero:
      return accumulate(r, kept, build_.int64(0), [&](ir::ExprId a, ir::ExprId x) {
        return build_.add(a, cast(truth_of(x), ScalarType::Int64));
      });
    case ReductionKind::Variance:
    case ReductionKind::Deviation:
      break;
  }
  const ir::ExprId mean = hold(build_.binary(ir::BinaryOp::Divide, sum(), count()));
  const ir::ExprId squares = accumulate(r, kept, build_.number(type, 0), [&](ir::ExprId a, ir::ExprId x) {
    const ir::ExprId apart = hold(build_.sub(cast(x, type), mean));
    return build_.add(a, build_.mul(apart, apart));
  });
  const ir::ExprId degrees = build_.max(build_.sub(reduced_count(r), r.degrees), build_.int64(0));
  const ir::ExprId variance = build_.binary(ir::BinaryOp::Divide, squares, cast(degrees, type));
  return r.kind == ReductionKind::Variance ? variance : call(Intrinsic::Sqrt, variance);
}

/// argmin, argmax: the first of equal ones; the first NaN if there is one. Of a vector, only the blocks that
/// hold a better one than all before are looked through in order.
ir::ExprId ArrayCode::position_of(const Reduction& r, const Indices& kept, bool largest) {
  const ScalarType type = r.array.type.scalar;
  const ir::VarId best = build_.variable(unique_name("best"), type, r.range);
  const ir::VarId place_of_best = build_.variable(unique_name("place"), ScalarType::Int64, r.range);
  emit(build_.assign(best, element_at(r.array, first_of(r, kept)), r.range));
  emit(build_.assign(place_of_best, build_.int64(0), r.range));
  const auto is_better = [&](ir::ExprId element) {
    const ir::ExprId held = build_.read(best);
    const ir::ExprId better = build_.compare(largest ? CompareOp::Greater : CompareOp::Less, element, held);
    if (!is_float(type)) return better;
    return build_.logical_or(better, build_.logical_and(call(Intrinsic::IsNan, element),
                                                        build_.logical_not(call(Intrinsic::IsNan, held))));
  };
  const auto look_through = [&](const Reduction& part, ir::ExprId first) {
    reduction_nest(part, kept, false, [&](Indices indices, ir::ExprId number) {
      if (indices.size() == 1) indices[0] = build_.add(first, indices[0]);
      const ir::ExprId element = hold(element_at(r.array, indices));
      emit(build_.if_then(is_better(element),
                          {build_.assign(best, element, r.range),
                           build_.assign(place_of_best, build_.add(first, number), r.range)},
                          {}, r.range));
    });
  };
  if (r.extents.size() != 1 || is_complex(type)) {
    look_through(r, build_.int64(0));
    return build_.read(place_of_best);
  }
  const ir::VarId block = build_.variable(unique_name("block"), ScalarType::Int64, r.range);
  const ir::VarId found = build_.variable(unique_name("found"), ScalarType::Bool, r.range);
  const ir::ExprId first = build_.mul(build_.read(block), build_.int64(kSearched));
  Branch inner = separately([&] {
    Reduction part = r;
    part.extents[0] = build_.min(build_.int64(kSearched), build_.sub(r.extents[0], first));
    emit(build_.assign(found, build_.boolean(false), r.range));
    reduction_nest(part, kept, true, [&](const Indices& indices, ir::ExprId) {
      const ir::ExprId element = hold(element_at(r.array, {build_.add(first, indices[0])}));
      emit(build_.assign(found, build_.logical_or(build_.read(found), is_better(element)), r.range));
    });
    Branch then = separately([&] {
      look_through(part, first);
      return Value{};
    });
    emit(build_.if_then(build_.read(found), std::move(then.block), {}, r.range));
    return Value{};
  });
  const ir::ExprId blocks =
      build_.floor_div(build_.add(r.extents[0], build_.int64(kSearched - 1)), build_.int64(kSearched));
  emit(build_.loop(block, blocks, ir::LoopMark::Sequential, std::move(inner.block), r.range));
  return build_.read(place_of_best);
}

/// What a reduction of no elements raises.
void ArrayCode::check_reduces_something(const Reduction& r, const ArrayFunction& f) {
  const bool position = f.family == ArrayFamily::Position;
  const bool extremum = r.kind == ReductionKind::Minimum || r.kind == ReductionKind::Maximum;
  if ((!position && !extremum) || r.initial) return;
  const std::string what = r.kind == ReductionKind::Minimum ? "minimum" : "maximum";
  raise_if(is_zero(reduced_count(r)), ir::ErrorKind::ValueError,
           position
               ? "attempt to get " + std::string(f.largest ? "argmax" : "argmin") + " of an empty sequence"
               : "zero-size array to reduction operation " + what + " which has no identity",
           r.range);
}

/// Lets a reduction of all that a mask selects run over the places of the mask, if no first element is
/// needed.
bool ArrayCode::reduce_selection(Reduction& r, const ArrayCall& call) {
  const bool from_first = call.function.family == ArrayFamily::Position || r.kind == ReductionKind::Minimum ||
                          r.kind == ReductionKind::Maximum;
  if (from_first || *call.keeps_dimensions() || static_cast<int>(r.axes.size()) != r.array.type.rank)
    return false;
  r.mask = *r.array.computed->mask;
  r.axes.clear();
  for (size_t axis = 0; axis < r.array.computed->extents.size(); ++axis)
    r.axes.push_back(static_cast<int>(axis));
  return true;
}

Value ArrayFunctionCode::reduce(const ArrayCall& call, const std::vector<Value>& arguments, const Type& type,
                                const SourceRange& range) {
  Reduction r{.array = arguments[0]};
  r.range = range;
  r.kind = call.function.reduction;
  r.type = call.reduced_type();
  r.axes = *call.reduced_axes();
  if (r.array.computed && r.array.computed->mask && !reduce_selection(r, call)) r.array = compressed(r.array);
  if (r.array.computed && r.array.computed->is_nest) r.array = materialize(r.array, range);
  for (const ir::ExprId extent : r.mask ? r.array.computed->extents : extents_of(r.array))
    r.extents.push_back(once(extent));
  const auto degrees = call.parameter("ddof");
  r.degrees = degrees && !call.is_absent(*degrees) ? hold(cast(arguments[*degrees].expr, ScalarType::Int64))
                                                   : build_.int64(0);
  if (const auto initial = call.parameter("initial"); initial && !call.is_absent(*initial))
    r.initial = hold(cast(arguments[*initial].expr, r.type));
  check_reduces_something(r, call.function);
  const bool position = call.function.family == ArrayFamily::Position;
  const auto value = [this, r, position, largest = call.function.largest](const Indices& kept) {
    return position ? position_of(r, kept, largest) : reduced_value(r, kept);
  };
  const bool keeps = *call.keeps_dimensions();
  if (!type.is_array()) return scalar(type, cast(value({}), type.scalar));
  std::vector<ir::ExprId> extents;
  for (size_t axis = 0; axis < r.extents.size(); ++axis) {
    if (!is_among(r.axes, axis)) extents.push_back(r.extents[axis]);
    if (is_among(r.axes, axis) && keeps) extents.push_back(build_.int64(1));
  }
  Value result = computed(type, std::move(extents), [r, keeps, value](const Indices& indices) {
    Indices kept;
    for (size_t axis = 0; axis < indices.size(); ++axis)
      if (!keeps || !is_among(r.axes, axis)) kept.push_back(indices[axis]);
    return value(kept);
  });
  return as_nest(std::move(result), {r.array});
}

}  // namespace unpython::frontend
