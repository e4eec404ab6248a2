// Host detection and LLVM's code generator.
#include "codegen/llvm/machine.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Target/TargetOptions.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/TargetParser/X86TargetParser.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "support/cpu_features.h"
#include "unpython/error.h"

namespace unpython::codegen {

namespace {

/// Passes of the code generator that are left out or do less, each by its option: LLVM offers no other way to say so.
/// Loop strength reduction takes a sixth of the time and finds little here: addresses are a base that the
/// loop does not change plus a scaled counter, as x86 has it. Scheduling behind the choice of registers takes a twentieth: the
/// processor takes operations out of order by itself. Versions of loops for strides of 1 are never taken: strides are in
/// bytes. Ends of blocks that are equal stay apart: to find them takes a tenth of the time, and makes code shorter, not faster.
/// A register with more than a hundred values in it is joined with ten others instead of 256, which took half of the
/// time of a function of 20000 instructions. The others look for code that we never emit. Less work on the registers of
/// large functions (grow-region-complexity-budget) would save another tenth, and made a loop that counts with a dict a third
/// slower.
struct LeftOut {
  const char* option;
  const char* value = "true";
};
constexpr LeftOut kLeftOut[] = {
    {"disable-lsr"},        {"disable-x86-domain-reassignment"},  {"disable-constant-hoisting"},
    {"disable-mergeicmps"}, {"disable-partial-libcall-inlining"}, {"disable-post-ra"},
    {"enable-mem-access-versioning", "false"},
    {"enable-tail-merge", "false"},
    {"large-interval-freq-threshold", "10"},
    {"late-remat-update-threshold", "10"},
};

bool leave_out_passes() {
  bool done = true;
  for (const LeftOut& pass : kLeftOut) {
    auto option = llvm::cl::getRegisteredOptions().find(pass.option);
    done = done && option != llvm::cl::getRegisteredOptions().end() &&
           !option->second->addOccurrence(0, pass.option, pass.value);
  }
  return done;
}

abi::TargetInfo target_with(std::string cpu, const llvm::StringMap<bool>& features) {
  auto has = [&](const char* name) { return features.lookup(name); };
  std::vector<std::string> names;
  for (const auto& feature : features)
    names.push_back((feature.getValue() ? '+' : '-') + feature.getKey().str());
  std::sort(names.begin(), names.end(), [](const std::string& a, const std::string& b) {
    return a.compare(1, std::string::npos, b, 1, std::string::npos) < 0;
  });
  abi::TargetInfo target;
  target.cpu = std::move(cpu);
  for (const std::string& name : names) target.features += (target.features.empty() ? "" : ",") + name;
  bool wide = has("avx512f") && has("avx512dq") && has("avx512bw") && has("avx512vl");
  target.vector_bytes = wide ? 64 : has("avx2") ? 32 : 16;
  target.vector_registers = wide ? 32 : 16;
  target.fma = has("fma");
  return target;
}

}  // namespace

abi::TargetInfo host_target() {
  return target_with(llvm::sys::getHostCPUName().str(), llvm::sys::getHostCPUFeatures());
}

abi::TargetInfo portable_target(const std::string& cpu) {
  const bool native = cpu == "native";
  llvm::StringMap<bool> features = llvm::sys::getHostCPUFeatures();
  if (!native) {
    llvm::SmallVector<llvm::StringRef, 64> known;
    llvm::X86::fillValidCPUArchList(known, /*Only64Bit=*/true);
    if (std::find(known.begin(), known.end(), cpu) == known.end())
      throw DeviceError("LLVM knows no processor '" + cpu + "'");
    for (auto& feature : features) feature.setValue(is_always_there(feature.getKey().str()));
    llvm::SmallVector<llvm::StringRef, 64> own;
    llvm::X86::getFeaturesForCPU(cpu, own);
    for (const llvm::StringRef name : own) features[name] = true;
  }
  for (auto& feature : features) {
    if (!can_look_for(feature.getKey().str())) feature.setValue(false);
  }
  return target_with(native ? llvm::sys::getHostCPUName().str() : cpu, features);
}

std::unique_ptr<llvm::TargetMachine> make_target_machine(const abi::TargetInfo& target) {
  static const bool kInitialized =
      !llvm::InitializeNativeTarget() && !llvm::InitializeNativeTargetAsmPrinter() && leave_out_passes();
  std::string triple = llvm::sys::getProcessTriple();
  std::string problem;
  const llvm::Target* llvm_target =
      kInitialized ? llvm::TargetRegistry::lookupTarget(triple, problem) : nullptr;
  if (llvm_target == nullptr) throw InternalError("preparing LLVM", problem);
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Strict;
  std::string features = target.features;
  // `a[k[j]] = v[j]` with eight stores in one instruction took twice as long as with eight instructions.
  if (features.find("+avx512f") != std::string::npos) features += ",+prefer-no-scatter";
  std::unique_ptr<llvm::TargetMachine> machine(
      llvm_target->createTargetMachine(triple, target.cpu, features, options, llvm::Reloc::PIC_,
                                       llvm::CodeModel::Small, llvm::CodeGenOptLevel::Default));
  if (machine == nullptr) throw InternalError("preparing LLVM", "no code generator for " + triple);
  return machine;
}

std::string emit_machine_code(llvm::TargetMachine& machine, llvm::Module& module, MachineCode kind) {
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  llvm::legacy::PassManager passes;
  auto file_type =
      kind == MachineCode::Object ? llvm::CodeGenFileType::ObjectFile : llvm::CodeGenFileType::AssemblyFile;
  if (machine.addPassesToEmitFile(passes, stream, nullptr, file_type, /*DisableVerify=*/true)) {
    throw InternalError("emitting machine code", "the target has no such output");
  }
  passes.run(module);
  return {bytes.begin(), bytes.end()};
}

}  // namespace unpython::codegen
