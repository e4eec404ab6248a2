// Elements of one array: a set, as boxes that have none in common.
//
// Problem: which elements a kernel needs, which are on the device and which the device alone has, are unions
//          and differences of what references touch: strided rows, columns, triangles, windows.
// Choice:  boxes with steps, exact in all operations; neighbours are joined, so that few boxes stay few.
//          Lists are sorted along the first dimension, which keeps the rows of a triangle cheap.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "footprint/box.h"

namespace unpython::footprint {

class Footprint {
 public:
  Footprint() = default;
  Footprint(const Box& box) : Footprint(std::vector<Box>{box}) {}  // NOLINT: a box is a set of elements
  /// The elements of boxes that may overlap.
  explicit Footprint(std::vector<Box> boxes);

  [[nodiscard]] bool is_empty() const { return boxes_.empty(); }
  [[nodiscard]] const std::vector<Box>& boxes() const { return boxes_; }
  [[nodiscard]] int64_t elements() const;
  /// The least box around it; none if it is empty.
  [[nodiscard]] std::optional<Box> hull() const;

  void add(const Footprint& more);
  [[nodiscard]] Footprint without(const Footprint& other) const;
  [[nodiscard]] Footprint within(const Box& box) const;
  [[nodiscard]] bool meets(const Footprint& other) const;
  [[nodiscard]] bool contains(const Footprint& inner) const { return inner.without(*this).is_empty(); }
  bool operator==(const Footprint& other) const { return elements() == other.elements() && contains(other); }

 private:
  void join();
  std::vector<Box> boxes_;  ///< none of them empty, ascending along the first dimension
};

}  // namespace unpython::footprint
