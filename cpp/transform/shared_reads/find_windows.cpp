#include "transform/shared_reads/find_windows.h"

#include <algorithm>

#include "analysis/text/affine.h"
#include "analysis/text/variables.h"
#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;
using kernel::Kernel;
using kernel::Layout;

class FindWindows {
 public:
  FindWindows(const Function& f, const Kernel& kernel, bool sliding)
      : f_(f), kernel_(kernel), sliding_(sliding), body_(loop(kernel.grid.back()).body), own_(analysis::assigned_variables(f, body_)) {
    varying_ = own_;
    for (size_t n = 0; n < kernel.grid.size(); ++n) {
      const VarId counter = loop(kernel.grid[n]).counter;
      own_.insert(counter);
      if (n + 1 == kernel.grid.size()) x_ = counter;
      if (n + 2 == kernel.grid.size()) y_ = counter;
    }
  }

  std::vector<SlidingLoop> run() {
    if (may_leave(f_, body_)) return {};  // all items come by the loops
    look_into(body_);
    return std::move(found_);
  }

 private:
  [[nodiscard]] const For& loop(StmtId id) const { return std::get<For>(f_[id].node); }

  void look_into(const Block& block) {
    for (StmtId id : block) {
      const auto* inner = std::get_if<For>(&f_[id].node);
      if (inner == nullptr || inner->mark != LoopMark::Sequential) continue;
      // The launch asks how often it runs, which only the host's own values tell.
      if (!analysis::is_fixed(f_, inner->extent, own_)) continue;
      if (std::optional<SlidingLoop> sliding = windows_of(id, *inner)) {
        sliding->inside = depth_ > 0;
        found_.push_back(std::move(*sliding));
        continue;
      }
      // Its counter is the same in all items of a group.
      varying_.erase(inner->counter);
      ++depth_;
      look_into(inner->body);
      --depth_;
      varying_.insert(inner->counter);
    }
  }

  std::optional<SlidingLoop> windows_of(StmtId id, const For& inner) const {
    if (!only_assigns(f_, inner.body)) return std::nullopt;
    SlidingLoop result{.loop = id};
    bool fits = true;
    walk_all_exprs(f_, inner.body, [&](ExprId part) {
      const auto* load = std::get_if<Load>(&f_[part].node);
      if (load == nullptr || !fits || joins_any(f_, result.reads, *load, part)) return;
      fits = add(*load, part, inner.counter, result);
    });
    const bool any = std::any_of(result.reads.begin(), result.reads.end(), [](const SlidingRead& read) { return read.slides; });
    return fits && !result.reads.empty() && any == sliding_ ? std::optional(std::move(result)) : std::nullopt;
  }

  /// False where nothing can be said of the load.
  [[nodiscard]] bool add(const Load& load, ExprId id, VarId counter, SlidingLoop& sliding) const {
    if (!only_loaded(kernel_, load.array)) return false;
    const auto reads = [&](VarId variable) {
      return variable.valid() && std::any_of(load.indices.begin(), load.indices.end(), [&](ExprId index) {
               return analysis::reads_variable(f_, index, variable);
             });
    };
    if (reads(x_)) {
      if (!slides(load, counter)) return false;
    } else if (reads(y_) || !std::all_of(load.indices.begin(), load.indices.end(),
                                         [&](ExprId index) { return is_uniform(index, counter); })) {
      return false;
    } else if (!reads(counter)) {
      return true;  // one element for all steps stays where it is
    }
    sliding.reads.push_back({{load.array, load.indices, {id}}, reads(x_)});
    return true;
  }

  /// One subscript follows both counters alike, and no other follows one of them.
  [[nodiscard]] bool slides(const Load& load, VarId counter) const {
    int along = 0;
    for (ExprId index : load.indices) {
      const std::optional<analysis::Affine> form = analysis::affine_form(f_, index);
      if (!form) return false;
      const int64_t step = analysis::coefficient_of(f_, *form, x_);
      if (step != analysis::coefficient_of(f_, *form, counter)) return false;
      along += step != 0 ? 1 : 0;
      for (const analysis::Term& term : form->terms) {
        const auto* read = std::get_if<Read>(&f_[term.atom].node);
        if (read != nullptr && (read->variable == x_ || read->variable == counter)) continue;
        if (analysis::reads_variable(f_, term.atom, x_) || analysis::reads_variable(f_, term.atom, counter)) return false;
        if (!is_uniform(term.atom, counter)) return false;
      }
    }
    return along == 1;
  }

  /// All items along x see one value at one step.
  [[nodiscard]] bool is_uniform(ExprId id, VarId counter) const {
    analysis::VarSet moving = varying_;
    moving.erase(counter);
    return analysis::is_fixed(f_, id, moving);
  }

  const Function& f_;
  const Kernel& kernel_;
  const bool sliding_;  ///< loops with windows are looked for, else those without
  const Block& body_;
  analysis::VarSet own_;      ///< what the kernel assigns, its counters included
  analysis::VarSet varying_;  ///< what the body assigns, but counters of loops that all items run together
  VarId x_;
  VarId y_;
  int depth_ = 0;  ///< loops in order around
  std::vector<SlidingLoop> found_;
};

std::vector<SlidingLoop> find(const Function& function, const Kernel& kernel, const Layout& layout, bool sliding) {
  const bool updates = std::any_of(kernel.arrays.begin(), kernel.arrays.end(),
                                   [](const kernel::KernelArray& array) { return array.updated; });
  if (kernel.may_raise || kernel.guarded || updates || !layout.disjoint) return {};
  return FindWindows(function, kernel, sliding).run();
}

}  // namespace

std::vector<SlidingLoop> find_windows(const Function& function, const Kernel& kernel, const Layout& layout) {
  return find(function, kernel, layout, true);
}

std::vector<SlidingLoop> find_walks(const Function& function, const Kernel& kernel, const Layout& layout) {
  return find(function, kernel, layout, false);
}

}  // namespace unpython::transform
