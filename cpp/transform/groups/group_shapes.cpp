#include "transform/groups/group_shapes.h"

#include "transform/groups/jam_iterations.h"
#include "transform/groups/share_lanes.h"
#include "transform/groups/share_updates.h"
#include "transform/groups/slide_windows.h"
#include "transform/groups/stage_rows.h"
#include "transform/groups/multiply_tiles.h"
#include "transform/groups/tile_reuse.h"

namespace unpython::transform {

std::span<const GroupShape> group_shapes() {
  static constexpr GroupShape kShapes[] = {
      {.name = "multiply_tiles_large", .group = multiply_tiles_large},
      {.name = "multiply_tiles_smallest", .group = multiply_tiles_smallest},
      {.name = "multiply_tiles_small", .group = multiply_tiles_small},
      {.name = "multiply_tiles_broad", .group = multiply_tiles_broad},
      {.name = "tile_reuse_large", .group = tile_reuse_large},
      {.name = "tile_reuse_middle", .group = tile_reuse_middle},
      {.name = "tile_reuse_smallest", .group = tile_reuse_smallest},
      {.name = "tile_reuse_small", .group = tile_reuse_small},
      {.name = "tile_reuse_of_pairs", .group = tile_reuse_of_pairs},
      {.name = "share_lanes", .group = share_lanes},
      {.name = "share_lanes_of_rows", .group = share_lanes_of_rows},
      {.name = "share_lanes_of_many_columns", .group = share_lanes_of_many_columns},
      {.name = "share_lanes_of_columns", .group = share_lanes_of_columns},
      {.name = "share_updates", .group = share_updates},
      {.name = "share_frequent_updates", .group = share_frequent_updates},
      {.name = "stage_rows", .group = stage_rows},
      {.name = "slide_windows", .group = slide_windows},
      {.name = "slide_short_windows", .group = slide_short_windows},
      {.name = "walk_together_four", .group = walk_together_four},
      {.name = "walk_together_two", .group = walk_together_two},
      {.name = "walk_together", .group = walk_together},
      {.name = "jam_quarters", .group = jam_quarters},
      {.name = "jam_eight_in_halos", .group = jam_eight_in_halos},
      {.name = "jam_four_in_halos", .group = jam_four_in_halos},
      {.name = "jam_four_of_lines", .group = jam_four_of_lines},
      {.name = "jam_four", .group = jam_four},
      {.name = "jam_two", .group = jam_two},
  };
  return kShapes;
}

}  // namespace unpython::transform
