#include "driver/steps/tile_pipeline.h"

#include <utility>

#include "runtime/device/log_failure.h"

namespace unpython::driver {
namespace {

using runtime::Event;
using runtime::QueueHandle;

class Pipeline {
 public:
  Pipeline(Executor& executor, TileStages& stages)
      : executor_(executor),
        stages_(stages),
        device_(executor.gpu().device()),
        main_(executor.queue()),
        in_(executor.gpu().queue(runtime::Direction::In)),
        out_(executor.gpu().queue(runtime::Direction::Out)) {}

  void run(int64_t tiles) {
    last_ = executor_.now();  // memory of the pool may be in use until then
    stages_.prepare(0);
    CopyList list;
    fetch(0, last_.get(), list);
    move(std::move(list));
    for (int64_t tile = 0; tile < tiles; ++tile) {
      work(tile);
      if (tile + 1 < tiles) advance(tile);
    }
    CopyList rest;
    store_up_to(tiles, last_.get(), rest);
    move(std::move(rest));
  }

  /// Waits until no copy is in flight, after a failure.
  void drain() noexcept {
    for (const QueueHandle queue : {in_, out_}) runtime::drain(device_, queue);
  }

 private:
  void work(int64_t tile) {
    if (arrived_) device_.wait_on_device(main_, arrived_.get());
    arrived_ = Event();
    stages_.work(tile);
    finished_ = std::move(last_);
    last_ = executor_.now();
  }

  /// While `tile` is worked on.
  void advance(int64_t tile) {
    stages_.prepare(tile + 1);
    CopyList list;
    if (stages_.must_wait(tile + 1)) {
      store_up_to(tile + 1, last_.get(), list);
      move(std::exchange(list, {}));
      fetch(tile + 1, last_.get(), list);
    } else {
      store_up_to(tile, finished_.get(), list);
      fetch(tile + 1, finished_.get(), list);
    }
    move(std::move(list));
  }

  void fetch(int64_t tile, runtime::EventHandle after, CopyList& list) {
    const size_t before = list.size();
    stages_.fetch(tile, list);
    if (list.size() == before) return;
    device_.wait_on_device(in_, after);
    fetches_ = true;
  }

  /// The tiles below `end` that are not stored yet.
  void store_up_to(int64_t end, runtime::EventHandle after, CopyList& list) {
    for (; stored_ < end; ++stored_) stages_.store(stored_, list);
    if (!list.empty()) device_.wait_on_device(out_, after);
  }

  void move(CopyList list) {
    if (list.empty()) return;
    executor_.copy(std::move(list));
    if (fetches_) arrived_ = runtime::make_event(device_, in_);
    fetches_ = false;
  }

  Executor& executor_;
  TileStages& stages_;
  runtime::Device& device_;
  const QueueHandle main_;
  const QueueHandle in_;
  const QueueHandle out_;
  Event last_;      ///< after the kernels of the last tile
  Event finished_;  ///< after those of the tile before
  Event arrived_;   ///< after what the next tile needs
  bool fetches_ = false;
  int64_t stored_ = 0;
};

}  // namespace

TileStages::~TileStages() = default;

void run_tiles(Executor& executor, TileStages& stages, int64_t tiles) {
  Pipeline pipeline(executor, stages);
  try {
    pipeline.run(tiles);
  } catch (...) {
    pipeline.drain();
    throw;
  }
}

}  // namespace unpython::driver
