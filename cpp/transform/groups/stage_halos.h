// What the items of a group read around their iterations, in local memory.
//
//   for i, j in grid: for p in unrolled(15): for q in unrolled(15): s += a[i + p, j + q] * w[p, q]
//
// becomes, for a tile of 16 rows and 128 columns,
//
//   for item in item(2, 128): a_halo[.., ..] = a[i_start .. i_start + 30, j_start .. j_start + 142]; w_halo = w
//   for each iteration: s += a_halo[i - i_start + p, j - j_start + q] * w_halo[p, q]
//
// Problem: wide windows are read from the first cache, two lines for each row of a warp, and what all items read alike takes
//          a load as any other. Loads of the cache then take longer than the arithmetic.
// Choice:  the box of an array around the tile, told from subscripts that are sums of the counters of the grid and of loops
//          whose turns are known. Elements of local memory at constant places are loaded four at a time by the compiler.
#pragma once
#include <array>
#include <vector>

#include "kernel/launch.h"
#include "transform/groups/grid_tiles.h"

namespace unpython::transform {

/// A read-only array of which each load in `statements` has subscripts as above.
struct Halo {
  struct Side {
    int along = -1;      ///< the dimension of the grid that the subscript follows, step by step; -1: none
    int64_t least = 0;   ///< of the rest of the subscript
    int64_t most = 0;
    /// Elements that a tile needs.
    [[nodiscard]] int64_t extent(const std::array<int64_t, 2>& tile) const {
      return most - least + (along < 0 ? 1 : tile[static_cast<size_t>(along)]);
    }
  };
  ir::ArrayId array;
  std::vector<Side> sides;  ///< one or two
  double loads = 0;         ///< that an iteration makes
};

/// Of a kernel whose loops of known turns are Unrolled. Arrays of rank one and two, whose last side has neighbours in memory.
[[nodiscard]] std::vector<Halo> find_halos(const ir::Function& function, const kernel::Kernel& kernel,
                                           const kernel::Layout& layout);

[[nodiscard]] int64_t halo_bytes(const ir::Function& function, const std::vector<Halo>& halos,
                                 const std::array<int64_t, 2>& tile);

class StageHalos {
 public:
  /// `items`: of a group, x first.
  StageHalos(ir::Function& function, std::vector<Halo> halos, GridTiles& tiles, const std::array<int64_t, 2>& items);
  /// Nests that bring the boxes.
  [[nodiscard]] ir::Block copies();
  /// Statements of an iteration, whose counters are still those of the grid.
  [[nodiscard]] ir::Block inside(const ir::Block& statements);

 private:
  ir::StmtId copy(const Halo& halo, ir::ArrayId local);
  ir::ExprId source(const Halo::Side& side, ir::ExprId place);

  ir::Function& f_;
  const std::vector<Halo> halos_;
  GridTiles& tiles_;
  const std::array<int64_t, 2> items_;
  ir::Builder build_;
  std::vector<ir::ArrayId> locals_;
};

}  // namespace unpython::transform
