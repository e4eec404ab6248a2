// Code for processors with other vector registers than this one's: AVX2, and x86-64 without either.
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

#include <catch2/catch.hpp>

#include "codegen/llvm/llvm_emitter.h"
#include "codegen/llvm/machine.h"
#include "codegen/llvm/optimize.h"
#include "codegen/llvm/orc_jit.h"
#include "ir/write/print.h"
#include "random_loops.h"

using namespace unpython;
using namespace unpython::test;

namespace {

/// Processors that this one can stand in for.
std::vector<abi::TargetInfo> older_targets() {
  abi::TargetInfo baseline;
  baseline.cpu = "x86-64";
  baseline.vector_bytes = 16;
  baseline.fma = false;
  abi::TargetInfo avx2 = baseline;
  avx2.cpu = "haswell";
  avx2.vector_bytes = 32;
  avx2.fma = true;
  abi::TargetInfo host = codegen::host_target();
  std::vector<abi::TargetInfo> targets{baseline};
  if (host.vector_bytes >= 32 && host.fma) targets.push_back(avx2);
  targets.push_back(host);
  return targets;
}

void require_same_on(const abi::TargetInfo& target, const Program& p, const std::vector<TestArray>& arrays) {
  static auto* jit = new codegen::OrcJit;
  llvm::LLVMContext context;
  codegen::VectorMath vector_math;
  auto machine = codegen::make_target_machine(target);
  auto module = codegen::emit_llvm(p.function, target, vector_math, *machine, context);
  std::string problems;
  llvm::raw_string_ostream stream(problems);
  llvm::verifyModule(*module, &stream);
  REQUIRE(problems.empty());
  codegen::optimize(*module, *machine);
  std::string object = codegen::emit_machine_code(*machine, *module, codegen::MachineCode::Object);
  codegen::LoadedCode code = jit->load(object, codegen::kEntryName);
  Compiled compiled(p.function, reinterpret_cast<abi::EntryPoint>(code.entry));
  require_same(compiled, p.function, arrays, {number(ScalarType::Int64, 3)});
  jit->unload(code.handle);
}

}  // namespace

TEST_CASE("random loop bodies on every kind of vector register") {
  for (const abi::TargetInfo& target : older_targets()) {
    for (uint32_t seed = 1; seed <= 40; ++seed) {
      int width = 1 << (seed % 6);
      Program p =
          Generator(seed).program(width == 1 ? ir::LoopMark::Sequential : ir::LoopMark::Vector, width);
      INFO(target.cpu << ", seed " << seed << ", width " << width << "\n" << ir::print(p.function));
      require_same_on(target, p, random_arrays(seed, 1 + (seed * 7) % 41));
    }
  }
}

TEST_CASE("vector functions of the math library exist for every kind of vector register") {
  codegen::VectorMath vector_math;
  for (const abi::TargetInfo& target : older_targets()) {
    for (int lanes : {2, 4, 8, 32}) {
      int width = lanes;
      std::string symbol = vector_math.find(ir::Intrinsic::Exp, false, target, width);
      INFO(target.cpu << ", " << lanes << " lanes: " << symbol);
      CHECK(width <= lanes);
      CHECK(width <= target.vector_bytes / 8);
      if (!symbol.empty()) CHECK(symbol.find(std::to_string(width) + "v_exp") != std::string::npos);
    }
    int width = 8;
    CHECK(vector_math.find(ir::Intrinsic::Gamma, false, target, width).empty());
  }
}
