// Visits a std::variant with one lambda per alternative and no default: a new alternative stops the build until handled.
#pragma once
#include <utility>
#include <variant>

namespace unpython {

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

template <class Variant, class... Cases>
decltype(auto) match(Variant&& value, Cases&&... cases) {
  return std::visit(Overloaded{std::forward<Cases>(cases)...}, std::forward<Variant>(value));
}

/// The variant holds one of these: `is_one_of<Break, Continue>(stmt.node)`.
template <class... Kinds, class Variant>
[[nodiscard]] constexpr bool is_one_of(const Variant& value) {
  return (std::holds_alternative<Kinds>(value) || ...);
}

}  // namespace unpython
