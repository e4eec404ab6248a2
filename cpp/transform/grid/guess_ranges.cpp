#include "transform/grid/guess_ranges.h"

#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;

/// Bits of the numbers of a range lie in least .. least + span.
struct Range {
  int64_t least;
  int64_t span;
};
// Roots: from 2^-101 on, all finite numbers. Roots themselves lie in 2^-51 to 2^64, which quotients may have as a divisor.
constexpr Range kOfRoot{0x0d000000, 0x727fffff};
// Quotients: magnitudes from 2^-60 to 2^61. Results are normal numbers then, and what is left of a division is exact.
constexpr Range kOfQuotient{0x21800000, 0x3c800000};

class GuessRanges : public Rewriter {
 public:
  explicit GuessRanges(Function& function)
      : Rewriter(function),
        root_(build_.variable("worst", ScalarType::UInt32)),
        quotient_(build_.variable("worst", ScalarType::UInt32)) {}

  std::optional<GuessedRanges> run(const Block& statements) {
    Block guessed = block(statements);
    if (!fits_ || !any_) return std::nullopt;
    return GuessedRanges{{build_.assign(root_, number(0)), build_.assign(quotient_, number(0))},
                         std::move(guessed),
                         build_.logical_and(is_within(root_, kOfRoot), is_within(quotient_, kOfQuotient))};
  }

  ExprId expr(ExprId id) override {
    const ExprNode node = function_[id].node;
    if (!always_evaluates(node)) return id;
    if (function_[id].type == ScalarType::Float32) {
      const auto* call = std::get_if<Call>(&node);
      if (call != nullptr && call->function == Intrinsic::Sqrt) return root(call->arguments[0]);
      const auto* binary = std::get_if<Binary>(&node);
      if (binary != nullptr && binary->op == BinaryOp::Divide) return quotient(*binary);
    }
    return rebuild(id);
  }

  Block stmt(StmtId id) override {
    const StmtNode& node = function_[id].node;
    if (const auto* loop = std::get_if<For>(&node)) {
      fits_ &= loop->mark == LoopMark::Unrolled;
      return {rebuild(id)};
    }
    fits_ &= is_one_of<Assign, Store>(node);
    if (!fits_) return {id};
    const StmtId rebuilt = rebuild(id);
    Block result = std::move(checks_);
    checks_.clear();
    result.push_back(rebuilt);
    return result;
  }

 private:
  /// An operand that may not be evaluated may not be there to be looked at.
  static bool always_evaluates(const ExprNode& node) {
    if (std::holds_alternative<Select>(node)) return false;
    const auto* binary = std::get_if<Binary>(&node);
    return binary == nullptr || (binary->op != BinaryOp::LogicalAnd && binary->op != BinaryOp::LogicalOr);
  }

  ExprId root(ExprId operand) {
    const ExprId own = expr(operand);
    look_at(build_.cast(ScalarType::UInt32, build_.call(Intrinsic::Bits, {own})), root_, kOfRoot);
    return build_.call(Intrinsic::RootWithin, {own});
  }
  ExprId quotient(const Binary& division) {
    const ExprId left = expr(division.left);
    const ExprId right = expr(division.right);
    for (ExprId operand : {left, right})
      if (!is_root(operand)) look_at(magnitude(operand), quotient_, kOfQuotient);
    return build_.call(Intrinsic::QuotientWithin, {left, right});
  }
  [[nodiscard]] bool is_root(ExprId id) const {
    const auto* call = std::get_if<Call>(&function_[id].node);
    return call != nullptr && call->function == Intrinsic::RootWithin;
  }
  ExprId magnitude(ExprId operand) {
    const ExprId bits = build_.cast(ScalarType::UInt32, build_.call(Intrinsic::Bits, {operand}));
    return build_.binary(BinaryOp::BitAnd, bits, number(0x7fffffff));
  }
  void look_at(ExprId bits, VarId worst, const Range& range) {
    any_ = true;
    const ExprId distance = build_.sub(bits, number(range.least));  // below the range it wraps to more than any span
    checks_.push_back(build_.assign(worst, build_.max(build_.read(worst), distance)));
  }
  ExprId is_within(VarId worst, const Range& range) {
    return build_.compare(CompareOp::LessEqual, build_.read(worst), number(range.span));
  }
  ExprId number(int64_t value) { return build_.number(ScalarType::UInt32, value); }

  const VarId root_;
  const VarId quotient_;
  Block checks_;  ///< of the statement at hand
  bool any_ = false;
  bool fits_ = true;
};

}  // namespace

std::optional<GuessedRanges> guess_ranges(Function& function, const Block& statements) {
  return GuessRanges(function).run(statements);
}

}  // namespace unpython::transform
