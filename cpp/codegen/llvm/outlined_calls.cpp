// Blocks that are functions of their own (outlined_blocks.h): the first of a form is emitted as a function of a struct, in which variables
// go in, and those come back that the block changes; each block is a call of it.
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>

#include <algorithm>
#include <iterator>

#include "codegen/llvm/function_emitter.h"

namespace unpython::codegen {

namespace {

/// Calls visit(variable, its number, its first field) for what goes in.
template <class Visit>
void each_given(const ir::Function& function, const OutlinedBlock& outlined, const Visit& visit) {
  unsigned field = 2;  // behind the frame and the table of errors
  for (size_t i = 0; i < outlined.names.variables.size(); ++i) {
    if (!outlined.form->goes_in[i]) continue;
    visit(outlined.names.variables[i], i, field);
    field += is_complex(function[outlined.names.variables[i]].type) ? 2 : 1;
  }
}

bool is_variable(const llvm::Value* stride) { return !llvm::isa<llvm::Constant>(stride); }

}  // namespace

const OutlinedBlock* FunctionEmitter::outlined_from(ir::StmtId first) const {
  if (!runs_in_order()) return nullptr;
  const OutlinedBlock* const piece = outlined_ == nullptr ? context_.outlined.piece_from(first) : nullptr;
  const bool may_repeat = outlined_ == nullptr || outlined_->form->is_piece;
  return piece == nullptr && may_repeat ? context_.outlined.repeat_from(first) : piece;
}

void FunctionEmitter::store_field_of(ir::VarId variable, const CapturedStruct& to, unsigned field) {
  const Value value = variables_.read(variable);
  b_.ir.CreateStore(value.real, b_.ir.CreateStructGEP(to.type, to.place, field));
  if (value.imag != nullptr) b_.ir.CreateStore(value.imag, b_.ir.CreateStructGEP(to.type, to.place, field + 1));
}

void FunctionEmitter::load_field_of(ir::VarId variable, const CapturedStruct& from, unsigned field) {
  const auto load = [&](unsigned at) {
    return b_.ir.CreateLoad(from.type->getElementType(at), b_.ir.CreateStructGEP(from.type, from.place, at));
  };
  Value value{load(field)};
  if (is_complex(function_[variable].type)) value.imag = load(field + 1);
  variables_.assign(variable, value);
}

/// The frame, the table of errors, the parts of variables, and of arrays the memory, the extents and the strides that code does not know.
std::vector<llvm::Value*> FunctionEmitter::values_for(const OutlinedBlock& outlined, std::vector<BorrowedList>& lists) {
  std::vector<llvm::Value*> values{frame_, table_of_errors(outlined.names)};
  for (size_t i = 0; i < outlined.names.variables.size(); ++i) {
    if (!outlined.form->goes_in[i]) continue;
    const Value value = variables_.read(outlined.names.variables[i]);
    values.push_back(value.real);
    if (value.imag != nullptr) values.push_back(value.imag);
  }
  for (size_t i = 0; i < outlined.names.arrays.size(); ++i) {
    const ir::ArrayId array = outlined.names.arrays[i];
    if (outlined.form->arrays[i] == OutlinedForm::Memory::Given) {
      const ArrayPlace& place = arrays_->at(array);
      values.push_back(place.data);
      values.insert(values.end(), place.extents.begin(), place.extents.end());
      if (function_[array].space == ir::AddressSpace::Heap) continue;
      std::copy_if(place.strides.begin(), place.strides.end(), std::back_inserter(values), is_variable);
    } else if (outlined.form->arrays[i] == OutlinedForm::Memory::Moved) {
      lists.push_back({array, static_cast<unsigned>(values.size())});
      for (llvm::AllocaInst* part : arrays_->slot_parts(array))
        values.push_back(b_.ir.CreateLoad(part->getAllocatedType(), part));
    }
  }
  return values;
}

llvm::Value* FunctionEmitter::table_of_errors(const ir::Form& names) {
  if (names.errors.empty()) return llvm::ConstantPointerNull::get(b_.ir.getPtrTy());
  std::vector<uint32_t> numbers;
  for (const ir::ErrorId error : names.errors) numbers.push_back(static_cast<uint32_t>(error.value));
  llvm::Constant* content = llvm::ConstantDataArray::get(context_.module.getContext(), numbers);
  return new llvm::GlobalVariable(context_.module, content->getType(), true, llvm::GlobalValue::PrivateLinkage, content, "errors");
}

llvm::Value* FunctionEmitter::number_of(ir::ErrorId error) {
  auto& ir = b_.ir;
  if (error_table_ == nullptr) return ir.getInt32(static_cast<uint32_t>(error.value));
  const std::vector<ir::ErrorId>& errors = outlined_->names.errors;
  const auto at = static_cast<uint64_t>(std::find(errors.begin(), errors.end(), error) - errors.begin());
  return ir.CreateLoad(ir.getInt32Ty(), ir.CreateConstGEP1_64(ir.getInt32Ty(), error_table_, at));
}

void FunctionEmitter::call_outlined(const OutlinedBlock& outlined) {
  auto& ir = b_.ir;
  std::vector<BorrowedList> lists;
  const std::vector<llvm::Value*> values = values_for(outlined, lists);
  const CapturedStruct given = store_in_struct(values);
  llvm::Function*& made = outlined.form->function;
  if (made == nullptr) made = outlined_function(outlined, lists, given.type);
  llvm::Value* result = ir.CreateCall(made, {given.place, error_});
  copy_lists(lists, given, false);
  leave_unless_ok(result, outlined.form->is_piece);
  each_given(function_, outlined, [&](ir::VarId variable, size_t i, unsigned field) {
    if (outlined.form->comes_out[i]) load_field_of(variable, given, field);
  });
}

/// int32_t status(values, error record).
llvm::Function* FunctionEmitter::outlined_function(const OutlinedBlock& outlined, const std::vector<BorrowedList>& lists,
                                                 llvm::StructType* type) {
  auto& ir = b_.ir;
  auto* function_type = llvm::FunctionType::get(ir.getInt32Ty(), {ir.getPtrTy(), ir.getPtrTy()}, false);
  llvm::Function* made = context_.make_function(function_type, outlined.form->is_piece ? "piece" : "repeated", false);
  FunctionEmitter emitter(context_, made);
  emitter.take_values(outlined, lists, {type, made->getArg(0)});
  emitter.block(outlined.block);
  if (!emitter.b_.ended()) {
    each_given(function_, outlined, [&](ir::VarId variable, size_t i, unsigned field) {
      if (outlined.form->comes_out[i]) emitter.store_field_of(variable, emitter.given_, field);
    });
  }
  emitter.finish();
  return made;
}

/// The inverse of values_for, in the function.
void FunctionEmitter::take_values(const OutlinedBlock& outlined, const std::vector<BorrowedList>& lists, const CapturedStruct& from) {
  auto& ir = b_.ir;
  const auto load = [&](unsigned field) {
    return ir.CreateLoad(from.type->getElementType(field), ir.CreateStructGEP(from.type, from.place, field));
  };
  {
    llvm::IRBuilderBase::InsertPointGuard guard(ir);
    llvm::Function* function = ir.GetInsertBlock()->getParent();
    ir.SetInsertPoint(function->getEntryBlock().getTerminator());
    set_call(load(0), function->getArg(1));
    if (!outlined.names.errors.empty()) error_table_ = load(1);
  }
  outlined_ = &outlined;
  given_ = from;
  borrowed_ = lists;
  unsigned behind = 2;
  each_given(function_, outlined, [&](ir::VarId variable, size_t, unsigned field) {
    load_field_of(variable, from, field);
    behind = field + (is_complex(function_[variable].type) ? 2 : 1);
  });
  for (size_t i = 0; i < outlined.names.arrays.size(); ++i) {
    const ir::ArrayId array = outlined.names.arrays[i];
    const auto rank = static_cast<unsigned>(function_[array].rank);
    if (outlined.form->arrays[i] == OutlinedForm::Memory::Moved) {
      arrays_->make_slot(array);
      behind += 3 + rank;
    }
    if (outlined.form->arrays[i] != OutlinedForm::Memory::Given) continue;
    llvm::Value* data = load(behind++);
    std::vector<llvm::Value*> extents;
    for (unsigned d = 0; d < rank; ++d) extents.push_back(load(behind++));
    if (function_[array].space == ir::AddressSpace::Heap) {
      arrays_->define_heap(array, data, extents);
      continue;
    }
    std::vector<llvm::Value*> strides = arrays_->at(array).strides;
    for (llvm::Value*& stride : strides) {
      if (is_variable(stride)) stride = load(behind++);
    }
    arrays_->define_argument(array, data, extents, strides);
  }
  copy_lists(lists, from, false);
}

void FunctionEmitter::copy_lists(const std::vector<BorrowedList>& lists, const CapturedStruct& with, bool into_struct) {
  auto& ir = b_.ir;
  for (const BorrowedList& borrowed : lists) {
    unsigned field = borrowed.first_field;
    for (llvm::AllocaInst* part : arrays_->slot_parts(borrowed.list)) {
      llvm::Value* in_struct = ir.CreateStructGEP(with.type, with.place, field++);
      llvm::Value* from = into_struct ? part : in_struct;
      ir.CreateStore(ir.CreateLoad(part->getAllocatedType(), from), into_struct ? in_struct : part);
    }
  }
}

}  // namespace unpython::codegen
