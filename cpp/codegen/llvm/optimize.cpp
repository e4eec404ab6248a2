// The pass pipeline.
#include "codegen/llvm/optimize.h"

#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Triple.h>

namespace unpython::codegen {

namespace {

/// LLVM may use the memory functions of the C library. It must not know the math functions: its rewrites of
/// calls by name are not exact.
llvm::TargetLibraryInfoImpl library_info(const llvm::Triple& triple) {
  llvm::TargetLibraryInfoImpl info(triple);
  info.disableAllFunctions();
  info.setAvailable(llvm::LibFunc_memset);
  info.setAvailable(llvm::LibFunc_memcpy);
  info.setAvailable(llvm::LibFunc_memmove);
  return info;
}

}  // namespace

void optimize(llvm::Module& module, llvm::TargetMachine& machine) {
  module.setDataLayout(machine.createDataLayout());
  module.setTargetTriple(machine.getTargetTriple().str());
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager call_graph;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&machine);
  functions.registerPass(
      [&] { return llvm::TargetLibraryAnalysis(library_info(machine.getTargetTriple())); });
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(call_graph);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, call_graph, modules);
  builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2).run(module, modules);
}

}  // namespace unpython::codegen
