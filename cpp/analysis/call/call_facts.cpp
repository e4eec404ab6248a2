#include "analysis/call/call_facts.h"

#include <algorithm>

#include "ir/rewrite.h"

namespace unpython::analysis {

const LoopVerdict* CallFacts::verdict_of(ir::StmtId loop) const {
  const auto it =
      std::lower_bound(loops.begin(), loops.end(), loop,
                       [](const LoopVerdict& verdict, ir::StmtId id) { return verdict.stmt < id; });
  return it != loops.end() && it->stmt == loop ? &*it : nullptr;
}

bool CallFacts::is_silent(ir::StmtId check) const {
  return std::binary_search(silent.begin(), silent.end(), check);
}

bool CallFacts::is_never_negative(ir::ExprId wrap) const {
  return std::binary_search(never_negative.begin(), never_negative.end(), wrap);
}

bool CallFacts::is_always_negative(ir::ExprId wrap) const {
  return std::binary_search(always_negative.begin(), always_negative.end(), wrap);
}

bool CallFacts::is_whole_slice(ir::ExprId end) const {
  return std::binary_search(whole_slices.begin(), whole_slices.end(), end);
}

bool may_raise(const ir::Function& function, const ir::Block& block, const CallFacts& facts) {
  bool found = false;
  ir::walk_stmts(function, block, [&](ir::StmtId id) {
    if (facts.is_silent(id)) return false;
    found |= ir::may_raise(function[id].node);
    return !found;
  });
  return found;
}

}  // namespace unpython::analysis
