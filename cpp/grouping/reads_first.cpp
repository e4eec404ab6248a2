#include "grouping/reads_first.h"

namespace unpython::grouping {
namespace {

using analysis::LinearForm;
using analysis::MemoryAccess;
using analysis::Nest;
using analysis::Unknown;

/// True if guard `outer` is in force wherever guard `inner` is.
bool encloses(const Nest& nest, int outer, int inner) {
  while (inner > outer) inner = nest.guards[static_cast<size_t>(inner)].outer;
  return inner == outer;
}

/// Symbols may differ between two places where the form stands.
bool holds_counters_only(const Nest& nest, const LinearForm& form) {
  for (const LinearForm::Term& term : form.terms()) {
    if (nest.unknowns[static_cast<size_t>(term.unknown)].kind != Unknown::Kind::Counter) return false;
  }
  return true;
}

}  // namespace

bool is_written_before(const Nest& nest, int access) {
  const MemoryAccess& read = nest.accesses[static_cast<size_t>(access)];
  if (!read.address || !holds_counters_only(nest, *read.address)) return false;
  for (int earlier = 0; earlier < access; ++earlier) {
    const MemoryAccess& write = nest.accesses[static_cast<size_t>(earlier)];
    const bool same = write.write && !write.atomic && write.memory == read.memory &&
                      write.width >= read.width && write.address && *write.address == *read.address;
    if (same && !write.conditional && nest.is_inside(read.loop, write.loop) &&
        encloses(nest, write.guard, read.guard)) {
      return true;
    }
  }
  return false;
}

}  // namespace unpython::grouping
