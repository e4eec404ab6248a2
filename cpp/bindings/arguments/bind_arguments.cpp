// The order of checks is CPython's: unknown and repeated keywords, too many positional arguments, missing
// ones.
#include "bindings/arguments/bind_arguments.h"

#include <algorithm>

namespace unpython::bindings {
namespace {

std::string text_of(PyObject* name) {
  const char* text = PyUnicode_AsUTF8(name);
  return text != nullptr ? text : "?";
}

bool fail(const std::string& message) {
  PyErr_SetString(PyExc_TypeError, message.c_str());
  return false;
}

/// Index of the parameter that a keyword names, or the number of parameters.
size_t find_keyword(const ParameterList& parameters, PyObject* name) {
  const size_t count = parameters.names.size();
  for (size_t i = parameters.positional_only; i < count; ++i) {
    if (parameters.names[i] == name) return i;
  }
  for (size_t i = parameters.positional_only; i < count; ++i) {
    if (PyUnicode_Compare(parameters.names[i], name) == 0) return i;
  }
  return count;
}

bool refuse_too_many(const ParameterList& parameters, size_t given, PyObject* const* bound) {
  const size_t most = parameters.positional;
  const auto optional = static_cast<size_t>(std::count_if(
      parameters.defaults.begin(), parameters.defaults.begin() + static_cast<std::ptrdiff_t>(most),
      [](PyObject* value) { return value != nullptr; }));
  std::string takes = std::to_string(most);
  if (optional > 0) takes = "from " + std::to_string(most - optional) + " to " + takes;
  const bool plural = optional > 0 || most != 1;
  const auto keyword_only = static_cast<size_t>(std::count_if(
      bound + most, bound + parameters.names.size(), [](PyObject* value) { return value != nullptr; }));
  std::string found = std::to_string(given);
  if (keyword_only > 0) {
    found += std::string(" positional argument") + (given != 1 ? "s" : "") + " (and " +
             std::to_string(keyword_only) + " keyword-only argument" + (keyword_only != 1 ? "s)" : ")");
  }
  return fail(parameters.function + "() takes " + takes + " positional argument" + (plural ? "s" : "") +
              " but " + found + (given == 1 && keyword_only == 0 ? " was given" : " were given"));
}

/// "'a'", "'a' and 'b'", "'a', 'b', and 'c'".
std::string list_names(const std::vector<std::string>& names) {
  std::string text;
  for (size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += names.size() > 2 ? ", " : " ";
    if (i > 0 && i + 1 == names.size()) text += "and ";
    text += "'" + names[i] + "'";
  }
  return text;
}

bool refuse_missing(const ParameterList& parameters, PyObject* const* bound, size_t begin, size_t end,
                    const char* kind) {
  std::vector<std::string> missing;
  for (size_t i = begin; i < end; ++i) {
    if (bound[i] == nullptr) missing.push_back(text_of(parameters.names[i]));
  }
  return fail(parameters.function + "() missing " + std::to_string(missing.size()) + " required " + kind +
              " argument" + (missing.size() == 1 ? "" : "s") + ": " + list_names(missing));
}

/// Keywords that name parameters without keywords, as Python lists them.
std::string keywords_not_taken(const ParameterList& parameters, PyObject* keyword_names) {
  std::string listed;
  for (size_t i = 0; i < parameters.positional_only; ++i) {
    const int found = PySequence_Contains(keyword_names, parameters.names[i]);
    if (found == 1) listed += (listed.empty() ? "" : ", ") + text_of(parameters.names[i]);
  }
  return listed;
}

bool bind_keywords(const ParameterList& parameters, PyObject* const* values, PyObject* keyword_names,
                   PyObject** bound) {
  for (Py_ssize_t k = 0; k < PyTuple_GET_SIZE(keyword_names); ++k) {
    PyObject* name = PyTuple_GET_ITEM(keyword_names, k);
    const size_t index = find_keyword(parameters, name);
    if (index == parameters.names.size()) {
      if (parameters.collects) continue;
      if (const std::string refused = keywords_not_taken(parameters, keyword_names); !refused.empty())
        return fail(parameters.function + "() got some positional-only arguments passed as keyword arguments: '" +
                    refused + "'");
      return fail(parameters.function + "() got an unexpected keyword argument '" + text_of(name) + "'");
    }
    if (bound[index] != nullptr) {
      return fail(parameters.function + "() got multiple values for argument '" + text_of(name) + "'");
    }
    bound[index] = values[k];
  }
  return true;
}

}  // namespace

bool bind_arguments(const ParameterList& parameters, PyObject* const* arguments, size_t count,
                    PyObject* keyword_names, PyObject** bound) {
  const size_t total = parameters.names.size();
  std::fill_n(bound, total, nullptr);
  std::copy_n(arguments, std::min(count, parameters.positional), bound);
  if (keyword_names != nullptr && !bind_keywords(parameters, arguments + count, keyword_names, bound))
    return false;
  if (count > parameters.positional && !parameters.collects) return refuse_too_many(parameters, count, bound);
  for (size_t i = 0; i < total; ++i) {
    if (bound[i] == nullptr) bound[i] = parameters.defaults[i];
  }
  const auto missing_in = [&](size_t begin, size_t end) {
    return std::find(bound + begin, bound + end, nullptr) != bound + end;
  };
  if (missing_in(0, parameters.positional)) {
    return refuse_missing(parameters, bound, 0, parameters.positional, "positional");
  }
  if (missing_in(parameters.positional, total)) {
    return refuse_missing(parameters, bound, parameters.positional, total, "keyword-only");
  }
  return true;
}

}  // namespace unpython::bindings
