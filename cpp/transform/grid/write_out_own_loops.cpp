#include "transform/grid/write_out_own_loops.h"

#include <algorithm>
#include <map>
#include <set>

#include "analysis/text/written_out.h"
#include "ir/elements.h"
#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;

constexpr int64_t kMostTurns = 64;
constexpr int64_t kMostElements = 64;       // of an array: a thread has 255 registers of 32 bits
constexpr int64_t kMostExpressions = 2048;  // of a loop that is written out

/// Which loops those are.
class FindOwnLoops {
 public:
  explicit FindOwnLoops(const Function& f) : f_(f) {}

  std::set<StmtId> run() {
    walk_stmts(f_, f_.body, [&](StmtId id) {
      if (const auto* loop = std::get_if<For>(&f_[id].node))
        (may_be_written_out(*loop) ? loops_ : others_)[loop->counter].push_back(id);
      return true;
    });
    walk_elements(f_, f_.body, [&](ArrayId array, const std::vector<ExprId>& indices) { look_at(array, indices); });
    std::set<StmtId> found;
    for (const auto& [array, subscripts] : subscripts_) {
      const auto is_counter = [&](VarId variable) { return loops_.contains(variable) && !others_.contains(variable); };
      const auto is_number = [&](ExprId subscript) { return analysis::is_number_written_out(f_, subscript, is_counter); };
      if (!std::all_of(subscripts.begin(), subscripts.end(), is_number)) continue;
      const auto note_loops = [&](ExprId part) {
        if (const auto* counter = std::get_if<Read>(&f_[part].node))
          found.insert(loops_.at(counter->variable).begin(), loops_.at(counter->variable).end());
      };
      for (const ExprId subscript : subscripts) walk_exprs(f_, subscript, note_loops);
    }
    return found;
  }

 private:
  [[nodiscard]] bool may_be_written_out(const For& loop) const {
    const auto* turns = std::get_if<Const>(&f_[loop.extent].node);
    if (turns == nullptr || loop.mark != LoopMark::Sequential || turns->value.integer > kMostTurns) return false;
    if (turns->value.integer * count_exprs(f_, loop.body) > kMostExpressions) return false;
    return !holds_any<For, While, Break, Continue>(f_, loop.body);
  }

  void look_at(ArrayId array, const std::vector<ExprId>& indices) {
    const Array& own = f_[array];
    if (own.space != AddressSpace::Private) return;
    int64_t elements = 1;
    for (int64_t extent : own.extents) elements *= extent;
    if (elements > kMostElements) return;
    std::vector<ExprId>& all = subscripts_[array];
    all.insert(all.end(), indices.begin(), indices.end());
  }

  const Function& f_;
  std::map<VarId, std::vector<StmtId>> loops_;  ///< that may be written out, by counter
  std::map<VarId, std::vector<StmtId>> others_;
  std::map<ArrayId, std::vector<ExprId>> subscripts_;  ///< of small arrays
};

class WriteOut : public StatementRewriter {
 public:
  WriteOut(Function& function, std::set<StmtId> loops) : StatementRewriter(function), loops_(std::move(loops)) {}

  Block stmt(StmtId id) override {
    if (!loops_.contains(id)) return {rebuild(id)};
    Stmt stmt = function_[id];
    std::get<For>(stmt.node).mark = LoopMark::Unrolled;
    return {build_.statement(std::move(stmt.node), stmt.range)};
  }

 private:
  const std::set<StmtId> loops_;
};

}  // namespace

Function write_out_own_loops(const Function& function) {
  std::set<StmtId> loops = FindOwnLoops(function).run();
  return loops.empty() ? function : rewritten<WriteOut>(function, std::move(loops));
}

}  // namespace unpython::transform
