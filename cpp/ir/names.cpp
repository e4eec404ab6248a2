#include "ir/names.h"

#include <array>

#include "ir/intrinsics.h"

namespace unpython::ir {

namespace {

/// `last`: the last one of the enumeration.
template <auto last, size_t size>
std::string_view entry(const std::array<std::string_view, size>& names, decltype(last) value) {
  static_assert(size == static_cast<size_t>(last) + 1, "a name for each, in order");
  return names.at(static_cast<size_t>(value));
}

}  // namespace

std::string_view name_of(UnaryOp op) {
  static constexpr auto kNames = std::to_array<std::string_view>({"-", "~", "not"});
  return entry<UnaryOp::LogicalNot>(kNames, op);
}

std::string_view name_of(BinaryOp op) {
  static constexpr auto kNames = std::to_array<std::string_view>({"+", "-", "*",  "/",  "//",  "%", "&",
                                                              "|", "^", "<<", ">>", "and", "or"});
  return entry<BinaryOp::LogicalOr>(kNames, op);
}

std::string_view name_of(CompareOp op) {
  static constexpr auto kNames = std::to_array<std::string_view>({"==", "!=", "<", "<=", ">", ">="});
  return entry<CompareOp::GreaterEqual>(kNames, op);
}

std::string_view name_of(Intrinsic function) { return row_of(function).name; }

std::string_view name_of(LoopMark mark) {
  static constexpr auto kNames = std::to_array<std::string_view>({
      "range", "prange", "parallel", "vector", "unrolled", "grid", "group", "item", "matrix"});
  return entry<LoopMark::MatrixUnit>(kNames, mark);
}

std::string_view name_of(AddressSpace space) {
  static constexpr auto kNames = std::to_array<std::string_view>({"argument", "heap",  "private",
                                                             "register", "local", "item"});
  return entry<AddressSpace::Item>(kNames, space);
}

std::string_view name_of(ErrorKind kind) {
  static constexpr auto kNames = std::to_array<std::string_view>({
      "IndexError",        "ZeroDivisionError",  "ValueError",    "OverflowError",       "AssertionError",
      "UnboundLocalError", "TypeError",          "RuntimeError",  "ArithmeticError",     "LookupError",
      "KeyError",          "FloatingPointError", "StopIteration", "NotImplementedError", "Exception",
      "MemoryError",       "LinAlgError",        "RecursionError", "AttributeError",     "NameError",           "Refused"});
  return entry<ErrorKind::Refused>(kNames, kind);
}

}  // namespace unpython::ir
