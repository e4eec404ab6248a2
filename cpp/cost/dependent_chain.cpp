#include "cost/dependent_chain.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>

#include "cost/operation_class.h"
#include "ir/rewrite.h"
#include "support/match.h"

namespace unpython::cost {
namespace {

using namespace ir;

// Cycles from operands to result.
constexpr double kCyclesOfSum = 3;      // of floats
constexpr double kCyclesOfProduct = 4;  // and of a sum with a product in it
constexpr double kCyclesOfInteger = 1;  // and what compares and chooses
constexpr double kCyclesOfDivision = 13;
constexpr double kCyclesOfRoot = 18;
constexpr double kCyclesOfFunction = 60;
constexpr double kCyclesOfMemory = 3;  // from a store to the load of its element, which may be a register

/// What is known of a value: cycles since the iteration before; none: it does not wait for it.
using Wait = std::optional<double>;

Wait later(const Wait& a, const Wait& b) { return !a ? b : !b ? a : Wait(std::max(*a, *b)); }

class Chain {
 public:
  Chain(const Function& f, const Block& body) : f_(f) { find_carried(body); }

  double run(const Block& body) {
    block(body);
    return longest_;
  }

 private:
  void find_carried(const Block& body) {
    std::set<int32_t> loaded;
    std::set<int32_t> stored;
    walk_stmts(f_, body, [&](StmtId id) {
      if (const auto* assign = std::get_if<Assign>(&f_[id].node)) assigned_.insert(assign->variable.value);
      if (const auto* store = std::get_if<Store>(&f_[id].node)) stored.insert(store->array.value);
      if (!std::holds_alternative<For>(f_[id].node))
        for (const ExprId held : expressions(f_[id]))
          walk_exprs(f_, held, [&](ExprId expr) {
            if (const auto* load = std::get_if<Load>(&f_[expr].node)) loaded.insert(load->array.value);
          });
      return !std::holds_alternative<For>(f_[id].node);
    });
    std::set_intersection(loaded.begin(), loaded.end(), stored.begin(), stored.end(),
                          std::inserter(met_, met_.begin()));
  }

  void block(const Block& statements) {
    for (const StmtId id : statements) {
      match(
          f_[id].node,
          [&](const Assign& node) {
            const Wait wait = wait_of(node.value);
            known_[node.variable.value] = wait;
            end(wait);
          },
          [&](const Store& node) {
            if (met_.contains(node.array.value)) end(wait_of(node.value));
          },
          [&](const If& node) {
            block(node.then_body);
            block(node.else_body);
          },
          [](const For&) {},  // has a chain of its own
          [&](const While& node) {
            block(node.head);
            block(node.body);
          },
          [](const AtomicUpdate&) {}, [](const CheckIndex&) {}, [](const Break&) {}, [](const Continue&) {},
          [](const Return&) {}, [](const Raise&) {}, [](const Allocate&) {}, [](const CallHost&) {});
    }
  }
  void end(const Wait& wait) { longest_ = std::max(longest_, wait.value_or(0)); }

  [[nodiscard]] Wait wait_of(ExprId id) const {
    const Expr& expr = f_[id];
    if (const auto* read = std::get_if<Read>(&expr.node)) {
      const auto known = known_.find(read->variable.value);
      if (known != known_.end()) return known->second;
      return assigned_.contains(read->variable.value) ? Wait(0) : Wait();
    }
    if (const auto* load = std::get_if<Load>(&expr.node))
      return met_.contains(load->array.value) ? Wait(kCyclesOfMemory) : Wait();
    Wait wait;
    bool has_product = false;
    for (const ExprId operand : operands(expr)) {
      const bool is_part = is_sum(expr) && is_product(f_[operand]);
      has_product |= is_part;
      if (!is_part) wait = later(wait, wait_of(operand));
      for (const ExprId factor : is_part ? operands(f_[operand]) : std::vector<ExprId>())
        wait = later(wait, wait_of(factor));
    }
    if (!wait) return wait;
    return *wait + (has_product ? kCyclesOfProduct : cycles_of(expr));
  }

  [[nodiscard]] static bool is_binary(const Expr& expr, std::initializer_list<BinaryOp> wanted) {
    const auto* binary = std::get_if<Binary>(&expr.node);
    return binary != nullptr && is_float(expr.type) &&
           std::find(wanted.begin(), wanted.end(), binary->op) != wanted.end();
  }
  [[nodiscard]] static bool is_sum(const Expr& expr) {
    return is_binary(expr, {BinaryOp::Add, BinaryOp::Subtract});
  }
  [[nodiscard]] static bool is_product(const Expr& expr) { return is_binary(expr, {BinaryOp::Multiply}); }
  /// By a power of two: a product.
  [[nodiscard]] bool is_halving(const Expr& expr) const {
    if (!is_binary(expr, {BinaryOp::Divide})) return false;
    const auto* divisor = std::get_if<Const>(&f_[std::get<Binary>(expr.node).right].node);
    int exponent = 0;
    return divisor != nullptr && std::abs(std::frexp(divisor->value.real.real(), &exponent)) == 0.5;
  }

  [[nodiscard]] double cycles_of(const Expr& expr) const {
    if (is_product(expr) || is_halving(expr)) return kCyclesOfProduct;
    switch (class_of(expr.node)) {
      case OperationClass::Division:
        return kCyclesOfDivision;
      case OperationClass::Root:
        return kCyclesOfRoot;
      case OperationClass::Function:
      case OperationClass::Power:
        return kCyclesOfFunction;
      case OperationClass::None:
      case OperationClass::Simple:
        break;
    }
    const bool floats = is_float(expr.type) || is_complex(expr.type);
    const bool computes = is_one_of<Binary, Cast, Call>(expr.node);
    return floats && computes ? kCyclesOfSum : kCyclesOfInteger;
  }

  const Function& f_;
  std::set<int32_t> assigned_;     ///< variables
  std::set<int32_t> met_;          ///< arrays that are stored and loaded
  std::map<int32_t, Wait> known_;  ///< of variables that the iteration has assigned
  double longest_ = 0;
};

}  // namespace

double chain_of_iteration(const Function& function, const Block& body) {
  return Chain(function, body).run(body);
}

}  // namespace unpython::cost
