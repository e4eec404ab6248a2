// A function of a driver library that is opened at run time, with its name for messages.
#pragma once

#include "support/shared_library.h"

namespace unpython::runtime {

template <class Signature>
struct DriverFunction {
  const char* name = "";
  Signature* pointer = nullptr;
  template <class... Arguments>
  auto operator()(Arguments... arguments) const {
    return pointer(arguments...);
  }
};

/// Looks the function up by its name.
template <class Signature>
[[nodiscard]] bool fetch(const SharedLibrary& library, DriverFunction<Signature>& function) {
  function.pointer = library.function<Signature*>(function.name);
  return function.pointer != nullptr;
}

}  // namespace unpython::runtime
