#include "transform/groups/slide_windows.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "analysis/text/variables.h"
#include "ir/groups.h"
#include "ir/rewrite.h"
#include "transform/grid/guess_ranges.h"
#include "transform/groups/grid_tiles.h"
#include "transform/groups/keep_sums.h"
#include "transform/groups/spread_over_items.h"
#include "transform/groups/still_loads.h"
#include "transform/shared_reads/find_windows.h"

namespace unpython::transform {
namespace {

using namespace ir;
using kernel::Kernel;
using kernel::Layout;

constexpr int64_t kMostPiece = 256;  // steps of the loop between two copies
constexpr int64_t kLeastPiece = 32;
constexpr int64_t kLeastTurns = 16;  // of a loop: shorter ones copy more than they use
constexpr int64_t kLeastTurnsInside = 128;  // of another one: at 16 the copies took half of the time, measured on a H200
constexpr int64_t kBusyThreads = 256;  // that keep a multiprocessor busy: what they wait for is in local memory
constexpr int64_t kLeastTurnsTogether = 64;  // of a loop without a window
constexpr int64_t kStepsTogether = 8;   // of such a loop in one turn
constexpr int64_t kStages = 2;         // pieces of such a loop in local memory: one comes while the other is used
constexpr int64_t kMostTogether = 128;  // expressions of a step of two iterations of an item: nine steps are written out
// Threads of a multiprocessor that pay, where each has one iteration of such a kernel, where each has two, and where four.
constexpr int64_t kFewWalkers = 128;
constexpr int64_t kWalkers = 512;
constexpr int64_t kManyWalkers = 1024;

struct WindowTile {
  std::array<int64_t, 2> items{128, 1};  ///< of a group, x first
  int64_t neighbours = 8;                ///< of an item
  int64_t turn = 8;                      ///< steps between two branches
  int64_t piece = kMostPiece;
  bool guess = false;                    ///< ranges of operands (transform/grid/guess_ranges.h)

  [[nodiscard]] int64_t threads() const { return items[0] * items[1]; }
  [[nodiscard]] int64_t width() const { return items[0] * neighbours; }
  /// Rows of neighbours that a window has in local memory.
  [[nodiscard]] int64_t parts() const { return items[0] + piece / neighbours; }
  [[nodiscard]] int64_t local_bytes(const Function& f, const std::vector<SlidingLoop>& loops) const {
    int64_t bytes = 0;
    for (const SlidingLoop& sliding : loops) {
      for (const SlidingRead& read : sliding.reads)
        bytes += (read.slides ? items[1] * parts() * (neighbours + 1) : kStages * piece) * size_of(f[read.array].type);
    }
    return bytes;
  }
};

class SlideWindows {
 public:
  SlideWindows(const Function& before, const Kernel& kernel, const std::vector<SlidingLoop>& loops, const WindowTile& shape)
      : f_(before),
        loops_(loops),
        shape_(shape),
        build_(f_),
        tiles_(f_, kernel, {shape.width(), shape.items[1]}, whole_body(before, kernel)),
        spread_(f_) {}

  GroupedKernel run() {
    row_ = integer("row");
    item_ = integer("item");
    near_ = integer("near");
    spread_.over({row_, item_, near_}, {}, {shape_.items[1], shape_.items[0], shape_.neighbours});
    tiles_.place(spread_, {build_.add(scaled(read(item_), shape_.neighbours), read(near_)), read(row_)});
    const Block statements = tiles_.statements();
    std::set<StmtId> sliding;
    for (const SlidingLoop& loop : loops_) sliding.insert(loop.loop);
    spread_.keep_between(statements, std::move(sliding));
    const auto each_iteration = [&](Block body) { return Block{on_items({unrolled(near_, shape_.neighbours, std::move(body))})}; };
    const auto alone = [&](const Block& others) { return tiles_.before(spread_, others, each_iteration); };
    return tiles_.kernel_of(shape_.threads(), spread_.group(statements, [&](StmtId loop) { return slide(loop); }, alone));
  }

 private:
  /// What of an array lies in local memory.
  struct Piece {
    const SlidingRead* read;
    ArrayId local;
    ArrayId own;  ///< the part of a window that an item has in registers
  };

  static void append(Block& to, const Block& more) { to.insert(to.end(), more.begin(), more.end()); }
  ExprId read(VarId variable) { return build_.read(variable); }
  ExprId scaled(ExprId value, int64_t factor) { return build_.mul(value, build_.int64(factor)); }
  ExprId plus(ExprId value, int64_t more) { return build_.add(value, build_.int64(more)); }
  VarId integer(const std::string& name) { return build_.variable(name, ScalarType::Int64); }
  ExprId over_neighbours(ExprId value) { return build_.floor_div(value, build_.int64(shape_.neighbours)); }
  ExprId among_neighbours(ExprId value) {
    return build_.binary(BinaryOp::Modulo, value, build_.int64(shape_.neighbours));
  }

  [[nodiscard]] const SlidingLoop* sliding_at(StmtId id) const {
    const auto found =
        std::find_if(loops_.begin(), loops_.end(), [&](const SlidingLoop& sliding) { return sliding.loop == id; });
    return found == loops_.end() ? nullptr : &*found;
  }
  [[nodiscard]] bool holds_sliding(StmtId id) const {
    return any_stmt(f_, {id}, [&](StmtId inside) { return sliding_at(inside) != nullptr; });
  }

  StmtId on_items(Block body) {
    body = {build_.loop(item_, build_.int64(shape_.items[0]), LoopMark::Item, std::move(body))};
    return build_.loop(row_, build_.int64(shape_.items[1]), LoopMark::Item, std::move(body));
  }
  StmtId unrolled(VarId counter, int64_t extent, Block body) {
    return build_.loop(counter, build_.int64(extent), LoopMark::Unrolled, std::move(body));
  }

  /// A loop that slides.
  Block slide(StmtId id) {
    const SlidingLoop& sliding =
        *std::find_if(loops_.begin(), loops_.end(), [&](const SlidingLoop& each) { return each.loop == id; });
    const For loop = std::get<For>(f_[id].node);
    const SourceRange range = f_[id].range;
    const VarId all = integer("all");
    const VarId piece = integer("piece");
    const VarId first = integer("first");
    const VarId steps = integer("steps");
    const VarId count = integer("count");
    const ExprId most = build_.int64(shape_.piece);
    pieces_.clear();
    for (const SlidingRead& each : sliding.reads) make_piece(each);
    const bool windows = has_windows();
    Block result{build_.assign(all, build_.max(build_.int64(0), spread_.outside(loop.extent)), range),
                 build_.assign(count, build_.floor_div(plus(read(all), shape_.piece - 1), most), range)};
    Block body{build_.assign(first, scaled(read(piece), shape_.piece), range),
               build_.assign(steps, build_.min(most, build_.sub(read(all), read(first))), range)};
    if (windows) {
      stage_ = build_.int64(0);
      for (const Piece& each : pieces_)
        body.push_back(each.read->slides ? copy_window(each, loop.counter, read(first), read(steps))
                                         : copy_steps(each, loop.counter, read(first), read(steps)));
    } else {
      const ExprId next = build_.min(plus(read(piece), 1), plus(read(count), -1));  // the last one comes twice
      append(body, copies_ahead(loop.counter, stage_of(plus(read(piece), 1)), scaled(next, shape_.piece), read(all)));
      stage_ = stage_of(read(piece));
    }
    append(body, {on_items(walk(loop, read(first), read(steps)))});
    Block pieces{build_.loop(piece, read(count), LoopMark::Sequential, std::move(body), range)};
    if (!windows) {
      Block begun = copies_ahead(loop.counter, build_.int64(0), build_.int64(0), read(all));
      append(begun, pieces);
      const ExprId any = build_.min(build_.int64(1), read(count));
      pieces = {build_.loop(integer("any"), any, LoopMark::Sequential, std::move(begun), range)};
    }
    append(result, pieces);
    return result;
  }

  [[nodiscard]] bool has_windows() const {
    return std::any_of(pieces_.begin(), pieces_.end(), [](const Piece& piece) { return piece.read->slides; });
  }
  ExprId stage_of(ExprId piece) { return build_.binary(BinaryOp::Modulo, piece, build_.int64(kStages)); }

  /// A whole piece from `first` on, which arrives while the one before it is used. Behind the end of the loop its last step is
  /// copied again.
  Block copies_ahead(VarId counter, ExprId stage, ExprId first, ExprId all) {
    Block result;
    for (const Piece& piece : pieces_) {
      const VarId step = integer("step");
      const ExprId there = build_.min(build_.add(first, read(step)), plus(all, -1));
      result.push_back(build_.copying_loop(step, build_.int64(shape_.piece), static_cast<int>(kStages) - 1,
                                           {build_.store(piece.local, {stage, read(step)}, step_at(piece, counter, there))}));
    }
    return result;
  }

  void make_piece(const SlidingRead& each) {
    const Array& array = f_[each.array];
    const std::string name = array.name;
    const ScalarType type = array.type;
    if (!each.slides) {
      pieces_.push_back({&each, build_.local_array(name + "_steps", type, AddressSpace::Local, {kStages, shape_.piece}), {}});
      return;
    }
    const std::vector<int64_t> window{shape_.items[1], shape_.parts(), shape_.neighbours + 1};
    const std::vector<int64_t> own{shape_.items[1], shape_.items[0], shape_.neighbours};
    const ArrayId local = build_.local_array(name + "_window", type, AddressSpace::Local, window);
    pieces_.push_back({&each, local, build_.local_array(name + "_own", type, AddressSpace::Item, own)});
  }

  /// Items beyond the end of the launch read the last element that an iteration of it reads.
  StmtId copy_window(const Piece& piece, VarId counter, ExprId first, ExprId steps) {
    const VarId row = integer("row");
    const VarId part = integer("part");
    const VarId slot = integer("slot");
    const ExprId there = build_.min(build_.int64(shape_.width()), build_.sub(tiles_.end(0), tiles_.start(0)));
    const ExprId place = build_.add(scaled(read(part), shape_.neighbours), read(slot));
    Substitution at(f_);
    at.replace(counter, build_.add(first, build_.min(place, plus(build_.add(there, steps), -2))));
    at.replace(tiles_.counter(0), tiles_.start(0));
    for (size_t d = 1; d < tiles_.dimensions(); ++d) {
      const ExprId start = tiles_.start(d);
      at.replace(tiles_.counter(d), d > 1 ? start : build_.min(build_.add(start, read(row)), plus(tiles_.end(d), -1)));
    }
    Block body{build_.store(piece.local, {read(row), read(part), read(slot)}, load_at(*piece.read, at))};
    body = {build_.loop(slot, build_.int64(shape_.neighbours), LoopMark::Item, std::move(body))};
    const ExprId parts = plus(over_neighbours(plus(steps, shape_.neighbours - 2)), shape_.items[0]);
    body = {build_.loop(part, build_.min(build_.int64(shape_.parts()), parts), LoopMark::Item, std::move(body))};
    return build_.loop(row, build_.int64(shape_.items[1]), LoopMark::Item, std::move(body));
  }

  StmtId copy_steps(const Piece& piece, VarId counter, ExprId first, ExprId steps) {
    const VarId step = integer("step");
    return build_.loop(step, build_.min(build_.int64(shape_.piece), steps), LoopMark::Item,
                       {build_.store(piece.local, {stage_, read(step)}, step_at(piece, counter, build_.add(first, read(step))))});
  }
  ExprId step_at(const Piece& piece, VarId counter, ExprId step) {
    Substitution at(f_);
    at.replace(counter, step);
    for (size_t d = 0; d < tiles_.dimensions(); ++d) at.replace(tiles_.counter(d), tiles_.start(d));
    return load_at(*piece.read, at);
  }
  ExprId load_at(const SlidingRead& each, Substitution& at) {
    std::vector<ExprId> indices;
    for (ExprId index : each.indices) indices.push_back(at.expr(index));
    return build_.load(each.array, std::move(indices));
  }

  /// The steps of a piece, as an item runs them.
  Block walk(const For& loop, ExprId first, ExprId steps) {
    const VarId whole = integer("whole");
    const VarId turn = integer("turn");
    const VarId slot = integer("slot");
    const VarId q = integer("q");
    Block result{build_.assign(whole, build_.floor_div(steps, build_.int64(shape_.turn)))};
    Block fill;
    for (const Piece& piece : pieces_) {
      if (piece.read->slides)
        fill.push_back(build_.store(piece.own, {read(row_), read(item_), read(slot)},
                                    build_.load(piece.local, {read(row_), read(item_), read(slot)})));
    }
    if (!fill.empty()) result.push_back(unrolled(slot, shape_.neighbours - 1, std::move(fill)));
    Block turns{unrolled(q, shape_.turn, step(loop, first, read(turn), q))};
    if (std::optional<GuessedTurn> guessed = shape_.guess ? guessed_turn(turns) : std::nullopt) {
      append(result, {build_.assign(guessed->sure, build_.boolean(true))});
      turns = std::move(guessed->turn);
    }
    result.push_back(build_.loop(turn, read(whole), LoopMark::Sequential, std::move(turns)));
    const ExprId left = build_.sub(steps, scaled(read(whole), shape_.turn));
    Block rest = step(loop, first, read(whole), q);
    if (has_windows()) {
      rest = {build_.if_then(build_.compare(CompareOp::Less, read(q), left), std::move(rest))};
      result.push_back(unrolled(q, shape_.turn - 1, std::move(rest)));
    } else {
      result.push_back(build_.loop(q, left, LoopMark::Sequential, std::move(rest)));
    }
    return result;
  }

  struct GuessedTurn {
    VarId sure;  ///< no guess of this piece was wrong
    Block turn;
  };
  /// A turn by short forms of its roots and quotients. From the first wrong guess of a piece on, its turns run as they are.
  std::optional<GuessedTurn> guessed_turn(const Block& turns) {
    const std::optional<std::vector<ArrayId>> stored = stored_alone(turns);
    if (!stored) return std::nullopt;
    std::optional<GuessedRanges> guessed = guess_ranges(f_, turns);
    if (!guessed) return std::nullopt;
    const VarId sure = build_.variable("sure", ScalarType::Bool);
    Block quick = std::move(guessed->begin);
    Block back;
    for (ArrayId array : *stored) {
      const Array known = f_[array];
      const ArrayId before = build_.local_array(known.name + "_before", known.type, AddressSpace::Item,
                                                {shape_.items[1], shape_.items[0], shape_.neighbours});
      const std::vector<ExprId> place{read(row_), read(item_), read(near_)};
      append(quick, {unrolled(near_, shape_.neighbours, {build_.store(before, place, build_.load(array, place))})});
      append(back, {unrolled(near_, shape_.neighbours, {build_.store(array, place, build_.load(before, place))})});
    }
    append(quick, guessed->statements);
    append(quick, {build_.assign(sure, guessed->holds), build_.if_then(build_.logical_not(read(sure)), std::move(back))});
    For slow = std::get<For>(f_[turns[0]].node);
    slow.mark = LoopMark::Sequential;
    return GuessedTurn{sure, {build_.if_then(read(sure), std::move(quick)),
                              build_.if_then(build_.logical_not(read(sure)), {build_.statement(std::move(slow))})}};
  }
  /// Item arrays of one element for each iteration that the statements store, where nothing else that they change is
  /// read before they change it.
  std::optional<std::vector<ArrayId>> stored_alone(const Block& statements) {
    std::vector<ArrayId> stored;
    bool alone = true;
    walk_stmts(f_, statements, [&](StmtId id) {
      const auto* store = std::get_if<Store>(&f_[id].node);
      if (store == nullptr) return true;
      alone &= f_[store->array].space == AddressSpace::Item && store->indices.size() == 3;
      if (std::find(stored.begin(), stored.end(), store->array) == stored.end()) stored.push_back(store->array);
      return true;
    });
    analysis::VarSet carried = analysis::exposed_variables(f_, statements);
    carried.intersect(analysis::assigned_variables(f_, statements));
    return alone && !has_windows() && carried.members().empty() ? std::optional(std::move(stored)) : std::nullopt;
  }

  /// Step q of a turn: one element is new, and takes the place of the one that was the first.
  Block step(const For& loop, ExprId first, ExprId turn, VarId q) {
    const ExprId in_piece = build_.add(scaled(turn, shape_.turn), read(q));
    const ExprId newest = plus(read(q), shape_.neighbours - 1);
    Block result;
    std::map<ExprId, ExprId> copied;
    for (const Piece& piece : pieces_) {
      ExprId here;
      if (!piece.read->slides) {
        here = build_.load(piece.local, {stage_, in_piece});
      } else {
        const ExprId part = build_.add(build_.add(read(item_), turn), over_neighbours(newest));
        result.push_back(build_.store(piece.own, {read(row_), read(item_), among_neighbours(newest)},
                                      build_.load(piece.local, {read(row_), part, among_neighbours(newest)})));
        here = build_.load(piece.own, {read(row_), read(item_), among_neighbours(build_.add(read(q), read(near_)))});
      }
      for (ExprId id : piece.read->loads) copied[id] = here;
    }
    spread_.replace(loop.counter, build_.add(first, in_piece));
    spread_.copies(std::move(copied));
    Block body = spread_.inside(Block(loop.body));
    spread_.copies({});
    result.push_back(unrolled(near_, shape_.neighbours, std::move(body)));
    return result;
  }

  Function f_;
  const std::vector<SlidingLoop>& loops_;
  const WindowTile shape_;
  Builder build_;
  GridTiles tiles_;
  SpreadOverItems spread_;
  VarId row_;
  VarId item_;
  VarId near_;  ///< an iteration of the item
  std::vector<Piece> pieces_;  ///< of the loop at hand
  ExprId stage_;               ///< of the piece that is used
};

/// A loop's turns, and how many there must be for the pass to pay.
using LeastTurns = std::vector<std::pair<ExprId, int64_t>>;

/// `least_threads`: of a multiprocessor.
std::optional<GroupOffer> by_pieces(const Function& kept, const Kernel& kernel, const std::vector<SlidingLoop>& loops,
                                       WindowTile tile, const abi::DeviceProperties& device, const LeastTurns& turns,
                                       int64_t least_threads) {
  if (kernel.grid.size() > 1) tile.items = {kWarp, 4};
  const int64_t most = std::min(device.local_bytes_static, kModerateLocalBytes);
  while (tile.local_bytes(kept, loops) > most && tile.piece > kLeastPiece) tile.piece /= 2;
  if (loops.empty() || tile.local_bytes(kept, loops) > most || device.max_threads < tile.threads()) return std::nullopt;
  const int64_t threads = least_threads * device.multiprocessors;
  const auto pays = [turns, tile, threads](const LaunchFacts& launch) {
    const int64_t iterations = launch.extents[0] * launch.extents[1] * launch.extents[2];
    return iterations >= tile.neighbours * threads && launch.extents[0] * 2 >= tile.width() &&
           std::all_of(turns.begin(), turns.end(), [&](const auto& each) { return launch.value(each.first) >= each.second; });
  };
  return GroupOffer{.pays = pays, .make = [kept, &kernel, loops, tile] {
                      return std::optional(SlideWindows(kept, kernel, loops, tile).run());
                    }};
}

ExprId turns_of(const Function& f, const SlidingLoop& sliding) { return std::get<For>(f[sliding.loop].node).extent; }

/// The kernel as both kinds of loops are looked for in it, and what it asks of a launch.
struct Prepared {
  Function function;
  LeastTurns turns{};

  Prepared(const Function& before, const Kernel& kernel) {
    StillLoads still = keep_still_loads(keep_sums(before, kernel), kernel);
    function = std::move(still.function);
    for (ExprId each : still.turns) turns.emplace_back(each, 1);
  }
};

std::optional<GroupOffer> slid(const Function& before, const Kernel& kernel, const Layout& layout,
                               const abi::DeviceProperties& device, int64_t neighbours) {
  Prepared kept(before, kernel);
  const std::vector<SlidingLoop> loops = find_windows(kept.function, kernel, layout);
  for (const SlidingLoop& sliding : loops)
    kept.turns.emplace_back(turns_of(kept.function, sliding), sliding.inside ? kLeastTurnsInside : kLeastTurns);
  const WindowTile tile{.neighbours = neighbours, .turn = neighbours};
  return by_pieces(kept.function, kernel, loops, tile, device, kept.turns, kBusyThreads);
}

std::optional<GroupOffer> walked(const Function& before, const Kernel& kernel, const Layout& layout,
                                 const abi::DeviceProperties& device, int64_t neighbours) {
  // Four gain a twentieth where roots are instructions of the device, and loads weigh more; exact ones lose as much.
  if (neighbours > 2 && device.correctly_rounded_float32) return std::nullopt;
  Prepared kept(before, kernel);
  std::vector<SlidingLoop> loops = find_walks(kept.function, kernel, layout);
  std::erase_if(loops, [&](const SlidingLoop& walk) {
    const int count = count_exprs(kept.function, std::get<For>(kept.function[walk.loop].node).body);
    return std::min<int64_t>(neighbours, 2) * count > kMostTogether;
  });
  for (const SlidingLoop& walk : loops) kept.turns.emplace_back(turns_of(kept.function, walk), kLeastTurnsTogether);
  // A processor takes the language's own forms, and the guesses for tests only.
  const bool guess = device.correctly_rounded_float32 && (device.language == abi::SourceLanguage::CudaC || device.is_cpu);
  const WindowTile tile{.neighbours = neighbours, .turn = kStepsTogether, .guess = guess};
  const int64_t walkers = neighbours == 1 ? kFewWalkers : neighbours == 2 ? kWalkers : kManyWalkers;
  return by_pieces(kept.function, kernel, loops, tile, device, kept.turns, walkers);
}

}  // namespace

std::optional<GroupOffer> slide_windows(const Function& function, const Kernel& kernel, const Layout& layout,
                                        const abi::DeviceProperties& device) {
  return slid(function, kernel, layout, device, 8);
}

std::optional<GroupOffer> slide_short_windows(const Function& function, const Kernel& kernel, const Layout& layout,
                                              const abi::DeviceProperties& device) {
  return slid(function, kernel, layout, device, 4);
}

std::optional<GroupOffer> walk_together(const Function& function, const Kernel& kernel, const Layout& layout,
                                        const abi::DeviceProperties& device) {
  return walked(function, kernel, layout, device, 1);
}

std::optional<GroupOffer> walk_together_two(const Function& function, const Kernel& kernel, const Layout& layout,
                                            const abi::DeviceProperties& device) {
  return walked(function, kernel, layout, device, 2);
}

std::optional<GroupOffer> walk_together_four(const Function& function, const Kernel& kernel,
                                             const Layout& layout, const abi::DeviceProperties& device) {
  return walked(function, kernel, layout, device, 4);
}

}  // namespace unpython::transform
