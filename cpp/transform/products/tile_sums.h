// The sums of a tile of a contraction: in registers while a register tile is computed, and where they wait between the depths.
//
// A sum whose nest does nothing but store it, to neighbours in memory for neighbouring columns, waits in the element that it
// becomes. All others wait in a tile of their own, of which the nest's last statements are computed in the end.
#pragma once
#include <functional>
#include <optional>
#include <vector>

#include "ir/rewrite.h"
#include "transform/products/tile_scope.h"

namespace unpython::transform {

class TileSums {
 public:
  explicit TileSums(TileScope& scope);

  [[nodiscard]] bool wait_in_place() const { return place_.has_value(); }
  /// Sums begin in registers: at least one step over the depths is needed, though none may be there.
  [[nodiscard]] bool begin_in_registers() const { return wait_in_place() && has_constant_start(); }
  [[nodiscard]] int64_t count() const { return std::ssize(registers_); }

  /// Once for a tile, before its depths and behind them.
  ir::Block start();
  ir::Block finish();
  /// Of a register tile, before some depths and behind them.
  ir::Block load(const RegisterTile& tile);
  ir::Block store(const RegisterTile& tile);
  /// The sums become the updates, in which `values` replaces all but the sums themselves.
  ir::Block update(const std::vector<ir::ExprId>& updates, ir::Substitution& values, const std::vector<ir::ExprId>& at);

 private:
  [[nodiscard]] std::optional<ir::Store> own_place() const;
  [[nodiscard]] bool has_constant_start() const;
  [[nodiscard]] bool starts_in_place() const;
  std::vector<ir::ExprId> placed(ir::ExprId row, ir::ExprId column);
  ir::Block start_in_place();
  ir::Block load_place(const RegisterTile& tile);
  ir::Block store_place(const RegisterTile& tile);
  using OfPlaced = std::function<ir::StmtId(const std::vector<ir::ExprId>& place, const std::vector<ir::ExprId>& at)>;
  ir::StmtId each_placed(const RegisterTile& tile, const OfPlaced& body);
  using OfPartial = std::function<ir::StmtId(size_t n, const std::vector<ir::ExprId>& place, const std::vector<ir::ExprId>& at)>;
  ir::StmtId each_partial(const RegisterTile& tile, const OfPartial& body);
  using OfElement = std::function<ir::Block(ir::ExprId row, ir::ExprId column, ir::ExprId r, ir::ExprId c)>;
  ir::StmtId each_element(const OfElement& body);

  TileScope& t_;
  std::vector<ir::ArrayId> registers_;
  std::optional<ir::Store> place_;    ///< where they wait: what this stores to
  std::vector<ir::ArrayId> partial_;  ///< without a place: the tiles
};

}  // namespace unpython::transform
