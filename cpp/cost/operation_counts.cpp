// Branches count with all their statements.
#include "cost/operation_counts.h"

#include <algorithm>
#include <optional>

#include "cost/operation_class.h"
#include "cost/unknown_trips.h"
#include "ir/rewrite.h"
#include "ir/scalar_slot.h"
#include "support/match.h"

namespace unpython::cost {
namespace {

using namespace ir;

constexpr double kShareOfBound = 0.5;  // within a factor of two of a quarter, and of all
constexpr double kHalvings =
    10;  // of a variable that is halved, or doubled, each time: to or from a thousand

/// How many exponentials a function is worth.
double worth_of(Intrinsic function) {
  switch (function) {
    case Intrinsic::Pow:
    case Intrinsic::Gamma:
    case Intrinsic::LogGamma:
      return 3;
    case Intrinsic::Erf:
    case Intrinsic::Erfc:
    case Intrinsic::Tan:
    case Intrinsic::Hypot:
      return 1.5;
    default:
      return 1;
  }
}

bool is_product(const Function& f, ExprId id) {
  const auto* binary = std::get_if<Binary>(&f[id].node);
  return binary != nullptr && binary->op == BinaryOp::Multiply;
}

/// The statements of one iteration of a loop.
class Walk {
 public:
  Walk(const Function& f, std::span<const abi::ScalarSlot> scalars) : f_(f), scalars_(scalars) {}

  void block(const Block& block, double times) {
    for (const StmtId id : block) statement(id, times);
  }
  [[nodiscard]] const OperationCounts& counts() const { return counts_; }
  /// How often each nested For starts.
  [[nodiscard]] const std::unordered_map<int32_t, double>& starts() const { return starts_; }

 private:
  void statement(StmtId id, double times) {
    match(
        f_[id].node,
        [&](const Assign& node) {
          if (!is_index(node)) value(node.value, times);
        },
        [&](const Store& node) { value(node.value, times); },
        [&](const AtomicUpdate& node) { value(node.value, times); },
        [&](const If& node) {
          value(node.condition, times);
          block(node.then_body, times);
          block(node.else_body, times);
        },
        [&](const For&) { starts_[id.value] = times; },
        [&](const While& node) {
          const double inside = times * trips(node);
          block(node.head, inside);
          value(node.condition, inside);
          block(node.body, inside);
        },
        [](const CheckIndex&) {}, [](const Break&) {}, [](const Continue&) {}, [](const Return&) {},
        [](const Raise&) {}, [](const Allocate&) {}, [](const CallHost&) {});
  }

  /// A counter's value moved and scaled: it ends up in addresses.
  [[nodiscard]] bool is_index(const Assign& node) const {
    if (f_[node.variable].type != ScalarType::Int64) return false;
    return !any_expr(f_, node.value, [&](ExprId id) {
      const ExprNode& part = f_[id].node;
      const auto* binary = std::get_if<Binary>(&part);
      const bool linear =
          binary != nullptr && (binary->op == BinaryOp::Add || binary->op == BinaryOp::Subtract ||
                                binary->op == BinaryOp::Multiply);
      return !linear && !is_one_of<Const, Read, Extent>(part);
    });
  }

  void value(ExprId id, double times) {
    const Expr& expr = f_[id];
    if (std::holds_alternative<Load>(expr.node)) return;  // counted as an access
    node(expr, times);
    const auto* binary = std::get_if<Binary>(&expr.node);
    const bool sum = binary != nullptr && is_float(expr.type) &&
                     (binary->op == BinaryOp::Add || binary->op == BinaryOp::Subtract);
    bool fused = false;
    for (const ExprId operand : operands(expr)) {
      if (!sum || fused || !is_product(f_, operand)) {
        value(operand, times);
        continue;
      }
      fused = true;
      for (const ExprId factor : operands(f_[operand])) value(factor, times);
    }
  }

  void node(const Expr& expr, double times) {
    if (class_of(expr.node) == OperationClass::None) return;
    ScalarType type = expr.type;
    if (const auto* compare = std::get_if<Compare>(&expr.node)) type = f_[compare->left].type;
    const bool complex = is_complex(type);
    type = real_part_type(type);
    const double each = times * (complex ? 3 : 1);
    const OperationClass kind = class_of(expr.node);
    FloatCounts& floats = size_of(type) > 4 ? counts_.wide : counts_.narrow;
    if (kind == OperationClass::Division || kind == OperationClass::Root) {
      floats.divisions += each;
    } else if (kind == OperationClass::Function || kind == OperationClass::Power) {
      floats.functions += each * worth_of(std::get<Call>(expr.node).function);
    } else if (is_float(type)) {
      floats.simple += each;
    } else {
      counts_.integer += each;
    }
  }

  /// Of a While, in all.
  [[nodiscard]] double trips(const While& node) const {
    std::optional<double> known = trips_by(node.condition, node);
    for (const StmtId id : node.head) {
      for (const ExprId held : expressions(f_[id])) {
        if (!known) known = trips_by(held, node);
      }
    }
    return known.value_or(static_cast<double>(kUnknownTrips));
  }

  /// From what an integer variable is compared with. What counts down begins somewhere that is not known.
  [[nodiscard]] std::optional<double> trips_by(ExprId condition, const While& node) const {
    std::optional<double> known;
    walk_exprs(f_, condition, [&](ExprId id) {
      const auto* compare = std::get_if<Compare>(&f_[id].node);
      if (compare == nullptr || known || !is_integer(f_[compare->left].type)) return;
      const auto* read = std::get_if<Read>(&f_[compare->left].node);
      if (read == nullptr) return;
      if (is_scaled(read->variable, node.body)) {
        known = kHalvings;
      } else if (compare->op == CompareOp::Less || compare->op == CompareOp::LessEqual) {
        const std::optional<double> bound = number(compare->right);
        if (bound) known = std::max(1.0, kShareOfBound * *bound);
      }
    });
    return known;
  }

  /// Each iteration divides or multiplies it.
  [[nodiscard]] bool is_scaled(VarId variable, const Block& body) const {
    return std::any_of(body.begin(), body.end(), [&](StmtId id) {
      const auto* assign = std::get_if<Assign>(&f_[id].node);
      if (assign == nullptr || assign->variable != variable) return false;
      const auto* binary = std::get_if<Binary>(&f_[assign->value].node);
      return binary != nullptr && (binary->op == BinaryOp::FloorDivide || binary->op == BinaryOp::Multiply ||
                                   binary->op == BinaryOp::ShiftLeft || binary->op == BinaryOp::ShiftRight);
    });
  }

  [[nodiscard]] std::optional<double> number(ExprId id) const {
    if (const auto* constant = std::get_if<Const>(&f_[id].node))
      return static_cast<double>(constant->value.integer);
    const auto* read = std::get_if<Read>(&f_[id].node);
    if (read == nullptr) return std::nullopt;
    size_t scalar = 0;
    for (const Parameter& parameter : f_.parameters) {
      if (parameter.is_array) continue;
      if (parameter.variable == read->variable && scalar < scalars_.size())
        return static_cast<double>(ir::to_constant(f_[read->variable].type, scalars_[scalar]).integer);
      ++scalar;
    }
    return std::nullopt;
  }

  const Function& f_;
  std::span<const abi::ScalarSlot> scalars_;
  OperationCounts counts_;
  std::unordered_map<int32_t, double> starts_;
};

}  // namespace

void OperationCounts::add(const OperationCounts& more, double times) {
  const auto floats = [&](FloatCounts& into, const FloatCounts& from) {
    into.simple += times * from.simple;
    into.divisions += times * from.divisions;
    into.functions += times * from.functions;
  };
  floats(narrow, more.narrow);
  floats(wide, more.wide);
  integer += times * more.integer;
}

std::unordered_map<int32_t, LoopOperations> count_operations(const Function& function,
                                                             std::span<const abi::ScalarSlot> scalars) {
  std::unordered_map<int32_t, LoopOperations> result;
  const auto walked = [&](const Block& block) {
    Walk walk(function, scalars);
    walk.block(block, 1);
    for (const auto& [inner, times] : walk.starts()) result[inner].starts = times;
    return walk.counts();
  };
  static_cast<void>(walked(function.body));
  walk_stmts(function, function.body, [&](StmtId id) {
    const auto* loop = std::get_if<For>(&function[id].node);
    if (loop != nullptr) result[id.value].own = walked(loop->body);
    return true;
  });
  return result;
}

}  // namespace unpython::cost
