#include "frontend/library/half_functions.h"

#include <algorithm>
#include <array>

namespace unpython::frontend {

bool gives_half_as_numpy(std::string_view name) {
  // What moves and compares elements, and what NumPy composes of the same steps.
  static constexpr auto kFunctions = std::to_array<std::string_view>({
      "allclose",     "append",       "argpartition", "argsort",      "argwhere",    "around",       "array_equal", "bincount",
      "choose",       "clip",         "compress",     "delete",       "diagflat",    "diff",         "digitize",    "divmod",
      "ediff1d",      "extract",      "fill",         "fill_diagonal", "finfo",      "fmod",         "heaviside",   "imag",
      "inner",        "insert",       "intersect1d",  "iscomplex",    "isclose",     "isin",         "isneginf",    "isposinf",
      "isreal",       "lexsort",      "meshgrid",     "method_choose", "method_clip", "method_round", "method_take", "modf",
      "nanargmax",    "nanargmin",    "nanmax",       "nanmin",       "pad",         "partition",    "ptp",         "put",
      "real",         "repeat",       "rot90",        "round",        "rounded",     "searchsorted", "select",      "setdiff1d",
      "sort",         "sort_in_place", "sorted_list", "take",         "take_along_axis", "tolist",   "union1d",     "unique",
      "vdot",
  });
  return std::find(kFunctions.begin(), kFunctions.end(), name) != kFunctions.end();
}

}  // namespace unpython::frontend
