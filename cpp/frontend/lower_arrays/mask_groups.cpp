// Code of a[m] and np.nonzero(m) for a device: the places of a vector's mask that hold, found by groups of work items.
//
// Problem: an item that walks places of its own reads and writes memory that its neighbours do not.
// Choice:  a group of 256 items loads a block of flags in the order of memory. Each item counts those of 16 neighbours and
//          lists the places that hold in the memory of the group, behind those of the items before it. Then all items run
//          through the list, so that what is stored lies side by side.
#include "frontend/lower_arrays/array_code.h"
#include "ir/rewrite.h"

namespace unpython::frontend {
namespace {

constexpr int64_t kItems = 256;
constexpr int64_t kEach = 16;        ///< places of an item
constexpr int64_t kRow = kEach + 1;  ///< of their flags: neighbours use different banks
constexpr int64_t kTops = kItems / 16;

}  // namespace

ir::ArrayId ArrayCode::shared_array(const char* name, ScalarType type, int64_t extent, const SourceRange& range) {
  const ir::ArrayId array = build_.heap_array(unique_name(name), type, 1);
  emit(ir::Allocate{array, note_extents(array, {build_.int64(extent)}, range)}, range);
  return array;
}

/// flags[17 * (i // 16) + i % 16]: whether place number i of the block holds; behind the end of the mask none does.
void ArrayCode::load_flags(const MaskBlocks& of, ir::ArrayId flags, ir::ExprId first, const SourceRange& range) {
  nest({build_.int64(kItems)}, true, range, [&](const Indices& item) {
    const ir::ExprId row = build_.add(item.front(), build_.floor_div(item.front(), build_.int64(kEach)));
    nest({build_.int64(kEach)}, false, range, [&](const Indices& turn) {
      const ir::ExprId place = build_.add(build_.add(first, item.front()), build_.mul(turn.front(), build_.int64(kItems)));
      const ir::ExprId to = build_.add(row, build_.mul(turn.front(), build_.int64(kItems / kEach * kRow)));
      const auto set = [&](const std::function<ir::ExprId()>& value) {
        return separately([&] {
          emit(build_.store(flags, {to}, value(), range));
          return Value{};
        });
      };
      Branch inside = set([&] { return cast(element_at(of.mask, {place}), ScalarType::Bool); });
      Branch outside = set([&] { return build_.boolean(false); });
      const ir::ExprId is_inside = build_.compare(ir::CompareOp::Less, place, extents_of(of.mask).back());
      emit(build_.if_then(is_inside, std::move(inside.block), std::move(outside.block), range));
    });
  });
}

/// sums[item] + before[item // 16] become the sum of all items in front; tops: the sums of 16 items each.
void ArrayCode::add_up_items(ir::ArrayId sums, ir::ArrayId tops, ir::ArrayId before, const SourceRange& range) {
  nest({build_.int64(kTops)}, true, range, [&](const Indices& top) {
    const ir::VarId sum = assigned("sum", build_.int64(0), range);
    nest({build_.int64(16)}, false, range, [&](const Indices& turn) {
      const ir::ExprId at = build_.add(build_.mul(top.front(), build_.int64(16)), turn.front());
      const ir::VarId own = assigned("own", build_.load(sums, {at}), range);
      emit(build_.store(sums, {at}, build_.read(sum), range));
      increase(sum, build_.read(own), range);
    });
    emit(build_.store(tops, {top.front()}, build_.read(sum), range));
  });
  nest({build_.int64(kTops)}, true, range, [&](const Indices& top) {
    const ir::VarId sum = assigned("sum", build_.int64(0), range);
    nest({build_.int64(kTops)}, false, range, [&](const Indices& turn) {
      const ir::ExprId in_front = build_.compare(ir::CompareOp::Less, turn.front(), top.front());
      increase(sum, build_.select(in_front, build_.load(tops, {turn.front()}), build_.int64(0)), range);
    });
    emit(build_.store(before, {top.front()}, build_.read(sum), range));
  });
}

void ArrayCode::count_by_groups(const MaskBlocks& of, const SourceRange& range) {
  nest({of.blocks}, true, range, [&](const Indices& block) {
    const ir::ExprId first = build_.mul(block.front(), build_.int64(of.size));
    const ir::ArrayId sums = shared_array("sums", ScalarType::Int64, kItems, range);
    const ir::ArrayId tops = shared_array("tops", ScalarType::Int64, kTops, range);
    nest({build_.int64(kItems)}, true, range, [&](const Indices& item) {
      const ir::VarId held = assigned("held", build_.int64(0), range);
      nest({build_.int64(kEach)}, false, range, [&](const Indices& turn) {
        const ir::ExprId place =
            build_.add(build_.add(first, item.front()), build_.mul(turn.front(), build_.int64(kItems)));
        Branch inside = separately([&] {
          increase(held, cast(element_at(of.mask, {place}), ScalarType::Int64), range);
          return Value{};
        });
        const ir::ExprId is_inside = build_.compare(ir::CompareOp::Less, place, extents_of(of.mask).back());
        emit(build_.if_then(is_inside, std::move(inside.block), {}, range));
      });
      emit(build_.store(sums, {item.front()}, build_.read(held), range));
    });
    const auto add_sixteen = [&](ir::ArrayId from, ir::ExprId number) {
      const ir::VarId sum = assigned("sum", build_.int64(0), range);
      nest({build_.int64(16)}, false, range, [&](const Indices& turn) {
        increase(sum, build_.load(from, {build_.add(build_.mul(number, build_.int64(16)), turn.front())}), range);
      });
      return build_.read(sum);
    };
    nest({build_.int64(kTops)}, true, range, [&](const Indices& top) {
      const ir::ExprId sum = add_sixteen(sums, top.front());
      emit(build_.store(tops, {top.front()}, sum, range));
    });
    nest({build_.int64(kTops)}, true, range, [&](const Indices& top) {
      Branch all = separately([&] {
        emit(build_.store(of.starts, {block.front()}, add_sixteen(tops, build_.int64(0)), range));
        return Value{};
      });
      const ir::ExprId is_first = build_.compare(ir::CompareOp::Equal, top.front(), build_.int64(0));
      emit(build_.if_then(is_first, std::move(all.block), {}, range));
    });
  });
}

/// Counts of the blocks become how many places hold before each, in one group: an item has as many neighbours as the others.
/// The result is the count of all. A launch for each level of a tree took longer: there are few blocks.
ir::ExprId ArrayCode::add_up_by_group(const MaskBlocks& of, const SourceRange& range) {
  const ir::ExprId rounded = build_.add(of.blocks, build_.int64(kItems - 1));
  const ir::ExprId each = once(build_.floor_div(rounded, build_.int64(kItems)));
  nest({build_.min(each, build_.int64(1))}, true, range, [&](const Indices&) {
    const ir::ArrayId sums = shared_array("sums", ScalarType::Int64, kItems, range);
    const ir::ArrayId tops = shared_array("tops", ScalarType::Int64, kTops, range);
    const ir::ArrayId before = shared_array("before", ScalarType::Int64, kTops, range);
    const auto on_neighbours = [&](const Indices& item, const std::function<void(ir::ExprId)>& body) {
      const ir::ExprId first = build_.mul(item.front(), each);
      nest({build_.min(each, build_.sub(of.blocks, first))}, false, range,
           [&](const Indices& turn) { body(build_.add(first, turn.front())); });
    };
    nest({build_.int64(kItems)}, true, range, [&](const Indices& item) {
      const ir::VarId sum = assigned("sum", build_.int64(0), range);
      on_neighbours(item, [&](ir::ExprId block) { increase(sum, build_.load(of.starts, {block}), range); });
      emit(build_.store(sums, {item.front()}, build_.read(sum), range));
    });
    add_up_items(sums, tops, before, range);
    nest({build_.int64(kItems)}, true, range, [&](const Indices& item) {
      const ir::ExprId top = build_.floor_div(item.front(), build_.int64(16));
      const ir::VarId next =
          assigned("next", build_.add(build_.load(sums, {item.front()}), build_.load(before, {top})), range);
      on_neighbours(item, [&](ir::ExprId block) {
        const ir::VarId own = assigned("own", build_.load(of.starts, {block}), range);
        emit(build_.store(of.starts, {block}, build_.read(next), range));
        increase(next, build_.read(own), range);
      });
      const ir::ExprId is_last = build_.compare(ir::CompareOp::Equal, item.front(), build_.int64(kItems - 1));
      emit(build_.if_then(is_last, {build_.store(of.starts, {of.blocks}, build_.read(next), range)}, {}, range));
    });
  });
  const ir::VarId count = assigned("place", build_.int64(0), range);
  const ir::ExprId any = build_.compare(ir::CompareOp::Greater, of.blocks, build_.int64(0));
  emit(build_.if_then(any, {build_.assign(count, build_.load(of.starts, {of.blocks}), range)}, {}, range));
  return build_.read(count);
}

void ArrayCode::for_selected_by_groups(const MaskBlocks& of, const SourceRange& range,
                                       const std::function<void(const Indices&, ir::ExprId)>& body) {
  nest({of.blocks}, true, range, [&](const Indices& block) {
    const ir::ExprId first = build_.mul(block.front(), build_.int64(of.size));
    const ir::ArrayId flags = shared_array("flags", ScalarType::Bool, kItems * kRow, range);
    const ir::ArrayId found = shared_array("found", ScalarType::Int32, of.size, range);
    const ir::ArrayId sums = shared_array("sums", ScalarType::Int64, kItems, range);
    const ir::ArrayId tops = shared_array("tops", ScalarType::Int64, kTops, range);
    const ir::ArrayId before = shared_array("before", ScalarType::Int64, kTops, range);
    const auto flag_of = [&](const Indices& item, const Indices& turn) {
      return build_.load(flags, {build_.add(build_.mul(item.front(), build_.int64(kRow)), turn.front())});
    };
    load_flags(of, flags, first, range);
    nest({build_.int64(kItems)}, true, range, [&](const Indices& item) {
      const ir::VarId held = assigned("held", build_.int64(0), range);
      nest({build_.int64(kEach)}, false, range,
           [&](const Indices& turn) { increase(held, cast(flag_of(item, turn), ScalarType::Int64), range); });
      emit(build_.store(sums, {item.front()}, build_.read(held), range));
    });
    add_up_items(sums, tops, before, range);
    nest({build_.int64(kItems)}, true, range, [&](const Indices& item) {
      const ir::ExprId top = build_.floor_div(item.front(), build_.int64(16));
      const ir::VarId next =
          assigned("next", build_.add(build_.load(sums, {item.front()}), build_.load(before, {top})), range);
      nest({build_.int64(kEach)}, false, range, [&](const Indices& turn) {
        const ir::ExprId place = build_.add(build_.mul(item.front(), build_.int64(kEach)), turn.front());
        Branch holds = separately([&] {
          emit(build_.store(found, {build_.read(next)}, cast(place, ScalarType::Int32), range));
          increase(next, build_.int64(1), range);
          return Value{};
        });
        emit(build_.if_then(flag_of(item, turn), std::move(holds.block), {}, range));
      });
    });
    nest({build_.int64(kItems)}, true, range, [&](const Indices& item) {
      const ir::ExprId start = build_.load(of.starts, {block.front()});
      const ir::ExprId last = build_.int64(kTops - 1);
      const ir::VarId all = assigned("held", build_.add(build_.load(tops, {last}), build_.load(before, {last})), range);
      const ir::VarId from = assigned("next", start, range);
      nest({build_.int64(kEach)}, false, range, [&](const Indices& turn) {
        const ir::ExprId number = build_.add(item.front(), build_.mul(turn.front(), build_.int64(kItems)));
        Branch holds = separately([&] {
          const ir::ExprId place = cast(build_.load(found, {number}), ScalarType::Int64);
          body({build_.add(first, place)}, build_.add(build_.read(from), number));
          return Value{};
        });
        const ir::ExprId is_one = build_.compare(ir::CompareOp::Less, number, build_.read(all));
        emit(build_.if_then(is_one, std::move(holds.block), {}, range));
      });
    });
  });
}

}  // namespace unpython::frontend
