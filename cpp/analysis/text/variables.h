// Where scalar variables are assigned, read and needed: sets, liveness, reads of an earlier iteration's
// value.
#pragma once
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "ir/function.h"

namespace unpython::analysis {

/// A set of the variables of one function.
class VarSet {
 public:
  explicit VarSet(int32_t variables = 0) : words_(static_cast<size_t>(variables + 63) / 64) {}
  void insert(ir::VarId v) { words_[word(v)] |= bit(v); }
  void erase(ir::VarId v) { words_[word(v)] &= ~bit(v); }
  [[nodiscard]] bool contains(ir::VarId v) const {
    return v.valid() && word(v) < words_.size() && (words_[word(v)] & bit(v)) != 0;
  }
  void unite(const VarSet& other);
  void intersect(const VarSet& other);
  /// The members in ascending order.
  [[nodiscard]] std::vector<ir::VarId> members() const;
  bool operator==(const VarSet&) const = default;

 private:
  static size_t word(ir::VarId v) { return static_cast<size_t>(v.value) / 64; }
  static uint64_t bit(ir::VarId v) { return uint64_t{1} << (v.value % 64); }
  std::vector<uint64_t> words_;
};

/// Variables that statements of the block assign, nested ones and loop counters included.
[[nodiscard]] VarSet assigned_variables(const ir::Function& function, const ir::Block& block);
/// Variables that expressions of the block read.
[[nodiscard]] VarSet read_variables(const ir::Function& function, const ir::Block& block);
/// Variables whose value from before the block may be read in it ("upward exposed").
[[nodiscard]] VarSet exposed_variables(const ir::Function& function, const ir::Block& block);
/// Variables that each run of the block to its end, or to a `continue` of the loop it is the body of,
/// assigns.
[[nodiscard]] VarSet always_assigned(const ir::Function& function, const ir::Block& block);
/// True if the expression reads the variable.
[[nodiscard]] bool reads_variable(const ir::Function& function, ir::ExprId expr, ir::VarId variable);
/// True if the expression reads one of `variables`.
[[nodiscard]] bool reads_any(const ir::Function& function, ir::ExprId expr, const VarSet& variables);
/// True if the expression holds a Load.
[[nodiscard]] bool has_load(const ir::Function& function, ir::ExprId expr);

/// For each statement, the variables whose value may still be read after it.
class Liveness {
 public:
  explicit Liveness(const ir::Function& function);
  [[nodiscard]] bool live_after(ir::StmtId stmt, ir::VarId variable) const;
  /// `copy` takes the place of `original`: what is needed after it is the same.
  void inherit(ir::StmtId copy, ir::StmtId original);
  /// Counters of all For loops that the function had.
  [[nodiscard]] const VarSet& counters() const { return counters_; }

 private:
  std::unordered_map<int32_t, VarSet> after_;
  VarSet counters_;
};

/// No variable that the body of a For assigns is read by another of its iterations or after the loop.
[[nodiscard]] bool is_private(const ir::Function& function, const Liveness& live, ir::StmtId loop);

}  // namespace unpython::analysis
