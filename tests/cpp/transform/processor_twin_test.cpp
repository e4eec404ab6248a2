// Kernels as functions of the processor: a call whose kernels all run as their twins is the call.
#include "transform/grid/processor_twin.h"

#include <catch2/catch.hpp>
#include <map>

#include "ir/rewrite.h"
#include "ir/scalar_slot.h"
#include "ir/verify/verify.h"
#include "ir/write/print.h"
#include "kernel/find_kernels.h"
#include "random_nests.h"
#include "run_program.h"
#include "transform/schedule_for_gpu.h"

using namespace unpython;
using namespace unpython::ir;

namespace {

abi::TargetInfo target() {
  abi::TargetInfo info;
  info.vector_bytes = 32;
  return info;
}

kernel::Kernel kernel_at(const Function& f, StmtId root) {
  for (const kernel::Kernel& kernel : kernel::find_kernels(f)) {
    if (kernel.root == root) return kernel;
  }
  throw InternalError("testing twins", "a kernel that is none");
}

void verify(std::string_view pass, const Function& f) { check(f, std::string(pass)); }

/// Has the arrays, and runs each kernel as the scheduled twin of it.
class TwinMachine : public Machine {
 public:
  TwinMachine(const Function& f, std::vector<test::Arguments::Array>& arguments) : f_(f) {
    size_t next = 0;
    for (const Parameter& parameter : f.parameters) {
      if (parameter.is_array) arrays_.emplace(parameter.array, &arguments[next++]);
    }
  }
  int64_t extent(ArrayId array, int dimension) override {
    return arrays_.at(array)->extents[static_cast<size_t>(dimension)];
  }
  Constant load(ArrayId array, std::span<const int64_t> indices) override {
    const test::Arguments::Array& known = *arrays_.at(array);
    int64_t place = 0;
    for (size_t d = 0; d < indices.size(); ++d) place = place * known.extents[d] + indices[d];
    return read_scalar(known.type, known.bytes.data() + place * size_of(known.type));
  }
  void store(ArrayId, std::span<const int64_t>, const Constant&) override {
    FAIL("the host part stores to an array");
  }
  void call_host(const CallHost&, std::span<const Constant>) override { FAIL("a call of the host"); }
  void allocate(ArrayId array, std::vector<int64_t> extents) override {
    int64_t bytes = size_of(f_[array].type);
    for (const int64_t extent : extents) bytes *= extent;
    own_[array] = {f_[array].type, std::move(extents),
                   std::vector<unsigned char>(static_cast<size_t>(bytes))};
    arrays_[array] = &own_[array];
  }
  void resize(ArrayId, int64_t) override { FAIL("an array that grows has no place on a device"); }
  void release(ArrayId array) override { arrays_.erase(array); }
  std::optional<Outcome> launch(StmtId root, const std::function<Constant(ExprId)>& value) override {
    const kernel::Kernel kernel = kernel_at(f_, root);
    const Function twin = transform::processor_twin(f_, kernel);
    const Function scheduled = transform::schedule_twin(twin, target(), verify);
    std::vector<test::Arguments::Array> given;
    for (const kernel::KernelArray& array : kernel.arrays) given.push_back(*arrays_.at(array.array));
    std::vector<Constant> scalars;
    for (const VarId scalar : kernel.scalars) scalars.push_back(value(read_of(scalar)));
    INFO(print(scheduled));
    const Outcome outcome = in_parts(kernel, value, scalars, [&](const std::vector<Constant>& numbers) {
      return interpret(scheduled, test::views_of(given), numbers);
    });
    for (size_t i = 0; i < given.size(); ++i) arrays_.at(kernel.arrays[i].array)->bytes = given[i].bytes;
    return outcome;
  }

 private:
  /// Cut along the outermost Grid loop that may be cut: both parts, one after the other, where the order of iterations stays.
  template <class Run>
  Outcome in_parts(const kernel::Kernel& kernel, const std::function<Constant(ExprId)>& value,
                   const std::vector<Constant>& scalars, const Run& run) const {
    std::vector<int64_t> extents;
    for (const StmtId loop : kernel.grid)
      extents.push_back(value(std::get<For>(f_[loop].node).extent).integer);
    size_t cut = 0;
    while (cut < extents.size() && !transform::may_be_cut(f_, kernel, cut)) ++cut;
    if (kernel.may_raise && cut != 0) cut = extents.size();
    Outcome outcome;
    for (const bool second : {false, true}) {
      if (second && cut == extents.size()) break;
      std::vector<Constant> numbers = scalars;
      for (size_t d = 0; d < extents.size(); ++d) {
        const int64_t middle = d == cut ? extents[d] / 3 : extents[d];
        const int64_t first = second && d == cut ? middle : 0;
        const int64_t end = second && d == cut ? extents[d] : middle;
        numbers.push_back(make_constant(ScalarType::Int64, end - first));
        numbers.push_back(make_constant(ScalarType::Int64, first));
      }
      outcome = run(numbers);
      if (outcome.raised) break;
    }
    return outcome;
  }
  ExprId read_of(VarId variable) const {
    for (ExprId id{0}; f_.exprs.contains(id); ++id.value) {
      const auto* read = std::get_if<Read>(&f_[id].node);
      if (read != nullptr && read->variable == variable) return id;
    }
    throw InternalError("testing twins", "a scalar that nobody reads");
  }
  const Function& f_;
  std::map<ArrayId, test::Arguments::Array*> arrays_;
  std::map<ArrayId, test::Arguments::Array> own_;
};

/// A loop of the host without a kernel does not touch elements.
bool walks_elements(const Function& f, StmtId id) {
  if (!std::holds_alternative<For>(f[id].node) && !std::holds_alternative<While>(f[id].node)) return false;
  bool kernel = false;
  bool touches = false;
  walk_stmts(f, {id}, [&](StmtId inner) {
    const auto* loop = std::get_if<For>(&f[inner].node);
    kernel |= loop != nullptr && loop->mark == LoopMark::Grid;
    touches |= std::holds_alternative<Store>(f[inner].node);
    return true;
  });
  walk_all_exprs(f, {id}, [&](ExprId e) { touches |= std::holds_alternative<Load>(f[e].node); });
  return touches && !kernel;
}

void check_host_part(const Function& f) {
  walk_stmts(f, f.body, [&](StmtId id) {
    const auto* loop = std::get_if<For>(&f[id].node);
    CHECK_FALSE(walks_elements(f, id));
    return loop == nullptr || loop->mark != LoopMark::Grid;
  });
}

void check_twins(const Function& source, const test::Arguments& arguments) {
  Options options;
  options.fp = FloatMode::Strict;
  const Function simplified = transform::simplify_source(source, transform::PassObserver());
  const Function scheduled = transform::schedule_for_gpu(simplified, {}, options, verify).function;
  INFO(print(source) << print(scheduled));
  check_host_part(scheduled);
  test::Run twins{{}, arguments.arrays};
  TwinMachine machine(scheduled, twins.arrays);
  twins.outcome = interpret_on(machine, scheduled, HeapLifetimes(scheduled), arguments.scalars);
  test::check_same(test::run(source, arguments), twins);
}

}  // namespace

TEST_CASE("processor_twin: random nests compute and raise the same where all kernels run as their twins") {
  for (uint64_t seed = 1; seed <= 150; ++seed) {
    test::RandomNest nest(seed);
    Function source = nest.build();
    source.disjoint_arguments = seed % 2 == 0;
    INFO("seed " << seed);
    for (int call = 0; call < 3; ++call) check_twins(source, nest.arguments());
  }
}

TEST_CASE("place_statements: a loop with a return in it is a kernel, and the host returns") {
  test::Program p("first");  // for i in range(n): for j in range(n): if a[i, j] > x: return i * n + j
  const ArrayId a = p.array("a", ScalarType::Int64, 2);
  const VarId x = p.scalar("x", ScalarType::Int64);
  const VarId i = p.b.variable("i", ScalarType::Int64);
  const VarId j = p.b.variable("j", ScalarType::Int64);
  const auto give = [&](ExprId value) { return p.b.statement(Return{{value}}); };
  const ExprId place = p.b.add(p.b.mul(p.b.read(i), p.b.extent(a, 1)), p.b.read(j));
  const ExprId found = p.b.compare(CompareOp::Greater, p.b.load(a, {p.b.read(i), p.b.read(j)}), p.b.read(x));
  const StmtId inner =
      p.b.loop(j, p.b.extent(a, 1), LoopMark::Sequential, {p.b.if_then(found, {give(place)})});
  p.f.body.push_back(p.b.loop(i, p.b.extent(a, 0), LoopMark::Sequential, {inner}));
  p.f.body.push_back(give(p.b.int64(-1)));
  p.f.results.push_back({.type = ScalarType::Int64, .array = {}});
  const std::vector<int64_t> elements{3, 1, 4, 1, 5, 9};
  for (const int64_t least : {0, 4, 8, 9}) {
    test::Arguments arguments;
    arguments.array(ScalarType::Int64, {2, 3}, elements).scalar(least);
    check_twins(p.f, arguments);
  }
}
