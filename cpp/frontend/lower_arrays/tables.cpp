// The elements of long tuples in arrays, for subscripts that are only known at run time.
//
// Problem:  a choice among n scalars is an expression of n nodes, at each subscript: code and time to compile it grow with both.
// Choice:   constants are stored to an array at the beginning of the function, the numbers of a variable where it gets them.
//           A call stores n numbers, a subscript loads one.
#include <algorithm>

#include "frontend/lower_arrays/array_code.h"
#include "ir/rewrite.h"

namespace unpython::frontend {

ir::ArrayId ArrayCode::table_of(std::span<const ir::ExprId> scalars) {
  if (!is_long(scalars.size())) return {};
  const auto same = [&](ir::ExprId a, ir::ExprId b) { return ir::same_value(out_, a, b); };
  const auto find = [&] {
    return std::find_if(tables_.begin(), tables_.end(), [&](const Table& table) {
      return std::equal(scalars.begin(), scalars.end(), table.scalars.begin(), table.scalars.end(), same);
    });
  };
  if (const auto known = find(); known != tables_.end()) return known->memory;
  const auto is_constant = [&](ir::ExprId id) { return build_.as_constant(id) != nullptr; };
  if (!std::all_of(scalars.begin(), scalars.end(), is_constant)) return {};
  make_table({scalars.begin(), scalars.end()}, constant_tables_);
  return tables_.back().memory;
}

void ArrayCode::make_table(std::vector<ir::ExprId> scalars, ir::Block& where) {
  const ir::ArrayId memory = build_.heap_array(unique_name("table"), build_.type_of(scalars.front()), 1);
  into(where, [&] {
    emit(ir::Allocate{memory, {build_.int64(static_cast<int64_t>(scalars.size()))}}, {});
    for (size_t i = 0; i < scalars.size(); ++i)
      emit(build_.store(memory, {build_.int64(static_cast<int64_t>(i))}, scalars[i]));
  });
  tables_.push_back({std::move(scalars), memory});
}

}  // namespace unpython::frontend
