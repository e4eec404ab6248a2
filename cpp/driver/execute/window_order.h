// Which iterations of launches belong to which tile, so that all launches may run on one tile before the next
// (plan_window.h).
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "driver/compile/window_plan.h"
#include "driver/execute/plan_launch.h"
#include "footprint/box.h"

namespace unpython::driver {

/// Why launches do not run together.
struct Apart {
  std::string reason;
};

struct WindowBuffer {
  ir::ArrayId array;
  size_t buffer = 0;
  bool held = false;  ///< on the device as a whole
  size_t axis = 0;    ///< the dimension of the largest stride: rows are subscripts along it
  int way = 0;        ///< 1: later positions touch higher rows; -1: lower ones; 0: all touch the same
};

/// What launches do to one buffer, as boxes around it.
struct Touch {
  std::optional<footprint::Box> touched;
  std::optional<footprint::Box> stored;
};
using Touches = std::vector<Touch>;  ///< by WindowOrder::buffers()
void grow(std::optional<footprint::Box>& box, const std::optional<footprint::Box>& more);
void grow(Touches& all, const Touches& more);

/// Members throw Apart.
class WindowOrder {
 public:
  /// `launches` must live as long as this.
  WindowOrder(const GpuArrays& arrays, std::span<const LaunchQuestion* const> launches);

  /// What the launches use. Which of them are held, and which dimension is their axis, is filled in by whoever decides that.
  [[nodiscard]] std::vector<WindowBuffer>& buffers() { return buffers_; }
  [[nodiscard]] const std::vector<WindowBuffer>& buffers() const { return buffers_; }
  /// Then this finds the cuts.
  void find_cuts();
  [[nodiscard]] const std::vector<WindowCut>& cuts() const { return cuts_; }
  /// A number for what launch `n` touches: launches of one kind touch the same.
  [[nodiscard]] size_t kind(size_t n) const { return kinds_[n]; }
  /// Arrays of one dimension: where launches begin and end decides how wide their accesses are.
  [[nodiscard]] int64_t step() const { return step_; }
  /// What launch `n` does from one position to before another.
  [[nodiscard]] Touches between(size_t n, int64_t begin, int64_t end) const;
  /// `tiles`: what each launch does in each tile. The first launch that does in some tile what meets what an earlier one does in a
  /// later tile; none: all launches may run on one tile before the next.
  [[nodiscard]] std::optional<size_t> first_out_of_order(std::span<const std::vector<Touches>> tiles) const;
  [[nodiscard]] std::string line_of(size_t n) const { return "the loop in line " + std::to_string(launches_[n]->line); }

 private:
  [[nodiscard]] Touches touches(size_t n, std::span<const footprint::IterationRange> ranges) const;
  [[nodiscard]] bool cut_along(size_t n, size_t dimension);
  [[nodiscard]] bool is_at_end(size_t n) const;
  [[nodiscard]] std::optional<int64_t> distance(size_t earlier, size_t later);
  void find_shifts();

  const GpuArrays& arrays_;
  const std::span<const LaunchQuestion* const> launches_;
  std::map<size_t, size_t> place_;  ///< of buffers among buffers_
  std::vector<WindowBuffer> buffers_;
  std::vector<size_t> kinds_;
  std::vector<WindowCut> cuts_;
  int64_t step_ = 1;
  std::map<std::pair<size_t, size_t>, std::optional<int64_t>> distances_;  ///< by kind
};

}  // namespace unpython::driver
