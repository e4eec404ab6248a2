#include "driver/execute/group_record.h"

#include <algorithm>

namespace unpython::driver {

GroupReport& group_of(std::vector<GroupReport>& groups, const GpuArrays& arrays, const ir::Function& function,
                      ir::ArrayId array) {
  std::vector<std::string> names;
  for (const ir::ArrayId sharer : arrays.sharers(array)) names.push_back(function[sharer].name);
  for (GroupReport& known : groups) {
    if (known.arrays == names) return known;
  }
  GroupReport& fresh = groups.emplace_back();
  const footprint::CallArray& called = arrays[array];
  fresh.arrays = std::move(names);
  fresh.bytes = arrays.bytes_of(called.buffer);
  fresh.elements = fresh.bytes / called.item_bytes;
  const bool steps = std::any_of(called.placed.axes.begin(), called.placed.axes.end(),
                                 [](const kernel::Axis& axis) { return axis.step > 1; });
  fresh.rule = !arrays.is_packed(called.buffer) ? "shared"
               : steps                          ? "strided"
                                                : footprint::name_of(arrays.packing(array));
  return fresh;
}

void note_moved(GroupReport& group, const GpuArrays& arrays, ir::ArrayId array,
                const runtime::MovedBytes& before) {
  const runtime::MovedBytes& now = arrays.moved(array);
  group.copied_in += now.in - before.in;
  group.copied_out += now.out - before.out;
  if (group.rule == "whole" && arrays.touches_part(array))
    group.reason = footprint::reason_of(arrays.unpacked(array));
}

}  // namespace unpython::driver
