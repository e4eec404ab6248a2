// One place in the code being emitted: LLVM's instruction builder, how many lanes run side by side there (1
// outside Vector loops) and which of them are alive. All other emission code writes instructions through it.
//
// Problem:  scalar code and Vector loops must compute the same thing from one IR.
// Choice:   one emitter whose values carry their own shape. A value is the same in all lanes (an LLVM
//           scalar), differs by a constant step from lane to lane (a scalar for lane 0 and the step: what
//           addresses need), or is an LLVM vector. Every operation takes any mix of these; outside Vector
//           loops all values have the first shape.
// Rejected: a vector emitter beside the scalar one (two meanings to keep equal), and leaving Vector loops to
//           LLVM's vectoriser (it may decline, and its remainder loops compute other bits than its vector
//           body).
#pragma once
#include <llvm/Analysis/InstSimplifyFolder.h>
#include <llvm/IR/IRBuilder.h>

#include <cstdint>

#include "unpython/types.h"

namespace unpython::codegen {

/// A scalar of the IR in registers. Complex numbers use both parts. `step` is not 0 only for Int64: then
/// `real` is the value of lane 0 and lane l has real + l * step.
struct Value {
  llvm::Value* real = nullptr;
  llvm::Value* imag = nullptr;
  int64_t step = 0;

  [[nodiscard]] bool is_vector() const { return real->getType()->isVectorTy(); }
  /// The same in all lanes.
  [[nodiscard]] bool is_uniform() const { return step == 0 && !is_vector(); }
};

/// Register type of a scalar, or of either part of a complex number: Bool is i1.
[[nodiscard]] llvm::Type* register_type(llvm::LLVMContext& context, ScalarType type);
/// Type in arrays, or of either part of a complex number: Bool is a byte.
[[nodiscard]] llvm::Type* memory_type(llvm::LLVMContext& context, ScalarType type);

class LaneBuilder {
 public:
  explicit LaneBuilder(llvm::Module& module);

  /// Simplifies each instruction as it is made, so that less reaches the passes.
  llvm::IRBuilder<llvm::InstSimplifyFolder> ir;
  int lanes = 1;
  /// Lanes alive at this place, as <lanes x i1>; null: all.
  llvm::Value* mask = nullptr;
  /// The mask of the whole group of iterations; lanes outside it never count again.
  llvm::Value* group_mask = nullptr;
  /// The code at this place may run although its mask is empty: what touches memory for all lanes at once must not.
  bool mask_may_be_empty = false;

  [[nodiscard]] llvm::Type* scalar_type(ScalarType type) { return register_type(ir.getContext(), type); }
  /// `type` itself outside Vector loops, else a vector of `lanes` of it.
  [[nodiscard]] llvm::Type* lane_type(llvm::Type* type) const;
  /// Some lanes of the group are switched off here.
  [[nodiscard]] bool diverged() const { return mask != group_mask; }

  /// An i64 count, or 0 where it is negative; a constant stays one.
  [[nodiscard]] llvm::Value* not_negative(llvm::Value* count);
  /// One LLVM value per lane (nothing changes outside Vector loops).
  [[nodiscard]] Value expand(const Value& value);
  [[nodiscard]] llvm::Value* splat(llvm::Value* scalar);
  /// Turns values into plain scalars if all are uniform, else into vectors.
  void match_shapes(Value& a, Value& b);
  void match_shapes(Value& a, Value& b, Value& c);
  /// <0, step, 2 step, ...> of an integer type.
  [[nodiscard]] llvm::Constant* lane_numbers(llvm::Type* element, int64_t step = 1) const;

  /// i1: some lane of `lane_mask` is set.
  [[nodiscard]] llvm::Value* any(llvm::Value* lane_mask);
  /// Conjunction of two masks, null meaning "all".
  [[nodiscard]] llvm::Value* mask_and(llvm::Value* a, llvm::Value* b);
  /// The mask with every lane set.
  [[nodiscard]] llvm::Constant* all_lanes() const;
  /// `current` or, null, the mask with every lane set.
  [[nodiscard]] llvm::Value* full_mask(llvm::Value* current) {
    return current != nullptr ? current : all_lanes();
  }

  [[nodiscard]] llvm::ConstantInt* i64(int64_t value) { return ir.getInt64(static_cast<uint64_t>(value)); }
  /// `value` as a constant of the type of `like` (all lanes the same).
  [[nodiscard]] static llvm::Constant* integer_like(llvm::Value* like, int64_t value);
  [[nodiscard]] static llvm::Constant* real_like(llvm::Value* like, double value);

  /// counter + step of a loop that ends before the counter overflows; never simplified.
  [[nodiscard]] llvm::Instruction* increment(llvm::PHINode* counter, int64_t step);
  /// Moves an instruction to the current place; nothing before that place may use it.
  void move_here(llvm::Instruction* instruction);
  /// Known to be at least 0, as a signed number.
  [[nodiscard]] bool is_natural(llvm::Value* integer) const;
  /// A new block of the current function.
  [[nodiscard]] llvm::BasicBlock* block(const char* name);
  /// The current block has ended; nothing may be added.
  [[nodiscard]] bool ended() const { return ir.GetInsertBlock()->getTerminator() != nullptr; }
  /// A stack slot in the function's entry block.
  [[nodiscard]] llvm::AllocaInst* slot(llvm::Type* type, const llvm::Twine& name, uint64_t alignment = 0);
  /// LLVM makes no register of the slot, as it does not know who else might change it.
  void keep_in_memory(llvm::AllocaInst* slot);
};

}  // namespace unpython::codegen
