#include "codegen/llvm/masked_stores.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <vector>

namespace unpython::codegen {
namespace {

void ask_first(llvm::IntrinsicInst* store) {
  llvm::Value* mask = store->getArgOperand(3);
  const unsigned lanes = llvm::cast<llvm::FixedVectorType>(mask->getType())->getNumElements();
  llvm::IRBuilder<> ir(store);
  llvm::Value* bits = ir.CreateBitCast(mask, ir.getIntNTy(lanes));
  llvm::Value* some = ir.CreateICmpNE(bits, llvm::Constant::getNullValue(bits->getType()));
  llvm::Instruction* inside = llvm::SplitBlockAndInsertIfThen(some, store, /*Unreachable=*/false);
  ir.SetInsertPoint(inside);
  llvm::Value* all = ir.CreateICmpEQ(bits, llvm::Constant::getAllOnesValue(bits->getType()));
  llvm::Instruction* whole = nullptr;
  llvm::Instruction* part = nullptr;
  llvm::SplitBlockAndInsertIfThenElse(all, inside, &whole, &part);
  ir.SetInsertPoint(whole);
  const auto alignment = llvm::cast<llvm::ConstantInt>(store->getArgOperand(2))->getMaybeAlignValue();
  llvm::StoreInst* plain = ir.CreateAlignedStore(store->getArgOperand(0), store->getArgOperand(1), alignment);
  plain->setAAMetadata(store->getAAMetadata());
  store->moveBefore(part);
}

}  // namespace

llvm::PreservedAnalyses MaskedStores::run(llvm::Function& function, llvm::FunctionAnalysisManager& /*analyses*/) {
  std::vector<llvm::IntrinsicInst*> stores;
  for (llvm::BasicBlock& block : function)
    for (llvm::Instruction& instruction : block)
      if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
          call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::masked_store && !llvm::isa<llvm::Constant>(call->getArgOperand(3)))
        stores.push_back(call);
  for (llvm::IntrinsicInst* store : stores) ask_first(store);
  return stores.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace unpython::codegen
