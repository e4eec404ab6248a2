// Code points -> texts.
#pragma once
#include <pybind11/pybind11.h>

namespace unpython::bindings {

/// The text of a sequence of code points, as "".join(map(chr, codes)).
[[nodiscard]] pybind11::str text_of(const pybind11::object& codes);

/// The texts with these numbers among those that begin at `starts` in `codes`; the last entry of `starts` is where the last one ends.
[[nodiscard]] pybind11::list words_of(const pybind11::list& codes, const pybind11::list& starts, const pybind11::list& numbers);

}  // namespace unpython::bindings
