// The table of intrinsics: names, number of operands, and what they may be, in one place for all back ends.
#pragma once
#include <cstdint>
#include <string_view>

#include "ir/type.h"

namespace unpython::ir {

/// Operands that an intrinsic takes, and who knows it.
enum Takes : uint8_t {
  kFloats = 1,
  kComplex = 2,
  kIntegers = 4,
  kLibrary = 8,  ///< C's library computes it; without, one or few instructions do
  kVectors = 16  ///< libmvec has a vector form (glibc 2.35 and later; sin, cos, exp, log and pow from 2.22)
};

struct IntrinsicRow {
  Intrinsic function;
  std::string_view name;  ///< NumPy's name where there is one: "arcsin", "minimum", "fma"
  int arity = 1;
  uint8_t takes = kFloats;           ///< Takes
  std::string_view c_name{};         ///< in C for double: "asin"; empty: C has none
  std::string_view complex_name{};   ///< in C for complex numbers: "csqrt"; empty: C has none

  [[nodiscard]] constexpr bool has(Takes what) const { return (takes & what) != 0; }
};

[[nodiscard]] const IntrinsicRow& row_of(Intrinsic function);

}  // namespace unpython::ir
