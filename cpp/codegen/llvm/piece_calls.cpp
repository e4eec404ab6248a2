// Pieces of a long function (pieces.h): each is a function of a struct, in which variables go in, and those come back that
// the piece changes.
#include <algorithm>

#include "codegen/llvm/function_emitter.h"
#include "codegen/llvm/lanes/frame_access.h"
#include "ir/rewrite.h"

namespace unpython::codegen {

const ir::Block* FunctionEmitter::piece_from(ir::StmtId first) const {
  if (in_piece_ || in_parallel_body_) return nullptr;
  const auto found = context_.pieces.find(first);
  return found != context_.pieces.end() ? &found->second : nullptr;
}

/// Variables that the piece assigns and something behind it may read.
std::vector<ir::VarId> FunctionEmitter::changed_in(const ir::Block& piece) const {
  std::vector<ir::VarId> changed;
  std::unordered_map<ir::VarId, int> reads_left;
  ir::walk_stmts(function_, piece, [&](ir::StmtId id) {
    const auto* assign = std::get_if<ir::Assign>(&function_[id].node);
    if (assign == nullptr) return true;
    const auto all = context_.uses.reads.find(assign->variable);
    const bool is_read = all != context_.uses.reads.end();
    if (is_read && reads_left.emplace(assign->variable, all->second).second)
      changed.push_back(assign->variable);
    return true;
  });
  ir::walk_all_exprs(function_, piece, [&](ir::ExprId id) {
    const auto* read = std::get_if<ir::Read>(&function_[id].node);
    const auto found = read != nullptr ? reads_left.find(read->variable) : reads_left.end();
    if (found != reads_left.end()) --found->second;
  });
  std::erase_if(changed, [&](ir::VarId variable) { return reads_left.at(variable) == 0; });
  return changed;
}

/// Parameters that keep their value are in the frame.
FunctionEmitter::Captures FunctionEmitter::captures_of_piece(const ir::Block& piece) const {
  Captures captured = captures(piece, {});
  std::erase_if(captured.variables, [&](ir::VarId variable) {
    return context_.parameter_offsets.contains(variable) && !context_.uses.assignments.contains(variable);
  });
  return captured;
}

void FunctionEmitter::read_own_parameters(const ir::Block& piece) {
  std::unordered_set<ir::VarId> seen;
  llvm::Value* scalars = nullptr;
  ir::walk_all_exprs(function_, piece, [&](ir::ExprId id) {
    const auto* read = std::get_if<ir::Read>(&function_[id].node);
    if (read == nullptr || !context_.parameter_offsets.contains(read->variable) ||
        context_.uses.assignments.contains(read->variable) || !seen.insert(read->variable).second)
      return;
    if (scalars == nullptr)
      scalars = load_field(b_.ir, b_.ir.getPtrTy(), frame_, offsetof(abi::Frame, scalars));
    variables_.assign(read->variable, load_parameter(read->variable, scalars));
  });
}

/// Calls visit(variable, number of its first field in the struct).
template <class Visit>
void FunctionEmitter::each_changed(const Captures& captured, const std::vector<ir::VarId>& changed,
                                   const Visit& visit) const {
  unsigned field = 1;  // behind the frame
  for (const ir::VarId variable : captured.variables) {
    if (std::find(changed.begin(), changed.end(), variable) != changed.end()) visit(variable, field);
    field += is_complex(function_[variable].type) ? 2 : 1;
  }
}

void FunctionEmitter::store_field_of(ir::VarId variable, const CapturedStruct& to, unsigned field) {
  const Value value = variables_.read(variable);
  b_.ir.CreateStore(value.real, b_.ir.CreateStructGEP(to.type, to.place, field));
  if (value.imag != nullptr) b_.ir.CreateStore(value.imag, b_.ir.CreateStructGEP(to.type, to.place, field + 1));
}

void FunctionEmitter::load_field_of(ir::VarId variable, const CapturedStruct& from, unsigned field) {
  const auto load = [&](unsigned at) {
    return b_.ir.CreateLoad(from.type->getElementType(at), b_.ir.CreateStructGEP(from.type, from.place, at));
  };
  Value value{load(field)};
  if (is_complex(function_[variable].type)) value.imag = load(field + 1);
  variables_.assign(variable, value);
}

/// int32_t status(captured values, error record).
llvm::Function* FunctionEmitter::piece_function(const ir::Block& piece, const Captures& captured,
                                                const std::vector<ir::VarId>& changed,
                                                llvm::StructType* type) {
  auto& ir = b_.ir;
  auto* function_type = llvm::FunctionType::get(ir.getInt32Ty(), {ir.getPtrTy(), ir.getPtrTy()}, false);
  llvm::Function* made = context_.make_function(function_type, "piece", false);
  FunctionEmitter emitter(context_, made);
  emitter.in_piece_ = true;
  emitter.enter(captured, type, made->getArg(1));
  emitter.read_own_parameters(piece);
  emitter.block(piece);
  if (!emitter.b_.ended()) {
    each_changed(captured, changed, [&](ir::VarId variable, unsigned field) {
      emitter.store_field_of(variable, {type, made->getArg(0)}, field);
    });
  }
  emitter.finish();
  return made;
}

void FunctionEmitter::call_piece(const ir::Block& piece) {
  auto& ir = b_.ir;
  const std::vector<ir::VarId> changed = changed_in(piece);
  Captures captured = captures_of_piece(piece);
  for (const ir::VarId variable : changed) {
    if (std::find(captured.variables.begin(), captured.variables.end(), variable) == captured.variables.end())
      captured.variables.push_back(variable);
  }
  const CapturedStruct context = store_in_struct(captured_values(captured));
  llvm::Function* made = piece_function(piece, captured, changed, context.type);
  llvm::Value* result = ir.CreateCall(made, {context.place, error_});
  llvm::Value* returned = ir.CreateICmpEQ(result, status(kReturned));
  llvm::BasicBlock* go_on = b_.block("piece_done");
  llvm::BasicBlock* end = b_.block("piece_left");
  ir.CreateCondBr(ir.CreateICmpEQ(result, status(abi::kOk)), go_on, end);
  ir.SetInsertPoint(end);
  leave(ir.CreateSelect(returned, status(abi::kOk), result));
  ir.SetInsertPoint(go_on);
  each_changed(captured, changed, [&](ir::VarId variable, unsigned field) { load_field_of(variable, context, field); });
}

}  // namespace unpython::codegen
