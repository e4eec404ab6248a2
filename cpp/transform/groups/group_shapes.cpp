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
      {.name = "multiply_tiles_large", .only_on_gpus = true, .group = multiply_tiles_large},
      {.name = "multiply_tiles_smallest", .only_on_gpus = true, .group = multiply_tiles_smallest},
      {.name = "multiply_tiles_small", .only_on_gpus = true, .group = multiply_tiles_small},
      {.name = "tile_reuse_large", .only_on_gpus = true, .group = tile_reuse_large},
      {.name = "tile_reuse_middle", .only_on_gpus = true, .group = tile_reuse_middle},
      {.name = "tile_reuse_smallest", .only_on_gpus = true, .group = tile_reuse_smallest},
      {.name = "tile_reuse_small", .only_on_gpus = true, .group = tile_reuse_small},
      {.name = "share_lanes", .only_on_gpus = true, .group = share_lanes},
      {.name = "share_lanes_of_rows", .only_on_gpus = true, .group = share_lanes_of_rows},
      {.name = "share_lanes_of_columns", .only_on_gpus = true, .group = share_lanes_of_columns},
      {.name = "share_updates", .only_on_gpus = true, .group = share_updates},
      {.name = "stage_rows", .only_on_gpus = true, .group = stage_rows},
      {.name = "slide_windows", .only_on_gpus = true, .group = slide_windows},
      {.name = "slide_short_windows", .only_on_gpus = true, .group = slide_short_windows},
      {.name = "walk_together_two", .only_on_gpus = true, .group = walk_together_two},
      {.name = "walk_together", .only_on_gpus = true, .group = walk_together},
      {.name = "jam_four", .only_on_gpus = true, .group = jam_four},
      {.name = "jam_two", .only_on_gpus = true, .group = jam_two},
  };
  return kShapes;
}

}  // namespace unpython::transform
