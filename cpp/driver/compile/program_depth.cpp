#include "driver/compile/program_depth.h"

#include <algorithm>
#include <variant>

#include "support/large_stack.h"
#include "support/match.h"

namespace unpython::driver {
namespace {

namespace syntax = frontend::syntax;

[[nodiscard]] int at_most_deepest(size_t nodes) {
  return static_cast<int>(std::min(nodes, static_cast<size_t>(kDeepestProgram)));
}

[[nodiscard]] bool may_be_repeated(const syntax::Expr& expr) {
  return is_one_of<syntax::Tuple, syntax::List, syntax::Comprehension, syntax::FunctionLiteral, syntax::RecordLiteral>(expr.node);
}

/// Calls such as range() are loops of the IR; items of an array's shape, say, are not.
[[nodiscard]] bool goes_through_items(const syntax::Program& program, const syntax::Stmt& statement) {
  const auto* loop = std::get_if<syntax::For>(&statement.node);
  return loop != nullptr && !is_one_of<syntax::Call>(program[loop->iterable].node);
}

}  // namespace

int depth_of_text(std::string_view text) {
  return at_most_deepest(static_cast<size_t>(std::count(text.begin(), text.end(), '(')));
}

int depth_of_program(const syntax::Program& program) {
  const bool is_repeated =
      program.functions.size() != 1 || !program.classes.empty() ||
      std::any_of(program.exprs.begin(), program.exprs.end(), may_be_repeated) ||
      std::any_of(program.stmts.begin(), program.stmts.end(),
                  [&](const syntax::Stmt& statement) { return goes_through_items(program, statement); });
  return is_repeated ? kDeepestProgram : at_most_deepest(program.exprs.size() + program.stmts.size());
}

}  // namespace unpython::driver
