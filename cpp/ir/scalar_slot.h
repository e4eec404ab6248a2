// Scalars of a call frame <-> constants.
#pragma once
#include <cstring>

#include "abi/frame.h"
#include "ir/type.h"
#include "unpython/export.h"

namespace unpython::ir {

/// The bytes of a slot as they are.
template <class T>
[[nodiscard]] T bytes_as(const abi::ScalarSlot& slot) {
  T value;
  std::memcpy(&value, slot.bytes, sizeof value);
  return value;
}

/// The number in a slot that holds one of `type`.
[[nodiscard]] UNPYTHON_API ir::Constant to_constant(ScalarType type, const abi::ScalarSlot& slot);

/// The slot that hands `constant` to generated code; bytes beyond its size are zero.
[[nodiscard]] UNPYTHON_API abi::ScalarSlot to_slot(const ir::Constant& constant);

}  // namespace unpython::ir
