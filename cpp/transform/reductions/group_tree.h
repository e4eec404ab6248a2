// The summation tree above the leaves, by the threads of one group.
//
//   for round in range((count + 1023) / 1024):     1024 leaves, or roots, at a time in local memory
//     roots[0 .. width-1] = ...                    by `fill`
//     for each level: roots[p] = roots[2 p] op roots[2 p + 1] for all p; an odd last one is passed up
//     push roots[0] on a stack of finished subtrees, as the bits of `round` say
//   root = all on the stack, the last one first
#pragma once
#include <functional>
#include <vector>

#include "transform/reductions/carried.h"

namespace unpython::transform {

inline constexpr int kGroupThreads = 256;

/// Variables or arrays for all fields of all reductions.
template <class Id>
using Fields = std::vector<std::vector<Id>>;

class GroupTree {
 public:
  static constexpr int64_t kRoots = 1024;

  /// `most`: nodes that lie in local memory at a time; a power of two.
  GroupTree(ir::Function& function, const std::vector<Carried>& carried, const SourceRange& range,
            int64_t most = kRoots);

  /// Statements of a group that leave the root of `count` nodes in root(), known to all threads; the identity for no nodes. `count`
  /// is an expression that does not change. fill(first, width) stores nodes first .. first + width - 1.
  [[nodiscard]] ir::Block run(ir::ExprId count,
                              const std::function<ir::Block(ir::ExprId first, ir::ExprId width)>& fill);
  [[nodiscard]] const Fields<ir::ArrayId>& roots() const { return roots_; }
  [[nodiscard]] const Fields<ir::VarId>& root() const { return root_; }

  /// Bytes of local memory for fields of these bytes together.
  [[nodiscard]] static int64_t local_bytes(int64_t field_bytes) { return (kRoots + kTreeLevels) * field_bytes; }

 private:
  ir::Block levels(ir::VarId width);
  ir::Block level(ir::VarId width);
  ir::Block join_stacked(ir::VarId depth, const Fields<ir::VarId>& earlier, const Fields<ir::VarId>& later);
  ir::Block push(ir::ExprId round);
  ir::Block finish(ir::ExprId rounds);

  ir::Builder build_;
  const std::vector<Carried>& carried_;
  SourceRange range_;
  int64_t most_;
  Fields<ir::ArrayId> roots_;
  Fields<ir::ArrayId> pairs_;
  Fields<ir::ArrayId> stack_;
  Fields<ir::VarId> root_;
};

/// Assignments and stores of all fields.
[[nodiscard]] ir::Block load_fields(ir::Builder& build, const Fields<ir::VarId>& to,
                                    const Fields<ir::ArrayId>& from, const std::vector<ir::ExprId>& indices);
[[nodiscard]] ir::Block store_fields(ir::Builder& build, const Fields<ir::ArrayId>& to,
                                     const std::vector<ir::ExprId>& indices, const Fields<ir::VarId>& from);
[[nodiscard]] ir::Block assign_identities(ir::Builder& build, const std::vector<Carried>& carried,
                                          const Fields<ir::VarId>& to);
[[nodiscard]] ir::Block join_fields(ir::Builder& build, const std::vector<Carried>& carried,
                                    const Fields<ir::VarId>& left, const Fields<ir::VarId>& right);
[[nodiscard]] Fields<ir::VarId> fresh_fields(ir::Builder& build, const std::vector<Carried>& carried,
                                             const char* name);
[[nodiscard]] Fields<ir::ArrayId> field_arrays(ir::Builder& build, const std::vector<Carried>& carried,
                                               const char* name, ir::AddressSpace space,
                                               const std::vector<int64_t>& extents);

}  // namespace unpython::transform
