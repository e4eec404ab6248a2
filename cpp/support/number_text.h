// Numbers as texts, as Python's format() and str() write them.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "unpython/export.h"

namespace unpython {

using PlainNumber = std::variant<int64_t, double>;

/// format(value, spec); nothing where Python is to be asked: for formats that are not known here and for what it refuses.
[[nodiscard]] UNPYTHON_API std::optional<std::string> format_number(PlainNumber value, std::u32string_view spec);

/// str(value) of Python's own numbers.
[[nodiscard]] UNPYTHON_API std::string number_text(PlainNumber value);

}  // namespace unpython
