// A walk in program order that knows which names of views are stale; a loop is walked twice, so that what its
// end makes stale is seen at its beginning.
#include "frontend/stale_views.h"

#include <set>

#include "support/match.h"

namespace unpython::frontend {

namespace {

using resolved::Body;
using resolved::ExprId;

class Walker {
 public:
  Walker(const resolved::Function& f, const Webs& webs, const Types& types, Mistakes& mistakes)
      : f_(f), webs_(webs), types_(types), mistakes_(mistakes) {
    for (int web = 0; web < webs.count; ++web) any_ |= owner_of(web) >= 0;
  }

  void run() {
    if (any_) body(f_.body);
  }

 private:
  /// The web whose memory a view sees; -1 if the web is no view of another one's.
  [[nodiscard]] int owner_of(int web) const {
    const Type& type = types_.webs[static_cast<size_t>(web)];
    return type.is_view() && type.local != web ? type.local : -1;
  }

  void body(const Body& statements) {
    for (const resolved::StmtId id : statements)
      if (webs_.is_reached(id)) statement(id);
  }

  /// name op= value of an array.
  [[nodiscard]] bool keeps_memory(const resolved::Assign& s) const {
    const auto* operation = s.updates ? std::get_if<resolved::Binary>(&f_[s.value].node) : nullptr;
    return operation != nullptr && types_.of(operation->left).is_array();
  }

  void twice(const auto& walk) {
    const std::set<int> before = stale_;
    walk();
    stale_.insert(before.begin(), before.end());
    walk();
    stale_.insert(before.begin(), before.end());
  }

  void statement(resolved::StmtId id) {
    match(
        f_[id].node,
        [&](const resolved::Assign& s) {
          expr(s.value);
          if (keeps_memory(s)) return;
          for (const resolved::Target& t : s.targets) target(t);
        },
        [&](const resolved::UpdateElement& s) {
          expr(s.target.base);
          all(s.target.indices);
          expr(s.value);
        },
        [&](const resolved::For& s) {
          match(
              s.over, [&](const resolved::RangeLoop& r) { all(r.arguments); },
              [&](const resolved::ArrayLoop& a) { expr(a.array); });
          twice([&] {
            target(s.target);
            body(s.body);
          });
          body(s.otherwise);
        },
        [&](const resolved::While& s) {
          twice([&] {
            expr(s.condition);
            body(s.body);
          });
          body(s.otherwise);
        },
        [&](const resolved::If& s) {
          expr(s.condition);
          const std::set<int> before = stale_;
          body(s.then_body);
          std::set<int> after_then = std::move(stale_);
          stale_ = before;
          body(s.else_body);
          stale_.insert(after_then.begin(), after_then.end());
        },
        [](const resolved::Break&) {}, [](const resolved::Continue&) {},
        [&](const resolved::Return& s) { expr(s.value); }, [&](const resolved::Exitable& s) { body(s.body); },
        [](const resolved::Leave&) {}, [](const resolved::Raise&) {},
        [&](const resolved::Evaluate& s) { expr(s.value); });
  }

  void target(const resolved::Target& to) {
    match(
        to.node, [&](const resolved::LocalTarget& t) { define(webs_.web(t.definition)); },
        [&](const resolved::ElementTarget& t) {
          expr(t.base);
          all(t.indices);
        },
        [&](const std::vector<resolved::Target>& several) {
          for (const resolved::Target& t : several) target(t);
        });
  }

  void define(int web) {
    stale_.erase(web);
    for (int other = 0; other < webs_.count; ++other)
      if (owner_of(other) == web) stale_.insert(other);
  }

  void read(ExprId id, const resolved::ReadLocal& node) {
    const int web = webs_.web(id);
    if (web < 0 || !stale_.contains(web) || !reported_.insert(web).second) return;
    mistakes_.report(
        reasons::kMixedJoin, f_[id].range,
        "'" + f_.locals[node.local].name + "' may name part of an array whose variable has a new value",
        "copy it where it is named, as in x = a[1:].copy()");
  }

  void all(const std::vector<ExprId>& ids) {
    for (const ExprId id : ids)
      if (id.valid()) expr(id);
  }

  void expr(ExprId id) {
    match(
        f_[id].node, [](const resolved::Literal&) {}, [](const resolved::NoneValue&) {},
        [](const resolved::Text&) {}, [](const resolved::DtypeValue&) {}, [](const resolved::Argument&) {},
        [](const resolved::Erroneous&) {}, [](const resolved::Ellipsis&) {},
        [&](const resolved::Slice& n) {
          all({n.lower, n.upper, n.step});
        },
        [&](const resolved::ReadLocal& n) { read(id, n); },
        [&](const resolved::Attribute& n) { expr(n.value); },
        [&](const resolved::Subscript& n) {
          expr(n.value);
          all(n.indices);
        },
        [&](const resolved::Tuple& n) { all(n.elements); },
        [&](const resolved::Unary& n) { expr(n.operand); },
        [&](const resolved::Binary& n) {
          all({n.left, n.right});
        },
        [&](const resolved::Logical& n) { all(n.operands); },
        [&](const resolved::Compare& n) {
          expr(n.left);
          all(n.comparators);
        },
        [&](const resolved::Conditional& n) {
          all({n.condition, n.if_true, n.if_false});
        },
        [&](const resolved::CallLibrary& n) { all(n.arguments); },
        [&](const resolved::Convert& n) { expr(n.value); },
        [&](const resolved::CallMethod& n) {
          expr(n.value);
          all(n.arguments);
        },
        [&](const resolved::CallArray& n) { all(n.arguments); },
        [&](const resolved::Inlined& n) {
          body(n.body);
          expr(n.value);
        });
  }

  const resolved::Function& f_;
  const Webs& webs_;
  const Types& types_;
  Mistakes& mistakes_;
  bool any_ = false;
  std::set<int> stale_;
  std::set<int> reported_;
};

}  // namespace

void check_stale_views(const resolved::Function& function, const Webs& webs, const Types& types,
                       Mistakes& mistakes) {
  Walker(function, webs, types, mistakes).run();
}

}  // namespace unpython::frontend
