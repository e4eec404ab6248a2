#include "footprint/nest_uses.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "footprint/reference_boxes.h"

namespace unpython::footprint {
namespace {

using analysis::ArrayPlace;
using analysis::MemoryAccess;
using analysis::Nest;
using analysis::NestLoop;
using integers::LinearForm;
using integers::UnknownIndex;

/// Beyond it, the iterations of a loop are not known.
constexpr int64_t kMostIterations = INT64_MAX / 2;

/// Counters of a nest are numbers of unknowns; forms name them as variables.
ir::VarId name_of(UnknownIndex unknown) { return ir::VarId{unknown}; }

class NestUses {
 public:
  NestUses(const analysis::Nests& nests, const Nest& nest, int root, std::span<const IntegerRange> box, size_t most_boxes)
      : nests_(nests), places_(nests.places), nest_(nest), root_(root), box_(box), most_boxes_(most_boxes) {}

  std::map<ir::ArrayId, ArrayUse> run() {
    for (const MemoryAccess& access : nest_.accesses) {
      if (is_kept(access) && nest_.is_inside(access.loop, root_)) add(access);
    }
    std::map<ir::ArrayId, ArrayUse> result;
    for (auto& [array, touched] : touched_) result.emplace(array, std::move(touched).use());
    return result;
  }

 private:
  /// The iterations in which an access happens.
  struct Around {
    std::vector<LoopAround> loops;  ///< outermost first
    bool exact = true;              ///< no: it happens in some of them
    bool never = false;
  };

  /// Its array outlives an iteration of the loops around: an argument, or made before the nest.
  [[nodiscard]] bool is_kept(const MemoryAccess& access) const {
    return access.argument >= 0 || nests_.memories[static_cast<size_t>(access.memory)].loop < 0;
  }

  void add(const MemoryAccess& access) {
    const ArrayPlace& place = places_[static_cast<size_t>(access.array.value)];
    if (!place.known) return;
    const Around around = around_of(access);
    if (around.never) return;
    const std::vector<int64_t> extents(place.extents.begin(), place.extents.begin() + access.rank);
    bool exact = around.exact && access.exact && !access.conditional;
    std::vector<Subscript> subscripts;
    for (const LinearForm& form : nest_.subscripts_of(access)) {
      Subscript subscript{form_in(form, around.loops), {}};
      if (!subscript.form) subscript.range = form.over(box_);
      exact = exact && subscript.form;
      subscripts.push_back(std::move(subscript));
    }
    auto boxes = reference_boxes(around.loops, subscripts, extents, most_boxes_);
    exact = exact && boxes;
    if (!boxes) boxes = {enclosing(access, extents)};
    TouchedBoxes& touched = touched_[access.array];
    const auto into = [&](std::vector<Box>& list) { list.insert(list.end(), boxes->begin(), boxes->end()); };
    if ((!access.write || access.atomic) && !is_written(access)) into(touched.loaded);
    if (access.write) into(exact && !access.atomic ? touched.certain : touched.maybe);
  }

  [[nodiscard]] Around around_of(const MemoryAccess& access) const {
    Around around;
    std::vector<int> loops;
    for (int loop = access.loop; loop >= 0; loop = nest_.loops[static_cast<size_t>(loop)].parent) loops.push_back(loop);
    std::reverse(loops.begin(), loops.end());
    for (const int loop : loops) enter(nest_.loops[static_cast<size_t>(loop)], around);
    for (const analysis::Relation& guard : nest_.guards_at(access.guard)) cut(guard, around);
    return around;
  }

  void enter(const NestLoop& loop, Around& around) const {
    const IntegerRange& range = box_[static_cast<size_t>(loop.counter)];
    around.never |= range.is_empty();
    around.exact = around.exact && !loop.conditional && !loop.leaves_early;
    const KnownForm count = loop.extent.is_constant() ? KnownForm() : form_in(loop.extent, around.loops);
    if (!count && range.high >= kMostIterations) {
      around.exact = false;
      return;
    }
    LoopAround entered{name_of(loop.counter), {Form{range.low, {}}}, {}};
    if (range.high < kMostIterations) entered.ends.push_back(Form{range.high + 1, {}});
    if (count && !is_held(loop.counter)) entered.ends.push_back(*count);
    around.exact = around.exact && (count || loop.extent.is_constant());
    around.loops.push_back(std::move(entered));
  }

  /// Takes a guard as a line at which the loop of a counter begins, or ends.
  void cut(const analysis::Relation& guard, Around& around) const {
    if (guard.form.is_constant()) {
      around.never |= guard.nonzero ? guard.form.constant() == 0 : guard.form.constant() < 0;
      return;
    }
    for (size_t n = around.loops.size(); n-- > 0 && !guard.nonzero;) {
      LoopAround& loop = around.loops[n];
      const UnknownIndex counter = loop.counter.value;
      const int64_t sign = guard.form.coefficient_of(counter);
      if (sign == 0) continue;
      const std::span outside(around.loops.data(), n);
      const KnownForm rest = form_in(guard.form.without(counter), outside);
      if (!rest || (sign != 1 && sign != -1) || is_held(counter)) break;
      const KnownForm line = sign > 0 ? scaled(rest, -1) : sum(rest, Form{1, {}});
      if (!line) break;
      (sign > 0 ? loop.begins : loop.ends).push_back(*line);
      return;
    }
    around.exact = false;
  }

  [[nodiscard]] bool is_held(UnknownIndex counter) const {
    const IntegerRange& range = box_[static_cast<size_t>(counter)];
    return range.low == range.high;
  }

  /// None: it holds something else than counters of `loops`.
  [[nodiscard]] static KnownForm form_in(const LinearForm& form, std::span<const LoopAround> loops) {
    Form result{form.constant(), {}};
    for (const LinearForm::Term& term : form.terms()) {
      const bool known = std::any_of(loops.begin(), loops.end(), [&](const LoopAround& loop) {
        return loop.counter == name_of(term.unknown);
      });
      if (!known) return std::nullopt;
      result.terms.emplace(name_of(term.unknown), term.coefficient);
    }
    return result;
  }

  [[nodiscard]] Box enclosing(const MemoryAccess& access, const std::vector<int64_t>& extents) const {
    Box result = whole_box(extents.data(), access.rank);
    const auto subscripts = nest_.subscripts_of(access);
    for (size_t d = 0; d < subscripts.size(); ++d) {
      const std::optional<IntegerRange> known = subscripts[d].over(box_);
      if (known) result.set(d, std::max(result.low[d], known->low), std::min(result.high[d], known->high));
    }
    return result;
  }

  /// The same iteration has stored to the element before.
  [[nodiscard]] bool is_written(const MemoryAccess& load) const {
    return std::any_of(nest_.accesses.data(), &load, [&](const MemoryAccess& store) {
      return store.write && !store.conditional && store.exact && store.array == load.array && store.loop == load.loop &&
             store.guard == load.guard && std::ranges::equal(nest_.subscripts_of(store), nest_.subscripts_of(load));
    });
  }

  const analysis::Nests& nests_;
  const std::vector<ArrayPlace>& places_;
  const Nest& nest_;
  const int root_;
  const std::span<const IntegerRange> box_;
  const size_t most_boxes_;
  std::map<ir::ArrayId, TouchedBoxes> touched_;
};

}  // namespace

std::map<ir::ArrayId, ArrayUse> uses(const analysis::Nests& nests, const analysis::Nest& nest, int root,
                                     std::span<const integers::IntegerRange> box, size_t most_boxes) {
  return NestUses(nests, nest, root, box, most_boxes).run();
}

}  // namespace unpython::footprint
