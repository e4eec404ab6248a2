#include "codegen/llvm/shared_functions.h"

#include <llvm/IR/Function.h>

namespace unpython::codegen {

namespace {

/// More are not compared with each other, so that time stays linear.
constexpr size_t kMostDifferent = 16;

}  // namespace

llvm::Function* SharedFunctions::only_one(llvm::Function* made) {
  for (llvm::Function* before : functions_) {
    if (llvm::FunctionComparator(before, made, &numbers_).compare() != 0) continue;
    made->eraseFromParent();
    return before;
  }
  if (functions_.size() < kMostDifferent) functions_.push_back(made);
  return made;
}

}  // namespace unpython::codegen
