// 128-bit content hash, the same on every run and machine. Not for secrets.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace unpython {

struct Hash128 {
  uint64_t low = 0;
  uint64_t high = 0;
  auto operator<=>(const Hash128&) const = default;
  [[nodiscard]] std::string hex() const;
};

[[nodiscard]] Hash128 hash_bytes(std::string_view bytes);

}  // namespace unpython
