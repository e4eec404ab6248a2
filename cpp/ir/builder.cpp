#include "ir/builder.h"

#include <algorithm>

#include "ir/constant.h"
#include "ir/fold.h"
#include "ir/typing.h"
#include "support/match.h"
#include "unpython/error.h"

namespace unpython::ir {

namespace {

void require(bool holds, const std::string& invariant) {
  if (!holds) throw InternalError("building IR", invariant);
}

}  // namespace

/// Of what a node computes with: of a selection nothing is asked but its bytes.
ExprId Builder::in_float32(ScalarType type, const ExprNode& node) {
  const auto is_half = [&](ExprId id) { return function_.exprs.contains(id) && type_of(id) == ScalarType::Float16; };
  return match(
      node,
      [&](const Unary& n) { return is_half(n.operand) ? narrowed(unary(n.op, widened(n.operand))) : ExprId{}; },
      [&](const Binary& n) {
        if (!is_half(n.left) || !is_half(n.right)) return ExprId{};
        const ExprId left = widened(n.left);
        return narrowed(binary(n.op, left, widened(n.right)));
      },
      [&](const Compare& n) {
        if (!is_half(n.left) || !is_half(n.right)) return ExprId{};
        const ExprId left = widened(n.left);
        return compare(n.op, left, widened(n.right));
      },
      [&](const Cast& n) {
        if (is_half(n.operand) && type != ScalarType::Float16 && type != ScalarType::Float32) return cast(type, widened(n.operand));
        if (type != ScalarType::Float16 || !function_.exprs.contains(n.operand) || is_float(type_of(n.operand))) return ExprId{};
        const ScalarType part = real_part_type(type_of(n.operand));
        return narrowed(cast(is_float(part) ? part : ScalarType::Float32, n.operand));
      },
      [&](const Call& n) {
        // Neighbours and bytes of a float16 are others than those of the float32.
        const bool is_own = n.function == Intrinsic::NextAfter || n.function == Intrinsic::Bits;
        if (is_own || !std::all_of(n.arguments.begin(), n.arguments.end(), is_half)) return ExprId{};
        std::vector<ExprId> wide;
        for (const ExprId argument : n.arguments) wide.push_back(widened(argument));
        const ExprId result = call(n.function, std::move(wide), n.library);
        return type_of(result) == ScalarType::Float32 ? narrowed(result) : result;
      },
      [](const auto&) { return ExprId{}; });
}

ExprId Builder::expression(ScalarType type, ExprNode node) {
  if (const ExprId wide = in_float32(type, node); wide.valid()) return wide;
  Expr expr{.type = type, .node = std::move(node)};
  std::string problem = type_problem(function_, expr);
  require(problem.empty(), problem);
  ExprId simpler = fold(*this, expr);
  return simpler.valid() ? simpler : function_.exprs.push(std::move(expr));
}

ExprId Builder::constant(const Constant& value) { return expression(value.type, Const{value}); }
ExprId Builder::int64(int64_t value) { return number(ScalarType::Int64, value); }
ExprId Builder::float64(double value) { return constant(make_constant(ScalarType::Float64, value)); }
ExprId Builder::boolean(bool value) { return constant(make_bool(value)); }
ExprId Builder::number(ScalarType type, int64_t value) { return constant(make_constant(type, value)); }

ExprId Builder::read(VarId variable) {
  require(function_.variables.contains(variable), "read of a variable that does not exist");
  return expression(function_[variable].type, Read{variable});
}

ExprId Builder::load(ArrayId array, std::vector<ExprId> indices) {
  require(function_.arrays.contains(array), "load from an array that does not exist");
  return expression(function_[array].type, Load{array, std::move(indices)});
}

ExprId Builder::extent(ArrayId array, int dimension) {
  return expression(ScalarType::Int64, Extent{array, dimension});
}

ExprId Builder::wrap_index(ArrayId array, int dimension, ExprId index) {
  return expression(ScalarType::Int64, WrapIndex{array, dimension, index});
}

ExprId Builder::unary(UnaryOp op, ExprId operand) {
  require(function_.exprs.contains(operand), "an operand that does not exist");
  return expression(type_of(operand), Unary{op, operand});
}

ExprId Builder::binary(BinaryOp op, ExprId left, ExprId right) {
  require(function_.exprs.contains(left), "an operand that does not exist");
  return expression(type_of(left), Binary{op, left, right});
}

ExprId Builder::compare(CompareOp op, ExprId left, ExprId right) {
  return expression(ScalarType::Bool, Compare{op, left, right});
}

ExprId Builder::select(ExprId condition, ExprId if_true, ExprId if_false) {
  require(function_.exprs.contains(if_true), "an operand that does not exist");
  return expression(type_of(if_true), Select{condition, if_true, if_false});
}

ExprId Builder::cast(ScalarType type, ExprId operand) { return expression(type, Cast{operand}); }

ExprId Builder::call(Intrinsic function, std::vector<ExprId> arguments, Library library) {
  require(!arguments.empty() && function_.exprs.contains(arguments[0]), "an argument that does not exist");
  ScalarType type = result_type(function, type_of(arguments[0]));
  return expression(type, Call{function, std::move(arguments), library});
}

VarId Builder::variable(std::string name, ScalarType type, SourceRange range) {
  return function_.variables.push({.name = std::move(name), .type = type, .range = range});
}

ArrayId Builder::local_array(std::string name, ScalarType type, AddressSpace space,
                             std::vector<int64_t> extents) {
  require(is_scratch(space), "a local array with fixed extents outside the scratch spaces");
  Array array{
      .name = std::move(name), .type = type, .rank = static_cast<int>(extents.size()), .space = space};
  array.extents = std::move(extents);
  return function_.arrays.push(std::move(array));
}

ArrayId Builder::heap_array(std::string name, ScalarType type, int rank) {
  return function_.arrays.push(
      {.name = std::move(name), .type = type, .rank = rank, .space = AddressSpace::Heap});
}

ErrorId Builder::error(ErrorKind kind, std::string message, SourceRange range) {
  return function_.errors.push({.kind = kind, .message = std::move(message), .range = range});
}

StmtId Builder::statement(StmtNode node, SourceRange range) {
  return function_.stmts.push({.node = std::move(node), .range = range});
}

StmtId Builder::assign(VarId variable, ExprId value, SourceRange range) {
  require(function_.variables.contains(variable), "assignment to a variable that does not exist");
  require(function_.exprs.contains(value), "assignment of a value that does not exist");
  require(function_[variable].type == type_of(value),
          "assignment of " + std::string(name_of(type_of(value))) + " to variable '" +
              function_[variable].name + "' of type " + std::string(name_of(function_[variable].type)));
  return statement(Assign{variable, value}, range);
}

StmtId Builder::store(ArrayId array, std::vector<ExprId> indices, ExprId value, SourceRange range) {
  std::string problem = index_problem(function_, array, indices);
  require(problem.empty(), problem);
  require(function_.exprs.contains(value), "store of a value that does not exist");
  require(function_[array].type == type_of(value), "store of " + std::string(name_of(type_of(value))) +
                                                       " to array '" + function_[array].name + "' of type " +
                                                       std::string(name_of(function_[array].type)));
  return statement(Store{array, std::move(indices), value}, range);
}

StmtId Builder::if_then(ExprId condition, Block then_body, Block else_body, SourceRange range) {
  require(function_.exprs.contains(condition) && type_of(condition) == ScalarType::Bool,
          "a condition that is not Bool");
  return statement(If{condition, std::move(then_body), std::move(else_body)}, range);
}

StmtId Builder::loop(VarId counter, ExprId extent, LoopMark mark, Block body, SourceRange range) {
  require(function_.variables.contains(counter) && function_[counter].type == ScalarType::Int64,
          "a loop counter that is not Int64");
  require(function_.exprs.contains(extent) && type_of(extent) == ScalarType::Int64,
          "a loop extent that is not Int64");
  For node{.counter = counter, .extent = extent, .mark = mark};
  node.body = std::move(body);
  return statement(std::move(node), range);
}

StmtId Builder::vector_loop(VarId counter, ExprId extent, int width, Block body, SourceRange range) {
  require(width >= 1, "a vector loop without lanes");
  StmtId id = loop(counter, extent, LoopMark::Vector, std::move(body), range);
  std::get<For>(function_.stmts[id].node).width = width;
  return id;
}

StmtId Builder::group_loop(VarId counter, ExprId extent, int threads, Block body, SourceRange range) {
  require(threads >= 1, "a group without threads");
  StmtId id = loop(counter, extent, LoopMark::Group, std::move(body), range);
  std::get<For>(function_.stmts[id].node).width = threads;
  return id;
}

StmtId Builder::copying_loop(VarId counter, ExprId extent, int ahead, Block body, SourceRange range, bool joins) {
  StmtId id = loop(counter, extent, LoopMark::Item, std::move(body), range);
  auto& made = std::get<For>(function_.stmts[id].node);
  made.ahead = ahead;
  made.joins = joins;
  return id;
}

StmtId Builder::parallel_loop(VarId counter, ExprId extent, ExprId grain, Block body, SourceRange range) {
  StmtId id = loop(counter, extent, LoopMark::CpuParallel, std::move(body), range);
  std::get<For>(function_.stmts[id].node).grain = grain;
  return id;
}

StmtId Builder::raise(ErrorId error, std::vector<ExprId> arguments, SourceRange range) {
  return statement(Raise{error, std::move(arguments)}, range);
}

const Constant* Builder::as_constant(ExprId id) const {
  const auto* node = std::get_if<Const>(&function_[id].node);
  return node == nullptr ? nullptr : &node->value;
}

}  // namespace unpython::ir
