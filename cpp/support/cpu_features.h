// Whether this processor has what machine code of another machine needs, without LLVM.
#pragma once
#include <string>
#include <string_view>

#include "unpython/export.h"

namespace unpython {

/// A feature, by LLVM's name, of all processors of 64 bits.
[[nodiscard]] UNPYTHON_API bool is_always_there(std::string_view feature);

/// A feature of x86 processors, by LLVM's name, that missing_feature() knows.
[[nodiscard]] UNPYTHON_API bool can_look_for(std::string_view feature);

/// Of the features that an LLVM feature string asks for ("+avx2,-avx512f"), one that this processor or its system lacks, or
/// that nobody can look for; empty: it has them all.
[[nodiscard]] UNPYTHON_API std::string missing_feature(std::string_view features);

}  // namespace unpython
