// Code points -> texts.
#pragma once
#include <pybind11/pybind11.h>

namespace unpython::bindings {

/// The text of a sequence of code points, as "".join(map(chr, codes)).
[[nodiscard]] pybind11::str text_of(const pybind11::object& codes);

}  // namespace unpython::bindings
