// Which elements and arrays a block stores to and reads; a variable in the place of an element.
#pragma once
#include <functional>
#include <optional>
#include <set>
#include <vector>

#include "ir/rewrite.h"

namespace unpython::ir {

/// An element by its array and subscripts.
struct Element {
  ArrayId array;
  std::vector<ExprId> indices;
};

/// Both are written alike.
[[nodiscard]] bool same_element(const Function& function, const Element& a, const Element& b);
using VisitElement = std::function<void(ArrayId, const std::vector<ExprId>& indices)>;
/// Calls `visit` for each element that statements of a block store to or update; that they load; for all of them, loads last.
void walk_stores(const Function& function, const Block& block, const VisitElement& visit);
void walk_loads(const Function& function, const Block& block, const VisitElement& visit);
void walk_elements(const Function& function, const Block& block, const VisitElement& visit);
/// Those of `array` among them, one for each place in the text.
[[nodiscard]] std::vector<Element> elements_of(const Function& function, const Block& block, ArrayId array);

/// The array that a statement itself stores to or updates; invalid for other statements.
[[nodiscard]] ArrayId stored_array(const StmtNode& node);
/// The arrays that statements of a block store to or update, or that a call of the host may store to.
[[nodiscard]] std::set<ArrayId> stored_arrays(const Function& function, const Block& block);
[[nodiscard]] bool stores_to(const Function& function, const Block& block, ArrayId array);
/// The arrays that a block loads elements of.
[[nodiscard]] std::set<ArrayId> loaded_arrays(const Function& function, const Block& block);
/// Calls `visit` for each place in which a statement itself, not one inside it, needs an array as it is: for its elements or its
/// extents. An allocation of new memory needs nothing of what was.
void walk_uses(const Function& function, StmtId stmt, const std::function<void(ArrayId)>& visit);

/// Loads of the element read the variable, and stores to it assign the variable.
class ElementInVariable : public Rewriter {
 public:
  ElementInVariable(Function& function, const Element& element, VarId variable)
      : Rewriter(function), element_(element), variable_(variable) {}
  ExprId expr(ExprId id) override;
  Block stmt(StmtId id) override;

 private:
  const Element& element_;
  VarId variable_;
};

}  // namespace unpython::ir
