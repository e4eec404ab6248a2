// Random nests, carried out twice: in host memory, and in packed buffers with the copies of their plan. Every
// read must see the same bytes, and host memory must be the same afterwards, also where others wrote
// meanwhile.
#include <catch2/catch.hpp>
#include <map>

#include "test_nest.h"

using namespace unpython;
using namespace unpython::test;
using grouping::Copy;
using grouping::NestPlan;
using grouping::PackedAccess;

namespace {

/// Bytes of one memory or buffer, each a number of its own; nothing lies at other addresses.
using Bytes = std::map<int64_t, int64_t>;

/// Calls move(host byte, packed byte) for every byte of a copy.
template <class Move>
void for_each_byte(const Copy& copy, const Move& move) {
  std::vector<int64_t> index(copy.dims.size(), 0);
  while (true) {
    int64_t host = copy.host_offset;
    int64_t packed = copy.packed_offset;
    for (size_t k = 0; k < index.size(); ++k) {
      host += copy.dims[k].host_stride * index[k];
      packed += copy.dims[k].packed_stride * index[k];
    }
    for (int64_t byte = 0; byte < copy.run_bytes; ++byte) move(host + byte, packed + byte);
    size_t k = index.size();
    while (k > 0 && index[k - 1] == copy.dims[k - 1].extent - 1) index[--k] = 0;
    if (k == 0) return;
    ++index[k - 1];
  }
}

int64_t packed_offset(const PackedAccess& packed, const Nest& nest, const Point& point) {
  int64_t offset = packed.base;
  for (const PackedAccess::Term& term : packed.loops) {
    offset += term.stride * point[static_cast<size_t>(nest.loops[static_cast<size_t>(term.index)].counter)];
  }
  const auto subscripts = nest.subscripts_of(nest.accesses[static_cast<size_t>(packed.access)]);
  for (const PackedAccess::Term& term : packed.subscripts) {
    offset += term.stride * *subscripts[static_cast<size_t>(term.index)].at(point);
  }
  return offset;
}

/// A failing nest and its plan.
std::string text(const TestNest& test, const NestPlan& plan) {
  std::ostringstream out;
  for (const analysis::NestLoop& loop : test.nest().loops)
    out << "loop x" << loop.counter << " < " << loop.extent << "\n";
  for (const analysis::Guard& guard : test.nest().guards) out << "guard " << guard.form << " >= 0\n";
  for (size_t i = 0; i < test.nest().accesses.size(); ++i) {
    const MemoryAccess& access = test.nest().accesses[i];
    out << (access.write ? "write" : "read") << " array " << access.array.value << " memory " << access.memory
        << " loop " << access.loop << " guard " << access.guard << (access.conditional ? " conditional" : "")
        << " width " << access.width << " at " << *access.address << "\n";
  }
  for (const PackedAccess& packed : plan.accesses) {
    out << "access " << packed.access << " group " << packed.group << " at " << packed.base;
    for (const PackedAccess::Term& term : packed.loops) out << " + " << term.stride << " x" << term.index;
    for (const PackedAccess::Term& term : packed.subscripts)
      out << " + " << term.stride << " subscript " << term.index;
    out << "\n";
  }
  for (const grouping::Group& group : plan.groups) {
    out << name_of(group.rule) << " " << group.bytes << " bytes, in " << group.bytes_in << " out "
        << group.bytes_out << "\n";
  }
  return out.str();
}

/// Both executions of one nest.
class Execution {
 public:
  /// Of the part of the domain in `tile`.
  Execution(const TestNest& test, Random& random, std::span<const grouping::LoopRange> tile = {})
      : test_(test),
        random_(random),
        tile_(tile),
        plan_(grouping::plan_nest(test.nests, 0, {.may_raise = false, .tile = tile})) {
    // Memory between and around the elements belongs to others.
    host_.resize(test.nests.memories.size());
    for (size_t a = 0; a < test.nests.places.size(); ++a) {
      const ArrayPlace& place = test.nests.places[a];
      Descriptor elements{.base = place.base, .width = test.widths[a], .rank = kMaxRank};
      for (size_t d = 0; d < kMaxRank; ++d) {
        elements.storage[d] = {place.stride_bytes[d], std::max<int64_t>(1, place.extents[d])};
      }
      for (const int64_t byte : touched(elements)) owned_[place.memory].insert(byte);
    }
    for (auto& [memory, bytes] : owned_) {
      for (int64_t byte = *bytes.begin(); byte <= *bytes.rbegin(); ++byte) {
        host_[static_cast<size_t>(memory)][byte] = ++fresh_;
      }
    }
  }

  bool has_plan() const { return !plan_.none; }

  void check() {
    INFO(text(test_, plan_));
    for (const PackedAccess& packed : plan_.accesses)
      packed_of_[static_cast<size_t>(packed.access)] = &packed;
    copy_in();
    std::vector<Bytes> oracle = host_;
    let_others_write(oracle);
    run_nest(
        test_.nest(), [&](IntegerRange range) { return random_.draw(range.low, range.high); },
        [&](size_t number, const Point& point) { step(oracle, number, point); });
    copy_out();
    for (size_t memory = 0; memory < host_.size(); ++memory) REQUIRE((host_[memory] == oracle[memory]));
  }

 private:
  void copy_in() {
    int64_t bytes_in = 0;
    for (const grouping::Group& group : plan_.groups) {
      Bytes& buffer = buffers_.emplace_back();
      for (int64_t byte = 0; byte < group.bytes; ++byte) buffer[byte] = -(++fresh_);
      for (const Copy& copy : group.in) {
        bytes_in += copy.bytes();
        for_each_byte(copy, [&](int64_t host, int64_t packed) {
          REQUIRE(host_[static_cast<size_t>(group.memory)].count(host) == 1);
          REQUIRE(buffer.count(packed) == 1);
          buffer[packed] = host_[static_cast<size_t>(group.memory)][host];
        });
      }
    }
    REQUIRE(bytes_in == plan_.bytes_in);
  }

  void let_others_write(std::vector<Bytes>& oracle) {
    for (auto& [memory, bytes] : owned_) {
      for (auto& [byte, value] : host_[static_cast<size_t>(memory)]) {
        if (bytes.count(byte) == 0) oracle[static_cast<size_t>(memory)][byte] = value = ++fresh_;
      }
    }
  }

  void step(std::vector<Bytes>& oracle, size_t number, const Point& point) {
    const MemoryAccess& access = test_.nest().accesses[number];
    for (const grouping::LoopRange& part : tile_) {
      const auto counter = static_cast<size_t>(test_.nest().loops[static_cast<size_t>(part.loop)].counter);
      if (test_.nest().is_inside(access.loop, part.loop) && !part.range.contains(point[counter])) return;
    }
    if (access.conditional && random_.chance(50)) return;
    REQUIRE(packed_of_.count(number) == 1);
    const PackedAccess& packed = *packed_of_[number];
    Bytes& memory = oracle[static_cast<size_t>(access.memory)];
    Bytes& buffer = buffers_[static_cast<size_t>(packed.group)];
    const int64_t address = *access.address->at(point);
    const int64_t offset = packed_offset(packed, test_.nest(), point);
    REQUIRE(offset % packed.alignment == 0);
    for (int64_t byte = 0; byte < access.width; ++byte) {
      REQUIRE(buffer.count(offset + byte) == 1);
      if (!access.write) REQUIRE(buffer[offset + byte] == memory.at(address + byte));
      if (access.write) buffer[offset + byte] = memory.at(address + byte) = ++fresh_;
    }
  }

  void copy_out() {
    for (size_t g = 0; g < plan_.groups.size(); ++g) {
      const grouping::Group& group = plan_.groups[g];
      REQUIRE((group.written || group.out.empty()));
      for (const Copy& copy : group.out) {
        for_each_byte(copy, [&](int64_t host, int64_t packed) {
          REQUIRE(owned_[group.memory].count(host) == 1);
          host_[static_cast<size_t>(group.memory)][host] = buffers_[g][packed];
        });
      }
    }
  }

  const TestNest& test_;
  Random& random_;
  std::span<const grouping::LoopRange> tile_;
  NestPlan plan_;
  std::vector<Bytes> host_;
  std::map<int, std::set<int64_t>> owned_;
  std::vector<Bytes> buffers_;
  std::map<size_t, const PackedAccess*> packed_of_;
  int64_t fresh_ = 0;
};

/// A subscript that stays within an axis over the box of the loops, mostly.
LinearForm random_subscript(Random& random, TestNest& test, int depth, int64_t extent) {
  if (random.chance(10)) return test.symbol({.low = 0, .high = extent - 1}, depth);
  for (int attempt = 0; attempt < 20; ++attempt) {
    LinearForm form(random.draw(0, extent - 1));
    for (int l = 0; l <= depth; ++l) {
      if (random.chance(45)) form = *form.plus(LinearForm::of(l, random.pick({1, 1, 1, 1, -1, 2})));
    }
    const auto range = form.over(test.nest().box());
    if (range && range->low >= 0 && range->high < extent) return form;
  }
  return LinearForm(random.draw(0, extent - 1));
}

int random_array(Random& random, TestNest& test) {
  const int64_t width = random.pick({4, 8, 8, 8});
  std::vector<int64_t> extents;
  std::vector<int64_t> strides;
  int64_t stride = width * random.pick({1, 1, 1, 2});
  for (int64_t rank = random.draw(1, 3); rank > 0; --rank) {
    const int64_t extent = random.draw(2, 7);
    extents.insert(extents.begin(), extent);
    strides.insert(strides.begin(), random.chance(15) ? -stride : stride);
    stride = stride * extent + (random.chance(40) ? 4 * random.draw(0, 5) : 0);
  }
  const bool beside = !test.nests.places.empty() && random.chance(40);
  return test.array(extents, strides, width, beside ? 0 : -1, beside ? 4 * random.draw(-6, 12) : 0);
}

TestNest random_nest(Random& random) {
  TestNest test;
  const int depth = static_cast<int>(random.draw(1, 3));
  for (int l = 0; l < depth; ++l) {
    LinearForm extent(random.draw(random.chance(5) ? 0 : 1, 4));
    if (l > 0 && random.chance(25))
      extent = *extent.plus(LinearForm::of(static_cast<int>(random.draw(0, l - 1)), random.pick({1, -1})));
    test.loop(extent);
  }
  const int64_t arrays = random.draw(1, 3);
  for (int64_t i = 0; i < arrays; ++i) random_array(random, test);
  const int guarded = static_cast<int>(random.draw(1, depth));  // counters that the guard is about
  const int guard = random.chance(20) ? test.guard(random_form(random, guarded, 3)) : -1;
  const int64_t accesses = random.draw(1, 5);
  int level = 0;
  for (int64_t i = 0; i < accesses; ++i) {
    level = std::max(level, static_cast<int>(random.draw(0, depth - 1)));
    const int array = static_cast<int>(random.draw(0, arrays - 1));
    std::vector<LinearForm> subscripts;
    for (const int64_t extent : test.nests.places[static_cast<size_t>(array)].extents) {
      if (extent == 0) break;
      subscripts.push_back(random_subscript(random, test, level, extent));
    }
    MemoryAccess& access = test.access(array, subscripts, random.chance(50), level);
    access.conditional = random.chance(20);
    if (random.chance(50) && level >= guarded - 1) access.guard = guard;
  }
  return test;
}

}  // namespace

TEST_CASE("random nests in packed buffers do what they do in host memory") {
  int64_t planned = 0;
  int64_t all = 0;
  for_random_instances([&](Random& random) {
    const TestNest test = random_nest(random);
    Execution execution(test, random);
    ++all;
    if (!execution.has_plan()) return;
    ++planned;
    execution.check();
  });
  CHECK(planned == all);  // small memories always fit into an interval
}

TEST_CASE("random tiles of random nests") {
  for_random_instances([](Random& random) {
    const TestNest test = random_nest(random);
    std::vector<grouping::LoopRange> tile;
    for (int loop = 0; loop < static_cast<int>(test.nest().loops.size()); ++loop) {
      const int64_t low = random.draw(0, 3);
      if (random.chance(60))
        tile.push_back({.loop = loop, .range = {.low = low, .high = low + random.draw(0, 2)}});
    }
    Execution execution(test, random, tile);
    REQUIRE(execution.has_plan());
    execution.check();
  });
}
