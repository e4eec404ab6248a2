// Statements of one iteration of a grid as Item nests of a group: what grouping passes share.
#pragma once
#include <functional>
#include <map>
#include <set>
#include <vector>

#include "ir/rewrite.h"

namespace unpython::transform {

/// Works on one function, whose statements it copies. What the statements keep from one nest to the next (variables
/// and private arrays) becomes Item arrays.
class SpreadOverItems {
 public:
  explicit SpreadOverItems(ir::Function& function) : f_(function), rewrite_(function, *this) {}

  /// The nest that runs the items: its counters, extents and bounds, outermost first.
  void over(std::vector<ir::VarId> counters, std::vector<ir::ExprId> extents, std::vector<int64_t> bounds);
  /// Counters of the grid and of staged loops as the group and its items have them.
  void replace(ir::VarId variable, ir::ExprId value) { rewrite_.replace(variable, value); }
  /// Loads that read something else instead, until the next call.
  void copies(std::map<ir::ExprId, ir::ExprId> loads) { copies_ = std::move(loads); }

  /// Finds what is needed in more than one nest. `shared`: loops that the items run together. They, and loops around them, are not
  /// run in one nest with their neighbours: their bodies are blocks of the group.
  void keep_between(const ir::Block& statements, std::set<ir::StmtId> shared);
  /// The statements as the group runs them: `together` gives the code of a shared loop, `alone` that of statements between such loops.
  [[nodiscard]] ir::Block group(const ir::Block& statements, const std::function<ir::Block(ir::StmtId)>& together,
                                const std::function<ir::Block(const ir::Block&)>& alone);

  /// Statements as an item runs them.
  [[nodiscard]] ir::Block inside(const ir::Block& statements);
  /// An expression of the group, which items see alike.
  [[nodiscard]] ir::ExprId outside(ir::ExprId expr) { return rewrite_.expr(expr); }
  /// An Item nest around statements that are rewritten already, and around others.
  [[nodiscard]] ir::StmtId nest_of(ir::Block body);
  [[nodiscard]] ir::StmtId nest(const ir::Block& statements) { return nest_of(inside(statements)); }

 private:
  class Rewrite : public ir::Substitution {
   public:
    Rewrite(ir::Function& function, SpreadOverItems& owner) : Substitution(function), owner_(owner) {}
    ir::ExprId expr(ir::ExprId id) override;
    ir::Block stmt(ir::StmtId id) override;

   private:
    SpreadOverItems& owner_;
  };

  /// Which runs of statements, that stand in one nest, touch a variable or an array.
  struct Touching {
    std::map<ir::VarId, std::set<int>> variables;
    std::map<ir::ArrayId, std::set<int>> arrays;
    std::set<ir::VarId> assigned;
    std::set<ir::VarId> counters;  ///< of the group
  };
  [[nodiscard]] bool is_apart(ir::StmtId id) const;
  void touch(const ir::Block& statements, int& run, Touching& found);
  [[nodiscard]] std::vector<ir::ExprId> own_indices();
  [[nodiscard]] ir::ArrayId item_array(const std::string& name, ScalarType type, const std::vector<int64_t>& extents);

  ir::Function& f_;
  Rewrite rewrite_;
  std::vector<ir::VarId> counters_;
  std::vector<ir::ExprId> extents_;
  std::vector<int64_t> bounds_;
  std::map<ir::ExprId, ir::ExprId> copies_;
  std::set<ir::StmtId> shared_;
  std::map<ir::VarId, ir::ArrayId> kept_;         ///< variables
  std::map<ir::ArrayId, ir::ArrayId> kept_arrays_;  ///< private arrays
};

}  // namespace unpython::transform
