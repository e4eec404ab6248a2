// While loops as functions of their own: equal loops of one function become one.
//
// Problem:  each sum joins its partial results in a tree of loops. Where a function has many sums, the trees are most of
//           its code, and the passes of LLVM that look at a whole function take longer than in proportion to its size.
// Choice:   a tree works on one array and leaves nothing else behind. Such a loop is a function of that array; all trees of
//           one type are equal and are compiled once.
// Rejected: the same for functions of few loops (a call more, little to save), and for loops inside others (hot code).
#include <unordered_map>

#include "codegen/llvm/function_emitter.h"
#include "codegen/llvm/lanes/frame_access.h"
#include "ir/rewrite.h"

namespace unpython::codegen {

namespace {

/// From so many While loops on in one function.
constexpr int kManyLoops = 8;

struct LoopUses {
  std::unordered_map<ir::VarId, int> reads;
  std::vector<ir::VarId> assigned;
  bool only_stores = true;  ///< to heap arrays; nothing raises, returns or allocates
  bool has_loop = false;
};

LoopUses loop_uses(const ir::Function& f, ir::StmtId id) {
  LoopUses found;
  const auto see_array = [&](ir::ArrayId array) {
    found.only_stores = found.only_stores && f[array].space == ir::AddressSpace::Heap;
  };
  ir::walk_stmts(f, {id}, [&](ir::StmtId inner) {
    const ir::StmtNode& node = f[inner].node;
    if (const auto* assign = std::get_if<ir::Assign>(&node)) {
      found.assigned.push_back(assign->variable);
    } else if (const auto* store = std::get_if<ir::Store>(&node)) {
      see_array(store->array);
    } else if (const auto* loop = std::get_if<ir::For>(&node)) {
      found.has_loop = true;
      found.only_stores = found.only_stores && loop->mark == ir::LoopMark::Sequential;
    } else {
      found.only_stores = found.only_stores &&
                          (std::holds_alternative<ir::If>(node) || std::holds_alternative<ir::While>(node));
    }
    return found.only_stores;
  });
  if (!found.only_stores) return found;
  ir::walk_all_exprs(f, {id}, [&](ir::ExprId expr) {
    const ir::ExprNode& node = f[expr].node;
    if (const auto* read = std::get_if<ir::Read>(&node)) ++found.reads[read->variable];
    if (const auto* load = std::get_if<ir::Load>(&node)) see_array(load->array);
    if (const auto* extent = std::get_if<ir::Extent>(&node)) see_array(extent->array);
    if (const auto* wrap = std::get_if<ir::WrapIndex>(&node)) see_array(wrap->array);
  });
  return found;
}

/// What tells accesses of several arrays apart; with one array it only tells functions apart.
void drop_alias_facts(llvm::Function& function) {
  for (llvm::BasicBlock& block : function) {
    for (llvm::Instruction& instruction : block) {
      instruction.setMetadata(llvm::LLVMContext::MD_alias_scope, nullptr);
      instruction.setMetadata(llvm::LLVMContext::MD_noalias, nullptr);
    }
  }
}

}  // namespace

bool FunctionEmitter::can_be_shared(ir::StmtId loop) const {
  if (!loops_.empty() || !runs_in_order() || context_.while_loops < kManyLoops) return false;
  const LoopUses found = loop_uses(function_, loop);
  if (!found.only_stores || !found.has_loop) return false;
  for (const ir::VarId variable : found.assigned) {
    const auto inside = found.reads.find(variable);
    const auto all = context_.uses.reads.find(variable);
    if (all != context_.uses.reads.end() && (inside == found.reads.end() || inside->second != all->second))
      return false;
  }
  return true;
}

/// int32_t status(captured values, error record).
void FunctionEmitter::shared_loop(ir::StmtId id, const ir::While& loop) {
  auto& ir = b_.ir;
  const Captures captured = captures({id}, {});
  const CapturedStruct context = store_captured(captured);
  auto* type = llvm::FunctionType::get(ir.getInt32Ty(), {ir.getPtrTy(), ir.getPtrTy()}, false);
  llvm::Function* made = context_.make_function(type, "shared_loop", false);
  FunctionEmitter emitter(context_, made);
  emitter.enter(captured, context.type, made->getArg(1));
  emitter.while_loop(loop);
  emitter.finish();
  if (captured.heap_arrays.size() == 1) drop_alias_facts(*made);
  leave_unless_ok(ir.CreateCall(context_.shared.only_one(made), {context.place, error_}));
}

}  // namespace unpython::codegen
