// Sums in strict mode: NumPy's order for arrays in C order, so that the result has NumPy's bits.
//
// Problem: NumPy adds up to 128 neighbours by eight partial sums, more of them as the sum of two halves,
//          recursively; rows of axes that are not the last ones are added one after the other.
// Choice:  the recursion runs over an explicit stack: of each number of items on the way down, the left
//          half's sum and the right half's length.
#include "frontend/lower_arrays/array_code.h"

namespace unpython::frontend {

using ir::BinaryOp;
using ir::CompareOp;

namespace {

constexpr int64_t kBlockOfReals = 128;
constexpr int64_t kLanesOfReals = 8;
constexpr int64_t kDeepest = 64;

/// NumPy counts the parts of complex numbers.
int64_t in_items(int64_t reals, ScalarType type) { return is_complex(type) ? reals / 2 : reals; }

}  // namespace

bool ArrayCode::sums_as_numpy(const Reduction& r, ir::ExprId start) const {
  const ScalarType type = build_.type_of(start);
  const bool adds = r.kind == ReductionKind::Sum || r.kind == ReductionKind::Mean ||
                    r.kind == ReductionKind::Variance || r.kind == ReductionKind::Deviation;
  return options_.fp == FloatMode::Strict && adds && kind_rank(type) > 1 && !r.axes.empty();
}

/// `combine(0, x)` is what an element adds.
ir::ExprId ArrayCode::sum_as_numpy(const Reduction& given, const Indices& kept, ir::ExprId start,
                                   const std::function<ir::ExprId(ir::ExprId, ir::ExprId)>& combine) {
  Reduction r = given;
  if (r.mask) {  // NumPy makes an array of what a mask selects
    const Value selected = compressed(r.array);
    r.array = selected.computed ? materialize(selected, r.range) : selected;
    r.mask.reset();
    r.extents = extents_of(r.array);
    r.axes.resize(r.extents.size());  // all of them; fewer than before, as the mask's are one now
  }
  const ScalarType type = build_.type_of(start);
  const ir::VarId sum = build_.variable(unique_name("acc"), type, r.range);
  emit(build_.assign(sum, start, r.range));
  // Trailing reduced axes are one run of memory.
  size_t first = r.extents.size();
  std::vector<int> outer = r.axes;
  while (!outer.empty() && outer.back() == static_cast<int>(first) - 1) {
    outer.pop_back();
    --first;
  }
  ir::ExprId count = build_.int64(1);
  for (size_t axis = first; axis < r.extents.size(); ++axis) count = build_.mul(count, r.extents[axis]);
  Reduction rows = r;
  rows.axes = outer;
  // Axes behind `first` are no longer among the kept ones of `rows`: they get their indices here.
  rows.extents.resize(first);
  const auto add_row = [&](const Indices& at, ir::ExprId) {
    const auto item = [&](ir::ExprId number) {
      Indices indices = at;
      indices.resize(r.extents.size());
      for (size_t axis = r.extents.size(); axis-- > first; number = build_.floor_div(number, r.extents[axis]))
        indices[axis] = axis == first ? number : build_.binary(BinaryOp::Modulo, number, r.extents[axis]);
      const ir::ExprId element = element_at(r.array, indices);
      return r.kind == ReductionKind::Sum || r.kind == ReductionKind::Mean
                 ? cast(element, type)
                 : combine(build_.number(type, 0), element);
    };
    const ir::ExprId row =
        first == r.extents.size() ? item(build_.int64(0)) : pairwise_sum(count, type, r.range, item);
    emit(build_.assign(sum, build_.add(build_.read(sum), row), r.range));
  };
  reduction_nest(rows, kept, false, add_row);
  return build_.read(sum);
}

ir::ExprId ArrayCode::pairwise_sum(ir::ExprId count, ScalarType type, const SourceRange& range,
                                   const OnNumber& item) {
  count = hold(count);
  const ir::VarId total = build_.variable(unique_name("total"), type, range);
  emit(build_.assign(total, build_.number(type, 0), range));
  const ir::ExprId short_enough =
      build_.compare(CompareOp::LessEqual, count, build_.int64(in_items(kBlockOfReals, type)));
  Branch one = separately([&] {
    emit(build_.assign(total, sum_of_block(build_.int64(0), count, type, range, item), range));
    return Value{};
  });
  Branch halves = separately([&] {
    sum_of_halves(total, count, range, item);
    return Value{};
  });
  emit(build_.if_then(short_enough, std::move(one.block), std::move(halves.block), range));
  return build_.read(total);
}

ir::ExprId ArrayCode::sum_of_block(ir::ExprId first, ir::ExprId count, ScalarType type,
                                   const SourceRange& range, const OnNumber& item) {
  const int64_t width = in_items(kLanesOfReals, type);
  const ir::ExprId lanes = build_.int64(width);
  const ir::VarId sum = build_.variable(unique_name("block_sum"), type, range);
  const auto add_from = [&](ir::ExprId from, ir::ExprId trips) {
    const ir::VarId at = build_.variable(unique_name("at"), ScalarType::Int64, range);
    Branch body = separately([&] {
      const ir::ExprId element = item(build_.add(from, build_.read(at)));
      emit(build_.assign(sum, build_.add(build_.read(sum), element), range));
      return Value{};
    });
    emit(build_.loop(at, trips, ir::LoopMark::Sequential, std::move(body.block), range));
  };
  Branch few = separately([&] {
    emit(build_.assign(sum, build_.unary(ir::UnaryOp::Negate, build_.number(type, 0)), range));
    add_from(first, count);
    return Value{};
  });
  Branch many = separately([&] {
    std::vector<ir::VarId> parts;
    for (int64_t lane = 0; lane < width; ++lane) {
      parts.push_back(build_.variable(unique_name("part"), type, range));
      emit(build_.assign(parts.back(), item(build_.add(first, build_.int64(lane))), range));
    }
    const ir::VarId step = build_.variable(unique_name("step"), ScalarType::Int64, range);
    const ir::ExprId steps = build_.floor_div(count, lanes);
    Branch body = separately([&] {
      const ir::ExprId from =
          build_.add(first, build_.mul(build_.add(build_.read(step), build_.int64(1)), lanes));
      for (int64_t lane = 0; lane < width; ++lane) {
        const ir::VarId part = parts[static_cast<size_t>(lane)];
        const ir::ExprId element = item(build_.add(from, build_.int64(lane)));
        emit(build_.assign(part, build_.add(build_.read(part), element), range));
      }
      return Value{};
    });
    emit(build_.loop(step, build_.sub(steps, build_.int64(1)), ir::LoopMark::Sequential,
                     std::move(body.block), range));
    std::vector<ir::ExprId> sums;
    for (const ir::VarId part : parts) sums.push_back(build_.read(part));
    while (sums.size() > 1) {
      std::vector<ir::ExprId> pairs;
      for (size_t i = 0; i < sums.size(); i += 2) pairs.push_back(build_.add(sums[i], sums[i + 1]));
      sums = std::move(pairs);
    }
    emit(build_.assign(sum, sums.front(), range));
    const ir::ExprId done = build_.mul(steps, lanes);
    add_from(build_.add(first, done), build_.sub(count, done));
    return Value{};
  });
  emit(build_.if_then(build_.compare(CompareOp::Less, count, lanes), std::move(few.block),
                      std::move(many.block), range));
  return build_.read(sum);
}

void ArrayCode::repeat_while(const std::function<ir::ExprId()>& condition, const std::function<void()>& body,
                             const SourceRange& range) {
  ir::ExprId test;
  Branch head = separately([&] {
    test = condition();
    return Value{};
  });
  Branch inner = separately([&] {
    body();
    return Value{};
  });
  emit(ir::While{std::move(head.block), test, std::move(inner.block)}, range);
}

void ArrayCode::sum_of_halves(ir::VarId total, ir::ExprId count, const SourceRange& range,
                              const OnNumber& item) {
  const ScalarType type = out_[total].type;
  const auto integer = [&](const char* name, ir::ExprId value) {
    const ir::VarId made = build_.variable(unique_name(name), ScalarType::Int64, range);
    emit(build_.assign(made, value, range));
    return made;
  };
  const auto set = [&](ir::VarId variable, ir::ExprId value) { emit(build_.assign(variable, value, range)); };
  const ir::ExprId zero = build_.int64(0);
  const ir::ExprId one = build_.int64(1);
  const ir::ArrayId lefts = build_.heap_array(unique_name("lefts"), type, 1);
  const ir::ArrayId rights = build_.heap_array(unique_name("rights"), ScalarType::Int64, 1);
  for (const ir::ArrayId stack : {lefts, rights}) emit(ir::Allocate{stack, {build_.int64(kDeepest)}}, range);
  const ir::VarId first = integer("first", zero);
  const ir::VarId length = integer("length", count);
  const ir::VarId depth = integer("depth", zero);
  const ir::VarId has_left = integer("has_left", zero);  // a bit for each depth
  const ir::VarId running = integer("running", one);
  const auto top = [&] { return build_.sub(build_.read(depth), one); };
  const auto bit = [&](ir::ExprId at) { return build_.binary(BinaryOp::ShiftLeft, one, at); };
  const auto go_down = [&] {
    const ir::ExprId half = build_.floor_div(build_.read(length), build_.int64(is_complex(type) ? 1 : 2));
    const ir::ExprId whole =
        build_.sub(half, build_.binary(BinaryOp::Modulo, half, build_.int64(kLanesOfReals)));
    const ir::ExprId left = hold(is_complex(type) ? build_.floor_div(whole, build_.int64(2)) : whole);
    emit(build_.store(rights, {build_.read(depth)}, build_.sub(build_.read(length), left), range));
    const ir::ExprId others = build_.unary(ir::UnaryOp::BitNot, bit(build_.read(depth)));
    set(has_left, build_.binary(BinaryOp::BitAnd, build_.read(has_left), others));
    set(depth, build_.add(build_.read(depth), one));
    set(length, left);
  };
  const auto next_block = [&] {
    repeat_while(
        [&] {
          return build_.compare(CompareOp::Greater, build_.read(length),
                                build_.int64(in_items(kBlockOfReals, type)));
        },
        go_down, range);
    set(total, sum_of_block(build_.read(first), build_.read(length), type, range, item));
    set(first, build_.add(build_.read(first), build_.read(length)));
    repeat_while(
        [&] {
          const ir::ExprId own = build_.binary(BinaryOp::BitAnd, build_.read(has_left), bit(top()));
          return build_.logical_and(build_.compare(CompareOp::Greater, build_.read(depth), zero),
                                    build_.compare(CompareOp::NotEqual, own, zero));
        },
        [&] {
          set(depth, top());
          set(total, build_.add(build_.load(lefts, {build_.read(depth)}), build_.read(total)));
        },
        range);
    Branch ends = separately([&] {
      set(running, zero);
      return Value{};
    });
    Branch goes_on = separately([&] {
      emit(build_.store(lefts, {top()}, build_.read(total), range));
      set(has_left, build_.binary(BinaryOp::BitOr, build_.read(has_left), bit(top())));
      set(length, build_.load(rights, {top()}));
      return Value{};
    });
    emit(build_.if_then(build_.compare(CompareOp::Equal, build_.read(depth), zero), std::move(ends.block),
                        std::move(goes_on.block), range));
  };
  repeat_while([&] { return build_.compare(CompareOp::NotEqual, build_.read(running), zero); }, next_block,
               range);
}

}  // namespace unpython::frontend
