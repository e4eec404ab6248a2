// Plans of random programs against traces of their runs: elements go where the plan says, nests see in their
// buffers what the program sees in memory, and memory holds the same afterwards.
#include <catch2/catch.hpp>
#include <map>

#include "analysis/prove_checks.h"
#include "grouping/may_raise.h"
#include "grouping/plan_nest.h"
#include "ir/print.h"
#include "random_programs.h"

using namespace unpython;
using analysis::MemoryAccess;
using analysis::Nest;
using grouping::Copy;
using grouping::NestPlan;
using grouping::PackedAccess;
using test::TracedEvent;

namespace {

/// What each 8 bytes hold, as the number of the store that put it there.
using Versions = std::map<int64_t, int64_t>;

class Replay {
 public:
  Replay(const ir::Function& function, const test::RandomCall& call, const std::vector<TracedEvent>& events)
      : call_(call), events_(events), nests_(analysis::collect(function, {call.views, call.scalars, true})) {
    analysis::CallFacts facts;
    analysis::prove_checks(nests_, facts);
    for (size_t n = 0; n < nests_.nests.size(); ++n) {
      const bool raises = grouping::may_raise(function, nests_.nests[n], facts);
      plans_.push_back(grouping::plan_nest(nests_, static_cast<int>(n), {.may_raise = raises}));
      REQUIRE_FALSE(plans_.back().none.has_value());
    }
    for (size_t a = 0; a < call.arrays.size(); ++a) {
      for (size_t i = 0; i < call.arrays[a].elements.size(); ++i)
        memory_[a][8 * static_cast<int64_t>(i)] = ++fresh_;
    }
  }

  void check() {
    for (size_t first = 0; first < events_.size();) {
      const ir::StmtId root = events_[first].counters[0].first;
      size_t end = first;
      while (end < events_.size() && events_[end].counters[0].first == root) ++end;
      const auto nest = std::find_if(nests_.nests.begin(), nests_.nests.end(),
                                     [&](const Nest& each) { return each.root == root; });
      REQUIRE(nest != nests_.nests.end());
      check_nest(*nest, plans_[static_cast<size_t>(nest - nests_.nests.begin())], first, end);
      first = end;
    }
  }

 private:
  [[nodiscard]] size_t array_of(const grouping::Group& group) const {
    return static_cast<size_t>(nests_.memories[static_cast<size_t>(group.memory)].array.value);
  }

  void check_nest(const Nest& nest, const NestPlan& plan, size_t first, size_t end) {
    std::vector<Versions> buffers;
    for (const grouping::Group& group : plan.groups) {
      Versions& buffer = buffers.emplace_back();
      for (int64_t at = 0; at < group.bytes; at += 8) buffer[at] = -(++fresh_);
      for (const Copy& copy : group.in) {
        for_each_element(copy, [&](int64_t host, int64_t packed) {
          buffer.at(packed) = memory_[array_of(group)].at(host);
        });
      }
    }
    std::map<size_t, Versions> truth = memory_;
    for (size_t e = first; e < end; ++e) {
      if (events_[e].kind == TracedEvent::Kind::Check) continue;
      INFO("statement " << events_[e].stmt.value << ", expression " << events_[e].expr.value);
      follow(nest, plan, events_[e], truth, buffers);
    }
    for (size_t g = 0; g < plan.groups.size(); ++g) {
      for (const Copy& copy : plan.groups[g].out) {
        for_each_element(copy, [&](int64_t host, int64_t packed) {
          memory_[array_of(plan.groups[g])].at(host) = buffers[g].at(packed);
        });
      }
    }
    REQUIRE((memory_ == truth));
  }

  /// Lets an access happen in memory and in the buffer of one of the accesses of the plan that it can be.
  void follow(const Nest& nest, const NestPlan& plan, const TracedEvent& event,
              std::map<size_t, Versions>& truth, std::vector<Versions>& buffers) {
    const bool write = event.kind == TracedEvent::Kind::Write;
    const int64_t version = ++fresh_;
    bool followed = false;
    for (const PackedAccess& packed : plan.accesses) {
      const MemoryAccess& access = nest.accesses[static_cast<size_t>(packed.access)];
      if (access.stmt != event.stmt || access.expr != event.expr || access.write != write) continue;
      const std::vector<int64_t> point = counters(nest, access, event);
      if (!can_be(nest, access, event, point)) continue;
      const auto array = static_cast<size_t>(access.array.value);
      int64_t host = 0;
      int64_t offset = packed.base;
      for (size_t d = 0; d < event.subscripts.size(); ++d)
        host += call_.views[array].stride_bytes[d] * event.subscripts[d];
      for (const PackedAccess::Term& term : packed.loops) {
        offset +=
            term.stride * point[static_cast<size_t>(nest.loops[static_cast<size_t>(term.index)].counter)];
      }
      for (const PackedAccess::Term& term : packed.subscripts) {
        offset += term.stride * event.subscripts[static_cast<size_t>(term.index)];
      }
      Versions& buffer = buffers[static_cast<size_t>(packed.group)];
      REQUIRE(buffer.count(offset) == 1);
      if (write) {
        truth[array].at(host) = buffer[offset] = version;
      } else {
        REQUIRE(buffer[offset] == truth[array].at(host));
      }
      followed = true;
      break;
    }
    REQUIRE(followed);
  }

  static std::vector<int64_t> counters(const Nest& nest, const MemoryAccess& access,
                                       const TracedEvent& event) {
    std::vector<int64_t> point(nest.unknowns.size(), 0);
    size_t at = event.counters.size();
    for (int l = access.loop; l >= 0; l = nest.loops[static_cast<size_t>(l)].parent) {
      point[static_cast<size_t>(nest.loops[static_cast<size_t>(l)].counter)] = event.counters[--at].second;
    }
    return point;
  }

  /// Guards and subscripts of counters alone agree with the event.
  static bool can_be(const Nest& nest, const MemoryAccess& access, const TracedEvent& event,
                     const std::vector<int64_t>& point) {
    for (const analysis::Relation& relation : nest.guards_at(access.guard)) {
      if (!is_settled(nest, relation.form)) continue;
      const int64_t value = *relation.form.at(point);
      if (relation.nonzero ? value == 0 : value < 0) return false;
    }
    const auto subscripts = nest.subscripts_of(access);
    for (size_t d = 0; d < subscripts.size(); ++d) {
      if (is_settled(nest, subscripts[d]) && *subscripts[d].at(point) != event.subscripts[d]) return false;
    }
    return true;
  }

  static bool is_settled(const Nest& nest, const analysis::LinearForm& form) {
    return std::all_of(form.terms().begin(), form.terms().end(), [&](const auto& term) {
      return nest.unknowns[static_cast<size_t>(term.unknown)].kind == analysis::Unknown::Kind::Counter;
    });
  }

  /// Calls move(host, packed) for every 8 bytes of a copy.
  template <class Move>
  static void for_each_element(const Copy& copy, const Move& move) {
    std::vector<int64_t> hosts{copy.host_offset};
    std::vector<int64_t> places{copy.packed_offset};
    std::vector<Copy::Dim> dims = copy.dims;
    dims.push_back({.extent = copy.run_bytes / 8, .host_stride = 8, .packed_stride = 8});
    for (const Copy::Dim& dim : dims) {
      std::vector<int64_t> next_hosts;
      std::vector<int64_t> next_places;
      for (size_t i = 0; i < hosts.size(); ++i) {
        for (int64_t k = 0; k < dim.extent; ++k) {
          next_hosts.push_back(hosts[i] + k * dim.host_stride);
          next_places.push_back(places[i] + k * dim.packed_stride);
        }
      }
      hosts = std::move(next_hosts);
      places = std::move(next_places);
    }
    for (size_t i = 0; i < hosts.size(); ++i) move(hosts[i], places[i]);
  }

  const test::RandomCall& call_;
  const std::vector<TracedEvent>& events_;
  analysis::Nests nests_;
  std::vector<NestPlan> plans_;
  std::map<size_t, Versions> memory_;  // by array
  int64_t fresh_ = 0;
};

}  // namespace

TEST_CASE("random programs in packed buffers see and leave what they see and leave in memory") {
  test::for_random_instances([](test::Random& random) {
    const test::RandomProgram program(random);
    const test::RandomCall call(random);
    INFO(ir::print(program.function()) << "n = " << call.n);
    test::Tracer tracer(program.function(), call.arrays, {call.n});
    tracer.run();
    Replay(program.function(), call, tracer.events).check();
  });
}
