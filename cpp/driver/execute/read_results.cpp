#include "driver/execute/read_results.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "driver/execute/gpu_call.h"
#include "driver/execute/repeated_host_part.h"
#include "ir/scalar_slot.h"

namespace unpython::driver {
namespace {

/// What the device had to do is done.
class Done : public RepeatedHostPart {
 public:
  Done(const ir::Function& function, const abi::Frame& frame, const StepList& list,
       std::span<const std::byte* const> values)
      : RepeatedHostPart(function, frame), reads_(list.reads()), values_(values) {}

  ir::Constant load(ir::ArrayId array, std::span<const int64_t> indices) override {
    const auto is_it = [&](const ReadStep& read) {
      const std::vector<int64_t>& known = read.element.indices;
      return read.element.array == array && std::equal(known.begin(), known.end(), indices.begin(), indices.end());
    };
    const auto found = std::find_if(reads_.begin(), reads_.end(), is_it);
    if (found == reads_.end()) not_repeated("an element that was not read");
    const std::byte* const value = values_[static_cast<size_t>(found - reads_.begin())];
    return ir::read_scalar(function()[array].type, reinterpret_cast<const char*>(value));
  }
  std::optional<ir::Outcome> launch(ir::StmtId, const std::function<ir::Constant(ir::ExprId)>&) override {
    return ir::Outcome{};
  }

 private:
  const std::vector<ReadStep>& reads_;
  const std::span<const std::byte* const> values_;
};

}  // namespace

ir::Outcome read_results(const GpuFunction& function, const abi::Frame& frame, const StepList& list,
                         std::span<const std::byte* const> values) {
  Done done(function.scheduled(), frame, list, values);
  return run_host_part(done, [] {}, function, frame);
}

}  // namespace unpython::driver
