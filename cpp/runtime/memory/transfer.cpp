// Threads take chunks: those that come out are asked for early, those that go in are packed meanwhile.
#include "runtime/memory/transfer.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "runtime/device/log_failure.h"
#include "runtime/memory/chunks.h"
#include "runtime/threads/parallel_for.h"
#include "support/spans.h"

namespace unpython::runtime {
namespace {

// All slots together have to stay in the caches of the host, where the device reads them: on a H200 host, 36
// slots of 4 MiB moved 31 GB/s, which is what chunks of 16 MiB reach, and 64 MiB in all moves 50.
constexpr int64_t kSlotBytes = 2 << 20;
constexpr int kSlotsPerThread = 2;
constexpr int64_t kLeastChunk = 256 << 10;  // below this, queueing costs more than it hides
/// Of copies of several: 6 MiB went to an H100 in 0.36 ms in chunks of this, in 0.50 in those of 256 KiB.
constexpr int64_t kCommonChunk = 1 << 20;
constexpr int64_t kLeastChunks = 4;
constexpr int64_t kChunkRound = 4 << 10;
constexpr int kMostThreads = 16;  // eight fill the link one way

/// All work of one run(), shared by its threads.
class Work {
 public:
  Work(Device& device, StagingRing& ring, const Chunks& chunks)
      : device_(device), ring_(ring), in_(chunks.in()), out_(chunks.out()) {}

  /// Takes chunks until there are none. Does not throw.
  void take_chunks() noexcept {
    try {
      exchange();
    } catch (...) {
      fail(std::current_exception());
    }
  }
  /// What one of the threads threw first; null if none did.
  [[nodiscard]] std::exception_ptr failure() const { return failure_; }

 private:
  /// A chunk on its way out of the device.
  struct Arriving {
    const Chunk* chunk;
    StagingRing::Lease slot;
  };
  /// Chunks of one direction and how many of them were taken.
  struct List {
    explicit List(const std::vector<Chunk>& all) : chunks(all) {}
    const std::vector<Chunk>& chunks;
    std::atomic<size_t> taken{0};
    [[nodiscard]] bool is_empty() const { return taken >= chunks.size(); }
    [[nodiscard]] const Chunk* next() {
      const size_t index = taken.fetch_add(1);
      return index < chunks.size() ? &chunks[index] : nullptr;
    }
  };

  void exchange();
  [[nodiscard]] std::optional<StagingRing::Lease> slot(bool may_wait) {
    if (may_wait) return ring_.take();
    return ring_.try_take();
  }
  bool send_next(bool may_wait);
  [[nodiscard]] std::optional<Arriving> fetch_next(bool may_wait);
  void receive(Arriving& arriving);
  void fail(std::exception_ptr failure) noexcept;

  Device& device_;
  StagingRing& ring_;
  List in_;
  List out_;
  std::mutex mutex_;  ///< guards failure_ while threads run
  std::exception_ptr failure_;
};

/// Packs one chunk and queues its copy. False if there was none, or no slot without waiting.
bool Work::send_next(bool may_wait) {
  if (in_.is_empty()) return false;
  std::optional<StagingRing::Lease> lease = slot(may_wait);
  const Chunk* chunk = lease ? in_.next() : nullptr;
  if (chunk == nullptr) return false;
  const Transfer& transfer = *chunk->transfer;
  for (const StridedCopy& copy : chunk->copies) pack(copy, chunk->range, transfer.host, lease->data());
  const Rows& rows = chunk->rows;
  lease->set_busy({device_, rows.count == 0
                                ? device_.record_copy_in(transfer.queue, {transfer.memory, chunk->range.begin}, lease->data(),
                                                         chunk->bytes())
                                : device_.record_rows_in(transfer.queue, {transfer.memory, rows.begin}, rows.stride,
                                                         lease->data(), rows.row_bytes, rows.count)});
  return true;
}

std::optional<Work::Arriving> Work::fetch_next(bool may_wait) {
  if (out_.is_empty()) return std::nullopt;
  std::optional<StagingRing::Lease> lease = slot(may_wait);
  const Chunk* chunk = lease ? out_.next() : nullptr;
  if (chunk == nullptr) return std::nullopt;
  const Transfer& transfer = *chunk->transfer;
  const Rows& rows = chunk->rows;
  lease->set_busy({device_, rows.count == 0
                                ? device_.record_copy_out(transfer.queue, lease->data(),
                                                          {transfer.memory, chunk->range.begin}, chunk->bytes())
                                : device_.record_rows_out(transfer.queue, lease->data(), {transfer.memory, rows.begin},
                                                          rows.stride, rows.row_bytes, rows.count)});
  return Arriving{chunk, std::move(*lease)};
}

void Work::receive(Arriving& arriving) {
  device_.wait(arriving.slot.busy());
  arriving.slot.set_busy(Event());
  const Chunk& chunk = *arriving.chunk;
  for (const StridedCopy& copy : chunk.copies)
    unpack(copy, chunk.range, chunk.transfer->host, arriving.slot.data());
}

/// Who holds a slot does not wait for another thread's: so every slot comes back. As long as something is to
/// go in, a thread asks for one chunk at a time: chunks that wait for a kernel must not hold all slots.
void Work::exchange() {
  std::optional<Arriving> arriving;
  for (;;) {
    std::optional<Arriving> following = fetch_next(!arriving);
    const bool sent = send_next(!arriving && !following);
    if (arriving) {
      while (!device_.is_done(arriving->slot.busy()) && send_next(false)) continue;
      receive(*arriving);
    } else if (!following && !sent) {
      return;
    }
    arriving.reset();
    if (following) arriving.emplace(std::move(*following));
  }
}

void Work::fail(std::exception_ptr failure) noexcept {
  in_.taken = in_.chunks.size();
  out_.taken = out_.chunks.size();
  const std::scoped_lock lock(mutex_);
  if (!failure_) failure_ = std::move(failure);
}

int64_t sum_bytes(const std::vector<Chunk>& chunks) {
  int64_t bytes = 0;
  for (const Chunk& chunk : chunks) bytes += chunk.bytes();
  return bytes;
}

/// Small enough that all threads have some, in whole pages, and no larger than a slot.
int64_t chunk_bytes_for(std::span<const Transfer> transfers, int threads) {
  int64_t bytes = 0;
  for (const Transfer& transfer : transfers) {
    for (const StridedCopy& copy : transfer.copies) bytes += bytes_of(copy);
  }
  const int64_t share = std::max(bytes / (2 * threads), std::min(bytes / kLeastChunks, kCommonChunk));
  return std::clamp(share / kChunkRound * kChunkRound, kLeastChunk, kSlotBytes);
}

int32_t work_of(void* context, int64_t, int64_t, abi::ErrorRecord*) {
  static_cast<Work*>(context)->take_chunks();
  return abi::kOk;
}

}  // namespace

Transfers::Transfers(Device& device, int threads)
    : device_(device),
      threads_(std::min(threads != 0 ? threads : available_threads(), kMostThreads)),
      ring_(device, kSlotBytes, kSlotsPerThread * threads_) {}

MovedBytes Transfers::run(std::span<const Transfer> transfers) {
  Span span("copy");
  const Chunks chunks(transfers, chunk_bytes_for(transfers, threads_));
  Work work(device_, ring_, chunks);
  const auto count = static_cast<int64_t>(chunks.in().size() + chunks.out().size());
  const int64_t threads = std::min<int64_t>(threads_, count);
  const abi::Services services = make_services(static_cast<int>(threads));
  abi::ErrorRecord unused{};
  parallel_for(&services, threads, 1, &work_of, &work, &unused);
  if (work.failure()) {
    for (const Transfer& transfer : transfers) drain(device_, transfer.queue);  // its caller frees what it moved
    std::rethrow_exception(work.failure());
  }
  const MovedBytes moved{sum_bytes(chunks.in()), sum_bytes(chunks.out())};
  if (SpanRecord* const record = span.record()) {
    record->name = moved.out == 0 ? "in" : moved.in == 0 ? "out" : "in and out";
    record->bytes_in = moved.in;
    record->bytes_out = moved.out;
  }
  return moved;
}

}  // namespace unpython::runtime
