// Blocks of a function that become LLVM functions of their own: the pieces of a long function (pieces.h), and blocks that stand several
// times in a function, but for the names in them.
//
// Problem:  what is written out for a set, a dict, a list or a sum stands in the IR as often as a program uses it. Nine lines with
//           sets were 60 000 lines of LLVM and took two seconds to compile.
// Choice:   blocks of one form are emitted once, as a function of the variables, arrays and error sites that differ. A call of it goes
//           through a struct and costs some nanoseconds, so that blocks in loops are taken only where they do much more than that.
//           A piece is the only block of its form: it is called in the same way, and may hold repeated blocks.
// Rejected: LLVM's own search for equal functions (the time to emit and compare them is spent by then), and calls in the IR (each pass
//           would have to know them).
#pragma once
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "codegen/llvm/lanes/arrays.h"
#include "codegen/llvm/lanes/lane_shapes.h"
#include "ir/heap_lifetimes.h"
#include "ir/write/serialize.h"

namespace unpython::codegen {

/// What all blocks of one form have in common. Variables and arrays are in the order of ir::Form.
struct OutlinedForm {
  enum class Memory : uint8_t {
    Own,      ///< the block's own memory, or an array on its stack
    OfFrame,  ///< one argument of the call, the same in each block
    Given,    ///< memory that stays where it is and as long as it is
    Moved,    ///< memory that the block may make longer
  };
  std::vector<bool> goes_in;    ///< by variable: something outside of a block assigns or reads it
  std::vector<bool> comes_out;  ///< by variable: the block assigns it, too
  std::vector<Memory> arrays;
  bool is_piece = false;               ///< of one block, which may return from the whole function
  llvm::Function* function = nullptr;  ///< once one block was emitted
};

struct OutlinedBlock {
  ir::Block block;
  ir::Form names;
  OutlinedForm* form = nullptr;
};

class OutlinedBlocks {
 public:
  OutlinedBlocks(const ir::Function& function, const ir::HeapLifetimes& lifetimes, const UseCounts& uses, const AliasScopes& aliases);
  /// The piece that begins with this statement, or null.
  [[nodiscard]] const OutlinedBlock* piece_from(ir::StmtId first) const;
  /// The repeated block that begins with this statement, or null.
  [[nodiscard]] const OutlinedBlock* repeat_from(ir::StmtId first) const;

 private:
  std::unordered_map<ir::StmtId, OutlinedBlock> pieces_;
  std::unordered_map<ir::StmtId, OutlinedBlock> repeats_;
  std::vector<std::unique_ptr<OutlinedForm>> forms_;
};

}  // namespace unpython::codegen
