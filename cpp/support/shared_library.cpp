// dlopen, dlsym and dladdr behind an owning handle.
#include "support/shared_library.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>

#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "support/memory_left.h"

namespace unpython {
namespace {

/// What libraries allocate when they are opened. Without memory for it they end the process: an exception
/// cannot leave what the loader calls.
constexpr size_t kOpeningBytes = size_t{16} << 20;

/// Whether there is memory for the library itself and for what it allocates.
bool has_room_for(const std::string& path) {
  std::error_code failed;
  const auto file = std::filesystem::file_size(path, failed);  // a name without a folder has no size
  return has_memory_for(kOpeningBytes + (failed ? 0 : static_cast<size_t>(file)));
}

}  // namespace

std::optional<SharedLibrary> SharedLibrary::open(const std::string& path, std::string& error) {
  if (!has_room_for(path)) {
    error = "no memory for " + path;
    return std::nullopt;
  }
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

std::string path_of_code(const void* address) {
  Dl_info info{};
  if (dladdr(address, &info) == 0 || info.dli_fname == nullptr) return {};
  std::error_code failed;
  const auto path = std::filesystem::absolute(info.dli_fname, failed);
  return failed ? std::string() : path.string();
}

std::string folder_of_code(const void* address) {
  return std::filesystem::path(path_of_code(address)).parent_path().string();
}

namespace {

struct BuildIdSearch {
  uintptr_t address;
  std::string found;
};

/// The build id among the notes in [note, end).
std::string build_id_in(const char* note, const char* end) {
  while (note + sizeof(ElfW(Nhdr)) <= end) {
    ElfW(Nhdr) header;
    std::memcpy(&header, note, sizeof header);
    const auto padded = [](size_t size) { return (size + 3) & ~size_t{3}; };
    const size_t size = sizeof header + padded(header.n_namesz) + padded(header.n_descsz);
    if (note + size > end) return {};
    if (header.n_type == NT_GNU_BUILD_ID) return {note, size};
    note += size;
  }
  return {};
}

int look_for_build_id(dl_phdr_info* object, size_t, void* data) {
  auto& search = *static_cast<BuildIdSearch*>(data);
  bool contains = false;
  std::string found;
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = object->dlpi_phdr[i];
    const uintptr_t start = object->dlpi_addr + part.p_vaddr;
    contains = contains || (part.p_type == PT_LOAD && search.address - start < part.p_memsz);
    if (part.p_type != PT_NOTE || !found.empty()) continue;
    const char* notes = reinterpret_cast<const char*>(start);
    found = build_id_in(notes, notes + part.p_memsz);
  }
  if (contains) search.found = std::move(found);
  return contains ? 1 : 0;
}

}  // namespace

std::string build_id_of_code(const void* address) {
  BuildIdSearch search{reinterpret_cast<uintptr_t>(address), {}};
  dl_iterate_phdr(look_for_build_id, &search);
  return search.found;
}

}  // namespace unpython
