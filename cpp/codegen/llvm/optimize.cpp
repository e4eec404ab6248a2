// The pass pipeline.
#include "codegen/llvm/optimize.h"

#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Module.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Triple.h>
#include <llvm/Transforms/AggressiveInstCombine/AggressiveInstCombine.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/LICM.h>
#include <llvm/Transforms/Scalar/LoopLoadElimination.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopRotation.h>
#include <llvm/Transforms/Scalar/LoopUnrollPass.h>
#include <llvm/Transforms/Scalar/SCCP.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Vectorize/LoopVectorize.h>

#include "codegen/llvm/masked_stores.h"

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

/// What the branches of a loop have in common: names that have a value in each of them.
struct ConstantsOfBranches : llvm::PassInfoMixin<ConstantsOfBranches> {
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    if (!function.hasFnAttribute(kHasDispatch)) return llvm::PreservedAnalyses::all();
    llvm::FunctionPassManager passes;
    passes.addPass(llvm::SCCPPass());
    return passes.run(function, analyses);
  }
};

/// What must run before loops are looked at: stack slots become registers, the copies that unrolling and vector emission left
/// behind become one, and what counts bits by shifts and masks becomes the instruction for it.
llvm::FunctionPassManager cleanup_passes() {
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  passes.addPass(ConstantsOfBranches());
  passes.addPass(llvm::EarlyCSEPass());
  passes.addPass(llvm::SimplifyCFGPass());
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(llvm::AggressiveInstCombinePass());
  passes.addPass(llvm::SimplifyCFGPass());
  return passes;
}

llvm::LoopPassManager loop_passes() {
  llvm::LoopPassManager passes;
  passes.addPass(llvm::LoopRotatePass());
  passes.addPass(llvm::LICMPass(llvm::LICMOptions()));
  return passes;
}

/// Vectorises the innermost loops that are still scalar, keeps what the next iteration of others loads in a register, and tidies up.
llvm::FunctionPassManager vectorize_passes() {
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::LoopVectorizePass());
  passes.addPass(llvm::LoopLoadEliminationPass());
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(llvm::SimplifyCFGPass());
  passes.addPass(llvm::EarlyCSEPass(true));
  return passes;
}

bool has_registers_for_masks(const llvm::TargetMachine& machine) {
  return !machine.getTargetTriple().isX86() || machine.getMCSubtargetInfo()->checkFeatures("+avx512vl");
}

}  // namespace

void optimize(llvm::Module& module, llvm::TargetMachine& machine) {
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

  llvm::FunctionPassManager passes = cleanup_passes();
  passes.addPass(llvm::createFunctionToLoopPassAdaptor(loop_passes(), /*UseMemorySSA=*/true));
  passes.addPass(vectorize_passes());
  passes.addPass(llvm::LoopUnrollPass(llvm::LoopUnrollOptions(/*OptLevel=*/2, /*OnlyWhenForced=*/true)));
  if (!has_registers_for_masks(machine)) passes.addPass(MaskedStores());
  llvm::ModulePassManager pipeline;
  pipeline.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(passes)));
  pipeline.run(module, modules);
}

}  // namespace unpython::codegen
