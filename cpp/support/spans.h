// What threads and devices spend their time on, kept while somebody profiles.
//
// Problem:  a call, its compilation, its copies and its kernels are in six folders, and one table has to hold them all.
// Choice:   each place opens a Span, which costs one relaxed load where nobody profiles. Spans of a thread lie within each
//           other, so the seconds of a span without those inside it add up to the time of the thread.
// Rejected: clocks in the records of calls (a record belongs to a call, a timeline to threads and devices).
#pragma once
#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "unpython/export.h"

namespace unpython {

struct SpanRecord {
  const char* kind = "";  ///< a literal: "call", "compile", "launch", "kernel", "copy", "wait", ...
  std::string name{};
  std::string file{};    ///< empty: that of the span around it
  int line = 0;          ///< 0: that of the span around it
  std::string device{};  ///< empty: a thread of the host
  int64_t thread = 0;    ///< span_thread() of it
  int64_t begin = 0;     ///< nanoseconds of std::chrono::steady_clock
  int64_t end = 0;
  int64_t bytes_in = 0;   ///< to a device
  int64_t bytes_out = 0;  ///< from a device
  int64_t bytes = 0;      ///< of the arrays that a kernel reads and writes, at most
  int registers = 0;      ///< of a thread of a kernel; 0: not known
};

namespace detail {
UNPYTHON_API extern std::atomic<bool> are_spans_kept;
}
[[nodiscard]] inline bool spans_are_kept() { return detail::are_spans_kept.load(std::memory_order_relaxed); }

/// From now on spans are kept; those of before are dropped.
UNPYTHON_API void keep_spans();
/// From now on none are kept. Gives the spans that have ended, in the order of their ends. `lost`: how many there was no room for.
[[nodiscard]] UNPYTHON_API std::vector<SpanRecord> take_spans(int64_t& lost);
UNPYTHON_API void add_span(SpanRecord span);
[[nodiscard]] UNPYTHON_API int64_t span_clock();
/// A number of this thread, or of the thread that waits for its work.
[[nodiscard]] UNPYTHON_API int64_t span_thread();

/// While it lives, spans of this thread are those of another one, which waits meanwhile.
class UNPYTHON_API OnBehalfOf {
 public:
  explicit OnBehalfOf(int64_t thread);
  ~OnBehalfOf();
  OnBehalfOf(const OnBehalfOf&) = delete;
  OnBehalfOf& operator=(const OnBehalfOf&) = delete;

 private:
  int64_t before_;
};

/// What happens between the construction and the destruction of this object.
class Span {
 public:
  explicit Span(const char* kind, std::string_view name = {}, std::string_view file = {}, int line = 0) {
    if (spans_are_kept()) [[unlikely]]
      begin(kind, name, file, line);
  }
  ~Span() {
    if (record_) [[unlikely]]
      end();
  }
  Span(const Span&) = delete;
  Span& operator=(const Span&) = delete;
  /// The record, for what is known later than the beginning; null where no spans are kept.
  [[nodiscard]] SpanRecord* record() { return record_ ? &*record_ : nullptr; }

 private:
  UNPYTHON_API void begin(const char* kind, std::string_view name, std::string_view file, int line);
  UNPYTHON_API void end() noexcept;

  std::optional<SpanRecord> record_;
};

}  // namespace unpython
