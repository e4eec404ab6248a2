#include "frontend/syntax/call_advice.h"

namespace unpython::frontend {
namespace {

struct CallAdvice {
  std::string_view name;  ///< a trailing dot stands for all of a module
  std::string_view advice;
};
constexpr std::string_view kMakeOutside = "make the array outside and pass it as an argument";
constexpr CallAdvice kCallAdvice[] = {
    {"builtins.print", "return or store the values and print them outside"},
    {"builtins.sorted", "sort outside, for example with np.sort"},
    {"builtins.enumerate", "use it in the head of a for loop"},
    {"builtins.zip", "use it in the head of a for loop"},
    {"builtins.reversed", "use it in the head of a for loop"},
    {"builtins.list", kMakeOutside},
    {"numpy.random.",
     "write rng = up.random(seed) before the loop and rng.random(), rng.normal() and their kin in it, or fill an array with random "
     "numbers outside and pass it as an argument"},
    {"numpy.fft.", "call it outside, or write the transform as loops"},
    {"numpy.vectorize", "call the function on each element in a loop: it is inlined"},
    {"numpy.frompyfunc", "call the function on each element in a loop: it is inlined"},
    {"numpy.apply_along_axis", "call the function on each row in a loop: it is inlined"},
    {"builtins.getattr", "write the attribute: `x.name`; one that may be missing is asked for outside"},
    {"builtins.setattr", "write the attribute: `x.name = value`"},
    {"builtins.delattr", "delete it outside"},
    {"builtins.eval", "write the expression"},
    {"builtins.exec", "write the statements"},
    {"builtins.open", "read or write the file outside, and pass what it holds as an argument"},
    {"builtins.input", "ask outside, and pass the answer as an argument"},
    {"builtins.globals", "name what is needed, or pass it as an argument"},
    {"builtins.locals", "name what is needed"},
    {"builtins.vars", "name what is needed: `x.name`"},
    {"builtins.iter", "write a for loop"},
    {"builtins.next", "write a for loop that ends with `break`"},
};

}  // namespace

std::string_view advice_for_call(std::string_view name) {
  for (const CallAdvice& entry : kCallAdvice) {
    const bool whole_module = entry.name.back() == '.';
    if (whole_module ? name.substr(0, entry.name.size()) == entry.name : name == entry.name)
      return entry.advice;
  }
  return {};
}

}  // namespace unpython::frontend
