// How many statements of a kind a function holds, in blocks within blocks too.
#pragma once
#include "ir/rewrite.h"

namespace unpython::test {

template <class... Nodes>
int count_of(const ir::Function& f, const ir::Block& block) {
  int count = 0;
  ir::walk_stmts(f, block, [&](ir::StmtId id) {
    count += (std::holds_alternative<Nodes>(f[id].node) || ...) ? 1 : 0;
    return true;
  });
  return count;
}
template <class... Nodes>
int count_of(const ir::Function& f) {
  return count_of<Nodes...>(f, f.body);
}

inline int loops_with(const ir::Function& f, ir::LoopMark mark) {
  int count = 0;
  ir::walk_stmts(f, f.body, [&](ir::StmtId id) {
    const auto* loop = std::get_if<ir::For>(&f[id].node);
    count += loop != nullptr && loop->mark == mark ? 1 : 0;
    return true;
  });
  return count;
}

}  // namespace unpython::test
