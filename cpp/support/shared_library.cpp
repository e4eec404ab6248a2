// dlopen, dlsym and dladdr behind an owning handle.
#include "support/shared_library.h"

#include <dlfcn.h>

#include <filesystem>

namespace unpython {

std::optional<SharedLibrary> SharedLibrary::open(const std::string& path, std::string& error) {
  void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    const char* text = dlerror();
    error = text != nullptr ? text : "cannot open " + path;
    return std::nullopt;
  }
  return SharedLibrary(handle);
}

SharedLibrary::~SharedLibrary() {
  if (handle_ != nullptr) dlclose(handle_);
}

void* SharedLibrary::address(const char* symbol) const { return dlsym(handle_, symbol); }

std::string folder_of_code(const void* address) {
  Dl_info info{};
  if (dladdr(address, &info) == 0 || info.dli_fname == nullptr) return {};
  std::error_code failed;
  const auto path = std::filesystem::absolute(info.dli_fname, failed);
  return failed ? std::string() : path.parent_path().string();
}

}  // namespace unpython
