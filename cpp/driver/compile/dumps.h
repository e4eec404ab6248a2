// UNPYTHON_DUMP: text of each stage, to standard error or to one file per stage and function.
#pragma once
#include <string>
#include <string_view>

#include "support/settings.h"
#include "unpython/export.h"

namespace unpython::driver {

/// What was written for one function. `instance` keeps the files of several specializations apart.
class UNPYTHON_API Dumps {
 public:
  Dumps(const Settings& settings, std::string function, int instance);
  /// True when some setting asks for `stage`.
  [[nodiscard]] bool wants(std::string_view stage) const;
  /// Writes `text` (also if it equals the text before; then in one line that says so).
  void write(std::string_view stage, std::string_view text);
  /// After a pass: as write("ir@pass"), or all passes with UNPYTHON_DUMP=ir@*.
  [[nodiscard]] bool wants_pass(std::string_view pass) const;
  void write_pass(std::string_view pass, std::string_view text);

 private:
  const Settings& settings_;
  std::string function_;
  int instance_;
  std::string previous_pass_;
};

}  // namespace unpython::driver
