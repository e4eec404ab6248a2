#include "cost/vector_cost.h"

#include <algorithm>
#include <functional>

#include "analysis/text/affine.h"
#include "analysis/text/variables.h"
#include "cost/operation_class.h"
#include "cost/unknown_trips.h"
#include "ir/rewrite.h"

namespace unpython::cost {
namespace {

using namespace ir;
using analysis::VarSet;

constexpr double kLatency = 4;  // of an addition that waits for the one before

/// Cycles of one operation: in order, and for a whole vector.
struct OperationCost {
  double scalar = 0;
  double vector = 0;
  bool heavy = false;
};

OperationCost cost_of(const ExprNode& node) {
  const auto* call = std::get_if<Call>(&node);
  switch (class_of(node)) {
    case OperationClass::None:
      return {};
    case OperationClass::Simple:
      if (call == nullptr) return {0.35, 0.5, false};
      return call->function == Intrinsic::MultiplyHigh ? OperationCost{1, 6, false} : OperationCost{0.5, 1, false};
    case OperationClass::Division:
      return {4, 16, true};
    case OperationClass::Root:
      return {6, 24, true};
    case OperationClass::Function:
    case OperationClass::Power:
      return {40, 40, true};
  }
  return {};
}

/// Calls `visit` for the parts of an expression, subscripts and extents aside.
void walk_values(const Function& f, ExprId root, const std::function<void(ExprId)>& visit) {
  visit(root);
  if (std::holds_alternative<Load>(f[root].node)) return;
  for (ExprId operand : operands(f[root])) walk_values(f, operand, visit);
}

/// Expressions of a statement whose values are computed as data: not subscripts, not extents.
std::vector<ExprId> values(const Stmt& stmt) {
  if (const auto* assign = std::get_if<Assign>(&stmt.node)) return {assign->value};
  if (const auto* store = std::get_if<Store>(&stmt.node)) return {store->value};
  if (const auto* branch = std::get_if<If>(&stmt.node)) return {branch->condition};
  if (const auto* loop = std::get_if<While>(&stmt.node)) return {loop->condition};
  return {};
}

/// A float is carried from one iteration of the body to the next.
bool carries_float(const Function& f, const Block& body) {
  const VarSet exposed = analysis::exposed_variables(f, body);
  const auto assigned = analysis::assigned_variables(f, body).members();
  return std::any_of(assigned.begin(), assigned.end(), [&](VarId v) {
    return exposed.contains(v) && (is_float(f[v].type) || is_complex(f[v].type));
  });
}

enum class Reach : uint8_t { Uniform, Unit, Scattered };

class Shape {
 public:
  Shape(const Function& f, const For& loop, int vector_bytes)
      : f_(f), loop_(loop), vector_bytes_(vector_bytes) {
    find_varying();
  }

  VectorShape run() {
    find_item();
    lanes_ = std::max(1.0, static_cast<double>(vector_bytes_) / static_cast<double>(result_.item_bytes));
    result_.cost = block(loop_.body);
    return result_;
  }

 private:
  /// Variables that differ from lane to lane, by what they are assigned and under which conditions.
  void find_varying() {
    varying_.insert(loop_.counter);
    const int32_t limit = f_.variables.size();
    for (int32_t round = 0; round < limit; ++round) {
      const VarSet before = varying_;
      spread(loop_.body, false);
      if (before == varying_) return;
    }
  }
  void spread(const Block& block, bool under_varying) {
    for (StmtId id : block) {
      const Stmt& stmt = f_[id];
      bool varies = under_varying;
      for (ExprId root : expressions(stmt)) varies = varies || analysis::reads_any(f_, root, varying_);
      if (const auto* assign = std::get_if<Assign>(&stmt.node); assign != nullptr && varies) {
        varying_.insert(assign->variable);
      }
      const bool guards = varies && !std::holds_alternative<Assign>(stmt.node);
      for (const Block* nested : blocks(stmt)) spread(*nested, guards);
    }
  }
  void find_item() {
    walk_stmts(f_, loop_.body, [&](StmtId id) {
      for (ExprId root : values(f_[id])) {
        walk_values(f_, root, [&](ExprId part) {
          const ScalarType type = f_[part].type;
          const bool data = !std::holds_alternative<Const>(f_[part].node) && type != ScalarType::Bool;
          if (data) result_.item_bytes = std::max(result_.item_bytes, size_of(real_part_type(type)));
        });
      }
      return true;
    });
  }

  /// Arrays of the function itself are row-major.
  [[nodiscard]] StrideClass stride_of(ArrayId array, size_t axis, size_t rank) const {
    const std::vector<StrideClass>& known = f_[array].strides;
    if (!known.empty()) return known[axis];
    return axis + 1 == rank ? StrideClass::Unit : StrideClass::Other;
  }

  [[nodiscard]] Reach reach(ArrayId array, const std::vector<ExprId>& indices) const {
    Reach result = Reach::Uniform;
    for (size_t d = 0; d < indices.size(); ++d) {
      const StrideClass stride = stride_of(array, d, indices.size());
      if (stride == StrideClass::Zero || !analysis::reads_any(f_, indices[d], varying_)) continue;
      const auto form = analysis::affine_form(f_, analysis::unwrapped(f_, indices[d]));
      if (!form) return Reach::Scattered;
      const analysis::Affine rest = analysis::without(f_, *form, loop_.counter);
      const bool fixed = std::none_of(rest.terms.begin(), rest.terms.end(), [&](const analysis::Term& term) {
        return analysis::reads_any(f_, term.atom, varying_);
      });
      const bool other_axis = result == Reach::Unit;
      if (!fixed || other_axis || stride != StrideClass::Unit ||
          analysis::coefficient_of(f_, *form, loop_.counter) != 1) {
        return Reach::Scattered;
      }
      result = Reach::Unit;
    }
    return result;
  }
  double access(ArrayId array, const std::vector<ExprId>& indices, bool store) {
    switch (reach(array, indices)) {
      case Reach::Uniform:
        return 0.5 / lanes_;
      case Reach::Unit:
        ++result_.unit_accesses;
        return (store ? 1.5 : 1.0) / lanes_;
      case Reach::Scattered:
        ++result_.gathers;
        if (depth_ > 0) ++result_.gathers_inside;
        return (store ? 2.0 : 1.25) * (size_of(f_[array].type) < 4 ? 2 : 1);  // narrow ones have no instruction
    }
    return 0;
  }
  double expr(ExprId root) {
    double cost = 0;
    walk_exprs(f_, root, [&](ExprId id) {
      if (const auto* load = std::get_if<Load>(&f_[id].node))
        cost += access(load->array, load->indices, false);
    });
    walk_values(f_, root, [&](ExprId id) {
      const OperationCost operation = cost_of(f_[id].node);
      cost += operation.vector / lanes_;
      result_.heavy = result_.heavy || operation.heavy;
      result_.heavy_inside = result_.heavy_inside || (operation.heavy && depth_ > 0);
    });
    return cost;
  }
  double block(const Block& block) {
    double sum = 0;
    for (StmtId id : block) sum += stmt(f_[id]);
    return sum;
  }
  double stmt(const Stmt& stmt) {
    double cost = 0;
    for (ExprId root : values(stmt)) cost += expr(root);
    if (const auto* store = std::get_if<Store>(&stmt.node))
      cost += access(store->array, store->indices, true);
    if (const auto* branch = std::get_if<If>(&stmt.node)) {
      cost += block(branch->then_body) + block(branch->else_body);
    } else if (const auto* loop = std::get_if<For>(&stmt.node)) {
      cost += inner(loop->body, expected_trips(f_, loop->extent),
                    analysis::reads_any(f_, loop->extent, varying_));
    } else if (const auto* repeat = std::get_if<While>(&stmt.node)) {
      cost += block(repeat->head) * kUnknownTrips;
      cost += inner(repeat->body, kUnknownTrips, analysis::reads_any(f_, repeat->condition, varying_));
    }
    return cost;
  }
  double inner(const Block& body, double trips, bool diverges) {
    result_.has_loop = true;
    const int gathers = result_.gathers;
    ++depth_;
    double cost = block(body);
    --depth_;
    if (carries_float(f_, body)) cost = std::max(cost, kLatency / lanes_);
    if (diverges) {
      result_.diverges = true;
      cost *= result_.gathers > gathers ? 3 : 1.5;
    }
    return trips * cost;
  }

  const Function& f_;
  const For& loop_;
  int vector_bytes_;
  VarSet varying_;
  double lanes_ = 1;
  int depth_ = 0;  ///< loops of the body around the statement at hand
  VectorShape result_;
};

double scalar_cost(const Function& f, ExprId root) {
  double cost = 0;
  walk_exprs(f, root, [&](ExprId id) { cost += std::holds_alternative<Load>(f[id].node) ? 0.4 : 0; });
  walk_values(f, root, [&](ExprId id) { cost += cost_of(f[id].node).scalar; });
  return cost;
}

}  // namespace

VectorShape vector_shape(const Function& f, StmtId loop, int vector_bytes) {
  return Shape(f, std::get<For>(f[loop].node), vector_bytes).run();
}

double scalar_cost(const Function& f, const Block& body) {
  double cost = 0;
  for (StmtId id : body) {
    const Stmt& stmt = f[id];
    for (ExprId root : values(stmt)) cost += scalar_cost(f, root);
    if (std::holds_alternative<Store>(stmt.node)) cost += 1;
    if (const auto* branch = std::get_if<If>(&stmt.node)) {
      cost += scalar_cost(f, branch->then_body) + scalar_cost(f, branch->else_body);
    } else if (const auto* loop = std::get_if<While>(&stmt.node)) {
      cost += kUnknownTrips * (scalar_cost(f, loop->head) + scalar_cost(f, loop->body));
    }
  }
  return carries_float(f, body) ? std::max(cost, kLatency) : cost;
}

double expected_trips(const Function& f, ExprId extent) {
  const auto* constant = std::get_if<Const>(&f[extent].node);
  return std::max(0.0, static_cast<double>(constant == nullptr ? kUnknownTrips : constant->value.integer));
}

}  // namespace unpython::cost
