// Loaded before all other libraries (LD_PRELOAD): lets the n-th allocation, mapping, thread or file operation
// fail that our own libraries ask for. Those of Python and of others go through. Driven from Python by
// ctypes.
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>

#include <atomic>
#include <new>

#define EXPORT extern "C" __attribute__((visibility("default")))

extern "C" {
void* __libc_malloc(size_t bytes);
void* __libc_calloc(size_t count, size_t bytes);
void* __libc_realloc(void* memory, size_t bytes);
void* __libc_memalign(size_t alignment, size_t bytes);
}

namespace {

enum Kind : int { None = 0, Allocation = 1, Mapping = 2, Thread = 3, File = 4 };

std::atomic<int> armed{None};
std::atomic<long> left{0};
std::atomic<long> seen{0};
thread_local bool looking = false;

/// The code that asks belongs to one of our libraries.
bool is_ours(const void* caller) {
  Dl_info info{};
  looking = true;
  const bool known = dladdr(caller, &info) != 0 && info.dli_fname != nullptr;
  looking = false;
  if (!known) return false;
  const char* slash = strrchr(info.dli_fname, '/');
  const char* name = slash != nullptr ? slash + 1 : info.dli_fname;
  return strncmp(name, "libunpython", 11) == 0 || strncmp(name, "_core.", 6) == 0;
}

bool fails(Kind kind, const void* caller) {
  if (armed.load(std::memory_order_relaxed) != kind || looking) return false;
  if (caller != nullptr && !is_ours(caller)) return false;
  ++seen;
  return left.fetch_sub(1) == 1;
}

template <class Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

#define CALLER __builtin_return_address(0)

}  // namespace

/// Lets the n-th operation of this kind fail from now on; kind 0: none.
EXPORT void unpython_faults_arm(int kind, long n) {
  armed = None;
  seen = 0;
  left = n;
  armed = kind;
}
/// How many operations of the kind there were.
EXPORT long unpython_faults_seen() { return seen; }

EXPORT void* malloc(size_t bytes) {
  if (fails(Allocation, CALLER)) return errno = ENOMEM, nullptr;
  return __libc_malloc(bytes);
}
EXPORT void* calloc(size_t count, size_t bytes) {
  if (fails(Allocation, CALLER)) return errno = ENOMEM, nullptr;
  return __libc_calloc(count, bytes);
}
EXPORT void* realloc(void* memory, size_t bytes) {
  if (fails(Allocation, CALLER)) return errno = ENOMEM, nullptr;
  return __libc_realloc(memory, bytes);
}
EXPORT void* aligned_alloc(size_t alignment, size_t bytes) {
  if (fails(Allocation, CALLER)) return errno = ENOMEM, nullptr;
  return __libc_memalign(alignment, bytes);
}
EXPORT int posix_memalign(void** made, size_t alignment, size_t bytes) {
  if (fails(Allocation, CALLER)) return ENOMEM;
  void* const memory = __libc_memalign(alignment, bytes);
  if (memory == nullptr) return ENOMEM;
  return *made = memory, 0;
}

/// As the C++ library's: the handler is asked, which may find memory, throw or jump.
__attribute__((visibility("default"))) void* operator new(size_t bytes) {
  void* memory = fails(Allocation, CALLER) ? nullptr : __libc_malloc(bytes > 0 ? bytes : 1);
  while (memory == nullptr) {
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
    memory = __libc_malloc(bytes > 0 ? bytes : 1);
  }
  return memory;
}

EXPORT void* mmap(void* address, size_t bytes, int protection, int flags, int file, off_t offset) {
  static const auto real = next<decltype(mmap)>("mmap");
  if (fails(Mapping, CALLER)) return errno = ENOMEM, MAP_FAILED;
  return real(address, bytes, protection, flags, file, offset);
}

EXPORT int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*),
                          void* given) {
  static const auto real = next<decltype(pthread_create)>("pthread_create");
  if (fails(Thread, nullptr)) return EAGAIN;
  return real(thread, attributes, run, given);
}

EXPORT int open(const char* path, int flags, ...) {
  static const auto real = next<int(const char*, int, mode_t)>("open");
  va_list more;
  va_start(more, flags);
  const mode_t mode = (flags & 0100) != 0 ? va_arg(more, mode_t) : 0;
  va_end(more);
  if (fails(File, CALLER)) return errno = EMFILE, -1;
  return real(path, flags, mode);
}
EXPORT ssize_t read(int file, void* to, size_t bytes) {
  static const auto real = next<ssize_t(int, void*, size_t)>("read");
  if (fails(File, CALLER)) return errno = EIO, -1;
  return real(file, to, bytes);
}
EXPORT ssize_t write(int file, const void* from, size_t bytes) {
  static const auto real = next<ssize_t(int, const void*, size_t)>("write");
  if (fails(File, CALLER)) return errno = ENOSPC, -1;
  return real(file, from, bytes);
}
EXPORT int rename(const char* from, const char* to) {
  static const auto real = next<int(const char*, const char*)>("rename");
  if (fails(File, CALLER)) return errno = EACCES, -1;
  return real(from, to);
}
EXPORT int mkdir(const char* path, mode_t mode) {
  static const auto real = next<int(const char*, mode_t)>("mkdir");
  if (fails(File, CALLER)) return errno = EACCES, -1;
  return real(path, mode);
}
