// A variable that holds a number of one of several types (alternatives.h) gets a new value.
#include <optional>
#include <utility>

#include "frontend/lower/lowerer.h"
#include "ir/rewrite.h"

namespace unpython::frontend {

namespace {

/// Which variable keeps its value where a condition does not hold: `v = x if c else v`.
struct Kept {
  ir::ExprId condition;
  bool if_true = true;
  ir::ExprId value;
};

std::optional<Kept> kept(const ir::Function& f, ir::VarId variable, ir::ExprId value) {
  const auto* select = std::get_if<ir::Select>(&f[value].node);
  if (!select) return std::nullopt;
  const auto is_it = [&](ir::ExprId id) {
    const auto* read = std::get_if<ir::Read>(&f[id].node);
    return read && read->variable == variable;
  };
  if (is_it(select->if_false)) return Kept{select->condition, true, select->if_true};
  if (is_it(select->if_true)) return Kept{select->condition, false, select->if_false};
  return std::nullopt;
}

}  // namespace

/// Assigns the type and all elements of a number of several types. x = x if c else y becomes `if not c: x = y`, so that
/// later passes see a reduction where there is one.
void Lowerer::write_either(const Storage& to, const Value& value, const SourceRange& range) {
  const auto old_kind = kept(out_, to.variable, value.expr);
  if (to.elements.size() == 1 && old_kind) {
    const auto old = kept(out_, to.elements[0].variable, value.elements[0].expr);
    if (old && old->if_true == old_kind->if_true &&
        ir::same_value(out_, old->condition, old_kind->condition)) {
      const ir::ExprId test = old->if_true ? old->condition : build_.logical_not(old->condition);
      ir::Block update{build_.assign(to.elements[0].variable, old->value, range),
                       build_.assign(to.variable, old_kind->value, range)};
      emit(build_.if_then(test, std::move(update), {}, range));
      return;
    }
  }
  const auto is_own = [&](ir::ExprId id, ir::VarId variable) {
    const auto* read = std::get_if<ir::Read>(&out_[id].node);
    return read && read->variable == variable;
  };
  const bool kind_stays = is_own(value.expr, to.variable);
  const ir::ExprId kind = kind_stays || !contains_read(value.expr) ? value.expr : hold(value.expr);
  std::vector<ir::ExprId> parts;
  for (const Value& part : value.elements)
    parts.push_back(value.elements.size() > 1 && contains_read(part.expr) ? hold(part.expr) : part.expr);
  for (size_t i = 0; i < parts.size(); ++i)
    if (!is_own(parts[i], to.elements[i].variable))
      emit(build_.assign(to.elements[i].variable, parts[i], range));
  if (!kind_stays) emit(build_.assign(to.variable, kind, range));
}

}  // namespace unpython::frontend
