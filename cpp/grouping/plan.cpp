// Names and sizes.
#include "grouping/plan.h"

namespace unpython::grouping {

std::string_view name_of(Rule rule) {
  switch (rule) {
    case Rule::Single:
      return "single";
    case Rule::Equal:
      return "equal";
    case Rule::Interleaved:
      return "interleaved";
    case Rule::IntegerProgram:
      return "ilp";
    case Rule::Interval:
      return "interval";
  }
  return "";
}

int64_t Copy::bytes() const {
  int64_t result = run_bytes;
  for (const Dim& dim : dims) result *= dim.extent;
  return result;
}

}  // namespace unpython::grouping
