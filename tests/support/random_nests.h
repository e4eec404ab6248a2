// Random loop nests over two-dimensional arrays, as the frontend lowers them: checks before accesses, wrapped
// subscripts, Python's loop variables apart from the counters.
#pragma once
#include <random>

#include "ir_programs.h"
#include "run_program.h"

namespace unpython::test {

/// Builds functions f(a, b, n): b is read and a is written at affine subscripts that are mostly in bounds.
class RandomNest {
 public:
  explicit RandomNest(uint64_t seed) : random_(seed), p_("nest") {}

  ir::Function build() {
    a_ = p_.array("a", ScalarType::Int64, 2);
    b_ = p_.array("b", ScalarType::Int64, 2);
    n_ = p_.scalar("n", ScalarType::Int64);
    const int nests = draw(1, 2);
    for (int i = 0; i < nests; ++i) p_.f.body.push_back(loop(draw(1, 3)));
    return std::move(p_.f);
  }

  Arguments arguments() {
    Arguments result;
    const int64_t rows = draw(0, 6);
    const int64_t columns = draw(1, 6);
    for (int array = 0; array < 2; ++array) {
      std::vector<int64_t> elements(static_cast<size_t>(rows * columns));
      for (int64_t& element : elements) element = draw(-9, 9);
      result.array(ScalarType::Int64, {rows, columns}, elements);
    }
    result.scalar(int64_t{draw(-1, 7)});
    return result;
  }

 private:
  int draw(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  bool chance(int percent) { return draw(1, 100) <= percent; }

  ir::ExprId bound() {
    ir::Builder& b = p_.b;
    switch (draw(0, 5)) {
      case 0:
        return b.read(n_);
      case 1:
        return b.int64(draw(0, 5));
      case 2:
        return users_.empty()
                   ? b.extent(b_, 1)
                   : b.read(users_[static_cast<size_t>(draw(0, static_cast<int>(users_.size()) - 1))]);
      default:
        return b.extent(chance(50) ? a_ : b_, draw(0, 1));
    }
  }

  ir::StmtId loop(int depth) {
    ir::Builder& b = p_.b;
    const ir::VarId k = p_.counter("k");
    const ir::VarId i = b.variable("i", ScalarType::Int64);
    const int step = chance(75) ? 1 : draw(0, 1) == 0 ? 2 : -1;
    const ir::ExprId start = chance(60) ? b.int64(0) : chance(50) ? b.int64(draw(0, 2)) : bound();
    const ir::ExprId span = step > 0 ? b.sub(bound(), start) : b.add(start, b.int64(1));
    const ir::ExprId extent = step == 2 ? b.floor_div(b.add(span, b.int64(1)), b.int64(2)) : span;
    ir::Block body{b.assign(i, b.add(start, b.mul(b.read(k), b.int64(step))))};
    users_.push_back(i);
    const int statements = draw(1, 2);
    for (int s = 0; s < statements; ++s) {
      if (depth > 1 && (s == 0 || chance(40))) {
        body.push_back(loop(depth - 1));
      } else {
        store(body);
      }
    }
    users_.pop_back();
    return b.loop(k, extent, ir::LoopMark::Sequential, std::move(body));
  }

  ir::ExprId subscript() {
    ir::Builder& b = p_.b;
    ir::ExprId sum = b.int64(chance(60) ? 0 : draw(-2, 2));
    const int terms = chance(85) ? 1 : 2;
    for (int t = 0; t < terms; ++t) {
      const ir::VarId user = users_[static_cast<size_t>(draw(0, static_cast<int>(users_.size()) - 1))];
      sum = b.add(sum, chance(85) ? b.read(user) : b.mul(b.read(user), b.int64(draw(-1, 2))));
    }
    if (chance(5)) sum = b.read(n_);
    return sum;
  }

  std::vector<ir::ExprId> place(ir::ArrayId array, ir::Block& body) {
    std::vector<ir::ExprId> indices;
    for (int d = 0; d < 2; ++d) {
      const ir::ExprId index = subscript();
      const ir::ErrorId error = p_.b.error(ir::ErrorKind::IndexError, "index", {});
      body.push_back(p_.b.statement(ir::CheckIndex{array, d, index, error}));
      indices.push_back(p_.b.wrap_index(array, d, index));
    }
    return indices;
  }

  void store(ir::Block& body) {
    ir::Builder& b = p_.b;
    ir::Block inner;
    const ir::ExprId value = b.load(b_, place(b_, inner));
    std::vector<ir::ExprId> where = place(a_, inner);
    inner.push_back(b.store(a_, where, chance(50) ? value : b.add(value, b.load(a_, where))));
    if (chance(20)) {
      const ir::ExprId condition =
          b.compare(ir::CompareOp::Greater, b.read(users_.back()), b.int64(draw(0, 2)));
      body.push_back(b.if_then(condition, std::move(inner)));
    } else {
      body.insert(body.end(), inner.begin(), inner.end());
    }
  }

  std::mt19937_64 random_;
  Program p_;
  ir::ArrayId a_;
  ir::ArrayId b_;
  ir::VarId n_;
  std::vector<ir::VarId> users_;
};

}  // namespace unpython::test
