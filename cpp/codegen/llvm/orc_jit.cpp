// LLJIT with JITLink. Every object gets a symbol table of its own, since all have the same entry name; behind
// it stand the math and memory functions of the C library and nothing else of the process.
#include "codegen/llvm/orc_jit.h"

#include <llvm/ExecutionEngine/Orc/ExecutionUtils.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/TargetSelect.h>

#include <mutex>

#include "unpython/error.h"

namespace unpython::codegen {

namespace {

std::string text_of(llvm::Error error) { return llvm::toString(std::move(error)); }

}  // namespace

struct OrcJit::State {
  std::unique_ptr<llvm::orc::LLJIT> jit;
  llvm::orc::JITDylib* libraries = nullptr;
  std::mutex mutex;     ///< guards the members below; loads are short, so one at a time
  std::string reports;  ///< what the session reported during the current load
  int64_t loads = 0;

  void add_library(const char* name);
  [[nodiscard]] std::string failure(llvm::Error error);
};

/// A library that is not there is no error yet: code that needs it will not link.
void OrcJit::State::add_library(const char* name) {
  auto generator =
      llvm::orc::DynamicLibrarySearchGenerator::Load(name, jit->getDataLayout().getGlobalPrefix());
  if (generator) {
    libraries->addGenerator(std::move(*generator));
  } else {
    llvm::consumeError(generator.takeError());
  }
}

std::string OrcJit::State::failure(llvm::Error error) {
  std::string text = "linking compiled code: " + text_of(std::move(error));
  if (!reports.empty()) text += " (" + reports + ")";
  return text;
}

OrcJit::OrcJit() : state_(std::make_unique<State>()) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  llvm::orc::LLJITBuilder builder;
  builder.setPlatformSetUp(llvm::orc::setUpInactivePlatform);
  builder.setLinkProcessSymbolsByDefault(false);
  auto machine = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!machine) throw DeviceError("preparing LLVM: " + text_of(machine.takeError()));
  machine->setRelocationModel(llvm::Reloc::PIC_);
  builder.setJITTargetMachineBuilder(std::move(*machine));
  auto jit = builder.create();
  if (!jit) throw DeviceError("preparing LLVM: " + text_of(jit.takeError()));
  state_->jit = std::move(*jit);
  State* state = state_.get();
  state->jit->getExecutionSession().setErrorReporter([state](llvm::Error error) {
    if (!state->reports.empty()) state->reports += "; ";
    state->reports += text_of(std::move(error));
  });
  auto libraries = state->jit->createJITDylib("libraries");
  if (!libraries) throw DeviceError("preparing LLVM: " + text_of(libraries.takeError()));
  state->libraries = &*libraries;
  for (const char* name : {"libm.so.6", "libmvec.so.1", "libc.so.6"}) state->add_library(name);
}

OrcJit::~OrcJit() = default;

void OrcJit::define(const char* name, const void* address) {
  std::lock_guard lock(state_->mutex);
  const llvm::orc::ExecutorSymbolDef symbol(llvm::orc::ExecutorAddr::fromPtr(address),
                                            llvm::JITSymbolFlags::Exported);
  llvm::consumeError(
      state_->libraries->define(llvm::orc::absoluteSymbols({{state_->jit->mangleAndIntern(name), symbol}})));
}

LoadedCode OrcJit::load(std::string_view object, const std::string& entry_name) {
  std::lock_guard lock(state_->mutex);
  state_->reports.clear();
  llvm::orc::LLJIT& jit = *state_->jit;
  auto code = jit.createJITDylib("code" + std::to_string(state_->loads++));
  if (!code) throw DeviceError(state_->failure(code.takeError()));
  code->addToLinkOrder(*state_->libraries);
  auto buffer = llvm::MemoryBuffer::getMemBufferCopy(llvm::StringRef(object.data(), object.size()), "code");
  llvm::Error failed = jit.addObjectFile(*code, std::move(buffer));
  if (!failed) {
    auto entry = jit.lookup(*code, entry_name);
    if (entry) return {entry->toPtr<void*>(), &*code};
    failed = entry.takeError();
  }
  DeviceError error(state_->failure(std::move(failed)));
  llvm::consumeError(jit.getExecutionSession().removeJITDylib(*code));
  throw error;
}

void OrcJit::unload(void* handle) {
  std::lock_guard lock(state_->mutex);
  auto* code = static_cast<llvm::orc::JITDylib*>(handle);
  llvm::consumeError(state_->jit->getExecutionSession().removeJITDylib(*code));
}

}  // namespace unpython::codegen
