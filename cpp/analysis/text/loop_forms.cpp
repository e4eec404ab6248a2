#include "analysis/text/loop_forms.h"

#include <algorithm>

#include "analysis/text/outliving_arrays.h"
#include "analysis/text/reductions.h"
#include "ir/elements.h"
#include "ir/rewrite.h"

namespace unpython::analysis {
namespace {

using namespace ir;

/// Whether each iteration makes all the arrays that a function of C is given: no other iteration meets it.
bool is_apart(const Function& f, const Block& body, const CallHost& call) {
  const auto is_made = [&](const HostArgument& argument) {
    return !argument.array.valid() || any_stmt(f, body, [&](StmtId id) {
      const Allocate* made = as_new_memory(f[id]);
      return made != nullptr && made->array == argument.array;
    });
  };
  return call.is_native && std::ranges::all_of(call.arguments, is_made);
}

/// A statement that ends the loop early or leaves the function.
std::optional<LoopForm::Obstacle> early_exit(const Function& f, const Block& body) {
  std::optional<LoopForm::Obstacle> found;
  const std::function<void(const Block&, bool)> visit = [&](const Block& block, bool inner) {
    for (StmtId id : block) {
      if (found) return;
      if (std::holds_alternative<Return>(f[id].node))
        found = LoopForm::Obstacle{"a return inside the loop", "", f[id].range};
      const auto* call = std::get_if<CallHost>(&f[id].node);
      if (call != nullptr && !is_apart(f, body, *call))
        found = LoopForm::Obstacle{"a call of Python inside the loop", "", f[id].range};
      if (!inner && std::holds_alternative<Break>(f[id].node))
        found = LoopForm::Obstacle{"a break inside the loop", "", f[id].range};
      const bool loop = is_one_of<For, While>(f[id].node);
      for (const Block* nested : blocks(f[id])) visit(*nested, inner || loop);
    }
  };
  visit(body, false);
  return found;
}

/// Whether a value comes from elements of arrays, itself or through one of the variables.
bool from_memory(const Function& f, const VarSet& loaded, ExprId value) {
  return has_load(f, value) || reads_any(f, value, loaded);
}

VarSet loaded_variables(const Function& f, const Block& body) {
  VarSet loaded;
  for (bool more = true; more;) {
    more = false;
    walk_stmts(f, body, [&](StmtId id) {
      const auto* assign = std::get_if<Assign>(&f[id].node);
      if (assign == nullptr || loaded.contains(assign->variable)) return true;
      if (!from_memory(f, loaded, assign->value)) return true;
      loaded.insert(assign->variable);
      more = true;
      return true;
    });
  }
  return loaded;
}

}  // namespace

LoopForm loop_form(const Function& f, const Liveness& live, StmtId id) {
  const Block& body = std::get<For>(f[id].node).body;
  LoopForm form;
  form.exit = early_exit(f, body);
  LoopAccumulations scalars = accumulations(f, live, id);
  if (scalars.blocker) {
    form.carried = LoopForm::Obstacle{std::move(scalars.blocker->reason), std::move(scalars.blocker->advice), scalars.blocker->where};
  }
  if (const auto outliving = outliving_array(f, id); outliving && !form.carried) {
    form.carried =
        LoopForm::Obstacle{"the array '" + f[outliving->array].name + "' that an iteration makes is used " +
                               (outliving->after ? "after the loop" : "in the next one"),
                           "make the array before the loop and store to its elements, or use range for a "
                           "loop that must run in order",
                           f[id].range};
  }
  form.keeps_scalars = is_private(f, live, id);
  form.reduces = std::ranges::any_of(
      scalars.reductions, [](const Reduction& r) { return r.kind != Accumulation::LastValue || !r.always; });
  for (ArrayId array : stored_arrays(f, body)) {
    if (!element_reductions(f, live, id, array).empty() || scatter_update(f, id, array))
      form.updated.push_back(array);
  }
  form.loaded = loaded_variables(f, body);
  return form;
}

LoopForms::LoopForms(const Function& simplified, const Function& lowered)
    : function_(simplified), names_(lowered) {
  const Liveness live(simplified);
  walk_stmts(simplified, simplified.body, [&](StmtId id) {
    if (std::holds_alternative<For>(simplified[id].node))
      forms_.emplace(id.value, loop_form(simplified, live, id));
    return true;
  });
}

bool chosen_by_data(const Function& f, const LoopForm& form, const std::vector<ExprId>& indices) {
  return std::ranges::any_of(indices, [&](ExprId index) { return from_memory(f, form.loaded, index); });
}

}  // namespace unpython::analysis
