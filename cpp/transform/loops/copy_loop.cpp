#include "transform/loops/copy_loop.h"

#include <utility>

namespace unpython::transform {

using namespace ir;

StmtId with_own_counter(Function& function, const For& loop, SourceRange range) {
  Builder build(function);
  const Variable known = function[loop.counter];
  For copy = loop;
  copy.counter = build.variable(known.name + ".1", known.type, known.range);
  Substitution again(function);
  again.replace(loop.counter, build.read(copy.counter));
  copy.body = again.block(loop.body);
  return build.statement(std::move(copy), range);
}

}  // namespace unpython::transform
