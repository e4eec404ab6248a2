// The module around one function.
#include "codegen/llvm/llvm_emitter.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include "codegen/llvm/function_emitter.h"

namespace unpython::codegen {

std::unique_ptr<llvm::Module> emit_llvm(const ir::Function& function, const abi::TargetInfo& target,
                                        const VectorMath& vector_math, const llvm::TargetMachine& machine,
                                        llvm::LLVMContext& context) {
  auto module = std::make_unique<llvm::Module>(function.name, context);
  module->setDataLayout(machine.createDataLayout());
  module->setTargetTriple(machine.getTargetTriple().str());
  ModuleContext module_context(function, {target, vector_math}, *module);
  FunctionEmitter::emit_entry_point(module_context, kEntryName);
  return module;
}

}  // namespace unpython::codegen
