// The parameters of a kernel as one list: code generators print it, the driver launches by it.
#pragma once
#include <cstdint>
#include <vector>

#include "kernel/launch.h"

namespace unpython::kernel {

struct KernelParameter {
  enum class Kind : uint8_t {
    First,       ///< Int64: where this launch begins along loop `index` of the grid
    End,         ///< Int64: where it ends
    FirstGroup,  ///< Int64: where this launch begins along the outermost Group loop
    LoopExtent,  ///< Int64: iterations of loop `index` in all launches
    Scalar,      ///< kernel.scalars[index]; complex numbers as structs of two reals, Bool as a byte
    Memory,      ///< of kernel.arrays[index]
    Offset,      ///< Int64: of its first element in that memory, in elements
    Stride,      ///< UInt32 or UInt64: along `dimension`, in elements
    Remainder,   ///< the same, from one remainder, or triangle, of Layout::axes to the next
    Extent,      ///< Int64: along `dimension`
    Before,      ///< Int64: iterations of all kernels of the call before this one, for the ErrorCell
    Error,       ///< the memory of the call's ErrorCell
  };
  Kind kind;
  size_t index = 0;
  int dimension = 0;
};

[[nodiscard]] std::vector<KernelParameter> parameters(const ir::Function& function, const Kernel& kernel,
                                                      const Layout& layout);

}  // namespace unpython::kernel
