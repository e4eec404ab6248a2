// Stands in for libunpython_cpu in the tests of CpuDevice: "compiles" by echoing, counts what it is asked
// for.
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "abi/cpu_library.h"

namespace {

std::atomic<int> loaded{0};
std::atomic<int> buffers{0};
std::atomic<int> opened{0};

void give(UnpythonBytes* out, std::string_view text) {
  ++buffers;
  out->data = static_cast<char*>(std::malloc(text.size()));
  out->size = text.size();
  std::memcpy(out->data, text.data(), text.size());
}

void target(UnpythonCpuTarget* out) { *out = {"fake-cpu", "+sse2", "19.1.7", 64, 32, 1}; }

int32_t compile(const char* ir, size_t size, int32_t what, UnpythonBytes* out) {
  const std::string_view text(ir, size);
  give(out, text == "bad" ? "no such node" : text);
  return text == "bad" || what < 0 ? 1 : 0;
}

/// Returns what the counters say, so that a test can read them: loaded * 100 + opened * 10 + buffers.
int32_t count(const unpython::abi::Frame*) { return loaded * 100 + opened * 10 + buffers; }

int32_t load(const char* object, size_t size, unpython::abi::EntryPoint* entry, void** handle,
             UnpythonBytes* error) {
  if (std::string_view(object, size) == "bad") {
    give(error, "not an object");
    return 1;
  }
  ++loaded;
  *entry = count;
  *handle = nullptr;
  return 0;
}

int32_t aim(const char* /*cpu*/, UnpythonBytes* /*error*/) { return 0; }

void unload(void*) { --loaded; }

void provide(const char* /*name*/, const void* /*address*/) {}

void free_bytes(UnpythonBytes* bytes) {
  if (bytes->data != nullptr) --buffers;
  std::free(bytes->data);
  *bytes = {};
}

const UnpythonCpuApi kApi = {unpython::abi::kAbiVersion, target, aim, compile, load, unload, provide, free_bytes};

}  // namespace

extern "C" const UnpythonCpuApi* unpython_cpu_api(int32_t version) {
  if (version != unpython::abi::kAbiVersion) return nullptr;
  ++opened;
  return &kApi;
}
