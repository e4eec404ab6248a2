// Calls from C of a function with declared types.
//
// Problem:  C has no types of arrays at run time, and whoever builds a library for it does not know the extents and strides that
//           calls will have. Where only what was built is there, each call has to find code.
// Choice:   code is made for three ways in which the arrays of a call may lie (ArraysLie), and for no extents: a dimension of one
//           element is one as others. A build and a call make the same signatures here, so that they find each other.
// Rejected: the signature of each call as Python has it (code for rows of one, two, three elements would have to be built before
//           it is known whether anybody calls it).
#pragma once
#include <array>
#include <memory>
#include <mutex>
#include <vector>

#include "abi/c_call.h"
#include "driver/choose/dispatcher.h"
#include "driver/declaration.h"
#include "unpython/export.h"

namespace unpython::driver {

enum class ArraysLie : uint8_t {
  Dense,  ///< the elements of each row lie one behind the other, and no element that is stored to is reached in two ways
  Strided,  ///< any strides, and no element that is stored to is reached in two ways
  Anyhow,
};
inline constexpr std::array kWaysArraysLie = {ArraysLie::Dense, ArraysLie::Strided, ArraysLie::Anyhow};

/// Thread-safe.
class UNPYTHON_API DeclaredFunction {
 public:
  /// `compiler` and `rates` must live as long. Throws std::invalid_argument where the program takes other arguments.
  DeclaredFunction(Compiler& compiler, MeasuredRates& rates, Declaration declaration);

  /// Makes the code that calls look for. Throws CompileError, DeviceError, InternalError; std::invalid_argument for results that C
  /// has no types for, and for calls of Python.
  void compile();
  [[nodiscard]] const std::vector<ir::Result>& results();
  [[nodiscard]] const std::vector<DeclaredParameter>& parameters() const { return declaration_.parameters; }
  /// By parameter: the program may store to the array.
  [[nodiscard]] const std::vector<bool>& stored() const { return stored_; }

  /// As unpython_call(). Throws ProgramError, std::invalid_argument, std::bad_alloc, and what compile() throws.
  void call(const UnpythonArgument* arguments, void* const* results);

 private:
  struct Arguments;
  struct Way {
    std::once_flag made;
    std::unique_ptr<Dispatcher> dispatcher;
  };

  [[nodiscard]] Dispatcher& dispatcher(ArraysLie lie);
  [[nodiscard]] frontend::Signature signature(ArraysLie lie) const;
  [[nodiscard]] Arguments stand_ins(ArraysLie lie) const;
  [[nodiscard]] Arguments read(const UnpythonArgument* given) const;

  Compiler& compiler_;
  MeasuredRates& rates_;
  const Declaration declaration_;
  const std::vector<bool> stored_;
  std::array<Way, kWaysArraysLie.size()> ways_;
};

}  // namespace unpython::driver
