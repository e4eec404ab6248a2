// What generated code reports -> what the user reads.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "abi/frame.h"
#include "ir/function.h"
#include "unpython/export.h"

namespace unpython::driver {

struct RuntimeError {
  ir::ErrorKind kind = ir::ErrorKind::RuntimeError;
  std::string message;  ///< as CPython or NumPy words it, but for floats of 32 bits, which stand between marks: versions of NumPy differ
  static constexpr char kNarrowMark = '\xff';  // no byte of UTF-8
  std::string about;    ///< "array 'a'", or empty
  std::string file;     ///< without folders; empty where it is not known
  int line = 0;         ///< 0: not known
  /// Of a KeyError: its argument is this number, or the tuple of these, not the message. Floats are their bits.
  std::vector<int64_t> key{};
  /// Of these numbers: "int", "bool", "numpy.int64". If the first one is "," or "(", the others, of which "'text" stands for a text,
  /// are the arguments of the exception, or the tuple that it is given.
  std::vector<std::string> key_types{};
  /// Refused: the program stores to no array of its caller, and calls nothing outside: it can be done again.
  bool left_alone = false;

  /// "array 'a', file.py, line 3"; empty if nothing is known.
  [[nodiscard]] UNPYTHON_API std::string place() const;
  /// The message with the place behind it, for those who see nothing else.
  [[nodiscard]] UNPYTHON_API std::string text() const;
};

/// Name of Python's class for a kind: "IndexError".
[[nodiscard]] UNPYTHON_API std::string_view python_name(ir::ErrorKind kind);

/// An error that `code` raised, its arguments filled in. `files` are the names that SourceRange::file indexes.
[[nodiscard]] UNPYTHON_API RuntimeError describe(const ir::Function& code,
                                                 const std::vector<std::string>& files,
                                                 const abi::ErrorRecord& record);

}  // namespace unpython::driver
