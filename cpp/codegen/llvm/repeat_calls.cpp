// Repeated blocks (repeats.h): the first of a form is emitted as a function of a struct, and each is a call of it.
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>

#include <algorithm>
#include <iterator>

#include "codegen/llvm/function_emitter.h"

namespace unpython::codegen {

namespace {

/// Calls visit(variable, its number, its first field) for what goes in.
template <class Visit>
void each_given(const ir::Function& function, const Repeat& repeat, const Visit& visit) {
  unsigned field = 2;  // behind the frame and the table of errors
  for (size_t i = 0; i < repeat.names.variables.size(); ++i) {
    if (!repeat.form->goes_in[i]) continue;
    visit(repeat.names.variables[i], i, field);
    field += is_complex(function[repeat.names.variables[i]].type) ? 2 : 1;
  }
}

bool is_variable(const llvm::Value* stride) { return !llvm::isa<llvm::Constant>(stride); }

}  // namespace

const Repeat* FunctionEmitter::repeat_from(ir::StmtId first) const {
  return repeat_ == nullptr && runs_in_order() ? context_.repeats.from(first) : nullptr;
}

/// The frame, the table of errors, the parts of variables, and of arrays the memory, the extents and the strides that code does not know.
std::vector<llvm::Value*> FunctionEmitter::values_for(const Repeat& repeat, std::vector<BorrowedList>& lists) {
  std::vector<llvm::Value*> values{frame_, table_of_errors(repeat.names)};
  for (size_t i = 0; i < repeat.names.variables.size(); ++i) {
    if (!repeat.form->goes_in[i]) continue;
    const Value value = variables_.read(repeat.names.variables[i]);
    values.push_back(value.real);
    if (value.imag != nullptr) values.push_back(value.imag);
  }
  for (size_t i = 0; i < repeat.names.arrays.size(); ++i) {
    const ir::ArrayId array = repeat.names.arrays[i];
    if (repeat.form->arrays[i] == RepeatedForm::Memory::Given) {
      const ArrayPlace& place = arrays_->at(array);
      values.push_back(place.data);
      values.insert(values.end(), place.extents.begin(), place.extents.end());
      if (function_[array].space == ir::AddressSpace::Heap) continue;
      std::copy_if(place.strides.begin(), place.strides.end(), std::back_inserter(values), is_variable);
    } else if (repeat.form->arrays[i] == RepeatedForm::Memory::Moved) {
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
  if (repeat_ == nullptr) return ir.getInt32(static_cast<uint32_t>(error.value));
  const std::vector<ir::ErrorId>& errors = repeat_->names.errors;
  const auto at = static_cast<uint64_t>(std::find(errors.begin(), errors.end(), error) - errors.begin());
  return ir.CreateLoad(ir.getInt32Ty(), ir.CreateConstGEP1_64(ir.getInt32Ty(), error_table_, at));
}

void FunctionEmitter::call_repeat(const Repeat& repeat) {
  auto& ir = b_.ir;
  std::vector<BorrowedList> lists;
  const std::vector<llvm::Value*> values = values_for(repeat, lists);
  const CapturedStruct given = store_in_struct(values);
  llvm::Function*& made = repeat.form->function;
  if (made == nullptr) made = repeat_function(repeat, lists, given.type);
  llvm::Value* result = ir.CreateCall(made, {given.place, error_});
  copy_lists(lists, given, false);
  leave_unless_ok(result);
  each_given(function_, repeat, [&](ir::VarId variable, size_t i, unsigned field) {
    if (repeat.form->comes_out[i]) load_field_of(variable, given, field);
  });
}

/// int32_t status(values, error record).
llvm::Function* FunctionEmitter::repeat_function(const Repeat& repeat, const std::vector<BorrowedList>& lists,
                                                 llvm::StructType* type) {
  auto& ir = b_.ir;
  auto* function_type = llvm::FunctionType::get(ir.getInt32Ty(), {ir.getPtrTy(), ir.getPtrTy()}, false);
  llvm::Function* made = context_.make_function(function_type, "repeated", false);
  FunctionEmitter emitter(context_, made);
  emitter.take_values(repeat, lists, {type, made->getArg(0)});
  emitter.block(repeat.block);
  if (!emitter.b_.ended()) {
    each_given(function_, repeat, [&](ir::VarId variable, size_t i, unsigned field) {
      if (repeat.form->comes_out[i]) emitter.store_field_of(variable, emitter.given_, field);
    });
  }
  emitter.finish();
  return made;
}

/// The inverse of values_for, in the function.
void FunctionEmitter::take_values(const Repeat& repeat, const std::vector<BorrowedList>& lists, const CapturedStruct& from) {
  auto& ir = b_.ir;
  const auto load = [&](unsigned field) {
    return ir.CreateLoad(from.type->getElementType(field), ir.CreateStructGEP(from.type, from.place, field));
  };
  {
    llvm::IRBuilderBase::InsertPointGuard guard(ir);
    llvm::Function* function = ir.GetInsertBlock()->getParent();
    ir.SetInsertPoint(function->getEntryBlock().getTerminator());
    set_call(load(0), function->getArg(1));
    error_table_ = load(1);
  }
  repeat_ = &repeat;
  in_piece_ = true;
  given_ = from;
  borrowed_ = lists;
  unsigned behind = 2;
  each_given(function_, repeat, [&](ir::VarId variable, size_t, unsigned field) {
    load_field_of(variable, from, field);
    behind = field + (is_complex(function_[variable].type) ? 2 : 1);
  });
  for (size_t i = 0; i < repeat.names.arrays.size(); ++i) {
    const ir::ArrayId array = repeat.names.arrays[i];
    const auto rank = static_cast<unsigned>(function_[array].rank);
    if (repeat.form->arrays[i] == RepeatedForm::Memory::Moved) {
      arrays_->make_slot(array);
      behind += 3 + rank;
    }
    if (repeat.form->arrays[i] != RepeatedForm::Memory::Given) continue;
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
