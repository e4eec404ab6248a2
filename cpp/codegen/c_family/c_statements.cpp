#include "codegen/c_family/c_statements.h"

#include "codegen/c_family/c_types.h"
#include "ir/names.h"
#include "ir/rewrite.h"
#include "support/match.h"
#include "unpython/error.h"

namespace unpython::codegen {

using namespace ir;

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

void CStatements::share(const std::vector<ExprId>& roots) {
  for (const std::string& definition : expressions_.share(roots)) out_.line(definition);
}

void CStatements::block(const Block& statements) {
  for (StmtId id : statements) statement(id);
}

void CStatements::statement(StmtId id) {
  const Stmt& stmt = function_[id];
  place(stmt.range);
  match(
      stmt.node, [&](const Assign& node) { assign(id, node); }, [&](const Store& node) { store(node); },
      [&](const AtomicUpdate& node) { update(node); }, [&](const CheckIndex& node) { check(node); },
      [&](const If& node) { branch(node); }, [&](const For& node) { loop(node); },
      [&](const While& node) { repeat(node); }, [&](const Break&) { out_.line("break;"); },
      [&](const Continue&) { out_.line("continue;"); },
      [](const Return&) { throw InternalError("printing a kernel", "a return inside"); },
      [&](const Raise& node) { raise(node); },
      [](const Allocate&) { throw InternalError("printing a kernel", "an allocation inside"); });
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
}

void CStatements::store(const Store& node) {
  std::vector<ExprId> roots = node.indices;
  roots.push_back(node.value);
  share(roots);
  out_.line(expressions_.element(node.array, node.indices), " = ", expressions_.value(node.value), ";");
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
  const std::string function = helpers_.use_update(node.op, type, expressions.value(combined));
  out_.line(function, "(", names_.of(node.array), ", ", expressions_.offset(node.array, node.indices), ", ",
            expressions_.value(node.value), ");");
}

void CStatements::raise_error(ErrorId error, const std::vector<std::string>& arguments) {
  helpers_.use_raise();
  std::string given;
  for (size_t i = 0; i < 4; ++i) given += ", " + (i < arguments.size() ? arguments[i] : "0");
  out_.line("raise_error(error, iteration, ", error.value, ", ", arguments.size(), given, ");  // ",
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

void CStatements::branch(const If& node) {
  share({node.condition});
  open("if (" + expressions_.value(node.condition) + ")");
  expressions_.forget();
  block(node.then_body);
  if (!node.else_body.empty()) {
    out_.dedent();
    out_.line("} else {");
    out_.indent();
    block(node.else_body);
  }
  close();
}

/// Where the loop ends, as something that can be read again and again.
std::string CStatements::end_of(const For& node) {
  share({node.extent});
  std::string end = expressions_.value(node.extent, Strength::Sum);
  const bool fixed = std::holds_alternative<Const>(function_[node.extent].node) ||
                     std::holds_alternative<Extent>(function_[node.extent].node);
  if (fixed) return end;
  const std::string name = names_.fresh("end_" + names_.of(node.counter));
  out_.line("const i64 ", name, " = ", end, ";");
  return name;
}

void CStatements::open_loop(const For& node) {
  const std::string counter = names_.of(node.counter);
  const std::string end = end_of(node);
  if (node.mark == LoopMark::Unrolled) out_.line("#pragma unroll");
  open("for (i64 " + counter + " = 0; " + counter + " < " + end + "; ++" + counter + ")");
  expressions_.forget();
}

void CStatements::loop(const For& node) {
  open_loop(node);
  block(node.body);
  close();
}

void CStatements::block_of_group(const Block& statements, CStaging& staging) {
  Block alone;
  const auto print_alone = [&] {
    if (alone.empty()) return;
    open("if (" + staging.active() + ")");
    block(alone);
    close();
    alone.clear();
  };
  for (StmtId id : statements) {
    if (!staging.holds(id)) {
      alone.push_back(id);
      continue;
    }
    print_alone();
    place(function_[id].range);
    const auto& node = std::get<For>(function_[id].node);
    if (const kernel::StagedLoop* staged = staging.find(id)) {
      staging.open_loop(*staged, end_of(node));
      expressions_.forget();
      block(node.body);
      staging.close_loop(*staged);
    } else {
      open_loop(node);
      block_of_group(node.body, staging);
      close();
    }
  }
  print_alone();
}

void CStatements::repeat(const While& node) {
  open("while (true)");
  block(node.head);
  share({node.condition});
  out_.line("if (!(", expressions_.value(node.condition), ")) break;");
  expressions_.forget();
  block(node.body);
  close();
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
