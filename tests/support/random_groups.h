// Random kernels of Group and Item loops on Int64 values: items that keep values between nests, share local arrays,
// exchange, copy, and meet inside loops and branches of the group.
#pragma once
#include <vector>

#include "group_programs.h"
#include "property.h"
#include "run_program.h"

namespace unpython::test {

class RandomGroups {
 public:
  /// `chosen`: with nests that run if some element says so (PoCL stops in its compiler at some of them).
  explicit RandomGroups(Random& random, bool chosen = true)
      : r_(random), p_("random_groups"), items_(random.pick({8, 24, 32, 64, 96})), chosen_(chosen) {
    x_ = p_.array("x", ScalarType::Int64, 1);
    y_ = p_.array("y", ScalarType::Int64, 1);
    g_ = p_.counter("g");
    i_ = p_.counter("i");
    for (int n = 0; n < 3; ++n) {
      own_.push_back(p_.item("own", ScalarType::Int64, {items_}));
      shared_.push_back(p_.local("shared", ScalarType::Int64, {items_}));
    }
    ir::Builder& b = p_.b;
    ir::Block body;
    for (int n = 0; n < 3; ++n) {
      const ir::ExprId value = b.add(b.mul(p_.r(i_), b.int64(n + 2)), b.mul(p_.r(g_), b.int64(7)));
      body.push_back(whole({b.store(own(n), {p_.r(i_)}, value), b.store(shared(n), {p_.r(i_)}, b.add(value, b.int64(1)))}));
    }
    statements(body, 2);
    ir::ExprId sum = b.load(own(0), {p_.r(i_)});
    for (int n = 0; n < 3; ++n) sum = b.add(b.mul(sum, b.int64(3)), b.add(b.load(own(n), {p_.r(i_)}), anywhere(n)));
    body.push_back(b.loop(i_, rest(), ir::LoopMark::Item, {b.store(y_, {place()}, sum)}));
    const ir::ExprId groups = b.floor_div(b.add(b.extent(y_, 0), b.int64(items_ - 1)), b.int64(items_));
    const auto threads = static_cast<int>(r_.pick({1, 8, 32, 64, 96, 128}));
    p_.f.body = {b.group_loop(g_, groups, threads, std::move(body))};
  }
  [[nodiscard]] const ir::Function& function() const { return p_.f; }

  /// The same as loops in order over private arrays.
  [[nodiscard]] ir::Function plain() const {
    ir::Function f = p_.f;
    for (ir::Array& array : f.arrays) {
      if (ir::is_scratch(array.space)) array.space = ir::AddressSpace::Private;
    }
    for (ir::StmtId id{0}; f.stmts.contains(id); ++id.value) {
      auto* loop = std::get_if<ir::For>(&f.stmts[id].node);
      if (loop == nullptr) continue;
      loop->mark = ir::LoopMark::Sequential;
      loop->width = 1;
      loop->ahead = -1;
    }
    return f;
  }

  /// Arrays that end inside a group, or at its end.
  [[nodiscard]] Arguments arguments() {
    const int64_t count = items_ * r_.draw(0, 3) + r_.draw(1, items_);
    std::vector<int64_t> x(static_cast<size_t>(count));
    for (int64_t& value : x) value = r_.draw(-1000, 1000);
    Arguments result;
    result.array<int64_t>(ScalarType::Int64, {count}, x);
    result.array<int64_t>(ScalarType::Int64, {count}, std::vector<int64_t>(x.size()));
    return result;
  }

 private:
  int any() { return static_cast<int>(r_.draw(0, 2)); }
  ir::ArrayId own(int n) { return own_[static_cast<size_t>(n)]; }
  ir::ArrayId shared(int n) { return shared_[static_cast<size_t>(n)]; }
  ir::ExprId place() { return p_.b.add(p_.b.mul(p_.r(g_), p_.b.int64(items_)), p_.r(i_)); }
  ir::ExprId rest() {
    ir::Builder& b = p_.b;
    return b.min(b.int64(items_), b.sub(b.extent(y_, 0), b.mul(p_.r(g_), b.int64(items_))));
  }
  ir::ExprId moved(int64_t by) {
    return p_.b.binary(ir::BinaryOp::Modulo, p_.b.add(p_.r(i_), p_.b.int64(by)), p_.b.int64(items_));
  }
  ir::ExprId anywhere(int n) { return p_.b.load(shared(n), {moved(r_.draw(0, items_))}); }
  ir::StmtId nest(ir::Block body) {
    ir::Builder& b = p_.b;
    return b.loop(i_, r_.chance(70) ? b.int64(items_) : rest(), ir::LoopMark::Item, std::move(body));
  }
  ir::StmtId whole(ir::Block body) { return p_.items(i_, items_, std::move(body)); }

  ir::StmtId exchange() {
    ir::Builder& b = p_.b;
    const int from = any();
    const int to = (from + 1) % 3;
    const int64_t mask = r_.pick({1, 2, 4});
    const ir::ExprId other =
        r_.chance(70) ? b.binary(ir::BinaryOp::BitXor, p_.r(i_), b.int64(mask)) : moved(r_.draw(1, items_));
    const ir::ExprId value = b.add(b.load(own(from), {p_.r(i_)}), b.load(own(from), {other}));
    const ir::StmtId store = b.store(own(to), {p_.r(i_)}, value);
    const ir::ExprId odd = b.compare(ir::CompareOp::Less, p_.r(i_), b.int64(items_ / 2));
    return r_.chance(80) ? nest({store}) : nest({b.if_then(odd, {store})});
  }
  ir::StmtId copy() {
    ir::Builder& b = p_.b;
    return b.copying_loop(i_, rest(), 0, {b.store(shared(any()), {p_.r(i_)}, b.load(x_, {place()}))});
  }
  ir::StmtId square() {
    ir::Builder& b = p_.b;
    const ir::VarId row = p_.counter("row");
    const int64_t width = items_ / 4;
    const ir::ExprId at = b.add(b.mul(p_.r(row), b.int64(width)), p_.r(i_));
    return p_.items(row, 4, i_, width, {b.store(shared(any()), {at}, b.mul(at, b.int64(r_.draw(-3, 3))))});
  }
  ir::ExprId condition() {
    ir::Builder& b = p_.b;
    const ir::ExprId value = r_.chance(50) ? p_.r(g_) : b.load(shared(any()), {b.int64(r_.draw(0, items_ - 1))});
    return b.compare(ir::CompareOp::Equal, b.binary(ir::BinaryOp::Modulo, value, b.int64(2)), b.int64(0));
  }

  void statements(ir::Block& body, int depth) {
    ir::Builder& b = p_.b;
    for (int64_t count = r_.draw(1, 4); count > 0; --count) {
      switch (r_.draw(0, depth > 0 ? 7 : 5)) {
        case 0:
        case 1: {
          const int to = any();
          body.push_back(nest({b.store(own(to), {p_.r(i_)}, b.add(b.load(own(any()), {p_.r(i_)}), anywhere(any())))}));
          break;
        }
        case 2:
          body.push_back(whole({b.store(shared(any()), {moved(r_.draw(0, items_))}, b.load(own(any()), {p_.r(i_)}))}));
          break;
        case 3:
          body.push_back(exchange());
          break;
        case 4:
          body.push_back(copy());
          break;
        case 5:
          body.push_back(square());
          break;
        case 6: {
          ir::Block inner;
          statements(inner, depth - 1);
          body.push_back(p_.in_order(p_.counter("turn"), r_.draw(0, 3), std::move(inner)));
          break;
        }
        default: {
          if (!chosen_) break;
          const ir::ExprId some = b.select(condition(), b.int64(items_), b.int64(0));
          const ir::StmtId store = b.store(own(any()), {p_.r(i_)}, anywhere(any()));
          body.push_back(b.loop(i_, b.min(b.int64(items_), some), ir::LoopMark::Item, {store}));
        }
      }
    }
  }

  Random& r_;
  GroupProgram p_;
  const int64_t items_;
  const bool chosen_;
  ir::ArrayId x_;
  ir::ArrayId y_;
  ir::VarId g_;
  ir::VarId i_;
  std::vector<ir::ArrayId> own_;
  std::vector<ir::ArrayId> shared_;
};

}  // namespace unpython::test
