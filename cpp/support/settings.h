// The environment variables of the package; nothing else reads any.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "support/log.h"
#include "unpython/export.h"

namespace unpython {

/// One field per variable. A switch knows "on", "1", "yes", "true" and "off", "0", "no", "false", "" (in any case).
struct Settings {
  LogLevel log = LogLevel::Warn;  ///< UNPYTHON_LOG=off|warn|info|debug
  std::vector<std::string> dump;  ///< UNPYTHON_DUMP=ir,scheduled,...: stages, also "ir@pass"
  std::string dump_dir;           ///< UNPYTHON_DUMP_DIR; empty: standard error
  bool time = false;              ///< UNPYTHON_TIME: times of the stages
  bool verify = false;            ///< UNPYTHON_VERIFY: the verifier runs after each pass
  bool strict = false;            ///< UNPYTHON_STRICT: fallbacks are errors
  bool disable = false;           ///< UNPYTHON_DISABLE: decorators do nothing
  bool cache = true;              ///< UNPYTHON_CACHE=off: no machine code on disk
  /// UNPYTHON_CACHE_DIR; default $XDG_CACHE_HOME or ~/.cache, then /unpython; may be empty.
  std::string cache_dir;
  std::string device;          ///< UNPYTHON_DEVICE
  std::string cpu_library;     ///< UNPYTHON_CPU_LIBRARY: path of libunpython_cpu.so
  std::string build_for;       ///< UNPYTHON_BUILD_FOR: processor that a build ahead of time is for; set by the build itself
  bool numpy_loops = true;     ///< UNPYTHON_NUMPY_LOOPS=off: code calls no function of NumPy; set by a build for callers without Python
  int tiles = 1;             ///< UNPYTHON_TILES: least number of tiles along each loop of a kernel, for tests
  bool stage_rows = false;   ///< UNPYTHON_STAGE_ROWS: kernels stage rows on processors too, for tests
  bool join_turns = true;    ///< UNPYTHON_JOIN_TURNS=off: each nest of a time loop is a launch of its own
  bool columns_first = true;  ///< UNPYTHON_COLUMNS_FIRST=off: triangular nests run row by row on a device
  bool join_nests = true;    ///< UNPYTHON_JOIN_NESTS=off: nests that follow each other are kernels of their own
  bool quick_code = true;    ///< UNPYTHON_QUICK_CODE=off: no kernel is compiled quickly for its first launches
  /// UNPYTHON_SIDES=one|host|turns|both: a kernel is not dealt to both sides; for tests, kernels run on the host, all or by turns,
  /// or each in parts on both sides.
  std::string sides;
  /// True when `stage` is to be dumped.
  [[nodiscard]] UNPYTHON_API bool dumps(std::string_view stage) const;
};

/// A variable as it is now, for those that kinds of devices know by name (runtime/device/device_kind.h); empty: it is not set.
[[nodiscard]] UNPYTHON_API std::string read_variable(const std::string& name);

/// The environment as it is now.
[[nodiscard]] UNPYTHON_API Settings read_settings();

/// A sentence for each variable that is set to a word it does not know: such a variable counts as if it were not set.
[[nodiscard]] UNPYTHON_API std::vector<std::string> unknown_values();

}  // namespace unpython
