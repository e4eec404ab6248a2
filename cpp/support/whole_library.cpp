#include "support/whole_library.h"

#include <elf.h>
#include <link.h>

#include <cstdint>
#include <cstring>
#include <fstream>

namespace unpython {
namespace {

template <class T>
bool read_at(std::ifstream& file, uint64_t place, T& value) {
  file.seekg(static_cast<std::streamoff>(place));
  file.read(reinterpret_cast<char*>(&value), sizeof value);
  return file.good();
}

}  // namespace

bool is_truncated_library(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const auto end = static_cast<uint64_t>(file.tellg());
  ElfW(Ehdr) header;
  if (!file || !read_at(file, 0, header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return false;
  for (uint64_t i = 0; i < header.e_phnum; ++i) {
    ElfW(Phdr) part;
    if (!read_at(file, header.e_phoff + i * sizeof part, part)) return true;
    if (part.p_filesz > end || part.p_offset > end - part.p_filesz) return true;
  }
  return false;
}

}  // namespace unpython
