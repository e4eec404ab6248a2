// An access is enclosed by its counters where that is exact and in bounds, else by its subscripts, clipped to
// the array: a box around a triangle, or around a place that the data chooses, must not leave the array,
// since what lies between the rows of a view belongs to someone else.
#include "grouping/reach.h"

#include <algorithm>

#include "analysis/descriptor_overlap.h"
#include "support/checked_int.h"

namespace unpython::grouping {
namespace {

using analysis::Descriptor;
using analysis::Domain;
using analysis::Enclosure;
using analysis::IntegerRange;
using analysis::LinearForm;
using analysis::MemoryAccess;
using analysis::Nest;
using analysis::Unknown;

class ReachFinder {
 public:
  ReachFinder(const Nest& nest, std::span<const std::optional<Place>> places, const PlanOptions& options)
      : nest_(nest), places_(places), options_(options) {}

  /// Nothing: not known. An empty set: the access never happens. `local`: of an array that is not an
  /// argument; its extents are not known here.
  std::optional<Reach> reach_of(int number, bool local) {
    const MemoryAccess& access = nest_.accesses[static_cast<size_t>(number)];
    const Domain& domain = domain_at(access.loop, access.guard);
    Reach reach{.access = number};
    if (domain.is_empty()) {
      reach.bytes.set = analysis::Descriptor{.rank = 1};
      return reach;
    }
    const auto& place = places_[static_cast<size_t>(access.array.value)];
    std::optional<Enclosure> by_counters;
    if (access.exact && access.address)
      by_counters = analysis::enclose(*access.address, access.width, domain);
    if (by_counters && by_counters->exact && (place ? stays_inside(access, *place, domain) : local)) {
      reach.bytes = *by_counters;
      reach.whole = !options_.may_raise && !access.conditional && !is_cut_short(access.loop);
      return reach;
    }
    if (!place) return std::nullopt;
    const auto by_subscripts = enclose_subscripts(access, *place, domain);
    if (!by_subscripts) return std::nullopt;
    const bool smaller = by_counters && is_smaller(by_counters->set, by_subscripts->set) &&
                         analysis::is_inside(by_counters->set, whole_array(*place, access.width)) == true;
    reach.bytes = smaller ? *by_counters : *by_subscripts;
    return reach;
  }

 private:
  struct KnownDomain {
    int loop = -1;
    int guard = -1;
    Domain domain;
  };

  const Domain& domain_at(int loop, int guard) {
    for (const KnownDomain& known : domains_) {
      if (known.loop == loop && known.guard == guard) return known.domain;
    }
    return domains_.emplace_back(KnownDomain{loop, guard, make_domain(loop, guard)}).domain;
  }

  Domain make_domain(int loop, int guard) const {
    std::vector<int> around;
    for (int l = loop; l >= 0; l = nest_.loops[static_cast<size_t>(l)].parent)
      around.insert(around.begin(), l);
    Domain domain;
    for (const int l : around) {
      const analysis::NestLoop& each = nest_.loops[static_cast<size_t>(l)];
      add_symbols(domain, each.extent);
      domain.add_loop(each.counter, each.extent);
      for (const LoopRange& part : options_.tile) {
        if (part.loop == l) domain.add(each.counter, part.range);
      }
    }
    for (const LinearForm& form : nest_.guards_at(guard)) {
      add_symbols(domain, form);
      domain.require(form);
    }
    return domain;
  }

  void add_symbols(Domain& domain, const LinearForm& form) const {
    for (const LinearForm::Term& term : form.terms()) {
      const Unknown& unknown = nest_.unknowns[static_cast<size_t>(term.unknown)];
      if (unknown.kind == Unknown::Kind::Symbol) domain.add(term.unknown, unknown.range);
    }
  }

  /// Values of a subscript over the domain, clipped to the axis.
  IntegerRange subscript_range(const LinearForm& subscript, int64_t extent, const Domain& domain) const {
    const IntegerRange axis{.low = 0, .high = extent - 1};
    std::optional<IntegerRange> range = domain.over(subscript);
    if (!range) return axis;
    return {.low = std::max(axis.low, range->low), .high = std::min(axis.high, range->high)};
  }

  bool stays_inside(const MemoryAccess& access, const Place& place, const Domain& domain) const {
    const auto subscripts = nest_.subscripts_of(access);
    for (size_t d = 0; d < subscripts.size(); ++d) {
      const auto range = domain.over(subscripts[d]);
      if (!range || range->low < 0 || range->high >= place.extents[d]) return false;
    }
    return true;
  }

  /// True if iterations of the loop, or of one around it, may be left out.
  bool is_cut_short(int loop) const {
    for (; loop >= 0; loop = nest_.loops[static_cast<size_t>(loop)].parent) {
      const analysis::NestLoop& each = nest_.loops[static_cast<size_t>(loop)];
      if (each.conditional || each.leaves_early) return true;
    }
    return false;
  }

  /// The box of the subscripts. Subscript d stands for unknown d until the index forms are known.
  std::optional<Enclosure> enclose_subscripts(const MemoryAccess& access, const Place& place,
                                              const Domain& domain) const {
    const auto subscripts = nest_.subscripts_of(access);
    Domain axes;
    std::optional<LinearForm> address = LinearForm(place.first);
    for (size_t d = 0; d < subscripts.size() && address; ++d) {
      const auto axis = static_cast<analysis::UnknownIndex>(d);
      axes.add(axis, subscript_range(subscripts[d], place.extents[d], with_symbols(domain, subscripts[d])));
      address = LinearForm::add_scaled(*address, LinearForm::of(axis), place.strides[d]);
    }
    auto enclosure = address ? analysis::enclose(*address, access.width, axes) : std::nullopt;
    if (!enclosure) return std::nullopt;
    for (size_t m = 0; m < enclosure->set.dims().size(); ++m) {
      std::optional<LinearForm> index = LinearForm(enclosure->index[m].constant());
      for (const LinearForm::Term& term : enclosure->index[m].terms()) {
        if (index)
          index =
              LinearForm::add_scaled(*index, subscripts[static_cast<size_t>(term.unknown)], term.coefficient);
      }
      if (!index) return std::nullopt;
      enclosure->index[m] = *index;
    }
    enclosure->exact = false;
    return enclosure;
  }

  Domain with_symbols(Domain domain, const LinearForm& form) const {
    add_symbols(domain, form);
    return domain;
  }

  static bool is_smaller(const Descriptor& a, const Descriptor& b) {
    const auto in_a = analysis::index_count(a);
    const auto in_b = analysis::index_count(b);
    return in_a && in_b && *in_a < *in_b;
  }

  static Descriptor whole_array(const Place& place, int64_t width) {
    Descriptor whole{.base = place.first, .width = width, .rank = place.rank};
    for (size_t d = 0; d < static_cast<size_t>(place.rank); ++d) {
      whole.storage[d] = {.stride = place.strides[d], .extent = place.extents[d]};
    }
    return whole;
  }

  const Nest& nest_;
  std::span<const std::optional<Place>> places_;
  const PlanOptions& options_;
  std::vector<KnownDomain> domains_;
};

}  // namespace

Reaches reaches_of(const analysis::Nests& nests, const Nest& nest,
                   std::span<const std::optional<Place>> places, const PlanOptions& options) {
  Reaches reaches;
  ReachFinder finder(nest, places, options);
  for (size_t i = 0; i < nest.accesses.size(); ++i) {
    const analysis::Memory& memory = nests.memories[static_cast<size_t>(nest.accesses[i].memory)];
    if (memory.local && memory.loop >= 0) continue;
    auto reach = finder.reach_of(static_cast<int>(i), memory.local);
    if (!reach) {
      reaches.unknown_access = static_cast<int>(i);
      return reaches;
    }
    if (!reach->bytes.set.is_empty()) reaches.all.push_back(std::move(*reach));
  }
  return reaches;
}

}  // namespace unpython::grouping
