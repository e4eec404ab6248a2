#include "analysis/call/columns.h"

#include <algorithm>

#include "analysis/call/meeting.h"

namespace unpython::analysis {
namespace {

using integers::LinearForm;
using integers::Sharing;

class ColumnsAndRest {
 public:
  ColumnsAndRest(const Nests& nests, const Nest& nest, const CallTables& call, int outer, int inner)
      : nest_(nest), meetings_(nest, call.apart), outer_(outer), inner_(inner) {
    for (const MemoryAccess& access : nest.accesses) {
      if (!nest.is_inside(access.loop, outer)) continue;
      const Memory& memory = nests.memories[static_cast<size_t>(access.memory)];
      const bool in_columns = nest.is_inside(access.loop, inner);
      // A row that makes arrays has them for itself: its columns would need them all at once.
      makes_arrays_ |= in_columns && memory.local && memory.loop >= 0 && nest.is_inside(memory.loop, outer);
      add(in_columns ? columns_ : rest_, access);
    }
  }

  bool keep_their_meaning(int64_t shift) {
    const NestLoop& outer = nest_.loops[static_cast<size_t>(outer_)];
    const NestLoop& inner = nest_.loops[static_cast<size_t>(inner_)];
    const LinearForm row = LinearForm::of(outer.counter);
    const LinearForm column = LinearForm::of(inner.counter);
    const auto minus_column = column.times(-1);
    const auto extent = row.plus(shift);
    const auto last = row.plus(shift - 1);
    if (makes_arrays_ || !minus_column || !extent || !last || inner.extent != *extent) return false;
    return never_meet(columns_, column, *minus_column) && never_meet(rest_, *last, *minus_column);
  }

 private:
  /// Of accesses of one element in one place, a store says all that reads do.
  void add(std::vector<const MemoryAccess*>& accesses, const MemoryAccess& access) const {
    const auto known = std::ranges::find_if(
        accesses, [&](const MemoryAccess* other) { return meetings_.same_forms(*other, access); });
    if (known == accesses.end())
      accesses.push_back(&access);
    else if (access.write)
      *known = &access;
  }

  /// No access of these and one of the columns in a later row, where first + second >= 0.
  bool never_meet(const std::vector<const MemoryAccess*>& accesses, const LinearForm& first, const LinearForm& second) {
    return std::ranges::all_of(accesses, [&](const MemoryAccess* a) {
      return std::ranges::all_of(columns_, [&](const MemoryAccess* b) {
        const bool may_matter = a->memory == b->memory && (a->write || b->write);
        return !may_matter || meetings_.later_where(outer_, *a, *b, first, second) == Sharing::Never;
      });
    });
  }

  const Nest& nest_;
  Meetings meetings_;
  int outer_;
  int inner_;
  std::vector<const MemoryAccess*> columns_;
  std::vector<const MemoryAccess*> rest_;
  bool makes_arrays_ = false;
};

}  // namespace

bool may_run_by_columns(const Nests& nests, const Nest& nest, const CallTables& call, int outer,
                        const Triangle& triangle) {
  const auto inner = std::ranges::find_if(nest.loops, [&](const NestLoop& loop) {
    return loop.stmt == triangle.inner && loop.parent == outer;
  });
  if (inner == nest.loops.end()) return false;
  ColumnsAndRest columns(nests, nest, call, outer, static_cast<int>(inner - nest.loops.begin()));
  return columns.keep_their_meaning(triangle.shift);
}

}  // namespace unpython::analysis
