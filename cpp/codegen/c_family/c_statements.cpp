#include "codegen/c_family/c_statements.h"

#include <algorithm>
#include <utility>

#include "codegen/c_family/c_types.h"
#include "ir/intrinsics.h"
#include "ir/names.h"
#include "ir/rewrite.h"
#include "support/match.h"
#include "unpython/error.h"

namespace unpython::codegen {

using namespace ir;

namespace {

constexpr int64_t kUnrolledSteps = 8;
constexpr int kMostUnrolled = 128;   // expressions of a loop's body
constexpr int64_t kMostWide = 4096;  // of what is written out where loops with wide loads are inside: more takes seconds to compile
constexpr int64_t kLargeBody = 512;  // of a body whose turns need not be written out: enough is on the way together
constexpr int64_t kMostWeight = 512;  // of the turns that are written out together
constexpr int kLongFunction = 64;
constexpr int kComplexStep = 4;
constexpr int64_t kTurnsAtEdges = 2;  // where few groups run them, and what they load is near
constexpr int kShort = 12;           // of arithmetic

bool is_quick(const ExprNode& node) {
  if (const auto* binary = std::get_if<Binary>(&node))
    return binary->op == BinaryOp::Add || binary->op == BinaryOp::Subtract || binary->op == BinaryOp::Multiply;
  if (const auto* call = std::get_if<Call>(&node))
    return call->function == Intrinsic::Fma || call->function == Intrinsic::Abs;
  return is_one_of<Read, Const, Compare, Unary>(node);
}

/// Of the budget of a loop, in sums: compilers need as long for a power or the length of a complex number as for many of them.
int weight(const Function& f, const Expr& expr) {
  if (const auto* call = std::get_if<Call>(&expr.node)) {
    const bool of_complex = is_complex(f[call->arguments[0]].type);
    const bool is_long = row_of(call->function).has(kLibrary) || (of_complex && call->function == Intrinsic::Abs);
    return is_long ? kLongFunction : of_complex ? kComplexStep : 1;
  }
  const auto* binary = std::get_if<Binary>(&expr.node);
  if (binary == nullptr || !is_complex(expr.type)) return 1;
  return binary->op == BinaryOp::Divide ? kLongFunction : kComplexStep;
}

/// Of a block whose loops of constant extents are written out.
int64_t weight(const Function& f, const Block& block) {
  int64_t sum = 0;
  walk_stmts(f, block, [&](StmtId id) {
    const auto* loop = std::get_if<For>(&f[id].node);
    const auto* turns = loop != nullptr ? std::get_if<Const>(&f[loop->extent].node) : nullptr;
    if (turns != nullptr) {
      sum += turns->value.integer * weight(f, loop->body);
      return false;
    }
    for (ExprId root : expressions(f[id])) walk_exprs(f, root, [&](ExprId one) { sum += weight(f, f[one]); });
    return true;
  });
  return sum;
}

/// A few sums and products of variables.
bool is_short_arithmetic(const Function& f, ExprId root) {
  int parts = 0;
  bool quick = true;
  walk_exprs(f, root, [&](ExprId id) {
    ++parts;
    quick &= is_quick(f[id].node) && !is_complex(f[id].type);
  });
  return quick && parts <= kShort;
}

}  // namespace

void CStatements::open(const std::string& head) {
  out_.line(head, " {");
  out_.indent();
}

void CStatements::close() {
  out_.dedent();
  out_.line("}");
}

void CStatements::place(const SourceRange& range) {
  if (range.line == 0 || range.line == line_) return;
  line_ = range.line;
  out_.line("// line ", line_);
}

void CStatements::next_iteration() {
  if (loops_ > 0) return out_.line("continue;");
  if (groups_ != nullptr) throw InternalError("printing a kernel", "an item of a group that ends early");
  out_.line("return;");
}

void CStatements::share(const std::vector<ExprId>& roots) {
  for (const std::string& definition : expressions_.share(roots)) out_.line(definition);
}

void CStatements::block(const Block& statements) {
  const auto angles = kernel::common_angles(function_, statements);
  for (StmtId id : statements) {
    for (const auto& [first, angle] : angles) {
      if (first == id) turn(angle);
    }
    statement(id);
    for (const auto& [first, angle] : angles) {
      if (angle.last == id) forget(angle);
    }
  }
}

void CStatements::turn(const kernel::CommonAngle& angle) {
  const ScalarType type = function_[angle.angle].type;
  const std::string both = dialect_.sine_and_cosine(type);
  if (both.empty()) return;
  const std::string sine = names_.fresh("sine");
  const std::string cosine = names_.fresh("cosine");
  out_.line(value_type(type), " ", sine, ", ", cosine, ";");
  out_.line(both, "(", expressions_.value(angle.angle), ", &", sine, ", &", cosine, ");");
  for (ExprId id : angle.sines) expressions_.take_from(id, sine);
  for (ExprId id : angle.cosines) expressions_.take_from(id, cosine);
}

void CStatements::forget(const kernel::CommonAngle& angle) {
  for (ExprId id : angle.sines) expressions_.evaluate(id);
  for (ExprId id : angle.cosines) expressions_.evaluate(id);
}

void CStatements::statement(StmtId id) {
  const Stmt& stmt = function_[id];
  place(stmt.range);
  if (groups_ != nullptr && !in_items_) groups_->before(id);
  match(
      stmt.node, [&](const Assign& node) { assign(id, node); }, [&](const Store& node) { store(id, node); },
      [&](const AtomicUpdate& node) { update(node); }, [&](const CheckIndex& node) { check(node); },
      [&](const If& node) { branch(node); }, [&](const For& node) { loop(id, node); },
      [&](const While& node) { repeat(node); }, [&](const Break&) { out_.line("break;"); },
      [&](const Continue&) { next_iteration(); },
      [](const Return&) { throw InternalError("printing a kernel", "a return inside"); },
      [&](const Raise& node) { raise(node); },
      [](const Allocate&) { throw InternalError("printing a kernel", "an allocation inside"); },
      [](const CallHost&) { throw InternalError("printing a kernel", "a call of the host inside"); });
  expressions_.forget();
}

void CStatements::assign(StmtId id, const Assign& node) {
  share({node.value});
  const ScalarType type = function_[node.variable].type;
  helpers_.use_type(type);
  std::string head;
  if (declarations_.at_assignment.contains(id)) {
    head = (declarations_.constant.contains(node.variable) ? "const " : "") + std::string(value_type(type)) +
           " ";
  }
  out_.line(head, names_.of(node.variable), " = ", expressions_.value(node.value), ";");
  if (groups_ != nullptr && !in_items_) groups_->after_assignment(node.variable);
}

void CStatements::store(StmtId id, const Store& node) {
  if (groups_ != nullptr && groups_->copy(node)) return;
  std::vector<ExprId> roots = node.indices;
  roots.push_back(node.value);
  share(roots);
  const std::string wide = vectors_.target(id);
  if (!wide.empty()) return out_.line(wide, " = ", expressions_.value(node.value), ";");
  const std::string value = groups_ != nullptr ? groups_->stored(node) : expressions_.value(node.value);
  out_.line(expressions_.element(node.array, node.indices), " = ", value, ";");
}

void CStatements::update(const AtomicUpdate& node) {
  std::vector<ExprId> roots = node.indices;
  roots.push_back(node.value);
  share(roots);
  // The combination is printed as an expression of two variables of their own.
  Function scratch;
  Builder build(scratch);
  const ScalarType type = function_[node.array].type;
  const VarId element = build.variable("element", type);
  const VarId value = build.variable("value", type);
  const ExprId combined = build.binary(node.op, build.read(element), build.read(value));
  const kernel::Kernel none{.name = "", .root = {}};
  CNames names(scratch, none);
  CExpressions expressions(scratch, none, {}, dialect_, helpers_, names);
  const std::string function = helpers_.use_update(node.op, type, expressions.value(combined),
                                                    function_[node.array].space == AddressSpace::Local,
                                                    std::holds_alternative<Const>(function_[node.value].node));
  out_.line(function, "(", names_.of(node.array), ", ", expressions_.offset(node.array, node.indices), ", ",
            expressions_.value(node.value), ");");
}

void CStatements::raise_error(ErrorId error, const std::vector<std::string>& arguments) {
  const std::string function = helpers_.use_raise(arguments.size());
  const size_t taken = arguments.size() <= kFewErrorArguments ? kFewErrorArguments : kMostErrorArguments;
  std::string given;
  for (size_t i = 0; i < taken; ++i) given += ", " + (i < arguments.size() ? arguments[i] : "0");
  out_.line(function, "(error, iteration, ", error.value, ", ", arguments.size(), given, ");  // ",
            name_of(function_[error].kind));
  out_.line("return;");
}

void CStatements::check(const CheckIndex& node) {
  const std::string index = names_.fresh("index");
  const std::string extent = expressions_.extent(node.array, node.dimension);
  out_.line("const i64 ", index, " = ", expressions_.value(node.index), ";");
  open("if (" + index + " < -" + extent + " || " + index + " >= " + extent + ")");
  raise_error(node.error, {index, std::to_string(node.dimension), extent});
  close();
}

/// A loop that is written out: what runs instead of it is the edge of something.
bool CStatements::is_whole(const Block& block) const {
  const auto* loop = block.size() == 1 ? std::get_if<For>(&function_[block[0]].node) : nullptr;
  return loop != nullptr && loop->mark == LoopMark::Unrolled;
}

void CStatements::branch(const If& node) {
  share({node.condition});
  open("if (" + expressions_.value(node.condition) + ")");
  expressions_.forget();
  block(node.then_body);
  if (!node.else_body.empty()) {
    out_.dedent();
    out_.line("} else {");
    out_.indent();
    const bool outside = std::exchange(at_edge_, is_whole(node.then_body));
    block(node.else_body);
    at_edge_ = outside;
  }
  close();
}

/// Where the loop ends, as something that can be read again and again.
std::string CStatements::end_of(const For& node) {
  share({node.extent});
  std::string end = expressions_.value(node.extent, Strength::Sum);
  const bool fixed = is_one_of<Const, Extent>(function_[node.extent].node);
  if (fixed) return end;
  const std::string name = names_.fresh("end_" + names_.of(node.counter));
  out_.line("const i64 ", name, " = ", end, ";");
  return name;
}

/// From memory of the group, and from nothing that is farther away.
bool CStatements::loads_near(const Block& body) const {
  const auto loads_from = [&](auto is) {
    return any_expr(function_, body, [&](ExprId id) {
      const auto* load = std::get_if<Load>(&function_[id].node);
      return load != nullptr && is(function_[load->array].space);
    });
  };
  return loads_from([](AddressSpace space) { return space == AddressSpace::Local; }) &&
         !loads_from([](AddressSpace space) { return space == AddressSpace::Argument || space == AddressSpace::Heap; });
}

/// How many turns of a small loop are written out at once: their loads are on the way together. 0: the compiler decides.
int64_t CStatements::turns_at_once(const For& node) const {
  const int64_t most = at_edge_ && loads_near(node.body) ? kTurnsAtEdges : kUnrolledSteps;
  if (in_items_ && item_bound(function_, node.extent).value_or(0) > kUnrolledSteps) {
    const bool is_outside = any_stmt(function_, node.body, [&](StmtId id) {
      const auto* inner = std::get_if<For>(&function_[id].node);
      return inner != nullptr && inner->mark != LoopMark::Unrolled && turns_at_once(*inner) > 1;
    });
    if (!is_outside) return most;
  }
  if (!dialect_.unrolls_any_loop()) return 0;
  if (node.mark != LoopMark::Sequential || std::holds_alternative<Const>(function_[node.extent].node)) return 0;
  bool plain = true;
  int64_t wide = 0;
  walk_stmts(function_, node.body, [&](StmtId id) {
    const StmtNode& inside = function_[id].node;
    if (const auto* loop = std::get_if<For>(&inside)) {
      const auto* turns = std::get_if<Const>(&function_[loop->extent].node);
      plain &= groups_ == nullptr && turns != nullptr && vectors_.loads_wide(*loop);  // groups count their registers
      if (plain) walk_all_exprs(function_, loop->body, [&](ExprId) { wide += turns->value.integer; });
      return false;
    }
    plain &= is_one_of<Assign, Store, If>(inside);
    return plain;
  });
  if (!plain) return in_items_ && weight(function_, node.body) > kLargeBody ? 1 : 0;
  if (wide == 0 && count_exprs(function_, node.body) > kMostUnrolled) return 0;
  int64_t turns = most;
  const int64_t all = wide == 0 ? weight(function_, node.body) : wide;
  while (turns > 1 && turns * all > (wide == 0 ? kMostWeight : kMostWide)) turns /= 2;
  return turns > 1 ? turns : 0;
}

void CStatements::open_loop(const For& node, bool narrow, bool whole) {
  const std::string counter = names_.of(node.counter);
  const std::string end = end_of(node);
  if (whole) out_.line("#pragma unroll");
  if (const int64_t turns = whole ? 0 : turns_at_once(node); turns > 0) out_.line("#pragma unroll ", turns);
  if (narrow && !whole) {
    const std::string turn = names_.fresh(counter + "_turn");
    open("for (i32 " + turn + " = 0; " + turn + " < (i32)" + end + "; ++" + turn + ")");
    out_.line("const i64 ", counter, " = ", turn, ";");
  } else {
    open("for (i64 " + counter + " = 0; " + counter + " < " + end + "; ++" + counter + ")");
  }
  ++loops_;
  expressions_.forget();
}

void CStatements::close_loop() {
  --loops_;
  close();
}

void CStatements::loop(StmtId id, const For& node) {
  if (node.mark == LoopMark::Item) return items(id);
  if (wide_loop(node)) return;
  const auto print = [&](const Block& body) { block(body); };
  if (node.mark == LoopMark::MatrixUnit && groups_->matrix(id, print)) return;
  const bool walks = groups_ != nullptr && !in_items_ && node.mark == LoopMark::Sequential;
  if (walks && is_branch(node)) return branch_of(node);
  if (walks) groups_->enter(node);
  open_loop(node, std::find(narrow_.begin(), narrow_.end(), id) != narrow_.end(), node.mark == LoopMark::Unrolled);
  block(node.body);
  close_loop();
  if (walks) groups_->leave(node);
}

/// A loop around nests, of at most one turn. Compilers compute in front of a loop what does not change in it, and have no
/// registers left then.
bool CStatements::is_branch(const For& node) const {
  if (!dialect_.meets_in_branches() || item_nests(function_, node.body).empty()) return false;
  const auto is_number = [&](ExprId id, int64_t most) {
    const auto* constant = std::get_if<Const>(&function_[id].node);
    return constant != nullptr && constant->value.integer <= most;
  };
  const ExprNode& extent = function_[node.extent].node;
  if (const auto* either = std::get_if<Select>(&extent)) return is_number(either->if_true, 1) && is_number(either->if_false, 1);
  const auto* call = std::get_if<Call>(&extent);
  return call != nullptr && call->function == Intrinsic::Minimum && is_number(call->arguments[0], 1);
}

void CStatements::branch_of(const For& node) {
  const std::string end = end_of(node);
  open("if (" + end + " > 0)");
  out_.line("const i64 ", names_.of(node.counter), " = 0;");
  expressions_.forget();
  block(node.body);
  close();
}

void CStatements::items(StmtId id) {
  const ItemNest nest = item_nest(function_, id);
  std::vector<std::string> ends;
  for (StmtId loop : nest.loops) ends.push_back(end_of(std::get<For>(function_[loop].node)));
  groups_->items(id, ends, [&] {
    expressions_.forget();
    const int outer_loops = std::exchange(loops_, 0);
    in_items_ = true;
    block(*nest.body);
    in_items_ = false;
    loops_ = outer_loops;
  });
}

/// False: nothing was printed.
bool CStatements::wide_loop(const For& node) {
  return vectors_.loop(node, [&](const std::function<void()>& at_start) {
    open_loop(node, false, true);
    at_start();
    block(node.body);
    close_loop();
  });
}

/// Both sides of an `and` at once, where the right one is short arithmetic: a loop then has one branch, not two.
std::string CStatements::asked(ExprId condition) {
  const auto* both = std::get_if<Binary>(&function_[condition].node);
  if (both == nullptr || both->op != BinaryOp::LogicalAnd || !is_short_arithmetic(function_, both->right))
    return expressions_.value(condition);
  return expressions_.value(both->left, Strength::Atom) + " & " + expressions_.value(both->right, Strength::Atom);
}

void CStatements::repeat(const While& node) {
  open("while (true)");
  ++loops_;
  block(node.head);
  share({node.condition});
  out_.line("if (!(", asked(node.condition), ")) break;");
  expressions_.forget();
  block(node.body);
  close_loop();
}

void CStatements::raise(const Raise& node) {
  share(node.arguments);
  std::vector<std::string> arguments;
  for (ExprId argument : node.arguments) {
    const std::string value = expressions_.value(argument, Strength::Atom);
    arguments.push_back(is_float(function_[argument].type) ? dialect_.bits_of(ScalarType::Float64, value)
                                                           : value);
  }
  raise_error(node.error, arguments);
}

}  // namespace unpython::codegen
