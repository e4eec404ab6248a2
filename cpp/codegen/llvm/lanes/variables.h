// Where the scalar variables of the IR live while one LLVM function is emitted: stack slots, which LLVM turns
// into registers, and counters as plain values.
#pragma once
#include <unordered_map>

#include "codegen/llvm/lanes/lane_builder.h"
#include "codegen/llvm/lanes/lane_shapes.h"
#include "ir/function.h"

namespace unpython::codegen {

class Variables {
 public:
  Variables(LaneBuilder& b, const ir::Function& function) : b_(b), function_(function) {}

  [[nodiscard]] Value read(ir::VarId id);
  /// Inside a Vector loop only lanes that are alive change, unless no other lane will read the variable.
  void assign(ir::VarId id, const Value& value);
  /// Gives a loop counter its value for the code that follows.
  void bind(ir::VarId id, const Value& value) { bound_[id] = value; }
  void unbind(ir::VarId id) { bound_.erase(id); }

  /// Between these, variables that differ by lane have slots of vectors, filled with the value from outside.
  /// `shapes` must outlive the loop.
  void enter_lanes(const LaneShapes& shapes);
  void leave_lanes();

 private:
  struct Slot {
    llvm::AllocaInst* real = nullptr;
    llvm::AllocaInst* imag = nullptr;
  };
  [[nodiscard]] Slot make_slot(ir::VarId id, bool per_lane);
  [[nodiscard]] const Slot& slot(ir::VarId id, const LaneShape& shape);
  [[nodiscard]] Value load(const Slot& slot);
  void store(const Slot& slot, const Value& value);
  [[nodiscard]] LaneShape shape(ir::VarId id) const;

  LaneBuilder& b_;
  const ir::Function& function_;
  const LaneShapes* shapes_ = nullptr;
  std::unordered_map<ir::VarId, Value> bound_;
  std::unordered_map<ir::VarId, Slot> slots_;
  std::unordered_map<ir::VarId, Slot> lane_slots_;
};

}  // namespace unpython::codegen
