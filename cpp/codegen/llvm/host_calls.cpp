// Calls of functions that are not compiled: their arguments are put where the caller of the code can read them.
#include "codegen/llvm/function_emitter.h"
#include "codegen/llvm/lanes/frame_access.h"
#include "unpython/error.h"

namespace unpython::codegen {

void FunctionEmitter::call_host(const ir::CallHost& call) {
  if (b_.lanes > 1 || (in_parallel_body_ && !call.is_native))
    throw InternalError("emitting LLVM", "a call of the host inside a parallel loop");
  auto& ir = b_.ir;
  const auto count = static_cast<uint64_t>(call.arguments.size());
  auto* type = llvm::ArrayType::get(ir.getInt8Ty(), std::max<uint64_t>(count, 1) * sizeof(abi::HostArgument));
  llvm::AllocaInst* given = b_.slot(type, "given");
  given->setAlignment(llvm::Align(alignof(abi::HostArgument)));
  const std::vector<Value> values = expressions_->values(call.values);
  size_t scalar = 0;
  for (size_t i = 0; i < call.arguments.size(); ++i) {
    const ir::HostArgument& argument = call.arguments[i];
    llvm::Value* at = field_address(ir, given, i * sizeof(abi::HostArgument));
    const bool is_array = argument.array.valid();
    const ScalarType element = is_array ? function_[argument.array].type : function_[call.values[scalar]].type;
    const int rank = is_array ? function_[argument.array].rank : abi::kScalarRank;
    const auto number = [&](int32_t value, size_t offset) {
      store_field(ir, ir.getInt32(static_cast<uint32_t>(value)), at, offset);
    };
    number(static_cast<int32_t>(element), offsetof(abi::HostArgument, type));
    number(rank, offsetof(abi::HostArgument, rank));
    number(argument.stored ? 1 : 0, offsetof(abi::HostArgument, stored));
    number(argument.weak ? 1 : 0, offsetof(abi::HostArgument, weak));
    if (is_array) {
      store_array(argument.array, field_address(ir, at, offsetof(abi::HostArgument, array)));
    } else {
      store_scalar(values[scalar++], element, at, offsetof(abi::HostArgument, value));
    }
  }
  auto* of_call = llvm::FunctionType::get(
      ir.getInt32Ty(), {ir.getPtrTy(), ir.getInt32Ty(), ir.getInt32Ty(), ir.getPtrTy()}, false);
  llvm::Value* function = load_field(ir, ir.getPtrTy(), services(), offsetof(abi::Services, call_host));
  leave_unless_ok(ir.CreateCall(of_call, function,
                                {services(), ir.getInt32(static_cast<uint32_t>(call.function)),
                                 ir.getInt32(static_cast<uint32_t>(count)), given}));
}

/// As abi::ArrayArgument.
void FunctionEmitter::store_array(ir::ArrayId array, llvm::Value* to) {
  auto& ir = b_.ir;
  const ArrayPlace& place = arrays_->at(array);
  store_field(ir, place.data, to, offsetof(abi::ArrayArgument, data));
  for (size_t d = 0; d < place.extents.size(); ++d) {
    store_field(ir, place.extents[d], to, offsetof(abi::ArrayArgument, extents) + d * sizeof(int64_t));
    store_field(ir, place.strides[d], to, offsetof(abi::ArrayArgument, stride_bytes) + d * sizeof(int64_t));
  }
}

/// As abi::ScalarSlot.
void FunctionEmitter::store_scalar(const Value& value, ScalarType type, llvm::Value* to, size_t offset) {
  auto& ir = b_.ir;
  llvm::Value* real = value.real;
  if (type == ScalarType::Bool) real = ir.CreateZExt(real, ir.getInt8Ty());
  store_field(ir, real, to, offset);
  if (is_complex(type))
    store_field(ir, value.imag, to, offset + static_cast<size_t>(size_of(real_part_type(type))));
}

}  // namespace unpython::codegen
