// Random programs of Int64 values, with every kind of loop, branch and subscript, and calls of them.
#pragma once
#include <optional>
#include <vector>

#include "ir/constant.h"
#include "ir_programs.h"
#include "property.h"
#include "trace.h"
#include "unpython/array_view.h"

namespace unpython::test {

/// Functions of two matrices and a vector of indices, with every kind of loop, branch and subscript.
class RandomProgram {
 public:
  explicit RandomProgram(Random& random) : r_(random), p_("random") {
    a_ = p_.array("a", ScalarType::Int64, 2);
    c_ = p_.array("c", ScalarType::Int64, 2);
    index_ = p_.array("index", ScalarType::Int64, 1);
    n_ = p_.scalar("n", ScalarType::Int64);
    carried_ = p_.b.variable("carried", ScalarType::Int64);
    p_.f.body.push_back(p_.b.assign(carried_, p_.b.int64(1)));
    const auto nests = r_.draw(1, 2);
    for (int64_t i = 0; i < nests; ++i) p_.f.body.push_back(loop(static_cast<int>(r_.draw(1, 3))));
  }
  [[nodiscard]] const ir::Function& function() const { return p_.f; }

 private:
  ir::ExprId user() {
    return p_.b.read(users_[static_cast<size_t>(r_.draw(0, static_cast<int64_t>(users_.size()) - 1))]);
  }

  ir::ExprId affine() {
    ir::Builder& b = p_.b;
    ir::ExprId sum = b.int64(r_.draw(-2, 3));
    for (int64_t terms = r_.draw(0, 2); terms > 0 && !users_.empty(); --terms)
      sum = b.add(sum, b.mul(user(), b.int64(r_.draw(-1, 2))));
    if (r_.chance(10)) sum = b.add(sum, b.read(n_));
    return sum;
  }

  ir::ExprId integer() {
    ir::Builder& b = p_.b;
    if (users_.empty() || r_.chance(60)) return affine();
    switch (r_.draw(0, 8)) {
      case 0:
        return b.floor_div(affine(), b.int64(r_.draw(2, 3)));
      case 1:
        return b.binary(ir::BinaryOp::Modulo, affine(), b.int64(r_.draw(2, 4)));
      case 2:
        return b.min(affine(), affine());
      case 3:
        return b.max(affine(), affine());
      case 4:
        return b.read(carried_);
      case 5:
        return b.mul(user(), user());
      case 6:
        return b.select(condition(), affine(), affine());
      case 7:
        return b.call(ir::Intrinsic::Abs, {affine()});
      default:
        return b.floor_div(affine(), b.int64(-2));
    }
  }

  ir::ExprId comparison() {
    const auto op = static_cast<ir::CompareOp>(r_.draw(0, 5));
    return p_.b.compare(op, r_.chance(80) ? affine() : integer(), affine());
  }
  ir::ExprId condition() {
    ir::Builder& b = p_.b;
    ir::ExprId result = comparison();
    if (r_.chance(25)) result = b.logical_and(result, comparison());
    if (r_.chance(15)) result = b.logical_or(result, comparison());
    if (r_.chance(10)) result = b.logical_not(result);
    return result;
  }

  ir::ExprId checked(ir::ArrayId array, int dimension, ir::Block& out) {
    ir::ExprId index = r_.chance(75) ? affine() : integer();
    if (r_.chance(12)) {  // data
      const ir::VarId t = p_.b.variable("t", ScalarType::Int64);
      const ir::ExprId at = p_.b.binary(ir::BinaryOp::Modulo, affine(), p_.b.extent(index_, 0));
      out.push_back(p_.b.assign(t, p_.b.load(index_, {at})));
      index = p_.b.read(t);
    }
    const ir::ErrorId error = p_.b.error(ir::ErrorKind::IndexError, "index", {});
    out.push_back(p_.b.statement(ir::CheckIndex{array, dimension, index, error}));
    return p_.b.wrap_index(array, dimension, index);
  }

  void store(ir::Block& out) {
    ir::Builder& b = p_.b;
    const std::vector<ir::ExprId> from{checked(c_, 0, out), checked(c_, 1, out)};
    const std::vector<ir::ExprId> to{checked(a_, 0, out), checked(a_, 1, out)};
    ir::ExprId value = b.load(c_, from);
    if (r_.chance(25)) value = b.sub(value, b.load(a_, {checked(a_, 0, out), checked(a_, 1, out)}));
    if (r_.chance(40)) value = b.add(value, b.load(a_, to));
    out.push_back(b.store(a_, to, value));
  }

  ir::StmtId loop(int depth) {
    ir::Builder& b = p_.b;
    const ir::VarId k = p_.counter("k");
    const ir::VarId i = b.variable("i", ScalarType::Int64);
    ir::ExprId extent = r_.chance(40) ? b.extent(r_.chance(50) ? a_ : c_, static_cast<int>(r_.draw(0, 1)))
                                      : b.add(affine(), b.int64(2));
    if (r_.chance(20)) extent = b.min(extent, affine());
    if (r_.chance(10)) extent = b.floor_div(b.add(extent, b.int64(1)), b.int64(2));
    if (r_.chance(10)) extent = b.sub(b.int64(0), b.floor_div(extent, b.int64(-2)));
    if (r_.chance(5)) extent = b.max(extent, affine());
    if (r_.chance(5)) extent = b.load(index_, {b.int64(0)});
    extent = b.min(extent, b.int64(6));  // keeps runs short
    const ir::ExprId start = r_.chance(60) ? b.int64(0) : affine();
    ir::Block body{b.assign(i, b.add(start, b.mul(b.read(k), b.int64(r_.pick({1, 1, 1, 2, -1})))))};
    users_.push_back(i);
    statements(body, depth);
    users_.pop_back();
    return b.loop(k, extent, ir::LoopMark::Parallel, std::move(body));
  }

  void statements(ir::Block& body, int depth) {
    ir::Builder& b = p_.b;
    for (int64_t s = r_.draw(1, 3); s > 0; --s) {
      switch (r_.draw(0, 9)) {
        case 0:
        case 1:
        case 2:
          if (depth > 1) {
            body.push_back(loop(depth - 1));
            break;
          }
          [[fallthrough]];
        case 3:
        case 4:
          store(body);
          break;
        case 5:
        case 6: {
          ir::Block yes;
          ir::Block no;
          statements_in_branch(yes, depth);
          if (r_.chance(40)) statements_in_branch(no, depth);
          body.push_back(b.if_then(condition(), std::move(yes), std::move(no)));
          break;
        }
        case 7:
          body.push_back(b.assign(carried_, r_.chance(50) ? b.add(b.read(carried_), b.int64(1)) : affine()));
          break;
        case 8: {
          ir::Block out;
          if (r_.chance(50)) store(out);
          if (r_.chance(60)) {
            out.push_back(b.statement(ir::Continue{}));
          } else if (r_.chance(50)) {
            out.push_back(b.statement(ir::Break{}));
          } else {
            out.push_back(b.raise(b.error(ir::ErrorKind::ValueError, "", {}), {}));
          }
          body.push_back(b.if_then(condition(), std::move(out)));
          break;
        }
        default: {
          const ir::VarId w = b.variable("w", ScalarType::Int64);
          body.push_back(b.assign(w, b.int64(r_.draw(0, 3))));
          ir::Block inside{b.assign(w, b.sub(b.read(w), b.int64(1)))};
          store(inside);
          body.push_back(b.statement(
              ir::While{{}, b.compare(ir::CompareOp::Greater, b.read(w), b.int64(0)), std::move(inside)}));
        }
      }
    }
  }

  void statements_in_branch(ir::Block& out, int depth) {
    if (depth > 1 && r_.chance(30)) {
      statements(out, depth - 1);
    } else {
      store(out);
    }
  }

  Random& r_;
  Program p_;
  ir::ArrayId a_;
  ir::ArrayId c_;
  ir::ArrayId index_;
  ir::VarId n_;
  ir::VarId carried_;
  std::vector<ir::VarId> users_;
};

/// The arguments of one call of such a function, and whether the analysis may use `n`.
struct RandomCall {
  std::vector<TracedArray> arrays;
  std::vector<ArrayView> views;
  std::vector<std::optional<ir::Constant>> scalars;
  int64_t n = 0;

  explicit RandomCall(Random& random) {
    for (int array = 0; array < 3; ++array) {
      std::vector<int64_t> extents{random.draw(1, 7)};
      if (array < 2) extents.push_back(random.draw(1, 7));
      TracedArray memory{extents, {}};
      ArrayView view{.rank = static_cast<int>(extents.size())};
      int64_t count = 1;
      for (size_t d = extents.size(); d-- > 0;) {
        view.extents[d] = extents[d];
        view.stride_bytes[d] = 8 * count;
        count *= extents[d];
      }
      for (int64_t i = 0; i < count; ++i) memory.elements.push_back(random.draw(-3, 6));
      arrays.push_back(std::move(memory));
      views.push_back(view);
    }
    n = random.draw(-2, 5);
    if (random.chance(80)) {
      scalars.emplace_back(ir::make_constant(ScalarType::Int64, n));
    } else {
      scalars.emplace_back(std::nullopt);
    }
  }
};

}  // namespace unpython::test
