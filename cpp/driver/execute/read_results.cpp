#include "driver/execute/read_results.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "driver/execute/gpu_call.h"
#include "ir/interpret/memory.h"
#include "unpython/error.h"

namespace unpython::driver {
namespace {

[[noreturn]] void not_repeated(const char* what) { throw InternalError("reading the results of a repeated call", what); }

/// What the device had to do is done.
class Done : public ir::Machine {
 public:
  Done(const ir::Function& function, const abi::Frame& frame, const StepList& list,
       std::span<const std::byte* const> values)
      : function_(function),
        reads_(list.reads()),
        values_(values),
        extents_(static_cast<size_t>(function.arrays.size())) {
    const abi::ArrayArgument* argument = frame.arrays;
    for (const ir::Parameter& parameter : function.parameters) {
      if (!parameter.is_array) continue;
      const int64_t* const extents = (argument++)->extents;
      at(parameter.array).assign(extents, extents + function[parameter.array].rank);
    }
  }

  int64_t extent(ir::ArrayId array, int dimension) override { return at(array)[static_cast<size_t>(dimension)]; }
  ir::Constant load(ir::ArrayId array, std::span<const int64_t> indices) override {
    const auto is_it = [&](const ReadStep& read) {
      const std::vector<int64_t>& known = read.element.indices;
      return read.element.array == array && std::equal(known.begin(), known.end(), indices.begin(), indices.end());
    };
    const auto found = std::find_if(reads_.begin(), reads_.end(), is_it);
    if (found == reads_.end()) not_repeated("an element that was not read");
    const std::byte* const value = values_[static_cast<size_t>(found - reads_.begin())];
    return ir::read_scalar(function_[array].type, reinterpret_cast<const char*>(value));
  }
  void store(ir::ArrayId, std::span<const int64_t>, const ir::Constant&) override { not_repeated("the host stores"); }
  void allocate(ir::ArrayId array, std::vector<int64_t> extents) override {
    for (int64_t& extent : extents) extent = std::max<int64_t>(0, extent);
    at(array) = std::move(extents);
  }
  void resize(ir::ArrayId, int64_t) override { not_repeated("a list grows"); }
  void release(ir::ArrayId) override {}
  void call_host(const ir::CallHost&, std::span<const ir::Constant>) override { not_repeated("the host is called"); }
  std::optional<ir::Outcome> launch(ir::StmtId, const std::function<ir::Constant(ir::ExprId)>&) override {
    return ir::Outcome{};
  }

 private:
  [[nodiscard]] std::vector<int64_t>& at(ir::ArrayId array) { return extents_[static_cast<size_t>(array.value)]; }

  const ir::Function& function_;
  const std::vector<ReadStep>& reads_;
  const std::span<const std::byte* const> values_;
  std::vector<std::vector<int64_t>> extents_;  ///< by ArrayId
};

}  // namespace

ir::Outcome read_results(const GpuFunction& function, const abi::Frame& frame, const StepList& list,
                         std::span<const std::byte* const> values) {
  Done done(function.scheduled(), frame, list, values);
  return run_host_part(done, [] {}, function, frame);
}

}  // namespace unpython::driver
