// The places of a mask that hold, found by blocks.
//
// Problem: where the element of a place goes depends on how many places hold before it.
// Choice:  the places of each block are counted, the counts are added up, and then each block knows where its first place
//          goes. Counting and storing run in parallel over the blocks; the counts are added up by runs of blocks, and by runs
//          of runs, so that little is left to do in order. Blocks where the mask holds nowhere or everywhere are done at once, and
//          in others no branch depends on the mask. On devices, work items share a block of a vector, and one group adds up the
//          counts (mask_groups.cpp).
#include "frontend/lower_arrays/array_code.h"

namespace unpython::frontend {
namespace {

// Neighbouring work items of a device read and write neighbouring blocks: the shorter a block, the more of them
// share what a line of memory holds. a[mask], np.nonzero and np.compress of 2^26 places: 1.59, 1.43 and 1.84 ms with
// 32 places, 1.17, 1.01 and 1.38 with 16, 1.28, 1.12 and 1.49 with 8 (H200); 0.45, 0.29 and 0.45 where work items share a
// block. A core of a processor has a block to itself, and fewer blocks have fewer counts.
constexpr int64_t kBlockOfHost = 32;     ///< places of a block
constexpr int64_t kBlockOfDevice = 16;   ///< the same where loops should have iterations for a whole device
constexpr int64_t kBlockOfGroup = 4096;  ///< the same where work items share it
constexpr int64_t kRun = 64;             ///< blocks of a run, and runs of a run of runs

}  // namespace

/// Of the block at `at` among all.
ir::ExprId ArrayCode::number_of(const MaskBlocks& of, const Indices& at) {
  ir::ExprId number = at.front();
  for (size_t d = 1; d < at.size(); ++d) number = build_.add(build_.mul(number, of.loops[d]), at[d]);
  return number;
}

void ArrayCode::increase(ir::VarId variable, ir::ExprId by, const SourceRange& range) {
  emit(build_.assign(variable, build_.add(build_.read(variable), by), range));
}

/// Runs over the places of the block at `at`; `body` gets a place and its number in the block.
void ArrayCode::on_block(const MaskBlocks& of, const Indices& at, const SourceRange& range,
                         const std::function<void(const Indices&, ir::ExprId)>& body) {
  const ir::ExprId first = build_.mul(at.back(), build_.int64(of.size));
  const ir::ExprId rest = build_.sub(extents_of(of.mask).back(), first);
  nest({build_.min(build_.int64(of.size), rest)}, false, range, [&](const Indices& lane) {
    Indices place(at.begin(), at.end() - 1);
    place.push_back(build_.add(first, lane.front()));
    body(place, lane.front());
  });
}

ArrayCode::MaskBlocks ArrayCode::count_blocks(const Value& mask, const SourceRange& range) {
  MaskBlocks of{.mask = mask, .by_groups = options_.for_device && mask.type.rank == 1};
  of.size = of.by_groups ? kBlockOfGroup : options_.for_device ? kBlockOfDevice : kBlockOfHost;
  of.loops = extents_of(mask);
  const ir::ExprId rounded = build_.add(of.loops.back(), build_.int64(of.size - 1));
  of.loops.back() = build_.floor_div(rounded, build_.int64(of.size));
  of.blocks = once(size_of_whole(mask, of.loops, range));
  of.starts = build_.heap_array(unique_name("starts"), ScalarType::Int64, 1);
  if (of.by_groups) {
    emit(ir::Allocate{of.starts, note_extents(of.starts, {build_.add(of.blocks, build_.int64(1))}, range)}, range);
    count_by_groups(of, range);
    of.count = add_up_by_group(of, range);
  } else {
    of.levels = levels_above(of.blocks);
    const ir::ExprId all = build_.add(of.levels.back().first, of.levels.back().count);
    emit(ir::Allocate{of.starts, note_extents(of.starts, {all}, range)}, range);
    nest(of.loops, true, range, [&](const Indices& at) {
      const ir::VarId held = assigned("held", build_.int64(0), range);
      on_block(of, at, range, [&](const Indices& place, ir::ExprId) {
        increase(held, cast(element_at(mask, place), ScalarType::Int64), range);
      });
      emit(build_.store(of.starts, {number_of(of, at)}, build_.read(held), range));
    });
    const ir::VarId count = assigned("place", build_.int64(0), range);
    add_up_blocks(of, count, range);
    of.count = build_.read(count);
  }
  return of;
}

/// The blocks, the runs of them, and the runs of runs.
std::vector<ArrayCode::MaskBlocks::Level> ArrayCode::levels_above(ir::ExprId blocks) {
  std::vector<MaskBlocks::Level> levels{{build_.int64(0), blocks}};
  for (int level = 0; level < 2; ++level) {
    const MaskBlocks::Level below = levels.back();
    const ir::ExprId rounded = build_.add(below.count, build_.int64(kRun - 1));
    levels.push_back({once(build_.add(below.first, below.count)),
                      once(build_.floor_div(rounded, build_.int64(kRun)))});
  }
  return levels;
}

/// Runs over the members of run number `run` among those of a level; `body` gets where their counts stand.
void ArrayCode::on_run(const MaskBlocks::Level& level, ir::ExprId run, const SourceRange& range,
                       const std::function<void(ir::ExprId)>& body) {
  const ir::ExprId first = build_.mul(run, build_.int64(kRun));
  nest({build_.min(build_.int64(kRun), build_.sub(level.count, first))}, false, range,
       [&](const Indices& at) { body(build_.add(level.first, build_.add(first, at.front()))); });
}

/// Counts of the blocks become how many places hold before each.
void ArrayCode::add_up_blocks(const MaskBlocks& of, ir::VarId count, const SourceRange& range) {
  const auto place_of = [&](size_t level, const Indices& run) {
    return build_.add(of.levels[level].first, run.front());
  };
  const auto put_before = [&](ir::ExprId place, ir::VarId before) {
    const ir::VarId own = assigned("own", build_.load(of.starts, {place}), range);
    emit(build_.store(of.starts, {place}, build_.read(before), range));
    increase(before, build_.read(own), range);
  };
  const size_t top = of.levels.size() - 1;
  for (size_t level = 1; level <= top; ++level) {
    nest({of.levels[level].count}, true, range, [&](const Indices& run) {
      const ir::VarId sum = assigned("sum", build_.int64(0), range);
      on_run(of.levels[level - 1], run.front(), range,
             [&](ir::ExprId place) { increase(sum, build_.load(of.starts, {place}), range); });
      emit(build_.store(of.starts, {place_of(level, run)}, build_.read(sum), range));
    });
  }
  nest({of.levels[top].count}, false, range,
       [&](const Indices& run) { put_before(place_of(top, run), count); });
  for (size_t level = top; level >= 1; --level) {
    nest({of.levels[level].count}, true, range, [&](const Indices& run) {
      const ir::VarId before = assigned("before", build_.load(of.starts, {place_of(level, run)}), range);
      on_run(of.levels[level - 1], run.front(), range, [&](ir::ExprId place) { put_before(place, before); });
    });
  }
}

void ArrayCode::for_selected(const MaskBlocks& of, const SourceRange& range,
                             const std::function<void(const Indices&, ir::ExprId)>& body) {
  if (of.by_groups) return for_selected_by_groups(of, range, body);
  nest(of.loops, true, range, [&](const Indices& at) {
    const ir::VarId number = assigned("number", number_of(of, at), range);
    const ir::ExprId start = build_.read(assigned("next", build_.load(of.starts, {build_.read(number)}), range));
    const ir::VarId end = assigned("end", of.count, range);
    const ir::ExprId following = build_.add(build_.read(number), build_.int64(1));
    emit(build_.if_then(build_.compare(ir::CompareOp::Less, following, of.blocks),
                        {build_.assign(end, build_.load(of.starts, {following}), range)}, {}, range));
    const ir::ExprId held = build_.sub(build_.read(end), start);
    Branch all = separately([&] {
      on_block(of, at, range,
               [&](const Indices& place, ir::ExprId lane) { body(place, build_.add(start, lane)); });
      return Value{};
    });
    Branch some = separately([&] {
      const ir::VarId next = assigned("next", start, range);
      on_block(of, at, range, [&](const Indices& place, ir::ExprId) {
        // Behind the last one that holds comes what belongs to the next block.
        Branch inside = separately([&] {
          body(place, build_.read(next));
          increase(next, cast(element_at(of.mask, place), ScalarType::Int64), range);
          return Value{};
        });
        const ir::ExprId left = build_.compare(ir::CompareOp::Less, build_.read(next), build_.read(end));
        emit(build_.if_then(left, std::move(inside.block), {}, range));
      });
      return Value{};
    });
    const ir::ExprId first = build_.mul(at.back(), build_.int64(of.size));
    const ir::ExprId here =
        build_.min(build_.int64(of.size), build_.sub(extents_of(of.mask).back(), first));
    const ir::ExprId any = build_.compare(ir::CompareOp::Greater, held, build_.int64(0));
    const ir::StmtId not_all = build_.if_then(any, std::move(some.block), {}, range);
    emit(build_.if_then(build_.compare(ir::CompareOp::Equal, held, here), std::move(all.block), {not_all}, range));
  });
}

}  // namespace unpython::frontend
