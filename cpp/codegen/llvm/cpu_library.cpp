// The C entry point of libunpython_cpu: deserializes, runs the stages, and turns every failure into a text.
#include "abi/cpu_library.h"

#include <gnu/libc-version.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <string>

#include "codegen/llvm/fatal_errors.h"
#include "codegen/llvm/llvm_emitter.h"
#include "codegen/llvm/machine.h"
#include "codegen/llvm/optimize.h"
#include "codegen/llvm/orc_jit.h"
#include "ir/math/python_math.h"
#include "ir/write/serialize.h"

namespace unpython::codegen {

namespace {

enum class Output : int32_t { Object = 0, LlvmIr = 1, OptimizedLlvmIr = 2, Assembly = 3 };

/// What lives as long as the process. Made at first use and never destroyed: code of this library may run
/// while the process exits.
struct Library {
  Library() {
    survive_fatal_errors([&] { target = host_target(); });
    for (const auto& [name, address] : ir::called_by_name()) jit.define(name, address);
  }

  abi::TargetInfo target;
  VectorMath vector_math;
  OrcJit jit;
  /// Part of cache keys: the C library's math functions are as good as part of the compiler.
  std::string version = std::string(LLVM_VERSION_STRING) + " glibc " + gnu_get_libc_version();
};

Library& library() {
  static auto* made = new Library;
  return *made;
}

void give(UnpythonBytes* out, const std::string& bytes) {
  out->size = bytes.size();
  out->data = static_cast<char*>(std::malloc(bytes.size() + 1));
  if (out->data == nullptr) {
    out->size = 0;
    return;
  }
  std::memcpy(out->data, bytes.c_str(), bytes.size() + 1);
}

std::string module_text(const llvm::Module& module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream, nullptr);
  return stream.str();
}

std::string output_of(const ir::Function& function, const Library& state, Output output) {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::TargetMachine> machine = make_target_machine(state.target);
  std::unique_ptr<llvm::Module> module =
      emit_llvm(function, state.target, state.vector_math, *machine, context);
  if (output == Output::LlvmIr) return module_text(*module);
  optimize(*module, *machine);
  if (output == Output::OptimizedLlvmIr) return module_text(*module);
  return emit_machine_code(*machine, *module,
                           output == Output::Object ? MachineCode::Object : MachineCode::Assembly);
}

/// What LLVM says where the system gives it no memory.
bool tells_of_memory(const std::string& error) {
  return error.find("Cannot allocate memory") != std::string::npos;
}

/// Runs `work`; its failure, also one inside LLVM, becomes `error`, or kCpuOutOfMemory.
template <class Work>
int32_t guarded(std::string& error, const Work& work) {
  try {
    work();
    return kCpuOk;
  } catch (const std::bad_alloc&) {
    return kCpuOutOfMemory;
  } catch (const std::exception& exception) {
    error = exception.what();
  }
  return tells_of_memory(error) ? kCpuOutOfMemory : kCpuFailed;
}

void target(UnpythonCpuTarget* out) {
  const Library& state = library();
  out->cpu = state.target.cpu.c_str();
  out->features = state.target.features.c_str();
  out->llvm_version = state.version.c_str();
  out->vector_bytes = state.target.vector_bytes;
  out->vector_registers = state.target.vector_registers;
  out->fma = state.target.fma ? 1 : 0;
}

int32_t aim(const char* cpu, UnpythonBytes* error) {
  std::string problem;
  const int32_t status = guarded(problem, [&] {
    Library& state = library();
    survive_fatal_errors([&] { state.target = portable_target(cpu); });
  });
  if (status != kCpuOk) give(error, problem);
  return status;
}

int32_t compile(const char* serialized, size_t size, int32_t what, UnpythonBytes* out) {
  std::string result;
  std::string error;
  const int32_t status = guarded(error, [&] {
    const Library& state = library();
    const ir::Function function = ir::deserialize({serialized, size});
    survive_fatal_errors([&] { result = output_of(function, state, static_cast<Output>(what)); });
  });
  give(out, status == kCpuOk ? result : error);
  return status == kCpuOk && out->data == nullptr ? kCpuOutOfMemory : status;
}

int32_t load(const char* object, size_t size, abi::EntryPoint* entry, void** handle, UnpythonBytes* error) {
  std::string problem;
  const int32_t status = guarded(problem, [&] {
    LoadedCode code = library().jit.load({object, size}, kEntryName);
    *entry = reinterpret_cast<abi::EntryPoint>(code.entry);
    *handle = code.handle;
  });
  if (status != kCpuOk) give(error, problem);
  return status;
}

void unload(void* handle) { library().jit.unload(handle); }

void provide(const char* name, const void* address) {
  Library& state = library();
  state.jit.define(name, address);
  state.vector_math.provide(name);
}

void free_bytes(UnpythonBytes* bytes) {
  std::free(bytes->data);
  *bytes = {};
}

}  // namespace

}  // namespace unpython::codegen

extern "C" const UnpythonCpuApi* unpython_cpu_api(int32_t abi_version) {
  namespace cg = unpython::codegen;
  static const UnpythonCpuApi kApi = {
      unpython::abi::kAbiVersion, cg::target, cg::aim, cg::compile, cg::load, cg::unload, cg::provide, cg::free_bytes};
  return abi_version == unpython::abi::kAbiVersion ? &kApi : nullptr;
}
