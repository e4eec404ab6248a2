// A ufunc keeps a table of loops by the types of their operands. A loop needs no Python lock, and gives an element the
// same bits wherever the element stands.
#include "bindings/numpy_loops.h"

#include <pybind11/pybind11.h>

#include <algorithm>
#include <string>

#include "bindings/base/numpy_api.h"
#define NO_IMPORT_UFUNC
#include <numpy/ufuncobject.h>

namespace unpython::bindings {
namespace py = pybind11;
namespace {

struct Name {
  const char* c;  ///< in the C library
  const char* numpy;
};
constexpr Name kNames[] = {
    {"sqrt", "sqrt"},     {"cbrt", "cbrt"},     {"exp", "exp"},     {"exp2", "exp2"},   {"expm1", "expm1"},
    {"log", "log"},       {"log2", "log2"},     {"log10", "log10"}, {"log1p", "log1p"}, {"sin", "sin"},
    {"cos", "cos"},       {"tan", "tan"},       {"asin", "arcsin"}, {"acos", "arccos"}, {"atan", "arctan"},
    {"atan2", "arctan2"}, {"sinh", "sinh"},     {"cosh", "cosh"},   {"tanh", "tanh"},   {"asinh", "arcsinh"},
    {"acosh", "arccosh"}, {"atanh", "arctanh"}, {"pow", "power"},   {"hypot", "hypot"},
};
struct Element {
  char letter;
  int number;
};
constexpr Element kElements[] = {{'f', NPY_FLOAT}, {'d', NPY_DOUBLE}, {'F', NPY_CFLOAT}, {'D', NPY_CDOUBLE}};

/// The loop of which all operands have the type; -1: there is none.
int find_loop(const PyUFuncObject& function, int type) {
  for (int i = 0; i < function.ntypes; ++i) {
    const char* types = function.types + i * function.nargs;
    if (std::all_of(types, types + function.nargs, [&](char one) { return one == type; })) return i;
  }
  return -1;
}

}  // namespace

void provide_numpy_loops(driver::Compiler& compiler) {
  const py::module_ numpy = py::module_::import("numpy");
  const py::object kind = numpy.attr("ufunc");
  for (const Name& name : kNames) {
    const py::object found = numpy.attr(name.numpy);
    if (!py::isinstance(found, kind)) continue;
    const auto& function = *reinterpret_cast<const PyUFuncObject*>(found.ptr());
    for (const Element& element : kElements) {
      const int loop = find_loop(function, element.number);
      if (loop < 0) continue;
      const std::string symbol = std::string("numpy.") + name.c + "." + element.letter;
      compiler.provide(symbol, reinterpret_cast<const void*>(function.functions[loop]));
      const void* data = function.data != nullptr ? function.data[loop] : nullptr;
      compiler.provide(symbol + ".data", data != nullptr ? data : &function);
    }
  }
}

}  // namespace unpython::bindings
