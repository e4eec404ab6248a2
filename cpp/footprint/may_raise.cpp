#include "footprint/may_raise.h"

#include "ir/rewrite.h"

namespace unpython::footprint {

bool may_raise(const ir::Function& function, const analysis::Nest& nest, const analysis::CallFacts& facts) {
  bool found = false;
  ir::walk_stmts(function, {nest.root}, [&](ir::StmtId id) {
    const ir::StmtNode& node = function[id].node;
    if (facts.is_silent(id)) return false;
    found = found || is_one_of<ir::CheckIndex, ir::Raise>(node);
    return !found;
  });
  return found;
}

}  // namespace unpython::footprint
