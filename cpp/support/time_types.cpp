// Names of datetime64 and timedelta64.
#include "unpython/time_types.h"

#include <algorithm>
#include <charconv>
#include <iterator>

namespace unpython {

namespace {

constexpr std::string_view kUnits[] = {"Y", "M", "W", "", "D", "h", "m", "s", "ms", "us", "ns", "ps", "fs", "as", ""};
constexpr std::string_view kDate = "datetime64";
constexpr std::string_view kDifference = "timedelta64";

}  // namespace

std::string full_name(ScalarType type) {
  std::string name(name_of(type));
  if (!is_time(type)) return name;
  const TimeType time = time_type(type);
  if (time.unit == TimeUnit::Generic) return name;
  const std::string multiple = time.multiple == 1 ? "" : std::to_string(time.multiple);
  return name + "[" + multiple + std::string(kUnits[static_cast<int>(time.unit)]) + "]";
}

std::optional<ScalarType> time_type_named(std::string_view name) {
  TimeType time;
  time.is_difference = name.starts_with(kDifference);
  if (!time.is_difference && !name.starts_with(kDate)) return std::nullopt;
  name.remove_prefix(time.is_difference ? kDifference.size() : kDate.size());
  if (name == "_generic") return scalar_type(time);
  if (!name.starts_with('_')) return std::nullopt;
  name.remove_prefix(1);
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), time.multiple);
  if (error == std::errc{}) name.remove_prefix(static_cast<size_t>(end - name.data()));
  const auto* const unit = std::find(std::begin(kUnits), std::end(kUnits), name);
  if (name.empty() || unit == std::end(kUnits) || time.multiple < 1 || time.multiple > kLargestMultiple) return std::nullopt;
  time.unit = static_cast<TimeUnit>(unit - std::begin(kUnits));
  return scalar_type(time);
}

}  // namespace unpython
