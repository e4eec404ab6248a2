// Device memory that stands for an argument of a call.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>

#include "runtime/gpu.h"

namespace unpython::runtime {

/// Device memory that arguments of a call lie in.
struct Resident {
  std::byte* begin = nullptr;  ///< the addresses that stand for it
  int64_t bytes = 0;
  runtime::MemoryHandle memory;  ///< of the first byte
  runtime::Gpu* gpu = nullptr;
  bool foreign = false;              ///< another library's, which orders its work by itself
  std::optional<uint64_t> stream{};  ///< its work so far is queued here (see ForeignStreams)
  bool uses_other_streams = false;   ///< its owner may go on in a stream that is not known
  [[nodiscard]] bool holds(const void* address) const { return address >= begin && address < begin + bytes; }
};

}  // namespace unpython::runtime
