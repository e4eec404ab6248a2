// Walks a function once with the loops around each statement at hand, and collects what breaks an invariant.
#include "ir/verify/verify.h"

#include <algorithm>
#include <set>

#include "ir/lane_rules.h"
#include "ir/names.h"
#include "ir/rewrite.h"
#include "ir/typing.h"
#include "ir/verify/groups.h"
#include "ir/verify/privacy.h"
#include "ir/write/print.h"
#include "support/match.h"
#include "unpython/error.h"

namespace unpython::ir {

namespace {

constexpr size_t kMaxRaiseArguments = 4;

std::string quote(const std::string& name) { return "'" + name + "'"; }

class Verifier {
 public:
  explicit Verifier(const Function& function) : function_(function) {}

  std::vector<std::string> run() {
    collect_definitions();
    parameters();
    results();
    block(function_.body);
    if (problems_.empty()) {
      for (std::string& problem : privacy_problems(function_)) problems_.push_back(std::move(problem));
      for (std::string& problem : group_problems(function_)) problems_.push_back(std::move(problem));
    }
    return std::move(problems_);
  }

 private:
  void problem(const std::string& text) { problems_.push_back(text); }
  void require(bool holds, const std::string& text) {
    if (!holds) problem(text);
  }
  /// Schedule marks and local arrays are allowed.
  [[nodiscard]] bool scheduled() const { return function_.level != Level::Source; }

  /// Which variables have a definition, and which ones count loops.
  void collect_definitions() {
    for (const Parameter& parameter : function_.parameters) {
      if (!parameter.is_array) assigned_.insert(parameter.variable);
      if (parameter.is_array) allocated_.insert(parameter.array);
    }
    for (ArrayId id{0}; function_.arrays.contains(id); ++id.value) {
      if (is_scratch(function_[id].space)) allocated_.insert(id);
    }
    walk_stmts(function_, function_.body, [&](StmtId id) {
      const StmtNode& node = function_[id].node;
      if (const auto* assign = std::get_if<Assign>(&node)) assigned_.insert(assign->variable);
      if (const auto* loop = std::get_if<For>(&node)) counters_.insert(loop->counter);
      if (const auto* allocation = as_new_memory(function_[id])) allocated_.insert(allocation->array);
      return true;
    });
  }

  void parameters() {
    bool seen_hidden = false;
    for (const Parameter& parameter : function_.parameters) {
      require(parameter.hidden || !seen_hidden, "a parameter of the user's own after a hidden one");
      seen_hidden = seen_hidden || parameter.hidden;
      if (parameter.is_array) {
        bool exists = function_.arrays.contains(parameter.array);
        require(exists && function_[parameter.array].space == AddressSpace::Argument,
                "an array parameter outside the argument space");
      } else {
        require(function_.variables.contains(parameter.variable), "a scalar parameter that does not exist");
        require(!counters_.contains(parameter.variable), "a parameter that counts a loop");
      }
    }
  }
  [[nodiscard]] bool is_array_parameter(int parameter) const {
    const auto index = static_cast<size_t>(parameter);
    return index < function_.parameters.size() && function_.parameters[index].is_array;
  }
  void results() {
    const size_t before = problems_.size();
    for (const Result& result : function_.results)
      if (result.is_array) array_result(result);
    require(function_.returns_tuple || !function_.tuples.empty() || function_.results.size() <= 1, "several results without a tuple");
    require(function_.tuples.empty() || tuples_fit(), "tuples that do not hold the results");
    results_fit_ = problems_.size() == before;
  }
  void array_result(const Result& result) {
    if (result.is(ResultObject::Kind::Earlier)) {
      const int position = static_cast<int>(&result - function_.results.data());
      const int earlier = result.object.earlier;
      const auto is_array = [&](const Result& other) { return other.is_array && !other.is(ResultObject::Kind::Earlier); };
      return require(earlier >= 0 && earlier < position && is_array(function_.results[static_cast<size_t>(earlier)]),
                     "a result that is the object of no array before it");
    }
    const bool owned =
        function_.arrays.contains(result.array) && function_[result.array].space == AddressSpace::Heap;
    const bool sees = is_array_parameter(result.parameter) || (result.parameter < 0 && !result.seen.empty());
    if (result.array.valid() ? !owned : !sees)
      return problem("an array result that is neither an array parameter nor a heap array");
    require(!result.is(ResultObject::Kind::OwnOrArgument) || (is_array_parameter(result.parameter) && !result.array.valid()),
            "an array result that may be the argument of which it is no view");
    const int rank = result.has_base() ? function_.base_of(result).rank : kMaxRank;
    require(std::all_of(result.axes.begin(), result.axes.end(), [&](int axis) { return axis >= -1 && axis < rank; }),
            "an array result along a dimension that its base does not have");
    for (const SeenArgument& seen : result.seen) {
      require(is_array_parameter(seen.parameter), "an array result that sees what is no array parameter");
      for (const ViewStep& step : seen.steps) {
        const auto runs = [&](int axis) { return axis >= -1 && axis < step.rank; };
        require(step.rank >= 0 && step.rank <= kMaxRank && std::all_of(step.along.begin(), step.along.end(), runs),
                "a view of dimensions that it does not have");
      }
    }
  }
  /// As results are put together: see Function::tuples.
  [[nodiscard]] bool tuples_fit() const {
    int64_t open = 1;
    int64_t used = 0;
    for (const int count : function_.tuples) {
      if (open == 0) return false;
      if (count <= kFirstRecord) continue;  // its fields follow as one tuple
      open += std::max(count, 0) - 1;
      if (count == -1) used += 1;
      if (count < -1) used += 1 - int64_t{count};  // which one, and all of them
    }
    return open == 0 && used == static_cast<int64_t>(function_.results.size());
  }

  void array(ArrayId id) {
    if (!function_.arrays.contains(id)) return problem("an array that does not exist");
    require(allocated_.contains(id),
            "array " + quote(function_[id].name) + " is used before it is allocated");
    if (!checked_arrays_.insert(id).second) return;
    const Array& target = function_[id];
    const std::string name = "array " + quote(target.name);
    auto rank = static_cast<size_t>(target.rank);
    require(target.rank >= 0 && target.rank <= kMaxRank, name + " has rank " + std::to_string(target.rank));
    bool argument = target.space == AddressSpace::Argument;
    bool fixed = is_scratch(target.space);
    require(target.strides.size() == (argument ? rank : 0), name + " has stride classes for another rank");
    require(target.extents.size() == (fixed ? rank : 0), name + " has fixed extents for another rank");
    require(std::all_of(target.extents.begin(), target.extents.end(), [](int64_t e) { return e > 0; }),
            name + " has an extent below 1");
    require(argument || scheduled() || target.space == AddressSpace::Heap,
            name + " is in the " + std::string(name_of(target.space)) + " space before scheduling");
  }

  void expr(ExprId root) {
    if (!function_.exprs.contains(root)) return problem("an expression that does not exist");
    std::string wrong = type_problem(function_, function_[root]);
    if (!wrong.empty()) return problem(wrong);
    match(
        function_[root].node, [&](const Read& node) { read(node.variable); },
        [&](const Load& node) { access(node.array, node.indices); }, [](const Const&) {},
        [&](const Extent& node) { array(node.array); }, [&](const WrapIndex& node) { array(node.array); },
        [](const Unary&) {}, [](const Binary&) {}, [](const Compare&) {}, [](const Select&) {},
        [](const Cast&) {}, [](const Call&) {});
    for (ExprId operand : operands(function_[root])) expr(operand);
  }
  void read(VarId variable) {
    const std::string name = quote(function_[variable].name);
    if (counters_.contains(variable)) {
      bool inside = std::any_of(loops_.begin(), loops_.end(),
                                [&](const For* loop) { return loop->counter == variable; });
      require(inside, "counter " + name + " is read outside its loop");
    } else {
      require(assigned_.contains(variable), "variable " + name + " is read but never assigned");
    }
  }
  /// A counter whose value is known once loops are unrolled and lanes are numbered.
  [[nodiscard]] bool is_static_counter(VarId variable) const {
    return std::any_of(loops_.begin(), loops_.end(), [&](const For* loop) {
      if (loop->counter != variable) return false;
      if (loop->mark == LoopMark::Unrolled) return true;
      return loop->mark == LoopMark::Vector && is_constant(loop->extent);
    });
  }
  [[nodiscard]] bool is_constant(ExprId id) const {
    return std::holds_alternative<Const>(function_[id].node);
  }
  void access(ArrayId id, const std::vector<ExprId>& indices) {
    array(id);
    if (function_[id].space != AddressSpace::Register) return;
    for (ExprId index : indices) {
      walk_exprs(function_, index, [&](ExprId part) {
        const ExprNode& node = function_[part].node;
        const auto* variable = std::get_if<Read>(&node);
        bool is_static =
            variable == nullptr ? !std::holds_alternative<Load>(node) : is_static_counter(variable->variable);
        require(is_static, "an index of register array " + quote(function_[id].name) +
                               " is no constant after unrolling");
      });
    }
  }
  void typed(ExprId id, ScalarType type, const std::string& what) {
    expr(id);
    if (!function_.exprs.contains(id) || function_[id].type == type) return;
    problem(what + " has type " + std::string(name_of(function_[id].type)) + " instead of " +
            std::string(name_of(type)));
  }

  void block(const Block& block) {
    const std::set<ArrayId> outside = allocated_;
    for (StmtId id : block) {
      if (!function_.stmts.contains(id)) {
        problem("a statement that does not exist");
        continue;
      }
      match(function_[id].node, [&](const auto& node) { statement(node); });
    }
    allocated_ = outside;
  }

  void statement(const Assign& node) {
    if (!function_.variables.contains(node.variable)) return problem("assignment to no variable");
    const Variable& variable = function_[node.variable];
    require(!counters_.contains(node.variable), "assignment to counter " + quote(variable.name));
    typed(node.value, variable.type, "value of " + quote(variable.name));
  }
  /// Store and AtomicUpdate.
  void write(ArrayId id, const std::vector<ExprId>& indices, ExprId value) {
    std::string wrong = index_problem(function_, id, indices);
    if (!wrong.empty()) return problem(wrong);
    for (ExprId index : indices) expr(index);
    access(id, indices);
    require(function_[id].writeable, "store to read-only array " + quote(function_[id].name));
    typed(value, function_[id].type, "value stored to " + quote(function_[id].name));
  }
  void statement(const Store& node) { write(node.array, node.indices, node.value); }
  void statement(const AtomicUpdate& node) {
    write(node.array, node.indices, node.value);
    if (!function_.arrays.contains(node.array)) return;
    ScalarType type = function_[node.array].type;
    require(is_integer(type) || type == ScalarType::Bool,
            "an atomic update of " + std::string(name_of(type)));
  }
  void error(ErrorId id) { require(function_.errors.contains(id), "an error site that does not exist"); }
  void statement(const CheckIndex& node) {
    error(node.error);
    require(!inside(LoopMark::Group), "a checked index inside a group");
    typed(node.index, ScalarType::Int64, "a checked index");
    array(node.array);
    if (!function_.arrays.contains(node.array) || !function_.errors.contains(node.error)) return;
    require(node.dimension >= 0 && node.dimension < function_[node.array].rank,
            "a check of a dimension that array " + quote(function_[node.array].name) + " does not have");
    require(function_[node.error].kind == ErrorKind::IndexError, "an index check that raises no IndexError");
  }
  void statement(const If& node) {
    typed(node.condition, ScalarType::Bool, "a condition");
    block(node.then_body);
    block(node.else_body);
  }

  [[nodiscard]] bool inside(LoopMark mark) const {
    return std::any_of(loops_.begin(), loops_.end(), [&](const For* loop) { return loop->mark == mark; });
  }
  void statement(const For& node) {
    if (!function_.variables.contains(node.counter)) return problem("a loop without a counter");
    const std::string name = quote(function_[node.counter].name);
    require(function_[node.counter].type == ScalarType::Int64, "counter " + name + " is not int64");
    typed(node.extent, ScalarType::Int64, "extent of the loop over " + name);
    bool nested = std::any_of(loops_.begin(), loops_.end(),
                              [&](const For* loop) { return loop->counter == node.counter; });
    require(!nested, "counter " + name + " counts two loops, one inside the other");
    mark(node, name);
    loops_.push_back(&node);
    breakable_.push_back(&node);
    block(node.body);
    breakable_.pop_back();
    loops_.pop_back();
  }
  void mark(const For& node, const std::string& name) {
    const std::string loop = "the " + std::string(name_of(node.mark)) + " loop over " + name;
    bool as_written = node.mark == LoopMark::Sequential || node.mark == LoopMark::Parallel;
    const bool final = function_.level == Level::Scheduled;
    require(final ? node.mark != LoopMark::Parallel : scheduled() || as_written,
            loop + (final ? " in a scheduled function" : " before scheduling"));
    const bool wide = node.mark == LoopMark::Vector || (node.mark == LoopMark::Group && !inside(node.mark));
    require(wide ? node.width >= 1 : node.width == 1, loop + " has a wrong width");
    require(node.ahead < 0 || node.mark == LoopMark::Item, loop + " copies");
    require(!node.joins || node.ahead > 0, loop + " joins copies that nobody waits for");
    require(!node.grain.valid() || node.mark == LoopMark::CpuParallel, loop + " has a grain");
    if (node.grain.valid()) typed(node.grain, ScalarType::Int64, "grain of " + loop);
    if (node.mark == LoopMark::Unrolled) require(is_constant(node.extent), loop + " has no constant extent");
    if (node.mark == LoopMark::CpuParallel) {
      require(!inside(LoopMark::CpuParallel), loop + " inside a parallel loop");
      require(!inside(LoopMark::Vector), loop + " inside a vector loop");
    }
    if (node.mark == LoopMark::Vector) {
      require(!inside(LoopMark::Vector), loop + " inside a vector loop");
      require(raises_before_it_stores(function_, node.body), loop + " may raise after a store");
    }
    if (node.mark == LoopMark::Grid || node.mark == LoopMark::Group) grid(node, loop);
    if (node.mark == LoopMark::Vector && inside(LoopMark::Item)) {
      require(is_constant(node.extent), loop + " has no constant extent");
    } else if (node.mark == LoopMark::CpuParallel || node.mark == LoopMark::Vector) {
      require(!in_kernel(), loop + " inside a kernel");
    }
    if (node.mark == LoopMark::MatrixUnit) matrix_unit(node, loop);
  }
  [[nodiscard]] bool in_kernel() const { return inside(LoopMark::Grid) || inside(LoopMark::Group); }
  void matrix_unit(const For& node, const std::string& loop) {
    require(inside(LoopMark::Item), loop + " outside the items of a group");
    require(is_constant(node.extent), loop + " has no constant extent");
  }
  /// Grid and Group loops: the dimensions of a kernel.
  void grid(const For& node, const std::string& loop) {
    require(!inside(LoopMark::CpuParallel) && !inside(LoopMark::Vector),
            loop + " inside a loop that runs elsewhere");
    require(!inside(node.mark == LoopMark::Grid ? LoopMark::Group : LoopMark::Grid),
            loop + " inside a kernel");
    if (!inside(node.mark)) return;
    const auto dimensions = std::count_if(loops_.begin(), loops_.end(),
                                          [&](const For* outer) { return outer->mark == node.mark; });
    require(dimensions < kMaxGridDimensions, loop + " is one dimension too many");
    const For& around = *loops_.back();
    require(around.mark == node.mark && breakable_.back() == &around && around.body.size() == 1,
            loop + " is not the whole body of the loop around it");
    walk_exprs(function_, node.extent, [&](ExprId part) {
      const auto* read = std::get_if<Read>(&function_[part].node);
      const bool counts = read != nullptr && std::any_of(loops_.begin(), loops_.end(), [&](const For* outer) {
                            return outer->mark == node.mark && outer->counter == read->variable;
                          });
      require(!counts, loop + " has an extent that is not known at the launch");
    });
  }
  void statement(const While& node) {
    breakable_.push_back(nullptr);
    block(node.head);
    typed(node.condition, ScalarType::Bool, "a condition");
    block(node.body);
    breakable_.pop_back();
  }
  void statement(const Break&) {
    if (breakable_.empty()) return problem("break outside a loop");
    const For* loop = breakable_.back();
    bool may_end = loop == nullptr || loop->mark == LoopMark::Sequential || loop->mark == LoopMark::Parallel;
    require(may_end, "break out of a loop whose iterations are not in order");
  }
  void statement(const Continue&) { require(!breakable_.empty(), "continue outside a loop"); }
  void statement(const Return& node) {
    require(!inside(LoopMark::CpuParallel) && !inside(LoopMark::Vector) && !in_kernel(),
            "return inside a loop whose iterations are not in order");
    if (!results_fit_) return;
    std::vector<ScalarType> wanted;
    for (const Result& result : function_.results) {
      const ScalarType type = result.is_array ? ScalarType::Int64 : machine_type(result.type);
      wanted.insert(wanted.end(), function_.returned_values(result), type);
    }
    if (node.values.size() != wanted.size()) {
      return problem("return of " + std::to_string(node.values.size()) + " values instead of " +
                     std::to_string(wanted.size()));
    }
    for (size_t i = 0; i < wanted.size(); ++i) typed(node.values[i], wanted[i], "a returned value");
  }
  void statement(const Raise& node) {
    require(!inside(LoopMark::Group), "an error raised inside a group");
    error(node.error);
    require(node.arguments.size() <= kMaxRaiseArguments, "too many arguments of an error");
    for (ExprId argument : node.arguments) {
      expr(argument);
      if (!function_.exprs.contains(argument)) continue;
      ScalarType type = function_[argument].type;
      require(type == ScalarType::Int64 || type == ScalarType::Float64,
              "an argument of an error has type " + std::string(name_of(type)));
    }
  }
  void statement(const Allocate& node) {
    if (!function_.arrays.contains(node.array)) return problem("allocation of no array");
    const Array& target = function_[node.array];
    require(target.space == AddressSpace::Heap, "allocation of " + quote(target.name) + " outside the heap");
    require(node.extents.size() == static_cast<size_t>(target.rank),
            "allocation of " + quote(target.name) + " with another rank");
    for (ExprId extent : node.extents) typed(extent, ScalarType::Int64, "an extent of " + quote(target.name));
    require(!node.keeps || target.rank == 1, "resizing " + quote(target.name) + ", which has not one dimension");
    require(!inside(LoopMark::Vector), "allocation inside a vector loop");
    // No device has memory for one inside a Grid loop: device_lacks() says so, with its line, when passes are done.
    require(!inside(LoopMark::Group), "allocation inside a group");
  }
  void statement(const CallHost& node) {
    const bool in_order = std::all_of(loops_.begin(), loops_.end(), [&](const For* loop) {
      return is_in_order(loop->mark) || (node.is_native && loop->mark == LoopMark::CpuParallel);
    });
    require(in_order, "a call of the host inside a loop whose iterations are not in order");
    for (const ExprId value : node.values) expr(value);
    size_t scalars = 0;
    for (const HostArgument& argument : node.arguments) {
      if (!argument.array.valid()) {
        ++scalars;
        continue;
      }
      array(argument.array);
      if (!function_.arrays.contains(argument.array)) continue;
      const Array& given = function_[argument.array];
      require(!is_scratch(given.space), "the host is given " + quote(given.name) + ", which is no memory of a call");
      require(!argument.stored || given.writeable, "the host stores to read-only array " + quote(given.name));
    }
    require(scalars == node.values.size(), "a call of the host with other values than arguments");
  }

  const Function& function_;
  std::vector<std::string> problems_;
  bool results_fit_ = false;
  std::set<VarId> assigned_;
  std::set<VarId> counters_;
  std::set<ArrayId> allocated_;
  std::set<ArrayId> checked_arrays_;
  std::vector<const For*> loops_;      ///< around the statement at hand, outermost first
  std::vector<const For*> breakable_;  ///< the same with null for While
};

}  // namespace

std::vector<std::string> verify(const Function& function) { return Verifier(function).run(); }

void check(const Function& function, const std::string& stage) {
  std::vector<std::string> problems = verify(function);
  if (problems.empty()) return;
  // Ids that lead nowhere can not be printed.
  bool printable = problems.front().find("does not exist") == std::string::npos;
  throw InternalError(stage, problems.front() + (printable ? "\n" + print(function) : ""));
}

}  // namespace unpython::ir
