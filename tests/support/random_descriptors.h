// Random descriptors, domains and addresses, and what they touch by enumeration: the oracle of the property
// tests.
#pragma once
#include <algorithm>
#include <map>
#include <ostream>
#include <set>
#include <vector>

#include "analysis/descriptor.h"
#include "analysis/domain.h"
#include "property.h"

namespace unpython::analysis {

inline std::ostream& operator<<(std::ostream& out, const Descriptor& d) {
  out << d.base << " width " << d.width << " {";
  for (const Dimension& dimension : d.dims())
    out << " (" << dimension.stride << ", " << dimension.extent << ")";
  return out << " }";
}

inline std::ostream& operator<<(std::ostream& out, const LinearForm& form) {
  for (const LinearForm::Term& term : form.terms()) out << term.coefficient << " x" << term.unknown << " + ";
  return out << form.constant();
}

}  // namespace unpython::analysis

namespace unpython::test {

using analysis::Descriptor;
using analysis::Dimension;
using analysis::Domain;
using analysis::IntegerRange;
using analysis::LinearForm;
using analysis::UnknownIndex;
using Point = std::vector<int64_t>;

/// Addresses of a descriptor, one for each point of its index box, the last dimension fastest.
inline std::vector<int64_t> addresses(const Descriptor& d) {
  std::vector<int64_t> result{d.base};
  for (const Dimension& dimension : d.dims()) {
    std::vector<int64_t> next;
    for (const int64_t address : result) {
      for (int64_t i = 0; i < dimension.extent; ++i) next.push_back(address + dimension.stride * i);
    }
    result = std::move(next);
  }
  return result;
}

inline std::set<int64_t> as_set(const std::vector<int64_t>& values) { return {values.begin(), values.end()}; }

/// The units that accesses of a width touch.
inline std::set<int64_t> widened(const std::set<int64_t>& addresses, int64_t width) {
  std::set<int64_t> units;
  for (const int64_t address : addresses) {
    for (int64_t i = 0; i < width; ++i) units.insert(address + i);
  }
  return units;
}

inline std::set<int64_t> touched(const Descriptor& d) { return widened(as_set(addresses(d)), d.width); }

/// Small descriptors in map form: mostly nested strides, as arrays have them, some of any kind.
inline Descriptor random_descriptor(Random& random, int64_t largest_extent = 5) {
  Descriptor d;
  d.base = random.draw(-20, 20);
  d.width = random.pick({1, 1, 1, 2, 4, 8});
  d.rank = static_cast<int>(random.draw(0, 4));
  const bool nested = random.chance(60);
  int64_t inner = d.width;
  for (Dimension& dimension : d.dims()) {
    dimension.extent = random.chance(3) ? 0 : random.draw(1, largest_extent);
    if (nested) {
      dimension.stride = inner * random.draw(1, 2) + (random.chance(20) ? random.draw(0, 3) : 0);
      inner = dimension.stride * std::max<int64_t>(1, dimension.extent);
    } else {
      dimension.stride = random.draw(-12, 12);
    }
    if (random.chance(20)) dimension.stride = -dimension.stride;
    if (random.chance(5)) dimension.stride = 0;
  }
  if (random.chance(50)) std::reverse(d.dims().begin(), d.dims().end());
  return d;
}

/// A domain of unknowns 0..rank-1 with the loops and guards it was made of, small enough to enumerate.
struct RandomDomain {
  Domain domain;
  std::vector<LinearForm> extents;
  std::vector<LinearForm> guards;
  std::vector<Point> points;
};

inline LinearForm random_form(Random& random, int unknowns, int64_t largest_constant) {
  LinearForm form(random.draw(-largest_constant, largest_constant));
  for (int u = 0; u < unknowns; ++u) {
    if (random.chance(40)) form = *form.plus(LinearForm::of(u, random.pick({-2, -1, -1, 1, 1, 2, 3})));
  }
  return form;
}

inline void enumerate(RandomDomain& d, Point& point) {
  if (point.size() == d.extents.size()) {
    const bool inside = std::all_of(d.guards.begin(), d.guards.end(),
                                    [&](const LinearForm& guard) { return *guard.at(point) >= 0; });
    if (inside) d.points.push_back(point);
    return;
  }
  const int64_t extent = *d.extents[point.size()].at(point);
  for (int64_t i = 0; i < extent; ++i) {
    point.push_back(i);
    enumerate(d, point);
    point.pop_back();
  }
}

/// Constant and triangular loops, with a guard or two.
inline RandomDomain random_domain(Random& random) {
  RandomDomain d;
  const int rank = static_cast<int>(random.draw(1, 3));
  for (int u = 0; u < rank; ++u) {
    const bool triangular = u > 0 && random.chance(40);
    const LinearForm extent = triangular ? random_form(random, u, 5) : LinearForm(random.draw(0, 6));
    d.extents.push_back(extent);
    d.domain.add_loop(u, extent);
  }
  const int64_t guards = random.chance(60) ? 0 : random.draw(1, 2);
  for (int64_t g = 0; g < guards; ++g) {
    d.guards.push_back(random_form(random, rank, 6));
    d.domain.require(d.guards.back());
  }
  Point point;
  enumerate(d, point);
  return d;
}

/// An address over the unknowns of a domain: strides of an array, with sums of counters in a subscript.
inline LinearForm random_address(Random& random, int unknowns) {
  LinearForm address(random.draw(-50, 50));
  const int64_t row = random.pick({1, 2, 4, 10, 16, 40, -10, 7});
  for (int u = 0; u < unknowns; ++u) {
    const int64_t coefficient = random.pick({0, 1, 1, 2, -1, -2, row, row, -row, row + 1, row - 1, 4});
    address = *address.plus(LinearForm::of(u, coefficient));
  }
  return address;
}

}  // namespace unpython::test
