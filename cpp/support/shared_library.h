// A shared library opened at run time, closed with its handle.
#pragma once
#include <optional>
#include <string>
#include <utility>

#include "unpython/export.h"

namespace unpython {

class UNPYTHON_API SharedLibrary {
 public:
  /// Opens `path` (or a plain soname) with its symbols kept local. Empty on failure, with the loader's text
  /// in `error`.
  [[nodiscard]] static std::optional<SharedLibrary> open(const std::string& path, std::string& error);

  SharedLibrary(SharedLibrary&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  SharedLibrary& operator=(SharedLibrary&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~SharedLibrary();

  /// Address of a symbol; null when the library has none of that name.
  [[nodiscard]] void* address(const char* symbol) const;
  /// The same as a function pointer of type F.
  template <class F>
  [[nodiscard]] F function(const char* symbol) const {
    return reinterpret_cast<F>(address(symbol));
  }
  /// Gives the handle up: the library stays open until the process ends.
  void keep_open() && { handle_ = nullptr; }

 private:
  explicit SharedLibrary(void* handle) : handle_(handle) {}
  void* handle_;
};

/// Absolute path of the library or program that holds `address`; empty when unknown.
[[nodiscard]] UNPYTHON_API std::string path_of_code(const void* address);

/// Folder of the library or program that holds `address`, without a trailing slash; empty when unknown.
[[nodiscard]] UNPYTHON_API std::string folder_of_code(const void* address);

/// What the linker signed that library or program with (GNU build id, with the note's header): another text
/// for each build of other content. Empty where there is none.
[[nodiscard]] UNPYTHON_API std::string build_id_of_code(const void* address);

}  // namespace unpython
