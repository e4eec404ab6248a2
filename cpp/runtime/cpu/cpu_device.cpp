// Lazy opening of the CPU library, and its C interface as C++.
#include "runtime/cpu/cpu_device.h"

#include <pthread.h>
#include <unistd.h>

#include <new>
#include <optional>
#include <shared_mutex>
#include <utility>

#include "runtime/cpu/built_library.h"
#include "runtime/threads/parallel_for.h"
#include "support/log.h"
#include "support/shared_library.h"
#include "unpython/error.h"

namespace unpython::runtime {

struct CpuDevice::Library {
  const UnpythonCpuApi* api = nullptr;
  CodeMaker maker;
};

namespace {

constexpr char kLibraryName[] = "libunpython_cpu.so";

/// Takes the bytes out of a buffer of the library and frees it.
std::string take(const UnpythonCpuApi& api, UnpythonBytes& bytes) {
  std::string text;
  if (bytes.data != nullptr) text.assign(bytes.data, bytes.size);
  api.free_bytes(&bytes);
  return text;
}

int64_t cache_bytes(int name, int64_t when_unknown) {
  const long bytes = sysconf(name);
  return bytes > 0 ? bytes : when_unknown;
}

/// `of_this_machine`: not of another one, of which only the processor is known.
abi::TargetInfo target_of(const UnpythonCpuTarget& found, bool of_this_machine) {
  abi::TargetInfo target;
  target.cpu = found.cpu;
  target.features = found.features;
  target.vector_bytes = found.vector_bytes;
  target.vector_registers = found.vector_registers;
  target.fma = found.fma != 0;
  target.l1_bytes = cache_bytes(_SC_LEVEL1_DCACHE_SIZE, target.l1_bytes);
  target.l2_bytes = cache_bytes(_SC_LEVEL2_CACHE_SIZE, target.l2_bytes);
  if (of_this_machine) target.threads = available_threads();
  return target;
}

/// Held shared while LLVM works, and alone by a thread that forks: otherwise the child could inherit a lock
/// of LLVM that nobody is left to release. What is held around it (the compiler's own lock) must be made
/// after it, for handlers of fork() run from the last to the first.
std::shared_mutex& llvm_works() {
  static auto* made = [] {
    auto* mutex = new std::shared_mutex;
    pthread_atfork([] { llvm_works().lock(); }, [] { llvm_works().unlock(); },
                   [] { new (&llvm_works()) std::shared_mutex; });
    return mutex;
  }();
  return *made;
}

}  // namespace

CpuCode::~CpuCode() {
  if (api_ != nullptr) api_->unload(handle_);
}

CpuDevice::CpuDevice(std::string library_path, std::string aim)
    : path_(std::move(library_path)), aim_(std::move(aim)) {
  if (path_.empty()) path_ = folder_of_code(reinterpret_cast<const void*>(&target_of)) + '/' + kLibraryName;
  (void)llvm_works();
}

CpuDevice::~CpuDevice() = default;

const CpuDevice::Library& CpuDevice::library() const {
  const std::scoped_lock lock(mutex_);
  if (library_ != nullptr) return *library_;
  std::string error;
  std::optional<SharedLibrary> opened = SharedLibrary::open(path_, error);
  if (!opened) throw DeviceError("the CPU library cannot be opened: " + error);
  const auto get_api = opened->function<decltype(&unpython_cpu_api)>("unpython_cpu_api");
  const UnpythonCpuApi* api = get_api != nullptr ? get_api(abi::kAbiVersion) : nullptr;
  if (api == nullptr)
    throw DeviceError("the CPU library " + path_ + " belongs to another version of unpython");
  std::move(*opened).keep_open();
  for (const auto& [name, address] : provided_) api->provide(name.c_str(), address);
  UnpythonBytes problem{};
  if (!aim_.empty() && api->aim(aim_.c_str(), &problem) != kCpuOk) throw DeviceError(take(*api, problem));
  UnpythonCpuTarget found{};
  api->target(&found);
  library_ = std::make_unique<const Library>(Library{
      .api = api,
      .maker = {.target = target_of(found, aim_.empty()),
                .llvm_version = found.llvm_version + (provided_.empty() ? std::string() : " with NumPy's loops"),
                .build_id = build_id_of_code(reinterpret_cast<const void*>(api->compile))}});
  log(LogLevel::Info, [&] {
    return "opened " + path_ + " with LLVM " + library_->maker.llvm_version + " for " + library_->maker.target.cpu;
  });
  return *library_;
}

void CpuDevice::provide(std::string name, const void* address) {
  const std::scoped_lock lock(mutex_);
  provided_.emplace_back(std::move(name), address);
}

const CodeMaker& CpuDevice::maker() const { return library().maker; }

std::shared_ptr<const BuiltLibrary> CpuDevice::open_built(const std::string& path,
                                                          std::vector<std::pair<std::string, const void*>> named,
                                                          std::string& problem) const {
  {
    const std::scoped_lock lock(mutex_);
    named.insert(named.end(), provided_.begin(), provided_.end());
  }
  return BuiltLibrary::open(path, named, problem);
}

std::string CpuDevice::compile(std::string_view serialized_ir, CpuText what) const {
  const UnpythonCpuApi& api = *library().api;
  const std::shared_lock working(llvm_works());
  UnpythonBytes out{};
  const int32_t status =
      api.compile(serialized_ir.data(), serialized_ir.size(), static_cast<int32_t>(what), &out);
  std::string result = take(api, out);
  if (status == kCpuOutOfMemory) throw std::bad_alloc();
  if (status != kCpuOk) throw DeviceError("LLVM cannot compile the function: " + result);
  return result;
}

std::unique_ptr<CpuCode> CpuDevice::load(std::string_view object) const {
  const UnpythonCpuApi* api = library().api;
  const std::shared_lock working(llvm_works());
  abi::EntryPoint entry = nullptr;
  void* handle = nullptr;
  UnpythonBytes error{};
  const int32_t status = api->load(object.data(), object.size(), &entry, &handle, &error);
  const std::string problem = status == kCpuOk ? "" : take(*api, error);
  if (status == kCpuOutOfMemory) throw std::bad_alloc();
  if (status != kCpuOk) throw DeviceError("the machine code cannot be loaded: " + problem);
  return std::make_unique<CpuCode>(api, entry, handle);
}

}  // namespace unpython::runtime
