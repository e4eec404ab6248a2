// What generated code reports -> what the user reads.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "abi/frame.h"
#include "ir/function.h"
#include "unpython/export.h"

namespace unpython::driver {

struct RuntimeError {
  ir::ErrorKind kind = ir::ErrorKind::RuntimeError;
  std::string message;  ///< complete, with file and line
};

/// Name of Python's class for a kind: "IndexError".
[[nodiscard]] UNPYTHON_API std::string_view python_name(ir::ErrorKind kind);

/// Message of an error that `code` raised: the arguments filled in, "(file, line n)" added. `files` are the
/// names that SourceRange::file indexes.
[[nodiscard]] UNPYTHON_API RuntimeError describe(const ir::Function& code,
                                                 const std::vector<std::string>& files,
                                                 const abi::ErrorRecord& record);

}  // namespace unpython::driver
