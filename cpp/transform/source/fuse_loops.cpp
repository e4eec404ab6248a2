#include "transform/source/fuse_loops.h"

#include <algorithm>

#include "ir/rewrite.h"
#include "transform/source/compose_loops.h"

namespace unpython::transform {
namespace {

using namespace ir;
using analysis::KnownEqual;

class FuseLoops {
 public:
  FuseLoops(Function& function, FusionReport& report) : function_(function), report_(report) {}

  Block block(const Block& given, KnownEqual known) {
    BlockFusion fusion(function_, [&](StmtId first, StmtId second, const Composition& attempt) {
      note(first, second, attempt);
    });
    for (const StmtId id : given) {
      if (is_known_to_pass(id, known)) continue;
      const StmtId inside = nested(id, known);
      fusion.add(inside, known);
      known.pass(inside);
    }
    return fusion.block();
  }

 private:
  /// `if x != y: raise`, where x and y are known to be equal.
  bool is_known_to_pass(StmtId id, const KnownEqual& known) const {
    const auto* branch = std::get_if<If>(&function_[id].node);
    if (branch == nullptr || !branch->else_body.empty()) return false;
    const auto* differ = std::get_if<Compare>(&function_[branch->condition].node);
    return differ != nullptr && differ->op == CompareOp::NotEqual &&
           function_[differ->left].type == ScalarType::Int64 && known.equal(differ->left, differ->right);
  }

  StmtId nested(StmtId id, const KnownEqual& known) {
    const Stmt before = function_[id];
    const std::vector<const Block*> inner = blocks(before);
    if (inner.empty()) return id;
    KnownEqual at_entry = known;
    at_entry.forget(analysis::assigned_variables(function_, {id}));
    std::vector<Block> after;
    bool changed = false;
    for (const Block* part : inner) {
      after.push_back(block(*part, at_entry));
      changed = changed || after.back() != *part;
    }
    if (!changed) return id;
    return Builder(function_).statement(with_parts(before.node, expressions(before), std::move(after)),
                                        before.range);
  }

  void note(StmtId first, StmtId second, const Composition& attempt) {
    const int line = function_[first].range.line;
    const SourceRange& where = function_[second].range;
    FusionNote note{where, attempt.loop.has_value(), ""};
    note.text = attempt.loop ? "one loop with line " + std::to_string(line)
                             : "not one loop with line " + std::to_string(line) + ": " + attempt.reason;
    if (!attempt.loop && attempt.reason.empty()) return;
    const bool is_known = std::any_of(report_.begin(), report_.end(), [&](const FusionNote& other) {
      return other.where.line == note.where.line && other.text == note.text;
    });
    if (!is_known) report_.push_back(std::move(note));
  }

  Function& function_;
  FusionReport& report_;
};

}  // namespace

Function fuse_loops(const Function& function, FusionReport& report) {
  Function result = function;
  const KnownEqual nothing(result);
  result.body = FuseLoops(result, report).block(result.body, nothing);
  return result;
}

}  // namespace unpython::transform
