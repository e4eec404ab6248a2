// Typed indices into flat storage: an Id<Tag> names an element of the IdVector with the same tag and no other.
#pragma once
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace unpython {

template <class Tag>
struct Id {
  int32_t value = -1;
  [[nodiscard]] constexpr bool valid() const { return value >= 0; }
  constexpr auto operator<=>(const Id&) const = default;
};

template <class Tag, class T>
class IdVector {
 public:
  using id_type = Id<Tag>;

  id_type push(T value) {
    items_.push_back(std::move(value));
    return id_type{static_cast<int32_t>(items_.size()) - 1};
  }
  [[nodiscard]] T& operator[](id_type id) { return items_[static_cast<size_t>(id.value)]; }
  [[nodiscard]] const T& operator[](id_type id) const { return items_[static_cast<size_t>(id.value)]; }
  [[nodiscard]] bool contains(id_type id) const {
    return id.value >= 0 && static_cast<size_t>(id.value) < items_.size();
  }
  [[nodiscard]] int32_t size() const { return static_cast<int32_t>(items_.size()); }
  [[nodiscard]] auto begin() const { return items_.begin(); }
  [[nodiscard]] auto end() const { return items_.end(); }
  [[nodiscard]] auto begin() { return items_.begin(); }
  [[nodiscard]] auto end() { return items_.end(); }

 private:
  std::vector<T> items_;
};

}  // namespace unpython

template <class Tag>
struct std::hash<unpython::Id<Tag>> {
  size_t operator()(unpython::Id<Tag> id) const noexcept { return std::hash<int32_t>()(id.value); }
};
