// How values differ between the lanes of one Vector loop, and where lanes part ways. Facts only; no LLVM type
// here.
#pragma once
#include <cstdint>
#include <unordered_map>
#include <unordered_set>

#include "ir/function.h"

namespace unpython::codegen {

/// Equal in all lanes (step 0), lane l has the value of lane 0 plus l * step (Int64 only), or anything.
struct LaneShape {
  bool varying = false;
  int64_t step = 0;
  [[nodiscard]] bool uniform() const { return !varying && step == 0; }
  bool operator==(const LaneShape&) const = default;
};

/// How often things occur in a whole function.
struct UseCounts {
  explicit UseCounts(const ir::Function& function);
  std::unordered_map<ir::VarId, int> reads;
  std::unordered_map<ir::VarId, int> assignments;
  std::unordered_map<ir::ArrayId, int> accesses;
};

/// Facts about one Vector loop. They err on the side of "varying".
class LaneShapes {
 public:
  /// `function` must outlive the object; `uses` need not.
  LaneShapes(const ir::Function& function, const UseCounts& uses, ir::StmtId vector_loop);

  /// Shape of a variable that is assigned inside the loop (its counter and inner counters included).
  [[nodiscard]] LaneShape variable(ir::VarId id) const;
  [[nodiscard]] const std::unordered_map<ir::VarId, LaneShape>& assigned() const { return shapes_; }
  /// Every read of the variable comes after its only assignment, in the same run of the same block: lanes
  /// that were off at the assignment never read it.
  [[nodiscard]] bool block_local(ir::VarId id) const { return block_local_.contains(id); }
  /// Lanes may leave this loop inside the Vector loop at different times; of the Vector loop itself: some
  /// lanes may `continue` while others go on.
  [[nodiscard]] bool masked(ir::StmtId loop) const { return masked_.contains(loop); }
  /// A local array of which each lane has its own copy: used in this loop only, and not as one element for
  /// each lane.
  [[nodiscard]] bool per_lane(ir::ArrayId id) const { return per_lane_.contains(id); }
  /// The body calls a library, is long, or has loops that need masks anyway: a mask of its own is lost in the
  /// noise. (Not so in a short inner loop, where comparing for the mask competes with the arithmetic.)
  [[nodiscard]] bool heavy() const { return heavy_ || !masked_.empty(); }
  /// The body moves elements and computes nothing.
  [[nodiscard]] bool only_moves() const { return only_moves_; }

  [[nodiscard]] LaneShape shape(ir::ExprId id) const;

 private:
  struct Control;
  void find_block_local(const UseCounts& uses, const ir::Block& block);
  void collect_assigned(const ir::Block& block);
  void find_per_lane(const UseCounts& uses, const ir::Block& body);
  void settle(ir::StmtId vector_loop);
  void visit(const ir::Block& block, Control control);
  void visit_statement(ir::StmtId id, Control control);
  void visit_if(const ir::If& branch, Control control);
  void visit_loop(ir::StmtId id, bool leaves_apart, Control control);
  void join(ir::VarId id, LaneShape shape);
  [[nodiscard]] bool is_moved(ir::ExprId value) const;
  [[nodiscard]] LaneShape find_shape(ir::ExprId id) const;
  [[nodiscard]] LaneShape binary_shape(const ir::Binary& binary, ScalarType type) const;

  const ir::Function& function_;
  std::unordered_map<ir::VarId, LaneShape> shapes_;
  mutable std::unordered_map<ir::ExprId, LaneShape> found_;  ///< shapes of expressions, as far as asked for
  std::unordered_set<ir::VarId> known_;  ///< variables whose shape some assignment has set
  std::unordered_set<ir::VarId> block_local_;
  std::unordered_set<ir::StmtId> masked_;
  std::unordered_set<ir::ArrayId> per_lane_;
  bool heavy_ = false;
  bool only_moves_ = true;
  bool changed_ = false;
};

}  // namespace unpython::codegen
