#include "transform/products/contraction_tiles.h"

#include <algorithm>

#include "analysis/text/affine.h"
#include "ir/rewrite.h"
#include "transform/products/pack_tile.h"
#include "transform/products/tile_grid.h"
#include "transform/products/tile_sizes.h"

namespace unpython::transform {
namespace {

using namespace ir;

constexpr int64_t kRowPadding = 8;  // elements between packed rows, so that they do not share cache sets

/// A packed operand and the tile that holds it.
struct Operand {
  PackedOperand packed;
  ArrayId tile;
  ArrayId vectors{};   ///< operands by column: the vectors of one depth and panel, in registers
  bool panels = true;  ///< tile[panel, depth, position]; else tile[position, depth]
  Neighbours neighbours = Neighbours::Positions;
};

class TiledCode {
 public:
  TiledCode(Function& f, const Contraction& c, const PackedUpdate& packed, const abi::TargetInfo& target)
      : f_(f), b_(f), c_(c), packed_(packed), threads_(target.threads) {
    int64_t item = 1;
    for (const Accumulator& a : c.accumulators) item = std::max(item, size_of(f[a.variable].type));
    int by_row = 0;
    for (const PackedOperand& operand : packed.operands) {
      item = std::max(item, size_of(f[operand.placeholder].type));
      by_row += operand.by_row ? 1 : 0;
    }
    sizes_ = choose_tile_sizes(target, item, static_cast<int>(c.accumulators.size()), by_row,
                               static_cast<int>(packed.operands.size()) - by_row);
    if (!c.rectangular) sizes_ = sizes_of_triangles(sizes_);
    for (const PackedOperand& operand : packed.operands) operands_.push_back(with_tile(operand));
    for (const Accumulator& a : c.accumulators) {
      const std::string name = f[a.variable].name;
      partial_.push_back(b_.heap_array(name + "_tile", f[a.variable].type, 2));
      registers_.push_back(b_.local_array(name + "_registers", f[a.variable].type, AddressSpace::Register,
                                          {sizes_.rows, sizes_.vectors, sizes_.lanes}));
    }
  }

  Block run(bool parallel) {
    Block code;
    rows_ = named("rows", b_.max(b_.int64(0), c_.rows), code);
    depths_ = named("depths", c_.depths, code);
    bounds(code);
    const int64_t by_row = std::count_if(operands_.begin(), operands_.end(),
                                         [](const Operand& operand) { return operand.packed.by_row; });
    const TiledNest nest{.rows = rows_,
                         .columns = columns_,
                         .depths = depths_,
                         .accumulators = std::ssize(partial_),
                         .row_operands = by_row,
                         .column_operands = std::ssize(operands_) - by_row,
                         .rectangular = c_.rectangular};
    const auto [tile_rows, row_tiles, tile_columns, column_tiles] =
        choose_grid(b_, nest, sizes_, parallel ? threads_ : 1, code);

    const VarId task = b_.variable("tile", ScalarType::Int64);
    Block body;
    const ExprId row_tile = named("row_tile", b_.floor_div(b_.read(task), column_tiles), body);
    const ExprId column_tile = b_.sub(b_.read(task), b_.mul(row_tile, column_tiles));
    first_row_ = named("first_row", b_.mul(row_tile, tile_rows), body);
    height_ = named("height", b_.min(tile_rows, b_.sub(rows_, first_row_)), body);
    const ExprId offset = named("offset", b_.mul(column_tile, tile_columns), body);
    first_column_ = named("first_column", b_.add(leftmost_, offset), body);
    width_ = named("width", b_.min(tile_columns, b_.sub(columns_, offset)), body);
    append(body, tile_with_work());
    const ExprId tasks = b_.mul(row_tiles, column_tiles);
    const ExprId work = b_.max(b_.int64(1), b_.mul(b_.mul(tile_rows, tile_columns), depths_));
    const ExprId grain = b_.add(b_.floor_div(b_.int64(kThreadWork), work), b_.int64(1));
    const StmtId loop = parallel ? b_.parallel_loop(task, tasks, grain, body, c_.range)
                                 : b_.loop(task, tasks, LoopMark::Sequential, body, c_.range);
    code.push_back(c_.needs_depth ? b_.if_then(b_.compare(CompareOp::Greater, depths_, b_.int64(0)), {loop})
                                  : loop);
    return code;
  }

 private:
  static void append(Block& block, const Block& more) { block.insert(block.end(), more.begin(), more.end()); }
  ExprId named(const char* name, ExprId value, Block& into) {
    const VarId variable = b_.variable(name, ScalarType::Int64);
    into.push_back(b_.assign(variable, value));
    return b_.read(variable);
  }
  VarId counter(const char* name) { return b_.variable(name, ScalarType::Int64); }
  ExprId ceiling(ExprId value, ExprId step) {
    return b_.floor_div(b_.add(value, b_.sub(step, b_.int64(1))), step);
  }
  ExprId ceiling(ExprId value, int64_t step) { return ceiling(value, b_.int64(step)); }
  ExprId multiple(ExprId value, int64_t step) { return b_.mul(ceiling(value, step), b_.int64(step)); }
  /// `value` with some counters replaced; invalid ids leave the counter.
  ExprId at(ExprId value, ExprId row, ExprId column, ExprId depth) {
    Substitution place(f_);
    if (row.valid()) place.replace(c_.row, row);
    if (column.valid()) place.replace(c_.column, column);
    if (depth.valid()) place.replace(c_.depth, depth);
    return place.expr(value);
  }

  /// The range of columns over all rows; bounds of a row are linear, so the first and the last row decide.
  void bounds(Block& code) {
    if (c_.rectangular) {
      leftmost_ = c_.first_column;
      columns_ = named("columns", b_.max(b_.int64(0), c_.end_column), code);
      return;
    }
    const ExprId last = b_.sub(rows_, b_.int64(1));
    const auto ends = [&](ExprId bound) {
      return std::pair(at(bound, b_.int64(0), {}, {}), at(bound, last, {}, {}));
    };
    const auto [low0, low1] = ends(c_.first_column);
    const auto [high0, high1] = ends(c_.end_column);
    leftmost_ = named("leftmost", b_.min(low0, low1), code);
    columns_ = named("columns", b_.max(b_.int64(0), b_.sub(b_.max(high0, high1), leftmost_)), code);
  }

  Operand with_tile(const PackedOperand& packed) {
    Operand operand{.packed = packed, .tile = {}};
    const VarId position = packed.by_row ? c_.row : c_.column;
    operand.neighbours = neighbours(packed.value, position);
    operand.panels = !packed.by_row || operand.neighbours == Neighbours::Positions;
    operand.tile = b_.heap_array(packed.by_row ? "row_panels" : "column_panels", f_[packed.placeholder].type,
                                 operand.panels ? 3 : 2);
    if (!packed.by_row) {
      operand.vectors = b_.local_array("column_vectors", f_[packed.placeholder].type, AddressSpace::Register,
                                       {sizes_.vectors, sizes_.lanes});
    }
    return operand;
  }
  /// By the last subscripts of the loads in `value`.
  Neighbours neighbours(ExprId value, VarId position) const {
    Neighbours result = Neighbours::Positions;
    walk_exprs(f_, value, [&](ExprId id) {
      const auto* load = std::get_if<Load>(&f_[id].node);
      if (load == nullptr || load->indices.empty()) return;
      const auto form = analysis::affine_form(f_, analysis::unwrapped(f_, load->indices.back()));
      if (form && analysis::coefficient_of(f_, *form, c_.depth) != 0 &&
          analysis::coefficient_of(f_, *form, position) == 0) {
        result = Neighbours::Depths;
      }
    });
    return result;
  }

  /// The tile, unless no row of a triangle reaches into it.
  Block tile_with_work() {
    if (c_.rectangular) return tile();
    Block code;
    const ExprId last_row = b_.add(first_row_, b_.sub(height_, b_.int64(1)));
    const auto bound = [&](ExprId column, ExprId row) { return at(column, row, {}, {}); };
    const ExprId low = b_.min(bound(c_.first_column, first_row_), bound(c_.first_column, last_row));
    const ExprId high = b_.max(bound(c_.end_column, first_row_), bound(c_.end_column, last_row));
    const ExprId end = b_.add(first_column_, width_);
    const ExprId reaches = b_.logical_and(b_.compare(CompareOp::Less, low, end),
                                          b_.compare(CompareOp::Greater, high, first_column_));
    return {b_.if_then(reaches, tile())};
  }

  Block tile() {
    Block code;
    for (ArrayId partial : partial_) {
      code.push_back(allocate(partial, {sizes_.tile_rows, sizes_.tile_columns}));
    }
    for (const Operand& operand : operands_) code.push_back(allocate(operand.tile, extents(operand)));
    padded_height_ = named("padded_height", multiple(height_, sizes_.rows), code);
    padded_width_ = named("padded_width", multiple(width_, sizes_.panel()), code);
    append(code, start());
    for (const Operand& operand : operands_) append(code, clear(operand));
    const VarId step = counter("step");
    Block body;
    first_depth_ = named("first_depth", b_.mul(b_.read(step), b_.int64(sizes_.depth)), body);
    depth_ = named("depth", b_.min(b_.int64(sizes_.depth), b_.sub(depths_, first_depth_)), body);
    for (const Operand& operand : operands_) append(body, pack(operand));
    append(body, register_tiles());
    code.push_back(b_.loop(step, ceiling(depths_, sizes_.depth), LoopMark::Sequential, body));
    append(code, finish());
    return code;
  }
  StmtId allocate(ArrayId array, const std::vector<int64_t>& extents) {
    std::vector<ExprId> ids;
    for (int64_t extent : extents) ids.push_back(b_.int64(extent));
    return b_.statement(Allocate{array, ids});
  }
  std::vector<int64_t> extents(const Operand& operand) const {
    const int64_t positions = operand.packed.by_row ? sizes_.tile_rows : sizes_.tile_columns;
    const int64_t width = operand.packed.by_row ? sizes_.rows : sizes_.panel();
    if (operand.panels) return {positions / width, sizes_.depth, width};
    return {positions, sizes_.depth + kRowPadding};
  }
  PanelTile panel_tile(const Operand& operand) {
    const bool by_row = operand.packed.by_row;
    const int64_t width = by_row ? sizes_.rows : sizes_.panel();
    int lanes = sizes_.lanes;
    while (lanes > width) lanes /= 2;
    return {operand.tile, width, lanes, by_row ? height_ : width_, depth_, operand.neighbours};
  }
  /// Zeros where a register tile reaches beyond the rows and columns of the nest.
  Block clear(const Operand& operand) {
    if (operand.panels) return clear_panels(b_, panel_tile(operand), sizes_.depth);
    const ExprId zero = b_.number(f_[operand.packed.placeholder].type, 0);
    return {fill_rows(b_, operand.tile, height_, padded_height_, b_.int64(sizes_.depth), sizes_.lanes, zero)};
  }
  Block pack(const Operand& operand) {
    const bool by_row = operand.packed.by_row;
    const OperandValue value = [&](ExprId position, ExprId depth) {
      const ExprId place = b_.add(by_row ? first_row_ : first_column_, position);
      return at(operand.packed.value, by_row ? place : ExprId{}, by_row ? ExprId{} : place,
                b_.add(first_depth_, depth));
    };
    if (operand.panels) return pack_panels(b_, panel_tile(operand), value);
    return pack_rows(b_, {operand.tile, sizes_.lanes, height_, depth_}, value);
  }

  /// The columns of one row that lie in the tile: from `first`, relative to the tile, `count` of them.
  struct Span {
    ExprId first;
    ExprId count;
  };
  Span span(ExprId row, Block& code) {
    if (c_.rectangular) return {b_.int64(0), width_};
    const ExprId low = b_.sub(at(c_.first_column, row, {}, {}), first_column_);
    const ExprId high = b_.sub(at(c_.end_column, row, {}, {}), first_column_);
    const ExprId first = named("first", b_.max(b_.int64(0), low), code);
    return {first, named("count", b_.sub(b_.min(width_, high), first), code)};
  }
  /// One statement for each element of the tile that the nest computes.
  template <class Body>
  StmtId each_element(Body body) {
    const VarId row = counter("r");
    const VarId column = counter("c");
    Block code;
    const ExprId place = named("row", b_.add(first_row_, b_.read(row)), code);
    const Span columns = span(place, code);
    const ExprId in_tile = b_.add(columns.first, b_.read(column));
    Block element = body(place, b_.add(first_column_, in_tile), b_.read(row), in_tile);
    code.push_back(b_.vector_loop(column, columns.count, sizes_.lanes, element));
    return b_.loop(row, height_, LoopMark::Sequential, code);
  }
  Block start() {
    Block code;
    for (size_t n = 0; n < partial_.size(); ++n) {
      const ExprId value = c_.accumulators[n].start;
      const Constant* constant = b_.as_constant(value);
      const ExprId everywhere = constant != nullptr ? value : b_.number(f_[partial_[n]].type, 0);
      code.push_back(
          fill_rows(b_, partial_[n], b_.int64(0), padded_height_, padded_width_, sizes_.lanes, everywhere));
      if (constant != nullptr) continue;
      code.push_back(each_element([&](ExprId row, ExprId column, ExprId r, ExprId c) -> Block {
        return {b_.store(partial_[n], {r, c}, at(value, row, column, {}))};
      }));
    }
    return code;
  }
  Block finish() {
    return {each_element([&](ExprId row, ExprId column, ExprId r, ExprId c) {
      Block code;
      for (size_t n = 0; n < partial_.size(); ++n) {
        code.push_back(b_.assign(c_.accumulators[n].variable, b_.load(partial_[n], {r, c})));
      }
      Substitution place(f_);
      place.replace(c_.row, row);
      place.replace(c_.column, column);
      append(code, place.block(c_.finish));
      return code;
    })};
  }

  /// Columns that a register tile has: so many vectors of a panel, from `offset` in it.
  struct Strip {
    ExprId panel;
    ExprId offset;
    int64_t vectors;
  };
  /// Loops over the vectors of one row; `body` gets the vector counter and the lane.
  template <class Body>
  StmtId each_vector(const Strip& strip, Body body) {
    const VarId vector = counter("v");
    const VarId lane = counter("lane");
    const StmtId lanes =
        b_.vector_loop(lane, b_.int64(sizes_.lanes), sizes_.lanes, body(b_.read(vector), b_.read(lane)));
    return b_.loop(vector, b_.int64(strip.vectors), LoopMark::Unrolled, {lanes});
  }
  /// Loops over the vectors of a register tile; `body` gets the row and vector counters and the lane.
  template <class Body>
  StmtId each_register(const Strip& strip, Body body) {
    const VarId row = counter("u");
    const StmtId vectors = each_vector(strip, [&](ExprId v, ExprId lane) { return body(b_.read(row), v, lane); });
    return b_.loop(row, b_.int64(sizes_.rows), LoopMark::Unrolled, {vectors});
  }
  ExprId in_panel(const Strip& strip, ExprId v, ExprId lane) {
    return b_.add(strip.offset, b_.add(b_.mul(v, b_.int64(sizes_.lanes)), lane));
  }
  ExprId in_tile(const Strip& strip, ExprId v, ExprId lane) {
    return b_.add(b_.mul(strip.panel, b_.int64(sizes_.panel())), in_panel(strip, v, lane));
  }
  /// Whole panels, and the vectors of the last one if it is none: a matrix of 100 columns has two panels of 48 and one vector of 16.
  Block register_tiles() {
    Block code;
    const ExprId vectors = named("vectors", ceiling(width_, sizes_.lanes), code);
    const ExprId whole = named("whole_panels", b_.floor_div(vectors, b_.int64(sizes_.vectors)), code);
    const VarId panel = counter("panel");
    code.push_back(b_.loop(panel, whole, LoopMark::Sequential,
                           {groups({.panel = b_.read(panel), .offset = b_.int64(0), .vectors = sizes_.vectors})}));
    const VarId vector = counter("vector");
    const ExprId left = b_.sub(vectors, b_.mul(whole, b_.int64(sizes_.vectors)));
    const ExprId offset = b_.mul(b_.read(vector), b_.int64(sizes_.lanes));
    code.push_back(b_.loop(vector, left, LoopMark::Sequential, {groups({.panel = whole, .offset = offset, .vectors = 1})}));
    return code;
  }
  /// The register tiles of a strip, below each other.
  StmtId groups(const Strip& strip) {
    const VarId group = counter("group");
    const VarId p = counter("p");
    const auto move = [&](bool load) {
      return each_register(strip, [&](ExprId u, ExprId v, ExprId lane) {
        Block code;
        const ExprId row = b_.add(b_.mul(b_.read(group), b_.int64(sizes_.rows)), u);
        for (size_t n = 0; n < partial_.size(); ++n) {
          const std::vector<ExprId> place = {row, in_tile(strip, v, lane)};
          const std::vector<ExprId> kept = {u, v, lane};
          code.push_back(load ? b_.store(registers_[n], kept, b_.load(partial_[n], place))
                              : b_.store(partial_[n], place, b_.load(registers_[n], kept)));
        }
        return code;
      });
    };
    const StmtId depths =
        b_.loop(p, depth_, LoopMark::Sequential, one_depth(strip, b_.read(group), b_.read(p)));
    return b_.loop(group, b_.floor_div(padded_height_, b_.int64(sizes_.rows)), LoopMark::Sequential,
                   {move(true), depths, move(false)});
  }
  /// The updates of a register tile at one depth. Operands are read once, not once for each update.
  Block one_depth(const Strip& strip, ExprId group, ExprId p) {
    Block code;
    for (const Operand& operand : operands_) {
      if (operand.packed.by_row) continue;
      code.push_back(each_vector(strip, [&](ExprId v, ExprId lane) -> Block {
        const ExprId load = b_.load(operand.tile, {strip.panel, p, in_panel(strip, v, lane)});
        return {b_.store(operand.vectors, {v, lane}, load)};
      }));
    }
    const VarId row = counter("u");
    const ExprId u = b_.read(row);
    const ExprId in_group = b_.add(b_.mul(group, b_.int64(sizes_.rows)), u);
    Block body;
    for (const Operand& operand : operands_) {
      if (!operand.packed.by_row) continue;
      const ExprId load =
          operand.panels ? b_.load(operand.tile, {group, p, u}) : b_.load(operand.tile, {in_group, p});
      body.push_back(b_.assign(operand.packed.placeholder, load));
    }
    body.push_back(each_vector(strip, [&](ExprId v, ExprId lane) {
      return updates(in_group, in_tile(strip, v, lane), p, {u, v, lane});
    }));
    code.push_back(b_.loop(row, b_.int64(sizes_.rows), LoopMark::Unrolled, body));
    return code;
  }
  /// `row` and `column` in the tile; operands by row have been read into their placeholders.
  Block updates(ExprId row, ExprId column, ExprId p, const std::vector<ExprId>& kept) {
    Substitution values(f_);
    values.replace(c_.row, b_.add(first_row_, row));
    values.replace(c_.column, b_.add(first_column_, column));
    values.replace(c_.depth, b_.add(first_depth_, p));
    for (const Operand& operand : operands_) {
      if (operand.packed.by_row) continue;
      values.replace(operand.packed.placeholder, b_.load(operand.vectors, {kept[1], kept[2]}));
    }
    Block code;
    for (size_t n = 0; n < registers_.size(); ++n) {
      values.replace(c_.accumulators[n].variable, b_.load(registers_[n], kept));
      code.push_back(b_.store(registers_[n], kept, values.expr(packed_.updates[n])));
    }
    return code;
  }

  Function& f_;
  Builder b_;
  const Contraction& c_;
  const PackedUpdate& packed_;
  const int threads_;
  TileSizes sizes_;
  std::vector<Operand> operands_;
  std::vector<ArrayId> partial_;
  std::vector<ArrayId> registers_;
  ExprId rows_, depths_, leftmost_, columns_;         // of the nest
  ExprId first_row_, height_, first_column_, width_;  // of a tile
  ExprId padded_height_, padded_width_, first_depth_, depth_;
};

}  // namespace

Block tiled_code(Function& function, const Contraction& contraction, const PackedUpdate& packed,
                 const abi::TargetInfo& target, bool parallel) {
  return TiledCode(function, contraction, packed, target).run(parallel);
}

}  // namespace unpython::transform
