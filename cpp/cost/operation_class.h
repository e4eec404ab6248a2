// What kind of work an operation is. Each model of costs has one number for each kind.
#pragma once
#include <cstdint>

#include "ir/expr.h"

namespace unpython::cost {

enum class OperationClass : uint8_t {
  None,      ///< no arithmetic: a constant, a variable, an element, what makes its address
  Simple,    ///< one or few instructions
  Division,  ///< and remainders
  Root,
  Function,  ///< of C's library, or as long
  Power,
};

[[nodiscard]] OperationClass class_of(const ir::ExprNode& node);

}  // namespace unpython::cost
