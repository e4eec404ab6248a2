#include "transform/groups/multiply_tiles.h"

#include <algorithm>
#include <map>
#include <memory>

#include "analysis/text/variables.h"
#include "ir/groups.h"
#include "transform/groups/grid_tiles.h"
#include "transform/groups/keep_sums.h"
#include "transform/groups/walk_pieces.h"
#include "transform/shared_reads/find_reuse.h"

namespace unpython::transform {
namespace {

using namespace ir;
using kernel::Kernel;
using kernel::Layout;

constexpr int64_t kRows = 16;  // of one product of the matrix unit
constexpr int64_t kColumns = 8;
constexpr int64_t kSteps = 4;
// With rows of 4 elements beyond a multiple of 8, the loads of a warp meet in no bank.
constexpr int64_t kPadding = 4;
constexpr int64_t kFill = 48;  // iterations of the loop
constexpr int64_t kFewestStages = 3;
constexpr int64_t kNumberBytes = 8;

/// The tile of a group. Measured on a H200.
struct Shape {
  std::array<int64_t, 2> warps;     ///< of the group, x first
  std::array<int64_t, 2> products;  ///< of a warp
  int64_t depth;                    ///< iterations of the loop in one piece: an even number of steps of the unit
  int64_t stages;                   ///< pieces in local memory, where they are no more than a group has
  int64_t groups = 1;               ///< of a multiprocessor
  int64_t cost = 100;               ///< of an iteration, in hundredths of one in a large tile
  int64_t beside = 0;               ///< as in TileCost
  int64_t parts = 1;                ///< numbers of an element: columns and steps of the unit

  /// The same in numbers, for elements of so many.
  [[nodiscard]] Shape of(int64_t numbers) const {
    return {warps, products, depth / numbers, stages, groups, cost, beside, numbers};
  }
  [[nodiscard]] int64_t of_product(size_t d) const { return d == 0 ? kColumns / parts : kRows; }
  [[nodiscard]] int64_t steps() const { return kSteps / parts; }
  [[nodiscard]] int64_t in_warp(size_t d) const { return products[d] * of_product(d); }
  [[nodiscard]] int64_t extent(size_t d) const { return warps[d] * in_warp(d); }
  [[nodiscard]] std::array<int64_t, 2> tile() const { return {extent(0), extent(1)}; }
  [[nodiscard]] int64_t threads() const { return warps[0] * warps[1] * kWarp; }
  /// The pointers of spread copies take registers, which a group has to spare that shares its multiprocessor with no other.
  [[nodiscard]] int64_t spread_over() const { return groups == 1 ? threads() : 0; }
  [[nodiscard]] TileCost costs() const {
    return {.extents = tile(), .groups = groups, .fill = kFill / (parts * parts), .cost = cost, .beside = beside};
  }
};
constexpr Shape kLarge{.warps = {4, 2}, .products = {4, 4}, .depth = 16, .stages = 3};
/// As many sums as a thread has registers for, and tiles of another size: 8192 x 8192 are 49.9 turns of 132 multiprocessors,
/// large tiles 31.03, of which 32 are paid.
constexpr Shape kBroad{.warps = {4, 1}, .products = {4, 5}, .depth = 8, .stages = 6, .groups = 2, .cost = 101};
constexpr Shape kSmall{.warps = {2, 4}, .products = {4, 2}, .depth = 8, .stages = 6, .groups = 2, .cost = 101};
constexpr Shape kSmallest{.warps = {2, 2}, .products = {4, 2}, .depth = 16, .stages = 3, .groups = 3, .cost = 105, .beside = 8};

/// One factor of a product: what is read, alone or scaled by something that all items know.
struct Factor {
  const ReusedRead* read = nullptr;
  ExprId value;
};
/// s = fma(left, right, s), once or twice, in two statements or as fma(c, d, fma(a, b, s)): the whole body of the loop.
struct Products {
  VarId sum;
  std::array<std::vector<Factor>, 2> factors{};  ///< by the dimension of the grid that they follow, one for each product

  [[nodiscard]] int64_t terms() const { return static_cast<int64_t>(factors[0].size()); }
};

/// No variable among these but in subscripts.
bool is_steady(const Function& f, const analysis::VarSet& moving, ExprId value) {
  if (std::holds_alternative<Load>(f[value].node)) return true;
  const auto* read = std::get_if<Read>(&f[value].node);
  if (read != nullptr && moving.contains(read->variable)) return false;
  const std::vector<ExprId> parts = operands(f[value]);
  return std::all_of(parts.begin(), parts.end(), [&](ExprId part) { return is_steady(f, moving, part); });
}

/// Nothing where the value depends on more than one read and what the launch knows.
std::optional<Factor> factor_of(const Function& f, const Reuse& reuse, const analysis::VarSet& moving, ExprId value) {
  Factor result{.value = value};
  bool fits = is_steady(f, moving, value);
  walk_exprs(f, value, [&](ExprId id) {
    if (!std::holds_alternative<Load>(f[id].node)) return;
    const auto found = std::find_if(reuse.reads.begin(), reuse.reads.end(), [&](const ReusedRead& read) {
      return std::find(read.loads.begin(), read.loads.end(), id) != read.loads.end();
    });
    fits &= found != reuse.reads.end() && result.read == nullptr && f[found->array].type == f[value].type;
    if (found != reuse.reads.end()) result.read = &*found;
  });
  return fits && result.read != nullptr ? std::optional(result) : std::nullopt;
}

/// The products that a value is the sum of, in order, and what they are added to.
struct Chain {
  std::vector<const Call*> products{};
  ExprId start;
};
Chain chain_of(const Function& f, ExprId value) {
  Chain result{.start = value};
  while (const auto* call = std::get_if<Call>(&f[result.start].node)) {
    if (call->function != Intrinsic::Fma) break;
    result.products.insert(result.products.begin(), call);
    result.start = call->arguments[2];
  }
  return result;
}

bool has_unit(ScalarType type) { return type == ScalarType::Float64 || type == ScalarType::Complex128; }

std::optional<Products> products_of(const Function& f, const Kernel& kernel, const Reuse& reuse) {
  const auto& loop = std::get<For>(f[reuse.loop].node);
  const analysis::VarSet moving = analysis::assigned_variables(f, {kernel.root});
  Products result;
  for (StmtId id : loop.body) {
    const auto* assign = std::get_if<Assign>(&f[id].node);
    if (assign == nullptr) return std::nullopt;
    const Chain chain = chain_of(f, assign->value);
    const auto* sum = std::get_if<Read>(&f[chain.start].node);
    const bool same = result.terms() == 0 || result.sum == assign->variable;
    if (sum == nullptr || sum->variable != assign->variable || !same ||
        !has_unit(f[assign->variable].type))
      return std::nullopt;
    result.sum = assign->variable;
    for (const Call* fma : chain.products) {
      const auto left = factor_of(f, reuse, moving, fma->arguments[0]);
      const auto right = factor_of(f, reuse, moving, fma->arguments[1]);
      if (!left || !right || left->read->dimension == right->read->dimension) return std::nullopt;
      if (is_complex(f[assign->variable].type) && left->read->dimension == 0) return std::nullopt;  // im in another order
      for (const Factor& factor : {*left, *right})
        result.factors[static_cast<size_t>(factor.read->dimension)].push_back(factor);
    }
  }
  const int64_t terms = result.terms();
  return terms == 1 || terms == 2 ? std::optional(std::move(result)) : std::nullopt;
}

bool touches(const Function& f, const Block& block, VarId variable) {
  const auto assigns = [&](StmtId id) {
    const auto* assign = std::get_if<Assign>(&f[id].node);
    return assign != nullptr && assign->variable == variable;
  };
  const auto reads = [&](ExprId id) { return is_read_of(f, id, variable); };
  return any_stmt(f, block, assigns) || any_expr(f, block, reads);
}

class MultiplyTiles {
 public:
  MultiplyTiles(const Function& before, const Kernel& kernel, const Reuse& reuse, const Products& products,
                const Shape& shape, const Layout& layout)
      : f_(before),
        range_(f_[reuse.loop].range),
        statement_(reuse.loop),
        products_(products),
        terms_(products.terms()),
        shape_(shape),
        build_(f_),
        tiles_(f_, kernel, shape.tile(), reuse.body),
        spread_(f_),
        pieces_(f_, reuse.loop, tiles_, spread_, {shape.depth / terms_, shape.stages, shape.spread_over()}, kernel, layout) {}

  /// Nothing where statements around the loop share more than the sum: the lanes of a warp have a place for that only.
  std::optional<GroupedKernel> run() {
    const Block statements = tiles_.statements();
    const auto at = std::find(statements.begin(), statements.end(), statement_);
    const Block first(statements.begin(), at);
    const Block last(at + 1, statements.end());
    if (!touches(f_, first, products_.sum) || !touches(f_, last, products_.sum)) return std::nullopt;
    items();
    const auto arrays = f_.arrays.size();
    spread_.keep_between(statements, {statement_});
    if (f_.arrays.size() != arrays + 1) return std::nullopt;
    for (size_t d = 0; d < 2; ++d) make_tile(d);
    const auto each = [&](Block body) { return on_warps(each_iteration(std::move(body))); };
    Block body = tiles_.before(spread_, first, each);
    append(body, walk());
    append(body, tiles_.after(spread_, last, each));
    tiles_.number_in_panels();
    return tiles_.kernel_of(shape_.threads(), std::move(body));
  }

 private:
  static void append(Block& to, const Block& more) { to.insert(to.end(), more.begin(), more.end()); }
  ExprId read(VarId variable) { return build_.read(variable); }
  ExprId scaled(ExprId value, int64_t factor) { return build_.mul(value, build_.int64(factor)); }
  VarId integer(const std::string& name) { return build_.variable(name, ScalarType::Int64); }
  ExprId modulo(ExprId value, int64_t by) { return build_.binary(BinaryOp::Modulo, value, build_.int64(by)); }
  [[nodiscard]] int64_t of_product(size_t d) const { return shape_.of_product(d); }

  void items() {
    for (size_t d = 0; d < 2; ++d) {
      const std::string name = f_[tiles_.counter(d)].name;
      warp_[d] = integer(name + "_warp");
      part_[d] = integer(name + "_part");
      element_[d] = integer(name + "_element");
    }
    spread_.over({warp_[1], warp_[0], part_[1], part_[0], element_[1], element_[0]}, {},
                 {shape_.warps[1], shape_.warps[0], shape_.products[1], shape_.products[0], of_product(1), of_product(0)});
    tiles_.place(spread_, {in_tile(0), in_tile(1)});
  }
  ExprId in_tile(size_t d) {
    const ExprId part = build_.add(scaled(read(warp_[d]), shape_.in_warp(d)), scaled(read(part_[d]), of_product(d)));
    return build_.add(part, read(element_[d]));
  }

  /// Neighbours in memory stay neighbours. A warp has the operands of two steps: one arrives while one is used.
  void make_tile(size_t d) {
    std::vector<const ReusedRead*> reads;
    for (const Factor& factor : products_.factors[d]) reads.push_back(factor.read);
    const ReusedRead& read = *reads.front();
    tile_[d] = pieces_.add(reads, read.dense_in_loop, read.dense_in_loop ? kPadding / (terms_ * shape_.parts) : kPadding,
                           false);
    std::vector<int64_t> extents{shape_.warps[1], shape_.warps[0], 2, shape_.products[d]};
    extents.insert(extents.end(), {d == 0 ? shape_.steps() : kRows, d == 0 ? of_product(0) : shape_.steps()});
    operand_[d] = build_.local_array(f_[read.array].name + "_operand", f_[read.array].type,
                                     AddressSpace::Item, extents);
  }
  std::vector<ExprId> in_operand(size_t d, ExprId buffer, ExprId step) {
    std::vector<ExprId> result{read(warp_[1]), read(warp_[0]), buffer, read(part_[d])};
    if (d == 0) result.insert(result.end(), {step, read(element_[0])});
    if (d == 1) result.insert(result.end(), {read(element_[1]), step});
    return result;
  }

  Block on_warps(Block body) {
    for (size_t d = 0; d < 2; ++d)
      body = {build_.loop(warp_[d], build_.int64(shape_.warps[d]), LoopMark::Item, std::move(body), range_)};
    return body;
  }
  Block each_product(Block body) {
    for (size_t d = 0; d < 2; ++d)
      body = {build_.loop(part_[d], build_.int64(shape_.products[d]), LoopMark::Unrolled, std::move(body))};
    return body;
  }
  Block by_unit(Block body) {
    for (size_t d = 0; d < 2; ++d)
      body = {build_.loop(element_[d], build_.int64(of_product(d)), LoopMark::MatrixUnit, std::move(body))};
    return body;
  }
  Block each_iteration(Block body) { return each_product(by_unit(std::move(body))); }

  Block walk() {
    const int64_t steps = shape_.depth / shape_.steps();
    const auto buffer_of = [&](ExprId four) { return modulo(four, 2); };
    const auto constant = [&](int64_t value) { return build_.int64(value); };
    return pieces_.run(
        {.take_first = [&](ExprId stage) { return on_warps(take(constant(0), stage, constant(0))); },
         .steps = steps - 1,
         .step =
             [&](ExprId stage, ExprId, ExprId four) {
               const ExprId next = build_.add(four, constant(1));
               Block body = take(buffer_of(next), stage, next);
               append(body, multiply(buffer_of(four)));
               return body;
             },
         .on_items = [&](Block body) { return on_warps(std::move(body)); },
         .last =
             [&](ExprId, ExprId next_stage) {
               Block body = take(constant(0), next_stage, constant(0));
               append(body, multiply(constant((steps - 1) % 2)));
               return on_warps(std::move(body));
             },
         .rest = [&](ExprId stage, ExprId, ExprId count) { return rest(stage, count); }});
  }

  /// A factor of product `term`, from its tile. Where there are several products, `term` differs between lanes.
  ExprId factor(size_t d, ExprId stage, ExprId step, ExprId term) {
    const ExprId element = pieces_.element(tile_[d], stage, step, in_tile(d), term);
    const auto value = [&](const Factor& of) {
      std::map<ExprId, ExprId> copied;
      for (ExprId load : of.read->loads) copied[load] = element;
      spread_.copies(std::move(copied));
      const ExprId result = spread_.outside(of.value);
      spread_.copies({});
      return result;
    };
    ExprId result = value(products_.factors[d][0]);
    if (terms_ == 2 && !is_one_read(d))
      result = build_.select(build_.compare(CompareOp::Equal, term, build_.int64(0)), result,
                             value(products_.factors[d][1]));
    return result;
  }
  /// All products have elements as they are along a dimension.
  [[nodiscard]] bool is_one_read(size_t d) const {
    return std::all_of(products_.factors[d].begin(), products_.factors[d].end(), [&](const Factor& of) {
      return std::holds_alternative<Load>(f_[of.value].node);
    });
  }

  /// Operands of all products of a warp for step `four`: the unit adds product by product, iteration by iteration.
  Block take(ExprId buffer, ExprId stage, ExprId four) {
    Block result;
    for (const size_t d : {size_t{1}, size_t{0}}) {
      const VarId step = integer("step");
      const ExprId in_four = terms_ == 1 ? read(step) : build_.floor_div(read(step), build_.int64(terms_));
      const ExprId at = build_.add(scaled(four, shape_.steps() / terms_), in_four);
      const StmtId one = build_.store(operand_[d], in_operand(d, buffer, read(step)),
                                      factor(d, stage, at, modulo(read(step), terms_)));
      const auto unit = [&](VarId counter, int64_t extent, StmtId body) {
        return build_.loop(counter, build_.int64(extent), LoopMark::MatrixUnit, {body});
      };
      const StmtId lanes = d == 0 ? unit(step, shape_.steps(), unit(element_[0], of_product(0), one))
                                  : unit(element_[1], kRows, unit(step, shape_.steps(), one));
      result.push_back(build_.loop(part_[d], build_.int64(shape_.products[d]), LoopMark::Unrolled, {lanes}));
    }
    return result;
  }

  /// sum = fma(left, right, sum) for one step.
  StmtId one_product(ExprId left, ExprId right) {
    const ExprId sum = spread_.outside(read(products_.sum));
    const Load own = std::get<Load>(f_[sum].node);
    return build_.store(own.array, own.indices, build_.call(Intrinsic::Fma, {left, right, sum}), range_);
  }

  Block multiply(ExprId buffer) {
    const VarId step = integer("step");
    const auto operand = [&](size_t d) {
      return build_.load(operand_[d], in_operand(d, buffer, read(step)));
    };
    return each_iteration({build_.loop(step, build_.int64(shape_.steps()), LoopMark::MatrixUnit,
                                       {one_product(operand(1), operand(0))})});
  }

  Block rest(ExprId stage, ExprId count) {
    const VarId step = integer("step");
    Block body;
    for (int64_t term = 0; term < terms_; ++term) {
      const auto of = [&](size_t d) { return factor(d, stage, read(step), build_.int64(term)); };
      append(body, each_iteration({one_product(of(1), of(0))}));
    }
    return on_warps({build_.loop(step, count, LoopMark::Sequential, std::move(body))});
  }

  Function f_;
  const SourceRange range_;
  const StmtId statement_;
  const Products products_;
  const int64_t terms_;
  const Shape shape_;
  Builder build_;
  GridTiles tiles_;
  SpreadOverItems spread_;
  WalkPieces pieces_;
  std::array<VarId, 2> warp_;  ///< the warp of an iteration, by dimension
  std::array<VarId, 2> part_;  ///< its product
  std::array<VarId, 2> element_;  ///< its place in that
  std::array<size_t, 2> tile_{};
  std::array<ArrayId, 2> operand_;  ///< what a warp has of it
};

/// With as many pieces as let the groups of a multiprocessor lie in its memory side by side.
Shape fitting(Shape shape, const Products& products, int64_t local_bytes) {
  int64_t piece = 0;
  for (size_t d = 0; d < 2; ++d) {
    const bool steps_inside = products.factors[d].front().read->dense_in_loop;
    piece += steps_inside ? shape.extent(d) * (shape.depth + kPadding) : shape.depth * (shape.extent(d) + kPadding);
  }
  while (shape.stages > kFewestStages && shape.groups * shape.stages * piece * kNumberBytes > local_bytes) --shape.stages;
  return shape;
}

/// The products point into the reuse.
struct Found {
  Function kept;
  std::optional<Reuse> reuse{};
  std::optional<Products> products{};

  explicit Found(Function function) : kept(std::move(function)) {}
};

std::optional<GroupOffer> products_tiled(const Function& function, const Kernel& kernel, const Layout& layout,
                                         const abi::DeviceProperties& device, const Shape& shape) {
  const int64_t bytes = shape.stages * kNumberBytes * (shape.depth + kPadding) * (shape.extent(0) + shape.extent(1) + 2 * kPadding);
  if (!device.float64_matrix_unit || device.max_threads < shape.threads() || device.local_bytes < bytes)
    return std::nullopt;
  const auto found = std::make_shared<Found>(keep_sums(function, kernel));
  found->reuse = find_reuse(found->kept, kernel, layout);
  if (found->reuse) found->products = products_of(found->kept, kernel, *found->reuse);
  if (!found->products) return std::nullopt;
  const int64_t parts = is_complex(found->kept[found->products->sum].type) ? 2 : 1;
  const ExprId depth = std::get<For>(found->kept[found->reuse->loop].node).extent;
  const auto pays = [&shape, depth, found, parts, units = int64_t{device.multiprocessors}](const LaunchFacts& launch) {
    const int64_t iterations = launch.value(depth);
    const bool enough =
        launch.extents[0] >= 32 && launch.extents[1] >= 32 && iterations >= kLarge.of(parts).depth && !is_small(launch, iterations);
    const auto time = [&](const Shape& of) { return time_of_tiles(launch, found->reuse->body, of.of(parts).costs(), iterations, units); };
    return enough && time(shape) <= std::min({time(kLarge), time(kBroad), time(kSmall), time(kSmallest)});
  };
  const Shape fits = fitting(shape, *found->products, device.local_bytes).of(parts);
  return GroupOffer{.pays = pays, .make = [found, &kernel, fits, layout] {
                      return MultiplyTiles(found->kept, kernel, *found->reuse, *found->products, fits, layout).run();
                    }};
}

}  // namespace

std::optional<GroupOffer> multiply_tiles_large(const Function& function, const Kernel& kernel, const Layout& layout,
                                               const abi::DeviceProperties& device) {
  return products_tiled(function, kernel, layout, device, kLarge);
}

std::optional<GroupOffer> multiply_tiles_broad(const Function& function, const Kernel& kernel, const Layout& layout,
                                               const abi::DeviceProperties& device) {
  return products_tiled(function, kernel, layout, device, kBroad);
}

std::optional<GroupOffer> multiply_tiles_small(const Function& function, const Kernel& kernel, const Layout& layout,
                                               const abi::DeviceProperties& device) {
  return products_tiled(function, kernel, layout, device, kSmall);
}

std::optional<GroupOffer> multiply_tiles_smallest(const Function& function, const Kernel& kernel,
                                                  const Layout& layout, const abi::DeviceProperties& device) {
  return products_tiled(function, kernel, layout, device, kSmallest);
}

}  // namespace unpython::transform
