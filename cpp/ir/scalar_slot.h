// Numbers in memory, as machine code sees them <-> constants.
#pragma once
#include <cstring>

#include "abi/frame.h"
#include "ir/type.h"
#include "unpython/export.h"

namespace unpython::ir {

/// The number of `type` at `from`, which need not be aligned.
[[nodiscard]] UNPYTHON_API Constant read_scalar(ScalarType type, const void* from);
/// Writes as many bytes as its type has.
void write_scalar(const Constant& value, void* to);

/// The bytes of a slot as they are.
template <class T>
[[nodiscard]] T bytes_as(const abi::ScalarSlot& slot) {
  T value;
  std::memcpy(&value, slot.bytes, sizeof value);
  return value;
}

/// The number in a slot that holds one of `type`.
[[nodiscard]] inline Constant to_constant(ScalarType type, const abi::ScalarSlot& slot) { return read_scalar(type, slot.bytes); }

/// The slot that hands `constant` to generated code: an integer of any type lies in it as one of 64 bits.
[[nodiscard]] UNPYTHON_API abi::ScalarSlot to_slot(const Constant& constant);

}  // namespace unpython::ir
