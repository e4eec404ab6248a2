// serialize() -> Prepared; argument codes -> Signature -> Entry.
#include "bindings/function/prepare.h"

#include <algorithm>

#include "bindings/arguments/numpy_sorts.h"
#include "bindings/base/interrupts.h"
#include "bindings/base/module_state.h"
#include "bindings/function/host_calls.h"
#include "driver/compile/dumps.h"
#include "driver/compile/stored_parameters.h"
#include "support/spans.h"

namespace unpython::bindings {
namespace py = pybind11;
namespace {

DeclaredType declared_entry(const py::handle& entry) {
  if (entry.is_none()) return {};
  const auto pair = py::cast<py::tuple>(entry);
  const int rank = py::cast<int>(pair[1]);
  return {.given = true,
          .is_array = rank >= 0,
          .type = given_type(pair[0]),
          .rank = std::max(rank, 0)};
}

void read_declared(const FunctionState& function, Prepared& prepared) {
  prepared.declared.assign(prepared.argument_names.size(), {});
  if (function.declared.is_none()) return;
  const auto entries = py::cast<py::tuple>(function.declared);
  const size_t parameters = prepared.parameters.names.size();
  if (entries.size() != parameters && entries.size() != parameters + 1) {
    throw py::type_error("type(...) of " + function.name + "() has " + std::to_string(entries.size()) +
                         " entries; one per parameter and one for the result make " +
                         std::to_string(parameters + 1));
  }
  for (size_t i = 0; i < parameters; ++i) prepared.declared[i] = declared_entry(entries[i]);
}

void read_parameters(const FunctionState& function, const py::tuple& parts, Prepared& prepared) {
  const auto names = py::cast<py::tuple>(parts[1]);
  const auto defaults = py::cast<py::dict>(parts[2]);
  ParameterList& list = prepared.parameters;
  list.function = function.name;
  for (const py::handle& name : names) {
    list.names.push_back(name.ptr());
    list.defaults.push_back(PyDict_GetItemWithError(defaults.ptr(), name.ptr()));
    prepared.argument_names.push_back(py::cast<std::string>(name));
  }
  list.positional = py::cast<size_t>(parts[5]);
  list.positional_only = py::cast<size_t>(parts[6]);
  if (list.positional > list.names.size() || list.positional_only > list.positional)
    throw py::value_error("serialize() tells of more parameters by position than there are");
  const py::object code = function.py_func.attr("__code__");
  list.collects = (py::cast<int>(code.attr("co_flags")) & (CO_VARARGS | CO_VARKEYWORDS)) != 0;
}

frontend::DeclaredResult declared_result(const FunctionState& function, size_t parameters) {
  frontend::DeclaredResult result;
  if (function.declared.is_none()) return result;
  const auto entries = py::cast<py::tuple>(function.declared);
  if (entries.size() <= parameters) return result;
  const DeclaredType entry = declared_entry(entries[parameters]);
  return {.declared = true,
          .none = !entry.given,
          .is_array = entry.is_array,
          .type = entry.type,
          .rank = entry.rank};
}

frontend::Signature make_signature(const FunctionState& function, const Prepared& prepared, CallBuffers& call,
                                   bool disjoint) {
  frontend::Signature signature;
  const size_t parameters = prepared.parameters.names.size();
  for (size_t i = 0; i < call.code_count; ++i) {
    (i < parameters ? signature.arguments : signature.hidden).push_back(driver::decode(call.codes[i]));
  }
  signature.locals = function.local_types;
  signature.result = declared_result(function, parameters);
  signature.disjoint_arguments = disjoint;
  return signature;
}

}  // namespace

std::shared_ptr<const Prepared> prepare(const FunctionState& function, bool use_disk) {
  // A function of a GPU uses the CPU library only where it cannot run there.
  if (function.device == DeviceChoice::Cpu) module_state().compiler.open_ahead();
  const auto parts = [&] {
    const Span span("compile", "read the source");
    return py::cast<py::tuple>(function.serialize(use_disk));
  }();
  const auto text = py::cast<std::string>(parts[0]);
  driver::Dumps dumps(module_state().settings, py::cast<std::string>(function.py_func.attr("__name__")), 0);
  if (dumps.wants("syntax")) dumps.write("syntax", text);
  auto prepared = std::make_shared<Prepared>();
  prepared->program = std::make_shared<const frontend::syntax::Program>(driver::read_program(text));
  prepared->parameter_names = parts[1];
  prepared->defaults = parts[2];
  prepared->classes = parts[7];
  prepared->runs_again = py::cast<bool>(parts[8]);
  prepared->hosts = parts[9];
  const bool calls_python = std::ranges::any_of(prepared->hosts, [](const py::handle& host) { return !is_numpy_sort(host.ptr()); });
  prepared->holds_prints = prepared->runs_again && calls_python;
  read_parameters(function, parts, *prepared);
  for (const py::handle& path : py::cast<py::tuple>(parts[3])) {
    prepared->hidden.emplace_back(py::cast<py::tuple>(path));
    prepared->argument_names.push_back(prepared->hidden.back().text());
  }
  for (const py::handle& guard : py::cast<py::tuple>(parts[4])) {
    const auto pair = py::cast<py::tuple>(guard);
    prepared->guards.emplace_back(AccessPath(py::cast<py::tuple>(pair[0])), pair[1]);
  }
  const frontend::syntax::Function& entry = prepared->program->functions.front();
  if (entry.parameters.size() + entry.keyword_only.size() != prepared->parameters.names.size() ||
      prepared->program->hidden.size() != prepared->hidden.size()) {
    throw py::value_error("serialize() names other parameters or hidden values than its program has");
  }
  read_declared(function, *prepared);
  prepared->stored = driver::stored_parameters(*prepared->program);
  prepared->stored.resize(prepared->argument_names.size(), true);
  return prepared;
}

std::shared_ptr<Entry> specialize(FunctionState& function, const Prepared& prepared, CallBuffers& call,
                                  uint32_t options_id, bool disjoint, const EffectiveOptions& options) {
  const frontend::Signature signature = make_signature(function, prepared, call, disjoint);
  driver::DeviceWish wish;
  if (options.device == DeviceChoice::Gpu) wish = {options.device_name, options.may_choose};
  std::shared_ptr<Entry> entry;
  {
    const Unlocked unlocked;
    driver::Compiler& compiler = module_state().compiler;
    Options own = options.options;
    own.for_device = driver::is_for_device(compiler, wish.device);
    own.has_numpy = compiler.settings().numpy_loops;
    auto specialization = compiler.specialize(prepared.program, signature, own);
    entry = std::make_shared<Entry>(std::move(specialization), std::move(wish), function.name);
  }
  entry->hosts = prepared.hosts;
  entry->dispatcher.set_host(call_python, entry->hosts.ptr());
  entry->codes.assign(call.codes.data(), call.codes.data() + call.code_count);
  entry->options_id = options_id;
  entry->disjoint = disjoint;
  entry->work = cost::bound_work(entry->source());
  return entry;
}

}  // namespace unpython::bindings
