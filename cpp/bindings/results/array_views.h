// NumPy's views of memory of a call: of its results, or of its arguments as NumPy would see them.
#pragma once
#include <Python.h>

#include <memory>
#include <vector>

#include "driver/compile/result_layout.h"
#include "driver/steps/cpu_call.h"
#include "driver/steps/held_array.h"

namespace unpython::bindings {

/// Where a view lies.
struct ViewPlace {
  PyObject* owner = nullptr;  ///< borrowed: a NumPy array, a capsule, or an array on a device
  const std::shared_ptr<driver::HeldArray>* on_device = nullptr;  ///< in place of owner and data
  char* data = nullptr;                                               ///< of element [0, 0, ...] of the owner
  int64_t offset = 0;                                                 ///< bytes behind that
  ScalarType type = ScalarType::Float64;
  bool writeable = true;
  size_t rank = 0;
  int64_t shape[kMaxRank] = {};
  int64_t strides[kMaxRank] = {};  ///< bytes

  [[nodiscard]] bool is_on_host() const;
  /// The same elements.
  [[nodiscard]] bool is_at(const ViewPlace& other) const;
};

/// A new array; null with an exception set.
[[nodiscard]] PyObject* make_view(const ViewPlace& place);

/// What NumPy gave for each evaluation of a reshape, a view or a copy: results of one evaluation share its array.
class Reshaped {
 public:
  struct Evaluation {
    int expression = 0;
    int64_t time = 0;
    bool operator==(const Evaluation&) const = default;
  };
  Reshaped() = default;
  ~Reshaped();
  Reshaped(const Reshaped&) = delete;
  Reshaped& operator=(const Reshaped&) = delete;
  /// Borrowed; null: not made yet.
  [[nodiscard]] PyObject* of(const Evaluation& evaluation, const ViewPlace& from) const;
  void keep(const Evaluation& evaluation, const ViewPlace& from, PyObject* array);

 private:
  struct Made {
    Evaluation evaluation;
    ViewPlace from;
    PyObject* array;
  };
  std::vector<Made> arrays_;
};

/// The view that the steps make of `place`, which is all of an argument; `values`: what Return gave for them. Null with
/// an exception set.
[[nodiscard]] PyObject* make_seen(const ir::SeenArgument& seen, ViewPlace place, const abi::ScalarSlot* values,
                                  Reshaped& reshaped);

}  // namespace unpython::bindings
