// Names of math functions: C's libm for scalars, glibc's libmvec for vectors. No LLVM type here.
#pragma once
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "abi/target_info.h"
#include "ir/type.h"

namespace unpython::codegen {

/// Name in libm, without the suffix f of single precision; empty if the function is not a call (sqrt, floor,
/// ...).
[[nodiscard]] std::string_view libm_name(ir::Intrinsic function);
/// Name of the complex function in libm, without the suffix f; empty if there is none.
[[nodiscard]] std::string_view complex_libm_name(ir::Intrinsic function);

/// The function is neither one instruction nor a few: it leaves the code for a library. `type`: of the
/// arguments.
[[nodiscard]] bool is_library_call(ir::Intrinsic function, ScalarType type);

/// Name of the loop of NumPy's function over elements of a type, as the process may provide it: "numpy.exp.d".
/// What NumPy calls it with besides stands behind the same name with kLoopData.
[[nodiscard]] std::string numpy_loop(ir::Intrinsic function, ScalarType type);
inline constexpr std::string_view kLoopData = ".data";
/// Name of CPython's own function, where module math does not call the C library's; empty if it does.
[[nodiscard]] std::string_view python_function(ir::Intrinsic function);

/// The vector functions that this process can call.
class VectorMath {
 public:
  /// Looks for libmvec; finds none where the C library is not glibc on x86-64.
  VectorMath();
  /// Code may call a function by this name, a loop of NumPy's.
  void provide(const char* name) { provided_.insert(name); }
  [[nodiscard]] bool provides(const std::string& name) const { return provided_.contains(name); }
  /// The widest vector function of at most `lanes` lanes, as its symbol, or empty: call the scalar one for
  /// each lane. `lanes` becomes its width.
  [[nodiscard]] std::string find(ir::Intrinsic function, bool single, const abi::TargetInfo& target,
                                 int& lanes) const;

 private:
  std::shared_ptr<void> library_;
  std::set<std::string> provided_;
};

}  // namespace unpython::codegen
