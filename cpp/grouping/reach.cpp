// An access is enclosed by its counters where that is exact and in bounds, else by its subscripts, clipped to
// the array: a box around a triangle, or around a place that the data chooses, must not leave the array,
// since what lies between the rows of a view belongs to someone else.
#include "grouping/reach.h"

#include <algorithm>

#include "analysis/descriptor_overlap.h"
#include "support/checked_int.h"

namespace unpython::grouping {
namespace {

using analysis::ArrayPlace;
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
  ReachFinder(const analysis::Nests& nests, const Nest& nest, const PlanOptions& options)
      : nests_(nests), nest_(nest), options_(options) {}

  /// Nothing: not known. An empty set: the access never happens.
  std::optional<Reach> reach_of(int number) {
    const MemoryAccess& access = nest_.accesses[static_cast<size_t>(number)];
    const KnownDomain& known = domain_at(access.loop, access.guard);
    Reach reach{.access = number};
    if (known.domain.is_empty()) {
      reach.bytes.set = Descriptor{.rank = 1};
      return reach;
    }
    const ArrayPlace& place = nests_.places[static_cast<size_t>(access.array.value)];
    std::optional<Enclosure> by_counters = enclose_counters(access, known);
    if (by_counters && by_counters->exact && stays_inside(access, place, known.domain)) {
      reach.bytes = *by_counters;
      reach.whole = !options_.may_raise && !access.conditional && !is_cut_short(access.loop);
      return reach;
    }
    if (!place.known) return std::nullopt;
    const auto by_subscripts = enclose_subscripts(access, place, known.domain);
    if (!by_subscripts) return std::nullopt;
    const bool smaller = by_counters && is_smaller(by_counters->set, by_subscripts->set) &&
                         analysis::is_inside(by_counters->set, whole_array(place, access)) == true;
    reach.bytes = smaller ? *by_counters : *by_subscripts;
    return reach;
  }

 private:
  struct KnownDomain {
    int loop = -1;
    int guard = -1;
    Domain domain;
    bool exact = true;  // nothing but the domain decides
  };

  const KnownDomain& domain_at(int loop, int guard) {
    for (const KnownDomain& known : domains_) {
      if (known.loop == loop && known.guard == guard) return known;
    }
    return domains_.emplace_back(make_domain(loop, guard));
  }

  KnownDomain make_domain(int loop, int guard) const {
    KnownDomain known{.loop = loop, .guard = guard, .domain = {}};
    Domain& domain = known.domain;
    std::vector<int> around;
    for (int l = loop; l >= 0; l = nest_.loops[static_cast<size_t>(l)].parent)
      around.insert(around.begin(), l);
    for (const int l : around) {
      const analysis::NestLoop& each = nest_.loops[static_cast<size_t>(l)];
      add_symbols(domain, each.extent);
      known.exact = known.exact && !has_symbols(each.extent);
      domain.add_loop(each.counter, each.extent);
      for (const LoopRange& part : options_.tile) {
        if (part.loop == l) domain.add(each.counter, part.range);
      }
    }
    for (const analysis::Relation& relation : nest_.guards_at(guard)) {
      // What a symbol decides is open, also where its range was narrowed to one value.
      add_symbols(domain, relation.form);
      known.exact = known.exact && !has_symbols(relation.form) && !relation.nonzero;
      if (!relation.nonzero) domain.require(relation.form);
    }
    return known;
  }

  void add_symbols(Domain& domain, const LinearForm& form) const {
    for (const LinearForm::Term& term : form.terms()) {
      if (is_symbol(term)) domain.add(term.unknown, nest_.unknowns[static_cast<size_t>(term.unknown)].range);
    }
  }

  /// The box of the counters; nothing where the address, or a skewed index, holds a symbol.
  std::optional<Enclosure> enclose_counters(const MemoryAccess& access, const KnownDomain& known) const {
    if (!access.exact || !access.address) return std::nullopt;
    auto enclosure = analysis::enclose(*access.address, access.width, known.domain);
    if (!enclosure) return std::nullopt;
    for (size_t m = 0; m < enclosure->set.dims().size(); ++m) {
      if (has_symbols(enclosure->index[m])) return std::nullopt;
    }
    enclosure->exact = enclosure->exact && known.exact;
    return enclosure;
  }

  [[nodiscard]] bool is_symbol(const LinearForm::Term& term) const {
    return nest_.unknowns[static_cast<size_t>(term.unknown)].kind == Unknown::Kind::Symbol;
  }

  [[nodiscard]] bool has_symbols(const LinearForm& form) const {
    return std::any_of(form.terms().begin(), form.terms().end(),
                       [&](const auto& term) { return is_symbol(term); });
  }

  /// Values of a subscript over the domain, clipped to the axis.
  IntegerRange subscript_range(const LinearForm& subscript, int64_t extent, const Domain& domain) const {
    const IntegerRange axis{.low = 0, .high = extent - 1};
    std::optional<IntegerRange> range = domain.over(subscript);
    if (!range) return axis;
    return {.low = std::max(axis.low, range->low), .high = std::min(axis.high, range->high)};
  }

  bool stays_inside(const MemoryAccess& access, const ArrayPlace& place, const Domain& domain) const {
    if (!place.known) return false;
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
  std::optional<Enclosure> enclose_subscripts(const MemoryAccess& access, const ArrayPlace& place,
                                              const Domain& domain) const {
    const auto subscripts = nest_.subscripts_of(access);
    Domain axes;
    std::optional<LinearForm> address = LinearForm(place.base);
    for (size_t d = 0; d < subscripts.size() && address; ++d) {
      const auto axis = static_cast<analysis::UnknownIndex>(d);
      axes.add(axis, subscript_range(subscripts[d], place.extents[d], with_symbols(domain, subscripts[d])));
      address = LinearForm::add_scaled(*address, LinearForm::of(axis), place.stride_bytes[d]);
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

  static Descriptor whole_array(const ArrayPlace& place, const MemoryAccess& access) {
    Descriptor whole{.base = place.base, .width = access.width, .rank = access.rank};
    for (size_t d = 0; d < static_cast<size_t>(access.rank); ++d) {
      whole.storage[d] = {.stride = place.stride_bytes[d], .extent = place.extents[d]};
    }
    return whole;
  }

  const analysis::Nests& nests_;
  const Nest& nest_;
  const PlanOptions& options_;
  std::vector<KnownDomain> domains_;
};

}  // namespace

Reaches reaches_of(const analysis::Nests& nests, const Nest& nest, const PlanOptions& options) {
  Reaches reaches;
  ReachFinder finder(nests, nest, options);
  for (size_t i = 0; i < nest.accesses.size(); ++i) {
    const analysis::Memory& memory = nests.memories[static_cast<size_t>(nest.accesses[i].memory)];
    if (memory.local && memory.loop >= 0) continue;
    auto reach = finder.reach_of(static_cast<int>(i));
    if (!reach) {
      reaches.unknown_access = static_cast<int>(i);
      return reaches;
    }
    if (!reach->bytes.set.is_empty()) reaches.all.push_back(std::move(*reach));
  }
  return reaches;
}

std::optional<IntegerRange> bytes_of(const ArrayPlace& place, int rank, int64_t width) {
  if (!place.known) return std::nullopt;
  std::optional<int64_t> low = place.base;
  std::optional<int64_t> high = checked_add(place.base, width - 1);
  for (size_t d = 0; d < static_cast<size_t>(rank); ++d) {
    const auto span = checked_mul(place.stride_bytes[d], place.extents[d] - 1);
    std::optional<int64_t>& end = place.stride_bytes[d] < 0 ? low : high;
    end = span && end ? checked_add(*end, *span) : std::nullopt;
  }
  return low && high ? std::optional(IntegerRange{.low = *low, .high = *high}) : std::nullopt;
}

}  // namespace unpython::grouping
