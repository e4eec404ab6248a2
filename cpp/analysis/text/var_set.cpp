#include "analysis/text/var_set.h"

#include <algorithm>
#include <bit>

namespace unpython::analysis {

size_t VarSet::place(int32_t number) const {
  if (words_.empty() || words_.back().number < number) return words_.size();
  const auto at = std::lower_bound(words_.begin(), words_.end(), number,
                                   [](const Word& word, int32_t n) { return word.number < n; });
  return static_cast<size_t>(at - words_.begin());
}

void VarSet::insert(ir::VarId v) {
  const size_t at = place(number_of(v));
  if (holds(at, number_of(v)))
    words_[at].bits |= bit(v);
  else
    words_.insert(words_.begin() + static_cast<std::ptrdiff_t>(at), Word{number_of(v), bit(v)});
}

void VarSet::erase(ir::VarId v) {
  const size_t at = place(number_of(v));
  if (!holds(at, number_of(v))) return;
  words_[at].bits &= ~bit(v);
  if (words_[at].bits == 0) words_.erase(words_.begin() + static_cast<std::ptrdiff_t>(at));
}

bool VarSet::contains(ir::VarId v) const {
  if (!v.valid()) return false;
  const size_t at = place(number_of(v));
  return holds(at, number_of(v)) && (words_[at].bits & bit(v)) != 0;
}

void VarSet::unite(const VarSet& other) {
  if (other.words_.empty()) return;
  std::vector<Word> both;
  both.reserve(words_.size() + other.words_.size());
  auto own = words_.begin();
  for (const Word& word : other.words_) {
    while (own != words_.end() && own->number < word.number) both.push_back(*own++);
    const bool meets = own != words_.end() && own->number == word.number;
    both.push_back({word.number, word.bits | (meets ? own->bits : 0)});
    if (meets) ++own;
  }
  both.insert(both.end(), own, words_.end());
  words_ = std::move(both);
}

void VarSet::intersect(const VarSet& other) {
  for (Word& word : words_) {
    const size_t at = other.place(word.number);
    word.bits &= other.holds(at, word.number) ? other.words_[at].bits : 0;
  }
  std::erase_if(words_, [](const Word& word) { return word.bits == 0; });
}

bool VarSet::meets(const VarSet& other) const {
  return std::any_of(words_.begin(), words_.end(), [&](const Word& word) {
    const size_t at = other.place(word.number);
    return other.holds(at, word.number) && (word.bits & other.words_[at].bits) != 0;
  });
}

std::vector<ir::VarId> VarSet::members() const {
  std::vector<ir::VarId> result;
  for (const Word& word : words_) {
    for (uint64_t left = word.bits; left != 0; left &= left - 1)
      result.push_back(ir::VarId{word.number * 64 + std::countr_zero(left)});
  }
  return result;
}

}  // namespace unpython::analysis
