// Which argument of which function is being looked at: for messages, and for what `type(...)` declares about
// it.
#pragma once
#include <Python.h>

#include <string>

#include "unpython/types.h"

namespace unpython::bindings {

/// One entry of `type(...)`.
struct DeclaredType {
  bool given = false;
  bool is_array = false;
  ScalarType type = ScalarType::Float64;
  int rank = 0;
};

struct ArgumentContext {
  const char* function;          ///< qualified name
  const char* name;              ///< of the parameter, or the path of a global
  const DeclaredType* declared;  ///< never null
  bool hidden = false;           ///< a global or closure value
};

/// "argument 'a' of f()" or "'N', which f() reads,": how messages start.
[[nodiscard]] std::string name_of(const ArgumentContext& context);

/// "float64" or "ndarray[float64, 2]".
[[nodiscard]] std::string name_of(const DeclaredType& type);

/// Sets a TypeError "argument 'a' of f() <rest>" and returns false.
bool refuse(const ArgumentContext& context, const std::string& rest);

}  // namespace unpython::bindings
