// Vectors that are wider than the function are cut; those that have none go through memory, or lane by lane.
#include "codegen/llvm/lanes/library_calls.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>

#include <array>
#include <utility>
#include <vector>

#include "codegen/llvm/math/math_library.h"

namespace unpython::codegen {
namespace {

/// Lanes [first, first + count) of a vector.
llvm::Value* slice(LaneBuilder& b, llvm::Value* vector, int first, int count) {
  std::vector<int> lanes;
  for (int lane = first; lane < first + count; ++lane) lanes.push_back(lane);
  return b.ir.CreateShuffleVector(vector, lanes);
}

}  // namespace

llvm::Value* call_pure(LaneBuilder& b, const std::string& name, llvm::Type* result,
                       std::span<llvm::Value* const> arguments) {
  std::vector<llvm::Type*> types;
  for (llvm::Value* argument : arguments) types.push_back(argument->getType());
  llvm::Module* module = b.ir.GetInsertBlock()->getModule();
  llvm::FunctionCallee callee =
      module->getOrInsertFunction(name, llvm::FunctionType::get(result, types, false));
  auto* function = llvm::cast<llvm::Function>(callee.getCallee());
  function->setDoesNotThrow();
  function->setDoesNotAccessMemory();
  function->setWillReturn();
  std::vector<llvm::Value*> values(arguments.begin(), arguments.end());
  llvm::CallInst* call = b.ir.CreateCall(callee, values);
  call->addFnAttr(llvm::Attribute::NoBuiltin);
  return call;
}

llvm::Value* call_each_lane(LaneBuilder& b, const std::string& name,
                            std::span<llvm::Value* const> arguments) {
  llvm::Type* type = arguments[0]->getType();
  llvm::Value* result = llvm::PoisonValue::get(type);
  for (int lane = 0; lane < b.lanes; ++lane) {
    auto index = static_cast<uint64_t>(lane);
    std::vector<llvm::Value*> elements;
    for (llvm::Value* argument : arguments) elements.push_back(b.ir.CreateExtractElement(argument, index));
    result = b.ir.CreateInsertElement(result, call_pure(b, name, type->getScalarType(), elements), index);
  }
  return result;
}

llvm::Value* call_in_parts(LaneBuilder& b, const std::string& symbol, int width,
                           std::span<llvm::Value* const> arguments) {
  llvm::Type* part_type =
      llvm::FixedVectorType::get(arguments[0]->getType()->getScalarType(), static_cast<unsigned>(width));
  std::vector<llvm::Value*> parts;
  for (int first = 0; first < b.lanes; first += width) {
    std::vector<llvm::Value*> part;
    for (llvm::Value* argument : arguments) {
      part.push_back(width == b.lanes ? argument : slice(b, argument, first, width));
    }
    parts.push_back(call_pure(b, symbol, part_type, part));
  }
  while (parts.size() > 1) {
    std::vector<llvm::Value*> joined;
    for (size_t i = 0; i < parts.size(); i += 2) {
      auto* type = llvm::cast<llvm::FixedVectorType>(parts[i]->getType());
      std::vector<int> lanes;
      for (int lane = 0; lane < 2 * static_cast<int>(type->getNumElements()); ++lane) lanes.push_back(lane);
      joined.push_back(b.ir.CreateShuffleVector(parts[i], parts[i + 1], lanes));
    }
    parts = std::move(joined);
  }
  return parts[0];
}

llvm::Value* call_of_one_lane(LaneBuilder& b, const std::string& symbol, llvm::Value* x) {
  llvm::Type* type = llvm::FixedVectorType::get(x->getType(), 1);
  llvm::Value* lane = b.ir.CreateInsertElement(llvm::PoisonValue::get(type), x, uint64_t{0});
  return b.ir.CreateExtractElement(call_pure(b, symbol, type, std::array{lane}), uint64_t{0});
}

Value call_loop(LaneBuilder& b, const std::string& name, std::span<const Value> arguments) {
  auto& ir = b.ir;
  const bool is_complex_number = arguments[0].imag != nullptr;
  const bool is_vector = arguments[0].is_vector();
  llvm::Type* element = arguments[0].real->getType()->getScalarType();
  const int parts = is_complex_number ? 2 : 1;
  const int count = is_vector ? b.lanes : 1;
  const auto bytes = static_cast<int64_t>(element->getPrimitiveSizeInBits().getFixedValue()) / 8;
  auto* memory = llvm::ArrayType::get(element, static_cast<uint64_t>(parts * count));
  const auto part_of = [&](llvm::Value* place, int lane, int part) {
    return ir.CreateConstInBoundsGEP1_32(element, place, static_cast<unsigned>(parts * lane + part));
  };
  const size_t operands = arguments.size() + 1;
  auto* pointers = llvm::ArrayType::get(ir.getPtrTy(), operands);
  auto* numbers = llvm::ArrayType::get(ir.getInt64Ty(), operands);
  llvm::AllocaInst* places = b.slot(pointers, "operands");
  llvm::AllocaInst* strides = b.slot(numbers, "strides");
  llvm::AllocaInst* counts = b.slot(ir.getInt64Ty(), "count");
  ir.CreateStore(b.i64(count), counts);
  std::vector<llvm::AllocaInst*> rooms;
  for (size_t i = 0; i < operands; ++i) {
    rooms.push_back(b.slot(memory, "room", 64));
    const auto at = static_cast<unsigned>(i);
    ir.CreateStore(rooms[i], ir.CreateConstInBoundsGEP1_32(ir.getPtrTy(), places, at));
    ir.CreateStore(b.i64(parts * bytes), ir.CreateConstInBoundsGEP1_32(ir.getInt64Ty(), strides, at));
    if (i == arguments.size()) break;
    if (is_vector && !is_complex_number) {
      ir.CreateStore(arguments[i].real, rooms[i]);
      continue;
    }
    for (int lane = 0; lane < count; ++lane) {
      for (int part = 0; part < parts; ++part) {
        llvm::Value* value = part == 0 ? arguments[i].real : arguments[i].imag;
        if (is_vector) value = ir.CreateExtractElement(value, static_cast<uint64_t>(lane));
        ir.CreateStore(value, part_of(rooms[i], lane, part));
      }
    }
  }
  llvm::Module* module = ir.GetInsertBlock()->getModule();
  auto* type = llvm::FunctionType::get(ir.getVoidTy(),
                                       {ir.getPtrTy(), ir.getPtrTy(), ir.getPtrTy(), ir.getPtrTy()}, false);
  llvm::FunctionCallee loop = module->getOrInsertFunction(name, type);
  llvm::cast<llvm::Function>(loop.getCallee())->setDoesNotThrow();
  llvm::Value* data = module->getOrInsertGlobal(name + std::string(kLoopData), ir.getInt8Ty());
  ir.CreateCall(loop, {places, counts, strides, data});
  llvm::AllocaInst* room = rooms.back();
  if (is_vector && !is_complex_number) return {ir.CreateLoad(arguments[0].real->getType(), room)};
  Value result;
  for (int part = 0; part < parts; ++part) {
    llvm::Value* joined = is_vector ? llvm::PoisonValue::get(arguments[0].real->getType()) : nullptr;
    for (int lane = 0; lane < count; ++lane) {
      llvm::Value* value = ir.CreateLoad(element, part_of(room, lane, part));
      joined = is_vector ? ir.CreateInsertElement(joined, value, static_cast<uint64_t>(lane)) : value;
    }
    (part == 0 ? result.real : result.imag) = joined;
  }
  return result;
}

}  // namespace unpython::codegen
