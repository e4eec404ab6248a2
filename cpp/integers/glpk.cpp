// GLPK 5: the only file that includes glpk.h.
//
// Its environment (hooks, memory, open problems) belongs to a thread and lives here for one solve only: hooks
// do not outlast glp_free_env, and a thread that ends without it leaks. Where the thread has an environment
// already, other code of the process uses the same library, and the solve gets a thread of its own. Errors
// end in a hook that must not return; it jumps back to a frame that holds nothing with a destructor.
#include "integers/glpk.h"

#include <glpk.h>

#include <csetjmp>

#include "support/new_thread.h"

namespace unpython::integers {
namespace {

/// The problem as GLPK takes it: numbers counted from 1, three columns of matrix elements.
struct Model {
  std::vector<int> row_of;
  std::vector<int> column_of;
  std::vector<double> elements;
};

Model model_of(const Problem& problem) {
  Model model;
  const size_t size = problem.terms().size() + 1;
  model.row_of.reserve(size);
  model.column_of.reserve(size);
  model.elements.reserve(size);
  const auto push = [&model](int row, int column, double element) {
    model.row_of.push_back(row);
    model.column_of.push_back(column);
    model.elements.push_back(element);
  };
  push(0, 0, 0);  // element 0 is not read
  int number = 0;
  for (const Problem::Row& row : problem.rows()) {
    ++number;
    for (const Term& term : problem.terms(row)) {
      push(number, term.variable + 1, static_cast<double>(term.coefficient));
    }
  }
  return model;
}

int bound_type(int64_t low, int64_t high) {
  if (low == high) return GLP_FX;  // GLP_DB with equal bounds is an error
  if (low == kNoLow) return high == kNoHigh ? GLP_FR : GLP_UP;
  return high == kNoHigh ? GLP_LO : GLP_DB;
}

int silence(void*, const char*) { return 1; }

void jump_back(void* info) { std::longjmp(*static_cast<std::jmp_buf*>(info), 1); }

void stop_at_limit(glp_tree* tree, void* info) {
  int nodes = 0;
  glp_ios_tree_size(tree, nullptr, nullptr, &nodes);
  if (nodes > static_cast<const Effort*>(info)->node_limit) glp_ios_terminate(tree);
}

Status status_of(int returned, int mip_status) {
  switch (returned) {
    case 0:
      if (mip_status == GLP_OPT) return Status::Solved;
      return mip_status == GLP_NOFEAS ? Status::Infeasible : Status::Failed;
    case GLP_ENOPFS:
      return Status::Infeasible;
    case GLP_ESTOP:
      return Status::NodeLimit;
    default:
      return Status::Failed;
  }
}

glp_prob* load(const Problem& problem, const Model& model) {
  glp_prob* const program = glp_create_prob();
  glp_set_obj_dir(program, GLP_MIN);
  if (!problem.rows().empty()) glp_add_rows(program, static_cast<int>(problem.rows().size()));
  glp_add_cols(program, static_cast<int>(problem.variables().size()));
  int number = 0;
  for (const Problem::Row& row : problem.rows()) {
    glp_set_row_bnds(program, ++number, bound_type(row.low, row.high), static_cast<double>(row.low),
                     static_cast<double>(row.high));
  }
  number = 0;
  for (const Variable& variable : problem.variables()) {
    ++number;
    glp_set_col_kind(program, number, GLP_IV);
    glp_set_col_bnds(program, number, bound_type(variable.low, variable.high),
                     static_cast<double>(variable.low), static_cast<double>(variable.high));
    glp_set_obj_coef(program, number, static_cast<double>(variable.cost));
  }
  glp_load_matrix(program, static_cast<int>(model.elements.size()) - 1, model.row_of.data(),
                  model.column_of.data(), model.elements.data());
  return program;
}

/// Branch and bound. Without presolve, it starts from the solution of the linear program.
Status search(glp_prob* program, const glp_iocp& control) {
  if (control.presolve == GLP_OFF) {
    glp_smcp linear;
    glp_init_smcp(&linear);
    linear.msg_lev = GLP_MSG_OFF;
    const int returned = glp_simplex(program, &linear);
    if (returned != 0) return status_of(returned, GLP_UNDEF);
    if (glp_get_status(program) != GLP_OPT) return status_of(0, glp_get_status(program));
  }
  const int returned = glp_intopt(program, &control);
  return status_of(returned, glp_mip_status(program));
}

/// Everything that may end in jump_back: no object with a destructor lives in this frame or below it.
Status solve_or_jump(const Problem& problem, const Model& model, const Effort& effort, double* values) {
  std::jmp_buf back;
  glp_term_hook(silence, nullptr);
  glp_error_hook(jump_back, &back);
  if (setjmp(back) != 0) return Status::Failed;
  glp_prob* const program = load(problem, model);
  glp_iocp control;
  glp_init_iocp(&control);
  control.msg_lev = GLP_MSG_OFF;
  control.presolve = effort.presolve ? GLP_ON : GLP_OFF;
  control.cb_func = stop_at_limit;
  control.cb_info = const_cast<Effort*>(&effort);
  const Status status = search(program, control);
  for (int column = glp_get_num_cols(program); column > 0; --column) {
    values[column - 1] = glp_mip_col_val(program, column);
  }
  glp_delete_prob(program);
  return status;
}

/// Solves in an environment made for this; false if the thread has one already (then nothing is done).
bool solve_in_new_environment(const Problem& problem, const Model& model, const Effort& effort,
                              GlpkAnswer& answer) {
  const int made = glp_init_env();
  if (made == 1) return false;
  if (made != 0) return true;  // no memory: the answer stays "failed"
  answer.status = solve_or_jump(problem, model, effort, answer.values.data());
  glp_free_env();
  return true;
}

}  // namespace

GlpkAnswer run_glpk(const Problem& problem, const Effort& effort) {
  if (problem.variables().empty()) return {.status = Status::Solved, .values = {}};
  const Model model = model_of(problem);
  GlpkAnswer answer;
  answer.values.resize(problem.variables().size());
  if (!solve_in_new_environment(problem, model, effort, answer)) {
    new_thread([&] { solve_in_new_environment(problem, model, effort, answer); }).join();
  }
  return answer;
}

}  // namespace unpython::integers
