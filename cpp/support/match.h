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

}  // namespace unpython
