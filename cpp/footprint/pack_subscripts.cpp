#include "footprint/pack_subscripts.h"

#include <map>
#include <optional>

#include "ir/builder.h"

namespace unpython::footprint {
namespace {

using namespace ir;
using kernel::Axis;

class PackSubscripts {
 public:
  PackSubscripts(Function function, const kernel::Kernel& kernel, const kernel::Layout& layout)
      : f_(std::move(function)), build_(f_) {
    for (size_t i = 0; i < kernel.arrays.size(); ++i) axes_[kernel.arrays[i].array] = layout.axes[i];
  }

  Function run() {
    const ExprId exprs{f_.exprs.size()};  // those that are made on the way are packed
    for (ExprId id{0}; id.value < exprs.value; ++id.value) {
      if (const auto* load = std::get_if<Load>(&f_[id].node)) {
        std::vector<ExprId> indices = packed(load->array, load->indices);
        std::get<Load>(f_.exprs[id].node).indices = std::move(indices);
      }
    }
    const StmtId stmts{f_.stmts.size()};
    for (StmtId id{0}; id.value < stmts.value; ++id.value) {
      StmtNode& node = f_.stmts[id].node;
      if (auto* store = std::get_if<Store>(&node)) store->indices = packed(store->array, store->indices);
      if (auto* update = std::get_if<AtomicUpdate>(&node))
        update->indices = packed(update->array, update->indices);
    }
    return std::move(f_);
  }

 private:
  /// step * quotient + constant.
  struct Multiple {
    std::optional<ExprId> quotient;  ///< none: 0
    int64_t constant = 0;
  };

  std::vector<ExprId> packed(ArrayId array, std::vector<ExprId> indices) {
    const auto axes = axes_.find(array);
    if (axes == axes_.end()) return indices;
    const size_t rank = indices.size();
    for (size_t d = 0; d < rank; ++d) {
      const Axis& axis = axes->second[d];
      if (axis.grows) indices.push_back(triangle(indices[d]));
      if (axis.step == 1) continue;
      const auto [period, remainder] = divided(indices[d], axis);
      indices[d] = period;
      if (axis.width > 1) indices.push_back(remainder);
    }
    return indices;
  }

  ExprId triangle(ExprId row) {
    return build_.floor_div(build_.mul(row, build_.sub(row, build_.int64(1))), build_.int64(2));
  }

  struct Divided {
    ExprId period;
    ExprId remainder;
  };
  Divided divided(ExprId index, const Axis& axis) {
    if (const std::optional<Multiple> multiple = multiple_of(index, axis.step)) {
      const ExprId constant = build_.int64(axis.period(multiple->constant));
      const ExprId remainder = build_.int64(axis.remainder(multiple->constant));
      return {multiple->quotient ? build_.add(*multiple->quotient, constant) : constant, remainder};
    }
    const ExprId distance = build_.sub(index, build_.int64(axis.first));
    const ExprId step = build_.int64(axis.step);
    return {build_.floor_div(distance, step),
            build_.floor_div(build_.binary(BinaryOp::Modulo, distance, step), build_.int64(axis.by))};
  }

  /// None: not seen to be one.
  std::optional<Multiple> multiple_of(ExprId id, int64_t step) {
    if (const Constant* constant = build_.as_constant(id)) return Multiple{{}, constant->integer};
    const auto* found = std::get_if<Binary>(&f_[id].node);
    if (found == nullptr) return std::nullopt;
    const Binary node = *found;
    if (node.op == BinaryOp::Multiply) return product(node.left, node.right, step);
    if (node.op != BinaryOp::Add && node.op != BinaryOp::Subtract) return std::nullopt;
    const std::optional<Multiple> left = multiple_of(node.left, step);
    const std::optional<Multiple> right = left ? multiple_of(node.right, step) : std::nullopt;
    if (!right) return std::nullopt;
    const bool less = node.op == BinaryOp::Subtract;
    Multiple sum{left->quotient, less ? left->constant - right->constant : left->constant + right->constant};
    if (right->quotient) {
      const ExprId start = sum.quotient ? *sum.quotient : build_.int64(0);
      sum.quotient = less ? build_.sub(start, *right->quotient) : build_.add(start, *right->quotient);
    }
    return sum;
  }
  std::optional<Multiple> product(ExprId a, ExprId b, int64_t step) {
    const Constant* factor = build_.as_constant(b);
    if (factor == nullptr) {
      std::swap(a, b);
      factor = build_.as_constant(b);
    }
    if (factor == nullptr || factor->integer % step != 0) return std::nullopt;
    return Multiple{build_.mul(a, build_.int64(factor->integer / step)), 0};
  }

  Function f_;
  Builder build_;
  std::map<ArrayId, std::array<Axis, kMaxRank>> axes_;
};

}  // namespace

Function pack_subscripts(const Function& function, const kernel::Kernel& kernel,
                         const kernel::Layout& layout) {
  return PackSubscripts(function, kernel, layout).run();
}

}  // namespace unpython::footprint
