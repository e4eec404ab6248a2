// explain(), last and signatures as Python objects.
#pragma once
#include <pybind11/pybind11.h>

#include "bindings/function/function_state.h"

namespace unpython::bindings {

/// Adds the class Report to the module.
void add_report(pybind11::module_& module);

/// The report about a call that has ended, or about what would run one. Null: there was none. `refused`: why the call after
/// that one did not run.
[[nodiscard]] pybind11::object make_report(const FunctionState& function, std::shared_ptr<const CallWay> way,
                                           const std::string& refused = {});

/// f.last: device, cache, compiled, times, ... of the last call; None before.
[[nodiscard]] pybind11::object last_call(const FunctionState& function);

/// f.signatures: one tuple of type names per specialization.
[[nodiscard]] pybind11::object signatures(const FunctionState& function);

}  // namespace unpython::bindings
