#include "kernel/boxes.h"

#include <algorithm>
#include <map>
#include <set>

#include "analysis/variables.h"
#include "ir/rewrite.h"
#include "support/checked_int.h"
#include "support/floor_div.h"
#include "support/match.h"

namespace unpython::kernel {
namespace {

using namespace ir;

struct Interval {
  int64_t low;
  int64_t high;
};
using Known = std::optional<Interval>;  ///< none: any number

Known add(const Known& a, const Known& b) {
  if (!a || !b) return std::nullopt;
  const auto low = checked_add(a->low, b->low);
  const auto high = checked_add(a->high, b->high);
  return low && high ? Known(Interval{*low, *high}) : std::nullopt;
}

Known negated(const Known& a) {
  if (!a || a->low == INT64_MIN) return std::nullopt;
  return Interval{-a->high, -a->low};
}

Known multiply(const Known& a, const Known& b) {
  if (!a || !b) return std::nullopt;
  Interval result{INT64_MAX, INT64_MIN};
  for (const int64_t x : {a->low, a->high}) {
    for (const int64_t y : {b->low, b->high}) {
      const auto product = checked_mul(x, y);
      if (!product) return std::nullopt;
      result.low = std::min(result.low, *product);
      result.high = std::max(result.high, *product);
    }
  }
  return result;
}

/// Follows the body with the range of each counter and of each variable that is assigned once.
class Boxes {
 public:
  Boxes(const Function& f, const Kernel& kernel, std::span<const IterationRange> ranges,
        const LaunchNumbers& numbers)
      : f_(f), kernel_(kernel), numbers_(numbers), uses_(kernel.arrays.size()) {
    for (size_t n = 0; n < kernel.grid.size(); ++n) {
      const auto& loop = std::get<For>(f[kernel.grid[n]].node);
      ranges_[loop.counter] = Interval{ranges[n].first, ranges[n].end - 1};
      own_.insert(loop.counter);
    }
    body_ = &std::get<For>(f[kernel.grid.back()].node).body;
    for (VarId variable : analysis::assigned_variables(f, *body_).members()) own_.insert(variable);
    walk_stmts(f, *body_, [&](StmtId id) {
      if (const auto* assign = std::get_if<Assign>(&f[id].node)) ++assignments_[assign->variable];
      return true;
    });
  }

  std::vector<ArrayUse> run() {
    block(*body_, true);
    for (ArrayUse& use : uses_) use.covered = use.covered && !use.loaded;
    return std::move(uses_);
  }

 private:
  void block(const Block& statements, bool always) {
    for (StmtId id : statements) {
      const Stmt& stmt = f_[id];
      for (ExprId held : expressions(stmt)) loads(held);
      match(
          stmt.node, [&](const Assign& node) { assign(node); },
          [&](const Store& node) { store(node.array, node.indices, always); },
          [&](const AtomicUpdate& node) {
            store(node.array, node.indices, false);
            load(node.array, node.indices);
          },
          [&](const If& node) {
            block(node.then_body, false);
            block(node.else_body, false);
          },
          [&](const For& node) { loop(node, always); },
          [&](const While& node) {
            block(node.head, false);
            block(node.body, false);
          },
          [&](const CheckIndex&) { always = false; }, [&](const Raise&) { always = false; },
          [](const Break&) {}, [](const Continue&) {}, [](const Return&) {}, [](const Allocate&) {});
      if (may_leave(id)) always = false;
    }
  }

  /// What follows may not run in every iteration.
  bool may_leave(StmtId id) const {
    bool leaves = false;
    walk_stmts(f_, {id}, [&](StmtId inner) {
      const StmtNode& node = f_[inner].node;
      leaves |= std::holds_alternative<Break>(node) || std::holds_alternative<Continue>(node) ||
                std::holds_alternative<Raise>(node) || std::holds_alternative<CheckIndex>(node);
      return !leaves;
    });
    return leaves;
  }

  void assign(const Assign& node) {
    if (f_[node.variable].type != ScalarType::Int64) return;
    if (assignments_[node.variable] == 1) ranges_[node.variable] = range(node.value);
  }

  void loop(const For& node, bool always) {
    const Known extent = range(node.extent);
    if (extent && extent->high <= 0) return;
    ranges_[node.counter] = extent ? Known(Interval{0, extent->high - 1}) : Known(Interval{0, INT64_MAX});
    // An extent that differs between iterations, or may be 0, covers nothing for certain.
    const bool fixed = extent && extent->low == extent->high;
    if (fixed) counted_.insert(node.counter);
    block(node.body, always && fixed);
    counted_.erase(node.counter);
  }

  void loads(ExprId root) {
    walk_exprs(f_, root, [&](ExprId id) {
      if (const auto* node = std::get_if<Load>(&f_[id].node)) load(node->array, node->indices);
    });
  }

  Box box(ArrayId array, const std::vector<ExprId>& indices) {
    Box result;
    for (size_t d = 0; d < indices.size(); ++d) {
      const int64_t last = numbers_.extent(array, static_cast<int>(d)) - 1;
      const Known known = range(indices[d]);
      result.low[d] = known ? std::clamp<int64_t>(known->low, 0, std::max<int64_t>(last, 0)) : 0;
      result.high[d] = known ? std::min(known->high, last) : last;
    }
    return result;
  }

  static void unite(std::optional<Box>& into, const Box& more) { into = into ? bounding(*into, more) : more; }

  ArrayUse* use_of(ArrayId array) {
    for (size_t i = 0; i < kernel_.arrays.size(); ++i) {
      if (kernel_.arrays[i].array == array) return &uses_[i];
    }
    return nullptr;
  }
  void load(ArrayId array, const std::vector<ExprId>& indices) {
    if (ArrayUse* use = use_of(array)) unite(use->loaded, box(array, indices));
  }
  void store(ArrayId array, const std::vector<ExprId>& indices, bool always) {
    ArrayUse* use = use_of(array);
    if (use == nullptr) return;
    const Box touched = box(array, indices);
    const bool fills = always && is_filled(indices);
    if (!use->stored) {
      use->covered = fills;
    } else if (!(*use->stored == touched)) {
      use->covered = false;
    } else {
      use->covered |= fills;
    }
    unite(use->stored, touched);
  }

  /// Each subscript is a counter of its own, moved by what is the same for all iterations.
  bool is_filled(const std::vector<ExprId>& indices) const {
    std::set<VarId> used;
    return std::all_of(indices.begin(), indices.end(), [&](ExprId index) {
      int counters = 0;
      bool plain = true;
      walk_exprs(f_, index, [&](ExprId id) {
        const ExprNode& node = f_[id].node;
        const auto* read = std::get_if<Read>(&node);
        if (read != nullptr && own_.contains(read->variable)) {
          const bool counter = is_grid_counter(read->variable) || counted_.contains(read->variable);
          plain = plain && counter && used.insert(read->variable).second;
          ++counters;
        }
        const auto* binary = std::get_if<Binary>(&node);
        const bool sum =
            binary != nullptr && (binary->op == BinaryOp::Add || binary->op == BinaryOp::Subtract);
        plain = plain && (read != nullptr || sum || std::holds_alternative<Const>(node) ||
                          std::holds_alternative<Extent>(node));
      });
      return plain && counters <= 1;
    });
  }
  bool is_grid_counter(VarId variable) const {
    return std::any_of(kernel_.grid.begin(), kernel_.grid.end(),
                       [&](StmtId id) { return std::get<For>(f_[id].node).counter == variable; });
  }

  bool depends_on_iteration(ExprId root) const {
    bool found = false;
    walk_exprs(f_, root, [&](ExprId id) {
      const auto* read = std::get_if<Read>(&f_[id].node);
      found |=
          (read != nullptr && own_.contains(read->variable)) || std::holds_alternative<Load>(f_[id].node);
    });
    return found;
  }

  Known range(ExprId id) {
    if (f_[id].type != ScalarType::Int64) return std::nullopt;
    if (!depends_on_iteration(id)) {
      const std::optional<int64_t> value = numbers_.value(id);
      return value ? Known(Interval{*value, *value}) : std::nullopt;
    }
    return match(
        f_[id].node,
        [](const Const& node) {
          return Known(Interval{node.value.integer, node.value.integer});
        },
        [&](const Read& node) {
          const auto found = ranges_.find(node.variable);
          return found == ranges_.end() ? Known() : found->second;
        },
        [&](const WrapIndex& node) { return wrapped(range(node.index), node); },
        [&](const Binary& node) { return binary(node); }, [&](const Call& node) { return call(node); },
        [&](const Select& node) { return either(range(node.if_true), range(node.if_false)); },
        [](const Load&) { return Known(); }, [](const Extent&) { return Known(); },
        [](const Unary&) { return Known(); }, [](const Compare&) { return Known(); },
        [](const Cast&) { return Known(); });
  }

  Known wrapped(const Known& index, const WrapIndex& node) {
    if (!index) return std::nullopt;
    const int64_t extent = numbers_.extent(node.array, node.dimension);
    if (index->low >= 0) return index;
    if (index->high < 0) return add(index, Interval{extent, extent});
    return Interval{0, std::max<int64_t>(extent - 1, 0)};
  }

  Known binary(const Binary& node) {
    const Known left = range(node.left);
    const Known right = range(node.right);
    switch (node.op) {
      case BinaryOp::Add:
        return add(left, right);
      case BinaryOp::Subtract:
        return add(left, negated(right));
      case BinaryOp::Multiply:
        return multiply(left, right);
      case BinaryOp::FloorDivide:
        if (!left || !right || right->low != right->high || right->low <= 0) return std::nullopt;
        return Interval{floor_div(left->low, right->low), floor_div(left->high, right->low)};
      case BinaryOp::Modulo:
        if (!right || right->low != right->high || right->low <= 0) return std::nullopt;
        if (left && floor_div(left->low, right->low) == floor_div(left->high, right->low)) {
          const int64_t whole = floor_div(left->low, right->low) * right->low;
          return Interval{left->low - whole, left->high - whole};
        }
        return Interval{0, right->low - 1};
      default:
        return std::nullopt;
    }
  }

  Known call(const Call& node) {
    if (node.function != Intrinsic::Minimum && node.function != Intrinsic::Maximum) return std::nullopt;
    const Known a = range(node.arguments[0]);
    const Known b = range(node.arguments[1]);
    const bool least = node.function == Intrinsic::Minimum;
    if (!a || !b) return std::nullopt;
    return least ? Interval{std::min(a->low, b->low), std::min(a->high, b->high)}
                 : Interval{std::max(a->low, b->low), std::max(a->high, b->high)};
  }

  static Known either(const Known& a, const Known& b) {
    if (!a || !b) return std::nullopt;
    return Interval{std::min(a->low, b->low), std::max(a->high, b->high)};
  }

  const Function& f_;
  const Kernel& kernel_;
  const LaunchNumbers& numbers_;
  const Block* body_ = nullptr;
  std::map<VarId, Known> ranges_;
  std::map<VarId, int> assignments_;
  std::set<VarId> own_;  ///< counters and variables of the kernel
  std::set<VarId>
      counted_;  ///< counters of inner loops around the statement, whose trips are the same for all
  std::vector<ArrayUse> uses_;
};

}  // namespace

std::vector<ArrayUse> boxes(const Function& function, const Kernel& kernel,
                            std::span<const IterationRange> ranges, const LaunchNumbers& numbers) {
  return Boxes(function, kernel, ranges, numbers).run();
}

}  // namespace unpython::kernel
