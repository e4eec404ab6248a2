#include "transform/time_loops/join_turns.h"

#include <algorithm>
#include <map>
#include <set>

#include "ir/elements.h"
#include "ir/rewrite.h"
#include "transform/time_loops/find_time_loop.h"
#include "transform/time_loops/plan_chunks.h"
#include "transform/time_loops/chunk_kernel.h"

namespace unpython::transform {
namespace {

using namespace ir;

/// Some nest of the loop reads an array that the loop stores to at several places: people would ask why it is as it is.
bool reads_around(const Function& f, const Block& body) {
  const std::set<ArrayId> stored = stored_arrays(f, body);
  bool found = false;
  walk_stmts(f, body, [&](StmtId id) {
    if (!is_kernel(f, id)) return true;
    std::map<ArrayId, std::set<std::vector<ExprId>>> places;
    walk_loads(f, {id}, [&](ArrayId array, const std::vector<ExprId>& indices) {
      if (stored.contains(array)) places[array].insert(indices);
    });
    for (const auto& [array, at] : places) found |= at.size() > 2;
    return false;
  });
  return found;
}

std::string names_of(const Function& f, const Chunk& chunk) {
  std::string names;
  for (const ChunkArray& use : chunk.arrays)
    if (use.input) names += (names.empty() ? "'" : ", '") + f[use.array].name + "'";
  return names;
}

class JoinTurns : public StatementRewriter {
 public:
  JoinTurns(Function& function, const ChunkRoom& room, std::vector<analysis::NestNotes>& nests)
      : StatementRewriter(function), room_(room), nests_(nests) {}
  Block stmt(StmtId id) override {
    const auto* loop = std::get_if<For>(&function_[id].node);
    if (is_kernel(function_, id)) return {id};
    if (loop == nullptr || loop->mark != LoopMark::Sequential) return {rebuild(id)};
    FoundTimeLoop found = find_time_loop(function_, id);
    if (!found.loop) {
      if (!found.reason.empty() && reads_around(function_, {id})) tell(id, "each nest loads its arrays anew: " + found.reason);
      return {rebuild(id)};
    }
    const auto plan = plan_chunks(function_, *found.loop, room_.group_bytes);
    if (!plan) {
      if (reads_around(function_, {id}))
        tell(id, "each nest loads its arrays anew: no part of them that fits into the memory of a group is worth it");
      return {id};
    }
    tell(id, std::to_string(plan->chunks[0].nests.size()) + " nests run for one load of " + names_of(function_, plan->chunks[0]) +
                 " where there are many elements");
    return joined(*found.loop, *plan);
  }

 private:
  void tell(StmtId loop, const std::string& what) {
    const SourceRange range = function_[loop].range;
    const size_t place = analysis::notes_at(nests_, range);
    if (place == nests_.size()) return;
    std::string& order = nests_[place].order;
    order += (order.empty() ? "" : "; ") + std::string("time loop in line ") + std::to_string(range.line) + ": " + what;
  }

  Block joined(const TimeLoop& time_loop, const ChunkPlan& plan) {
    const For loop = std::get<For>(function_[time_loop.loop].node);
    const SourceRange range = function_[time_loop.loop].range;
    const auto count = static_cast<int64_t>(plan.chunks[0].nests.size() + plan.chunks[1].nests.size());
    const int64_t turns_of_round = count * time_loop.turns / static_cast<int64_t>(time_loop.nests.size());
    const VarId turns = build_.variable("turns", ScalarType::Int64, range);
    const VarId rounds = build_.variable("rounds", ScalarType::Int64, range);
    const VarId round = build_.variable("round", ScalarType::Int64, range);
    const ExprId most = build_.floor_div(build_.sub(build_.read(turns), build_.int64(time_loop.turns)), build_.int64(turns_of_round));

    ChunkCopies copies;
    Block together = make_copies(time_loop, plan.chunks[0], copies, range);
    Block kernels{chunk_kernel(function_, time_loop, plan, plan.chunks[0], copies)};
    std::swap(copies.from, copies.to);
    kernels.push_back(chunk_kernel(function_, time_loop, plan, plan.chunks[1], copies));
    if (!time_loop.carried.empty()) kernels.push_back(carried(time_loop, loop.counter, build_.read(round), turns_of_round, range));
    together.push_back(build_.loop(round, build_.read(rounds), LoopMark::Sequential, std::move(kernels), range));
    const ExprId any = build_.compare(CompareOp::Less, build_.int64(0), build_.read(rounds));
    const StmtId some = build_.if_then(any, std::move(together), {}, range);

    const VarId counter = build_.variable(function_[loop.counter].name, ScalarType::Int64, range);
    const ExprId done = build_.mul(build_.read(rounds), build_.int64(turns_of_round));
    Substitution shifted(function_);
    shifted.replace(loop.counter, build_.add(build_.read(counter), done));
    Block rest = shifted.block(loop.body);
    return {build_.assign(turns, loop.extent, range), build_.assign(rounds, build_.int64(0), range),
            build_.if_then(pays(time_loop, plan), {build_.assign(rounds, build_.max(build_.int64(0), most), range), some}, {}, range),
            build_.loop(counter, build_.sub(build_.read(turns), done), LoopMark::Sequential, std::move(rest), range)};
  }

  /// What the turns of a round assign.
  StmtId carried(const TimeLoop& time_loop, VarId counter, ExprId round, int64_t turns, SourceRange range) {
    const VarId turn = build_.variable(function_[counter].name, ScalarType::Int64, range);
    Substitution at(function_);
    at.replace(counter, build_.add(build_.mul(round, build_.int64(turns)), build_.read(turn)));
    return build_.loop(turn, build_.int64(turns), LoopMark::Sequential, at.block(time_loop.carried), range);
  }

  /// Second copies of arrays, with the values of the first. From here on `copies` is what the first chunk sees.
  Block make_copies(const TimeLoop& time_loop, const Chunk& chunk, ChunkCopies& copies, SourceRange range) {
    Block result;
    for (const ChunkArray& use : chunk.arrays) {
      if (!use.copied) continue;
      const Array array = function_[use.array];
      const ArrayId copy = build_.heap_array(array.name + "_next", array.type, array.rank);
      std::vector<ExprId> extents;
      std::vector<ExprId> at;
      std::vector<VarId> counters;
      for (int d = 0; d < array.rank; ++d) {
        extents.push_back(build_.extent(use.array, d));
        counters.push_back(build_.variable("at", ScalarType::Int64, range));
        at.push_back(build_.read(counters.back()));
      }
      result.push_back(build_.statement(Allocate{copy, extents}, range));
      Block body{build_.store(copy, at, build_.load(use.array, at), range)};
      for (size_t d = time_loop.dimensions(); d-- > 0;)
        body = {build_.loop(counters[d], build_.extent(use.array, static_cast<int>(d)), LoopMark::Grid, std::move(body), range)};
      result.push_back(body[0]);
      copies.from[use.array] = use.array;
      copies.to[use.array] = copy;
    }
    return result;
  }

  /// Enough groups, and memory for all arrays at once.
  ExprId pays(const TimeLoop& time_loop, const ChunkPlan& plan) {
    ExprId bytes = build_.int64(0);
    const auto add = [&](ArrayId array, int64_t times) {
      ExprId size = build_.int64(times * size_of(function_[array].type));
      for (int d = 0; d < function_[array].rank; ++d) size = build_.mul(size, build_.extent(array, d));
      bytes = build_.add(bytes, size);
    };
    std::set<ArrayId> others;
    for (const TurnNest& nest : time_loop.nests) others.insert(nest.others.begin(), nest.others.end());
    for (ArrayId other : others) add(other, 1);
    for (const ChunkArray& use : plan.chunks[0].arrays)
      if (!time_loop.array(use.array)->is_temporary) add(use.array, use.copied ? 2 : 1);
    const ExprId groups = chunk_groups(function_, time_loop, plan.chunks[0]);
    ExprId result = build_.logical_and(build_.compare(CompareOp::LessEqual, build_.int64(room_.least_groups), groups),
                                       build_.compare(CompareOp::LessEqual, bytes, build_.int64(room_.array_bytes)));
    if (time_loop.begins.valid()) result = build_.logical_and(time_loop.begins, result);
    return result;
  }

  const ChunkRoom room_;
  std::vector<analysis::NestNotes>& nests_;
};

}  // namespace

Function join_turns(const Function& function, const ChunkRoom& room, std::vector<analysis::NestNotes>& nests) {
  if (!function.disjoint_arguments || room.group_bytes == 0) return function;
  return rewritten<JoinTurns>(function, room, nests);
}

}  // namespace unpython::transform
