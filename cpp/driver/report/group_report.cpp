#include "driver/report/group_report.h"

#include <algorithm>
#include <utility>

#include "analysis/text/loop_names.h"
#include "analysis/text/variables.h"
#include "driver/execute/group_record.h"
#include "driver/report/access_table.h"
#include "footprint/placement.h"
#include "ir/rewrite.h"

namespace unpython::driver {
namespace {

using analysis::ArrayPlace;
using analysis::Memory;
using analysis::MemoryAccess;
using analysis::Nest;

/// A nest with numbers in place of variables and extents of the code around it, without what stays silent.
class WithNumbers : public ir::Rewriter {
 public:
  WithNumbers(ir::Function& function, const CallJudgement& judgement, const Nest& nest)
      : Rewriter(function), nests_(judgement.collected), facts_(judgement.facts), numbers_(nest.numbers) {
    const analysis::VarSet own = analysis::assigned_variables(function, {nest.root});
    std::erase_if(numbers_, [&](const auto& number) { return own.contains(number.first); });
  }
  ir::ExprId expr(ir::ExprId id) override {
    if (const auto* read = std::get_if<ir::Read>(&function_[id].node)) {
      for (const auto& [variable, value] : numbers_) {
        if (variable == read->variable)
          return build_.constant({.type = function_[id].type, .integer = value, .real = 0.0});
      }
    }
    if (const auto* extent = std::get_if<ir::Extent>(&function_[id].node)) {
      const ArrayPlace& place = nests_.places[static_cast<size_t>(extent->array.value)];
      if (place.known) return build_.int64(place.extents[static_cast<size_t>(extent->dimension)]);
    }
    return rebuild(id);
  }
  ir::Block stmt(ir::StmtId id) override { return facts_.is_silent(id) ? ir::Block() : Rewriter::stmt(id); }

 private:
  const analysis::Nests& nests_;
  const analysis::CallFacts& facts_;
  std::vector<std::pair<ir::VarId, int64_t>> numbers_;
};

/// First values and steps are told where they are written as numbers.
analysis::LoopVariable variable_of(const analysis::LoopNames& names, const ir::Function& function,
                                   ir::StmtId loop) {
  const analysis::KnownValues nothing{
      .variable = [](ir::VarId) { return std::optional<int64_t>(); },
      .extent = [](ir::ArrayId, int) { return std::optional<int64_t>(); },
  };
  const ir::VarId counter = std::get<ir::For>(function[loop].node).counter;
  analysis::LoopVariable variable = names.variable(counter, nothing);
  if (variable.name.empty()) variable.name = function[counter].name;  // a loop that the user did not write
  return variable;
}

}  // namespace

Rehearsal::Rehearsal(const ir::Function& function, const CallJudgement& judgement, const GpuFunction* gpu)
    : f_(function),
      judgement_(judgement),
      collected_(judgement.collected),
      gpu_(gpu),
      nests_(collected_.nests.size()) {
  if (nests_.empty()) return;
  const std::vector<abi::ArrayArgument> arguments = stand_ins();
  std::optional<footprint::Placement> placement = footprint::place_arrays(f_, arguments, stored());
  if (!placement) {
    for (NestGroups& nest : nests_) {
      nest.code = "UNALIGNED_OVERLAP";
      nest.reason = "arguments that overlap are not aligned to their items";
    }
    return;
  }
  arrays_.emplace(f_, arguments, std::move(*placement), std::span<const runtime::Resident>(), nullptr);
  allocate_locals();
  std::vector<Launch> launches;
  for (size_t n = 0; n < nests_.size(); ++n) {
    const std::optional<ir::ArrayId> unknown = unknown_array(collected_.nests[n]);
    if (unknown) {
      nests_[n].code = "FOOTPRINT_UNKNOWN";
      nests_[n].reason = "array '" + f_[*unknown].name + "': its extents are not known before the loop runs";
    }
    launches.push_back(unknown ? Launch{} : launch_of(collected_.nests[n]));
  }
  const std::vector<size_t> kernels = kernels_of_nests();
  for (size_t n = 0; n < nests_.size(); ++n)
    if (kernels[n] != n) launches[kernels[n]].go_on(std::exchange(launches[n], {}));
  fit_buffers(launches);
  for (size_t n = 0; n < nests_.size(); ++n) run(launches[n], nests_[n], n == kernels.back());
  finish(launches);
}

/// Another nest runs in the same launch, behind what runs there.
void Rehearsal::Launch::go_on(Launch&& then) {
  for (size_t i = 0; i < then.kernel.arrays.size(); ++i) {
    const kernel::KernelArray& array = then.kernel.arrays[i];
    const auto known = std::find_if(kernel.arrays.begin(), kernel.arrays.end(),
                                    [&](const kernel::KernelArray& own) { return own.array == array.array; });
    if (known == kernel.arrays.end()) {
      kernel.arrays.push_back(array);
      uses.push_back(std::move(then.uses[i]));
      continue;
    }
    known->loaded |= array.loaded;
    known->stored |= array.stored;
    footprint::ArrayUse& use = uses[static_cast<size_t>(known - kernel.arrays.begin())];
    use.loaded.add(then.uses[i].loaded.without(use.certain));
    use.stored.add(then.uses[i].stored);
    use.certain.add(then.uses[i].certain);
  }
}

/// The arguments as the call had them, at addresses that stand for theirs: nobody looks there.
std::vector<abi::ArrayArgument> Rehearsal::stand_ins() const {
  constexpr int kBitsApart = 44;
  std::vector<abi::ArrayArgument> arguments;
  for (const ir::Parameter& parameter : f_.parameters) {
    if (!parameter.is_array) continue;
    const ArrayPlace& place = collected_.places[static_cast<size_t>(parameter.array.value)];
    abi::ArrayArgument& argument = arguments.emplace_back();
    const auto memory = static_cast<uintptr_t>(place.memory + 1) << kBitsApart;
    argument.data = reinterpret_cast<void*>(memory + static_cast<uintptr_t>(place.base));
    std::copy(place.extents.begin(), place.extents.end(), argument.extents);
    std::copy(place.stride_bytes.begin(), place.stride_bytes.end(), argument.stride_bytes);
  }
  return arguments;
}

/// By array argument: some nest stores to it.
std::vector<bool> Rehearsal::stored() const {
  std::vector<bool> stored;
  for (const ir::Parameter& parameter : f_.parameters) {
    if (!parameter.is_array) continue;
    const auto stores = [&](const MemoryAccess& access) {
      return access.write && access.array == parameter.array;
    };
    stored.push_back(std::any_of(collected_.nests.begin(), collected_.nests.end(), [&](const Nest& nest) {
      return std::any_of(nest.accesses.begin(), nest.accesses.end(), stores);
    }));
  }
  return stored;
}

/// Arrays of the function between nests; those in nests are not seen from outside.
void Rehearsal::allocate_locals() {
  for (const Memory& memory : collected_.memories) {
    const ArrayPlace& place = collected_.places[static_cast<size_t>(memory.array.value)];
    if (!memory.local || memory.loop >= 0 || !place.known) continue;
    arrays_->allocate(memory.array, {place.extents.begin(), place.extents.begin() + f_[memory.array].rank});
    locals_.push_back(memory.array);
  }
}

std::optional<ir::ArrayId> Rehearsal::unknown_array(const Nest& nest) const {
  for (const MemoryAccess& access : nest.accesses) {
    const Memory& memory = collected_.memories[static_cast<size_t>(access.memory)];
    const bool known = collected_.places[static_cast<size_t>(access.array.value)].known;
    if (!known && memory.loop < 0) return access.array;
  }
  return std::nullopt;
}

Rehearsal::Launch Rehearsal::launch_of(const Nest& nest) const {
  Launch launch;
  if (nest.never_runs) return launch;
  ir::Function f = f_;
  launch.kernel.root = WithNumbers(f, judgement_, nest).stmt(nest.root).at(0);
  launch.kernel.grid = {launch.kernel.root};
  for (const MemoryAccess& access : nest.accesses) {
    const Memory& memory = collected_.memories[static_cast<size_t>(access.memory)];
    if (memory.local && memory.loop >= 0) continue;
    std::vector<kernel::KernelArray>& arrays = launch.kernel.arrays;
    auto known = std::find_if(arrays.begin(), arrays.end(),
                              [&](const kernel::KernelArray& array) { return array.array == access.array; });
    if (known == arrays.end()) known = arrays.insert(known, {.array = access.array});
    known->loaded |= !access.write || access.atomic;
    known->stored |= access.write;
  }
  const ir::Builder build(f);
  const footprint::LaunchNumbers numbers{
      .value = [&](ir::ExprId id) -> std::optional<int64_t> {
        const ir::Constant* constant = build.as_constant(id);
        return constant == nullptr ? std::nullopt : std::optional(constant->integer);
      },
      .extent =
          [&](ir::ArrayId array, int d) {
            return collected_.places[static_cast<size_t>(array.value)].extents[static_cast<size_t>(d)];
          }};
  const std::optional<int64_t> extent = numbers.value(std::get<ir::For>(f[launch.kernel.root].node).extent);
  if (extent && *extent <= 0) return {};
  launch.uses = footprint::uses(f, launch.kernel, {}, numbers);
  // An end that comes early must not leave gaps.
  if (!extent || analysis::may_raise(f_, {nest.root}, judgement_.facts)) {
    for (footprint::ArrayUse& use : launch.uses) use.certain = {};
  }
  return launch;
}

/// By nest: the one in which its kernel begins.
std::vector<size_t> Rehearsal::kernels_of_nests() const {
  std::vector<size_t> begins;
  const auto range = [&](size_t n) { return f_[collected_.nests[n].root].range; };
  for (size_t n = 0; n < nests_.size(); ++n) {
    begins.push_back(n);
    if (gpu_ == nullptr) continue;
    for (const kernel::Kernel& kernel : gpu_->kernels()) {
      const SourceRange& where = gpu_->scheduled()[kernel.root].range;
      const bool goes_on = where.file == range(n).file && where.line < range(n).line && range(n).line <= where.end_line;
      for (size_t m = 0; goes_on && m < n; ++m)
        if (range(m).file == where.file && range(m).line <= where.line) begins[n] = m;
    }
  }
  return begins;
}

/// As a call does before its first kernel.
void Rehearsal::fit_buffers(const std::vector<Launch>& launches) {
  for (const ir::Parameter& parameter : f_.parameters) {
    if (!parameter.is_array || !arrays_->may_fit(parameter.array)) continue;
    if (gpu_ != nullptr && gpu_->users_of(parameter.array).empty()) continue;
    footprint::Footprint touched;
    footprint::Footprint stored;
    for (const Launch& launch : launches) {
      for (size_t i = 0; i < launch.kernel.arrays.size(); ++i) {
        if (launch.kernel.arrays[i].array != parameter.array) continue;
        touched.add(launch.uses[i].touched());
        stored.add(launch.uses[i].stored);
      }
    }
    arrays_->fit(parameter.array, touched, stored, [](const footprint::PlacedArray&) { return true; });
  }
}

void Rehearsal::run(const Launch& launch, NestGroups& groups, bool last) {
  CopyList list;
  for (size_t i = 0; i < launch.kernel.arrays.size(); ++i) {
    const ir::ArrayId array = launch.kernel.arrays[i].array;
    const runtime::MovedBytes before = arrays_->moved(array);
    arrays_->hold((*arrays_)[array].buffer);
    arrays_->fetch(array, launch.uses[i], last ? Adding::Last : Adding::More, {}, list);
    arrays_->mark_changed(array, launch.uses[i].stored);
    note_moved(group_of(groups.groups, *arrays_, f_, array), *arrays_, array, before);
  }
  arrays_->move(list);
}

/// What comes back counts for the nest that stored it last.
void Rehearsal::finish(const std::vector<Launch>& launches) {
  std::vector<ir::ArrayId> results = f_.returned_arrays();
  std::erase_if(results, [&](ir::ArrayId array) {
    return std::find(locals_.begin(), locals_.end(), array) == locals_.end();
  });
  arrays_->finish(results);
  for (ir::ArrayId array{0}; array.value < f_.arrays.size(); ++array.value) {
    for (size_t n = launches.size(); n-- > 0 && arrays_->brought(array) > 0;) {
      const std::vector<kernel::KernelArray>& arrays = launches[n].kernel.arrays;
      const bool stores = std::any_of(arrays.begin(), arrays.end(), [&](const kernel::KernelArray& own) {
        return own.array == array && own.stored;
      });
      if (!stores) continue;
      group_of(nests_[n].groups, *arrays_, f_, array).copied_out += arrays_->brought(array);
      break;
    }
  }
  for (NestGroups& nest : nests_) {
    for (const GroupReport& group : nest.groups) {
      nest.bytes_in += group.copied_in;
      nest.bytes_out += group.copied_out;
    }
  }
}

std::string access_tables(const ir::Function& function, const ir::Function& source,
                          const CallJudgement& judgement, const GpuFunction* gpu) {
  const analysis::LoopNames names(source);
  const Rehearsal rehearsal(function, judgement, gpu);
  std::string text;
  for (size_t n = 0; n < rehearsal.nests().size(); ++n) {
    const Nest& nest = judgement.collected.nests[n];
    std::vector<analysis::LoopVariable> variables;
    for (const analysis::NestLoop& loop : nest.loops)
      variables.push_back(variable_of(names, function, loop.stmt));
    text += print_accesses(nest, function, variables, rehearsal.nests()[n],
                           [&](ir::ArrayId array) { return rehearsal.placed(array); });
  }
  return text;
}

}  // namespace unpython::driver
