// Emits the statements of one LLVM function: the entry point, or the body of a parallel loop.
#pragma once
#include <llvm/IR/Module.h>

#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "codegen/llvm/lanes/arrays.h"
#include "codegen/llvm/lanes/expressions.h"
#include "codegen/llvm/lanes/lane_shapes.h"
#include "codegen/llvm/lanes/math_calls.h"
#include "codegen/llvm/lanes/variables.h"
#include "codegen/llvm/outlined_blocks.h"
#include "ir/function.h"
#include "ir/heap_lifetimes.h"
#include "ir/list_extents.h"

namespace unpython::codegen {

/// What a piece gives where the whole function returns (abi::Status has the other statuses).
constexpr int32_t kReturned = -1;

/// What all functions of one module share.
struct ModuleContext {
  ModuleContext(const ir::Function& source, const MathTarget& math_target, llvm::Module& target_module);
  /// Facts about a Vector loop, found once.
  [[nodiscard]] const LaneShapes& shapes(ir::StmtId vector_loop);
  /// An empty function that starts with a block holding only a jump to the next.
  [[nodiscard]] llvm::Function* make_function(llvm::FunctionType* type, const std::string& name,
                                              bool visible) const;
  /// Pointer grow(services, old memory, its bytes, bytes that are needed).
  [[nodiscard]] llvm::Function* grow();

  const ir::Function& function;
  MathTarget math;
  llvm::Module& module;
  AliasScopes aliases;
  UseCounts uses;
  ir::HeapLifetimes lifetimes;
  OutlinedBlocks outlined;
  bool is_long = false;  ///< where its lists were in registers, LLVM would take minutes for it
  std::unordered_map<ir::VarId, size_t> parameter_offsets;  ///< of scalar parameters in abi::Frame::scalars

 private:
  std::unordered_map<ir::StmtId, std::unique_ptr<LaneShapes>> shapes_;
  llvm::Function* grow_ = nullptr;
};

class FunctionEmitter {
 public:
  /// Emits the entry point of the module's function, and with it all bodies of its parallel loops.
  static void emit_entry_point(ModuleContext& context, const std::string& name);

 private:
  /// A loop around the current place.
  struct Loop {
    llvm::BasicBlock* on_break = nullptr;
    llvm::BasicBlock* on_continue = nullptr;
    size_t heap_depth = 0;                ///< heap arrays that outlive the loop's body
    llvm::AllocaInst* active = nullptr;   ///< masked loops: lanes that have not left the loop
    llvm::AllocaInst* skipped = nullptr;  ///< masked loops: lanes that wait for the next iteration
    [[nodiscard]] bool masked() const { return active != nullptr; }
  };
  /// Where checks of indexes that fail meet, by the iteration and the dimension that they report.
  using Outside = std::map<std::pair<llvm::Value*, int>, llvm::BasicBlock*>;
  /// Heap memory that ends with a block.
  struct HeldArray {
    ir::ArrayId array;
    llvm::BasicBlock* way_out =
        nullptr;      ///< releases it and all that is held longer; null: nothing jumps there
    Outside outside;  ///< while it is the innermost one
  };
  /// Values from outside a loop that its body needs, where the body is a function of its own.
  struct Captures {
    std::vector<ir::VarId> variables;
    std::vector<ir::ArrayId> heap_arrays;
  };
  struct CapturedStruct {
    llvm::StructType* type = nullptr;
    llvm::Value* place = nullptr;
  };

  /// `frame`: the abi::Frame, `error`: the abi::ErrorRecord to fill; the builder stands in the function's
  /// second block.
  FunctionEmitter(ModuleContext& context, llvm::Function* function);
  void set_call(llvm::Value* frame, llvm::Value* error);

  // statements.cpp
  void block(const ir::Block& block);
  void statement(ir::StmtId id);
  void assign(const ir::Assign& assign);
  void store(const ir::Store& store);
  void atomic_update(const ir::AtomicUpdate& update);
  void if_statement(const ir::If& branch);
  void uniform_if(llvm::Value* condition, const ir::If& branch);
  void load_parameters();
  [[nodiscard]] Value load_parameter(ir::VarId parameter, llvm::Value* scalars);

  // exits.cpp
  void check_index(const ir::CheckIndex& check);
  [[nodiscard]] bool takes_last(const ir::CheckIndex& check) const;
  [[nodiscard]] llvm::Value* is_empty(ir::VarId length);
  [[nodiscard]] llvm::Value* is_inside(llvm::Value* index, llvm::Value* extent);
  void leave_outside(const ir::CheckIndex& check, llvm::Value* index, llvm::Value* extent);
  void raise_error(ir::ErrorId error, const std::vector<Value>& arguments,
                   const std::vector<ScalarType>& types);
  void raise(const ir::Raise& raise);
  void return_values(const ir::Return& values);
  void allocate(const ir::Allocate& allocation);
  void resize_kept(ir::ArrayId array, llvm::Value* extent, bool may_grow);
  void allocate_kept(ir::ArrayId array, llvm::Value* bytes, const std::vector<llvm::Value*>& extents);
  [[nodiscard]] llvm::Value* new_memory(llvm::Value* bytes);
  void set_bytes(ir::ArrayId array, llvm::Value* bytes);
  /// Ends the call where `data` is null.
  void leave_without_memory(llvm::Value* data);
  void hand_over();
  void release(llvm::Value* memory);
  void release_from(size_t depth);
  void release_after(ir::StmtId statement, size_t depth);
  /// Gives these arrays places that live as long as the function; before its first statement.
  void keep(const std::vector<ir::ArrayId>& arrays);
  /// Ends the function behind its last statement.
  void finish();
  void leave(llvm::Value* status);
  [[nodiscard]] llvm::BasicBlock* way_out();
  [[nodiscard]] llvm::Value* services();
  [[nodiscard]] llvm::Value* status(int32_t code) { return b_.ir.getInt32(static_cast<uint32_t>(code)); }

  // host_calls.cpp
  void call_host(const ir::CallHost& call);
  void store_array(ir::ArrayId array, llvm::Value* to);
  void store_scalar(const Value& value, ScalarType type, llvm::Value* to, size_t offset);

  // loops.cpp
  void for_loop(ir::StmtId id, const ir::For& loop);
  void sequential_loop(const ir::For& loop);
  void loop_in_blocks(const ir::For& loop, llvm::Value* extent);
  void look_behind_block(llvm::Value* counter);
  void unrolled_loop(const ir::For& loop);
  void while_loop(const ir::While& loop);
  [[nodiscard]] llvm::BasicBlock* while_in_blocks(llvm::BasicBlock* head, bool is_tiny);
  void break_or_continue(bool is_break);
  /// Looks, now and then, whether the caller wants the call to stop; leaves the function then. Once in each
  /// iteration of a loop around others, once in a block of iterations of an innermost one: `iterations`, of as many it counts.
  void look_for_stop(llvm::Value* iterations);
  [[nodiscard]] llvm::AllocaInst* new_pace();
  /// True if the loops around the current place run on the calling thread, one iteration after the other.
  [[nodiscard]] bool runs_in_order() const { return !in_parallel_body_ && b_.lanes == 1; }
  /// Emits `body` for counter = first, first + step, ... < end; the builder ends behind the loop.
  template <class Body>
  void counted_loop(llvm::Value* first, llvm::Value* end, int64_t step, const Body& body);
  /// Continues at `exit`, or stays in ended code if nothing jumps there.
  void continue_at(llvm::BasicBlock* exit);

  // dispatch_loops.cpp
  /// while True: if state < 0: ENDED; if state == k1: BRANCH; elif state == k2: BRANCH; ...
  struct Branches {
    ir::VarId state{};
    const ir::Block* ended = nullptr;
    std::vector<std::pair<int64_t, const ir::Block*>> by_number{};
  };
  [[nodiscard]] std::optional<Branches> branches_of(const ir::While& loop) const;
  void dispatch_loop(const ir::While& loop, const Branches& branches);
  /// Whether the statement is the last of its iteration and says which branch is next: then the builder has gone there.
  [[nodiscard]] bool go_to_branch(ir::StmtId id);
  [[nodiscard]] llvm::BasicBlock* counted_way(llvm::BasicBlock* to);

  // vector_loops.cpp
  void vector_loop(ir::StmtId id, const ir::For& loop);
  void lane_group(ir::StmtId id, const ir::For& loop, llvm::Value* first, llvm::Value* mask);
  void last_group(ir::StmtId id, const ir::For& loop, llvm::Value* first, llvm::Value* end);
  [[nodiscard]] llvm::Value* first_lanes(llvm::Value* count);
  void go_on_in_order();
  void rest_in_order(const ir::For& loop, llvm::Value* count);
  [[nodiscard]] bool mask_every_group() const;

  // masked_control.cpp
  void masked_if(llvm::Value* condition, const ir::If& branch);
  void masked_branch(llvm::Value* mask, const ir::Block& body);
  void masked_for(const ir::For& loop);
  void masked_while(const ir::While& loop);
  void start_iteration(const Loop& loop, llvm::Value* mask);
  [[nodiscard]] Loop masked_group_scope();
  [[nodiscard]] Loop masked_loop_scope(bool has_continue);
  /// The lanes of `mask` that still run the current iteration of the current loop.
  [[nodiscard]] llvm::Value* remaining(llvm::Value* mask);
  [[nodiscard]] bool runs_without_lanes(const ir::Block& block) const;
  [[nodiscard]] bool masks_loop(ir::StmtId id) const { return shapes_ != nullptr && shapes_->masked(id); }

  // parallel_loops.cpp
  void parallel_loop(ir::StmtId id, const ir::For& loop);
  /// What `body` reads from outside, `counters` apart.
  [[nodiscard]] Captures captures(const ir::Block& body, std::unordered_set<ir::VarId> counters) const;
  [[nodiscard]] std::vector<llvm::Value*> captured_values(const Captures& captures);
  [[nodiscard]] CapturedStruct store_in_struct(const std::vector<llvm::Value*>& values);
  void enter(const Captures& captures, llvm::StructType* type, llvm::Value* error);
  void leave_unless_ok(llvm::Value* result, bool may_return = false);
  [[nodiscard]] llvm::Function* parallel_body(ir::StmtId id, const ir::For& loop, const Captures& captures,
                                              llvm::StructType* context_type);
  void unpack(const Captures& captures, llvm::StructType* type, llvm::Value* context);

  // outlined_calls.cpp
  /// A list that a repeated block may make longer: all that is kept of it is in the struct from this field on, and goes back there
  /// however the block ends.
  struct BorrowedList {
    ir::ArrayId list;
    unsigned first_field = 0;
  };
  /// The block that begins with this statement and is a function of its own; null: none.
  [[nodiscard]] const OutlinedBlock* outlined_from(ir::StmtId first) const;
  void call_outlined(const OutlinedBlock& outlined);
  void store_field_of(ir::VarId variable, const CapturedStruct& to, unsigned field);
  void load_field_of(ir::VarId variable, const CapturedStruct& from, unsigned field);
  /// The fields of the struct, and which of them are lists.
  [[nodiscard]] std::vector<llvm::Value*> values_for(const OutlinedBlock& outlined, std::vector<BorrowedList>& lists);
  [[nodiscard]] llvm::Value* table_of_errors(const ir::Form& names);
  [[nodiscard]] llvm::Value* number_of(ir::ErrorId error);
  [[nodiscard]] llvm::Function* outlined_function(const OutlinedBlock& outlined, const std::vector<BorrowedList>& lists,
                                                  llvm::StructType* type);
  void take_values(const OutlinedBlock& outlined, const std::vector<BorrowedList>& lists, const CapturedStruct& from);
  void copy_lists(const std::vector<BorrowedList>& lists, const CapturedStruct& with, bool into_struct);

  ModuleContext& context_;
  const ir::Function& function_;
  LaneBuilder b_;
  llvm::Value* frame_ = nullptr;
  llvm::Value* error_ = nullptr;
  llvm::Value* services_ = nullptr;
  /// A loop whose iterations run the branch that a variable numbers, while its branches are emitted.
  struct Dispatch {
    ir::VarId state{};
    int64_t current = 0;                                    ///< the branch that is emitted
    std::unordered_map<int64_t, llvm::BasicBlock*> starts;  ///< of branches
    llvm::BasicBlock* ended = nullptr;                      ///< where a negative number leads
    llvm::AllocaInst* iterations = nullptr;                 ///< since the last look for a stop; null: it is looked each time
    std::unordered_map<llvm::BasicBlock*, llvm::BasicBlock*> counted;  ///< by where they lead
  };
  std::optional<Dispatch> dispatch_;
  bool is_last_ = false;              ///< nothing follows in this iteration of it
  llvm::AllocaInst* pace_ = nullptr;  ///< abi::LoopPace; null while no loop looks for a stop
  llvm::Value* iteration_ = nullptr;  ///< of the parallel loop, for error records
  bool in_parallel_body_ = false;
  const OutlinedBlock* outlined_ = nullptr;  ///< the block that this function is made of, or is in; null: none
  llvm::Value* error_table_ = nullptr;       ///< the numbers of the block's error sites in this call; null: they are its own
  CapturedStruct given_;                ///< what the block was given
  std::vector<BorrowedList> borrowed_;  ///< from its caller
  Variables variables_;
  std::unique_ptr<Arrays> arrays_;
  std::unique_ptr<Expressions> expressions_;
  std::vector<Loop> loops_;
  std::vector<HeldArray> heap_;       ///< heap arrays to release, innermost last
  Outside outside_;                   ///< while there are none
  std::vector<ir::ArrayId> kept_;     ///< heap arrays with places of their own
  std::optional<ir::ListExtents> lists_;  ///< in the entry point, which has the variables of lengths
  bool has_taken_ = false;            ///< the last assignment has made a list shorter
  llvm::BasicBlock* exit_ = nullptr;  ///< releases them; null while nothing jumps there
  llvm::AllocaInst* exit_status_ = nullptr;
  const LaneShapes* shapes_ = nullptr;  ///< of the Vector loop around the current place
  llvm::Value* group_first_ = nullptr;  ///< the iteration of its lane 0
  /// Where the Vector loop goes on in order, and from which iteration; null while no lane may raise.
  llvm::PHINode* in_order_from_ = nullptr;
};

template <class Body>
void FunctionEmitter::counted_loop(llvm::Value* first, llvm::Value* end, int64_t step, const Body& body) {
  llvm::BasicBlock* before = b_.ir.GetInsertBlock();
  llvm::BasicBlock* head = b_.block("loop");
  llvm::BasicBlock* latch = b_.block("next");
  llvm::BasicBlock* exit = b_.block("done");
  b_.ir.CreateCondBr(b_.ir.CreateICmpSLT(first, end), head, exit);
  b_.ir.SetInsertPoint(head);
  // Both sides of the counter are there before the body: the builder simplifies by what it sees.
  llvm::PHINode* counter = b_.ir.CreatePHI(b_.ir.getInt64Ty(), 2);
  llvm::Instruction* next = b_.increment(counter, step);
  counter->addIncoming(first, before);
  counter->addIncoming(next, latch);
  loops_.push_back({exit, latch, heap_.size()});
  body(counter);
  loops_.pop_back();
  if (!b_.ended()) b_.ir.CreateBr(latch);
  b_.ir.SetInsertPoint(latch);
  b_.move_here(next);
  b_.ir.CreateCondBr(b_.ir.CreateICmpSLT(next, end), head, exit);
  continue_at(exit);
}

}  // namespace unpython::codegen
