#include "driver/group_report.h"

#include <chrono>

#include "analysis/loop_names.h"
#include "grouping/access_table.h"
#include "grouping/may_raise.h"
#include "grouping/plan_nest.h"

namespace unpython::driver {
namespace {

grouping::NestPlan plan_of(const ir::Function& function, const analysis::Nests& nests, size_t nest,
                           const analysis::CallFacts& facts) {
  const bool raises = grouping::may_raise(function, nests.nests[nest], facts);
  return grouping::plan_nest(nests, static_cast<int>(nest), {.may_raise = raises});
}

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

NestGroups report_groups(const ir::Function& function, const analysis::Nests& nests, size_t nest,
                         const analysis::CallFacts& facts) {
  const auto start = std::chrono::steady_clock::now();
  const grouping::NestPlan plan = plan_of(function, nests, nest, facts);
  const std::chrono::duration<double, std::micro> elapsed = std::chrono::steady_clock::now() - start;
  NestGroups report{
      .groups = {}, .code = {}, .reason = {}, .bytes_in = plan.bytes_in, .bytes_out = plan.bytes_out};
  report.microseconds = elapsed.count();
  if (plan.none) {
    report.code = plan.none->code;
    report.reason = "array '" + function[plan.none->array].name + "': " + std::string(plan.none->text);
  }
  for (const grouping::Group& group : plan.groups) {
    GroupReport& made = report.groups.emplace_back();
    for (const ir::ArrayId array : group.arrays) made.arrays.push_back(function[array].name);
    made.rule = grouping::name_of(group.rule);
    made.elements = group.elements;
    made.bytes = group.bytes;
    made.copied_in = group.bytes_in;
    made.copied_out = group.bytes_out;
  }
  return report;
}

std::string access_tables(const ir::Function& function, const ir::Function& source,
                          const analysis::Nests& nests, const analysis::CallFacts& facts) {
  const analysis::LoopNames names(source);
  std::string text;
  for (size_t nest = 0; nest < nests.nests.size(); ++nest) {
    std::vector<analysis::LoopVariable> variables;
    for (const analysis::NestLoop& loop : nests.nests[nest].loops) {
      variables.push_back(variable_of(names, function, loop.stmt));
    }
    text += grouping::print_accesses(plan_of(function, nests, nest, facts), nests.nests[nest], function,
                                     variables);
  }
  return text;
}

}  // namespace unpython::driver
