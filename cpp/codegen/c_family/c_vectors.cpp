#include "codegen/c_family/c_vectors.h"

#include "codegen/c_family/c_types.h"

namespace unpython::codegen {

using namespace ir;

std::string CVectors::target(StmtId store) const {
  const auto found = targets_.find(store);
  return found == targets_.end() ? "" : found->second;
}

void CVectors::at_first_lane(const For& node, const std::function<void()>& print) {
  out_.line("{");
  out_.indent();
  out_.line("const i64 ", names_.of(node.counter), " = 0;");
  print();
  out_.dedent();
  out_.line("}");
}

std::string CVectors::wide(ArrayId array, const std::vector<ExprId>& indices, int width, bool stored) {
  const std::string type = helpers_.use_vector(function_[array].type, width);
  const std::string_view space = plan_.local.contains(array) ? dialect_.local_pointer() : dialect_.global();
  return "*(" + std::string(space) + (stored ? "" : "const ") + type + "*)&" + expressions_.element(array, indices);
}

/// The loop is nothing but a copy that arrives later, of as many bytes as one such copy has.
bool CVectors::copies_wide(const For& node, const kernel::WideAccesses& found) {
  const bool one = groups_.copies() && kernel::is_wide_copy(function_, node, found);
  if (!one || dialect_.copy_helpers().empty()) return false;
  const auto& store = std::get<Store>(function_[node.body[0]].node);
  const auto& load = std::get<Load>(function_[store.value].node);
  const int64_t bytes = node.width * size_of(function_[store.array].type);
  at_first_lane(node, [&] {
    groups_.copy(bytes, "&" + expressions_.element(store.array, store.indices),
                 groups_.source(load));
  });
  return true;
}

void CVectors::loop(const For& node, const std::function<void(const Block&)>& body) {
  const kernel::WideAccesses found = kernel::wide_accesses(function_, kernel_, layout_, plan_, node);
  if (copies_wide(node, found)) return;
  const std::string lane = "[" + names_.of(node.counter) + "]";
  for (ExprId id : found.loads) {
    const auto& load = std::get<Load>(function_[id].node);
    const std::string name = names_.fresh(names_.of(load.array) + "_wide");
    out_.line(helpers_.use_vector(function_[load.array].type, node.width), " ", name, ";");
    at_first_lane(node, [&] { out_.line(name, " = ", wide(load.array, load.indices, node.width, false), ";"); });
    expressions_.read_from(id, name + ".at" + lane);
  }
  for (StmtId id : found.stores) {
    const auto& store = std::get<Store>(function_[id].node);
    const std::string name = names_.fresh(names_.of(store.array) + "_wide");
    out_.line(helpers_.use_vector(function_[store.array].type, node.width), " ", name, ";");
    targets_[id] = name + ".at" + lane;
  }
  body(node.body);
  for (StmtId id : found.stores) {
    const auto& store = std::get<Store>(function_[id].node);
    const std::string name = targets_[id].substr(0, targets_[id].find(".at["));
    at_first_lane(node, [&] { out_.line(wide(store.array, store.indices, node.width, true), " = ", name, ";"); });
    targets_.erase(id);
  }
  for (ExprId id : found.loads) expressions_.read_from_memory(id);
}

}  // namespace unpython::codegen
