#include "transform/describe_schedule.h"

#include <algorithm>
#include <map>

#include "analysis/text/loop_facts.h"
#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;
using analysis::NestNotes;

/// The user's variable of each loop, by the loop's position: the first assignment of its body.
std::map<SourceRange, std::string> loop_variables(const Function& source) {
  std::map<SourceRange, std::string> names;
  walk_stmts(source, source.body, [&](StmtId id) {
    const auto* loop = std::get_if<For>(&source[id].node);
    if (loop == nullptr || loop->body.empty()) return true;
    const auto* first = std::get_if<Assign>(&source[loop->body[0]].node);
    names.emplace(source[id].range, source[first != nullptr ? first->variable : loop->counter].name);
    return true;
  });
  return names;
}

class Describe {
 public:
  Describe(const Function& source, const Function& scheduled, std::vector<NestNotes>& nests)
      : f_(scheduled),
        names_(loop_variables(source)),
        nests_(nests),
        phrases_(nests.size()),
        checked_(nests.size()) {}

  void run() {
    walk_stmts(f_, f_.body, [&](StmtId id) {
      enter(f_[id].range);
      if (const auto* loop = std::get_if<For>(&f_[id].node)) add(*loop, f_[id].range);
      if (current_ < nests_.size() && std::holds_alternative<CheckIndex>(f_[id].node))
        checked_[current_] = true;
      return true;
    });
    for (size_t i = 0; i < nests_.size(); ++i) nests_[i].schedule = text(i);
  }

 private:
  /// Statements without a position belong to the nest before them.
  void enter(const SourceRange& range) {
    if (range.line == 0) return;
    current_ = analysis::notes_at(nests_, range);
  }

  void add(const For& loop, const SourceRange& range) {
    // What runs when the proofs at the entry fail is told in one phrase at the end.
    if (current_ >= nests_.size() || (!phrases_[current_].empty() && has_checks(loop))) return;
    const auto found = names_.find(range);
    const std::string variable = found == names_.end() ? "" : " over " + found->second;
    const std::string& counter = f_[loop.counter].name;
    if (loop.mark == LoopMark::CpuParallel) {
      const bool leaves = counter == "leaf";
      const bool tiles = found == names_.end() || counter == "tile";
      say("parallel" + (tiles ? " over tiles" : variable) + (leaves ? " by leaves of 512" : ""));
    }
    if (loop.mark == LoopMark::Sequential && counter == "tile") say("in tiles");
    if (loop.mark == LoopMark::Vector && loop.width > 1 && !variable.empty()) say("vectors" + variable);
  }

  bool has_checks(const For& loop) const {
    return holds_any<CheckIndex>(f_, loop.body);
  }

  void say(const std::string& phrase) {
    std::vector<std::string>& known = phrases_[current_];
    if (std::find(known.begin(), known.end(), phrase) == known.end()) known.push_back(phrase);
  }

  std::string text(size_t nest) const {
    std::string result;
    for (const std::string& phrase : phrases_[nest]) result += (result.empty() ? "" : ", ") + phrase;
    const bool refused =
        nests_[nest].verdict == name_of(analysis::Verdict::Reduction) && !nests_[nest].reason.empty();
    if (refused) result = "in order, because " + nests_[nest].reason + (result.empty() ? "" : "; " + result);
    if (result.empty()) result = "in order";
    return result + (checked_[nest] ? "; a copy with index checks" : "");
  }

  const Function& f_;
  std::map<SourceRange, std::string> names_;
  std::vector<NestNotes>& nests_;
  std::vector<std::vector<std::string>> phrases_;
  std::vector<char> checked_;
  size_t current_ = SIZE_MAX;
};

}  // namespace

void describe_schedule(const Function& source, const Function& scheduled, std::vector<NestNotes>& nests) {
  Describe(source, scheduled, nests).run();
}

}  // namespace unpython::transform
