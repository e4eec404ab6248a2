// Random loop nests at a call, as plain data (analysis/call/nest.h), with all their iterations: the oracle for
// questions of who touches which bytes when.
#pragma once
#include "analysis/call/nest.h"
#include "property.h"

namespace unpython::test {

/// One execution of an access: the values of all unknowns that it sees, and its address.
struct Instant {
  std::vector<int64_t> point;
  int64_t address = 0;
};

/// One nest over one memory, which up to three arrays of different item sizes share; extents below 5.
class RandomPlaces {
 public:
  /// `symbols`: some values are loaded from memory.
  RandomPlaces(Random& random, bool symbols) : random_(random), symbols_(symbols) {
    add_loops();
    const int arrays = chance(60) ? 1 : draw(2, 3);
    for (int a = 0; a < arrays; ++a) add_array();
    for (int a = draw(1, 3); a > 0; --a) add_access();
    for (Layout& layout : layouts_) settle(layout);
  }

  analysis::Nest nest;
  std::vector<ArrayView> views;  ///< of the arrays; the data pointers say nothing

  /// All executions of an access. `values` chooses one of the values that symbols may take.
  std::vector<Instant> instants(const analysis::MemoryAccess& access, uint64_t values) const {
    std::vector<int> chain;
    for (int loop = access.loop; loop >= 0; loop = nest.loops[static_cast<size_t>(loop)].parent)
      chain.insert(chain.begin(), loop);
    std::vector<Instant> result;
    std::vector<int64_t> point(nest.unknowns.size());
    visit(access, chain, 0, values, point, result);
    return result;
  }

 private:
  struct Layout {
    ArrayView view;
    int64_t base = 0;
    bool row_major = true;
    std::vector<size_t> accesses;
  };

  int draw(int low, int high) { return static_cast<int>(random_.draw(low, high)); }
  bool chance(int percent) { return random_.chance(percent); }
  template <class T>
  const T& one_of(const std::vector<T>& items) {
    return items[static_cast<size_t>(draw(0, static_cast<int>(items.size()) - 1))];
  }

  std::vector<int> chain_of(int loop) const {
    std::vector<int> chain;
    for (; loop >= 0; loop = nest.loops[static_cast<size_t>(loop)].parent) chain.push_back(loop);
    return chain;
  }

  integers::UnknownIndex add_symbol(int loop, integers::IntegerRange range) {
    nest.unknowns.push_back({analysis::Unknown::Kind::Symbol, loop, range});
    return static_cast<integers::UnknownIndex>(nest.unknowns.size() - 1);
  }

  void add_loops() {
    const int count = draw(1, 4);
    for (int l = 0; l < count; ++l) {
      analysis::NestLoop loop;
      loop.parent = l == 0 ? -1 : chance(75) ? l - 1 : draw(0, l - 1);
      loop.depth = loop.parent < 0 ? 0 : nest.loops[static_cast<size_t>(loop.parent)].depth + 1;
      int64_t most = draw(0, 4);
      if (chance(70)) most = std::max<int64_t>(most, 2);
      loop.extent = integers::LinearForm(most);
      if (loop.parent >= 0 && chance(30)) {  // a triangle
        const int outer = one_of(chain_of(loop.parent));
        const auto& counter =
            nest.unknowns[static_cast<size_t>(nest.loops[static_cast<size_t>(outer)].counter)];
        const int64_t offset = draw(-1, 2);
        const bool up = chance(50);
        const auto form =
            integers::LinearForm::of(nest.loops[static_cast<size_t>(outer)].counter, up ? 1 : -1)
                .plus(up ? offset : counter.range.high + offset);
        loop.extent = *form;
        most = std::max<int64_t>(counter.range.high + offset, 0);
      } else if (symbols_ && chance(15)) {
        loop.extent = integers::LinearForm::of(add_symbol(loop.parent, {0, most}));
      }
      loop.counter = static_cast<integers::UnknownIndex>(nest.unknowns.size());
      nest.unknowns.push_back({analysis::Unknown::Kind::Counter, l, {0, most - 1}});
      loop.mark = ir::LoopMark::Parallel;
      nest.loops.push_back(loop);
    }
  }

  void add_array() {
    Layout layout;
    constexpr std::array types{ScalarType::Int8, ScalarType::Int16, ScalarType::Float32, ScalarType::Float64};
    layout.view.type = types[static_cast<size_t>(chance(40) ? 3 : draw(0, 3))];
    layout.view.rank = draw(1, 2);
    layout.base = layouts_.empty() || chance(30) ? 0 : draw(0, 12);
    layout.row_major = chance(70);
    layouts_.push_back(layout);
  }

  integers::LinearForm subscript(const std::vector<int>& chain) {
    integers::LinearForm form(draw(0, 3) == 0 ? draw(-3, 3) : 0);
    for (int terms = chance(65) ? 1 : draw(0, 3); terms > 0; --terms) {
      integers::UnknownIndex unknown = nest.loops[static_cast<size_t>(one_of(chain))].counter;
      if (symbols_ && chance(20)) unknown = symbol_in(chain);
      const int64_t factor = chance(70) ? 1 : draw(-3, 3);
      form = *form.plus(*integers::LinearForm::of(unknown).times(factor));
    }
    return form;
  }

  /// A symbol that is known in the loop, an old one or a new one.
  integers::UnknownIndex symbol_in(const std::vector<int>& chain) {
    for (size_t u = 0; u < nest.unknowns.size(); ++u) {
      const auto& known = nest.unknowns[u];
      const bool seen = known.loop < 0 || std::ranges::find(chain, known.loop) != chain.end();
      if (known.kind == analysis::Unknown::Kind::Symbol && seen && chance(50))
        return static_cast<integers::UnknownIndex>(u);
    }
    return add_symbol(chance(30) ? -1 : one_of(chain), {0, draw(0, 3)});
  }

  void add_access() {
    analysis::MemoryAccess access;
    const size_t array = static_cast<size_t>(draw(0, static_cast<int>(layouts_.size()) - 1));
    access.array = ir::ArrayId{static_cast<int32_t>(array)};
    access.loop = chance(70) ? static_cast<int>(nest.loops.size()) - 1
                             : draw(0, static_cast<int>(nest.loops.size()) - 1);
    access.write = true;
    access.rank = layouts_[array].view.rank;
    access.width = size_of(layouts_[array].view.type);
    access.first_subscript = static_cast<int>(nest.subscripts.size());
    const std::vector<int> chain = chain_of(access.loop);
    for (int d = 0; d < access.rank; ++d) nest.subscripts.push_back(subscript(chain));
    for (int guards = chance(60) ? 0 : draw(1, 2); guards > 0; --guards) {
      nest.guards.push_back({{subscript(chain), chance(25)}, access.guard});
      access.guard = static_cast<int>(nest.guards.size()) - 1;
    }
    layouts_[array].accesses.push_back(nest.accesses.size());
    nest.accesses.push_back(access);
  }

  /// Subscripts start at 0; extents hold all of them; addresses follow.
  void settle(Layout& layout) {
    ArrayView& view = layout.view;
    std::vector<integers::IntegerRange> box;
    for (const auto& unknown : nest.unknowns)
      box.push_back(unknown.range.is_empty() ? integers::IntegerRange{0, 0} : unknown.range);
    for (int d = 0; d < view.rank; ++d) {
      int64_t low = 0;
      int64_t high = 0;
      for (size_t a : layout.accesses) {
        const auto range = subscript_of(a, d).over(box);
        low = std::min(low, range->low);
        high = std::max(high, range->high);
      }
      for (size_t a : layout.accesses) subscript_of(a, d) = *subscript_of(a, d).plus(-low);
      view.extents[static_cast<size_t>(d)] = high - low + 1;
    }
    int64_t stride = size_of(view.type);
    for (int d = view.rank - 1; d >= 0; --d) {
      const int64_t item = chance(80) ? size_of(view.type) : 1;
      view.stride_bytes[static_cast<size_t>(d)] =
          layout.row_major ? (chance(80) ? stride : -stride) : item * draw(-6, 6);
      stride *= view.extents[static_cast<size_t>(d)] + (chance(20) ? 1 : 0);
    }
    for (size_t a : layout.accesses) {
      integers::LinearForm address(layout.base);
      for (int d = 0; d < view.rank; ++d)
        address = *integers::LinearForm::add_scaled(address, subscript_of(a, d),
                                                    view.stride_bytes[static_cast<size_t>(d)]);
      nest.accesses[a].address = address;
    }
    views.push_back(view);
  }

  integers::LinearForm& subscript_of(size_t access, int dimension) {
    return nest.subscripts[static_cast<size_t>(nest.accesses[access].first_subscript + dimension)];
  }

  /// One value for each combination of the counters around the definition.
  int64_t symbol_value(size_t unknown, uint64_t values, const std::vector<int64_t>& point) const {
    uint64_t hash = values * 0x9E3779B97F4A7C15u + unknown;
    for (int loop = nest.unknowns[unknown].loop; loop >= 0;
         loop = nest.loops[static_cast<size_t>(loop)].parent) {
      const auto counter = static_cast<size_t>(nest.loops[static_cast<size_t>(loop)].counter);
      hash = (hash ^ static_cast<uint64_t>(point[counter])) * 0xBF58476D1CE4E5B9u;
    }
    const integers::IntegerRange range = nest.unknowns[unknown].range;
    return range.low + static_cast<int64_t>((hash >> 40) % static_cast<uint64_t>(range.high - range.low + 1));
  }

  void set_symbols(int loop, uint64_t values, std::vector<int64_t>& point) const {
    for (size_t u = 0; u < nest.unknowns.size(); ++u) {
      if (nest.unknowns[u].kind == analysis::Unknown::Kind::Symbol && nest.unknowns[u].loop == loop)
        point[u] = symbol_value(u, values, point);
    }
  }

  void visit(const analysis::MemoryAccess& access, const std::vector<int>& chain, size_t depth,
             uint64_t values, std::vector<int64_t>& point, std::vector<Instant>& into) const {
    set_symbols(depth == 0 ? -1 : chain[depth - 1], values, point);
    if (depth < chain.size()) {
      const auto& loop = nest.loops[static_cast<size_t>(chain[depth])];
      const int64_t extent = *loop.extent.at(point);
      for (int64_t k = 0; k < extent; ++k) {
        point[static_cast<size_t>(loop.counter)] = k;
        visit(access, chain, depth + 1, values, point, into);
      }
      return;
    }
    for (int guard = access.guard; guard >= 0; guard = nest.guards[static_cast<size_t>(guard)].outer) {
      const analysis::Guard& in_force = nest.guards[static_cast<size_t>(guard)];
      const int64_t value = *in_force.form.at(point);
      if (in_force.nonzero ? value == 0 : value < 0) return;
    }
    into.push_back({point, *access.address->at(point)});
  }

  Random& random_;
  bool symbols_;
  std::vector<Layout> layouts_;
};

}  // namespace unpython::test
