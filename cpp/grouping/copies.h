// Which boxes of a group are copied from host memory to its buffer, and back.
#pragma once
#include <span>
#include <vector>

#include "grouping/group_layout.h"
#include "grouping/plan.h"

namespace unpython::grouping {

/// What the accesses of one member (GroupLayout::members) need.
struct MemberUse {
  bool in = false;   ///< its elements are needed from host memory
  bool out = false;  ///< some of its elements are written
};

/// What is copied in: the members that need it, or the whole frame where that is less, without what lies
/// outside of `allowed` (bytes of the memory). Host elements are not changed by the nest before they are
/// copied.
[[nodiscard]] std::vector<Copy> copies_in(const GroupLayout& group, std::span<const MemberUse> uses,
                                          analysis::IntegerRange allowed);
/// What is copied out: the members that are written, every element at most twice.
[[nodiscard]] std::vector<Copy> copies_out(const GroupLayout& group, std::span<const MemberUse> uses);

/// True if the given members together are all cells of the buffer.
[[nodiscard]] bool fill_buffer(const GroupLayout& group, std::span<const size_t> members);

/// Sum of Copy::bytes.
[[nodiscard]] int64_t total_bytes(std::span<const Copy> copies);

}  // namespace unpython::grouping
