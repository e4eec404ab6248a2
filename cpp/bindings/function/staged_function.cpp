// driver::StagedCall -> a Python object of plain numbers, tuples and dicts.
#include "bindings/function/staged_function.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "bindings/arguments/array_args.h"
#include "bindings/base/errors.h"
#include "bindings/base/interrupts.h"
#include "bindings/function/function_object.h"
#include "bindings/function/resolve.h"
#include "bindings/function/run_call.h"
#include "driver/stages/box_sides.h"
#include "driver/stages/staged_call.h"
#include "ir/scalar_slot.h"

namespace unpython::bindings {
namespace py = pybind11;
namespace {

py::object to_python(const ir::Constant& value) {
  if (value.type == ScalarType::Bool) return py::bool_(value.integer != 0);
  if (value.type == ScalarType::UInt64) return py::int_(static_cast<uint64_t>(value.integer));
  if (is_integer(value.type)) return py::int_(value.integer);
  if (is_complex(value.type)) return py::cast(value.real);
  return py::float_(value.real.real());
}

abi::ScalarSlot slot_of(ScalarType type, const py::handle& value) {
  ir::Constant constant{.type = type, .integer = 0, .real = 0.0};
  if (is_complex(type)) {
    constant.real = py::cast<std::complex<double>>(value);
  } else if (is_float(type)) {
    constant.real = py::cast<double>(value);
  } else if (type == ScalarType::UInt64) {
    constant.integer = static_cast<int64_t>(py::cast<uint64_t>(value));
  } else {
    constant.integer = py::cast<int64_t>(value);
  }
  return ir::to_slot(constant);
}

std::string name_of_type(ScalarType type) { return std::string(unpython::name_of(type)); }

const char* name_of(analysis::Accumulation kind) {
  switch (kind) {
    case analysis::Accumulation::Sum:
      return "sum";
    case analysis::Accumulation::Product:
      return "product";
    case analysis::Accumulation::BitAnd:
      return "bit and";
    case analysis::Accumulation::BitOr:
      return "bit or";
    case analysis::Accumulation::BitXor:
      return "bit xor";
    case analysis::Accumulation::And:
      return "and";
    case analysis::Accumulation::Or:
      return "or";
    case analysis::Accumulation::Extremum:
      return "extremum";
    case analysis::Accumulation::LastValue:
      break;
  }
  return "last value";
}

const char* name_of(ir::CompareOp compare) {
  switch (compare) {
    case ir::CompareOp::LessEqual:
      return "<=";
    case ir::CompareOp::Greater:
      return ">";
    case ir::CompareOp::GreaterEqual:
      return ">=";
    default:
      return "<";
  }
}

template <class Ids>
py::list numbers_of(const Ids& ids) {
  py::list numbers;
  for (const auto id : ids) numbers.append(id.value);
  return numbers;
}

/// By dimension: (first, last, step).
py::tuple box_tuple(const driver::BoxSides& part) {
  py::tuple sides(part.size());
  for (size_t d = 0; d < part.size(); ++d) sides[d] = py::make_tuple(part[d][0], part[d][1], part[d][2]);
  return sides;
}

py::list boxes_of(const std::vector<driver::BoxSides>& parts) {
  py::list boxes;
  for (const driver::BoxSides& part : parts) boxes.append(box_tuple(part));
  return boxes;
}

class Staged {
 public:
  Staged(std::shared_ptr<const Entry> entry, std::unique_ptr<driver::StagedCall> call, py::dict objects)
      : entry_(std::move(entry)), call_(std::move(call)), objects_(std::move(objects)) {}

  py::dict describe() const {
    const transform::Stages& stages = call_->stages();
    py::dict result;
    py::list arrays;
    for (const ir::Array& array : stages.function.arrays) {
      arrays.append(py::make_tuple(array.name, name_of_type(array.type), array.rank));
    }
    result["arrays"] = arrays;
    py::list variables;
    for (const ir::Variable& variable : stages.function.variables)
      variables.append(py::make_tuple(variable.name, name_of_type(variable.type)));
    result["variables"] = variables;
    result["arguments"] = objects_;
    py::dict scalars;
    for (const auto& [variable, value] : call_->scalars())
      scalars[py::int_(variable.value)] = to_python(value);
    result["scalars"] = scalars;
    py::list described;
    for (const transform::Stage& stage : stages.stages) described.append(stage_dict(stage));
    result["stages"] = described;
    result["steps"] = steps_of(stages.steps);
    result["results"] = results_of(stages.function, call_->returned_values());
    result["returns_tuple"] = stages.function.returns_tuple;
    result["tuples"] = stages.function.tuples;
    return result;
  }

  /// [(array, elements that have to be there, elements that may be stored)]
  py::list reach(size_t stage, int64_t first, int64_t end, const driver::StagedCall::Integers& integers,
                 const driver::StagedCall::Extents& extents) const {
    py::list result;
    for (const driver::StageReach& part : call_->reach(stage, first, end, integers, extents)) {
      result.append(py::make_tuple(part.array.value, boxes_of(part.needed), boxes_of(part.stored)));
    }
    return result;
  }

  py::object evaluate(size_t stage, const py::list& scalars,
                      const driver::StagedCall::Extents& extents) const {
    const transform::Stage& given = call_->stages().stages.at(stage);
    std::vector<abi::ArrayArgument> arrays;
    for (const ir::ArrayId array : given.arrays) {
      abi::ArrayArgument& argument = arrays.emplace_back();
      const std::vector<int64_t>& shape = extents.at(array.value);
      std::copy(shape.begin(), shape.end(), argument.extents);
    }
    std::vector<abi::ScalarSlot> slots = slots_of(given, scalars);
    std::vector<abi::ScalarSlot> results(given.results.size());
    abi::ErrorRecord error{};
    error.site = -1;
    return finish(given, call_->evaluate(stage, arrays, slots, results, error), given.code, results, error);
  }

  bool ran_on_device() const { return ran_on_device_; }

  py::object run(size_t stage, const py::list& views, const py::list& scalars) {
    const transform::Stage& given = call_->stages().stages.at(stage);
    std::vector<abi::ArrayArgument> arrays;
    for (size_t i = 0; i < given.arrays.size(); ++i)
      arrays.push_back(argument_of(given.code[given.arrays[i]], views[i]));
    std::vector<abi::ScalarSlot> slots = slots_of(given, scalars);
    std::vector<abi::ScalarSlot> results(given.results.size());
    abi::ErrorRecord error{};
    error.site = -1;
    driver::Ended ended;
    {
      abi::Services services = call_->services(stage);
      UnlockedCall region(services);
      const auto tell = [](const driver::Notice&) {};
      ended = call_->run(stage, arrays, slots, results, error, services, tell);
    }
    ran_on_device_ = ended.record != nullptr;
    if (PyErr_Occurred() != nullptr) throw py::error_already_set();
    return finish(given, ended.status, ended.choice.code(), results, error);
  }

 private:
  static std::vector<abi::ScalarSlot> slots_of(const transform::Stage& stage, const py::list& scalars) {
    std::vector<abi::ScalarSlot> slots;
    for (const ir::Parameter& parameter : stage.code.parameters) {
      if (parameter.is_array) continue;
      slots.push_back(slot_of(stage.code[parameter.variable].type, scalars[slots.size()]));
    }
    return slots;
  }

  static abi::ArrayArgument argument_of(const ir::Array& array, const py::handle& object) {
    if (!PyArray_Check(object.ptr())) throw py::type_error("run() takes NumPy arrays");
    auto* view = reinterpret_cast<PyArrayObject*>(object.ptr());
    if (PyArray_NDIM(view) != array.rank || PyArray_TYPE(view) != numpy_type_of(array.type))
      throw py::type_error("run() takes arrays of the types that were taken apart");
    abi::ArrayArgument argument{};
    argument.data = PyArray_DATA(view);
    std::copy_n(PyArray_DIMS(view), array.rank, argument.extents);
    std::copy_n(PyArray_STRIDES(view), array.rank, argument.stride_bytes);
    return argument;
  }

  py::object finish(const transform::Stage& stage, int32_t status, const ir::Function& code,
                    const std::vector<abi::ScalarSlot>& results, const abi::ErrorRecord& error) const {
    if (status == abi::kOutOfMemory) out_of_memory();
    if (status == abi::kRaised) set_runtime_error(code, call_->specialization().files, error);
    if (status != abi::kOk) throw py::error_already_set();
    py::list values;
    for (size_t i = 0; i < results.size(); ++i)
      values.append(to_python(ir::to_constant(stage.code.results[i].type, results[i])));
    return values;
  }

  /// `of`: the variable, or the array whose elements it is.
  static py::dict reduction_dict(const analysis::Reduction& reduction, int32_t of) {
    py::dict made;
    made["of"] = of;
    made["kind"] = name_of(reduction.kind);
    made["type"] = name_of_type(reduction.type);
    made["compare"] = name_of(reduction.compare);
    made["propagates"] = reduction.contest == analysis::Contest::Propagate;
    made["companions"] = numbers_of(reduction.companions);
    return made;
  }

  static py::dict stage_dict(const transform::Stage& stage) {
    py::dict result;
    result["nest"] = stage.is_nest;
    result["line"] = stage.where.line;
    result["arrays"] = numbers_of(stage.arrays);
    result["scalars"] = numbers_of(stage.scalars);
    result["results"] = numbers_of(stage.results);
    result["count"] = stage.count.value;
    py::list touched;
    for (const driver::StageTouch& touch : driver::touched_arrays(stage))
      touched.append(py::make_tuple(touch.array.value, touch.loaded, touch.stored));
    result["touched"] = touched;
    result["raises"] = driver::may_raise(stage);
    py::list reductions;
    for (const analysis::Reduction& reduction : stage.reductions)
      reductions.append(reduction_dict(reduction, reduction.accumulator.variable.value));
    result["reductions"] = reductions;
    py::dict told;
    for (const auto& [variable, by] : stage.told) told[py::int_(variable.value)] = by.value;
    result["told"] = told;
    py::list updates;
    for (const transform::StageUpdate& update : stage.updates)
      updates.append(reduction_dict(update.reduction, update.array.value));
    result["updates"] = updates;
    return result;
  }

  static py::list steps_of(const std::vector<transform::StageStep>& steps) {
    static const char* const kNames[] = {"run", "allocate", "branch", "repeat", "return"};
    py::list result;
    for (const transform::StageStep& step : steps) {
      py::dict made;
      made["kind"] = kNames[static_cast<size_t>(step.kind)];
      made["line"] = step.where.line;
      made["stage"] = step.stage;
      made["array"] = step.array.value;
      made["variable"] = step.variable.value;
      made["counter"] = step.counter.value;
      made["values"] = numbers_of(step.values);
      made["body"] = steps_of(step.body);
      made["otherwise"] = steps_of(step.otherwise);
      result.append(made);
    }
    return result;
  }

  /// What Return gives for each result, in order: see ir::Result.
  static py::list results_of(const ir::Function& function, const std::vector<size_t>& values) {
    py::list result;
    for (size_t i = 0; i < values.size(); ++i) {
      const ir::Result& given = function.results[i];
      py::dict made;
      made["is_array"] = given.is_array;
      made["weak"] = given.weak;
      made["type"] = name_of_type(given.type);
      made["is_argument"] = given.is(ir::ResultObject::Kind::Argument);
      made["array"] = given.is_array && given.array.valid() ? given.array.value : -1;
      made["argument"] =
          given.parameter >= 0 ? function.parameters[static_cast<size_t>(given.parameter)].array.value : -1;
      made["values"] = values[i];
      made["axes"] = given.axes;
      made["plain"] = given.seen.empty() && given.lists == 0 && !given.is(ir::ResultObject::Kind::Earlier);
      result.append(made);
    }
    return result;
  }

  std::shared_ptr<const Entry> entry_;
  std::unique_ptr<driver::StagedCall> call_;
  py::dict objects_;  ///< array arguments, globals and closure values among them, by array
  std::atomic<bool> ran_on_device_ = false;  ///< the stage that ran last
};

/// The call's array arguments as they came.
py::dict objects_of(Call& call, const ir::Function& function) {
  py::dict objects;
  for (size_t i = 0; i < function.parameters.size(); ++i) {
    const ir::Parameter& parameter = function.parameters[i];
    if (parameter.is_array)
      objects[py::int_(parameter.array.value)] = py::reinterpret_borrow<py::object>(call.objects.data()[i]);
  }
  return objects;
}

PyObject* staged(FunctionState& function, Call& call) {
  try {
    const EffectiveOptions options = options_of(function, call.options_id);
    const auto entry = find_or_specialize(function, call);
    driver::DeviceWish wish;
    if (options.device == DeviceChoice::Gpu) wish = {options.device_name, options.may_choose};
    const driver::CallArguments numbers = call.numbers();
    std::unique_ptr<driver::StagedCall> made =
        without_lock(function, *entry, call, [&](const abi::Services&, const auto&) {
          return std::make_unique<driver::StagedCall>(module_state().compiler, module_state().rates,
                                                      entry->dispatcher.shared_specialization(), wish,
                                                      numbers);
        });
    py::dict objects = objects_of(call, entry->source());
    return py::cast(std::make_unique<Staged>(entry, std::move(made), std::move(objects))).release().ptr();
  } catch (...) {
    set_python_error();
    return nullptr;
  }
}

py::object stage(const py::object& function, const py::tuple& arguments) {
  if (Py_TYPE(function.ptr()) != module_state().function_type)
    throw py::type_error("a compiled function is taken apart: decorate it with up.jit or up.gpu");
  std::vector<PyObject*> given;
  for (const py::handle& argument : arguments) given.push_back(argument.ptr());
  const auto refuse_changes = [](const FunctionState&, const TakenApart& call, PyObject*& made) {
    if (made == nullptr || call.changed.empty()) return;
    Py_CLEAR(made);
    PyErr_SetString(PyExc_TypeError, "a call that changes a list is not taken apart: give an array, for example np.array(values)");
  };
  PyObject* made =
      with_resolved(state_of(function.ptr()), given.data(), given.size(), nullptr, staged, refuse_changes);
  if (made == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(made);
}

}  // namespace

void add_stages(py::module_& module) {
  py::class_<Staged>(module, "Staged")
      .def("describe", &Staged::describe)
      .def("reach", &Staged::reach)
      .def("evaluate", &Staged::evaluate)
      .def("run", &Staged::run)
      .def_property_readonly("ran_on_device", &Staged::ran_on_device);
  module.def("stage", &stage);
  module.def("common_box", [](const driver::BoxSides& a, const driver::BoxSides& b) -> py::object {
    const auto both = driver::common_box(a, b);
    return both ? py::object(box_tuple(*both)) : py::object(py::none());
  });
  module.def("without_box", [](const driver::BoxSides& a, const driver::BoxSides& b) {
    return boxes_of(driver::without_box(a, b));
  });
}

}  // namespace unpython::bindings
