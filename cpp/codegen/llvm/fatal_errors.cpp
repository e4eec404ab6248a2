// A jump out of LLVM's fatal error handler: an exception may not cross LLVM's frames, and the handler must
// not return. Operator new throws in LLVM's frames as well, so it jumps, too.
#include "codegen/llvm/fatal_errors.h"

#include <llvm/Support/ErrorHandling.h>

#include <csetjmp>
#include <cstring>
#include <mutex>
#include <new>
#include <string>

#include "support/new_thread.h"
#include "unpython/error.h"

namespace unpython::codegen {

namespace {

struct Escape {
  std::jmp_buf place;
  bool out_of_memory = false;
  char text[512];
};

thread_local Escape* current_escape = nullptr;
std::new_handler earlier_handler = nullptr;

/// Without a compilation in this thread there is nowhere to go back to: LLVM then ends the process.
void leave(void* /*data*/, const char* reason, bool /*diagnose*/) {
  Escape* escape = current_escape;
  if (escape == nullptr) return;
  std::strncpy(escape->text, reason, sizeof escape->text - 1);
  std::longjmp(escape->place, 1);
}

void leave_without_memory(void* data, const char* reason, bool diagnose) {
  if (current_escape != nullptr) current_escape->out_of_memory = true;
  leave(data, reason, diagnose);
}

/// For all threads of the process: one that is not in LLVM gets what it would get without us.
void without_memory_for_new() {
  leave_without_memory(nullptr, "no memory", false);
  if (earlier_handler == nullptr) throw std::bad_alloc();
  earlier_handler();
}

/// Holds nothing with a destructor, so that the jump back is well defined here.
void run(Escape& escape, const std::function<void()>& work) {
  if (setjmp(escape.place) == 0) work();
}

struct AsEscape {
  explicit AsEscape(Escape* escape) : outer(current_escape) { current_escape = escape; }
  ~AsEscape() { current_escape = outer; }
  AsEscape(const AsEscape&) = delete;
  AsEscape& operator=(const AsEscape&) = delete;

  Escape* outer;
};

}  // namespace

void survive_fatal_errors(const std::function<void()>& work) {
  static std::once_flag installed;
  std::call_once(installed, [] {
    llvm::install_fatal_error_handler(leave);
    llvm::install_bad_alloc_error_handler(leave_without_memory);
    earlier_handler = std::set_new_handler(without_memory_for_new);
  });
  if (!has_room_for_thread_storage()) throw std::bad_alloc();
  Escape escape{};
  {
    const AsEscape current(&escape);
    run(escape, work);
  }
  if (escape.out_of_memory) throw std::bad_alloc();
  if (escape.text[0] != '\0') throw DeviceError(std::string("LLVM: ") + escape.text);
}

}  // namespace unpython::codegen
