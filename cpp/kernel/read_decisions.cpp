// A variable is read if it is assigned what was read, or assigned where what was read decides.
#include "kernel/read_decisions.h"

#include <algorithm>
#include <optional>
#include <set>

#include "ir/rewrite.h"
#include "support/match.h"

namespace unpython::kernel {
namespace {

using namespace ir;

class FollowReads {
 public:
  FollowReads(const Function& f, const HostArrays& of_host) : f_(f), of_host_(of_host), reads_(host_reads(f)) {}

  ReadDecisions run() {
    size_t before = 0;
    do {
      before = read_.size();
      follow(f_.body, false);
    } while (read_.size() != before);
    result_.decide = false;
    judge(f_.body, {});
    return std::move(result_);
  }

 private:
  /// Where a statement stands.
  struct At {
    bool depends = false;  ///< on what was read
    bool repeats = false;
  };

  [[nodiscard]] bool is_known(const Load& load) const { return !of_host_.decide && of_host_.arrays.contains(load.array); }
  [[nodiscard]] bool steps_through(StmtId id) const { return !of_host_.decide && of_host_.kernels.contains(id); }
  [[nodiscard]] bool depends(ExprId root) const {
    return any_expr(f_, root, [&](ExprId id) {
      const auto* variable = std::get_if<Read>(&f_[id].node);
      const auto* load = std::get_if<Load>(&f_[id].node);
      return (load != nullptr && !is_known(*load)) || (variable != nullptr && read_.contains(variable->variable));
    });
  }
  [[nodiscard]] bool depend(const std::vector<ExprId>& roots) const {
    return std::any_of(roots.begin(), roots.end(), [&](ExprId root) { return depends(root); });
  }

  void follow(const Block& block, bool decided) {
    for (StmtId id : block) {
      const StmtNode& node = f_[id].node;
      if (is_kernel(f_, id)) continue;
      if (const auto* assign = std::get_if<Assign>(&node)) {
        if (decided || depends(assign->value)) read_.insert(assign->variable);
      } else if (const auto* branch = std::get_if<If>(&node)) {
        const bool inside = decided || depends(branch->condition);
        follow(branch->then_body, inside);
        follow(branch->else_body, inside);
      } else if (const auto* loop = std::get_if<For>(&node)) {
        follow(loop->body, decided);
      } else if (const auto* repeated = std::get_if<While>(&node)) {
        follow(repeated->head, decided);
        follow(repeated->body, decided);
      }
    }
  }

  void judge(const Block& block, At at) {
    for (StmtId id : block) {
      const StmtNode& node = f_[id].node;
      if (is_kernel(f_, id)) {
        if (steps_through(id)) continue;
        step(at);
        if (reads_variables_of_reads(id)) decides();
        continue;
      }
      const auto* branch = std::get_if<If>(&node);
      const bool condition = branch != nullptr && depends(branch->condition);
      for (ExprId held : expressions(f_[id])) loads(held, at);
      match(
          node, [](const Assign&) {}, [&](const If& choice) {
            const At inside{.depends = at.depends || condition, .repeats = at.repeats};
            judge(choice.then_body, inside);
            judge(choice.else_body, inside);
          },
          [&](const For& loop) {
            if (depends(loop.extent)) decides();
            judge(loop.body, {.depends = at.depends, .repeats = true});
          },
          [&](const While& loop) {
            if (depends(loop.condition)) decides();
            judge(loop.head, {.depends = at.depends, .repeats = true});
            judge(loop.body, {.depends = at.depends, .repeats = true});
          },
          [&](const Allocate& allocation) {
            step(at);
            if (depend(allocation.extents)) decides();
          },
          [&](const CheckIndex& check) { leave({.depends = at.depends || depends(check.index), .repeats = at.repeats}); },
          [&](const Break&) { leave(at); }, [&](const Continue&) { leave(at); }, [&](const Return&) { leave(at); },
          [&](const Raise&) { leave(at); },
          // What the host stores, and what it calls, is not followed.
          [&](const Store&) { decides(); }, [&](const AtomicUpdate&) { decides(); },
          [&](const CallHost&) { decides(); });
    }
  }

  void decides() { result_.decide = true; }
  /// The device is asked for something.
  void step(At at) {
    if (at.depends || is_left_) decides();
  }
  /// What follows may not run.
  void leave(At at) {
    if (!at.depends) return;
    if (at.repeats) decides();
    is_left_ = true;
  }
  void loads(ExprId root, At at) {
    walk_exprs(f_, root, [&](ExprId id) {
      const auto* load = std::get_if<Load>(&f_[id].node);
      if (load == nullptr || is_known(*load)) return;
      if (depend(load->indices)) decides();
      if (!at.depends && !is_left_) return;
      const std::optional<HostRead> read = constant_read(f_, *load);
      if (!read || std::find(reads_.begin(), reads_.end(), *read) == reads_.end()) return decides();
      result_.perhaps.push_back(*read);
    });
  }
  [[nodiscard]] bool reads_variables_of_reads(StmtId kernel) const {
    return any_expr(f_, {kernel}, [&](ExprId id) {
      const auto* variable = std::get_if<Read>(&f_[id].node);
      return variable != nullptr && read_.contains(variable->variable);
    });
  }

  const Function& f_;
  const HostArrays& of_host_;
  const std::vector<HostRead> reads_;
  std::set<VarId> read_;
  bool is_left_ = false;
  ReadDecisions result_;
};

}  // namespace

ReadDecisions read_decisions(const Function& function, const HostArrays& of_host) {
  return FollowReads(function, of_host).run();
}

}  // namespace unpython::kernel
