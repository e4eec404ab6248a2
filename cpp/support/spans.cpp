#include "support/spans.h"

#include <pthread.h>

#include <chrono>
#include <mutex>
#include <new>

namespace unpython {
namespace {

/// A program that ends by Ctrl-C has to keep some memory.
constexpr size_t kMostSpans = size_t{1} << 20;

/// Never destroyed: threads may end while the process does.
struct Kept {
  std::mutex mutex;  ///< guards what follows
  std::vector<SpanRecord> spans;
  int64_t lost = 0;
};

/// A child of fork() profiles nothing.
Kept& kept_spans() {
  static auto* made = [] {
    pthread_atfork(nullptr, nullptr, [] {
      detail::are_spans_kept = false;
      new (&kept_spans()) Kept;
    });
    return new Kept;
  }();
  return *made;
}

std::atomic<int64_t> known_threads = 0;
thread_local int64_t own_thread = 0;

}  // namespace

std::atomic<bool> detail::are_spans_kept = false;

void keep_spans() {
  Kept& kept = kept_spans();
  const std::scoped_lock lock(kept.mutex);
  kept.spans.clear();
  kept.lost = 0;
  detail::are_spans_kept = true;
}

std::vector<SpanRecord> take_spans(int64_t& lost) {
  detail::are_spans_kept = false;
  Kept& kept = kept_spans();
  const std::scoped_lock lock(kept.mutex);
  lost = kept.lost;
  return std::exchange(kept.spans, {});
}

void add_span(SpanRecord span) {
  Kept& kept = kept_spans();
  const std::scoped_lock lock(kept.mutex);
  if (!spans_are_kept()) return;
  if (kept.spans.size() < kMostSpans) return kept.spans.push_back(std::move(span));
  ++kept.lost;
}

int64_t span_clock() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

int64_t span_thread() {
  if (own_thread == 0) own_thread = ++known_threads;
  return own_thread;
}

OnBehalfOf::OnBehalfOf(int64_t thread) : before_(std::exchange(own_thread, thread)) {}
OnBehalfOf::~OnBehalfOf() { own_thread = before_; }

void Span::begin(const char* kind, std::string_view name, std::string_view file, int line) {
  record_.emplace();
  record_->kind = kind;
  record_->name = name;
  record_->file = file;
  record_->line = line;
  record_->thread = span_thread();
  record_->begin = span_clock();
}

void Span::end() noexcept {
  try {
    record_->end = span_clock();
    add_span(std::move(*record_));
  } catch (const std::bad_alloc&) {
    detail::are_spans_kept = false;  // what is missing would make every sum wrong
  }
}

}  // namespace unpython
