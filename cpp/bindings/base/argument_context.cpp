// Beginnings of messages about arguments.
#include "bindings/base/argument_context.h"

namespace unpython::bindings {

std::string name_of(const ArgumentContext& context) {
  if (context.hidden) return "'" + std::string(context.name) + "', which " + context.function + "() reads,";
  return "argument '" + std::string(context.name) + "' of " + context.function + "()";
}

std::string name_of(const DeclaredType& type) {
  const std::string name(unpython::name_of(type.type));
  return type.is_array ? "ndarray[" + name + ", " + std::to_string(type.rank) + "]" : name;
}

bool refuse(const ArgumentContext& context, const std::string& rest) {
  PyErr_SetString(PyExc_TypeError, (name_of(context) + " " + rest).c_str());
  return false;
}

}  // namespace unpython::bindings
