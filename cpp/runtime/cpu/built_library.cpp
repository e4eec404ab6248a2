// dlopen, a look at the table, and the names that the loader has left open.
#include "runtime/cpu/built_library.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "support/cpu_features.h"
#include "support/open_names.h"
#include "support/sha256.h"
#include "support/shared_library.h"
#include "support/whole_library.h"

namespace unpython::runtime {
namespace {

std::string text_of(const UnpythonBuiltText& text) { return {text.data, static_cast<size_t>(text.size)}; }

}  // namespace

std::shared_ptr<const BuiltLibrary> BuiltLibrary::open(
    const std::string& path, const std::vector<std::pair<std::string, const void*>>& provided, std::string& problem) {
  if (is_truncated_library(path)) {
    problem = "the file is truncated";
    return nullptr;
  }
  std::optional<SharedLibrary> opened = SharedLibrary::open(path, problem);
  if (!opened) return nullptr;
  const auto* table = static_cast<const UnpythonBuiltLibrary*>(opened->address("unpython_built"));
  if (table == nullptr || table->abi_version != abi::kAbiVersion) {
    problem = "it was built by another version of unpython";
    return nullptr;
  }
  const std::string missing = missing_feature(text_of(table->features));
  if (!missing.empty()) {
    problem = "it was built for " + text_of(table->cpu) + ", and this processor has no " + missing;
    return nullptr;
  }
  const std::string open_name = set_open_names(table, [&](std::string_view name) -> const void* {
    const auto found =
        std::find_if(provided.begin(), provided.end(), [&](const auto& each) { return each.first == name; });
    return found == provided.end() ? nullptr : found->second;
  });
  if (!open_name.empty()) {
    problem = "its code calls " + open_name + ", which this NumPy does not have";
    return nullptr;
  }
  std::move(*opened).keep_open();
  return std::shared_ptr<const BuiltLibrary>(new BuiltLibrary(*table));
}

BuiltLibrary::BuiltLibrary(const UnpythonBuiltLibrary& table)
    : table_(table),
      maker_{.target = {.cpu = text_of(table.cpu),
                        .features = text_of(table.features),
                        .vector_bytes = table.vector_bytes,
                        .vector_registers = table.vector_registers,
                        .l1_bytes = table.l1_bytes,
                        .l2_bytes = table.l2_bytes,
                        .fma = table.fma != 0,
                        .threads = static_cast<int>(table.threads)},
             .llvm_version = text_of(table.llvm_version),
             .build_id = text_of(table.build_id)} {}

const UnpythonBuiltEntry* BuiltLibrary::entry(std::string_view origin) const {
  const Sha256 key = sha256(origin);
  const UnpythonBuiltEntry* end = table_.entries + table_.entry_count;
  const UnpythonBuiltEntry* found =
      std::lower_bound(table_.entries, end, key, [](const UnpythonBuiltEntry& each, const Sha256& wanted) {
        return std::memcmp(each.origin, wanted.data(), wanted.size()) < 0;
      });
  return found != end && std::memcmp(found->origin, key.data(), key.size()) == 0 ? found : nullptr;
}

std::optional<std::string_view> BuiltLibrary::find(std::string_view origin) const {
  const UnpythonBuiltEntry* found = entry(origin);
  if (found == nullptr || found->code != nullptr) return std::nullopt;
  return std::string_view(found->bytes, static_cast<size_t>(found->size));
}

std::unique_ptr<CpuCode> BuiltLibrary::find_code(std::string_view origin) const {
  const UnpythonBuiltEntry* found = entry(origin);
  if (found == nullptr || found->code == nullptr) return nullptr;
  return std::make_unique<CpuCode>(nullptr, found->code, nullptr);
}

std::string_view BuiltLibrary::programs() const {
  return {table_.programs.data, static_cast<size_t>(table_.programs.size)};
}

}  // namespace unpython::runtime
