// isinstance(x, T), type(x) is T and hasattr(x, 'name'), which the type of a value decides.
#pragma once
#include <optional>
#include <string_view>

#include "frontend/types/types.h"

namespace unpython::frontend {

/// `asked`: full names of classes with spaces between ("builtins.int numpy.floating"), any of which will do; behind "=": the
/// class itself, none that inherits from it; behind ".": an attribute. No value where the type does not decide.
[[nodiscard]] std::optional<bool> is_instance(const Type& type, std::string_view asked);

}  // namespace unpython::frontend
