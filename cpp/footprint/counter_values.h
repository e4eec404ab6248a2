// What integer expressions of a kernel may be: a form in the counters, or an interval.
#pragma once
#include <map>
#include <set>
#include <utility>

#include "footprint/counter_forms.h"
#include "footprint/launch_numbers.h"

namespace unpython::footprint {

class CounterValues {
 public:
  /// `own`: counters and variables of the kernel. They have any value until set() says which.
  CounterValues(const ir::Function& f, const LaunchNumbers& numbers, std::set<ir::VarId> own)
      : f_(f), numbers_(numbers), own_(std::move(own)) {}

  void set(ir::VarId variable, const Known& range, const KnownForm& form);
  [[nodiscard]] KnownForm form_of(ir::VarId variable) const;
  [[nodiscard]] Known range_of(ir::VarId variable) const;

  [[nodiscard]] KnownForm form(ir::ExprId id) const;
  [[nodiscard]] Known range(ir::ExprId id) const;

 private:
  [[nodiscard]] bool depends_on_iteration(ir::ExprId root) const;
  [[nodiscard]] Known wrapped(const Known& index, const ir::WrapIndex& node) const;
  [[nodiscard]] Known binary(const ir::Binary& node) const;
  [[nodiscard]] Known call(const ir::Call& node) const;

  const ir::Function& f_;
  const LaunchNumbers& numbers_;
  std::set<ir::VarId> own_;
  std::map<ir::VarId, IntegerRange> ranges_;
  std::map<ir::VarId, Form> forms_;
};

}  // namespace unpython::footprint
