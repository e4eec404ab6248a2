#include "transform/groups/stage_halos.h"

#include <algorithm>
#include <map>
#include <optional>

#include "analysis/text/affine.h"
#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;
using kernel::Kernel;
using kernel::Layout;

class FindHalos {
 public:
  FindHalos(const Function& f, const Kernel& kernel, const Layout& layout) : f_(f), kernel_(kernel), layout_(layout) {}

  std::vector<Halo> run() {
    look_into(std::get<For>(f_[kernel_.grid.back()].node).body, 1, false);
    std::vector<Halo> result;
    for (const auto& [array, halo] : halos_)
      if (halo) result.push_back(*halo);
    return result;
  }

 private:
  void look_into(const Block& block, double turns, bool perhaps) {
    for (StmtId id : block) {
      const Stmt& stmt = f_[id];
      const auto* loop = std::get_if<For>(&stmt.node);
      const bool known = loop != nullptr && loop->mark == LoopMark::Unrolled;
      for (ExprId root : expressions(stmt))
        walk_exprs(f_, root, [&](ExprId part) {
          if (const auto* load = std::get_if<Load>(&f_[part].node)) note(*load, turns, perhaps);
        });
      if (known) {
        turns_[loop->counter] = std::get<Const>(f_[loop->extent].node).value.integer;
        look_into(loop->body, turns * static_cast<double>(turns_[loop->counter]), perhaps);
        turns_.erase(loop->counter);
      } else {
        for (const Block* nested : blocks(stmt)) look_into(*nested, turns, true);
      }
    }
  }

  /// What runs perhaps need not be there.
  void note(const Load& load, double turns, bool perhaps) {
    std::optional<Halo> halo = perhaps ? std::nullopt : halo_of(load);
    const auto [known, is_new] = halos_.try_emplace(load.array, halo);
    if (!halo || !known->second) return known->second.reset();
    if (!is_new && !unite(*known->second, *halo)) return known->second.reset();
    known->second->loads += turns;
  }

  [[nodiscard]] std::optional<Halo> halo_of(const Load& load) const {
    const auto own = std::find_if(kernel_.arrays.begin(), kernel_.arrays.end(),
                                  [&](const kernel::KernelArray& each) { return each.array == load.array; });
    const auto number = static_cast<size_t>(own - kernel_.arrays.begin());
    if (own == kernel_.arrays.end() || own->stored || own->updated || load.indices.empty() || load.indices.size() > 2)
      return std::nullopt;
    if (layout_.unit_dimension[number] != static_cast<int>(load.indices.size()) - 1) return std::nullopt;
    Halo halo{.array = load.array, .sides = {}};
    for (ExprId index : load.indices) {
      const std::optional<Halo::Side> side = side_of(index);
      if (!side) return std::nullopt;
      halo.sides.push_back(*side);
    }
    const bool along_x = halo.sides.back().along == 0 || halo.sides.back().along < 0;
    return along_x && (halo.sides.size() == 1 || halo.sides[0].along != 0) ? std::optional(halo) : std::nullopt;
  }

  [[nodiscard]] std::optional<Halo::Side> side_of(ExprId index) const {
    const std::optional<analysis::Affine> form = analysis::affine_form(f_, index);
    if (!form) return std::nullopt;
    Halo::Side side{.least = form->constant, .most = form->constant};
    for (const analysis::Term& term : form->terms) {
      const auto* read = std::get_if<Read>(&f_[term.atom].node);
      if (read == nullptr) return std::nullopt;
      if (const auto turns = turns_.find(read->variable); turns != turns_.end()) {
        const int64_t last = term.coefficient * (turns->second - 1);
        (last < 0 ? side.least : side.most) += last;
        continue;
      }
      const int along = dimension_of(read->variable);
      if (along < 0 || term.coefficient != 1 || side.along >= 0) return std::nullopt;
      side.along = along;
    }
    return side;
  }
  /// 0 and 1 of the grid.
  [[nodiscard]] int dimension_of(VarId variable) const {
    for (size_t d = 0; d < std::min<size_t>(2, kernel_.grid.size()); ++d) {
      const StmtId loop = kernel_.grid[kernel_.grid.size() - 1 - d];
      if (std::get<For>(f_[loop].node).counter == variable) return static_cast<int>(d);
    }
    return -1;
  }

  static bool unite(Halo& known, const Halo& other) {
    for (size_t n = 0; n < known.sides.size(); ++n) {
      Halo::Side& side = known.sides[n];
      if (side.along != other.sides[n].along) return false;
      side.least = std::min(side.least, other.sides[n].least);
      side.most = std::max(side.most, other.sides[n].most);
    }
    return true;
  }

  const Function& f_;
  const Kernel& kernel_;
  const Layout& layout_;
  std::map<VarId, int64_t> turns_;  ///< of the loops around
  std::map<ArrayId, std::optional<Halo>> halos_;
};

/// Loads of arrays that lie in local memory.
class ReadLocal : public Rewriter {
 public:
  ReadLocal(Function& f, const std::vector<Halo>& halos, const std::vector<ArrayId>& locals, GridTiles& tiles)
      : Rewriter(f), halos_(halos), locals_(locals), tiles_(tiles) {}

  ExprId expr(ExprId id) override {
    const auto* load = std::get_if<Load>(&function_[id].node);
    if (load == nullptr) return rebuild(id);
    for (size_t n = 0; n < halos_.size(); ++n) {
      if (halos_[n].array != load->array) continue;
      const std::vector<ExprId> indices = load->indices;
      std::vector<ExprId> places;
      for (size_t d = 0; d < indices.size(); ++d) {
        const Halo::Side& side = halos_[n].sides[d];
        const ExprId place = build_.sub(indices[d], build_.int64(side.least));
        places.push_back(side.along < 0 ? place : build_.sub(place, tiles_.start(static_cast<size_t>(side.along))));
      }
      return build_.load(locals_[n], std::move(places));
    }
    return rebuild(id);
  }

 private:
  const std::vector<Halo>& halos_;
  const std::vector<ArrayId>& locals_;
  GridTiles& tiles_;
};

std::array<int64_t, 2> extents_of(const Halo& halo, const std::array<int64_t, 2>& tile) {
  const int64_t rows = halo.sides.size() == 2 ? halo.sides[0].extent(tile) : 1;
  return {halo.sides.back().extent(tile), rows};
}

}  // namespace

std::vector<Halo> find_halos(const Function& function, const Kernel& kernel, const Layout& layout) {
  return FindHalos(function, kernel, layout).run();
}

int64_t halo_bytes(const Function& function, const std::vector<Halo>& halos, const std::array<int64_t, 2>& tile) {
  int64_t bytes = 0;
  for (const Halo& halo : halos) {
    const std::array<int64_t, 2> extents = extents_of(halo, tile);
    bytes += extents[0] * extents[1] * size_of(function[halo.array].type);
  }
  return bytes;
}

StageHalos::StageHalos(Function& function, std::vector<Halo> halos, GridTiles& tiles, const std::array<int64_t, 2>& items)
    : f_(function), halos_(std::move(halos)), tiles_(tiles), items_(items), build_(function) {
  for (const Halo& halo : halos_) {
    std::vector<int64_t> extents;
    for (const Halo::Side& side : halo.sides) extents.push_back(side.extent({tiles_.extent(0), tiles_.extent(1)}));
    const Array& array = f_[halo.array];
    locals_.push_back(build_.local_array(array.name + "_halo", array.type, AddressSpace::Local, extents));
  }
}

Block StageHalos::copies() {
  Block result;
  for (size_t n = 0; n < halos_.size(); ++n) result.push_back(copy(halos_[n], locals_[n]));
  return result;
}

Block StageHalos::inside(const Block& statements) { return ReadLocal(f_, halos_, locals_, tiles_).block(statements); }

/// Iterations beyond the end of the launch would read what need not be there: their places have what the last one reads.
ExprId StageHalos::source(const Halo::Side& side, ExprId place) {
  const ExprId from = build_.add(place, build_.int64(side.least));
  if (side.along < 0) return from;
  const auto d = static_cast<size_t>(side.along);
  return build_.min(build_.add(tiles_.start(d), from), build_.add(tiles_.end(d), build_.int64(side.most - 1)));
}

/// Rows come by the rows of the items, and an item brings the elements of its column, one group's width apart.
StmtId StageHalos::copy(const Halo& halo, ArrayId local) {
  const std::array<int64_t, 2> extents = extents_of(halo, {tiles_.extent(0), tiles_.extent(1)});
  const VarId row = build_.variable("row", ScalarType::Int64);
  const VarId column = build_.variable("column", ScalarType::Int64);
  const VarId rows = build_.variable("rows", ScalarType::Int64);
  const auto element = [&](ExprId block, int64_t columns_before) {
    const ExprId x = build_.add(build_.read(column), build_.int64(columns_before));
    std::vector<ExprId> places{x};
    if (halo.sides.size() == 2)
      places.insert(places.begin(), build_.add(build_.mul(block, build_.int64(items_[1])), build_.read(row)));
    std::vector<ExprId> from;
    for (size_t d = 0; d < places.size(); ++d) from.push_back(source(halo.sides[d], places[d]));
    return Block{build_.store(local, std::move(places), build_.load(halo.array, std::move(from)))};
  };
  const auto guarded = [&](VarId counter, int64_t before, int64_t step, int64_t extent, Block body) {
    if (before + step <= extent) return body;
    const ExprId inside = build_.compare(CompareOp::Less, build_.read(counter), build_.int64(extent - before));
    return Block{build_.if_then(inside, std::move(body))};
  };
  const auto columns = [&](ExprId block) {
    Block result;
    for (int64_t before = 0; before < extents[0]; before += items_[0]) {
      const Block part = guarded(column, before, items_[0], extents[0], element(block, before));
      result.insert(result.end(), part.begin(), part.end());
    }
    return result;
  };
  const int64_t whole = extents[1] / items_[1];
  Block body;
  if (whole > 0) body.push_back(build_.loop(rows, build_.int64(whole), LoopMark::Unrolled, columns(build_.read(rows))));
  if (whole * items_[1] < extents[1]) {
    Block last = guarded(row, whole * items_[1], items_[1], extents[1], columns(build_.int64(whole)));
    body.insert(body.end(), last.begin(), last.end());
  }
  const StmtId inner = build_.loop(column, build_.int64(items_[0]), LoopMark::Item, std::move(body));
  return build_.copying_loop(row, build_.int64(items_[1]), 0, {inner});
}

}  // namespace unpython::transform
