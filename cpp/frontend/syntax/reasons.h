// Why a program is not accepted: the code of each diagnostic of the front end, with one line of advice.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "unpython/error.h"

namespace unpython::frontend {

struct Reason {
  std::string_view code;
  std::string_view advice;
};

namespace reasons {
inline constexpr Reason kUnsupportedStatement{
    "UNSUPPORTED_STATEMENT", "move it out of the function, or use the statements that docs/language.md lists"};
inline constexpr Reason kUnsupportedExpression{
    "UNSUPPORTED_EXPRESSION", "compute it outside and pass the number or array as an argument"};
inline constexpr Reason kUnsupportedCall{
    "UNSUPPORTED_CALL", "call it outside, or use arithmetic and the functions that `python -m unpython functions` lists"};
inline constexpr Reason kUnsupportedValue{"UNSUPPORTED_VALUE",
                                          "pass numbers and NumPy arrays as arguments instead"};
inline constexpr Reason kArrayExpression{"ARRAY_EXPRESSION", "write a loop over the elements"};
inline constexpr Reason kUndefinedName{"UNDEFINED_NAME",
                                       "define it before the call, or correct the spelling"};
inline constexpr Reason kUnboundLocal{"UNBOUND_LOCAL", "give it a value first"};
inline constexpr Reason kRecursion{"RECURSION", "write it as a loop"};
inline constexpr Reason kWrongArguments{"WRONG_ARGUMENTS", "match the parameters of the function"};
inline constexpr Reason kTypeMismatch{"TYPE_MISMATCH", "use values for which Python defines the operation"};
inline constexpr Reason kLossyJoin{"LOSSY_JOIN",
                                   "choose one type with locals={'NAME': 'float64'}, or use another name"};
inline constexpr Reason kMixedJoin{"MIXED_JOIN", "use one name for each kind of value"};
inline constexpr Reason kMixedReturn{"MIXED_RETURN", "return the same kind of value on every path"};
inline constexpr Reason kDeclaredResult{"DECLARED_RESULT", "correct the last entry of type(...)"};
inline constexpr Reason kBadSubscript{"BAD_SUBSCRIPT", "give one integer for each dimension"};
inline constexpr Reason kNotIterable{"NOT_ITERABLE", "loop over range, prange or an array"};
inline constexpr Reason kLoopOutside{"MISPLACED_RANGE", "use it as `for i in prange(n):`"};
inline constexpr Reason kHalfPrecision{"HALF_PRECISION", "convert the argument first, as in np.float32(x)"};
inline constexpr Reason kLargeInteger{"LARGE_INTEGER", "use integers of at most 64 bits"};
inline constexpr Reason kConstantMessage{"CONSTANT_MESSAGE", "use a constant string as the message"};
inline constexpr Reason kUnknownLocal{"UNKNOWN_LOCAL", "correct the name in locals={...}"};
inline constexpr Reason kTooLarge{"TOO_LARGE", "call fewer helper functions from one another"};

inline constexpr Reason kAll[] = {
    kUnsupportedStatement,
    kUnsupportedExpression,
    kUnsupportedCall,
    kUnsupportedValue,
    kArrayExpression,
    kUndefinedName,
    kUnboundLocal,
    kRecursion,
    kWrongArguments,
    kTypeMismatch,
    kLossyJoin,
    kMixedJoin,
    kMixedReturn,
    kDeclaredResult,
    kBadSubscript,
    kNotIterable,
    kLoopOutside,
    kHalfPrecision,
    kLargeInteger,
    kConstantMessage,
    kUnknownLocal,
    kTooLarge,
};
}  // namespace reasons

/// Collects the mistakes of one compilation.
class Mistakes {
 public:
  /// `advice` replaces the general advice of the reason.
  void report(const Reason& reason, const SourceRange& range, std::string message, std::string advice = {},
              std::optional<MixedList> mixed_list = {}) {
    if (advice.empty()) advice = std::string(reason.advice);
    found_.push_back({std::string(reason.code), std::move(message), std::move(advice), range, std::move(mixed_list)});
  }
  [[nodiscard]] bool any() const { return !found_.empty(); }
  [[nodiscard]] bool any(const Reason& reason) const {
    for (const Diagnostic& d : found_)
      if (d.code == reason.code) return true;
    return false;
  }
  [[nodiscard]] const std::vector<Diagnostic>& found() const { return found_; }
  /// Forgets all but the first `count`.
  void keep(size_t count) { found_.erase(found_.begin() + static_cast<std::ptrdiff_t>(count), found_.end()); }

 private:
  std::vector<Diagnostic> found_;
};

}  // namespace unpython::frontend
