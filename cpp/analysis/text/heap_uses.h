// Where each Heap array of a function is allocated, stored to and read.
#pragma once
#include <optional>
#include <vector>

#include "ir/function.h"

namespace unpython::analysis {

/// One store, with what is around it.
struct HeapStore {
  ir::StmtId stmt;
  std::vector<ir::StmtId> loops;  ///< For loops around it, the outermost first
  bool conditional = false;       ///< below an If or While that the innermost loop holds
};

struct HeapUses {
  std::vector<ir::StmtId> allocations;
  std::vector<HeapStore> stores;
  int loads = 0;
  bool other = false;  ///< atomic updates, checks, wraps, extents
  bool returned = false;
};

/// The extents of an allocation, where all are known and positive.
[[nodiscard]] std::optional<std::vector<int64_t>> known_extents(const ir::Function& function, const ir::Allocate& allocation);

/// By ArrayId.
[[nodiscard]] std::vector<HeapUses> heap_uses(const ir::Function& function);

}  // namespace unpython::analysis
