// Entry: number of reports, the reports, the byte form of the function. Numbers are decimal and end with a
// blank, texts follow their length.
#include "driver/compile/schedule_cache.h"

#include <charconv>
#include <utility>

#include "ir/write/serialize.h"
#include "support/log.h"
#include "support/shared_library.h"
#include "unpython/error.h"

namespace unpython::driver {
namespace {

class Writer {
 public:
  void number(int64_t value) { bytes_.append(std::to_string(value)).append(1, ' '); }
  void text(std::string_view value) {
    number(static_cast<int64_t>(value.size()));
    bytes_.append(value);
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}
  int64_t number() {
    int64_t value = 0;
    const auto [end, problem] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (problem != std::errc() || end == rest_.data() + rest_.size()) fail();
    rest_.remove_prefix(static_cast<size_t>(end - rest_.data()) + 1);
    return value;
  }
  std::string text() {
    const auto size = static_cast<size_t>(number());
    if (size > rest_.size()) fail();
    std::string value(rest_.substr(0, size));
    rest_.remove_prefix(size);
    return value;
  }

 private:
  [[noreturn]] static void fail() { throw InternalError("reading kept scheduled IR", "it is cut short"); }
  std::string_view rest_;
};

void write(Writer& out, const SourceRange& range) {
  for (const int part : {range.line, range.column, range.end_line, range.end_column, range.file})
    out.number(part);
}

SourceRange read_range(Reader& in) {
  SourceRange range;
  for (int* part : {&range.line, &range.column, &range.end_line, &range.end_column, &range.file}) {
    *part = static_cast<int>(in.number());
  }
  return range;
}

template <class Id>
void write_ids(Writer& out, const std::vector<Id>& ids) {
  out.number(static_cast<int64_t>(ids.size()));
  for (const Id id : ids) out.number(id.value);
}

const std::string& build_id() {
  static const std::string id = build_id_of_code(reinterpret_cast<const void*>(&schedule_key));
  return id;
}

}  // namespace

std::string schedule_key(const ir::Function& source, const analysis::CallFacts& facts, const Options& options,
                         const abi::TargetInfo& target) {
  if (build_id().empty()) return {};
  Writer key;
  key.text("scheduled");
  key.text(build_id());
  key.text(target.cpu);
  key.text(target.features);
  for (const int64_t fact : {int64_t{target.vector_bytes}, int64_t{target.vector_registers}, target.l1_bytes,
                             target.l2_bytes, int64_t{target.fma}, int64_t{target.threads}}) {
    key.number(fact);
  }
  for (const int setting :
       {static_cast<int>(options.fp), static_cast<int>(options.overflow), static_cast<int>(options.races),
        static_cast<int>(options.auto_parallel), static_cast<int>(options.check_bounds),
        static_cast<int>(options.strict), options.threads}) {
    key.number(setting);
  }
  key.number(facts.judged ? 1 : 0);
  key.number(static_cast<int64_t>(facts.loops.size()));
  for (const analysis::LoopVerdict& loop : facts.loops) {
    key.number(loop.stmt.value);
    key.number(static_cast<int>(loop.verdict));
    key.number(loop.parallel ? 1 : 0);
    key.number(loop.place);
  }
  write_ids(key, facts.silent);
  write_ids(key, facts.never_negative);
  write_ids(key, facts.always_negative);
  write_ids(key, facts.whole_slices);
  key.text(ir::serialize(source, ir::Positions::Keep));
  return key.take();
}

std::optional<transform::Pipeline> find_schedule(runtime::DiskCache& cache, const std::string& key) {
  const std::optional<std::string> bytes = cache.find(key);
  return bytes ? read_schedule(*bytes) : std::nullopt;
}

std::optional<transform::Pipeline> read_schedule(std::string_view bytes) {
  try {
    Reader in(bytes);
    transform::Pipeline pipeline;
    for (int64_t left = in.number(); left > 0; --left) {
      analysis::NestNotes nest;
      nest.range = read_range(in);
      nest.verdict = in.text();
      nest.reason = in.text();
      nest.schedule = in.text();
      nest.order = in.text();
      pipeline.nests.push_back(std::move(nest));
    }
    pipeline.function = ir::deserialize(in.text());
    return pipeline;
  } catch (const InternalError& error) {
    log(LogLevel::Warn, [&] { return std::string(error.what()); });
    return std::nullopt;
  }
}

void store_schedule(runtime::DiskCache& cache, const std::string& key, const transform::Pipeline& pipeline) {
  Writer out;
  out.number(static_cast<int64_t>(pipeline.nests.size()));
  for (const analysis::NestNotes& nest : pipeline.nests) {
    write(out, nest.range);
    for (const std::string* text : {&nest.verdict, &nest.reason, &nest.schedule, &nest.order}) out.text(*text);
  }
  out.text(ir::serialize(pipeline.function, ir::Positions::Keep));
  cache.store(key, out.take());
}

}  // namespace unpython::driver
