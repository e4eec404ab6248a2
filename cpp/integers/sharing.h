// Whether two iterations of a loop touch one element, as far as it is known.
#pragma once
#include <cstdint>

namespace unpython::integers {

enum class Sharing : uint8_t {
  Never,     ///< proof: no two iterations
  Certain,   ///< two iterations do, whatever the data
  Possible,  ///< two iterations do if both accesses happen there, which the data decide
  Unknown,   ///< where the accesses go depends on data, or the search was given up
};

}  // namespace unpython::integers
