#include "codegen/c_family/dialect.h"

namespace unpython::codegen {

const Dialect& dialect_of(abi::SourceLanguage language, FloatMode fp) {
  return language == abi::SourceLanguage::CudaC ? cuda_dialect(fp) : opencl_dialect(fp);
}

const Dialect* find_dialect(std::string_view name, FloatMode fp) {
  for (const Dialect* dialect : {&cuda_dialect(fp), &opencl_dialect(fp)}) {
    if (dialect->name() == name) return dialect;
  }
  return nullptr;
}

}  // namespace unpython::codegen
