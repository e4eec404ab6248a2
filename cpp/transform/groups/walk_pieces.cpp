#include "transform/groups/walk_pieces.h"

#include <algorithm>

#include "analysis/text/affine.h"
#include "ir/constant.h"
#include "ir/rewrite.h"

namespace unpython::transform {

using namespace ir;

namespace {


void append(Block& to, const Block& more) { to.insert(to.end(), more.begin(), more.end()); }

}  // namespace

WalkPieces::WalkPieces(Function& function, StmtId loop, GridTiles& tiles, SpreadOverItems& spread, Size size,
                       const kernel::Kernel& kernel, const kernel::Layout& layout)
    : f_(function),
      loop_(std::get<For>(function[loop].node)),
      range_(function[loop].range),
      tiles_(tiles),
      spread_(spread),
      size_(size),
      kernel_(kernel),
      layout_(layout),
      build_(function) {}

size_t WalkPieces::add(const std::vector<const ReusedRead*>& reads, bool steps_inside, int64_t padding,
                       bool through_registers) {
  const ReusedRead& first = *reads.front();
  const int64_t elements = tiles_.extent(static_cast<size_t>(first.dimension));
  std::vector<int64_t> extents = steps_inside ? std::vector<int64_t>{size_.stages, elements, size_.depth + padding}
                                              : std::vector<int64_t>{size_.stages, size_.depth, elements + padding};
  if (reads.size() > 1) extents.insert(extents.end() - 1, static_cast<int64_t>(reads.size()));
  const std::string name = f_[first.array].name;
  const ScalarType type = f_[first.array].type;
  pieces_.push_back({reads, build_.local_array(name + "_tile", type, AddressSpace::Local, extents), steps_inside});
  const int width = width_of(first);
  if (through_registers && first.dense_in_loop && !steps_inside && width > 1)
    pieces_.back().fetched =
        build_.local_array(name + "_fetched", type, AddressSpace::Item, {elements, size_.depth / width, width});
  return pieces_.size() - 1;
}

std::vector<ExprId> WalkPieces::place(const Piece& piece, ExprId stage, ExprId step, ExprId element, ExprId term) {
  std::vector<ExprId> result =
      piece.steps_inside ? std::vector<ExprId>{stage, element, step} : std::vector<ExprId>{stage, step, element};
  if (piece.reads.size() > 1) result.insert(result.end() - 1, term);
  return result;
}

ExprId WalkPieces::element(size_t piece, ExprId stage, ExprId step, ExprId element, ExprId term) {
  const Piece& from = pieces_[piece];
  return build_.load(from.local, place(from, stage, step, element, term));
}

/// They begin where the layout says that a wide access may.
int WalkPieces::width_of(const ReusedRead& reused) {
  const auto known =
      std::find_if(kernel_.arrays.begin(), kernel_.arrays.end(),
                   [&](const kernel::KernelArray& array) { return array.array == reused.array; });
  const auto number = static_cast<size_t>(known - kernel_.arrays.begin());
  int width = static_cast<int>(kernel::kWideBytes / size_of(f_[reused.array].type));
  if (reused.dense_in_loop) width = std::min(width, static_cast<int>(size_.depth));
  if (!layout_.is_aligned(number, kernel::kWideBytes) || width < 2) return 1;
  const auto d = static_cast<size_t>(reused.dimension);
  const size_t grid = kernel_.grid.size() - 1 - d;
  const bool whole = grid < layout_.range_steps.size() && layout_.range_steps[grid] % width == 0;
  if (!reused.dense_in_loop && !whole) return 1;
  const VarId counter = reused.dense_in_loop ? loop_.counter : tiles_.counter(d);
  const auto unit = static_cast<size_t>(layout_.unit_dimension[number]);
  const std::optional<analysis::Affine> form = analysis::affine_form(f_, reused.indices[unit]);
  if (!form || analysis::coefficient_of(f_, *form, counter) != 1 || form->constant % width != 0) return 1;
  const analysis::Affine rest = analysis::without(f_, *form, counter);
  const bool divides = std::all_of(rest.terms.begin(), rest.terms.end(),
                                   [&](const analysis::Term& term) { return term.coefficient % width == 0; });
  return divides ? width : 1;
}

std::vector<ExprId> WalkPieces::source(const ReusedRead& reused, ExprId step, ExprId iteration) {
  Substitution at(f_);
  for (size_t d = 0; d < tiles_.dimensions(); ++d)
    at.replace(tiles_.counter(d), static_cast<int>(d) == reused.dimension ? iteration : tiles_.start(d));
  at.replace(loop_.counter, step);
  std::vector<ExprId> indices;
  for (ExprId index : reused.indices) indices.push_back(at.expr(index));
  return indices;
}

/// Neighbours in memory are brought by neighbours among the threads. Rows beyond the end of the
/// grid are rows in front of it again.
StmtId WalkPieces::copy(const Part& part, const Batch& batch) {
  const Piece& piece = *part.piece;
  const ReusedRead& reused = *piece.reads[part.term];
  const auto d = static_cast<size_t>(reused.dimension);
  const int width = copied_width(piece, reused, batch.ahead);
  const VarId step = integer("step");
  const VarId element = integer("element");
  const VarId lane = integer("lane");
  const bool steps_wide = width > 1 && piece.steps_inside;
  const bool elements_wide = width > 1 && !piece.steps_inside;
  const ExprId steps = steps_wide ? build_.int64(size_.depth / width) : batch.steps;
  const ExprId elements = build_.int64(tiles_.extent(d) / (elements_wide ? width : 1));
  auto [outer, outer_extent] = reused.dense_in_loop ? std::pair(element, elements) : std::pair(step, steps);
  const auto [inner, inner_extent] = reused.dense_in_loop ? std::pair(step, steps) : std::pair(element, elements);
  int64_t before = 0;  // of the outer loop, in the parts in front of this one
  if (part.of > 1) {
    const int64_t each = build_.as_constant(outer_extent)->integer / part.of;
    before = part.number * each;
    outer_extent = build_.int64(each);
  }
  const auto place_of = [&](VarId counter, bool wide) {
    const ExprId number = counter == outer && before > 0 ? build_.add(read(counter), build_.int64(before)) : read(counter);
    return wide ? build_.mul(number, build_.int64(width)) : number;
  };
  ExprId at_step = place_of(step, steps_wide);
  ExprId at_element = place_of(element, elements_wide);
  const ExprId there = build_.add(tiles_.start(d), at_element);
  const int64_t together = elements_wide ? width : 1;
  // What is copied once, behind the loop, keeps no values of its own alive in the loop.
  ExprId iteration = batch.ahead >= 0 ? tiles_.mirrored(d, there, together) : tiles_.nearest(d, there, together);
  if (elements_wide) iteration = build_.add(iteration, read(lane));
  if (elements_wide) at_element = build_.add(at_element, read(lane));
  if (steps_wide) at_step = build_.add(at_step, read(lane));
  const ExprId term = build_.int64(static_cast<int64_t>(part.term));
  StmtId body = build_.store(piece.local, place(piece, batch.stage, at_step, at_element, term),
                             build_.load(reused.array, source(reused, build_.add(batch.first, at_step), iteration)));
  if (width > 1) body = build_.vector_loop(lane, build_.int64(width), width, {body}, range_);
  const Block nest{build_.loop(inner, inner_extent, LoopMark::Item, {body}, range_)};
  return batch.ahead >= 0 ? build_.copying_loop(outer, outer_extent, batch.ahead, nest, range_, part.joins)
                          : build_.loop(outer, outer_extent, LoopMark::Item, nest, range_);
}

int WalkPieces::copied_width(const Piece& piece, const ReusedRead& reused, int ahead) {
  const bool wide_place = reused.dense_in_loop == piece.steps_inside && (ahead >= 0 || !piece.steps_inside);
  return wide_place ? width_of(reused) : 1;
}

Block WalkPieces::copies(const Batch& batch) {
  Block result;
  for (const Piece& piece : pieces_) {
    for (size_t term = 0; term < piece.reads.size(); ++term) result.push_back(copy({&piece, term}, batch));
  }
  return result;
}

/// Of all pieces: one copy of each thread, where the copies of a read are as many for each; else all of them. The first part
/// begins a batch.
std::vector<WalkPieces::Part> WalkPieces::parts() {
  std::vector<Part> result;
  for (const Piece& piece : pieces_) {
    for (size_t term = 0; term < piece.reads.size(); ++term) {
      const ReusedRead& reused = *piece.reads[term];
      const int width = copied_width(piece, reused, 0);
      const int64_t elements = tiles_.extent(static_cast<size_t>(reused.dimension)) / (piece.steps_inside ? 1 : width);
      const int64_t steps = size_.depth / (piece.steps_inside ? width : 1);
      const int64_t outer = reused.dense_in_loop ? elements : steps;
      const int64_t each = elements * steps / size_.spread_over;
      const int64_t count = elements * steps % size_.spread_over == 0 && outer % each == 0 ? each : 1;
      for (int64_t n = 0; n < count; ++n) result.push_back({&piece, term, n, count, !result.empty()});
    }
  }
  return result;
}

/// One side of the way through registers: to them without a stage, from them to it.
StmtId WalkPieces::through_registers(const Piece& piece, const Batch& batch) {
  const ReusedRead& reused = *piece.reads.front();
  const auto d = static_cast<size_t>(reused.dimension);
  const int width = width_of(reused);
  const VarId element = integer("element");
  const VarId wide = integer("wide");
  const VarId lane = integer("lane");
  const ExprId at_step = build_.add(build_.mul(read(wide), build_.int64(width)), read(lane));
  const std::vector<ExprId> own{read(element), read(wide), read(lane)};
  StmtId body;
  if (batch.stage.valid()) {
    const StmtId put = build_.store(piece.local, place(piece, batch.stage, at_step, read(element), {}),
                                    build_.load(piece.fetched, own));
    body = build_.loop(lane, build_.int64(width), LoopMark::Unrolled, {put}, range_);
  } else {
    const ExprId iteration = tiles_.mirrored(d, build_.add(tiles_.start(d), read(element)), 1);
    const ExprId value = build_.load(reused.array, source(reused, build_.add(batch.first, at_step), iteration));
    body = build_.vector_loop(lane, build_.int64(width), width, {build_.store(piece.fetched, own, value)}, range_);
  }
  const Block nest{build_.loop(wide, build_.int64(size_.depth / width), LoopMark::Item, {body}, range_)};
  const ExprId elements = build_.int64(tiles_.extent(d));
  return batch.stage.valid() ? build_.copying_loop(element, elements, batch.ahead, nest, range_)
                             : build_.loop(element, elements, LoopMark::Item, nest, range_);
}

/// Loads to registers what comes by them.
Block WalkPieces::fetch(ExprId first) {
  Block result;
  for (const Piece& piece : pieces_) {
    if (piece.fetched.valid()) result.push_back(through_registers(piece, {.stage = {}, .first = first, .steps = {}}));
  }
  return result;
}

/// The copies of a piece some of whose elements were fetched.
Block WalkPieces::put(const Batch& batch) {
  Block result;
  for (const Piece& piece : pieces_) {
    if (piece.fetched.valid()) {
      result.push_back(through_registers(piece, batch));
      continue;
    }
    for (size_t term = 0; term < piece.reads.size(); ++term) result.push_back(copy({&piece, term}, batch));
  }
  return result;
}

/// All steps of a piece but the last one, and behind each its share of the copies that join a batch.
Block WalkPieces::steps(const Work& work, ExprId stage, ExprId first, const Batch& batch, const std::vector<Part>& parts) {
  if (parts.empty()) {
    const VarId step = integer("step");
    Block body = work.step(stage, first, read(step));
    return work.on_items({build_.loop(step, build_.int64(work.steps), LoopMark::Unrolled, std::move(body))});
  }
  const auto joining = static_cast<int64_t>(parts.size()) - 1;
  const int64_t share = (joining + work.steps - 1) / work.steps;
  Block result;
  for (int64_t n = 0; n < work.steps; ++n) {
    append(result, work.on_items(work.step(stage, first, build_.int64(n))));
    for (int64_t part = n * share; part < std::min(joining, (n + 1) * share); ++part)
      result.push_back(copy(parts[static_cast<size_t>(part) + 1], batch));
  }
  return result;
}

/// Pieces come in turn, each behind those that are under way; behind the last one, its copies are made again. What joins a
/// batch comes a turn later than what the batch began with. All of them stand below one condition, so that addresses which
/// they share are computed in front of them once.
Block WalkPieces::run(const Work& work) {
  const VarId all = integer("all");
  const VarId whole = integer("whole");
  const VarId stage = build_.variable("stage", ScalarType::Int32);
  const VarId next = build_.variable("next", ScalarType::Int32);
  const VarId behind = build_.variable("behind", ScalarType::Int32);
  const VarId piece = integer("piece");
  const VarId begun = integer("begun");
  const VarId any = integer("any");
  const VarId to_come = integer("to_come");
  const ExprId depth = build_.int64(size_.depth);
  const int ahead = static_cast<int>(size_.stages) - 1;
  const auto set = [&](VarId variable, ExprId value) { return build_.assign(variable, value, range_); };
  const auto small = [&](int64_t number) { return build_.constant(make_constant(ScalarType::Int32, number)); };
  const auto place = [&](VarId number) { return build_.cast(ScalarType::Int64, read(number)); };
  const auto capped = [&](ExprId number) {
    return build_.min(number, build_.sub(read(whole), build_.int64(1)));
  };
  const auto batch = [&](ExprId at, ExprId number) {
    return Batch{.stage = at, .first = start_of(number), .steps = depth, .ahead = ahead};
  };
  Block result{set(all, build_.max(build_.int64(0), spread_.outside(loop_.extent))),
               set(whole, build_.floor_div(read(all), depth)), set(stage, small(0))};

  const bool spread = size_.spread_over > 0;
  const std::vector<Part> parts = spread ? this->parts() : std::vector<Part>{};
  const auto begin = [&](const Batch& of) { return spread ? Block{copy(parts.front(), of)} : put(of); };
  const int64_t in_front = spread ? size_.stages - 1 : size_.stages;
  const ExprId pieces_in_front = build_.int64(in_front);
  Block walk{build_.loop(begun, pieces_in_front, LoopMark::Sequential, copies(batch(read(begun), capped(read(begun)))), range_)};
  if (spread) {
    walk.push_back(set(behind, small(size_.stages - 1)));
    append(walk, begin(batch(place(behind), capped(pieces_in_front))));
  }
  append(walk, work.take_first(build_.int64(0)));
  walk.push_back(set(to_come, capped(pieces_in_front)));

  const ExprId is_end = build_.compare(CompareOp::Equal, read(stage), small(size_.stages - 1));
  const auto go_on = [&] {
    const ExprId following = build_.add(read(piece), build_.int64(in_front + 1));
    const ExprId more = build_.compare(CompareOp::Less, following, read(whole));
    return set(to_come, build_.add(read(to_come), build_.select(more, build_.int64(1), build_.int64(0))));
  };
  Block turn{set(next, build_.select(is_end, small(0), build_.add(read(stage), small(1))))};
  append(turn, fetch(start_of(read(to_come))));
  append(turn, steps(work, place(stage), start_of(read(piece)), batch(place(behind), read(to_come)), parts));
  if (spread) turn.push_back(go_on());
  append(turn, begin(batch(place(stage), read(to_come))));
  if (!spread) turn.push_back(go_on());
  append(turn, work.last(start_of(read(piece)), place(next)));
  if (spread) turn.push_back(set(behind, read(stage)));
  turn.push_back(set(stage, read(next)));
  walk.push_back(build_.loop(piece, read(whole), LoopMark::Sequential, std::move(turn), range_));
  result.push_back(build_.loop(any, build_.min(build_.int64(1), read(whole)), LoopMark::Sequential, std::move(walk), range_));

  // Where the ring stands now, nothing is under way.
  const VarId left = integer("left");
  result.push_back(set(left, build_.sub(read(all), start_of(read(whole)))));
  append(result, copies({.stage = place(stage), .first = start_of(read(whole)), .steps = build_.min(depth, read(left))}));
  append(result, work.rest(place(stage), start_of(read(whole)), read(left)));
  return result;
}

}  // namespace unpython::transform
