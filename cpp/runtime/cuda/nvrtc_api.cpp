// The places where NVRTC may be, in order.
#include "runtime/cuda/nvrtc_api.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <utility>

#include "support/shared_library.h"

namespace unpython::runtime {
namespace {

namespace fs = std::filesystem;

/// One major version of CUDA: its soname, and its folder in NVIDIA's wheels.
struct Version {
  int major;
  const char* soname;
  const char* wheel_folder;
};

constexpr std::array<Version, 3> kVersions{{
    {13, "libnvrtc.so.13", "nvidia/cu13/lib"},
    {12, "libnvrtc.so.12", "nvidia/cuda_nvrtc/lib"},
    {11, "libnvrtc.so.11.2", "nvidia/cuda_nvrtc/lib"},
}};

/// That of the driver first, then newest first.
std::vector<Version> in_order(int driver_major) {
  std::vector<Version> versions(kVersions.begin(), kVersions.end());
  std::stable_partition(versions.begin(), versions.end(),
                        [&](const Version& version) { return version.major == driver_major; });
  return versions;
}

/// Files that exist, in the order in which they are tried.
std::vector<std::string> existing_files(const NvrtcSearch& search, const std::vector<Version>& versions) {
  std::vector<std::string> files;
  const auto add = [&](const fs::path& file) {
    std::error_code failed;
    if (fs::exists(file, failed)) files.push_back(file.string());
  };
  for (const Version& version : versions) {
    for (const std::string& folder : search.package_folders)
      add(fs::path(folder) / version.wheel_folder / version.soname);
  }
  if (!search.toolkit.empty()) {
    for (const Version& version : versions) add(fs::path(search.toolkit) / "lib64" / version.soname);
  }
  return files;
}

/// NVRTC opens its second library by name when it compiles, and may then look elsewhere than beside itself
/// (the address sanitizer makes it so); the name is known to the loader if the library is open already.
void open_builtins(const std::string& path, const std::string& version) {
  const fs::path builtins = fs::path(path).parent_path() / ("libnvrtc-builtins.so." + version);
  std::error_code failed;
  if (!fs::exists(builtins, failed)) return;
  std::string problem;
  if (auto library = SharedLibrary::open(builtins.string(), problem)) std::move(*library).keep_open();
}

}  // namespace

std::shared_ptr<const NvrtcApi> NvrtcApi::open_file(const std::string& path, std::string& reason) {
  std::optional<SharedLibrary> library = SharedLibrary::open(path, reason);
  if (!library) return nullptr;
  const std::shared_ptr<NvrtcApi> api(new NvrtcApi());
  const char* missing = nullptr;
#define X(name, parameters) \
  if (!fetch(*library, api->name)) missing = #name;
#include "runtime/cuda/nvrtc_functions.def"
  static_cast<void>(fetch(*library, api->nvrtcSetFlowCallback));
  if (missing != nullptr) {
    reason = path + " has no " + missing;
    return nullptr;
  }
  int count = 0;
  bool works =
      api->nvrtcVersion(&api->major_, &api->minor_) == 0 && api->nvrtcGetNumSupportedArchs(&count) == 0;
  api->architectures_.resize(static_cast<size_t>(std::max(count, 0)));
  works = works && count > 0 && api->nvrtcGetSupportedArchs(api->architectures_.data()) == 0;
  if (!works) {
    reason = path + " does not answer";
    return nullptr;
  }
  std::sort(api->architectures_.begin(), api->architectures_.end());
  api->path_ = path;
  open_builtins(path, api->version());
  std::move(*library).keep_open();
  return api;
}

std::string NvrtcApi::find_file(const NvrtcSearch& search, int driver_version) {
  if (!search.setting.empty()) return {};
  std::vector<Version> versions = in_order(driver_version / 1000);
  if (driver_version != 0)
    std::erase_if(versions, [&](const Version& version) { return version.major > driver_version / 1000; });
  const std::vector<std::string> files = existing_files(search, versions);
  return files.empty() ? "" : files.front();
}

std::shared_ptr<const NvrtcApi> NvrtcApi::open(const NvrtcSearch& search, int driver_version,
                                               std::string& reason) {
  if (!search.setting.empty()) return open_file(search.setting, reason);
  const std::vector<Version> versions = in_order(driver_version / 1000);
  std::vector<std::string> files = existing_files(search, versions);
  for (const Version& version : versions) files.emplace_back(version.soname);
  for (const std::string& file : files) {
    if (auto api = open_file(file, reason)) return api;
  }
  reason = "NVRTC, the compiler of CUDA C, is not installed: pip install 'unpython[cuda]'";
  return nullptr;
}

}  // namespace unpython::runtime
