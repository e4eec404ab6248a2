#include "driver/compile/schedule_cache.h"

#include <catch2/catch.hpp>
#include <filesystem>

#include "ir/builder.h"
#include "ir/write/serialize.h"

using namespace unpython;

namespace {

struct TemporaryFolder {
  std::filesystem::path path = std::filesystem::temp_directory_path() / "unpython_schedule_cache_test";
  TemporaryFolder() { std::filesystem::remove_all(path); }
  ~TemporaryFolder() { std::filesystem::remove_all(path); }
};

transform::Pipeline example() {
  transform::Pipeline pipeline;
  pipeline.function.name = "f";
  pipeline.function.level = ir::Level::Scheduled;
  ir::Builder build(pipeline.function);
  const ir::ErrorId error = build.error(ir::ErrorKind::ValueError, "a message", {3, 4, 3, 9, 1});
  pipeline.function.body = {build.raise(error, {})};
  analysis::NestNotes nest;
  nest.range = {7, 4, 9, 1, 0};
  nest.verdict = "conflict";
  nest.reason = "12 blanks and digits 7 ";
  pipeline.nests = {nest, nest};
  return pipeline;
}

}  // namespace

TEST_CASE("what was kept comes back with reports and positions") {
  const TemporaryFolder folder;
  runtime::DiskCache cache(folder.path.string());
  const transform::Pipeline before = example();
  CHECK_FALSE(driver::find_schedule(cache, "0123456789abcdef"));
  driver::store_schedule(cache, "0123456789abcdef", before);
  const auto after = driver::find_schedule(cache, "0123456789abcdef");
  REQUIRE(after);
  REQUIRE(after->nests.size() == 2);
  CHECK(after->nests[1].range == before.nests[1].range);
  CHECK(after->nests[1].reason == before.nests[1].reason);
  CHECK(ir::serialize(after->function, ir::Positions::Keep) ==
        ir::serialize(before.function, ir::Positions::Keep));
}

TEST_CASE("an entry that is cut short is a miss") {
  const TemporaryFolder folder;
  runtime::DiskCache cache(folder.path.string());
  for (const char* bytes : {"", "1", "1 7 4", "0 99 x", "0 3 abc", "1 1 2 3 4 5 400 conflict"}) {
    cache.store("0123456789abcdef", bytes);
    CHECK_FALSE(driver::find_schedule(cache, "0123456789abcdef"));
  }
}

TEST_CASE("the key depends on the program, the calls, the options and the machine") {
  const ir::Function function = example().function;
  const abi::TargetInfo target;
  const std::string key = driver::schedule_key(function, {}, {}, target);
  CHECK(key == driver::schedule_key(function, {}, {}, target));
  analysis::CallFacts judged;
  judged.judged = true;
  CHECK(key != driver::schedule_key(function, judged, {}, target));
  analysis::CallFacts silent = judged;
  silent.silent = {ir::StmtId{0}};
  CHECK(driver::schedule_key(function, judged, {}, target) !=
        driver::schedule_key(function, silent, {}, target));
  Options strict;
  strict.fp = FloatMode::Strict;
  CHECK(key != driver::schedule_key(function, {}, strict, target));
  abi::TargetInfo other = target;
  other.l2_bytes *= 2;
  CHECK(key != driver::schedule_key(function, {}, {}, other));
  other = target;
  other.threads *= 2;
  CHECK(key != driver::schedule_key(function, {}, {}, other));
  ir::Function renamed = function;
  renamed.errors[ir::ErrorId{0}].range.line = 30;
  CHECK(key != driver::schedule_key(renamed, {}, {}, target));
}
