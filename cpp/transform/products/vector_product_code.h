// The code of a product of a matrix and a vector, block by block: what both ways of reading the matrix share.
#pragma once
#include "ir/builder.h"
#include "transform/products/vector_product.h"

namespace unpython::transform {

/// Subscripts of a sum that waits.
using Place = std::vector<ir::ExprId>;

class VectorProductCode {
 public:
  /// `threads`: the loop over blocks may run on several.
  VectorProductCode(ir::Function& function, const VectorProduct& product, SourceRange range, int vector_bytes,
                    bool threads);

 protected:
  [[nodiscard]] ir::ExprId named(const char* name, ir::ExprId value, ir::Block& into);
  [[nodiscard]] ir::VarId counter(const char* name);
  [[nodiscard]] ir::ExprId ceiling(ir::ExprId value, ir::ExprId step);
  static void append(ir::Block& block, const ir::Block& more) {
    block.insert(block.end(), more.begin(), more.end());
  }

  /// Local arrays in which the sums wait between the loops over lanes that change them, one per accumulator.
  void make_sums(ir::AddressSpace space, const std::vector<int64_t>& extents);
  void load_sums(const Place& place, ir::Block& into);
  void store_sums(const Place& place, ir::Block& into);
  /// What comes before the first depth, for one result; the update for one depth; what comes after the last.
  [[nodiscard]] ir::Block start(ir::ExprId result, const Place& place);
  [[nodiscard]] ir::Block update(ir::ExprId result, ir::ExprId depth);
  [[nodiscard]] ir::Block finish(ir::ExprId result, const Place& place);
  /// The loop over blocks of `length` results.
  [[nodiscard]] ir::StmtId over_blocks(ir::VarId block, ir::ExprId results, ir::ExprId length,
                                       ir::ExprId depths, ir::Block body);

  ir::Function& f_;
  ir::Builder b_;
  const VectorProduct& p_;
  SourceRange range_;
  bool threads_;
  int64_t lanes_;
  std::vector<ir::ArrayId> sums_;  ///< by accumulator

 private:
  [[nodiscard]] ir::Block at_result(const ir::Block& block, ir::ExprId result);
  [[nodiscard]] bool reads_of_before() const;

  bool needs_before_;
};

/// Neighbours along the results: rows are added to the sums of a block, several at a time.
[[nodiscard]] ir::Block add_rows(ir::Function& function, const VectorProduct& product, SourceRange range,
                                 int vector_bytes, bool threads);
/// Neighbours along the depths: squares of the matrix are turned over in registers.
[[nodiscard]] ir::Block add_squares(ir::Function& function, const VectorProduct& product, SourceRange range,
                                    int vector_bytes, bool threads);

}  // namespace unpython::transform
