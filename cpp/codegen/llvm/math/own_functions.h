// Bodies of the functions of own_math.h that have files of their own. Each fills a function of one empty block.
#pragma once
#include <cstdint>

namespace llvm {
class Function;
}

namespace unpython::codegen {

void emit_complement_of_error(llvm::Function* function);
void emit_gamma(llvm::Function* function);
void emit_log_gamma(llvm::Function* function);

/// log|gamma(x)| where it is next to 0 and x is negative, with all its bits: takes the place of such results. The
/// code of lgamma calls it by the name.
inline constexpr const char* kLogGammaNearZeros = "unpython.lgamma_near_zeros";
void log_gamma_near_zeros(const double* x, double* results, int64_t count);

}  // namespace unpython::codegen
