#include "bindings/call.h"

#include "bindings/errors.h"
#include "bindings/resolve.h"
#include "bindings/run_call.h"

namespace unpython::bindings {
namespace {

PyObject* call_python(FunctionState& function, PyObject* const* arguments, size_t count,
                      PyObject* keyword_names) {
  function.last = LastCall{};
  function.last.python = true;
  return PyObject_Vectorcall(function.py_func.ptr(), arguments, count, keyword_names);
}

PyObject* call_resolved(FunctionState& function, Call& call) {
  std::shared_ptr<Entry> entry = function.inline_entry;
  if (!entry || !entry->matches(call.buffers.codes.data(), call.options_id, call.sharing.disjoint)) {
    try {
      entry = find_or_specialize(function, call, options_of(function, call.options_id));
    } catch (...) {
      function.prepared.reset();  // what was wrong (a missing name, say) may be mended before the next call
      set_python_error();
      return nullptr;
    }
    function.inline_entry = entry;
  }
  return run_call(function, entry, call);
}

}  // namespace

PyObject* call(FunctionState& function, PyObject* const* arguments, size_t count, PyObject* keyword_names) {
  if (options_of(function, current_options_id()).device == DeviceChoice::Python)
    return call_python(function, arguments, count, keyword_names);
  return with_resolved(function, arguments, count, keyword_names, call_resolved,
                       [&](const FunctionState& taken) { function.last = taken.last; });
}

}  // namespace unpython::bindings
