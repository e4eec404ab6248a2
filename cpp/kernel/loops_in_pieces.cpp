#include "kernel/loops_in_pieces.h"

#include "ir/rewrite.h"
#include "kernel/wide_accesses.h"

namespace unpython::kernel {
namespace {

using namespace ir;

class CutLoops : public StatementRewriter {
 public:
  CutLoops(Function& function, const Kernel& kernel, const Layout& layout)
      : StatementRewriter(function), kernel_(kernel), layout_(layout) {}

  Block stmt(StmtId id) override {
    const Stmt before = function_[id];
    const auto* loop = std::get_if<For>(&before.node);
    const int64_t width = loop != nullptr ? piece_width(function_, kernel_, layout_, *loop) : 0;
    if (width == 0) return {rebuild(id)};
    const ExprId turns = build_.max(build_.int64(0), loop->extent);
    const ExprId pieces = build_.floor_div(turns, build_.int64(width));
    const ExprId cut = build_.mul(pieces, build_.int64(width));
    const VarId piece = build_.variable("piece", ScalarType::Int64);
    const ExprId start = build_.mul(build_.read(piece), build_.int64(width));
    const StmtId whole = build_.loop(piece, pieces, LoopMark::Sequential,
                                     {turns_from(*loop, start, build_.int64(width), LoopMark::Unrolled, before.range)}, before.range);
    return {whole, turns_from(*loop, cut, build_.sub(turns, cut), LoopMark::Sequential, before.range)};
  }

 private:
  StmtId turns_from(const For& loop, ExprId first, ExprId turns, LoopMark mark, const SourceRange& range) {
    const VarId counter = build_.variable(function_[loop.counter].name, ScalarType::Int64);
    Substitution later(function_);
    later.replace(loop.counter, build_.add(first, build_.read(counter)));
    return build_.loop(counter, turns, mark, later.block(loop.body), range);
  }

  const Kernel& kernel_;
  const Layout& layout_;
};

}  // namespace

Function with_loops_in_pieces(const Function& function, const Kernel& kernel, const Layout& layout) {
  Function result = function;
  CutLoops cut(result, kernel, layout);
  Block body = cut.block(Block(std::get<For>(result[kernel.grid.back()].node).body));
  std::get<For>(result.stmts[kernel.grid.back()].node).body = std::move(body);
  return result;
}

}  // namespace unpython::kernel
