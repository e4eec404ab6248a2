// Random products of a matrix and a vector: layouts, start values, updates, ends, several accumulators.
#include "transform/products/block_vector_products.h"

#include <catch2/catch.hpp>

#include "ir_programs.h"
#include "run_program.h"
#include "transform/loops/choose_vector_loops.h"

using namespace unpython;
using namespace unpython::ir;
using test::Program;

namespace {

class RandomProduct {
 public:
  explicit RandomProduct(uint64_t seed) : random_(seed), p_("product"), b_(p_.b) {}

  Function build() {
    static constexpr ScalarType kTypes[] = {ScalarType::Float64, ScalarType::Float32, ScalarType::Int64};
    type_ = kTypes[draw(3)];
    by_row_ = draw(2) == 0;
    for (const char* name : {"a", "d"}) matrices_.push_back(p_.array(name, type_, 2));
    x_ = p_.array("x", type_, 1);
    y_ = p_.array("y", type_, 1);
    z_ = p_.array("z", type_, 1);
    i_ = p_.counter("i");
    k_ = p_.counter("k");
    p_.f.disjoint_arguments = true;
    p_.f.body = {
        b_.loop(i_, b_.extent(y_, 0), draw(2) == 0 ? LoopMark::Parallel : LoopMark::Sequential, body())};
    p_.f.level = Level::Scheduling;
    return std::move(p_.f);
  }
  [[nodiscard]] bool by_row() const { return by_row_; }

  test::Arguments arguments(int64_t results, int64_t depths) {
    test::Arguments made;
    for (int matrix = 0; matrix < 2; ++matrix)
      fill(made, by_row_ ? std::vector{results, depths} : std::vector{depths, results});
    fill(made, {depths});
    fill(made, {results});
    fill(made, {results});
    return made;
  }

 private:
  int draw(int end) { return std::uniform_int_distribution<int>(0, end - 1)(random_); }

  void fill(test::Arguments& made, const std::vector<int64_t>& extents) {
    size_t count = 1;
    for (int64_t extent : extents) count *= static_cast<size_t>(extent);
    const auto random = [&] { return std::uniform_real_distribution<double>(-1, 1)(random_); };
    if (type_ == ScalarType::Int64) {
      std::vector<int64_t> values(count);
      for (int64_t& v : values) v = static_cast<int64_t>(random_());
      made.array(type_, extents, values);
    } else if (type_ == ScalarType::Float32) {
      std::vector<float> values(count);
      for (float& v : values) v = static_cast<float>(random());
      made.array(type_, extents, values);
    } else {
      std::vector<double> values(count);
      for (double& v : values) v = random();
      made.array(type_, extents, values);
    }
  }

  ExprId element(int matrix) {
    const std::vector<ExprId> at =
        by_row_ ? std::vector{b_.read(i_), b_.read(k_)} : std::vector{b_.read(k_), b_.read(i_)};
    return b_.load(matrices_.at(static_cast<size_t>(matrix)), at);
  }
  ExprId updated(ExprId sum) {
    const ExprId x = b_.load(x_, {b_.read(k_)});
    switch (draw(4)) {
      case 0:
        return b_.add(sum, b_.mul(element(0), x));
      case 1:
        return b_.sub(sum, b_.mul(b_.add(element(0), element(1)), x));
      case 2:
        return b_.call(Intrinsic::Maximum, {sum, b_.mul(element(1), b_.load(z_, {b_.read(i_)}))});
      default:
        return b_.add(b_.mul(sum, x), element(draw(2)));
    }
  }
  Block body() {
    Block before;
    Block step;
    Block after;
    const VarId scale = b_.variable("scale", type_);
    before.push_back(b_.assign(scale, b_.load(z_, {b_.read(i_)})));
    const int count = 1 + draw(2);
    const bool in_elements = draw(3) == 0;
    for (int n = 0; n < count; ++n) {
      const ArrayId results = n == 0 ? y_ : z_;
      if (in_elements) {
        const std::vector<ExprId> place{b_.read(i_)};
        if (n == 0 && draw(2) == 0) before.push_back(b_.store(results, place, b_.number(type_, 0)));
        step.push_back(b_.store(results, place, updated(b_.load(results, place))));
        continue;
      }
      const VarId sum = b_.variable("sum", type_);
      before.push_back(b_.assign(sum, draw(2) == 0 ? b_.number(type_, 0) : b_.load(y_, {b_.read(i_)})));
      step.push_back(b_.assign(sum, updated(b_.read(sum))));
      const ExprId end = draw(2) == 0 ? b_.mul(b_.read(sum), b_.read(scale)) : b_.read(sum);
      const StmtId store = b_.store(results, {b_.read(i_)}, end);
      const ExprId positive = b_.compare(CompareOp::Greater, b_.read(sum), b_.number(type_, 0));
      after.push_back(draw(3) == 0 ? b_.if_then(positive, {store}) : store);
    }
    Block all = before;
    all.push_back(b_.loop(k_, b_.extent(x_, 0), LoopMark::Sequential, step));
    all.insert(all.end(), after.begin(), after.end());
    return all;
  }

  std::mt19937_64 random_;
  Program p_;
  Builder& b_;
  ScalarType type_ = ScalarType::Float64;
  bool by_row_ = false;
  std::vector<ArrayId> matrices_;
  ArrayId x_, y_, z_;
  VarId i_, k_;
};

abi::TargetInfo machine(int vector_bytes) {
  abi::TargetInfo target;
  target.vector_bytes = vector_bytes;
  return target;
}

bool has_array(const Function& f, const std::string& name) {
  return std::any_of(f.arrays.begin(), f.arrays.end(),
                     [&](const Array& array) { return array.name == name; });
}

}  // namespace

TEST_CASE("random products of a matrix and a vector keep their bits in blocks") {
  int blocked = 0;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    RandomProduct program(seed);
    const Function source = program.build();
    const abi::TargetInfo target = machine(seed % 2 == 0 ? 16 : 32);
    Function result = transform::block_vector_products(source, target);
    const bool changed = print(result) != print(source);
    blocked += changed ? 1 : 0;
    INFO("seed " << seed << "\n" << print(source) << print(result));
    if (changed) CHECK(has_array(result, "square") == program.by_row());
    result = transform::choose_vector_loops(result, target);
    REQUIRE(verify(result) == std::vector<std::string>{});
    for (const auto& [results, depths] :
         {std::pair{0, 5}, {5, 0}, {1, 1}, {3, 9}, {8, 8}, {17, 16}, {33, 23}, {530, 9}}) {
      const test::Arguments arguments = program.arguments(results, depths);
      test::check_same(test::run(source, arguments), test::run(result, arguments));
    }
  }
  CHECK(blocked >= 45);
}

namespace {

/// for i: s = 0; for k < extent: s = s + a[i, k] * x[k]; y[i] = s
struct Rows : Program {
  ArrayId a = array("a", ScalarType::Float64, 2);
  ArrayId x = array("x", ScalarType::Float64, 1);
  ArrayId y = array("y", ScalarType::Float64, 1);
  VarId i = counter("i");
  VarId k = counter("k");
  VarId s = b.variable("s", ScalarType::Float64);
  Rows() : Program("rows") {
    f.disjoint_arguments = true;
    f.level = Level::Scheduling;
  }
  Function nest(ExprId extent, ExprId column) {
    const ExprId term = b.mul(b.load(a, {b.read(i), column}), b.load(x, {b.read(k)}));
    const StmtId sum = b.loop(k, extent, LoopMark::Sequential, {b.assign(s, b.add(b.read(s), term))});
    const StmtId store = b.store(y, {b.read(i)}, b.read(s));
    f.body = {b.loop(i, b.extent(a, 0), LoopMark::Parallel, {b.assign(s, b.float64(0)), sum, store})};
    return f;
  }
};

bool is_blocked(const Function& f) {
  return has_array(transform::block_vector_products(f, machine(32)), "square");
}

}  // namespace

TEST_CASE("sums that wait in elements are blocked; an element that its loop may meet by another subscript is not") {
  const auto nest = [](Rows& t, ExprId place, ExprId factor) {
    Builder& b = t.b;
    const ExprId sum = b.add(b.load(t.y, {place}), b.mul(b.load(t.a, {b.read(t.i), b.read(t.k)}), factor));
    const StmtId loop = b.loop(t.k, b.extent(t.a, 1), LoopMark::Sequential, {b.store(t.y, {place}, sum)});
    t.f.body = {b.loop(t.i, b.extent(t.a, 0), LoopMark::Parallel, {loop})};
    return t.f;
  };
  Rows t;
  const Function blocked = transform::block_vector_products(nest(t, t.b.read(t.i), t.b.load(t.x, {t.b.read(t.k)})), machine(32));
  CHECK(has_array(blocked, "square"));
  CHECK(print(blocked).find("if 0 < a.shape[1]") != std::string::npos);  // without depths no element is read
  Rows meets;
  CHECK_FALSE(is_blocked(nest(meets, meets.b.read(meets.i), meets.b.load(meets.y, {meets.b.read(meets.k)}))));
  Rows moves;
  CHECK_FALSE(is_blocked(nest(moves, moves.b.read(moves.k), moves.b.load(moves.x, {moves.b.read(moves.k)}))));
}

TEST_CASE("rows of one length whose neighbours are depths are turned over") {
  Rows t;
  CHECK(is_blocked(t.nest(t.b.extent(t.a, 1), t.b.read(t.k))));
  Rows triangle;
  CHECK_FALSE(is_blocked(triangle.nest(triangle.b.read(triangle.i), triangle.b.read(triangle.k))));
  Rows strided;
  CHECK_FALSE(is_blocked(strided.nest(strided.b.extent(strided.x, 0),
                                      strided.b.mul(strided.b.read(strided.k), strided.b.int64(2)))));
  Rows overlapping;
  Function f = overlapping.nest(overlapping.b.extent(overlapping.a, 1), overlapping.b.read(overlapping.k));
  f.disjoint_arguments = false;
  CHECK_FALSE(is_blocked(f));
}
