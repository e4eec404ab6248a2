// Scheduled IR on disk, so that a process that meets a known function does not schedule it again.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "abi/target_info.h"
#include "runtime/disk_cache.h"
#include "transform/pipeline.h"
#include "unpython/options.h"

namespace unpython::driver {

/// Key of what schedule_for_cpu makes of these: the source with its positions (reports name lines), the facts
/// of the calls, every option and fact about the machine, and this build of the library (any pass may have
/// changed). Empty when the build has no identity: then nothing may be kept.
[[nodiscard]] std::string schedule_key(const ir::Function& source, const analysis::CallFacts& facts,
                                       const Options& options, const abi::TargetInfo& target);

/// What was kept under `key`; empty when there is none or it is not whole.
[[nodiscard]] std::optional<transform::Pipeline> find_schedule(runtime::DiskCache& cache,
                                                               const std::string& key);
/// What store_schedule() has made; empty where it is not whole.
[[nodiscard]] std::optional<transform::Pipeline> read_schedule(std::string_view bytes);
void store_schedule(runtime::DiskCache& cache, const std::string& key, const transform::Pipeline& pipeline);

}  // namespace unpython::driver
