// Compiler stages walk programs by recursion. Deep programs therefore run on a stack that has room for the
// deepest program that the reader takes, whatever stack the caller has.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include "support/stop_request.h"
#include "unpython/export.h"

namespace unpython {

/// The nodes above each other of the deepest program that the stages take; the large stack has 12 KiB for
/// each.
inline constexpr int kDeepestProgram = 20'000;

/// Throws Interrupted in work whose caller no longer waits for it. For places between two passes.
UNPYTHON_API void stop_if_left();
/// Waits until all work that its caller left behind has ended. A process that ends calls it first: such work uses what
/// libraries destroy at the end of the process.
UNPYTHON_API void wait_for_left_work();
/// Whether little is left of the stack of this thread: a call that others are waiting for may not go on.
[[nodiscard]] UNPYTHON_API bool is_stack_used_up();

namespace detail {
UNPYTHON_API void run_on_large_stack(std::shared_ptr<std::function<void()>> work, bool may_leave);
[[nodiscard]] UNPYTHON_API bool has_stack_for(int depth);
}  // namespace detail

enum class Ownership { Borrows, Owns };

/// Runs `work` on a large stack and returns its result; throws what it throws, and std::bad_alloc where there
/// is no such stack. With Ownership::Owns `work` holds all that it touches, so that a caller who wants to
/// stop leaves it behind at once, with Interrupted; else it stops at its next stop_if_left().
template <class Work>
auto on_large_stack(Ownership ownership, Work work) {
  using Result = std::invoke_result_t<Work&>;
  auto result = std::make_shared<std::optional<Result>>();
  auto run = std::make_shared<std::function<void()>>(
      [result, work = std::move(work)]() mutable { result->emplace(work()); });
  detail::run_on_large_stack(std::move(run), ownership == Ownership::Owns);
  return std::move(**result);
}

/// Runs `work`, which recurses as deep as `depth` nodes: where it stands if that stack has room, else on a
/// large one.
template <class Work>
auto with_stack_for(int depth, Work work, Ownership ownership = Ownership::Borrows) {
  if (detail::has_stack_for(depth)) return work();
  return on_large_stack(ownership, std::move(work));
}

}  // namespace unpython
