// Numbers as texts, as Python's format() and str() write them, and texts as numbers.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
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

/// float(text) of code points; nothing where Python is to be asked: for what is more than digits, a point and an exponent, and
/// for what is too large or too small.
[[nodiscard]] UNPYTHON_API std::optional<double> number_of_text(std::span<const int64_t> codes);

}  // namespace unpython
