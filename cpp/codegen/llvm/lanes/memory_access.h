// Loads, stores and atomic updates of array elements, for one lane or many: vector, broadcast, gather or
// scatter, whichever the address calls for.
#pragma once
#include <span>

#include "codegen/llvm/lanes/arrays.h"
#include "codegen/llvm/lanes/lane_builder.h"
#include "ir/function.h"

namespace unpython::codegen {

/// Elements of one array at one place of the code. `indices`: one Int64 per dimension, of any shape.
class MemoryAccess {
 public:
  MemoryAccess(LaneBuilder& b, AliasScopes& aliases, const ir::Function& function, ir::ArrayId array,
               const ArrayPlace& place, std::span<const Value> indices);

  [[nodiscard]] Value load();
  void store(const Value& value);
  /// element = element op value, indivisibly; lane after lane inside a Vector loop.
  void atomic_update(ir::BinaryOp op, const Value& value);

 private:
  enum class Pattern { Uniform, Contiguous, Reversed, Column, Scattered, PerLane };

  void find_address(std::span<const Value> indices);
  [[nodiscard]] Pattern pattern() const;
  /// The memory of all lanes is inside a local array, whatever the mask says.
  [[nodiscard]] bool always_inside() const;
  [[nodiscard]] llvm::Value* behind(llvm::Value* pointer, llvm::Value* bytes);
  [[nodiscard]] llvm::Value* lane_pointers(int64_t part_offset);
  [[nodiscard]] llvm::Value* reversed(llvm::Value* vector);
  [[nodiscard]] llvm::Value* lowest_pointer();

  [[nodiscard]] llvm::Value* load_block(llvm::Value* pointer, llvm::Type* type, llvm::Value* mask);
  void store_block(llvm::Value* vector, llvm::Value* pointer, llvm::Value* mask);
  [[nodiscard]] Value load_uniform();
  [[nodiscard]] Value load_contiguous(bool backwards);
  /// The lanes are a column of a square local array with as many rows and columns as there are lanes.
  [[nodiscard]] bool is_column(int64_t lane_stride) const;
  [[nodiscard]] Value load_column();
  [[nodiscard]] Value load_scattered();
  [[nodiscard]] Value load_per_lane();
  void store_uniform(const Value& value);
  void store_contiguous(Value value, bool backwards);
  void store_scattered(const Value& value);
  void store_per_lane(const Value& value);
  void update_one(ir::BinaryOp op, llvm::Value* pointer, llvm::Value* value);

  [[nodiscard]] llvm::Value* to_register(llvm::Value* value);
  [[nodiscard]] llvm::Value* to_memory(llvm::Value* value);
  template <class Instruction>
  Instruction* mark(Instruction* access) {
    aliases_.annotate(access, array_id_);
    return access;
  }

  LaneBuilder& b_;
  AliasScopes& aliases_;
  ir::ArrayId array_id_;
  ScalarType type_;
  const ArrayPlace& place_;
  llvm::Type* part_type_;  ///< in memory
  int64_t part_bytes_;
  bool complex_;
  llvm::Value* pointer_ = nullptr;      ///< of lane 0, without `offsets_`
  llvm::Value* lane_stride_ = nullptr;  ///< bytes from lane to lane
  llvm::Value* offsets_ = nullptr;      ///< further bytes, one number per lane; may be null
  bool fixed_ = true;                   ///< every index is a constant or a lane behind one
  int64_t fixed_bytes_ = 0;             ///< then: bytes from the start of the array to lane 0
};

}  // namespace unpython::codegen
