#include "transform/groups/choose_group.h"

namespace unpython::transform {

GroupChoice::Shape& GroupChoice::shape(int number) {
  while (static_cast<int>(shapes_.size()) < number)
    shapes_.push_back({group_shapes()[shapes_.size()].group(function_, kernel_, layout_, device_)});
  return shapes_[static_cast<size_t>(number - 1)];
}

int GroupChoice::choose(const LaunchFacts* launch) {
  for (int number = 1; number <= static_cast<int>(group_shapes().size()); ++number) {
    const std::optional<GroupOffer>& offer = shape(number).offer;
    if (offer && (launch == nullptr || offer->pays(*launch)) && made(number) != nullptr) return number;
  }
  return 0;
}

const GroupedKernel* GroupChoice::made(int number) {
  Shape& of = shape(number);
  if (of.offer && of.offer->make) {
    of.kernel = of.offer->make();
    of.offer->make = {};  // with what it was to be made from
    if (!of.kernel) of.offer.reset();
  }
  return of.kernel ? &*of.kernel : nullptr;
}

}  // namespace unpython::transform
