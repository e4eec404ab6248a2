// From the returns back, through what each variable is given.
#include "frontend/returned_webs.h"

#include <map>
#include <vector>

namespace unpython::frontend {

namespace {

using resolved::ExprId;

class ReturnedWebs {
 public:
  ReturnedWebs(const resolved::Function& f, const Webs& webs, const Types& types)
      : f_(f), webs_(webs), types_(types) {}

  std::set<int> run() {
    for (resolved::StmtId id{0}; f_.stmts.contains(id); ++id.value)
      if (const auto* assign = std::get_if<resolved::Assign>(&f_[id].node))
        for (const resolved::Target& target : assign->targets) note(target, assign->value);
    for (resolved::StmtId id{0}; f_.stmts.contains(id); ++id.value)
      if (const auto* node = std::get_if<resolved::Return>(&f_[id].node)) visit(node->value);
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

std::set<int> returned_webs(const resolved::Function& function, const Webs& webs, const Types& types) {
  return ReturnedWebs(function, webs, types).run();
}

}  // namespace unpython::frontend
