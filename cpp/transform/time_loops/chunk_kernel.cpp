#include "transform/time_loops/chunk_kernel.h"

#include <algorithm>

#include "analysis/text/affine.h"
#include "analysis/text/variables.h"
#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;

using Places = std::vector<ExprId>;

int64_t first_of(const TimeLoop& loop, const Chunk& chunk, size_t d) {
  int64_t first = INT64_MAX;
  for (const ChunkArray& use : chunk.arrays)
    if (use.output) first = std::min(first, loop.array(use.array)->firsts[d]);
  return first;
}

/// Tiles along a dimension.
ExprId tiles_along(Builder& build, const TimeLoop& loop, const Chunk& chunk, size_t d) {
  ExprId end{};
  for (const ChunkArray& use : chunk.arrays) {
    if (!use.output) continue;
    const TurnArray& array = *loop.array(use.array);
    const ExprId own = build.add(array.extents[d], build.int64(array.firsts[d]));
    end = end.valid() ? build.max(end, own) : own;
  }
  const int64_t extent = chunk.extents[d];
  return build.floor_div(build.add(end, build.int64(extent - 1 - first_of(loop, chunk, d))), build.int64(extent));
}

/// The body of a nest at one place of the tile.
class AtPlace : public Substitution {
 public:
  /// `places`: of the counters in the tile.
  AtPlace(Function& function, const std::map<ArrayId, ArrayId>& tiles, const std::map<ArrayId, ArrayId>& outputs,
          const Places& places)
      : Substitution(function), tiles_(tiles), outputs_(outputs), places_(places) {}

  ExprId expr(ExprId id) override {
    const auto* load = std::get_if<Load>(&function_[id].node);
    if (load == nullptr || !tiles_.contains(load->array)) return Substitution::expr(id);
    const Load at = *load;
    return build_.load(tiles_.at(at.array), in_tile(at.indices));
  }
  Block stmt(StmtId id) override {
    const Stmt before = function_[id];
    const auto* store = std::get_if<Store>(&before.node);
    if (store == nullptr) return Substitution::stmt(id);
    const ExprId value = expr(store->value);
    const auto output = outputs_.find(store->array);
    if (output == outputs_.end()) return {build_.store(tiles_.at(store->array), in_tile(store->indices), value, before.range)};
    std::vector<ExprId> indices;
    for (ExprId index : store->indices) indices.push_back(expr(index));
    return {build_.store(output->second, std::move(indices), value, before.range)};
  }

 private:
  [[nodiscard]] std::vector<ExprId> in_tile(const std::vector<ExprId>& indices) {
    std::vector<ExprId> result;
    for (size_t d = 0; d < indices.size(); ++d)
      result.push_back(build_.add(places_[d], build_.int64(analysis::affine_form(function_, indices[d])->constant)));
    return result;
  }

  const std::map<ArrayId, ArrayId>& tiles_;
  const std::map<ArrayId, ArrayId>& outputs_;
  const Places& places_;
};

class MakeChunkKernel {
 public:
  MakeChunkKernel(Function& f, const TimeLoop& loop, const ChunkPlan& plan, const Chunk& chunk, const ChunkCopies& copies)
      : f_(f),
        build_(f),
        loop_(loop),
        plan_(plan),
        chunk_(chunk),
        copies_(copies),
        dimensions_(loop.dimensions()),
        range_(f[loop.nests[chunk.nests.front().nest].root].range) {}

  StmtId run() {
    Block body;
    for (size_t d = 0; d < dimensions_; ++d) {
      groups_.push_back(integer("tile"));
      origins_.push_back(integer("origin"));
      const ExprId start = build_.mul(build_.read(groups_[d]), build_.int64(chunk_.extents[d]));
      const ExprId origin = build_.add(start, build_.int64(first_of(loop_, chunk_, d) - chunk_.margin(d)));
      body.push_back(build_.assign(origins_[d], origin, range_));
    }
    for (const ChunkArray& use : chunk_.arrays) {
      if (use.reach) tiles_[use.array] = tile_of(use.array);
    }
    for (const ChunkArray& use : chunk_.arrays)
      if (use.input) append(body, load(use));
    for (const ChunkArray& use : chunk_.arrays)
      if (use.edges) append(body, load_edges(use));
    std::vector<ArrayId> left;
    for (const ChunkArray& use : chunk_.arrays)
      if (use.output) left.push_back(use.array);
    for (const ChunkNest& nest : chunk_.nests) {
      append(body, run_nest(nest));
      for (ArrayId last : nest.last) std::erase(left, last);
    }
    for (ArrayId array : left) append(body, store(array));
    for (size_t d = dimensions_; d-- > 0;) {
      const ExprId extent = tiles_along(build_, loop_, chunk_, d);
      const int64_t threads = dimensions_ == 1 ? std::min(plan_.threads(), kFlatThreads) : plan_.threads();
      body = {build_.group_loop(groups_[d], extent, d == 0 ? static_cast<int>(threads) : 1, std::move(body), range_)};
    }
    return body[0];
  }

 private:
  static constexpr int64_t kFlatThreads = 256;

  static void append(Block& to, const Block& more) { to.insert(to.end(), more.begin(), more.end()); }
  VarId integer(const std::string& name) { return build_.variable(name, ScalarType::Int64, range_); }
  ExprId plus(ExprId value, int64_t more) { return build_.add(value, build_.int64(more)); }
  ExprId origin(size_t d) { return build_.read(origins_[d]); }
  ExprId less(ExprId a, ExprId b) { return build_.compare(CompareOp::Less, a, b); }
  ExprId at_most(ExprId a, ExprId b) { return build_.compare(CompareOp::LessEqual, a, b); }
  ExprId both(ExprId a, ExprId b) { return a.valid() ? build_.logical_and(a, b) : b; }
  ArrayId from(ArrayId array) const { return copies_.from.contains(array) ? copies_.from.at(array) : array; }
  ArrayId to(ArrayId array) const { return copies_.to.contains(array) ? copies_.to.at(array) : array; }

  ArrayId tile_of(ArrayId array) {
    std::vector<int64_t> extents;
    for (size_t d = 0; d < dimensions_; ++d) extents.push_back(chunk_.size(d));
    const std::string name = f_[array].name + "_tile";
    const ScalarType type = f_[array].type;
    return build_.local_array(name, type, AddressSpace::Local, std::move(extents));
  }

  /// What runs along one dimension of the tile.
  struct Part {
    int64_t low = 0;
    int64_t size = 0;
    VarId from;  ///< of it, what is to run
    VarId to;
  };
  /// Limits are those of the elements, or counters, of the whole array: firsts .. firsts + extents.
  std::vector<Part> parts(const Reach& reach, const Distances& firsts, const std::vector<ExprId>& extents, Block& before) {
    std::vector<Part> result;
    for (size_t d = 0; d < dimensions_; ++d) {
      Part part{chunk_.margin(d) - reach.below[d], chunk_.extents[d] + reach.below[d] + reach.above[d], integer("low"),
                integer("high")};
      const ExprId first = build_.sub(build_.int64(firsts[d]), origin(d));
      before.push_back(build_.assign(part.from, build_.max(build_.int64(part.low), first), range_));
      const ExprId end = build_.min(build_.int64(part.low + part.size), build_.add(first, extents[d]));
      before.push_back(build_.assign(part.to, end, range_));
      result.push_back(part);
    }
    return result;
  }
  ExprId is_inside(const Part& part, ExprId place) {
    return build_.logical_and(at_most(build_.read(part.from), place), less(place, build_.read(part.to)));
  }
  using At = std::function<Block(const Places&)>;

  /// Items over the columns of the tile, each with its rows. `written`: rows of the inside are written out.
  Block items(const std::vector<Part>& parts, bool written, const At& at) {
    const size_t x = dimensions_ - 1;
    const VarId column = integer("column");
    // Counters may begin in front of the tile: their elements lie in it.
    const int64_t end = parts[x].low + parts[x].size;
    const ExprId here = plus(build_.read(column), std::min<int64_t>(parts[x].low, 0) + std::max<int64_t>(end - plan_.columns, 0));
    const ExprId runs = is_inside(parts[x], here);
    if (dimensions_ == 1) {
      Block body{build_.if_then(runs, at({here}), {}, range_)};
      return {build_.loop(column, build_.int64(plan_.columns), LoopMark::Item, std::move(body), range_)};
    }
    const VarId row = integer("row");
    const VarId first = integer("first");
    const Part& part = parts[x - 1];
    const int64_t turns = part.size / plan_.rows;
    const ExprId start = plus(build_.mul(build_.read(row), build_.int64(turns)), part.low);
    Places places(dimensions_, here);
    const VarId plane = integer("plane");
    if (dimensions_ == 3) places[0] = plus(build_.read(plane), parts[0].low);
    const auto rows = [&](ExprId from, ExprId count, LoopMark mark) {
      const VarId turn = integer("turn");
      places[x - 1] = build_.add(from, build_.read(turn));
      return build_.loop(turn, count, mark, at(places), range_);
    };
    const VarId top = integer("top");
    const ExprId bottom = build_.min(build_.read(part.to), plus(build_.read(first), turns));
    Block body{build_.assign(top, build_.max(build_.read(part.from), build_.read(first)), range_),
               rows(build_.read(top), build_.sub(bottom, build_.read(top)), LoopMark::Sequential)};
    if (written) {
      const ExprId whole = build_.logical_and(at_most(build_.read(part.from), build_.read(first)),
                                              at_most(plus(build_.read(first), turns), build_.read(part.to)));
      const StmtId all = rows(build_.read(first), build_.int64(turns), LoopMark::Unrolled);
      body = {build_.if_then(whole, {all}, std::move(body), range_)};
    }
    if (dimensions_ == 3) {
      body = {build_.if_then(is_inside(parts[0], plus(build_.read(plane), parts[0].low)), std::move(body), {}, range_)};
      body = {build_.loop(plane, build_.int64(parts[0].size), LoopMark::Sequential, std::move(body), range_)};
    }
    body.insert(body.begin(), build_.assign(first, start, range_));
    body = {build_.if_then(runs, std::move(body), {}, range_)};
    body = {build_.loop(column, build_.int64(plan_.columns), LoopMark::Item, std::move(body), range_)};
    return {build_.loop(row, build_.int64(plan_.rows), LoopMark::Item, std::move(body), range_)};
  }

  [[nodiscard]] std::vector<ExprId> shape_of(ArrayId array) {
    std::vector<ExprId> shape;
    for (size_t d = 0; d < dimensions_; ++d) shape.push_back(build_.extent(array, static_cast<int>(d)));
    return shape;
  }
  [[nodiscard]] std::vector<ExprId> elements(const Places& places) {
    std::vector<ExprId> result;
    for (size_t d = 0; d < dimensions_; ++d) result.push_back(build_.add(places[d], origin(d)));
    return result;
  }
  Block load(const ChunkArray& use) {
    Block result;
    const ArrayId source = from(use.array);
    // What other groups store to around the tile is not looked at.
    const Reach own{Distances(dimensions_, 0), Distances(dimensions_, 0)};
    const Reach& reach = use.output && !use.copied ? own : chunk_.reach;
    const std::vector<Part> all = parts(reach, Distances(dimensions_, 0), shape_of(source), result);
    append(result, items(all, true, [&](const Places& places) {
      return Block{build_.store(tiles_.at(use.array), places, build_.load(source, elements(places)), range_)};
    }));
    return result;
  }

  /// What no nest stores to, where the tile has some.
  Block load_edges(const ChunkArray& use) {
    Block result;
    const TurnArray& array = *loop_.array(use.array);
    const std::vector<Part> all = parts(chunk_.reach, Distances(dimensions_, 0), shape_of(use.array), result);
    ExprId stored{};
    for (size_t d = 0; d < dimensions_; ++d) {
      const ExprId first = build_.int64(array.firsts[d]);
      stored = both(stored, at_most(first, origin(d)));
      stored = both(stored, at_most(plus(origin(d), chunk_.size(d)), build_.add(first, array.extents[d])));
    }
    const VarId end = all.back().to;
    result.push_back(build_.assign(end, build_.select(stored, build_.int64(0), build_.read(end)), range_));
    append(result, items(all, false, [&](const Places& places) {
      const std::vector<ExprId> at = elements(places);
      ExprId inside{};
      for (size_t d = 0; d < dimensions_; ++d) {
        const ExprId first = build_.int64(array.firsts[d]);
        inside = both(inside, at_most(first, at[d]));
        inside = both(inside, less(at[d], build_.add(first, array.extents[d])));
      }
      const StmtId copy = build_.store(tiles_.at(use.array), places, build_.load(use.array, at), range_);
      return Block{build_.if_then(build_.logical_not(inside), {copy}, {}, range_)};
    }));
    return result;
  }

  Block run_nest(const ChunkNest& each) {
    const TurnNest& nest = loop_.nests[each.nest];
    Block result;
    std::map<ArrayId, ArrayId> outputs;
    for (ArrayId last : each.last) outputs[last] = to(last);
    const std::vector<Part> all = parts(each.reach, Distances(dimensions_, 0), nest.extents, result);
    append(result, items(all, true, [&](const Places& places) {
      AtPlace copy(f_, tiles_, outputs, places);
      const std::vector<ExprId> counters = elements(places);
      for (size_t d = 0; d < dimensions_; ++d) copy.replace(nest.counters[d], counters[d]);
      for (VarId own : analysis::assigned_variables(f_, nest.body).members()) {
        const Variable variable = f_[own];
        copy.rename(own, build_.variable(variable.name, variable.type, variable.range));
      }
      return copy.block(nest.body);
    }));
    return result;
  }

  Block store(ArrayId id) {
    const TurnArray& array = *loop_.array(id);
    const Reach tile{Distances(dimensions_, 0), Distances(dimensions_, 0)};
    Block result;
    const std::vector<Part> all = parts(tile, array.firsts, array.extents, result);
    append(result, items(all, true, [&](const Places& places) {
      return Block{build_.store(to(id), elements(places), build_.load(tiles_.at(id), places), range_)};
    }));
    return result;
  }

  Function& f_;
  Builder build_;
  const TimeLoop& loop_;
  const ChunkPlan& plan_;
  const Chunk& chunk_;
  const ChunkCopies& copies_;
  const size_t dimensions_;
  const SourceRange range_;
  std::vector<VarId> groups_;
  std::vector<VarId> origins_;  ///< the first element of what lies in local memory
  std::map<ArrayId, ArrayId> tiles_;
};

}  // namespace

StmtId chunk_kernel(Function& function, const TimeLoop& loop, const ChunkPlan& plan, const Chunk& chunk, const ChunkCopies& copies) {
  return MakeChunkKernel(function, loop, plan, chunk, copies).run();
}

ExprId chunk_groups(Function& function, const TimeLoop& loop, const Chunk& chunk) {
  Builder build(function);
  ExprId count = build.int64(1);
  for (size_t d = 0; d < loop.dimensions(); ++d)
    count = build.mul(count, build.max(build.int64(0), tiles_along(build, loop, chunk, d)));
  return count;
}

}  // namespace unpython::transform
