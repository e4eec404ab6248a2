#include "ir/names.h"

#include <array>

namespace unpython::ir {

namespace {

template <class Enum, size_t size>
std::string_view entry(const std::array<std::string_view, size>& names, Enum value) {
  return names.at(static_cast<size_t>(value));
}

}  // namespace

std::string_view name_of(UnaryOp op) {
  static constexpr std::array<std::string_view, 3> kNames = {"-", "~", "not"};
  return entry(kNames, op);
}

std::string_view name_of(BinaryOp op) {
  static constexpr std::array<std::string_view, 13> kNames = {"+", "-", "*",  "/",  "//",  "%", "&",
                                                              "|", "^", "<<", ">>", "and", "or"};
  return entry(kNames, op);
}

std::string_view name_of(CompareOp op) {
  static constexpr std::array<std::string_view, 6> kNames = {"==", "!=", "<", "<=", ">", ">="};
  return entry(kNames, op);
}

std::string_view name_of(Intrinsic function) {
  static constexpr std::array<std::string_view, 48> kNames = {
      "sqrt",  "cbrt",     "exp",       "exp2",    "expm1",   "log",     "log2",    "log10",
      "log1p", "sin",      "cos",       "tan",     "arcsin",  "arccos",  "arctan",  "arctan2",
      "sinh",  "cosh",     "tanh",      "arcsinh", "arccosh", "arctanh", "pow",     "hypot",
      "erf",   "erfc",     "gamma",     "lgamma",  "floor",   "ceil",    "trunc",   "rint",
      "fmod",  "copysign", "nextafter", "fma",     "abs",     "minimum", "maximum", "isnan",
      "isinf", "isfinite", "signbit",   "real",    "imag",    "conj",    "complex",
      "bits"};
  return entry(kNames, function);
}

std::string_view name_of(LoopMark mark) {
  static constexpr std::array<std::string_view, 9> kNames = {
      "range", "prange", "parallel", "vector", "unrolled", "grid", "group", "item", "matrix"};
  return entry(kNames, mark);
}

std::string_view name_of(AddressSpace space) {
  static constexpr std::array<std::string_view, 6> kNames = {"argument", "heap",  "private",
                                                             "register", "local", "item"};
  return entry(kNames, space);
}

std::string_view name_of(ErrorKind kind) {
  static constexpr std::array<std::string_view, 18> kNames = {
      "IndexError",        "ZeroDivisionError",  "ValueError",    "OverflowError",       "AssertionError",
      "UnboundLocalError", "TypeError",          "RuntimeError",  "ArithmeticError",     "LookupError",
      "KeyError",          "FloatingPointError", "StopIteration", "NotImplementedError", "Exception",
      "MemoryError",       "LinAlgError",        "RecursionError"};
  return entry(kNames, kind);
}

}  // namespace unpython::ir
