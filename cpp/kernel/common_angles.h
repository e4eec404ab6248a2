// Sines and cosines of one angle among the statements of a block, which a printer may compute together.
//
//   a += w * cos(phase); b += w * sin(phase)       in front of the first statement: sincos(phase)
#pragma once
#include <map>
#include <vector>

#include "ir/function.h"

namespace unpython::kernel {

struct CommonAngle {
  ir::ExprId angle;                  ///< of the first statement that has one
  std::vector<ir::ExprId> sines{};   ///< calls with that value
  std::vector<ir::ExprId> cosines{};
  ir::StmtId last{};  ///< that has one
};

/// By the first statement that has one. Only what the statements of the block hold themselves, of real angles that have one value in all
/// of them; both functions are there.
[[nodiscard]] std::multimap<ir::StmtId, CommonAngle> common_angles(const ir::Function& function, const ir::Block& block);

}  // namespace unpython::kernel
