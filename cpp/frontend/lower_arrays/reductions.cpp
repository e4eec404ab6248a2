// One value for all elements of an array, or for those along axes. Sums are marked parallel, so that they are
// added by the one tree that does not depend on threads or tiles.
#include <algorithm>

#include "frontend/lower_arrays/array_function_code.h"
#include "ir/constant.h"

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

/// What elements are accumulated in: NumPy adds float16 in float32 and rounds once, and the extremum of float16 is that of float32.
ScalarType wide(ScalarType type) { return type == ScalarType::Float16 ? ScalarType::Float32 : type; }

/// Elements that are looked through in order.
constexpr int64_t kFewElements = 8;

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

/// acc = start; acc = combine(acc, element) for all elements of the reduction.
ir::ExprId ArrayCode::accumulate(const Reduction& r, const Indices& kept, ir::ExprId start,
                                 const std::function<ir::ExprId(ir::ExprId, ir::ExprId)>& combine) {
  if (sums_as_numpy(r, start)) return sum_as_numpy(r, kept, start, combine);
  const ir::VarId sum = build_.variable(unique_name("acc"), build_.type_of(start), r.range);
  emit(build_.assign(sum, start, r.range));
  // The tree of partial results adds complex numbers: all else is done in order.
  const bool in_order = !adds(r.kind) && is_complex(build_.type_of(start));
  reduction_nest(r, kept, !in_order, [&](const Indices& indices, ir::ExprId) {
    const ir::ExprId element = r.mask ? r.array.computed->element(indices) : element_at(r.array, indices);
    emit(build_.assign(sum, combine(build_.read(sum), element), r.range));
  });
  return build_.read(sum);
}

ir::ExprId ArrayCode::reduced_value(const Reduction& r, const Indices& kept) {
  const ScalarType type = r.type;
  const auto truth_of = [&](ir::ExprId x) { return cast(x, ScalarType::Bool); };
  const auto start = [&](ScalarType t, int64_t value) {
    return r.initial ? cast(*r.initial, wide(t)) : build_.number(wide(t), value);
  };
  const auto sum = [&](ScalarType given) {
    const ScalarType added = wide(given);
    const ir::ExprId total = accumulate(r, kept, start(given, 0), [&, added](ir::ExprId a, ir::ExprId x) {
      return added == ScalarType::Bool ? build_.logical_or(a, truth_of(x)) : build_.add(a, cast(x, added));
    });
    return cast(total, given);
  };
  const auto mean = [&](ScalarType added) {
    // NumPy divides by an int64: integers in float64, and complex64 in complex128.
    ScalarType divided = kind_rank(added) < 2 ? ScalarType::Float64 : added;
    if (added == ScalarType::Float16) divided = ScalarType::Float64;  // of a variance
    if (added == ScalarType::Complex64 && options_.fp == FloatMode::Strict) divided = ScalarType::Complex128;
    const ir::ExprId total = cast(sum(added), divided);
    return cast(build_.binary(ir::BinaryOp::Divide, total, cast(reduced_count(r), divided)), added);
  };
  const auto extremum = [&](Intrinsic op) {
    ir::ExprId first;
    if (r.initial) {
      first = cast(*r.initial, wide(type));
    } else {
      first = is_complex(type) ? element_at(r.array, first_of(r, kept))
                               : build_.constant(ir::loser(wide(type), op == Intrinsic::Minimum));
    }
    return cast(accumulate(r, kept, first,
                           [&](ir::ExprId a, ir::ExprId x) {
                             x = cast(x, wide(type));
                             const bool largest = op == Intrinsic::Maximum;
                             // Of zeros of both signs NumPy keeps the first one of float16.
                             return type == ScalarType::Float16 ? better(x, a, largest) : better(a, x, largest);
                           }),
                type);
  };
  switch (r.kind) {
    case ReductionKind::Sum:
      return sum(type);
    case ReductionKind::Product:
      return cast(accumulate(r, kept, start(type, 1),
                             [&](ir::ExprId a, ir::ExprId x) {
                               return type == ScalarType::Bool ? build_.logical_and(a, truth_of(x))
                                                               : build_.mul(a, cast(x, wide(type)));
                             }),
                  type);
    case ReductionKind::Minimum:
      return extremum(Intrinsic::Minimum);
    case ReductionKind::Maximum:
      return extremum(Intrinsic::Maximum);
    case ReductionKind::Mean:
      return cast(mean(wide(type)), type);
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
  const ScalarType of_elements = r.subtracted;
  const ir::ExprId middle = hold(mean(of_elements));
  const ir::ExprId squares = accumulate(r, kept, build_.number(wide(type), 0), [&](ir::ExprId a, ir::ExprId x) {
    const ir::ExprId apart = hold(build_.sub(cast(x, of_elements), middle));
    if (!is_complex(of_elements)) return build_.add(a, cast(build_.mul(apart, apart), wide(type)));
    const ir::ExprId real = hold(call(Intrinsic::Real, apart));
    const ir::ExprId imaginary = hold(call(Intrinsic::Imag, apart));
    return build_.add(a, build_.add(build_.mul(real, real), build_.mul(imaginary, imaginary)));
  });
  const ScalarType counted = out_[r.degrees].type;  // 8 degrees of freedom, or 7.5
  const ir::ExprId count = build_.sub(cast(reduced_count(r), counted), r.degrees);
  const ir::ExprId degrees = build_.max(count, build_.number(counted, 0));
  const ScalarType divided = type == ScalarType::Float16 || is_float(counted) ? ScalarType::Float64 : type;
  const ir::ExprId variance =
      cast(build_.binary(ir::BinaryOp::Divide, cast(cast(squares, type), divided), cast(degrees, divided)), type);
  return r.kind == ReductionKind::Variance ? variance : call(Intrinsic::Sqrt, variance);
}

ir::ExprId ArrayCode::wide_element(const Reduction& r, const Indices& indices) {
  return cast(element_at(r.array, indices), wide(r.array.type.scalar));
}

/// argmin, argmax: the best element first, then the first place that holds it; a NaN is best of all.
ir::ExprId ArrayCode::position_of(const Reduction& r, const Indices& kept, bool largest) {
  const ir::Constant* length = r.extents.size() == 1 ? build_.as_constant(r.extents[0]) : nullptr;
  const bool few = length && length->integer > 1 && length->integer <= kFewElements;
  if (few || is_complex(r.array.type.scalar)) return position_in_order(r, kept, largest);
  if (r.extents.size() == 1) return position_by_blocks(r, largest);
  const ir::VarId rank = assigned("best", rank_of(wide_element(r, first_of(r, kept)), largest), r.range);
  reduction_nest(r, kept, true, [&](const Indices& indices, ir::ExprId) {
    emit(build_.assign(rank, better(build_.read(rank), rank_of(wide_element(r, indices), largest), largest), r.range));
  });
  const ir::VarId best = assigned("best", of_rank(build_.read(rank), wide(r.array.type.scalar)), r.range);
  const ir::ExprId count = hold(reduced_count(r));
  const ir::VarId place = assigned("place", count, r.range);
  reduction_nest(r, kept, true, [&](const Indices& indices, ir::ExprId number) {
    const ir::ExprId holds = is_same(wide_element(r, indices), build_.read(best));
    const ir::ExprId here = build_.select(holds, number, count);
    emit(build_.assign(place, build_.min(build_.read(place), here), r.range));
  });
  return build_.read(place);
}

ir::VarId ArrayCode::assigned(const char* name, ir::ExprId value, const SourceRange& range) {
  const ir::VarId variable = build_.variable(unique_name(name), build_.type_of(value), range);
  emit(build_.assign(variable, value, range));
  return variable;
}

ir::ExprId ArrayCode::better(ir::ExprId a, ir::ExprId b, bool largest) {
  if (build_.type_of(a) == ScalarType::Bool)
    return largest ? build_.logical_or(a, b) : build_.logical_and(a, b);
  if (is_complex(build_.type_of(a))) {
    const ir::ExprId best = hold(a);
    const ir::ExprId other = hold(b);
    const CompareOp order = largest ? CompareOp::GreaterEqual : CompareOp::LessEqual;
    const ir::ExprId beats = build_.logical_and(build_.compare(order, best, other), is_number(other));
    return build_.select(build_.logical_and(is_number(best), build_.logical_not(beats)), other, best);
  }
  return build_.call(largest ? Intrinsic::Maximum : Intrinsic::Minimum, {a, b});
}

/// Of a float on a processor, an integer: vectors of them find the best, while floats would have to be asked for NaN one by one. NaN
/// has the best rank; zeros of both signs have two, but come back as floats.
ir::ExprId ArrayCode::rank_of(ir::ExprId element, bool largest) {
  if (!is_float(build_.type_of(element)) || options_.for_device) return element;
  const ir::ExprId held = hold(element);
  const ir::ExprId rank = turned(call(Intrinsic::Bits, held));
  const ScalarType type = build_.type_of(rank);
  return build_.select(call(Intrinsic::IsNan, held), build_.constant(ir::loser(type, largest)), rank);
}

ir::ExprId ArrayCode::of_rank(ir::ExprId rank, ScalarType type) {
  return build_.type_of(rank) == type ? rank : call(Intrinsic::Bits, turned(rank));
}

/// The bits of a float below zero count down: all but the sign are turned.
ir::ExprId ArrayCode::turned(ir::ExprId bits) {
  const ScalarType type = build_.type_of(bits);
  const ir::ExprId held = hold(bits);
  const ir::ExprId sign = build_.binary(ir::BinaryOp::ShiftRight, held, build_.number(type, type == ScalarType::Int32 ? 31 : 63));
  const ir::ExprId others = build_.constant(ir::loser(type, true));
  return build_.binary(ir::BinaryOp::BitXor, held, build_.binary(ir::BinaryOp::BitAnd, sign, others));
}

ir::ExprId ArrayCode::is_number(ir::ExprId complex) {
  return build_.compare(CompareOp::Equal, complex, complex);
}

/// NaN are the same as each other.
ir::ExprId ArrayCode::is_same(ir::ExprId element, ir::ExprId best) {
  if (!is_float(build_.type_of(element))) return build_.compare(CompareOp::Equal, element, best);
  const ir::ExprId held = hold(element);
  const ir::ExprId both = build_.logical_and(call(Intrinsic::IsNan, held), call(Intrinsic::IsNan, best));
  return build_.logical_or(build_.compare(CompareOp::Equal, held, best), both);
}

/// Of a vector, the best elements of blocks decide which block is looked through for the place.
ir::ExprId ArrayCode::position_by_blocks(const Reduction& r, bool largest) {
  const ir::ExprId length = build_.int64(kSearched);
  const ir::ExprId count = r.extents[0];
  const ir::ExprId blocks = hold(build_.floor_div(build_.add(count, build_.int64(kSearched - 1)), length));
  const ir::ArrayId bests = build_.heap_array(unique_name("bests"), wide(r.array.type.scalar), 1);
  emit(ir::Allocate{bests, {blocks}}, r.range);
  const auto over = [&](const char* name, ir::ExprId extent, const std::function<void(ir::ExprId)>& body) {
    const ir::VarId counter = build_.variable(unique_name(name), ScalarType::Int64, r.range);
    Branch inner = separately([&] {
      body(build_.read(counter));
      return Value{};
    });
    const ir::StmtId loop =
        build_.loop(counter, extent, ir::LoopMark::Parallel, std::move(inner.block), r.range);
    std::get<ir::For>(out_.stmts[loop].node).independent = true;
    emit(loop);
  };
  over("block", blocks, [&](ir::ExprId block) {
    const ir::ExprId first = hold(build_.mul(block, length));
    const ir::VarId best = assigned("best", rank_of(wide_element(r, {first}), largest), r.range);
    // Groups of a device have blocks of one length.
    const ir::ExprId extent = options_.for_device ? length : build_.min(length, build_.sub(count, first));
    over("at", extent, [&](ir::ExprId at) {
      const ir::ExprId index = build_.add(first, at);
      const auto look = [&] {
        const ir::ExprId rank = rank_of(wide_element(r, {index}), largest);
        emit(build_.assign(best, better(build_.read(best), rank, largest), r.range));
        return Value{};
      };
      if (!options_.for_device) return static_cast<void>(look());
      Branch inside = separately(look);
      emit(build_.if_then(build_.compare(CompareOp::Less, index, count), std::move(inside.block), {},
                          r.range));
    });
    emit(build_.store(bests, {block}, of_rank(build_.read(best), wide(r.array.type.scalar)), r.range));
  });
  const ir::VarId top = assigned("best", build_.load(bests, {build_.int64(0)}), r.range);
  over("block", blocks, [&](ir::ExprId block) {
    emit(build_.assign(top, better(build_.read(top), build_.load(bests, {block}), largest), r.range));
  });
  const auto first_that_holds = [&](ir::ExprId extent, ir::ExprId none, const auto& element,
                                    const auto& number) {
    const ir::VarId place = assigned("place", none, r.range);
    over("at", extent, [&](ir::ExprId at) {
      const ir::ExprId here = build_.select(is_same(element(at), build_.read(top)), number(at), none);
      emit(build_.assign(place, build_.min(build_.read(place), here), r.range));
    });
    return build_.read(place);
  };
  const ir::ExprId block = first_that_holds(
      blocks, blocks, [&](ir::ExprId at) { return build_.load(bests, {at}); },
      [](ir::ExprId at) { return at; });
  const ir::ExprId first = hold(build_.mul(block, length));
  const ir::ExprId width = build_.min(length, build_.sub(count, first));
  return first_that_holds(
      width, count, [&](ir::ExprId at) { return wide_element(r, {build_.add(first, at)}); },
      [&](ir::ExprId at) { return build_.add(first, at); });
}

/// Few elements, and complex numbers: the first that no other one beats, or the first with a NaN.
ir::ExprId ArrayCode::position_in_order(const Reduction& r, const Indices& kept, bool largest) {
  const ir::VarId best = assigned("best", element_at(r.array, first_of(r, kept)), r.range);
  const ir::VarId place = assigned("place", build_.int64(0), r.range);
  reduction_nest(r, kept, false, [&](const Indices& indices, ir::ExprId number) {
    const ir::ExprId element = hold(element_at(r.array, indices));
    const ir::ExprId before = hold(build_.read(best));
    const ir::ExprId beats = build_.compare(largest ? CompareOp::Greater : CompareOp::Less, element, before);
    const ir::ExprId wins = build_.logical_and(
        is_number(before), build_.logical_or(beats, build_.logical_not(is_number(element))));
    emit(build_.if_then(wins, {build_.assign(best, element, r.range), build_.assign(place, number, r.range)},
                        {}, r.range));
  });
  return build_.read(place);
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

/// Of the integers behind dates, in an order in which NaT is where NumPy has it.
Value ArrayFunctionCode::ticks_of(const Value& array, bool sorted, const SourceRange& range) {
  return elementwise({array}, ScalarType::Int64, range, [this, sorted](const std::vector<Value>& elements) {
    const ir::ExprId time = elements[0].expr;
    return scalar(strong(ScalarType::Int64), sorted ? sort_key(time) : ticks(time));
  });
}

/// min, max, sum and mean of dates and differences: each is NaT where one of them is.
ir::ExprId ArrayCode::reduced_time(const Reduction& r, const Indices& kept, ScalarType type) {
  if (r.kind == ReductionKind::Minimum) return of_ticks(reduced_value(r, kept), type);
  if (r.kind == ReductionKind::Maximum) return of_sort_key(reduced_value(r, kept), type);
  Reduction part = r;
  part.kind = ReductionKind::Minimum;
  const ir::ExprId least = hold(reduced_value(part, kept));
  part.kind = ReductionKind::Sum;
  const ir::ExprId sum = hold(reduced_value(part, kept));
  const ir::ExprId total = unless_no_time({least}, sum);
  return of_ticks(r.kind == ReductionKind::Sum ? total : truncated_quotient(hold(total), hold(reduced_count(r))), type);
}

Value ArrayFunctionCode::reduce(const ArrayCall& call, const std::vector<Value>& arguments, const Type& type,
                                const SourceRange& range) {
  Reduction r{.array = arguments[0]};
  r.range = range;
  r.kind = call.function.reduction;
  r.type = call.reduced_type();
  r.subtracted = is_complex(r.array.type.scalar) ? call.dtype().value_or(r.array.type.scalar) : r.type;
  r.axes = *call.reduced_axes();
  if (r.array.computed && r.array.computed->mask && !reduce_selection(r, call)) r.array = compressed(r.array);
  if (r.array.computed && r.array.computed->is_nest) r.array = materialize(r.array, range);
  for (const ir::ExprId extent : r.mask ? r.array.computed->extents : extents_of(r.array))
    r.extents.push_back(once(extent));
  const auto degrees = call.parameter("ddof");
  const bool given = degrees && !call.is_absent(*degrees);
  const bool whole = !given || !is_float(arguments[*degrees].type.scalar);
  r.degrees = given ? hold(cast(arguments[*degrees].expr, whole ? ScalarType::Int64 : ScalarType::Float64)) : build_.int64(0);
  if (const auto initial = call.parameter("initial"); initial && !call.is_absent(*initial))
    r.initial = hold(for_element(arguments[*initial], r.type, range));
  check_reduces_something(r, call.function);
  const bool position = call.function.family == ArrayFamily::Position;
  const ScalarType of = arguments[0].type.scalar;
  if (is_time(of)) {
    r.array = as_array(ticks_of(r.array, position ? call.function.largest : r.kind == ReductionKind::Maximum, range));
    r.type = r.subtracted = ScalarType::Int64;
  }
  const auto value = [this, r, of, position, largest = call.function.largest](const Indices& kept) {
    if (is_time(of) && !position) return reduced_time(r, kept, of);
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
