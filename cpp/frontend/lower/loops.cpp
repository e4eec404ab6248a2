// Loops. A for loop becomes a counter from 0 with unit step; the user's variable is computed from it.
#include "frontend/infer/rebound_arrays.h"
#include "frontend/lower/lowerer.h"
#include "frontend/types/join.h"
#include "ir/rewrite.h"
#include "support/match.h"

namespace unpython::frontend {

using resolved::ExprId;

namespace {

/// Of a range that would have to be counted for weeks until floats cannot hold its numbers.
bool starts_small(int64_t start) { return start >= -(int64_t{1} << 52) && start <= int64_t{1} << 52; }
bool steps_small(int64_t step) { return step >= -8 && step <= 8; }

}  // namespace

void Lowerer::begin_loop(const resolved::Body& otherwise, bool parallel) {
  Loop loop;
  loop.parallel = parallel;
  if (!otherwise.empty()) {
    loop.left_early = build_.variable(unique_name("left_early"), ScalarType::Bool);
    emit(build_.assign(*loop.left_early, build_.boolean(false)));
  }
  loops_.push_back(std::move(loop));
  ++loops_around_;
  parallel_around_ += parallel ? 1 : 0;
}

void Lowerer::end_loop(const resolved::Body& otherwise, const SourceRange& range) {
  const Loop loop = std::move(loops_.back());
  loops_.pop_back();
  --loops_around_;
  parallel_around_ -= loop.parallel ? 1 : 0;
  for (const resolved::ExitId exit : loop.leaves) {
    ir::Block out{build_.statement(ir::Break{}, range)};
    emit(build_.if_then(build_.read(exits_.at(exit).left), std::move(out), {}, range));
  }
  if (!loop.left_early) return;
  Branch rest = branch(otherwise);
  emit(build_.if_then(build_.logical_not(build_.read(*loop.left_early)), std::move(rest.block), {}, range));
}

void Lowerer::while_loop(const resolved::While& node, const SourceRange& range) {
  begin_loop(node.otherwise);
  ir::ExprId test;
  Branch head = separately([&] {
    test = condition(node.condition);
    return Value{};
  });
  if (!head.value) test = build_.boolean(false);
  Branch loop_body = branch(node.body);
  emit(ir::While{std::move(head.block), test, std::move(loop_body.block)}, range);
  end_loop(node.otherwise, range);
}

void Lowerer::for_loop(const resolved::For& node, const SourceRange& range) {
  match(
      node.over, [&](const resolved::RangeLoop& over) { range_loop(node, over, range); },
      [&](const resolved::ArrayLoop& over) { array_loop(node, over, range); });
}

/// Iterations of start, start + step, ... before stop; may be negative for none.
ir::ExprId ScalarCode::trip_count(ir::ExprId start, ir::ExprId stop, ir::ExprId step) {
  const ir::Constant* known = build_.as_constant(step);
  if (known && known->integer == 1) return build_.sub(stop, start);
  constexpr int64_t kLongStep = int64_t{1} << 31;  // beyond it the sum below may need more than 64 bits
  if (known && known->integer > 1 && known->integer < kLongStep)
    return build_.floor_div(build_.add(build_.sub(stop, start), build_.int64(known->integer - 1)), step);
  if (known && known->integer == -1) return build_.sub(start, stop);
  // -((start - stop) // step) rounds (stop - start) / step up, for either sign of the step.
  return build_.sub(build_.int64(0), build_.floor_div(build_.sub(start, stop), step));
}

/// Remembers a loop variable that is never negative (up from there, or down to 0), so that its subscripts
/// need no wrapping; and one that floats hold exactly.
void Lowerer::note_counter(const resolved::For& node, const resolved::RangeLoop& over) {
  const auto* target = std::get_if<resolved::LocalTarget>(&node.target.node);
  if (!target) return;
  const int web = webs_.web(target->definition);
  if (webs_.definitions[static_cast<size_t>(web)].size() != 1) return;
  const auto step =
      over.arguments.size() == 3 ? known_integer(types_.of(over.arguments[2])) : std::optional<int64_t>(1);
  if (!step || *step == 0) return;
  const auto start = over.arguments.size() == 1 ? std::optional<int64_t>(0) : known_integer(types_.of(over.arguments[0]));
  if (start && starts_small(*start) && steps_small(*step))
    counted_.insert(storage_[static_cast<size_t>(web)].variable);
  if (*step < 0) {
    const auto stop = over.arguments.size() == 3 ? known_integer(types_.of(over.arguments[1])) : std::nullopt;
    if (stop && *stop >= -1) never_negative_.insert(web);
    return;
  }
  if (over.arguments.size() >= 2 && !is_never_negative(over.arguments[0])) return;
  never_negative_.insert(web);
}

void Lowerer::collect_variables(const resolved::Target& target, std::set<ir::VarId>& out) const {
  if (const auto* local = std::get_if<resolved::LocalTarget>(&target.node)) {
    const Storage& storage = storage_[static_cast<size_t>(webs_.web(local->definition))];
    out.insert(storage.variable);
    for (const Storage& part : storage.elements) out.insert(part.variable);
  }
  if (const auto* several = std::get_if<std::vector<resolved::Target>>(&target.node))
    for (const resolved::Target& t : *several) collect_variables(t, out);
}

/// Whether an expression may have another value once the loop has begun.
bool Lowerer::changes_in(ir::ExprId expr, const ir::Block& block, const resolved::Target& target) {
  if (ir::has_load(out_, expr)) return true;
  std::set<ir::VarId> assigned;
  collect_variables(target, assigned);
  ir::walk_stmts(out_, block, [&](ir::StmtId id) {
    if (const auto* assign = std::get_if<ir::Assign>(&out_[id].node)) assigned.insert(assign->variable);
    return true;
  });
  return ir::any_expr(out_, expr, [&](ir::ExprId id) {
    const auto* read = std::get_if<ir::Read>(&out_[id].node);
    return read && assigned.contains(read->variable);
  });
}

void Lowerer::range_loop(const resolved::For& node, const resolved::RangeLoop& over,
                         const SourceRange& range) {
  std::vector<ir::ExprId> arguments;
  for (const Value& value : values(over.arguments)) {
    const Value number = as_integer(value);
    arguments.push_back(number.type.is_either() ? cast(common_value(number), ScalarType::Int64)
                                                : to_python_int(number, range));
  }
  ir::ExprId start = arguments.size() > 1 ? arguments[0] : build_.int64(0);
  const ir::ExprId stop = arguments.size() > 1 ? arguments[1] : arguments[0];
  ir::ExprId step = arguments.size() > 2 ? arguments[2] : build_.int64(1);
  if (!build_.as_constant(step)) step = once(step);
  raise_if(is_zero(step), ir::ErrorKind::ValueError, "range() arg 3 must not be zero", range);
  const ir::ExprId extent = safe_trip_count(start, stop, step);
  note_counter(node, over);

  begin_loop(node.otherwise, over.parallel);
  Branch loop_body = branch(node.body);
  for (ir::ExprId* part : {&start, &step})
    if (!build_.as_constant(*part) && changes_in(*part, loop_body.block, node.target)) *part = hold(*part);
  const ir::VarId counter = build_.variable(unique_name("k"), ScalarType::Int64, range);
  Branch head = separately([&] {
    const ir::ExprId item = build_.add(start, build_.mul(build_.read(counter), step));
    assign_to(node.target, scalar(weak(ScalarType::Int64), item));
    return Value{};
  });
  head.block.insert(head.block.end(), loop_body.block.begin(), loop_body.block.end());
  const ir::LoopMark mark = over.parallel ? ir::LoopMark::Parallel : ir::LoopMark::Sequential;
  const ir::StmtId loop = build_.loop(counter, extent, mark, std::move(head.block), range);
  std::get<ir::For>(out_.stmts[loop].node).independent = over.apart;
  emit(loop);
  end_loop(node.otherwise, range);
}

void Lowerer::tuple_loop(const resolved::For& node, const Value& tuple, const SourceRange& range) {
  const ir::VarId counter = build_.variable(unique_name("k"), ScalarType::Int64, range);
  const auto count = static_cast<int64_t>(tuple.elements.size());
  if (is_long(tuple.elements.size()) && block_ == &out_.body) make_tables(tuple);
  begin_loop(node.otherwise);
  Branch loop_body = separately([&] {
    Type item;
    for (const Value& element : tuple.elements) item = join(item, element.type);
    assign_to(node.target, element_number(tuple.elements, build_.read(counter), item));
    body(node.body);
    return Value{};
  });
  emit(
      build_.loop(counter, build_.int64(count), ir::LoopMark::Sequential, std::move(loop_body.block), range));
  end_loop(node.otherwise, range);
}

bool Lowerer::is_resized_in(ir::ArrayId array, const ir::Block& block) const {
  return ir::any_stmt(out_, block, [&](ir::StmtId id) {
    const auto* allocation = std::get_if<ir::Allocate>(&out_[id].node);
    return allocation != nullptr && allocation->keeps && allocation->array == array;
  });
}

void Lowerer::array_loop(const resolved::For& node, const resolved::ArrayLoop& over,
                         const SourceRange& range) {
  Value array = hold_if_mutable(expr(over.array), true);
  for (const int web : array_effects(f_, webs_, types_, node).given_values)
    if (reads_web(web, array)) array = hold_arrays(array, range);
  if (array.type.is_tuple()) return tuple_loop(node, array, range);
  if (array.computed) array = materialize(array, range);
  const ir::ExprId extent = extent_of(array, 0);
  const ir::VarId counter = build_.variable(unique_name("k"), ScalarType::Int64, range);
  begin_loop(node.otherwise);
  Branch head = separately([&] {
    assign_to(node.target, item_at(array, {build_.read(counter)}));
    return Value{};
  });
  Branch loop_body = branch(node.body);
  if (is_resized_in(array.base, loop_body.block)) {
    // The list may have another length before each item.
    emit(build_.assign(counter, build_.int64(0), range));
    head.block.push_back(build_.assign(counter, build_.add(build_.read(counter), build_.int64(1)), range));
    head.block.insert(head.block.end(), loop_body.block.begin(), loop_body.block.end());
    const ir::ExprId goes_on = build_.compare(ir::CompareOp::Less, build_.read(counter), extent_of(array, 0));
    emit(ir::While{{}, goes_on, std::move(head.block)}, range);
    return end_loop(node.otherwise, range);
  }
  loop_body.block.insert(loop_body.block.begin(), head.block.begin(), head.block.end());
  emit(build_.loop(counter, extent, ir::LoopMark::Sequential, std::move(loop_body.block), range));
  end_loop(node.otherwise, range);
}

}  // namespace unpython::frontend
