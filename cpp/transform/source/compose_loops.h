// Two loops as one: when that is right, and how it is done. Part of fuse_loops.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "analysis/text/effects.h"
#include "analysis/text/known_equal.h"
#include "ir/function.h"

namespace unpython::transform {

/// What came of an attempt to compose two loops.
struct Composition {
  std::optional<ir::StmtId> loop;  ///< both in one
  std::string reason;              ///< otherwise: why not, one clause that may name an array
};

/// Composes two loops of whole arrays, `first` before `second`; `first` may run right before it. Loops inside
/// are composed too, or nothing is. Adds to `function`; nothing changes there.
[[nodiscard]] Composition compose(ir::Function& function, ir::StmtId first, ir::StmtId second,
                                  const analysis::KnownEqual& known);

/// A block whose loops of whole arrays are composed as far as possible.
class BlockFusion {
 public:
  /// `attempted` hears of each attempt: both loops, what came of it. Of failed ones only where the second
  /// loop reads what the first stores.
  using Observer = std::function<void(ir::StmtId first, ir::StmtId second, const Composition&)>;
  BlockFusion(ir::Function& function, Observer attempted);

  /// Statements are added in order; the last one is composed with those before it.
  void add(ir::StmtId id, const analysis::KnownEqual& known);
  [[nodiscard]] const ir::Block& block() const { return block_; }

 private:
  ir::Function& function_;
  Observer attempted_;
  ir::Block block_;
  std::vector<analysis::Effects> effects_;  ///< of each statement of the block
  std::vector<size_t> touches_;             ///< and in the body of each loop of whole arrays
};

}  // namespace unpython::transform
