// Dumps of the stages. A failed write is reported once in the log and never stops a compilation.
#include "driver/compile/dumps.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <utility>

#include "support/log.h"

namespace unpython::driver {
namespace {

std::string file_name(std::string_view function, int instance, std::string_view stage) {
  std::string name(function);
  if (instance > 0) name.append(".").append(std::to_string(instance));
  name.append(".");
  for (const char c : stage) name.push_back(c == '@' ? '.' : c);
  return name.append(".txt");
}

}  // namespace

Dumps::Dumps(const Settings& settings, std::string function, int instance)
    : settings_(settings), function_(std::move(function)), instance_(instance) {}

bool Dumps::wants(std::string_view stage) const { return settings_.dumps(stage); }

void Dumps::write(std::string_view stage, std::string_view text) {
  std::string content = "== ";
  content.append(function_).append(": ").append(stage).append("\n").append(text);
  if (content.back() != '\n') content += '\n';
  if (settings_.dump_dir.empty()) {
    std::fwrite(content.data(), 1, content.size(), stderr);
    return;
  }
  std::error_code ignored;
  std::filesystem::create_directories(settings_.dump_dir, ignored);
  const std::string path = settings_.dump_dir + "/" + file_name(function_, instance_, stage);
  std::ofstream file(path, std::ios::binary);
  file << content;
  if (!file.flush()) {
    log(LogLevel::Warn, [&] { return "cannot write the dump " + path; });
  }
}

bool Dumps::wants_pass(std::string_view pass) const {
  std::string stage = "ir@";
  return settings_.dumps("ir@*") || settings_.dumps(stage.append(pass));
}

void Dumps::write_pass(std::string_view pass, std::string_view text) {
  const bool same = text == previous_pass_;
  std::string stage = "ir@";
  write(stage.append(pass), same ? std::string_view("(no change)") : text);
  previous_pass_ = text;
}

}  // namespace unpython::driver
