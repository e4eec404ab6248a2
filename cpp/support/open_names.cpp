// The tables of the ELF format that the loader itself has gone through.
#include "support/open_names.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace unpython {
namespace {

struct Tables {
  const ElfW(Sym)* symbols = nullptr;
  const char* names = nullptr;
  const ElfW(Rela)* relocations[2] = {};  ///< of data and of calls
  size_t bytes[2] = {};
};

Tables tables_of(const link_map& library) {
  Tables tables;
  for (const ElfW(Dyn)* each = library.l_ld; each->d_tag != DT_NULL; ++each) {
    const auto at = [&](auto*& place) { place = reinterpret_cast<std::remove_reference_t<decltype(place)>>(each->d_un.d_ptr); };
    switch (each->d_tag) {
      case DT_SYMTAB:
        at(tables.symbols);
        break;
      case DT_STRTAB:
        at(tables.names);
        break;
      case DT_RELA:
        at(tables.relocations[0]);
        break;
      case DT_RELASZ:
        tables.bytes[0] = each->d_un.d_val;
        break;
      case DT_JMPREL:
        at(tables.relocations[1]);
        break;
      case DT_PLTRELSZ:
        tables.bytes[1] = each->d_un.d_val;
        break;
      default:
        break;
    }
  }
  return tables;
}

/// Writes to memory that the loader has made read-only, and makes it so again.
bool set(uintptr_t place, const void* address) {
  const auto page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  auto* begin = reinterpret_cast<void*>(place / page * page);
  if (mprotect(begin, page, PROT_READ | PROT_WRITE) != 0) return false;
  std::memcpy(reinterpret_cast<void*>(place), &address, sizeof address);
  return mprotect(begin, page, PROT_READ) == 0;
}

}  // namespace

std::string set_open_names(const void* inside, const std::function<const void*(std::string_view)>& address_of) {
  Dl_info info{};
  link_map* library = nullptr;
  if (dladdr1(inside, &info, reinterpret_cast<void**>(&library), RTLD_DL_LINKMAP) == 0 || library == nullptr) return {};
  const Tables tables = tables_of(*library);
  for (int table = 0; table < 2; ++table) {
    const ElfW(Rela)* end = tables.relocations[table] + tables.bytes[table] / sizeof(ElfW(Rela));
    for (const ElfW(Rela)* each = tables.relocations[table]; each != end; ++each) {
      const ElfW(Sym)& symbol = tables.symbols[ELF64_R_SYM(each->r_info)];
      const std::string_view name = tables.names + symbol.st_name;
      if (symbol.st_shndx != SHN_UNDEF || name.find('.') == std::string_view::npos) continue;
      const auto kind = ELF64_R_TYPE(each->r_info);
      const bool is_address = kind == R_X86_64_GLOB_DAT || kind == R_X86_64_JUMP_SLOT;
      const void* address = is_address ? address_of(name) : nullptr;
      if (address == nullptr || !set(library->l_addr + each->r_offset, address)) return std::string(name);
    }
  }
  return {};
}

}  // namespace unpython
