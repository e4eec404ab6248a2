// Code points -> texts.
#pragma once
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <cstdint>

namespace unpython::bindings {

using Integers = pybind11::array_t<int64_t, pybind11::array::c_style | pybind11::array::forcecast>;

/// The text of code points, as "".join(map(chr, codes)).
[[nodiscard]] pybind11::str text_of(const Integers& codes);

/// The texts with these numbers among those that begin at `starts` in `codes`; the last entry of `starts` is where the last one ends.
/// None stays None.
[[nodiscard]] pybind11::list words_of(const Integers& codes, const Integers& starts, const pybind11::list& numbers);

}  // namespace unpython::bindings
