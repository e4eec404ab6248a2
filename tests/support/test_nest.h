// Loop nests built by hand, without IR, and what a packed plan of them does when it is carried out.
#pragma once
#include <catch2/catch.hpp>
#include <numeric>

#include "analysis/nest.h"
#include "grouping/plan_nest.h"
#include "random_descriptors.h"

namespace unpython::test {

using analysis::ArrayPlace;
using analysis::MemoryAccess;
using analysis::Nest;
using analysis::Nests;
using analysis::Unknown;

/// One nest. Loop l has counter l; symbols come after all loops.
struct TestNest {
  Nests nests;
  std::vector<int64_t> widths;  ///< by array

  TestNest() {
    nests.nests.emplace_back();
    nests.nests[0].root = ir::StmtId{0};
  }
  Nest& nest() { return nests.nests[0]; }
  const Nest& nest() const { return nests.nests[0]; }

  /// An array in a memory of its own, or in that of another one at `base` bytes from its start.
  int array(std::vector<int64_t> extents, std::vector<int64_t> strides, int64_t width, int with = -1,
            int64_t base = 0) {
    const int id = static_cast<int>(nests.places.size());
    ArrayPlace place{.base = base, .known = true};
    if (with < 0) {
      place.memory = static_cast<int>(nests.memories.size());
      nests.memories.push_back({.array = ir::ArrayId{id}});
    } else {
      place.memory = nests.places[static_cast<size_t>(with)].memory;
      nests.memories[static_cast<size_t>(place.memory)].shared = true;
    }
    std::copy(extents.begin(), extents.end(), place.extents.begin());
    std::copy(strides.begin(), strides.end(), place.stride_bytes.begin());
    nests.places.push_back(place);
    widths.push_back(width);
    return id;
  }
  /// C order.
  int dense(std::vector<int64_t> extents, int64_t width = 8) {
    std::vector<int64_t> strides(extents.size());
    int64_t stride = width;
    for (size_t d = extents.size(); d-- > 0; stride *= extents[d]) strides[d] = stride;
    return array(std::move(extents), std::move(strides), width);
  }

  /// A loop inside the one before it; its counter as a form.
  LinearForm loop(const LinearForm& extent) {
    const int index = static_cast<int>(nest().loops.size());
    analysis::NestLoop loop;
    loop.stmt = ir::StmtId{index};
    loop.parent = index - 1;
    loop.depth = index;
    loop.counter = index;
    loop.mark = ir::LoopMark::Parallel;
    loop.extent = extent;
    nest().loops.push_back(loop);
    IntegerRange range{.low = 0, .high = INT64_MAX};
    if (const auto over = extent.over(nest().box())) range.high = over->high - 1;
    nest().unknowns.push_back({.kind = Unknown::Kind::Counter, .loop = index, .range = range});
    return LinearForm::of(index);
  }
  LinearForm loop(int64_t extent) { return loop(LinearForm(extent)); }
  /// A loop that stands beside the one before it, inside the same loop (or none: inside loop `parent`).
  LinearForm loop_in(int parent, int64_t extent) {
    const LinearForm counter = loop(extent);
    nest().loops.back().parent = parent;
    return counter;
  }
  LinearForm symbol(IntegerRange range, int loop) {
    nest().unknowns.push_back({.kind = Unknown::Kind::Symbol, .loop = loop, .range = range});
    return LinearForm::of(static_cast<UnknownIndex>(nest().unknowns.size()) - 1);
  }
  int guard(const LinearForm& form, int outer = -1) {
    analysis::Guard guard;
    guard.form = form;
    guard.outer = outer;
    nest().guards.push_back(guard);
    return static_cast<int>(nest().guards.size()) - 1;
  }

  /// An access in the last loop unless another is given.
  MemoryAccess& access(int array, std::vector<LinearForm> subscripts, bool write, int loop = -1) {
    const ArrayPlace& place = nests.places[static_cast<size_t>(array)];
    MemoryAccess access;
    access.memory = place.memory;
    access.array = ir::ArrayId{array};
    access.loop = loop < 0 ? static_cast<int>(nest().loops.size()) - 1 : loop;
    access.write = write;
    access.width = widths[static_cast<size_t>(array)];
    access.first_subscript = static_cast<int>(nest().subscripts.size());
    access.rank = static_cast<int>(subscripts.size());
    access.address = LinearForm(place.base);
    for (size_t d = 0; d < subscripts.size(); ++d) {
      for (const LinearForm::Term& term : subscripts[d].terms()) {
        const Unknown& unknown = nest().unknowns[static_cast<size_t>(term.unknown)];
        access.exact = access.exact && unknown.kind == Unknown::Kind::Counter;
      }
      if (access.address) {
        access.address = LinearForm::add_scaled(*access.address, subscripts[d], place.stride_bytes[d]);
      }
      nest().subscripts.push_back(subscripts[d]);
    }
    nest().accesses.push_back(access);
    return nest().accesses.back();
  }
  MemoryAccess& read(int array, std::vector<LinearForm> subscripts, int loop = -1) {
    return access(array, std::move(subscripts), false, loop);
  }
  MemoryAccess& write(int array, std::vector<LinearForm> subscripts, int loop = -1) {
    return access(array, std::move(subscripts), true, loop);
  }

  [[nodiscard]] grouping::NestPlan plan(bool may_raise = false) const {
    return grouping::plan_nest(nests, 0, {.may_raise = may_raise});
  }

  /// Bytes that the nest touches, by enumeration of its iterations: by memory.
  [[nodiscard]] std::vector<std::set<int64_t>> touched_bytes() const;
};

/// Calls visit(access, point) in program order for every access that happens in a nest of loops in one
/// another. Accesses of a loop that come before those of an inner loop in the list are visited before that
/// loop. Symbols get a number from `draw(range)` at each visit.
template <class Draw, class Visit>
void run_nest(const Nest& nest, const Draw& draw, const Visit& visit) {
  std::vector<int64_t> point(nest.unknowns.size(), 0);
  const auto holds = [&](int guard) {
    for (const analysis::Relation& relation : nest.guards_at(guard)) {
      const int64_t value = *relation.form.at(point);
      if (relation.nonzero ? value == 0 : value < 0) return false;
    }
    return true;
  };
  const auto visit_access = [&](size_t number) {
    if (!holds(nest.accesses[number].guard)) return;
    for (size_t u = 0; u < point.size(); ++u) {
      if (nest.unknowns[u].kind == Unknown::Kind::Symbol) point[u] = draw(nest.unknowns[u].range);
    }
    visit(number, point);
  };
  const auto run = [&](const auto& self, int loop, size_t first, size_t end) -> void {
    const analysis::NestLoop& each = nest.loops[static_cast<size_t>(loop)];
    const int64_t extent = *each.extent.at(point);
    for (int64_t i = 0; i < extent; ++i) {
      point[static_cast<size_t>(each.counter)] = i;
      for (size_t a = first; a < end;) {
        int child = nest.accesses[a].loop;
        if (child == loop) {
          visit_access(a++);
          continue;
        }
        while (nest.loops[static_cast<size_t>(child)].parent != loop)
          child = nest.loops[static_cast<size_t>(child)].parent;
        size_t after = a;
        while (after < end && nest.is_inside(nest.accesses[after].loop, child)) ++after;
        self(self, child, a, after);
        a = after;
      }
    }
    point[static_cast<size_t>(each.counter)] = 0;
  };
  if (!nest.loops.empty()) run(run, 0, 0, nest.accesses.size());
}

inline std::vector<std::set<int64_t>> TestNest::touched_bytes() const {
  std::vector<std::set<int64_t>> touched(nests.memories.size());
  run_nest(
      nest(), [](IntegerRange range) { return range.low; },
      [&](size_t number, const Point& point) {
        const MemoryAccess& access = nest().accesses[number];
        const int64_t address = *access.address->at(point);
        for (int64_t byte = 0; byte < access.width; ++byte) {
          touched[static_cast<size_t>(access.memory)].insert(address + byte);
        }
      });
  return touched;
}

}  // namespace unpython::test
