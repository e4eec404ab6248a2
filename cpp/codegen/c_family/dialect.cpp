#include "codegen/c_family/dialect.h"

namespace unpython::codegen {

const Dialect& dialect_of(abi::SourceLanguage language, FloatMode fp) {
  switch (language) {  // without a default: a new language has to say its dialect
    case abi::SourceLanguage::CudaC:
      return cuda_dialect(fp);
    case abi::SourceLanguage::OpenClC:
      break;
  }
  return opencl_dialect(fp);
}

const Dialect* find_dialect(std::string_view name, FloatMode fp) {
  for (const abi::SourceLanguage language : abi::kSourceLanguages) {
    const Dialect& dialect = dialect_of(language, fp);
    if (dialect.name() == name) return &dialect;
  }
  return nullptr;
}

}  // namespace unpython::codegen
