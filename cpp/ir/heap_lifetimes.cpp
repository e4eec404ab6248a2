// One walk in program order: a use out of reach of the array's Allocate ends the simple case.
#include "ir/heap_lifetimes.h"

#include "ir/elements.h"
#include "ir/rewrite.h"

namespace unpython::ir {

HeapLifetimes::HeapLifetimes(const Function& function)
    : function_(function), arrays_(static_cast<size_t>(function.arrays.size())) {
  block(function.body, StmtId{});
  for (ArrayId array : function.returned_arrays()) {
    Lifetime& returned = arrays_[static_cast<size_t>(array.value)];
    returned.ends_with_block = false;
    returned.loop = StmtId{};
  }
}

void HeapLifetimes::use(ArrayId array, StmtId loop) {
  Lifetime& lifetime = arrays_[static_cast<size_t>(array.value)];
  if (lifetime.is_used && lifetime.loop != loop) lifetime.loop = StmtId{};
  if (!lifetime.is_used) lifetime.loop = loop;
  lifetime.is_used = true;
  lifetime.ends_with_block = lifetime.ends_with_block && lifetime.in_reach;
  if (lifetime.in_reach) lifetime.last = around_[lifetime.depth];
}

void HeapLifetimes::block(const Block& statements, StmtId loop) {
  std::vector<ArrayId> allocated;
  const size_t depth = around_.size();
  around_.emplace_back();
  for (StmtId id : statements) {
    around_[depth] = id;
    const Stmt& stmt = function_[id];
    walk_uses(function_, id, [&](ArrayId array) { use(array, loop); });
    if (const auto* resized = std::get_if<Allocate>(&stmt.node); resized != nullptr && resized->keeps)
      arrays_[static_cast<size_t>(resized->array.value)].ends_with_block = false;
    if (const auto* allocation = as_new_memory(stmt)) {
      Lifetime& lifetime = arrays_[static_cast<size_t>(allocation->array.value)];
      lifetime.in_reach = true;
      lifetime.depth = depth;
      use(allocation->array, loop);
      if (lifetime.allocated) lifetime.ends_with_block = false;
      lifetime.allocated = true;
      allocated.push_back(allocation->array);
    }
    const auto* inner = std::get_if<For>(&stmt.node);
    const bool outermost = inner != nullptr && inner->mark == LoopMark::CpuParallel && !loop.valid();
    for (const Block* nested : blocks(stmt)) block(*nested, outermost ? id : loop);
  }
  around_.pop_back();
  for (ArrayId array : allocated) arrays_[static_cast<size_t>(array.value)].in_reach = false;
}

std::vector<ArrayId> HeapLifetimes::kept_by(StmtId loop) const {
  std::vector<ArrayId> found;
  for (ArrayId id{0}; function_.arrays.contains(id); ++id.value) {
    const Lifetime& lifetime = of(id);
    if (function_[id].space == AddressSpace::Heap && lifetime.is_used && !lifetime.ends_with_block &&
        lifetime.loop == loop)
      found.push_back(id);
  }
  return found;
}

}  // namespace unpython::ir
