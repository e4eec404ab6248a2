// What np.finfo and np.iinfo say of a type.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "frontend/types/types.h"

namespace unpython::frontend {

struct TypeLimit {
  Type type;  ///< of the number: Python's int, or the float type itself
  ir::Constant value;
};

/// `name`: eps, max, min, tiny, smallest_normal, bits, itemsize. No value where the type has none such.
[[nodiscard]] std::optional<TypeLimit> limit_of_type(ScalarType type, std::string_view name);

/// A dtype's `kind` ("f"), `name` ("float64") and `str` ("<f8"). No value for other names, and for times.
[[nodiscard]] std::optional<std::string> text_of_dtype(ScalarType type, std::string_view name);

/// What NumPy's dtypes have beside limits and itemsize: `kind`, `char`.
[[nodiscard]] bool is_attribute_of_dtypes(std::string_view name);

}  // namespace unpython::frontend
