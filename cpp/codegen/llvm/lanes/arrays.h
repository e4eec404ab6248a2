// Where the arrays of the IR live while one LLVM function is emitted, and what LLVM may assume about their
// memory.
#pragma once
#include <unordered_map>
#include <vector>

#include "codegen/llvm/lanes/lane_builder.h"
#include "codegen/llvm/lanes/lane_shapes.h"
#include "ir/function.h"

namespace unpython::codegen {

/// Tells LLVM which arrays never share memory. One per module.
class AliasScopes {
 public:
  AliasScopes(llvm::LLVMContext& context, const ir::Function& function);
  /// Marks a load or store of the array.
  void annotate(llvm::Instruction* access, ir::ArrayId array);
  /// Arrays of one class may share memory; arrays of different classes never do.
  [[nodiscard]] size_t class_of(ir::ArrayId array) const {
    return classes_[static_cast<size_t>(array.value)];
  }

 private:
  llvm::LLVMContext& context_;
  std::vector<size_t> classes_;        ///< by array
  std::vector<llvm::MDNode*> own_;     ///< by class: a list with its scope
  std::vector<llvm::MDNode*> others_;  ///< by class: the list of all other scopes
};

/// One array at one place of the code.
struct ArrayPlace {
  llvm::Value* data = nullptr;
  std::vector<llvm::Value*> extents;  ///< elements
  std::vector<llvm::Value*> strides;  ///< bytes
  uint64_t alignment = 1;             ///< of each element
  bool per_lane = false;              ///< each element is a vector, one copy for each lane (two if complex)
  int64_t elements = -1;              ///< fixed size of a local array, else -1
};

class Arrays {
 public:
  /// `frame`: the abi::Frame of the call.
  Arrays(LaneBuilder& b, const ir::Function& function, llvm::Value* frame);

  [[nodiscard]] const ArrayPlace& at(ir::ArrayId id);
  /// Places for the memory and the extents of a Heap array that outlives the block of its Allocate. Empty at
  /// first.
  void make_slot(ir::ArrayId id);
  [[nodiscard]] bool has_slot(ir::ArrayId id) const { return slots_.contains(id); }
  /// All that is kept of it: the pointer to its memory, the bytes and the items that this has room for, the extents.
  [[nodiscard]] std::vector<llvm::AllocaInst*> slot_parts(ir::ArrayId id) const;
  /// Address of the pointer to its memory (null: none), and of the bytes that this memory has.
  [[nodiscard]] llvm::AllocaInst* slot_data(ir::ArrayId id) { return slots_.at(id).data; }
  [[nodiscard]] llvm::AllocaInst* slot_bytes(ir::ArrayId id) { return slots_.at(id).bytes; }
  /// The same as a number of items.
  [[nodiscard]] llvm::AllocaInst* slot_room(ir::ArrayId id) { return slots_.at(id).room; }
  void set_extents(ir::ArrayId id, const std::vector<llvm::Value*>& extents);
  /// Gives a Heap array its memory for the code that follows.
  void define_heap(ir::ArrayId id, llvm::Value* data, const std::vector<llvm::Value*>& extents);
  /// Gives an argument another place than the frame says.
  void define_argument(ir::ArrayId id, llvm::Value* data, std::vector<llvm::Value*> extents, std::vector<llvm::Value*> strides);
  /// The heap arrays that have memory here.
  [[nodiscard]] bool is_defined(ir::ArrayId id) const { return places_.contains(id) || has_slot(id); }
  void forget(ir::ArrayId id) { places_.erase(id); }

  void enter_lanes(const LaneShapes& shapes) { shapes_ = &shapes; }
  void leave_lanes();

 private:
  struct Slot {
    llvm::AllocaInst* data = nullptr;
    llvm::AllocaInst* bytes = nullptr;
    llvm::AllocaInst* room = nullptr;
    std::vector<llvm::AllocaInst*> extents;
  };
  [[nodiscard]] ArrayPlace argument_place(ir::ArrayId id);
  [[nodiscard]] ArrayPlace local_place(ir::ArrayId id);
  /// Strides of a row-major array with elements of `item` bytes.
  [[nodiscard]] std::vector<llvm::Value*> row_major(const std::vector<llvm::Value*>& extents, int64_t item);

  LaneBuilder& b_;
  const ir::Function& function_;
  llvm::Value* frame_;
  std::unordered_map<ir::ArrayId, int> argument_numbers_;
  std::unordered_map<ir::ArrayId, Slot> slots_;
  std::unordered_map<ir::ArrayId, ArrayPlace> places_;
  std::unordered_map<ir::ArrayId, ArrayPlace> lane_places_;
  const LaneShapes* shapes_ = nullptr;
};

}  // namespace unpython::codegen
