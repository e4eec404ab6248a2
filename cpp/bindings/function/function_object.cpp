// The type on the raw C interface: vectorcall is what keeps a call under 200 ns.
#include "bindings/function/function_object.h"

#include <structmember.h>

#include <new>
#include <string>

#include "bindings/base/errors.h"
#include "bindings/base/module_state.h"
#include "bindings/base/started_calls.h"
#include "bindings/function/call.h"
#include "bindings/function/fall_back.h"
#include "bindings/function/function_state.h"
#include "bindings/function/report.h"
#include "bindings/function/resolve.h"
#include "bindings/results/results.h"
#include "driver/report/group_report.h"
#include "driver/report/inspect_gpu.h"

namespace unpython::bindings {
namespace py = pybind11;
namespace {

struct FunctionObject {
  PyObject_HEAD vectorcallfunc vectorcall;
  PyObject* dict;
  PyObject* weak_references;
  FunctionState* state;
};

FunctionObject* as_function(PyObject* object) { return reinterpret_cast<FunctionObject*>(object); }

PyObject* function_vectorcall(PyObject* self, PyObject* const* arguments, size_t nargsf,
                              PyObject* keyword_names) {
  try {
    const auto count = static_cast<size_t>(PyVectorcall_NARGS(nargsf));
    const auto named = static_cast<size_t>(keyword_names == nullptr ? 0 : PyTuple_GET_SIZE(keyword_names));
    if (!wait_for_started({arguments, count + named})) return nullptr;
    return call(state_of(self), arguments, count, keyword_names);
  } catch (...) {
    set_python_error();
    return nullptr;
  }
}

/// Runs `body`, which gives a py::object, and turns C++ exceptions into Python's.
template <class Body>
PyObject* guarded(Body&& body) {
  try {
    py::object result = body();
    return result.release().ptr();
  } catch (...) {
    set_python_error();
    return nullptr;
  }
}

DeviceChoice parse_device(const std::string& name) {
  if (name == "gpu") return DeviceChoice::Gpu;
  if (name == "cpu") return DeviceChoice::Cpu;
  throw py::value_error("device must be 'cpu' or 'gpu', not '" + name + "'");
}

void fill_state(FunctionState& state, const py::tuple& arguments) {
  state.py_func = arguments[0];
  state.serialize = arguments[1];
  state.declared = arguments[2];
  state.locals = arguments[3];
  state.options = arguments[4];
  state.decorator_options = parse_options(py::cast<py::dict>(arguments[4]));
  state.device = parse_device(py::cast<std::string>(arguments[5]));
  for (const auto& [name, type] : py::cast<py::dict>(arguments[3])) {
    state.local_types.push_back({py::cast<std::string>(name), given_type(type)});
  }
  state.name = py::cast<std::string>(state.py_func.attr("__qualname__"));
  // Who decorates a function will call one: the milliseconds until then are enough to open the CPU library.
  if (module_state().settings.cache) module_state().package.look_ahead();
  if (state.device == DeviceChoice::Cpu) module_state().compiler.open_ahead();
}

PyObject* function_new(PyTypeObject* type, PyObject* arguments, PyObject* keywords) {
  if (PyTuple_GET_SIZE(arguments) != 6 || (keywords != nullptr && PyDict_GET_SIZE(keywords) != 0)) {
    PyErr_SetString(PyExc_TypeError, "Function(py_func, serialize, declared, locals, options, device)");
    return nullptr;
  }
  auto* self = as_function(type->tp_alloc(type, 0));
  if (self == nullptr) return nullptr;
  return guarded([&] {
    py::object owner = py::reinterpret_steal<py::object>(reinterpret_cast<PyObject*>(self));
    self->vectorcall = &function_vectorcall;
    self->state = new FunctionState;
    fill_state(*self->state, py::reinterpret_borrow<py::tuple>(arguments));
    return owner;
  });
}

int function_traverse(PyObject* self, visitproc visit, void* arg) {
  FunctionObject* function = as_function(self);
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(function->dict);
  FunctionState* state = function->state;
  if (state == nullptr) return 0;
  Py_VISIT(state->py_func.ptr());
  Py_VISIT(state->serialize.ptr());
  Py_VISIT(state->declared.ptr());
  Py_VISIT(state->locals.ptr());
  Py_VISIT(state->options.ptr());
  Py_VISIT(state->variants.ptr());
  // A program in use by a running call is owned by that call too: only what is ours alone may be counted.
  if (!state->prepared || state->prepared.use_count() > 1) return 0;
  const Prepared& prepared = *state->prepared;
  Py_VISIT(prepared.parameter_names.ptr());
  Py_VISIT(prepared.defaults.ptr());
  for (const AccessPath& path : prepared.hidden) {
    if (const int stop = path.traverse(visit, arg)) return stop;
  }
  for (const Guard& guard : prepared.guards) {
    if (const int stop = guard.traverse(visit, arg)) return stop;
  }
  return 0;
}

int function_clear(PyObject* self) {
  FunctionObject* function = as_function(self);
  Py_CLEAR(function->dict);
  if (FunctionState* state = function->state) {
    state->prepared.reset();
    const py::object py_func = std::move(state->py_func);
    const py::object serialize = std::move(state->serialize);
    const py::object declared = std::move(state->declared);
    const py::object locals = std::move(state->locals);
    const py::object options = std::move(state->options);
    state->layouts.clear();  // they borrow from the variants
    const py::object variants = std::move(state->variants);
  }
  return 0;
}

void function_dealloc(PyObject* self) {
  FunctionObject* function = as_function(self);
  PyTypeObject* type = Py_TYPE(self);
  PyObject_GC_UnTrack(self);
  if (function->weak_references != nullptr) PyObject_ClearWeakRefs(self);
  Py_CLEAR(function->dict);
  delete function->state;
  type->tp_free(self);
  Py_DECREF(type);
}

/// Bound as a plain function: f of an instance takes it as its first argument.
PyObject* function_descr_get(PyObject* self, PyObject* object, PyObject*) {
  return object == nullptr || object == Py_None ? Py_NewRef(self) : PyMethod_New(self, object);
}

PyObject* function_repr(PyObject* self) {
  return PyUnicode_FromFormat("<unpython function %s>", state_of(self).name.c_str());
}

PyObject* function_explain(PyObject* self, PyObject* const* arguments, Py_ssize_t count,
                           PyObject* keyword_names) {
  FunctionState& function = state_of(self);
  if (count == 0 && keyword_names == nullptr) {
    if (PyObject* const steps = told_steps(function)) return Py_NewRef(steps);
    return guarded([&] { return make_report(function, function.last.way, function.refused); });
  }
  const ChosenEntry found = find_choice(function, arguments, static_cast<size_t>(count), keyword_names);
  if (!found.entry) return nullptr;
  return guarded([&] {
    // The bytes that the last call moved are shown, if these arguments would run by the same code.
    const std::shared_ptr<const CallWay>& last = function.last.way;
    const bool ran = found.choice.gpu && last && last->choice.gpu == found.choice.gpu;
    return make_report(function, std::make_shared<const CallWay>(
                                     CallWay{.specialization = found.entry->dispatcher.shared_specialization(),
                                             .choice = found.choice,
                                             .record = ran ? last->record : nullptr}));
  });
}

std::string accesses_of(const driver::Specialization& specialization, const driver::Choice& choice) {
  return driver::access_tables(specialization.simplified, specialization.source, choice.plan->judgement,
                               choice.gpu.get());
}

std::string steps_of(const CallWay& last, bool of_arguments) {
  if (of_arguments)
    throw py::value_error("steps are those of a call: call the function, then inspect('steps')");
  if (!last.program)
    throw py::value_error("the last call ran on the CPU, as one step; there are steps of calls on a device");
  return last.program->print();
}

PyObject* function_inspect(PyObject* self, PyObject* const* arguments, Py_ssize_t count,
                           PyObject* keyword_names) {
  FunctionState& function = state_of(self);
  if (count < 1 || !PyUnicode_Check(arguments[0])) {
    PyErr_SetString(PyExc_TypeError,
                    "inspect(stage, *args): stage is 'ir', 'fused', 'accesses', 'scheduled', 'llvm', 'asm', "
                    "'cuda', 'opencl' or 'steps'");
    return nullptr;
  }
  std::shared_ptr<const CallWay> way = function.last.way;
  if (count > 1 || keyword_names != nullptr) {
    const ChosenEntry found = find_choice(function, arguments + 1, static_cast<size_t>(count - 1), keyword_names);
    if (!found.entry) return nullptr;
    way = std::make_shared<const CallWay>(
        CallWay{.specialization = found.entry->dispatcher.shared_specialization(), .choice = found.choice});
  }
  return guarded([&]() -> py::object {
    if (!way || !way->specialization)
      throw py::value_error("nothing ran yet as compiled code: call the function, or give inspect() arguments");
    const auto stage = py::cast<std::string>(py::handle(arguments[0]));
    const driver::Specialization& specialization = *way->specialization;
    const driver::Choice& choice = way->choice;
    if (stage == "steps") return py::str(steps_of(*way, count > 1 || keyword_names != nullptr));
    if (stage == "accesses") return py::str(accesses_of(specialization, choice));
    if (choice.gpu || driver::shows_kernels(stage))
      return py::str(driver::inspect_gpu(specialization, *choice.plan, choice.gpu.get(), stage));
    return py::str(module_state().compiler.inspect(*choice.plan->variant, stage));
  });
}

PyObject* function_reduce(PyObject* self, PyObject*) {
  return guarded([&]() -> py::object {
    return py::module_::import("unpython._pickling").attr("reduce_function")(py::handle(self));
  });
}

PyObject* function_start(PyObject* self, PyObject* arguments, PyObject* keywords) {
  return guarded([&]() -> py::object {
    const py::object start = py::module_::import("unpython._started").attr("start");
    const py::handle named = keywords == nullptr ? py::handle(Py_None) : py::handle(keywords);
    return start(py::handle(self), py::handle(arguments), named);
  });
}

/// Names of the parameters that the program may store to, where they are arrays.
PyObject* module_stored_parameters(PyObject*, PyObject* function) {
  if (Py_TYPE(function) != module_state().function_type) {
    PyErr_SetString(PyExc_TypeError, "stored_parameters(function)");
    return nullptr;
  }
  FunctionState& state = state_of(function);
  if (!prepare_if_needed(state)) return nullptr;
  return guarded([&]() -> py::object {
    const Prepared& prepared = *state.prepared;
    py::set names;
    for (size_t i = 0; i < prepared.parameters.names.size(); ++i) {
      if (prepared.stored[i]) names.add(py::str(prepared.argument_names[i]));
    }
    return names;
  });
}

PyObject* module_owns_memory(PyObject*, PyObject* object) { return PyBool_FromLong(owns_memory(object)); }

PyObject* get_py_func(PyObject* self, void*) { return state_of(self).py_func.inc_ref().ptr(); }
PyObject* get_declared(PyObject* self, void*) { return state_of(self).declared.inc_ref().ptr(); }
PyObject* get_locals(PyObject* self, void*) { return state_of(self).locals.inc_ref().ptr(); }
PyObject* get_options(PyObject* self, void*) { return state_of(self).options.inc_ref().ptr(); }
PyObject* get_device(PyObject* self, void*) {
  return PyUnicode_FromString(state_of(self).device == DeviceChoice::Gpu ? "gpu" : "cpu");
}
PyObject* get_last(PyObject* self, void*) {
  return guarded([&] { return last_call(state_of(self)); });
}
PyObject* get_ran_on(PyObject* self, void*) {
  return guarded([&]() -> py::object {
    py::object last = last_call(state_of(self));
    return last.is_none() ? last : py::object(last["device"]);
  });
}
PyObject* get_signatures(PyObject* self, void*) {
  return guarded([&] { return signatures(state_of(self)); });
}

/// interpret(function, level, *args)
PyObject* module_interpret(PyObject*, PyObject* const* arguments, Py_ssize_t count) {
  const bool sound =
      count >= 2 && Py_TYPE(arguments[0]) == module_state().function_type && PyUnicode_Check(arguments[1]);
  const bool source = sound && PyUnicode_CompareWithASCIIString(arguments[1], "source") == 0;
  const bool scheduled = sound && PyUnicode_CompareWithASCIIString(arguments[1], "scheduled") == 0;
  if (!source && !scheduled) {
    PyErr_SetString(PyExc_TypeError, "interpret(function, level, *args): level is 'source' or 'scheduled'");
    return nullptr;
  }
  return call_interpreted(state_of(arguments[0]), arguments + 2, static_cast<size_t>(count - 2), scheduled);
}

/// plan_times(function, repetitions, *args)
PyObject* module_plan_times(PyObject*, PyObject* const* arguments, Py_ssize_t count) {
  const bool sound =
      count >= 2 && Py_TYPE(arguments[0]) == module_state().function_type && PyLong_Check(arguments[1]);
  const long repetitions = sound ? PyLong_AsLong(arguments[1]) : -1;
  if (repetitions < 0) {
    PyErr_SetString(PyExc_TypeError, "plan_times(function, repetitions, *args)");
    return nullptr;
  }
  return plan_times(state_of(arguments[0]), arguments + 2, static_cast<size_t>(count - 2), repetitions);
}

template <class F>
PyCFunction method(F function) {
  return reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function));
}

PyMethodDef kMethods[] = {
    {"explain", method(&function_explain), METH_FASTCALL | METH_KEYWORDS,
     "explain(*args): what runs where and why, for these arguments or for the last call."},
    {"inspect", method(&function_inspect), METH_FASTCALL | METH_KEYWORDS,
     "inspect(stage, *args): 'ir', 'fused', 'accesses', 'scheduled', 'llvm', 'asm', 'cuda' or 'opencl', for "
     "these "
     "arguments or for the last call; 'steps' of the last call on a device."},
    {"start", method(&function_start), METH_VARARGS | METH_KEYWORDS,
     "start(*args): begins the call and gives a future; calls on one array keep their order."},
    {"__reduce_ex__", &function_reduce, METH_O,
     "Pickles by name, or by value where the name does not lead here."},
    {"__class_getitem__", &Py_GenericAlias, METH_O | METH_CLASS, "Function[P, R] for annotations."},
    {nullptr, nullptr, 0, nullptr},
};

PyMemberDef kMembers[] = {
    {"__dictoffset__", T_PYSSIZET, offsetof(FunctionObject, dict), READONLY, nullptr},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(FunctionObject, weak_references), READONLY, nullptr},
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(FunctionObject, vectorcall), READONLY, nullptr},
    {nullptr, 0, 0, 0, nullptr},
};

PyGetSetDef kProperties[] = {
    {"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, nullptr, nullptr},
    {"py_func", get_py_func, nullptr, "The undecorated function.", nullptr},
    {"declared", get_declared, nullptr, "Entries of type(...), or None.", nullptr},
    {"locals", get_locals, nullptr, "Types of local variables given by type(locals=...).", nullptr},
    {"options", get_options, nullptr, "Settings given to the decorators.", nullptr},
    {"device", get_device, nullptr, "The device that the decorators ask for.", nullptr},
    {"last", get_last, nullptr, "The record of the last call, or None.", nullptr},
    {"ran_on", get_ran_on, nullptr, "The device of the last call, or None.", nullptr},
    {"signatures", get_signatures, nullptr, "Argument types compiled so far.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

template <class F>
void* slot(F function) {
  return reinterpret_cast<void*>(function);
}

PyMethodDef kInterpret = {"interpret", method(&module_interpret), METH_FASTCALL,
                          "interpret(function, level, *args): the call by the IR interpreter, for tests."};

PyMethodDef kPlanTimes = {"plan_times", method(&module_plan_times), METH_FASTCALL,
                          "plan_times(function, repetitions, *args): durations of planning, for benchmarks."};

PyMethodDef kStoredParameters = {"stored_parameters", &module_stored_parameters, METH_O,
                                 "stored_parameters(function): names of arrays that a call may change."};

PyMethodDef kOwnsMemory = {"owns_memory", &module_owns_memory, METH_O,
                           "owns_memory(object): whether it is the base of an array that compiled code made."};

}  // namespace

FunctionState& state_of(PyObject* function) { return *as_function(function)->state; }

void add_function_type(py::module_& module) {
  PyType_Slot slots[] = {
      {Py_tp_new, slot(&function_new)},
      {Py_tp_dealloc, slot(&function_dealloc)},
      {Py_tp_traverse, slot(&function_traverse)},
      {Py_tp_clear, slot(&function_clear)},
      {Py_tp_call, slot(&PyVectorcall_Call)},
      {Py_tp_descr_get, slot(&function_descr_get)},
      {Py_tp_repr, slot(&function_repr)},
      {Py_tp_methods, kMethods},
      {Py_tp_members, kMembers},
      {Py_tp_getset, kProperties},
      {0, nullptr},
  };
  // As plain functions: a call on an instance passes the instance without making a bound method.
  PyType_Spec spec = {
      "unpython._core.Function", sizeof(FunctionObject), 0,
      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_METHOD_DESCRIPTOR,
      slots};
  PyObject* type = PyType_FromSpec(&spec);
  if (type == nullptr) throw py::error_already_set();
  module_state().function_type = reinterpret_cast<PyTypeObject*>(type);
  module.attr("Function") = py::reinterpret_steal<py::object>(type);
  for (PyMethodDef* hook : {&kInterpret, &kPlanTimes, &kStoredParameters, &kOwnsMemory}) {
    PyObject* made = PyCFunction_New(hook, nullptr);
    if (made == nullptr) throw py::error_already_set();
    module.attr(hook->ml_name) = py::reinterpret_steal<py::object>(made);
  }
}

}  // namespace unpython::bindings
