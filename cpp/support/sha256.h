// SHA-256 (FIPS 180-4): names for content that must not be mistaken for other content.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "unpython/export.h"

namespace unpython {

using Sha256 = std::array<uint8_t, 32>;

[[nodiscard]] UNPYTHON_API Sha256 sha256(std::string_view bytes);
/// 64 lower-case hexadecimal digits.
[[nodiscard]] UNPYTHON_API std::string hex(const Sha256& digest);

}  // namespace unpython
