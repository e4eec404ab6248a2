#include "ir/interpret/group_accesses.h"

#include "ir/interpret/memory.h"

namespace unpython::ir {

void GroupAccesses::begin_group() {
  arrays_.assign(static_cast<size_t>(function_.arrays.size()), {});
  batch_ = 0;
  in_copy_ = -1;
}

void GroupAccesses::begin_copy(int ahead, bool first, bool joins) {
  in_copy_ = ahead;
  joins_ = joins;
  if (first) ++batch_;
}

GroupAccesses::Touched& GroupAccesses::touched(ArrayId array, int64_t element) {
  std::vector<Touched>& elements = arrays_[static_cast<size_t>(array.value)];
  if (elements.empty()) {
    int64_t count = 1;
    for (const int64_t extent : function_[array].extents) count *= extent;
    elements.resize(static_cast<size_t>(count));
  }
  Touched& known = elements[static_cast<size_t>(element)];
  if (known.nest != nest_) {
    known.nest = nest_;
    known.writer = known.reader = -1;
    known.many_readers = false;
  }
  return known;
}

void GroupAccesses::read(ArrayId array, int64_t element) {
  Touched& known = touched(array, element);
  require_arrived(array, known);
  if (known.writer >= 0 && known.writer != item_) fail(array, "is read by one item and stored by another in one loop over items");
  known.many_readers = known.many_readers || (known.reader >= 0 && known.reader != item_);
  known.reader = item_;
  known.read_in = batch_;
}

void GroupAccesses::write(ArrayId array, int64_t element) {
  Touched& known = touched(array, element);
  require_arrived(array, known);
  if (known.writer >= 0 && known.writer != item_) fail(array, "is stored by two items in one loop over items");
  if (known.many_readers || (known.reader >= 0 && known.reader != item_))
    fail(array, "is read by one item and stored by another in one loop over items");
  if (in_copy_ >= 0 && joins_ && known.read_in == batch_)
    fail(array, "is read behind the beginning of a batch and stored by a copy that joins the batch");
  known.writer = item_;
  if (in_copy_ >= 0) known.arrives = batch_ + in_copy_;
}

void GroupAccesses::require_arrived(ArrayId array, const Touched& element) const {
  if (element.arrives > batch_) fail(array, "is used before its copy has arrived");
}

void GroupAccesses::fail(ArrayId array, const char* what) const {
  fail_interpreting("an element of array '" + function_[array].name + "' " + what);
}

}  // namespace unpython::ir
