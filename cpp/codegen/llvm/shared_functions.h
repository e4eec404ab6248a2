// Functions of one module of which equal ones are one function.
#pragma once
#include <llvm/Transforms/Utils/FunctionComparator.h>

#include <vector>

namespace unpython::codegen {

class SharedFunctions {
 public:
  /// The first function that is equal to `made`, which may be `made` itself. Any other `made` is erased.
  [[nodiscard]] llvm::Function* only_one(llvm::Function* made);

 private:
  llvm::GlobalNumberState numbers_;
  std::vector<llvm::Function*> functions_;
};

}  // namespace unpython::codegen
