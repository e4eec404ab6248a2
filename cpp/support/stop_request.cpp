#include "support/stop_request.h"

#include <chrono>
#include <utility>

namespace unpython {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kBetweenQuestions(20);

thread_local const AsksWhileWaiting* asking = nullptr;
thread_local Clock::time_point next_look;

}  // namespace

AsksWhileWaiting::AsksWhileWaiting(std::function<bool()> stop)
    : stop_(std::move(stop)), before_(std::exchange(asking, this)) {}
AsksWhileWaiting::~AsksWhileWaiting() { asking = before_; }

bool is_asking() { return asking != nullptr; }

bool asked_to_stop() { return asking != nullptr && asking->stop_(); }

void stop_if_asked() {
  if (asking == nullptr) return;
  const Clock::time_point now = Clock::now();
  if (now < next_look) return;
  next_look = now + kBetweenQuestions;
  if (asked_to_stop()) throw Interrupted();
}

}  // namespace unpython
