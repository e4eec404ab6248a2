// What parts take on a processor of given rates.
#include "driver/choose/cpu_time.h"

#include <catch2/catch.hpp>
#include <cmath>

using namespace unpython;
using namespace unpython::driver;
using cost::CpuCode;

namespace {

constexpr double kMega = 1 << 20;
constexpr CpuRates kCpu{.threads = 16,
                        .lanes = 4,
                        .cycles = 4e9,
                        .own_cache_bytes = kMega,
                        .shared_cache_bytes = 64 * kMega,
                        .region_seconds = 2e-5,
                        .chunk_seconds = 1e-7,
                        .wake_seconds = 3e-5,
                        .cached_bytes = 16e11,
                        .dealt_bytes = 6e11,
                        .shared_bytes = 3e11,
                        .thread_shared_bytes = 5e10,
                        .memory_bytes = 1e11,
                        .thread_memory_bytes = 1e10,
                        .arithmetic = 1e11,
                        .divisions = 1e10,
                        .functions = 5e9,
                        .narrow_divisions = 4e10,
                        .narrow_functions = 1e10,
                        .contraction = {1e11, 2e11, 3e11, 4e11}};

/// Vectors, as many as there are, of one launch.
PartWork part(double wide) {
  PartWork result;
  result.iterations = 1e6;
  result.operations.wide.simple = wide;
  result.chunks = 1e6;
  result.cpu = {.code = CpuCode::Vector, .together = 1e6};
  return result;
}
double seconds(const PartWork& work, int threads = 16) { return part_seconds(work, 0, kCpu, threads); }
/// Beyond its start.
double runs(const PartWork& work, int threads = 16) {
  PartWork nothing = work;
  nothing.operations = {};
  nothing.loads = nothing.first_bytes = 0;
  nothing.cpu.chain = nothing.cpu.apart = nothing.cpu.rows = nothing.cpu.starts = nothing.cpu.vector_starts =
      0;
  return seconds(work, threads) - seconds(nothing, threads);
}

}  // namespace

TEST_CASE("cpu_time: operations by vectors, by lanes and in tiles") {
  PartWork work = part(1e10);
  CHECK(runs(work) == Approx(0.1));
  CHECK(runs(work, 4) == Approx(0.4));
  work.cpu.together = 6;  // two vectors for one and a half
  CHECK(runs(work) == Approx(0.1 * 8 / 6));
  work.cpu.code = CpuCode::Tiled;
  CHECK(runs(work) == Approx(0.025));
  work.cpu.code = CpuCode::Scalar;
  CHECK(runs(work) == Approx(0.2));  // two at once
  PartWork functions = part(0);
  functions.operations.wide.functions = 5e9;
  CHECK(runs(functions) == Approx(1));
}

TEST_CASE("cpu_time: products of small matrices leave threads without tiles") {
  for (size_t i = 0; i < kProductSides.size(); ++i) {
    const auto side = static_cast<double>(kProductSides[i]);
    PartWork product = part(side * side * side);
    product.cpu.code = CpuCode::Tiled;
    CHECK(runs(product) == Approx(side * side * side / kCpu.contraction[i]).epsilon(0.01));
  }
}

TEST_CASE("cpu_time: loads run beside operations, unless lanes load apart") {
  PartWork work = part(1e10);
  work.loads = 1e10;
  CHECK(runs(work) == Approx(0.15));
  work.loads = 4e10;
  CHECK(runs(work) == Approx(0.45));
  work.cpu.apart = 4e10;  // each lane by itself
  CHECK(runs(work) == Approx(1.65));
  work.cpu.apart = 0;
  work.cpu.rows = 4e10;  // and of rows as blocks
  CHECK(runs(work) == Approx(2.45));
}

TEST_CASE("cpu_time: memory is as fast as the cache that holds what is read again") {
  PartWork work = part(0);
  const auto at = [&](double bytes, int threads) {
    work.first_bytes = bytes;
    return runs(work, threads) / bytes;
  };
  CHECK(at(0.5 * kMega, 1) == Approx(1e-11));
  CHECK(at(8 * kMega, 1) == Approx(2e-11));
  CHECK(at(8 * kMega, 16) == Approx(1 / 6e11));  // much lies with other threads
  CHECK(at(32 * kMega, 16) == Approx(1 / 3e11));
  CHECK(at(640 * kMega, 1) == Approx(1e-10));
  CHECK(at(640 * kMega, 16) == Approx(1e-11));
  CHECK(at(48 * kMega, 1) == Approx((2e-11 + 2 * 1e-10) / 3));  // a third is there again
}

TEST_CASE("cpu_time: what is moved again comes from what holds all that was touched meanwhile") {
  PartWork work = part(0);
  work.first_bytes = 8 * kMega;
  const auto seconds = [&] { return part_seconds(work, 1e9, kCpu, 1) - 80 / kCpu.cycles; };
  CHECK(seconds() == Approx(8 * kMega / 1e10));
  work.rereads = {{72 * kMega, 8 * kMega}, {100 * kMega, 0.5 * kMega}};
  CHECK(seconds() == Approx(8 * kMega / 1e10 + 72 * kMega / 5e10 + kMega * 1e-9));
}

TEST_CASE("cpu_time: steps that wait for each other take their cycles, those of vectors side by side") {
  PartWork work = part(0);
  work.cpu.chain = 4e9;
  CHECK(runs(work, 1) == Approx(1.0 / 16));  // four vectors of four
  work.cpu.together = 6;
  CHECK(runs(work, 1) == Approx(1.0 / 6));
  work.cpu.code = CpuCode::Scalar;
  CHECK(runs(work, 1) == Approx(1));
}

TEST_CASE("cpu_time: short loops cost their starts, those in vectors once for all lanes") {
  PartWork work = part(0);
  work.cpu.starts = 1e6;
  CHECK(runs(work, 1) == Approx(0.005));
  work.cpu.starts = 0;
  work.cpu.vector_starts = 1e6;
  CHECK(runs(work, 1) == Approx(0.00125));
}

TEST_CASE("cpu_time: threads start for each launch, and take chunks until nothing is left") {
  PartWork work = part(0);
  CHECK(seconds(work) == Approx(2e-5));
  CHECK(seconds(work, 4) == Approx(2e-5 * (0.3 + 0.7 / 4)));
  work.launches = 100;
  CHECK(seconds(work) == Approx(2e-3));
  work.chunks = 1.9;  // not worth two threads
  CHECK(seconds(work) == Approx(100 * 80 / 4e9));
  work.launches = 1;
  work.chunks = 1e6;
  work.cpu.dealt = 1024;
  CHECK(seconds(work) == Approx(2e-5 + 1e-7 * (chunks_taken(1024, 16) - 16)));
  CHECK(chunks_taken(1024, 16) == Approx(64 + 32 * std::log(16)));
  CHECK(chunks_taken(20, 16) == 20);
}

TEST_CASE("cpu_time: a chunk of few rows leaves lanes of its vector empty") {
  PartWork rows = part(1e9);
  rows.cpu.dealt = rows.cpu.together = 32;
  CHECK(runs(rows) == Approx(0.01));
  rows.cpu.deals_lanes = true;  // one row in each chunk
  CHECK(runs(rows) == Approx(0.04));
  rows.chunks = 8;  // four in each of eight
  CHECK(runs(rows) == Approx(0.02));
}

TEST_CASE("cpu_time: threads are awake in the next call, unless the caller worked alone for long") {
  const CallWork one{.parts = {part(1e9)}};
  const double alone = parts_seconds(one, kCpu);
  CHECK(alone == Approx(0.01 + 2e-5 + 3e-7));
  PartWork in_order = part(4e5);
  in_order.in_order = true;
  in_order.chunks = 1;
  CallWork both{.parts = {part(1e9), in_order}};
  CHECK(parts_seconds(both, kCpu) == Approx(alone + 16 * 4e5 / 1e11 + 3e-5).epsilon(1e-3));
  both.parts[1].operations.wide.simple = 1e4;
  CHECK(parts_seconds(both, kCpu) < alone + 1e-5);
  CHECK(starts_seconds(one, kCpu) == Approx(2e-5 + 3e-7));
}
