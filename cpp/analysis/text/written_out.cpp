#include "analysis/text/written_out.h"

#include "ir/rewrite.h"

namespace unpython::analysis {

bool is_number_written_out(const ir::Function& function, ir::ExprId expr,
                           const std::function<bool(ir::VarId)>& is_counter) {
  return !ir::any_expr(function, expr, [&](ir::ExprId part) {
    const ir::ExprNode& node = function[part].node;
    if (const auto* read = std::get_if<ir::Read>(&node)) return !is_counter(read->variable);
    if (const auto* extent = std::get_if<ir::Extent>(&node)) return function[extent->array].extents.empty();
    if (const auto* wrapped = std::get_if<ir::WrapIndex>(&node)) return function[wrapped->array].extents.empty();
    return std::holds_alternative<ir::Load>(node);
  });
}

}  // namespace unpython::analysis
