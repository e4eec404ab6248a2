// Scalars of a call frame <-> constants.
#pragma once
#include "abi/frame.h"
#include "ir/type.h"
#include "unpython/export.h"

namespace unpython::driver {

/// The number in a slot that holds one of `type`.
[[nodiscard]] UNPYTHON_API ir::Constant to_constant(ScalarType type, const abi::ScalarSlot& slot);

/// The slot that hands `constant` to generated code; bytes beyond its size are zero.
[[nodiscard]] UNPYTHON_API abi::ScalarSlot to_slot(const ir::Constant& constant);

}  // namespace unpython::driver
