// Bodies of the functions of own_math.h that have files of their own. Each fills a function of one empty block.
#pragma once
namespace llvm {
class Function;
}

namespace unpython::codegen {

void emit_complement_of_error(llvm::Function* function);
void emit_gamma(llvm::Function* function);
void emit_log_gamma(llvm::Function* function);

}  // namespace unpython::codegen
