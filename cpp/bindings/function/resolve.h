// A call before its run: its arguments as the function takes them, and its specialization.
#pragma once
#include <memory>
#include <optional>
#include <utility>

#include "bindings/function/function_object.h"
#include "bindings/function/other_functions.h"
#include "bindings/function/resolved_call.h"
#include "bindings/function/taken_apart.h"

namespace unpython::bindings {

/// Reads the program of the function if it is not known, or no longer what it was. False with an exception
/// set.
[[nodiscard]] bool prepare_if_needed(FunctionState& function);

/// A function that names what does not exist, or is of no use, is read again at the next call.
void forget_open_names(FunctionState& function);

/// The program of a function that was refused, read again if need be; null where it cannot be read. Sets no exception.
[[nodiscard]] std::shared_ptr<const Prepared> prepared_again(FunctionState& function);

/// Binds and reads the arguments; on success the key of the specialization is complete. False with an
/// exception set.
[[nodiscard]] bool resolve(FunctionState& function, Call& call, PyObject* const* arguments, size_t count,
                           PyObject* keyword_names);

/// Settings of a call; kept from the last one while nothing changes.
[[nodiscard]] const EffectiveOptions& options_of(FunctionState& function, uint32_t options_id);

/// The specialization for a resolved call where it is known; else null.
[[nodiscard]] inline std::shared_ptr<Entry> find_entry(FunctionState& function, Call& call) {
  return function.table.find(call.buffers.codes.data(), call.buffers.code_count, call.options_id,
                             call.sharing.disjoint);
}
/// One that is not known yet is made. Throws.
[[nodiscard]] std::shared_ptr<Entry> specialize_call(FunctionState& function, Call& call);
[[nodiscard]] inline std::shared_ptr<Entry> find_or_specialize(FunctionState& function, Call& call) {
  if (auto found = find_entry(function, call)) return found;
  return specialize_call(function, call);
}

template <class Use, class Apart>
auto with_resolved(FunctionState& function, PyObject* const* arguments, size_t count, PyObject* keyword_names,
                   const Use& use, const Apart& apart) -> decltype(use(function, std::declval<Call&>()));

template <class Use, class Apart>
auto with_taken(const TakenApart& other, const Use& use, const Apart& apart) {
  FunctionState& taken = state_of(other.function);
  auto result = with_resolved(taken, other.arguments.data(), other.arguments.size(), nullptr, use, apart);
  apart(taken, other, result);
  return result;
}

/// As with_resolved(), where take_other() has nothing. A function that names what is gone is read again, once.
template <class Use, class Apart>
auto with_own_resolved(FunctionState& function, PyObject* const* arguments, size_t count, PyObject* keyword_names,
                   const Use& use, const Apart& apart, bool may_read_again = true) -> decltype(use(function, std::declval<Call&>())) {
  if (!prepare_if_needed(function)) return {};
  const std::shared_ptr<const Prepared> prepared = function.prepared;  // the call's arguments may be defaults in it
  std::optional<TakenApart> other = take_apart_as_before(function, arguments, count, keyword_names);
  if (!other) {
    Call call(prepared);
    if (resolve(function, call, arguments, count, keyword_names)) return use(function, call);
    if (call.lacks_name && may_read_again) {  // its program may do much before it needs the name, or never need it
      PyErr_Clear();
      if (function.prepared == prepared) function.prepared.reset();
      return with_own_resolved(function, arguments, count, keyword_names, use, apart, false);
    }
    other = take_apart(function, arguments, count, keyword_names);
    if (!other) return {};
  }
  return with_taken(*other, use, apart);
}

/// use(function, call) for a resolved call: of this function, or of another one that takes it or takes it apart, for which
/// `apart` is told of it afterwards: apart(function, how the call was taken apart, result). A
/// result that is null with an exception set where the arguments are refused.
template <class Use, class Apart>
auto with_resolved(FunctionState& function, PyObject* const* arguments, size_t count, PyObject* keyword_names,
                   const Use& use, const Apart& apart) -> decltype(use(function, std::declval<Call&>())) {
  if (const auto other = take_other(function, arguments, count, keyword_names)) return with_taken(*other, use, apart);
  return with_own_resolved(function, arguments, count, keyword_names, use, apart);
}

}  // namespace unpython::bindings
