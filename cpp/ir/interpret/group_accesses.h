// Who touched which element of a group's memory, so that the interpreter sees what threads would make of it.
#pragma once
#include <cstdint>
#include <vector>

#include "ir/function.h"

namespace unpython::ir {

/// One kernel at a time. The functions throw InternalError where items of one nest depend on each other, an
/// asynchronous copy is used before it has arrived, or one that joins a batch stores what may still be read.
class GroupAccesses {
 public:
  explicit GroupAccesses(const Function& function) : function_(function) {}

  /// A new group: its arrays hold nothing.
  void begin_group();
  void begin_nest() { ++nest_; }
  void begin_item() { ++item_; }
  /// What follows runs on all items alike.
  void end_nest() {
    in_copy_ = -1;
    begin_nest();
    begin_item();
  }
  /// The next nest is asynchronous; `first`: it begins a batch; `joins`: as in For.
  void begin_copy(int ahead, bool first, bool joins);

  /// Only Local and Item arrays count. `element`: its offset in the array.
  void read(ArrayId array, int64_t element);
  void write(ArrayId array, int64_t element);

 private:
  struct Touched {
    int64_t nest = -1;    ///< in which it was touched last
    int64_t writer = -1;  ///< item of that nest that stored it
    int64_t reader = -1;  ///< item of that nest that read it
    bool many_readers = false;
    int64_t arrives = 0;   ///< the batch that must have begun before it is there
    int64_t read_in = -1;  ///< the batch that had begun last when it was read last
  };
  Touched& touched(ArrayId array, int64_t element);
  void require_arrived(ArrayId array, const Touched& element) const;
  [[noreturn]] void fail(ArrayId array, const char* what) const;

  const Function& function_;
  std::vector<std::vector<Touched>> arrays_;
  int64_t nest_ = 0;
  int64_t item_ = 0;
  int64_t batch_ = 0;
  int in_copy_ = -1;
  bool joins_ = false;
};

}  // namespace unpython::ir
