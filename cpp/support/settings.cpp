// Environment variables -> Settings.
#include "support/settings.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <optional>
#include <utility>

namespace unpython {
namespace {

std::string variable(const char* name) { return read_variable(name); }

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

constexpr std::array<std::string_view, 4> kOn{"on", "1", "yes", "true"};
constexpr std::array<std::string_view, 4> kOff{"off", "0", "no", "false"};

template <class Names>
bool is_among(const std::string& word, const Names& names) {
  return std::find(names.begin(), names.end(), lower(word)) != names.end();
}

struct Switch {
  const char* name;
  bool Settings::*field;  ///< as it is where the variable is not set: as Settings{} has it
};
constexpr std::array<Switch, 11> kSwitches{{{"UNPYTHON_TIME", &Settings::time},
                                           {"UNPYTHON_VERIFY", &Settings::verify},
                                           {"UNPYTHON_STRICT", &Settings::strict},
                                           {"UNPYTHON_DISABLE", &Settings::disable},
                                           {"UNPYTHON_CACHE", &Settings::cache},
                                           {"UNPYTHON_NUMPY_LOOPS", &Settings::numpy_loops},
                                           {"UNPYTHON_STAGE_ROWS", &Settings::stage_rows},
                                           {"UNPYTHON_JOIN_TURNS", &Settings::join_turns},
                                           {"UNPYTHON_COLUMNS_FIRST", &Settings::columns_first},
                                           {"UNPYTHON_JOIN_NESTS", &Settings::join_nests},
                                           {"UNPYTHON_QUICK_CODE", &Settings::quick_code}}};

/// A variable that is set to nothing is off.
bool switched_on(const char* name, bool when_unset) {
  if (std::getenv(name) == nullptr) return when_unset;
  const std::string value = variable(name);
  return when_unset ? !(value.empty() || is_among(value, kOff)) : is_among(value, kOn);
}

/// A number of at least 1; 1 where there is none.
int count(const char* name) { return std::max(std::atoi(variable(name).c_str()), 1); }

constexpr std::array<std::pair<std::string_view, LogLevel>, 4> kLogLevels{
    {{"off", LogLevel::Off}, {"warn", LogLevel::Warn}, {"info", LogLevel::Info}, {"debug", LogLevel::Debug}}};

/// What Dumps::write is given; "ir@" and the name of a pass too.
constexpr std::array<std::string_view, 5> kStages{"syntax", "ir", "scheduled", "code", "asm"};

/// What says on which side kernels of a call on a device run.
constexpr std::array<std::string_view, 4> kSides{"one", "host", "turns", "both"};

std::optional<LogLevel> known_level(const std::string& name) {
  for (const auto& [known, level] : kLogLevels)
    if (name == known) return level;
  return std::nullopt;
}

LogLevel log_level(const std::string& name) { return known_level(name).value_or(LogLevel::Warn); }

std::vector<std::string> split_at_commas(const std::string& text) {
  std::vector<std::string> parts;
  std::string part;
  for (const char c : text + ",") {
    if (c != ',') {
      if (c != ' ') part += c;
    } else if (!part.empty()) {
      parts.push_back(std::move(part));
      part.clear();
    }
  }
  return parts;
}

std::string default_cache_dir() {
  const std::string xdg = variable("XDG_CACHE_HOME");
  if (!xdg.empty()) return xdg + "/unpython";
  const std::string home = variable("HOME");
  return home.empty() ? std::string() : home + "/.cache/unpython";
}

/// "ir, scheduled and asm"
template <class Names>
std::string listed(const Names& names) {
  std::string text;
  for (size_t i = 0; i < names.size(); ++i)
    text.append(i == 0 ? "" : i + 1 == names.size() ? " and " : ", ").append(names[i]);
  return text;
}

bool is_stage(const std::string& name) {
  return name.rfind("ir@", 0) == 0 || std::find(kStages.begin(), kStages.end(), name) != kStages.end();
}

}  // namespace

bool Settings::dumps(std::string_view stage) const {
  return std::find(dump.begin(), dump.end(), stage) != dump.end();
}

std::string read_variable(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  return value != nullptr ? value : "";
}

Settings read_settings() {
  const std::string cache_dir = variable("UNPYTHON_CACHE_DIR");
  Settings settings{
      .log = log_level(lower(variable("UNPYTHON_LOG"))),
      .dump = split_at_commas(variable("UNPYTHON_DUMP")),
      .dump_dir = variable("UNPYTHON_DUMP_DIR"),
      .cache_dir = cache_dir.empty() ? default_cache_dir() : cache_dir,
      .device = variable("UNPYTHON_DEVICE"),
      .cpu_library = variable("UNPYTHON_CPU_LIBRARY"),
      .build_for = variable("UNPYTHON_BUILD_FOR"),
      .tiles = count("UNPYTHON_TILES"),
      .sides = lower(variable("UNPYTHON_SIDES")),
  };
  for (const auto& [name, field] : kSwitches) settings.*field = switched_on(name, settings.*field);
  return settings;
}

std::vector<std::string> unknown_values() {
  std::vector<std::string> found;
  const auto refuse = [&](const char* name, const std::string& value, const std::string& known) {
    found.push_back(std::string(name) + "='" + value + "' is not known and counts for nothing; there are " + known);
  };
  const std::string level = variable("UNPYTHON_LOG");
  std::array<std::string_view, kLogLevels.size()> levels;
  std::transform(kLogLevels.begin(), kLogLevels.end(), levels.begin(), [](const auto& known) { return known.first; });
  if (!level.empty() && !known_level(lower(level))) refuse("UNPYTHON_LOG", level, listed(levels));
  for (const std::string& stage : split_at_commas(variable("UNPYTHON_DUMP")))
    if (!is_stage(stage)) refuse("UNPYTHON_DUMP", stage, listed(kStages) + ", and ir@ with the name of a pass");
  const std::string sides = variable("UNPYTHON_SIDES");
  if (!sides.empty() && !is_among(sides, kSides)) refuse("UNPYTHON_SIDES", sides, listed(kSides));
  for (const auto& [name, field] : kSwitches) {
    const std::string value = variable(name);
    if (!value.empty() && !is_among(value, kOn) && !is_among(value, kOff)) refuse(name, value, "on and off");
  }
  const std::string tiles = variable("UNPYTHON_TILES");
  if (!tiles.empty() && std::atoi(tiles.c_str()) < 1) refuse("UNPYTHON_TILES", tiles, "numbers from 1 on");
  return found;
}

}  // namespace unpython
