#include "grouping/plan_nest.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "grouping/copies.h"
#include "grouping/overlap_graph.h"
#include "grouping/reach.h"
#include "grouping/reads_first.h"
#include "support/checked_int.h"

namespace unpython::grouping {
namespace {

using analysis::LinearForm;
using analysis::MemoryAccess;
using analysis::Nest;

constexpr int64_t kMostAlignment = 16;

class Planner {
 public:
  Planner(const analysis::Nests& nests, const Nest& nest, const PlanOptions& options)
      : nests_(nests), nest_(nest), options_(options) {}

  NestPlan plan() {
    if (nest_.never_runs) return {};
    Reaches reaches = reaches_of(nests_, nest_, options_);
    if (reaches.unknown_access >= 0) {
      return no_plan(kFootprintUnknown, reaches.unknown_access,
                     "its elements are not known before the loop runs");
    }
    reaches_ = std::move(reaches.all);
    std::vector<int> memory_of;
    for (const Reach& reach : reaches_) {
      memory_of.push_back(access_of(reach).memory);
      writes_.push_back(access_of(reach).write);
    }
    const auto parts = components(reaches_, memory_of);
    if (!parts) return no_plan(kFootprintUnknown, reaches_.front().access, "its addresses leave 64 bits");
    for (const ReachSet& part : *parts) {
      const std::vector<LaidOutGroup> groups =
          lay_out_component(reaches_, writes_, part, options_.node_limit);
      if (groups.empty()) {
        return no_plan(kFootprintSparse, reaches_[part.front()].access,
                       "the elements that are used lie too far apart to be packed");
      }
      for (const LaidOutGroup& group : groups) {
        if (!add_group(group)) {
          return no_plan(kFootprintUnknown, reaches_[part.front()].access, "its addresses leave 64 bits");
        }
      }
    }
    std::sort(plan_.accesses.begin(), plan_.accesses.end(),
              [](const PackedAccess& a, const PackedAccess& b) { return a.access < b.access; });
    return std::move(plan_);
  }

 private:
  [[nodiscard]] const MemoryAccess& access_of(const Reach& reach) const {
    return nest_.accesses[static_cast<size_t>(reach.access)];
  }

  [[nodiscard]] NestPlan no_plan(std::string_view code, int access, std::string_view why) const {
    const ir::ArrayId array = nest_.accesses[static_cast<size_t>(access)].array;
    return {.none = NoPlan{.code = code, .array = array, .text = why}};
  }

  bool add_group(const LaidOutGroup& laid_out) {
    const GroupLayout& layout = laid_out.layout;
    Group group{.memory = access_of(reaches_[laid_out.reaches.front()]).memory,
                .rule = layout.layout.rule,
                .bytes = layout.bytes};
    for (size_t i = 0; i < laid_out.reaches.size(); ++i) {
      const Reach& reach = reaches_[laid_out.reaches[i]];
      auto packed = packed_access(layout, i, reach.access);
      if (!packed) return false;
      packed->group = static_cast<int>(plan_.groups.size());
      plan_.accesses.push_back(std::move(*packed));
    }
    describe_use(laid_out, group);
    plan_.bytes += group.bytes;
    plan_.bytes_in += group.bytes_in;
    plan_.bytes_out += group.bytes_out;
    plan_.groups.push_back(std::move(group));
    return true;
  }

  /// Arrays, elements, what is read and written, what is copied.
  void describe_use(const LaidOutGroup& laid_out, Group& group) const {
    const GroupLayout& layout = laid_out.layout;
    std::vector<MemberUse> uses(layout.members.size());
    std::vector<bool> whole(layout.members.size());
    std::vector<bool> read(layout.members.size());
    int64_t element = INT64_MAX;
    analysis::IntegerRange allowed{.low = INT64_MAX, .high = INT64_MIN};
    for (size_t i = 0; i < laid_out.reaches.size(); ++i) {
      const Reach& reach = reaches_[laid_out.reaches[i]];
      const MemoryAccess& access = access_of(reach);
      const size_t member = layout.member_of[i];
      if (std::find(group.arrays.begin(), group.arrays.end(), access.array) == group.arrays.end()) {
        group.arrays.push_back(access.array);
      }
      element = std::min(element, access.width);
      group.read = group.read || !access.write || access.atomic;
      group.written = group.written || access.write;
      whole[member] = whole[member] || (access.write && !access.atomic && reach.whole);
      uses[member].out = uses[member].out || access.write;
      read[member] =
          read[member] || access.atomic || (!access.write && !is_written_before(nest_, reach.access));
      const auto bytes =
          bytes_of(nests_.places[static_cast<size_t>(access.array.value)], access.rank, access.width)
              .value_or(*analysis::interval(reach.bytes.set));
      allowed = {.low = std::min(allowed.low, bytes.low), .high = std::max(allowed.high, bytes.high)};
    }
    std::vector<size_t> whole_members;
    for (size_t member = 0; member < uses.size(); ++member) {
      uses[member].in = read[member] || (uses[member].out && !whole[member]);
      if (whole[member]) whole_members.push_back(member);
    }
    group.elements = (group.bytes + element - 1) / element;
    group.partly_written = group.written && (whole_members.empty() || !fill_buffer(layout, whole_members));
    group.in = copies_in(layout, uses, allowed);
    group.out = copies_out(layout, uses);
    group.bytes_in = total_bytes(group.in);
    group.bytes_out = total_bytes(group.out);
  }

  std::optional<PackedAccess> packed_access(const GroupLayout& layout, size_t reach, int access) const {
    std::optional<LinearForm> offset = packed_offset(layout, reach);
    PackedAccess packed{.access = access};
    if (!offset || !take_symbols(*offset, packed)) return std::nullopt;
    packed.base = offset->constant();
    for (const LinearForm::Term& term : offset->terms()) {
      const int loop = nest_.unknowns[static_cast<size_t>(term.unknown)].loop;
      packed.loops.push_back({.index = loop, .stride = term.coefficient});
    }
    int64_t common = std::gcd(packed.base, kMostAlignment);
    for (const PackedAccess::Term& term : packed.loops) common = std::gcd(common, term.stride);
    for (const PackedAccess::Term& term : packed.subscripts) common = std::gcd(common, term.stride);
    packed.alignment = common;
    return packed;
  }

  /// Writes symbols in `offset` as subscripts that hold them; false if none does with a fitting coefficient.
  bool take_symbols(LinearForm& offset, PackedAccess& packed) const {
    const auto subscripts = nest_.subscripts_of(nest_.accesses[static_cast<size_t>(packed.access)]);
    while (const LinearForm::Term* symbol = symbol_of(offset)) {
      bool taken = false;
      for (size_t d = 0; d < subscripts.size() && !taken; ++d) {
        const int64_t inner = subscripts[d].coefficient_of(symbol->unknown);
        if (inner == 0 || symbol->coefficient % inner != 0) continue;
        const int64_t stride = symbol->coefficient / inner;
        auto rest = LinearForm::add_scaled(offset, subscripts[d], -stride);
        if (!rest) return false;
        packed.subscripts.push_back({.index = static_cast<int>(d), .stride = stride});
        offset = std::move(*rest);
        taken = true;
      }
      if (!taken || packed.subscripts.size() > subscripts.size()) return false;
    }
    return true;
  }

  const LinearForm::Term* symbol_of(const LinearForm& form) const {
    for (const LinearForm::Term& term : form.terms()) {
      if (nest_.unknowns[static_cast<size_t>(term.unknown)].kind == analysis::Unknown::Kind::Symbol)
        return &term;
    }
    return nullptr;
  }

  const analysis::Nests& nests_;
  const Nest& nest_;
  const PlanOptions& options_;
  std::vector<Reach> reaches_;
  std::vector<bool> writes_;
  NestPlan plan_;
};

}  // namespace

NestPlan plan_nest(const analysis::Nests& nests, int nest, const PlanOptions& options) {
  return Planner(nests, nests.nests[static_cast<size_t>(nest)], options).plan();
}

}  // namespace unpython::grouping
