#include "transform/shared_reads/find_reuse.h"

#include <algorithm>

#include "analysis/text/affine.h"
#include "analysis/text/variables.h"
#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;
using kernel::Kernel;
using kernel::Layout;

class FindReuse {
 public:
  FindReuse(const Function& f, const Kernel& kernel, const Layout& layout, const GuardedBody& body)
      : f_(f),
        kernel_(kernel),
        layout_(layout),
        guarded_(body),
        body_(guarded_.statements),
        x_(loop(kernel.grid.back()).counter),
        y_(loop(kernel.grid[kernel.grid.size() - 2]).counter),
        own_(analysis::assigned_variables(f, body_)) {
    own_.insert(x_);
    own_.insert(y_);
  }

  std::optional<Reuse> run() {
    if (may_leave(f_, body_)) return std::nullopt;  // all items come by the loop
    std::optional<Reuse> result;
    for (StmtId id : body_) {
      if (!std::holds_alternative<For>(f_[id].node)) continue;
      if (result) return std::nullopt;  // a second loop would run between the same statements
      result = reuse_of(id);
      if (!result) return std::nullopt;
    }
    return result;
  }

 private:
  [[nodiscard]] const For& loop(StmtId id) const { return std::get<For>(f_[id].node); }

  [[nodiscard]] std::optional<Reuse> reuse_of(StmtId id) const {
    const For& walked = loop(id);
    const bool uniform = analysis::is_fixed(f_, walked.extent, own_);
    if (walked.mark != LoopMark::Sequential || !uniform || !only_assigns(f_, walked.body)) return std::nullopt;
    Reuse result{.loop = id, .body = guarded_};
    bool fits = true;
    walk_all_exprs(f_, walked.body, [&](ExprId part) {
      const auto* load = std::get_if<Load>(&f_[part].node);
      if (load == nullptr || !fits || joins_any(f_, result.reads, *load, part)) return;
      fits = add(*load, part, walked.counter, result);
    });
    const auto follows = [&](int dimension) {
      return std::any_of(result.reads.begin(), result.reads.end(),
                         [&](const ReusedRead& read) { return read.dimension == dimension; });
    };
    if (!fits || !follows(0) || !follows(1)) return std::nullopt;
    return result;
  }

  /// False where nothing can be said of the load.
  [[nodiscard]] bool add(const Load& load, ExprId id, VarId depth, Reuse& reuse) const {
    const std::optional<size_t> known = only_loaded(kernel_, load.array);
    if (!known) return false;
    bool along_x = false;
    bool along_y = false;
    bool along_depth = false;
    int dense = -1;
    const int unit = layout_.unit_dimension[*known];
    for (size_t d = 0; d < load.indices.size(); ++d) {
      const std::optional<analysis::Affine> form = analysis::affine_form(f_, load.indices[d]);
      if (!form || hides(*form, depth)) return false;
      const bool on_x = analysis::coefficient_of(f_, *form, x_) != 0;
      const bool on_y = analysis::coefficient_of(f_, *form, y_) != 0;
      const bool on_depth = analysis::coefficient_of(f_, *form, depth) != 0;
      along_x |= on_x;
      along_y |= on_y;
      along_depth |= on_depth;
      if (static_cast<int>(d) == unit) dense = on_depth ? 2 : on_x || on_y ? 1 : 0;
    }
    if (!along_x && !along_y) return true;  // all items read one element: it stays where it is
    if (along_x == along_y || !along_depth) return false;
    reuse.reads.push_back({{load.array, load.indices, {id}}, along_x ? 0 : 1, dense == 2});
    return true;
  }

  /// A part of the form that is no counter changes with the items.
  [[nodiscard]] bool hides(const analysis::Affine& form, VarId depth) const {
    return std::any_of(form.terms.begin(), form.terms.end(), [&](const analysis::Term& term) {
      const auto* read = std::get_if<Read>(&f_[term.atom].node);
      if (read != nullptr && (read->variable == x_ || read->variable == y_ || read->variable == depth)) return false;
      analysis::VarSet moving = own_;
      moving.insert(depth);
      return !analysis::is_fixed(f_, term.atom, moving);
    });
  }

  const Function& f_;
  const Kernel& kernel_;
  const Layout& layout_;
  const GuardedBody& guarded_;
  const Block& body_;
  const VarId x_;
  const VarId y_;
  analysis::VarSet own_;  ///< what differs between items
};

}  // namespace

int64_t Reuse::item_bytes(const Function& function) const {
  int64_t bytes = 1;
  for (const ReusedRead& read : reads) bytes = std::max(bytes, size_of(function[read.array].type));
  return bytes;
}

std::optional<Reuse> find_reuse(const Function& function, const Kernel& kernel, const Layout& layout) {
  if (kernel.may_raise || !layout.disjoint || kernel.grid.size() < 2) return std::nullopt;
  const std::optional<GuardedBody> body = guarded_body(function, kernel);
  return body ? FindReuse(function, kernel, layout, *body).run() : std::nullopt;
}

}  // namespace unpython::transform
