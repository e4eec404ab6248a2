// Environment variables -> Settings.
#include "support/settings.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace unpython {
namespace {

std::string variable(const char* name) { return read_variable(name); }

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

bool switched_on(const char* name, bool when_unset) {
  if (std::getenv(name) == nullptr) return when_unset;
  const std::string value = lower(variable(name));
  return !(value.empty() || value == "0" || value == "off" || value == "no" || value == "false");
}

/// A number of at least 1; 1 where there is none.
int count(const char* name) { return std::max(std::atoi(variable(name).c_str()), 1); }

LogLevel log_level(const std::string& name) {
  if (name == "off") return LogLevel::Off;
  if (name == "info") return LogLevel::Info;
  if (name == "debug") return LogLevel::Debug;
  return LogLevel::Warn;
}

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
  return {
      .log = log_level(lower(variable("UNPYTHON_LOG"))),
      .dump = split_at_commas(variable("UNPYTHON_DUMP")),
      .dump_dir = variable("UNPYTHON_DUMP_DIR"),
      .time = switched_on("UNPYTHON_TIME", false),
      .verify = switched_on("UNPYTHON_VERIFY", false),
      .strict = switched_on("UNPYTHON_STRICT", false),
      .disable = switched_on("UNPYTHON_DISABLE", false),
      .cache = switched_on("UNPYTHON_CACHE", true),
      .cache_dir = cache_dir.empty() ? default_cache_dir() : cache_dir,
      .device = variable("UNPYTHON_DEVICE"),
      .cpu_library = variable("UNPYTHON_CPU_LIBRARY"),
      .build_for = variable("UNPYTHON_BUILD_FOR"),
      .tiles = count("UNPYTHON_TILES"),
      .stage_rows = switched_on("UNPYTHON_STAGE_ROWS", false),
      .join_steps = switched_on("UNPYTHON_JOIN_STEPS", true),
      .sides = lower(variable("UNPYTHON_SIDES")),
  };
}

}  // namespace unpython
