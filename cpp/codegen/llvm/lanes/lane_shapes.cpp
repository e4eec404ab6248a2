// A fixed point over the body of a Vector loop: shapes only move from even to varying, so it ends.
#include "codegen/llvm/lanes/lane_shapes.h"

#include <optional>

#include "codegen/llvm/math/math_library.h"
#include "ir/rewrite.h"
#include "support/checked_int.h"
#include "support/match.h"

namespace unpython::codegen {

namespace {

constexpr LaneShape kVarying{true, 0};

/// Calls `visit` with the array and the indices of each access of a block.
template <class Visit>
void walk_accesses(const ir::Function& function, const ir::Block& block, const Visit& visit) {
  ir::walk_all_exprs(function, block, [&](ir::ExprId id) {
    if (const auto* load = std::get_if<ir::Load>(&function[id].node)) visit(load->array, load->indices);
  });
  ir::walk_stmts(function, block, [&](ir::StmtId id) {
    if (const auto* store = std::get_if<ir::Store>(&function[id].node)) visit(store->array, store->indices);
    if (const auto* update = std::get_if<ir::AtomicUpdate>(&function[id].node))
      visit(update->array, update->indices);
    return true;
  });
}

}  // namespace

/// What decides whether lanes are together at a statement.
struct LaneShapes::Control {
  bool apart = false;          ///< some lanes of the group may be off
  bool apart_in_loop = false;  ///< the same, counting only what lies inside the innermost loop
  ir::StmtId loop;             ///< innermost loop: the Vector loop or one inside it
};

UseCounts::UseCounts(const ir::Function& function)
    : reads(ir::count_reads(function, function.body)), assignments(ir::count_assignments(function, function.body)) {
  walk_accesses(function, function.body, [&](ir::ArrayId array, const auto&) { ++accesses[array]; });
}

LaneShapes::LaneShapes(const ir::Function& function, const UseCounts& uses, ir::StmtId vector_loop)
    : function_(function) {
  const auto& loop = std::get<ir::For>(function[vector_loop].node);
  collect_assigned(loop.body);
  find_block_local(uses, loop.body);
  shapes_[loop.counter] = LaneShape{false, 1};
  known_.insert(loop.counter);
  for (const auto& [variable, shape] : shapes_) {
    if (!block_local_.contains(variable)) known_.insert(variable);
  }
  settle(vector_loop);
  find_per_lane(uses, loop.body);
  found_.clear();
  if (!per_lane_.empty()) settle(vector_loop);
}

void LaneShapes::settle(ir::StmtId vector_loop) {
  do {
    changed_ = false;
    bool apart = masked(vector_loop);
    visit(std::get<ir::For>(function_[vector_loop].node).body, {apart, apart, vector_loop});
  } while (changed_);
}

void LaneShapes::find_per_lane(const UseCounts& uses, const ir::Block& body) {
  std::unordered_map<ir::ArrayId, int> accesses;
  std::unordered_set<ir::ArrayId> by_lane;
  walk_accesses(function_, body, [&](ir::ArrayId array, const std::vector<ir::ExprId>& indices) {
    ++accesses[array];
    for (ir::ExprId index : indices) {
      if (shape(index).step != 0) by_lane.insert(array);
    }
  });
  for (const auto& [array, count] : accesses) {
    ir::AddressSpace space = function_[array].space;
    bool local = ir::is_scratch(space);
    if (local && !by_lane.contains(array) && count == uses.accesses.at(array)) per_lane_.insert(array);
  }
}

LaneShape LaneShapes::variable(ir::VarId id) const {
  auto found = shapes_.find(id);
  return found == shapes_.end() ? LaneShape{} : found->second;
}

/// A constant, a variable, or an element.
bool LaneShapes::is_moved(ir::ExprId value) const {
  const ir::ExprNode& node = function_[value].node;
  return is_one_of<ir::Const, ir::Read, ir::Load>(node);
}

void LaneShapes::collect_assigned(const ir::Block& block) {
  ir::walk_stmts(function_, block, [&](ir::StmtId id) {
    const auto* assign = std::get_if<ir::Assign>(&function_[id].node);
    const auto* store = std::get_if<ir::Store>(&function_[id].node);
    if (assign != nullptr) shapes_[assign->variable] = {};
    only_moves_ = only_moves_ && ((assign != nullptr && is_moved(assign->value)) ||
                                  (store != nullptr && is_moved(store->value)));
    if (const auto* loop = std::get_if<ir::For>(&function_[id].node)) {
      shapes_[loop->counter] = {};
      known_.insert(loop->counter);
    }
    return true;
  });
  constexpr int kLongBody = 200;
  int expressions = 0;
  ir::walk_all_exprs(function_, block, [&](ir::ExprId id) {
    const auto* call = std::get_if<ir::Call>(&function_[id].node);
    bool leaves = call != nullptr && is_library_call(call->function, function_[call->arguments[0]].type);
    heavy_ = heavy_ || leaves || ++expressions > kLongBody;
  });
}

void LaneShapes::find_block_local(const UseCounts& uses, const ir::Block& block) {
  for (size_t i = 0; i < block.size(); ++i) {
    if (const auto* assign = std::get_if<ir::Assign>(&function_[block[i]].node)) {
      ir::VarId variable = assign->variable;
      if (uses.assignments.at(variable) != 1) continue;
      ir::Block rest(block.begin() + static_cast<std::ptrdiff_t>(i) + 1, block.end());
      auto reads = uses.reads.find(variable);
      if (reads == uses.reads.end() || ir::count_reads(function_, rest)[variable] == reads->second) {
        block_local_.insert(variable);
      }
    }
    for (const ir::Block* nested : ir::blocks(function_[block[i]])) find_block_local(uses, *nested);
  }
}

void LaneShapes::join(ir::VarId id, LaneShape shape) {
  LaneShape& current = shapes_[id];
  if (known_.insert(id).second) {
    current = shape;
    changed_ = true;
    found_.clear();
  } else if (current != shape && !current.varying) {
    current = kVarying;
    changed_ = true;
    found_.clear();
  }
}

void LaneShapes::visit(const ir::Block& block, Control control) {
  for (ir::StmtId id : block) visit_statement(id, control);
}

void LaneShapes::visit_statement(ir::StmtId id, Control control) {
  match(
      function_[id].node,
      [&](const ir::Assign& assign) {
        LaneShape value = shape(assign.value);
        if (function_[assign.variable].type != ScalarType::Int64 && !value.uniform()) value = kVarying;
        if (control.apart && !block_local(assign.variable)) value = kVarying;
        join(assign.variable, value);
      },
      [&](const ir::If& branch) { visit_if(branch, control); },
      [&](const ir::For& loop) { visit_loop(id, !shape(loop.extent).uniform(), control); },
      [&](const ir::While& loop) { visit_loop(id, !shape(loop.condition).uniform(), control); },
      [&](const ir::Break&) {
        if (control.apart_in_loop && masked_.insert(control.loop).second) changed_ = true;
      },
      [&](const ir::Continue&) {
        if (control.apart_in_loop && masked_.insert(control.loop).second) changed_ = true;
      },
      [](const ir::Store&) {}, [](const ir::AtomicUpdate&) {}, [](const ir::CheckIndex&) {},
      [](const ir::Return&) {}, [](const ir::Raise&) {}, [](const ir::Allocate&) {}, [](const ir::CallHost&) {});
}

void LaneShapes::visit_if(const ir::If& branch, Control control) {
  if (!shape(branch.condition).uniform()) control.apart = control.apart_in_loop = true;
  visit(branch.then_body, control);
  visit(branch.else_body, control);
}

void LaneShapes::visit_loop(ir::StmtId id, bool leaves_apart, Control control) {
  if (leaves_apart && masked_.insert(id).second) changed_ = true;
  Control inside{control.apart || masked(id), masked(id), id};
  for (const ir::Block* block : ir::blocks(function_[id])) visit(*block, inside);
}

LaneShape LaneShapes::binary_shape(const ir::Binary& binary, ScalarType type) const {
  LaneShape left = shape(binary.left);
  LaneShape right = shape(binary.right);
  if (left.uniform() && right.uniform()) return {};
  if (left.varying || right.varying || type != ScalarType::Int64) return kVarying;
  std::optional<int64_t> step;
  if (binary.op == ir::BinaryOp::Add) step = checked_add(left.step, right.step);
  if (binary.op == ir::BinaryOp::Subtract) step = checked_sub(left.step, right.step);
  if (binary.op == ir::BinaryOp::Multiply) {
    const auto* left_constant = std::get_if<ir::Const>(&function_[binary.left].node);
    const auto* right_constant = std::get_if<ir::Const>(&function_[binary.right].node);
    if (left_constant != nullptr) step = checked_mul(left_constant->value.integer, right.step);
    if (right_constant != nullptr) step = checked_mul(right_constant->value.integer, left.step);
  }
  return step ? LaneShape{false, *step} : kVarying;
}

LaneShape LaneShapes::shape(ir::ExprId id) const {
  if (auto found = found_.find(id); found != found_.end()) return found->second;
  LaneShape result = find_shape(id);
  found_[id] = result;
  return result;
}

LaneShape LaneShapes::find_shape(ir::ExprId id) const {
  const ir::Expr& expr = function_[id];
  if (const auto* read = std::get_if<ir::Read>(&expr.node)) return variable(read->variable);
  if (const auto* binary = std::get_if<ir::Binary>(&expr.node)) return binary_shape(*binary, expr.type);
  if (const auto* unary = std::get_if<ir::Unary>(&expr.node);
      unary != nullptr && unary->op == ir::UnaryOp::Negate) {
    LaneShape operand = shape(unary->operand);
    return operand.varying || operand.step == INT64_MIN ? kVarying : LaneShape{false, -operand.step};
  }
  if (const auto* load = std::get_if<ir::Load>(&expr.node); load != nullptr && per_lane(load->array))
    return kVarying;
  if (const auto* cast = std::get_if<ir::Cast>(&expr.node);
      cast != nullptr && function_[cast->operand].type == expr.type) {
    return shape(cast->operand);
  }
  for (ir::ExprId operand : ir::operands(expr)) {
    if (!shape(operand).uniform()) return kVarying;
  }
  return {};
}

}  // namespace unpython::codegen
