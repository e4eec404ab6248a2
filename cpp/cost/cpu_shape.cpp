#include "cost/cpu_shape.h"

#include <algorithm>

#include "ir/rewrite.h"

namespace unpython::cost {
namespace {

bool holds(const SourceRange& nest, const SourceRange& part) {
  const int last = std::max(nest.line, nest.end_line);
  return nest.file == part.file && nest.line <= part.line && part.line <= last;
}

}  // namespace

const CpuShape::Nest* CpuShape::at(const SourceRange& where) const {
  const auto found =
      std::find_if(nests.begin(), nests.end(), [&](const Nest& nest) { return holds(nest.range, where); });
  return found == nests.end() ? nullptr : &*found;
}

CpuShape cpu_shape(const ir::Function& f, const std::vector<analysis::NestNotes>& nests) {
  CpuShape shape;
  for (const analysis::NestNotes& nest : nests) shape.nests.push_back({.range = nest.range, .jammed = nest.jammed});
  size_t current = shape.nests.size();
  ir::walk_stmts(f, f.body, [&](ir::StmtId id) {
    const SourceRange& range = f[id].range;
    if (range.line != 0) {  // others belong to the nest before them
      const auto found = std::find_if(shape.nests.begin(), shape.nests.end(),
                                      [&](const CpuShape::Nest& nest) { return holds(nest.range, range); });
      current = static_cast<size_t>(found - shape.nests.begin());
    }
    const auto* loop = std::get_if<ir::For>(&f[id].node);
    if (loop == nullptr || current == shape.nests.size()) return true;
    CpuShape::Nest& nest = shape.nests[current];
    nest.is_tiled |= f[loop->counter].name == "tile";
    if (loop->mark == ir::LoopMark::Vector) nest.vector_loops.push_back(range);
    return true;
  });
  return shape;
}

}  // namespace unpython::cost
