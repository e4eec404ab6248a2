#include "grouping/copies.h"

#include "grouping/boxes.h"

namespace unpython::grouping {
namespace {

using analysis::Dimension;

Box box_of_member(const GroupLayout& group, size_t member) {
  const auto dims = group.members[member].dims();
  Box box{.host = group.members[member].base,
          .packed = group.layout.packed_bases[member],
          .rank = static_cast<int>(dims.size())};
  for (size_t k = 0; k < dims.size(); ++k) {
    box.dims[k] = {
        .extent = dims[k].extent, .stride = dims[k].stride, .packed_stride = group.layout.packed_strides[k]};
  }
  return box;
}

/// The frame: one box for each run of consecutive residues.
std::vector<Box> boxes_of_frame(const Layout& layout) {
  Box whole{.host = layout.frame.base, .rank = layout.frame.rank};
  int64_t packed_stride = static_cast<int64_t>(layout.residues.size());
  for (size_t k = layout.frame.dims().size(); k-- > 0;) {
    const Dimension& dim = layout.frame.dims()[k];
    whole.dims[k] = {.extent = dim.extent, .stride = dim.stride, .packed_stride = packed_stride};
    packed_stride *= dim.extent;
  }
  std::vector<Box> boxes;
  Box::Dim* run = nullptr;
  for (size_t j = 0; j < layout.residues.size(); ++j) {
    if (run && layout.residues[j] == layout.residues[j - 1] + 1) {
      ++run->extent;
      continue;
    }
    Box& box = boxes.emplace_back(whole);
    box.host += layout.residues[j];
    box.packed = static_cast<int64_t>(j);
    run = &box.dims[static_cast<size_t>(box.rank++)];
    *run = {.extent = 1, .stride = 1, .packed_stride = 1};
  }
  return boxes;
}

Copy copy_of(const GroupLayout& group, const Box& cells) {
  const Box box = simplify(cells);
  Copy copy{.host_offset = group.origin + box.host * group.unit,
            .packed_offset = box.packed * group.unit,
            .run_bytes = group.unit,
            .dims = {}};
  for (int k = 0; k < box.rank; ++k) {
    const Box::Dim& dim = box.dims[static_cast<size_t>(k)];
    if (k + 1 == box.rank && dim.stride == 1 && dim.packed_stride == 1) {
      copy.run_bytes *= dim.extent;
      continue;
    }
    copy.dims.push_back({.extent = dim.extent,
                         .host_stride = dim.stride * group.unit,
                         .packed_stride = dim.packed_stride * group.unit});
  }
  return copy;
}

std::vector<Copy> copies_of(const GroupLayout& group, const std::vector<Box>& boxes) {
  std::vector<Copy> copies;
  for (const Box& box : boxes) copies.push_back(copy_of(group, box));
  return copies;
}

int64_t total_cells(const std::vector<Box>& boxes) {
  int64_t total = 0;
  for (const Box& box : boxes) {
    if (__builtin_add_overflow(total, box.cells(), &total)) return INT64_MAX;
  }
  return total;
}

/// The frame without what does not lie in bytes that may be read.
std::vector<Box> clipped_frame(const GroupLayout& group, analysis::IntegerRange allowed) {
  const int64_t after = allowed.high - group.origin + 1;
  const int64_t before = allowed.low - group.origin;
  const int64_t low = before / group.unit + (before % group.unit > 0 ? 1 : 0);
  const int64_t high = after / group.unit - (after % group.unit < 0 ? 1 : 0) - 1;
  std::vector<Box> result;
  for (const Box& box : boxes_of_frame(group.layout)) {
    const std::vector<Box> inside = clip(box, low, high);
    result.insert(result.end(), inside.begin(), inside.end());
  }
  return result;
}

template <class Choose>
std::vector<Box> chosen_members(const GroupLayout& group, std::span<const MemberUse> uses,
                                const Choose& choose) {
  std::vector<Box> boxes;
  for (size_t member = 0; member < uses.size(); ++member) {
    if (choose(uses[member])) boxes.push_back(box_of_member(group, member));
  }
  return join(std::move(boxes));
}

}  // namespace

std::vector<Copy> copies_in(const GroupLayout& group, std::span<const MemberUse> uses,
                            analysis::IntegerRange allowed) {
  const std::vector<Box> boxes = chosen_members(group, uses, [](const MemberUse& use) { return use.in; });
  if (boxes.size() <= 1) return copies_of(group, boxes);
  const std::vector<Box> frame = clipped_frame(group, allowed);
  return copies_of(group, total_cells(frame) <= total_cells(boxes) ? frame : boxes);
}

std::vector<Copy> copies_out(const GroupLayout& group, std::span<const MemberUse> uses) {
  return copies_of(group, chosen_members(group, uses, [](const MemberUse& use) { return use.out; }));
}

bool fill_buffer(const GroupLayout& group, std::span<const size_t> members) {
  std::vector<Box> boxes;
  for (const size_t member : members) boxes.push_back(box_of_member(group, member));
  boxes = join(std::move(boxes));
  return boxes.size() == 1 && boxes.front().cells() == group.layout.cells;
}

int64_t total_bytes(std::span<const Copy> copies) {
  int64_t total = 0;
  for (const Copy& copy : copies) {
    if (__builtin_add_overflow(total, copy.bytes(), &total)) return INT64_MAX;
  }
  return total;
}

}  // namespace unpython::grouping
