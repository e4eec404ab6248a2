#include "transform/rows/jam_rows.h"

#include <algorithm>

#include "ir/rewrite.h"
#include "transform/rows/find_rows_to_jam.h"

namespace unpython::transform {
namespace {

using namespace ir;

/// Loads of an element read a variable instead, which the statement that stores the next one assigns.
class KeepStored : public Rewriter {
 public:
  KeepStored(Function& function, const RowPart& part, VarId kept) : Rewriter(function), part_(part), kept_(kept) {}

  ExprId expr(ExprId id) override {
    const auto* load = std::get_if<Load>(&function_[id].node);
    if (load != nullptr && same_element(function_, part_.reread, {load->array, load->indices})) return build_.read(kept_);
    return rebuild(id);
  }
  Block stmt(StmtId id) override {
    if (id != part_.stored_by) return {rebuild(id)};
    const Stmt given = function_[id];
    const Store& store = std::get<Store>(given.node);
    return {build_.assign(kept_, expr(store.value), given.range),
            build_.store(store.array, store.indices, build_.read(kept_), given.range)};
  }

 private:
  const RowPart& part_;
  const VarId kept_;
};

/// The code for four rows at a time, and for those that are left.
class JammedRows {
 public:
  JammedRows(Function& f, const For& rows, const RowsToJam& found, SourceRange range)
      : f_(f), b_(f), rows_(rows), found_(found), range_(range) {}

  Block run() {
    Block code;
    const ExprId groups = named("groups", b_.select(has_columns(), whole_groups(), b_.int64(0)), code);
    const VarId group = again(rows_.counter);
    first_ = b_.mul(b_.read(group), b_.int64(kJammedRows));
    for (int64_t row = 0; row < kJammedRows; ++row) {
      std::vector<VarId> own;
      for (const VarId variable : found_.own) own.push_back(again(variable));
      own_.push_back(std::move(own));
    }
    Block body;
    for (const RowPart& part : found_.parts) append(body, part.is_loop ? columns(part) : straight(part));
    code.push_back(b_.loop(group, groups, LoopMark::Sequential, std::move(body), range_));
    const ExprId done = named("done", b_.mul(groups, b_.int64(kJammedRows)), code);
    const VarId left = again(rows_.counter);
    Substitution at(f_);
    at.replace(rows_.counter, b_.add(done, b_.read(left)));
    code.push_back(b_.loop(left, b_.sub(rows_.extent, done), LoopMark::Sequential, own_counters(at.block(rows_.body)), range_));
    return code;
  }

 private:
  static void append(Block& block, const Block& more) { block.insert(block.end(), more.begin(), more.end()); }
  ExprId named(const char* name, ExprId value, Block& into) {
    const VarId variable = b_.variable(name, ScalarType::Int64, range_);
    into.push_back(b_.assign(variable, value, range_));
    return b_.read(variable);
  }
  VarId again(VarId known) {
    const Variable variable = f_[known];
    return b_.variable(variable.name + ".1", variable.type, variable.range);
  }
  Block own_counters(const Block& body) {
    Substitution own(f_);
    for (const RowPart& part : found_.parts)
      if (part.is_loop) own.rename(loop_of(part).counter, again(loop_of(part).counter));
    return own.block(body);
  }
  const For& loop_of(const RowPart& part) const { return std::get<For>(f_[part.statements.front()].node); }

  ExprId whole_groups() { return b_.max(b_.int64(0), b_.floor_div(rows_.extent, b_.int64(kJammedRows))); }
  /// Enough for each row to have a turn in common with the other three.
  ExprId has_columns() {
    ExprId enough = b_.boolean(true);
    for (const RowPart& part : found_.parts) {
      if (!part.is_loop) continue;
      const ExprId most = b_.int64(std::max<int64_t>(1, kJammedRows * part.skew));
      enough = b_.logical_and(enough, b_.compare(CompareOp::GreaterEqual, loop_of(part).extent, most));
    }
    return enough;
  }

  /// What `row` of the four does, its column at `column`.
  Substitution at(int64_t row, VarId counter, ExprId column) {
    Substitution place(f_);
    place.replace(rows_.counter, b_.add(first_, b_.int64(row)));
    if (counter.valid()) place.replace(counter, column);
    for (size_t n = 0; n < found_.own.size(); ++n) {
      if (found_.own[n] != counter) place.rename(found_.own[n], own_[static_cast<size_t>(row)][n]);
    }
    return place;
  }

  Block straight(const RowPart& part) {
    Block code;
    for (int64_t row = 0; row < kJammedRows; ++row) append(code, at(row, {}, {}).block(part.statements));
    return code;
  }

  /// Turn t + (rows - 1) * skew of all rows, for t >= 0; before them the first columns of the upper rows, then the last ones of the lower.
  Block columns(const RowPart& part) {
    const For loop = loop_of(part);
    const auto before = [&](int64_t row) { return (kJammedRows - 1 - row) * part.skew; };
    Block code;
    for (int64_t row = 0; row < kJammedRows - 1; ++row) append(code, some_columns(loop, row, b_.int64(0), before(row)));
    std::vector<VarId> kept;
    for (int64_t row = 0; row < kJammedRows && part.stored_by.valid(); ++row) {
      kept.push_back(b_.variable(f_[part.reread.array].name + ".kept", f_[part.reread.array].type, range_));
      const ExprId load = b_.load(part.reread.array, part.reread.indices);
      code.push_back(b_.assign(kept.back(), at(row, loop.counter, b_.int64(before(row))).expr(load), range_));
    }
    const VarId turn = again(loop.counter);
    Block body;
    for (int64_t row = 0; row < kJammedRows; ++row) {
      const Block own = kept.empty() ? loop.body : KeepStored(f_, part, kept[static_cast<size_t>(row)]).block(loop.body);
      append(body, at(row, loop.counter, b_.add(b_.read(turn), b_.int64(before(row)))).block(own));
    }
    code.push_back(b_.loop(turn, b_.sub(loop.extent, b_.int64(before(0))), LoopMark::Sequential, std::move(body), range_));
    for (int64_t row = 1; row < kJammedRows; ++row)
      append(code, some_columns(loop, row, b_.sub(loop.extent, b_.int64(row * part.skew)), row * part.skew));
    return code;
  }
  Block some_columns(const For& loop, int64_t row, ExprId first, int64_t count) {
    if (count == 0) return {};
    const VarId column = again(loop.counter);
    Block body = at(row, loop.counter, b_.add(first, b_.read(column))).block(loop.body);
    return {b_.loop(column, b_.int64(count), LoopMark::Sequential, std::move(body), range_)};
  }

  Function& f_;
  Builder b_;
  const For& rows_;
  const RowsToJam& found_;
  SourceRange range_;
  ExprId first_;                         ///< of the four rows
  std::vector<std::vector<VarId>> own_;  ///< by row, as RowsToJam::own
};

class JamRows : public StatementRewriter {
 public:
  JamRows(Function& function, const Function& before, std::vector<analysis::NestNotes>& nests)
      : StatementRewriter(function), before_(before), live_(before), nests_(nests) {}

  Block stmt(StmtId id) override {
    const Stmt given = function_[id];
    const auto* loop = std::get_if<For>(&given.node);
    if (loop != nullptr && loop->mark == LoopMark::Sequential) {
      if (const auto found = find_rows_to_jam(before_, live_, id)) {
        const size_t nest = analysis::notes_at(nests_, given.range);
        if (nest < nests_.size()) nests_[nest].jammed.push_back(given.range);
        return JammedRows(function_, *loop, *found, given.range).run();
      }
    }
    return {rebuild(id)};
  }

 private:
  const Function& before_;
  const analysis::Liveness live_;
  std::vector<analysis::NestNotes>& nests_;
};

}  // namespace

Function jam_rows(const Function& function, std::vector<analysis::NestNotes>& nests) {
  return rewritten<JamRows>(function, function, nests);
}

}  // namespace unpython::transform
