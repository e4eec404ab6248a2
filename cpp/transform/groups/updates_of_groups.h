// What passes share that make groups count in local memory what their items add to one array.
#pragma once
#include <optional>
#include <vector>

#include "transform/groups/grid_tiles.h"
#include "transform/groups/grouped_kernel.h"
#include "transform/groups/spread_over_items.h"

namespace unpython::transform {

/// The additions of a kernel to one array of integers, which it does not use otherwise.
struct Updates {
  ir::ArrayId array;
  std::vector<ir::StmtId> all{};
  bool small = true;  ///< all of them add small constants
};
/// None: the kernel does more, or may raise.
[[nodiscard]] std::optional<Updates> find_updates(const ir::Function& function, const kernel::Kernel& kernel);

/// The kernel of groups of `kThreads` items, each of which runs `kRounds` iterations.
class UpdatesOfGroups {
 public:
  static constexpr int64_t kThreads = 256;
  static constexpr int64_t kRounds = 64;
  static constexpr int64_t kLeastIterations = 16 * kThreads * kRounds;  ///< of a launch that has work for such groups

  UpdatesOfGroups(const ir::Function& function, const kernel::Kernel& kernel, const Updates& updates);

 protected:
  /// Counter of what an item does again and again, `kThreads` further each time.
  struct Turn {
    ir::VarId item;
    ir::VarId round;
  };
  Turn turn();
  ir::ExprId place(const Turn& turn);
  ir::StmtId items(const Turn& turn, ir::Block before, ir::ExprId rounds, ir::Block body);
  /// Rounds in which the items come by all of the first `count` places.
  ir::ExprId rounds_for(ir::ExprId count);
  ir::ExprId is_below(ir::ExprId place, ir::ExprId end);

  /// The iteration that stands at the place of the turn in the tile of the group, and that the launch runs.
  ir::StmtId iteration(const Turn& turn, ir::StatementRewriter& updates);
  /// Local memory that counts.
  ir::ArrayId counters(const char* name, int64_t places);
  ir::ExprId bins() { return build_.extent(updates_.array, 0); }

  ir::Function f_;
  ir::Builder build_;
  const Updates& updates_;
  GridTiles tiles_;
  SpreadOverItems spread_;
  const SourceRange range_;
};

/// Updates of the array become something else.
class UpdateRewriter : public ir::StatementRewriter {
 public:
  UpdateRewriter(ir::Function& function, ir::ArrayId array) : StatementRewriter(function), array_(array) {}
  ir::Block stmt(ir::StmtId id) override;

 protected:
  virtual ir::Block of_update(const ir::AtomicUpdate& update, const SourceRange& range) = 0;
  /// A subscript that may count from the end, from the front.
  ir::ExprId position(ir::ExprId index);

  const ir::ArrayId array_;
};

}  // namespace unpython::transform
