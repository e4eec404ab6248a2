// A variable in the place of an element of an array.
#pragma once
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
/// Those of `array` that a block loads and stores, one for each place in the text.
[[nodiscard]] std::vector<Element> elements_of(const Function& function, const Block& block, ArrayId array);

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
