// Names that a loaded library calls and that its linker and its loader have left open: weak ones that nothing defines.
#pragma once
#include <functional>
#include <string>
#include <string_view>

namespace unpython {

/// Sets each open name with a full stop in it (no name of C has one), in the library that holds `inside`, to what `address_of`
/// gives; before any code of the library runs. The first name for which that is null, or "" when all are set.
[[nodiscard]] std::string set_open_names(const void* inside,
                                         const std::function<const void*(std::string_view)>& address_of);

}  // namespace unpython
