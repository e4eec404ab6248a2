// 128-bit content hash, the same on every run and machine (MurmurHash3 x64 128, seed 0). Not for secrets.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "unpython/export.h"

namespace unpython {

struct Hash128 {
  uint64_t low = 0;
  uint64_t high = 0;
  auto operator<=>(const Hash128&) const = default;
  /// 32 lower-case hexadecimal digits, the high half first.
  [[nodiscard]] UNPYTHON_API std::string hex() const;
};

/// Hash of the bytes. Equal bytes give equal hashes on every machine of either byte order.
[[nodiscard]] UNPYTHON_API Hash128 hash_bytes(std::string_view bytes);

}  // namespace unpython
