#include "frontend/syntax/diagnostics.h"

#include <algorithm>
#include <string_view>
#include <tuple>

#include "frontend/syntax/reasons.h"

namespace unpython::frontend {
namespace {

constexpr size_t kMaxLineBytes = 160;
constexpr size_t kMaxAdviceLines = 4;
constexpr size_t kMostShown = 4;  ///< mistakes in the text of one exception

/// The source line a range starts on; nullptr if the program does not hold it.
const std::string* source_line(const syntax::Program& program, const SourceRange& range) {
  if (range.file < 0 || static_cast<size_t>(range.file) >= program.files.size()) return nullptr;
  const syntax::SourceFile& file = program.files[static_cast<size_t>(range.file)];
  const int index = range.line - file.first_line;
  if (range.line <= 0 || index < 0 || static_cast<size_t>(index) >= file.lines.size()) return nullptr;
  return &file.lines[static_cast<size_t>(index)];
}

/// Characters (not bytes) of UTF-8 text.
size_t characters(std::string_view text) {
  return static_cast<size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

/// Cuts between characters, so that the result stays UTF-8.
std::string_view cut(std::string_view text, size_t bytes) {
  if (text.size() <= bytes) return text;
  while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0U) == 0x80U) --bytes;
  return text.substr(0, bytes);
}

/// The line and, below it, carets under the range. A line longer than a screen is cut around the start of the
/// range.
std::string excerpt(const std::string& line, const SourceRange& range) {
  std::string_view shown = line;
  size_t begin = std::min(static_cast<size_t>(std::max(range.column, 0)), line.size());
  size_t end =
      range.end_line == range.line ? static_cast<size_t>(std::max(range.end_column, 0)) : line.size();
  end = std::clamp(end, begin, line.size());
  const size_t indent = std::min(line.find_first_not_of(" \t\f"), begin);
  shown.remove_prefix(indent);
  begin -= indent;
  end -= indent;
  std::string dots;
  if (begin > kMaxLineBytes / 2 && shown.size() > kMaxLineBytes) {
    size_t drop = begin - kMaxLineBytes / 4;
    while (drop > 0 && (static_cast<unsigned char>(shown[drop]) & 0xC0U) == 0x80U) --drop;
    shown.remove_prefix(drop);
    begin -= drop;
    end -= drop;
    dots = "...";
  }
  const std::string_view visible = cut(shown, kMaxLineBytes);
  const std::string_view before = visible.substr(0, std::min(begin, visible.size()));
  std::string_view marked = visible.substr(before.size(), std::min(end, visible.size()) - before.size());
  while (!marked.empty() && (marked.back() == ' ' || marked.back() == ':')) marked.remove_suffix(1);
  std::string result =
      "    " + dots + std::string(visible) + (visible.size() < shown.size() ? "..." : "") + "\n    ";
  result.append(dots.size(), ' ');
  // A tab before the caret stays a tab, so that both lines are indented alike.
  for (const char c : before) {
    if ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U) result += c == '\t' ? '\t' : ' ';
  }
  result.append(std::max<size_t>(characters(marked), 1), '^');
  return result + "\n";
}

/// "file:line:column: ", the column counted in characters from 1 as editors do; "Cell In[3], line 2:5: " of a notebook.
std::string position(const syntax::Program& program, const SourceRange& range) {
  if (program.files.empty()) return "";
  const bool known = range.file >= 0 && static_cast<size_t>(range.file) < program.files.size();
  const std::string& file = program.files[known ? static_cast<size_t>(range.file) : 0].name;
  if (range.line <= 0) return file + ": ";
  const std::string result = file + (file.starts_with("Cell In[") ? ", line " : ":");
  size_t column = static_cast<size_t>(std::max(range.column, 0));
  if (const std::string* line = source_line(program, range)) column = characters(cut(*line, column));
  return result + std::to_string(range.line) + ":" + std::to_string(column + 1) + ": ";
}

/// Text of several lines, indented, cut after the given number of lines.
std::string indented(std::string_view text, size_t max_lines) {
  std::string result;
  for (size_t n = 0; n < max_lines && !text.empty(); ++n) {
    const size_t end = std::min(text.find('\n'), text.size());
    result += "  " + std::string(text.substr(0, end)) + "\n";
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

std::string render_one(const syntax::Program& program, const Diagnostic& diagnostic) {
  std::string result = position(program, diagnostic.range) + diagnostic.message + "\n";
  if (const std::string* line = source_line(program, diagnostic.range))
    result += excerpt(*line, diagnostic.range);
  return result + indented(diagnostic.advice, kMaxAdviceLines);
}

/// A function that calls itself with what cannot be kept is wrong once; what its parameters are here and there follows.
void leave_one_of_recursion(std::vector<Diagnostic>& diagnostics) {
  const auto is_of = [](const Reason& reason) { return [&](const Diagnostic& d) { return d.code == reason.code; }; };
  const auto first = std::find_if(diagnostics.begin(), diagnostics.end(), is_of(reasons::kRecursion));
  if (first == diagnostics.end()) return;
  const Diagnostic kept = *first;
  std::erase_if(diagnostics, is_of(reasons::kMixedJoin));
  std::erase_if(diagnostics, [&](const Diagnostic& d) {
    return d.code == reasons::kRecursion.code || (d.range.file == kept.range.file && d.range.line == kept.range.line);
  });
  const auto before = [&](const Diagnostic& d) {
    return std::tuple(d.range.file, d.range.line) < std::tuple(kept.range.file, kept.range.line);
  };
  diagnostics.insert(std::find_if_not(diagnostics.begin(), diagnostics.end(), before), kept);
}

}  // namespace

std::string render(const syntax::Program& program, std::vector<Diagnostic> diagnostics) {
  const auto key = [](const Diagnostic& d) {
    return std::tuple(d.range.file, d.range.line, d.range.column, d.range.end_line, d.range.end_column);
  };
  std::stable_sort(diagnostics.begin(), diagnostics.end(),
                   [&](const Diagnostic& a, const Diagnostic& b) { return key(a) < key(b); });
  leave_one_of_recursion(diagnostics);
  // Where one expression is wrong twice, the second follows from the first.
  const auto are_at_one_place = [&](const Diagnostic& a, const Diagnostic& b) { return key(a) == key(b); };
  diagnostics.erase(std::unique(diagnostics.begin(), diagnostics.end(), are_at_one_place), diagnostics.end());
  std::vector<std::string> texts;
  for (const Diagnostic& diagnostic : diagnostics) {
    std::string text = render_one(program, diagnostic);
    if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(std::move(text));
  }
  // What is wrong with an unknown value follows from what made it unknown.
  const auto follows = [](const std::string& text) { return text.find("an unknown value") != std::string::npos; };
  if (!std::all_of(texts.begin(), texts.end(), follows)) std::erase_if(texts, follows);
  std::string result;
  for (size_t i = 0; i < std::min(texts.size(), kMostShown); ++i) result += texts[i];
  if (texts.size() > kMostShown)
    result += "and " + std::to_string(texts.size() - kMostShown) + " more, which the attribute `diagnostics` of this exception lists\n";
  if (!result.empty()) result.pop_back();
  return result;
}

}  // namespace unpython::frontend
