// Masked stores on processors without registers for masks.
//
// Problem: `if c < d[i, j]: d[i, j] = c` in lanes is a masked store, for which such a processor takes 15 cycles, also where no lane
//          stores or all of them do; so does each complete group of a loop whose groups are all masked.
// Choice:  ask first: no lane, nothing; all lanes, a store; else the masked one. (Floyd's paths of float32: three times as fast.)
// Rejected: a store of all lanes, old values among them: another thread may store to the lanes between.
#pragma once
#include <llvm/IR/PassManager.h>

namespace unpython::codegen {

struct MaskedStores : llvm::PassInfoMixin<MaskedStores> {
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace unpython::codegen
