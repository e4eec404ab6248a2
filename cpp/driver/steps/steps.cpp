#include "driver/steps/steps.h"

#include <algorithm>
#include <utility>

#include "driver/steps/kernel_errors.h"
#include "support/match.h"
#include "support/text_writer.h"

namespace unpython::driver {
namespace {

constexpr int64_t kMostSteps = 512;

bool are_equal(const std::vector<Step>& left, const std::vector<Step>& right);

bool equal(const Launched& left, const Launched& right) {
  const auto same_range = [](const footprint::IterationRange& a, const footprint::IterationRange& b) {
    return a.first == b.first && a.end == b.end;
  };
  return left->kernel == right->kernel && left->code == right->code && left->geometry.groups == right->geometry.groups &&
         left->geometry.threads == right->geometry.threads &&
         std::equal(left->ranges.begin(), left->ranges.end(), right->ranges.begin(), right->ranges.end(), same_range);
}

bool equal(const LoopStep& left, const LoopStep& right) {
  return left.loop == right.loop &&
         std::equal(left.turns.begin(), left.turns.end(), right.turns.begin(), right.turns.end(),
                    [](const LoopStep::Turns& a, const LoopStep::Turns& b) {
                      return a.count == b.count && are_equal(a.steps, b.steps);
                    });
}

bool equal(const BranchStep& left, const BranchStep& right) {
  return left.branch == right.branch && left.condition == right.condition &&
         are_equal(left.steps, right.steps);
}

template <class Plain>
bool equal(const Plain& left, const Plain& right) {
  return left == right;
}

bool are_equal(const std::vector<Step>& left, const std::vector<Step>& right) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end(), [](const Step& a, const Step& b) {
    if (a.node.index() != b.node.index()) return false;
    return match(a.node, [&](const auto& node) {
      return equal(node, std::get<std::remove_cvref_t<decltype(node)>>(b.node));
    });
  });
}

int64_t count(const std::vector<Step>& steps) {
  int64_t number = 0;
  for (const Step& step : steps) {
    ++number;
    if (const auto* branch = std::get_if<BranchStep>(&step.node)) number += count(branch->steps);
    const auto* loop = std::get_if<LoopStep>(&step.node);
    if (loop == nullptr) continue;
    for (const LoopStep::Turns& turns : loop->turns) number += count(turns.steps);
  }
  return number;
}

/// What is printed of it.
CopyStep reduced(const CopyStep& step) {
  CopyStep printed;
  for (const Copy& copy : step.copies) printed.copies.push_back({copy.direction, copy.array, copy.bytes});
  return printed;
}

void reduce(std::vector<Step>& steps);

void reduce(LoopStep& loop) {
  for (LoopStep::Turns& turns : loop.turns) reduce(turns.steps);
}

void reduce(std::vector<Step>& steps) {
  for (Step& step : steps) {
    match(
        step.node, [](CopyStep& copy) { copy = reduced(copy); }, [](LoopStep& loop) { reduce(loop); },
        [](BranchStep& branch) { reduce(branch.steps); }, [](auto&) {});
  }
}

class Printer {
 public:
  explicit Printer(const ir::Function& f) : f_(f) {}

  void steps(const std::vector<Step>& steps) {
    for (const Step& step : steps) match(step.node, [&](const auto& each) { write(each); });
  }
  TextWriter& text() { return text_; }

 private:
  void write(const AllocateStep& step) { text_.line("allocate ", name(step.array), ": ", step.bytes, " bytes"); }
  void write(const FreeStep& step) { text_.line("free ", name(step.array)); }
  void write(const KeepStep& step) { text_.line("keep ", name(step.array), " for the result"); }
  void write(const ResultStep& step) { text_.line("result ", name(step.array), " on the host: ", step.bytes, " bytes"); }
  void write(const LookStep&) { text_.line("look for errors"); }
  void write(const CopyStep& step) {
    for (const Copy& copy : step.copies)
      copied(copy.direction == runtime::Direction::In ? "copy in " : "copy out ", copy.array, copy.bytes);
  }
  void write(const ReadStep& step) { copied("copy out ", step.element.array, step.bytes); }
  void write(const SendStep& step) {
    text_.line("send ", f_[step.array].name, " to ", step.to, ": ", step.bytes, " bytes");
  }
  void write(const Launched& step) {
    text_ << "launch " << step->kernel->name << " over ";
    for (size_t d = 0; d < step->ranges.size(); ++d) range(d, step->ranges[d].first, step->ranges[d].end);
    uses(*step->kernel);
  }
  void write(const RunStep& step) {
    text_ << "host runs " << step.kernel->name << " over ";
    for (size_t d = 0; d < step.extents.size(); ++d) range(d, 0, step.extents[d]);
    uses(*step.kernel);
  }
  void write(const StoreStep& step) { text_.line("host stores ", name(step.array)); }
  void write(const CallStep& step) { text_.line("host calls Python function ", step.function); }
  /// Behind the arrays of the function stand groups of loads from one.
  [[nodiscard]] std::string name(ir::ArrayId array) const { return f_.arrays.contains(array) ? f_[array].name : "a part"; }
  void copied(const char* way, ir::ArrayId array, int64_t bytes) {
    text_.line(way, f_[array].name, ": ", bytes, " bytes");
  }
  void range(size_t dimension, int64_t first, int64_t end) {
    text_ << (dimension > 0 ? " x [" : "[") << first << ", " << end << ')';
  }
  void uses(const kernel::Kernel& kernel) {
    text_ << ':';
    for (const kernel::KernelArray& array : kernel.arrays) {
      if (!array.loaded && !array.stored) continue;
      text_ << (array.stored ? array.loaded ? " updates " : " stores " : " loads ") << name(array.array);
    }
    text_ << '\n';
  }
  void write(const HostStep& step) {
    text_ << "host computes";
    for (const ir::VarId variable : step.variables)
      text_ << (variable == step.variables.front() ? " " : ", ") << f_[variable].name;
    text_ << '\n';
  }
  void write(const LoopStep& step) {
    const auto* counted = std::get_if<ir::For>(&f_[step.loop].node);
    const std::string head = counted != nullptr ? "for " + f_[counted->counter].name : std::string("while");
    int64_t first = 1;
    for (const LoopStep::Turns& turns : step.turns) {
      const int64_t last = first + turns.count - 1;
      text_ << head << " in line " << f_[step.loop].range.line << ", turn";
      if (turns.count > 1) text_ << "s " << first << " to " << last;
      if (turns.count == 1) text_ << ' ' << first;
      text_.line(':');
      inner(turns.steps);
      first = last + 1;
    }
  }
  void write(const BranchStep& step) {
    text_.line(step.condition ? "if" : "else of if", " in line ", f_[step.branch].range.line, ':');
    inner(step.steps);
  }
  void inner(const std::vector<Step>& inside) {
    const Indented one(text_);
    steps(inside);
  }

  const ir::Function& f_;
  TextWriter text_;
};

}  // namespace

void StepList::spoil() {
  if (before_spoiled_) before_spoiled_();
  if (!is_whole_) return;
  is_whole_ = false;
  arguments_ = {};
  reads_ = {};
  reduce(steps_);
  for (Open& open : open_) {
    if (auto* loop = std::get_if<LoopStep>(&open.step.node)) reduce(*loop);
    reduce(open.steps);
  }
}

void StepList::keep(Step step) {
  if (kept_ >= kMostSteps) {
    is_cut_ = true;
    return spoil();
  }
  ++kept_;
  innermost().push_back(std::move(step));
}

void StepList::add(const AllocateStep& step) {
  if (step.memory.of == MemoryName::Of::Slot) {
    const auto slot = static_cast<size_t>(step.memory.index);
    slot_bytes_.resize(std::max(slot_bytes_.size(), slot + 1));
    slot_bytes_[slot] = std::max(slot_bytes_[slot], step.bytes);
  }
  keep({step});
}

/// A kernel that raises after something went out leaves what no run of the same steps would leave.
void StepList::add(const LookStep& step) {
  if (comes_out_) spoil();
  keep({step});
}

/// Tiles are cut for the memory that was free.
void StepList::add(const CopyStep& step) {
  for (const Copy& copy : step.copies) {
    comes_out_ |= copy.direction == runtime::Direction::Out;
    const bool has_other = copy.host.of == HostName::Of::Argument || copy.host.of == HostName::Of::Result;
    if (copy.way == Way::Aside || !has_other) spoil();
  }
  copied_ = true;
  keep({is_whole_ ? step : reduced(step)});
}

void StepList::add(const SendStep& step) {
  spoil();
  keep({step});
}

/// Another value of the same element would be told from the first by its place in the order.
void StepList::add(ReadStep step) {
  const bool is_known = std::any_of(reads_.begin(), reads_.end(), [&](const ReadStep& read) {
    return read.element == step.element;
  });
  if (is_known || reads_.size() == KernelErrors::kMostValues) spoil();
  if (is_whole_) reads_.push_back(step);
  copied_ |= step.memory.of != MemoryName::Of::Value;
  keep({std::move(step)});
}

/// A repeated call would read what is stored over a value.
bool StepList::changes_read_value(std::span<const LaunchArgument> arguments) const {
  return std::any_of(arguments.begin(), arguments.end(), [&](const LaunchArgument& argument) {
    const bool is_value = argument.kind == LaunchArgument::Kind::Memory && argument.memory.of == MemoryName::Of::Value;
    return is_value && argument.stored && std::any_of(reads_.begin(), reads_.end(), [&](const ReadStep& read) {
             return read.memory == argument.memory;
           });
  });
}

void StepList::add(Launched step, std::span<const LaunchArgument> arguments) {
  if (++launches_ > kMostLaunches || changes_read_value(arguments)) spoil();
  launches_adjoin_ &= !std::exchange(copied_, false) || launches_ == 1;
  if (is_whole_) arguments_.insert(arguments_.end(), arguments.begin(), arguments.end());
  keep({std::move(step)});
}

/// Its data may not be on the device the next time.
void StepList::add(RunStep step) {
  spoil();
  keep({std::move(step)});
}

void StepList::add(const StoreStep& step) {
  const auto* last = innermost().empty() ? nullptr : std::get_if<StoreStep>(&innermost().back().node);
  if (last == nullptr || *last != step) keep({step});
}

void StepList::add(const CallStep& step) {
  spoil();
  keep({step});
}

void StepList::computed(ir::VarId variable) {
  HostStep* last = innermost().empty() ? nullptr : std::get_if<HostStep>(&innermost().back().node);
  if (last == nullptr) return keep({HostStep{{variable}}});
  if (std::find(last->variables.begin(), last->variables.end(), variable) == last->variables.end())
    last->variables.push_back(variable);
}

void StepList::enter_loop(ir::StmtId loop) { open_.push_back({{LoopStep{loop, {}}}}); }

void StepList::enter_branch(ir::StmtId branch, bool condition) {
  open_.push_back({{BranchStep{branch, condition, {}}}});
}

void StepList::end_turn() {
  std::vector<Step> turn = std::exchange(open_.back().steps, {});
  if (turn.empty()) return;
  std::vector<LoopStep::Turns>& turns = std::get<LoopStep>(open_.back().step.node).turns;
  if (turns.empty() || !are_equal(turns.back().steps, turn)) return turns.push_back({1, std::move(turn)});
  ++turns.back().count;
  kept_ -= count(turn);
}

void StepList::leave() {
  Open done = std::move(open_.back());
  open_.pop_back();
  if (auto* branch = std::get_if<BranchStep>(&done.step.node)) {
    branch->steps = std::move(done.steps);
    if (!branch->steps.empty()) keep(std::move(done.step));
    return;
  }
  auto& loop = std::get<LoopStep>(done.step.node);
  if (!done.steps.empty()) loop.turns.push_back({1, std::move(done.steps)});
  if (!loop.turns.empty()) keep(std::move(done.step));
}

void StepList::finish() {
  while (!open_.empty()) leave();
}

void StepList::fix_scalar(size_t index) {
  for (LaunchArgument& argument : arguments_) {
    if (argument.kind == LaunchArgument::Kind::Scalar && argument.index == static_cast<int>(index)) argument.index = -1;
  }
}

std::vector<Launched> StepList::launches() const {
  std::vector<Launched> all;
  for_each_step([&](const auto& step) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(step)>, Launched>) all.push_back(step);
  });
  return all;
}

std::string StepList::print(const ir::Function& function) const {
  Printer printer(function);
  printer.steps(steps_);
  if (is_cut_) printer.text().line("...");
  return printer.text().text();
}

}  // namespace unpython::driver
