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

std::string CVectors::wide(ArrayId array, const std::vector<ExprId>& indices, const std::string& type, bool stored) {
  const std::string_view space = plan_.local.contains(array) ? dialect_.local_pointer() : dialect_.global();
  return "*(" + std::string(space) + (stored ? "" : "const ") + type + "*)&" + expressions_.element(array, indices);
}

/// The loop is nothing but a copy that arrives later, of as many bytes as one such copy has.
bool CVectors::copies_wide(const For& node, const kernel::WideAccesses& found) {
  const bool one = groups_ != nullptr && groups_->copies() && kernel::is_wide_copy(function_, node, found);
  if (!one || dialect_.copy_helpers().empty()) return false;
  const auto& store = std::get<Store>(function_[node.body[0]].node);
  const auto& load = std::get<Load>(function_[store.value].node);
  const int64_t bytes = node.width * size_of(function_[store.array].type);
  at_first_lane(node, [&] {
    groups_->copy(bytes, "&" + expressions_.element(store.array, store.indices), groups_->source(load));
  });
  return true;
}

/// Bytes come as words where the language takes a byte out of a word at once.
CVectors::Register CVectors::declare(ScalarType type, ArrayId array, int64_t width, const std::string& lane) {
  const std::string name = names_.fresh(names_.of(array) + "_wide");
  const std::string byte = memory_type(type) == "u8" && width % 4 == 0
                               ? dialect_.byte_of(name + ".at[" + lane + " / 4]", lane + " % 4")
                               : "";
  const std::string vector =
      byte.empty() ? helpers_.use_vector(type, width) : helpers_.use_vector(ScalarType::UInt32, width / 4);
  out_.line(vector, " ", name, ";");
  return {name, vector, byte.empty() ? name + ".at[" + lane + "]" : byte};
}

bool CVectors::loads_wide(const For& node) const {
  return !kernel::wide_accesses(function_, kernel_, layout_, plan_, node).loads.empty();
}

bool CVectors::loop(const For& node, const std::function<void(const std::function<void()>&)>& lanes) {
  const bool vector = node.mark == LoopMark::Vector;
  if (!vector && groups_ != nullptr && groups_->copies()) return false;
  const kernel::WideAccesses found = kernel::wide_accesses(function_, kernel_, layout_, plan_, node);
  if (!vector && found.loads.empty()) return false;
  if (copies_wide(node, found)) return true;
  const std::string turn = names_.of(node.counter);
  std::map<ExprId, Register> loaded;
  for (const auto& [id, width] : found.loads) {
    const auto& load = std::get<Load>(function_[id].node);
    const std::string lane = vector ? turn : turn + " % " + std::to_string(width);
    const Register& into = loaded.emplace(id, declare(function_[load.array].type, load.array, width, lane)).first->second;
    if (vector) at_first_lane(node, [&] { out_.line(into.name, " = ", wide(load.array, load.indices, into.type, false), ";"); });
    expressions_.take_from(id, into.element);
  }
  std::map<StmtId, Register> stored;
  for (const auto& [id, width] : found.stores) {
    const auto& store = std::get<Store>(function_[id].node);
    const std::string type = helpers_.use_vector(function_[store.array].type, width);
    const std::string name = names_.fresh(names_.of(store.array) + "_wide");
    out_.line(type, " ", name, ";");
    targets_[id] = name + ".at[" + turn + "]";
    stored.emplace(id, Register{name, type, targets_[id]});
  }
  lanes([&] {
    if (vector) return;
    for (const auto& [id, into] : loaded) {
      const auto& load = std::get<Load>(function_[id].node);
      out_.line("if (", turn, " % ", found.loads.at(id), " == 0) ", into.name, " = ",
                wide(load.array, load.indices, into.type, false), ";");
    }
  });
  for (const auto& [id, from] : stored) {
    const auto& store = std::get<Store>(function_[id].node);
    at_first_lane(node, [&] { out_.line(wide(store.array, store.indices, from.type, true), " = ", from.name, ";"); });
    targets_.erase(id);
  }
  for (const auto& [id, width] : found.loads) expressions_.evaluate(id);
  return true;
}

}  // namespace unpython::codegen
