// From the returns back, through what each variable is given.
#include "frontend/infer/returned_webs.h"

#include <algorithm>
#include <map>

#include "frontend/infer/flow_walk.h"

namespace unpython::frontend {

namespace {

using resolved::ExprId;

struct Reachable {
  bool reachable = false;

  bool merge(const Reachable& other) {
    const bool news = other.reachable && !reachable;
    reachable |= other.reachable;
    return news;
  }
};

class ReachedReturns final : public FlowWalk<Reachable> {
 public:
  ReachedReturns(const resolved::Function& f, const Types& types) : FlowWalk(f), types_(types) {}

  std::vector<resolved::StmtId> run() {
    body(f_.body);
    return std::move(found_);
  }

 private:
  void define(const resolved::LocalTarget&) override {}
  void read(ExprId, const resolved::ReadLocal&) override {}
  std::optional<bool> decided(ExprId condition) override { return known_truth(types_.of(condition)); }
  void reach(resolved::StmtId id) override {
    const bool known = std::find(found_.begin(), found_.end(), id) != found_.end();
    if (!known && std::holds_alternative<resolved::Return>(f_[id].node)) found_.push_back(id);
  }

  const Types& types_;
  std::vector<resolved::StmtId> found_;
};

class ReturnedWebs {
 public:
  ReturnedWebs(const resolved::Function& f, const Webs& webs, const Types& types)
      : f_(f), webs_(webs), types_(types) {}

  std::set<int> run(const std::vector<resolved::StmtId>& returns) {
    for (resolved::StmtId id{0}; f_.stmts.contains(id); ++id.value)
      if (const auto* assign = std::get_if<resolved::Assign>(&f_[id].node))
        for (const resolved::Target& target : assign->targets) note(target, assign->value);
    for (const resolved::StmtId id : returns) visit(std::get<resolved::Return>(f_[id].node).value);
    return std::move(found_);
  }

 private:
  void note(const resolved::Target& target, ExprId value) {
    if (const auto* local = std::get_if<resolved::LocalTarget>(&target.node))
      given_[webs_.web(local->definition)].push_back(value);
    const auto* several = std::get_if<std::vector<resolved::Target>>(&target.node);
    if (!several) return;
    const auto* values = std::get_if<resolved::Tuple>(&f_[value].node);
    const bool fits = values != nullptr && values->elements.size() == several->size();
    for (size_t i = 0; i < several->size(); ++i) note((*several)[i], fits ? values->elements[i] : value);
  }

  void add(int web) {
    if (web < 0 || !found_.insert(web).second) return;
    for (const ExprId value : given_[web]) visit(value);
    add_owners(types_.webs[static_cast<size_t>(web)]);
  }

  void add_owners(const Type& type) {
    add(type.local);
    for (const Type& element : type.elements) add_owners(element);
  }

  /// What the array of an expression may be a view of.
  void visit(ExprId id) {
    if (!id.valid()) return;
    const Type& type = types_.of(id);
    if (!type.is_array() && !type.is_tuple()) return;
    const resolved::ExprNode& node = f_[id].node;
    if (std::holds_alternative<resolved::ReadLocal>(node)) add(webs_.web(id));
    if (const auto* n = std::get_if<resolved::Attribute>(&node)) visit(n->value);
    if (const auto* n = std::get_if<resolved::Subscript>(&node)) visit(n->value);
    if (const auto* n = std::get_if<resolved::CallMethod>(&node)) visit(n->value);
    if (const auto* n = std::get_if<resolved::CallArray>(&node)) visit(n->arguments[0]);
    if (const auto* n = std::get_if<resolved::Inlined>(&node)) visit(n->value);
    if (const auto* n = std::get_if<resolved::Conditional>(&node)) {
      visit(n->if_true);
      visit(n->if_false);
    }
    if (const auto* n = std::get_if<resolved::Tuple>(&node))
      for (const ExprId element : n->elements) visit(element);
  }

  const resolved::Function& f_;
  const Webs& webs_;
  const Types& types_;
  std::map<int, std::vector<ExprId>> given_;  ///< by web
  std::set<int> found_;
};

}  // namespace

std::vector<resolved::StmtId> reached_returns(const resolved::Function& function, const Types& types) {
  return ReachedReturns(function, types).run();
}

std::set<int> returned_webs(const resolved::Function& function, const Webs& webs, const Types& types,
                            const std::vector<resolved::StmtId>& returns) {
  return ReturnedWebs(function, webs, types).run(returns);
}

}  // namespace unpython::frontend
