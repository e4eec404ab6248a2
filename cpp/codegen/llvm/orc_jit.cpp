// LLJIT with JITLink. Every object gets a symbol table of its own, since all have the same entry name; behind
// it stand the math and memory functions of the C library and nothing else of the process.
#include "codegen/llvm/orc_jit.h"

#include <llvm/ExecutionEngine/Orc/ExecutionUtils.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/TargetSelect.h>

#include <mutex>
#include <vector>

#include "codegen/llvm/fatal_errors.h"
#include "unpython/error.h"

namespace unpython::codegen {

namespace {

std::string text_of(llvm::Error error) { return llvm::toString(std::move(error)); }

template <class Value>
Value made(llvm::Expected<Value> value) {
  if (!value) throw DeviceError("preparing LLVM: " + text_of(value.takeError()));
  return std::move(*value);
}

}  // namespace

/// What LLVM keeps. A jump out of LLVM leaves a session whose locks nobody opens again.
struct OrcJit::Session {
  std::unique_ptr<llvm::orc::LLJIT> jit;
  llvm::orc::JITDylib* libraries = nullptr;
  std::string reports;  ///< what the session reported during the current load
  int64_t loads = 0;

  /// Throws DeviceError when LLVM cannot link code in this process.
  Session();
  void add_library(const char* name);
  void define(const std::string& name, const void* address);
  [[nodiscard]] LoadedCode load(std::string_view object, const std::string& entry_name, std::string& problem);
  [[nodiscard]] std::string failure(llvm::Error error);
};

OrcJit::Session::Session() {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  llvm::orc::LLJITBuilder builder;
  builder.setPlatformSetUp(llvm::orc::setUpInactivePlatform);
  builder.setLinkProcessSymbolsByDefault(false);
  llvm::orc::JITTargetMachineBuilder machine = made(llvm::orc::JITTargetMachineBuilder::detectHost());
  machine.setRelocationModel(llvm::Reloc::PIC_);
  builder.setJITTargetMachineBuilder(std::move(machine));
  jit = made(builder.create());
  jit->getExecutionSession().setErrorReporter([this](llvm::Error error) {
    if (!reports.empty()) reports += "; ";
    reports += text_of(std::move(error));
  });
  auto created = jit->createJITDylib("libraries");
  if (!created) throw DeviceError("preparing LLVM: " + text_of(created.takeError()));
  libraries = &*created;
  for (const char* name : {"libm.so.6", "libmvec.so.1", "libc.so.6"}) add_library(name);
}

/// A library that is not there is no error yet: code that needs it will not link.
void OrcJit::Session::add_library(const char* name) {
  auto generator =
      llvm::orc::DynamicLibrarySearchGenerator::Load(name, jit->getDataLayout().getGlobalPrefix());
  if (generator) {
    libraries->addGenerator(std::move(*generator));
  } else {
    llvm::consumeError(generator.takeError());
  }
}

void OrcJit::Session::define(const std::string& name, const void* address) {
  const llvm::orc::ExecutorSymbolDef symbol(llvm::orc::ExecutorAddr::fromPtr(address),
                                            llvm::JITSymbolFlags::Exported);
  llvm::consumeError(libraries->define(llvm::orc::absoluteSymbols({{jit->mangleAndIntern(name), symbol}})));
}

LoadedCode OrcJit::Session::load(std::string_view object, const std::string& entry_name, std::string& problem) {
  reports.clear();
  auto code = jit->createJITDylib("code" + std::to_string(loads++));
  if (!code) {
    problem = failure(code.takeError());
    return {};
  }
  code->addToLinkOrder(*libraries);
  auto buffer = llvm::MemoryBuffer::getMemBufferCopy(llvm::StringRef(object.data(), object.size()), "code");
  if (buffer == nullptr) throw std::bad_alloc();
  llvm::Error failed = jit->addObjectFile(*code, std::move(buffer));
  if (!failed) {
    auto entry = jit->lookup(*code, entry_name);
    if (entry) return {entry->toPtr<void*>(), &*code};
    failed = entry.takeError();
  }
  problem = failure(std::move(failed));
  llvm::consumeError(jit->getExecutionSession().removeJITDylib(*code));
  return {};
}

std::string OrcJit::Session::failure(llvm::Error error) {
  std::string text = "linking compiled code: " + text_of(std::move(error));
  if (!reports.empty()) text += " (" + reports + ")";
  return text;
}

struct OrcJit::State {
  std::mutex mutex;  ///< guards the members below; loads are short, so one at a time
  std::vector<std::pair<std::string, const void*>> names;  ///< what each session defines
  std::unique_ptr<Session> session;                        ///< made at first use

  template <class Work>
  void use_session(const Work& work);
};

/// Runs `work` on the session. A session that LLVM cannot go on with is left behind as it is, with the code that others run; the
/// next use makes another.
template <class Work>
void OrcJit::State::use_session(const Work& work) {
  try {
    survive_fatal_errors([&] {
      if (session == nullptr) {
        auto fresh = std::make_unique<Session>();
        for (const auto& [name, address] : names) fresh->define(name, address);
        session = std::move(fresh);
      }
      work(*session);
    });
  } catch (...) {
    static_cast<void>(session.release());
    throw;
  }
}

OrcJit::OrcJit() : state_(std::make_unique<State>()) {}

OrcJit::~OrcJit() = default;

void OrcJit::define(const char* name, const void* address) {
  const std::lock_guard lock(state_->mutex);
  const auto& [text, place] = state_->names.emplace_back(name, address);
  if (state_->session == nullptr) return;
  state_->use_session([&](Session& session) { session.define(text, place); });
}

LoadedCode OrcJit::load(std::string_view object, const std::string& entry_name) {
  const std::lock_guard lock(state_->mutex);
  LoadedCode code;
  std::string problem;
  state_->use_session([&](Session& session) { code = session.load(object, entry_name, problem); });
  if (code.handle == nullptr) throw DeviceError(problem);
  return code;
}

void OrcJit::unload(void* handle) {
  auto* code = static_cast<llvm::orc::JITDylib*>(handle);
  const std::lock_guard lock(state_->mutex);
  if (state_->session == nullptr) return;
  if (&code->getExecutionSession() != &state_->session->jit->getExecutionSession()) return;
  try {
    state_->use_session([&](Session& session) {
      llvm::consumeError(session.jit->getExecutionSession().removeJITDylib(*code));
    });
  } catch (const std::exception&) {
    return;  // the session is left behind, and the code with it
  }
}

}  // namespace unpython::codegen
