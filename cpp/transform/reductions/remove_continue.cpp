#include "transform/reductions/remove_continue.h"

#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;

bool continues(const Function& f, StmtId id) {
  return holds_outside_loops<Continue>(f, {id});
}

}  // namespace

Block remove_continue(Function& function, const Block& body) {
  Block result;
  for (size_t i = 0; i < body.size(); ++i) {
    if (!continues(function, body[i])) {
      result.push_back(body[i]);
      continue;
    }
    const Stmt stmt = function[body[i]];
    const auto* branch = std::get_if<If>(&stmt.node);
    if (branch == nullptr) return result;  // the continue itself
    Block then_body = branch->then_body;
    Block else_body = branch->else_body;
    then_body.insert(then_body.end(), body.begin() + static_cast<std::ptrdiff_t>(i) + 1, body.end());
    else_body.insert(else_body.end(), body.begin() + static_cast<std::ptrdiff_t>(i) + 1, body.end());
    then_body = remove_continue(function, then_body);
    else_body = remove_continue(function, else_body);
    result.push_back(
        Builder(function).if_then(branch->condition, std::move(then_body), std::move(else_body), stmt.range));
    return result;
  }
  return result;
}

}  // namespace unpython::transform
