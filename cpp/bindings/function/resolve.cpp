// No allocation, no lock, no hash while the types of a call stay those of the last.
#include "bindings/function/resolve.h"

#include <algorithm>

#include "bindings/arguments/array_args.h"
#include "bindings/arguments/device_array.h"
#include "bindings/arguments/scalar_args.h"
#include "bindings/base/errors.h"
#include "bindings/base/module_state.h"
#include "bindings/base/numpy_api.h"
#include "bindings/function/prepare.h"

namespace unpython::bindings {
namespace {

bool read_hidden(Call& call, size_t index) {
  PyObject* value = call.prepared->hidden[index].read();
  if (value == nullptr) {
    PyErr_Format(PyExc_NameError, "name '%s' is not defined",
                 call.prepared->argument_names[call.parameters + index].c_str());
    call.lacks_name = true;
    return false;
  }
  call.objects[call.parameters + index] = value;
  ++call.owned;
  return true;
}

/// Compiled code would give a plain number where Python gives the object itself: refuses the call then.
bool comes_back(const FunctionState& function, const ArgumentContext& context, PyObject* object) {
  try {
    pybind11::module_::import("unpython._returned_names")
        .attr("check")(function.py_func, context.name, function.variants, name_of(context), pybind11::handle(object));
    return false;
  } catch (...) {
    set_python_error();
    return true;
  }
}

bool read_argument(const FunctionState& function, Call& call, size_t i) {
  const Prepared& prepared = *call.prepared;
  PyObject* object = call.objects[i];
  const ArgumentContext context{function.name.c_str(), prepared.argument_names[i].c_str(), &prepared.declared[i],
                                i >= call.parameters};
  const bool declared_scalar = context.declared->given && !context.declared->is_array;
  const bool as_array = PyArray_Check(object) &&
                        !(declared_scalar && PyArray_NDIM(reinterpret_cast<PyArrayObject*>(object)) == 0);
  if (as_array) return add_array(context, reinterpret_cast<PyArrayObject*>(object), prepared.stored[i], call.buffers);
  const Taken taken = take_device_array(context, object, prepared.stored[i], call.buffers);
  if (taken != Taken::No) return taken == Taken::Yes;
  if (!add_scalar(context, object, call.buffers)) return false;
  if (!is_of_own_class(object) || context.declared->given) return true;
  call.gives_back = comes_back(function, context, object);
  return !call.gives_back;
}

bool read_arguments(const FunctionState& function, Call& call) {
  for (size_t i = 0; i < call.parameters + call.hidden; ++i) {
    if (i >= call.parameters && !read_hidden(call, i - call.parameters)) return false;
    if (read_argument(function, call, i)) [[likely]] continue;
    // A name that stood for a number may stand for a function now.
    call.lacks_name = call.lacks_name || (i >= call.parameters && !call.gives_back);
    return false;
  }
  return true;
}

/// True if the program names something that did not exist, or was of no use, when it was serialized.
bool has_open_names(const Prepared& prepared) {
  const auto is_open = [](const frontend::syntax::Binding& binding) {
    return binding.kind == frontend::syntax::BindingKind::Missing ||
           binding.kind == frontend::syntax::BindingKind::Unsupported;
  };
  return std::any_of(prepared.program->functions.begin(), prepared.program->functions.end(),
                     [&](const frontend::syntax::Function& f) {
                       return std::any_of(f.bindings.begin(), f.bindings.end(), is_open);
                     });
}

}  // namespace

bool prepare_if_needed(FunctionState& function) {
  if (function.prepared && function.prepared->guards_hold()) return true;
  try {
    function.prepared = prepare(function, options_of(function, current_options_id()).options.disk_cache);
    function.table.clear();
    return true;
  } catch (...) {
    function.prepared.reset();
    set_python_error();
    return false;
  }
}

void forget_open_names(FunctionState& function) {
  if (function.prepared && has_open_names(*function.prepared)) function.prepared.reset();
}

std::shared_ptr<const Prepared> prepared_again(FunctionState& function) {
  if (prepare_if_needed(function)) return function.prepared;
  PyErr_Clear();
  return nullptr;
}

bool resolve(FunctionState& function, Call& call, PyObject* const* arguments, size_t count,
             PyObject* keyword_names) {
  if (keyword_names == nullptr && count == call.parameters && count == call.prepared->parameters.positional) {
    std::copy_n(arguments, count, call.objects.data());
  } else if (!bind_arguments(call.prepared->parameters, arguments, count, keyword_names,
                             call.objects.data())) {
    return false;
  }
  if (!read_arguments(function, call)) return false;
  call.options_id = current_options_id();
  call.sharing = call.buffers.sharing();
  return true;
}

std::shared_ptr<Entry> specialize_call(FunctionState& function, Call& call) {
  const EffectiveOptions options = options_of(function, call.options_id);  // another call may bring others
  std::shared_ptr<Entry> entry;
  try {
    entry = specialize(function, *call.prepared, call.buffers, call.options_id, call.sharing.disjoint, options);
  } catch (const CompileError&) {
    // The name may be defined by the next call.
    if (function.prepared == call.prepared && has_open_names(*call.prepared)) function.prepared.reset();
    throw;
  }
  // Another thread may have come first, or found a guard broken, while this one compiled.
  if (function.prepared != call.prepared) return entry;
  if (auto found = find_entry(function, call)) return found;
  function.table.insert(entry);
  return entry;
}

const EffectiveOptions& options_of(FunctionState& function, uint32_t options_id) {
  if (!function.last_options || function.last_options->first != options_id) {
    function.last_options = {options_id, effective_options(options_id, function.decorator_options,
                                                           function.device, module_state().settings.strict)};
  }
  return function.last_options->second;
}

}  // namespace unpython::bindings
