// One stat() for each file; contents are not read.
#include "support/file_stamp.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

namespace unpython {
namespace {

struct CloseFolder {
  void operator()(DIR* folder) const { closedir(folder); }
};

struct Files {
  std::string_view suffix;
  std::vector<std::string> rows;
  double last_change = 0;
};

void add_file(std::string path, const struct stat& status, Files& files) {
  const std::array<int64_t, 6> numbers{status.st_size,        static_cast<int64_t>(status.st_ino),
                                       status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
                                       status.st_ctim.tv_sec, status.st_ctim.tv_nsec};
  path += '\0';
  files.rows.push_back(path.append(reinterpret_cast<const char*>(numbers.data()), sizeof numbers));
  for (const timespec& time : {status.st_mtim, status.st_ctim})
    files.last_change = std::max(files.last_change,
                                 static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec));
}

/// `within`: the path from the outermost folder, which ends with a slash or is empty.
void add_folder(const std::string& path, const std::string& within, Files& files) {
  const std::unique_ptr<DIR, CloseFolder> folder(opendir((path + within).c_str()));
  if (!folder) return;
  while (const dirent* entry = readdir(folder.get())) {
    const std::string_view name = entry->d_name;
    const bool is_wanted =
        name.size() >= files.suffix.size() && name.substr(name.size() - files.suffix.size()) == files.suffix;
    const bool may_be_folder = name.find('.') == std::string_view::npos && name.substr(0, 2) != "__";
    struct stat status {};
    if ((!is_wanted && !may_be_folder) || fstatat(dirfd(folder.get()), entry->d_name, &status, 0) != 0)
      continue;
    if (S_ISDIR(status.st_mode)) add_folder(path, within + entry->d_name + '/', files);
    if (S_ISREG(status.st_mode) && is_wanted) add_file(within + entry->d_name, status, files);
  }
}

}  // namespace

FileStamp stamp_of_files(const std::string& folder, std::string_view suffix) {
  Files files{.suffix = suffix, .rows = {}};
  add_folder(folder + '/', "", files);
  std::sort(files.rows.begin(), files.rows.end());
  std::string all;
  for (const std::string& row : files.rows) all += row;
  return {.digest = sha256(all), .last_change = files.last_change};
}

}  // namespace unpython
