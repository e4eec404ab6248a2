// What to do instead of calling a function that is not in the language.
#pragma once
#include <string_view>

namespace unpython::frontend {

/// `name` is canonical, "numpy.zeros". Empty if there is nothing special to say.
[[nodiscard]] std::string_view advice_for_call(std::string_view name);

}  // namespace unpython::frontend
