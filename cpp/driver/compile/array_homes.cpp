// Address spaces and the plan of a group -> words.
#include "driver/compile/array_homes.h"

#include <algorithm>
#include <set>

#include "analysis/text/written_out.h"
#include "ir/elements.h"
#include "ir/rewrite.h"

namespace unpython::driver {
namespace {

const char* how_used(const kernel::KernelArray& array) {
  if (array.updated) return "updated by many threads";
  if (array.loaded && array.stored) return "read and stored";
  return array.stored ? "stored" : "read";
}

/// Bytes of the elements that the subscripts from `first` on have.
int64_t bytes_behind(const ir::Array& array, size_t first) {
  int64_t bytes = size_of(array.type);
  for (size_t d = first; d < array.extents.size(); ++d) bytes *= array.extents[d];
  return bytes;
}

/// Each subscript of an array is a number once loops are written out.
bool is_known_in_advance(const ir::Function& function, ir::StmtId root, ir::ArrayId array) {
  std::set<ir::VarId> counters;
  std::vector<ir::ExprId> subscripts;
  ir::walk_stmts(function, {root}, [&](ir::StmtId id) {
    if (const auto* loop = std::get_if<ir::For>(&function[id].node); loop != nullptr && loop->mark == ir::LoopMark::Unrolled)
      counters.insert(loop->counter);
    return true;
  });
  ir::walk_elements(function, {root}, [&](ir::ArrayId of, const std::vector<ir::ExprId>& indices) {
    if (of == array) subscripts.insert(subscripts.end(), indices.begin(), indices.end());
  });
  const auto is_counter = [&](ir::VarId variable) { return counters.contains(variable); };
  return std::all_of(subscripts.begin(), subscripts.end(), [&](ir::ExprId subscript) {
    return analysis::is_number_written_out(function, subscript, is_counter);
  });
}

ArrayHome place_of(const ir::Function& function, ir::StmtId root, ir::ArrayId id, const kernel::GroupPlan* plan) {
  const ir::Array& array = function[id];
  if (plan != nullptr && plan->local.contains(id))
    return {array.name, "local memory", bytes_behind(array, 0), "the threads of a group share it"};
  if (plan != nullptr) {
    const auto kept = plan->registers.find(id);
    if (kept != plan->registers.end())
      return {array.name, "registers", bytes_behind(array, kept->second.depth) * kept->second.parts,
              "a thread keeps its own from step to step of its group"};
  }
  const bool known = is_known_in_advance(function, root, id);
  return {array.name, known ? "registers" : "private memory", bytes_behind(array, 0),
          known ? "a thread has its own, whose subscripts are known in advance"
                : "a thread has its own, whose subscripts vary"};
}

std::set<ir::ArrayId> scratch_arrays(const ir::Function& function, ir::StmtId root) {
  std::set<ir::ArrayId> found;
  ir::walk_elements(function, {root}, [&](ir::ArrayId array, const std::vector<ir::ExprId>&) {
    if (ir::is_scratch(function[array].space)) found.insert(array);
  });
  return found;
}

}  // namespace

std::vector<ArrayHome> array_homes(const ir::Function& function, const kernel::Kernel& kernel,
                                   const kernel::GroupPlan* plan) {
  std::vector<ArrayHome> homes;
  for (const kernel::KernelArray& array : kernel.arrays) {
    if (array.loaded || array.stored || array.updated)
      homes.push_back({function[array.array].name, "device memory", 0, how_used(array)});
  }
  for (const ir::ArrayId id : scratch_arrays(function, kernel.root))
    homes.push_back(place_of(function, kernel.root, id, plan));
  return homes;
}

}  // namespace unpython::driver
