// driver::DeclaredFunction, as far as a build needs it.
#include "bindings/function/declared.h"

#include <pybind11/stl.h>

#include <string>

#include "bindings/base/errors.h"
#include "bindings/base/interrupts.h"
#include "bindings/base/module_state.h"
#include "bindings/function/call_options.h"
#include "bindings/function/function_object.h"
#include "bindings/function/resolve.h"
#include "driver/declared_function.h"

namespace unpython::bindings {
namespace py = pybind11;
namespace {

std::string declared_options(const py::object& function) {
  return driver::options_line(options_of(state_of(function.ptr()), current_options_id()).options);
}

/// Whether the program may store to each parameter; type and dimensions (-1: a number) of each result.
py::tuple compile_declaration(const std::string& text) {
  ModuleState& state = module_state();
  driver::DeclaredFunction function(state.compiler, state.rates, driver::read_declaration(text));
  translated([&] {
    const Unlocked unlocked;
    function.compile();
  });
  py::list results;
  for (const ir::Result& result : function.results()) {
    const auto& arguments = function.parameters();
    const bool is_same = result.is(ir::ResultObject::Kind::Argument);
    const driver::DeclaredParameter seen =
        is_same ? arguments[static_cast<size_t>(result.parameter)] : driver::DeclaredParameter{};
    const int rank = is_same           ? seen.rank
                     : result.is_array ? static_cast<int>(result.axes.size())
                                       : driver::kNumber;
    results.append(py::make_tuple(std::string(name_of(is_same ? seen.type : result.type)), rank));
  }
  return py::make_tuple(function.stored(), results);
}

}  // namespace

void add_declared(py::module_& module) {
  module.def("declared_options", &declared_options,
             "The line of a declaration with the options that the function is called with.");
  module.def("compile_declaration", &compile_declaration,
             "Makes the code for a declaration; which parameters may be stored to, and type and dimensions "
             "of each result.");
}

}  // namespace unpython::bindings
