// Slots of variables, one scalar or one vector each.
#include "codegen/llvm/lanes/variables.h"

#include "codegen/llvm/lanes/arithmetic.h"
#include "unpython/error.h"

namespace unpython::codegen {

Variables::Slot Variables::make_slot(ir::VarId id, bool per_lane) {
  const ir::Variable& variable = function_[id];
  llvm::Type* type = b_.scalar_type(variable.type);
  if (per_lane) type = b_.lane_type(type);
  Slot slot{b_.slot(type, variable.name), nullptr};
  if (is_complex(variable.type)) slot.imag = b_.slot(type, variable.name + ".imag");
  return slot;
}

LaneShape Variables::shape(ir::VarId id) const {
  return shapes_ != nullptr ? shapes_->variable(id) : LaneShape{};
}

const Variables::Slot& Variables::slot(ir::VarId id, const LaneShape& shape) {
  auto& slots = shape.varying ? lane_slots_ : slots_;
  auto found = slots.find(id);
  return found != slots.end() ? found->second : slots.emplace(id, make_slot(id, shape.varying)).first->second;
}

Value Variables::load(const Slot& slot) {
  Value value{b_.ir.CreateLoad(slot.real->getAllocatedType(), slot.real)};
  if (slot.imag != nullptr) value.imag = b_.ir.CreateLoad(slot.imag->getAllocatedType(), slot.imag);
  return value;
}

void Variables::store(const Slot& slot, const Value& value) {
  b_.ir.CreateStore(value.real, slot.real);
  if (slot.imag != nullptr) b_.ir.CreateStore(value.imag, slot.imag);
}

Value Variables::read(ir::VarId id) {
  if (auto bound = bound_.find(id); bound != bound_.end()) return bound->second;
  LaneShape place = shape(id);
  Value value = load(slot(id, place));
  if (!place.varying) value.step = place.step;
  return value;
}

void Variables::assign(ir::VarId id, const Value& value) {
  LaneShape place = shape(id);
  const Slot& home = slot(id, place);
  if (!place.varying) {
    if (value.is_vector() || value.step != place.step) {
      throw InternalError("emitting LLVM",
                          "lanes of variable " + function_[id].name + " differ unexpectedly");
    }
    store(home, value);
    return;
  }
  Value lanes = b_.expand(value);
  if (b_.diverged() && !shapes_->block_local(id)) lanes = emit_select(b_, {b_.mask}, lanes, load(home));
  store(home, lanes);
}

void Variables::enter_lanes(const LaneShapes& shapes) {
  for (const auto& [id, shape] : shapes.assigned()) {
    if (!shape.varying || bound_.contains(id) || shapes.block_local(id)) continue;
    Slot home = make_slot(id, true);
    if (slots_.contains(id)) store(home, b_.expand(load(slots_.at(id))));
    lane_slots_[id] = home;
  }
  shapes_ = &shapes;
}

void Variables::leave_lanes() {
  shapes_ = nullptr;
  lane_slots_.clear();
}

}  // namespace unpython::codegen
