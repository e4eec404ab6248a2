// A function of a driver library that is opened at run time, with its name for messages.
#pragma once
#include <cstddef>
#include <type_traits>

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

}  // namespace unpython::runtime
