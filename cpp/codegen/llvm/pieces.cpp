// Statements of a block are added to a piece until it is large enough and holds all uses of the memory that it allocates.
#include "codegen/llvm/pieces.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "ir/rewrite.h"

namespace unpython::codegen {

namespace {

/// Sizes are in plain statements. A function below kLong stays whole: 500 lines or 35 loops.
constexpr int64_t kLong = 600;
constexpr int64_t kPiece = 200;
constexpr int64_t kLeastPiece = 50;
/// A statement of so much is no piece: what is in it is cut, if it runs in order.
constexpr int64_t kLongInside = 1200;

/// A plain statement has so many nodes of expressions at most. Where many lines were folded into one statement, each further
/// kNodesOfLine weigh as much as another one.
constexpr int64_t kPlainNodes = 20;
constexpr int64_t kNodesOfLine = 8;

/// How much LLVM code a statement is without its expressions, roughly; the body of a parallel loop is a function anyway.
int64_t own_size(const ir::StmtNode& node) {
  if (const auto* loop = std::get_if<ir::For>(&node)) return loop->mark == ir::LoopMark::Vector ? 16 : 8;
  if (std::holds_alternative<ir::While>(node)) return 8;
  return is_one_of<ir::If, ir::CheckIndex>(node) ? 2 : 1;
}

/// Whether a break or a continue in a statement belongs to a loop around it.
bool leaves_loop(const ir::Function& function, ir::StmtId id) {
  if (is_one_of<ir::Break, ir::Continue>(function[id].node)) return true;
  if (ir::is_loop(function, id)) return false;
  const std::vector<const ir::Block*> nested = ir::blocks(function[id]);
  return std::any_of(nested.begin(), nested.end(), [&](const ir::Block* block) {
    return std::any_of(block->begin(), block->end(), [&](ir::StmtId inner) { return leaves_loop(function, inner); });
  });
}

/// What the blocks of a function have in common.
struct Whole {
  const ir::Function& function;
  const ir::HeapLifetimes& lifetimes;
  bool returns_memory = false;
  Pieces found;
};

/// A statement of the block.
struct Part {
  int64_t size = 0;
  size_t last = 0;       ///< the statement with the last use of the memory that this one allocates
  bool movable = true;   ///< nothing in it belongs to the function as a whole, or leaves a loop around it
  bool in_order = true;  ///< it is no loop that runs in lanes or on several threads
};

class Cutter {
 public:
  Cutter(Whole& whole, const ir::Block& block, bool is_nested)
      : whole_(whole), function_(whole.function), block_(block), is_nested_(is_nested) {}

  void run() {
    int64_t size = 0;
    for (size_t i = 0; i < block_.size(); ++i) positions_[block_[i]] = i;
    for (size_t i = 0; i < block_.size(); ++i) size += parts_.emplace_back(part(i)).size;
    if (size < kLong) return;
    hold_local_arrays();
    for (size_t i = 0; i < block_.size(); ++i) add(i);
    end_piece();
  }

 private:
  Part part(size_t at) {
    Part result;
    result.last = at;
    result.movable = !leaves_loop(function_, block_[at]);
    ir::walk_stmts(function_, {block_[at]}, [&](ir::StmtId id) {
      const ir::StmtNode& node = function_[id].node;
      result.size += own_size(node) + std::max<int64_t>(nodes(function_[id]) - kPlainNodes, 0) / kNodesOfLine;
      if (std::holds_alternative<ir::Return>(node) && whole_.returns_memory) result.movable = false;
      if (std::holds_alternative<ir::CallHost>(node)) result.movable = false;
      if (const auto* allocation = std::get_if<ir::Allocate>(&node)) see(*allocation, id, result);
      const auto* loop = std::get_if<ir::For>(&node);
      if (loop != nullptr && id == block_[at]) result.in_order = ir::is_in_order(loop->mark);
      return loop == nullptr || loop->mark != ir::LoopMark::CpuParallel;
    });
    return result;
  }

  [[nodiscard]] int64_t nodes(const ir::Stmt& stmt) const {
    int64_t count = 0;
    for (const ir::ExprId root : ir::expressions(stmt)) ir::walk_exprs(function_, root, [&](ir::ExprId) { ++count; });
    return count;
  }

  void see(const ir::Allocate& allocation, ir::StmtId id, Part& result) const {
    if (!whole_.lifetimes.ends_with_block(allocation.array)) result.movable = false;
    const auto here = positions_.find(id);
    if (here == positions_.end() || !result.movable) return;
    result.last = std::max(here->second, positions_.at(whole_.lifetimes.last_use(allocation.array)));
  }

  /// Statements that share an array on the stack stay in the function that has it; so do those in a loop, whose next turn may read it.
  void hold_local_arrays() {
    std::unordered_map<ir::ArrayId, size_t> seen;
    for (size_t i = 0; i < parts_.size(); ++i) {
      const auto see_array = [&](ir::ArrayId array) {
        const ir::AddressSpace space = function_[array].space;
        if (space == ir::AddressSpace::Heap || space == ir::AddressSpace::Argument) return;
        const auto [first, is_new] = seen.emplace(array, i);
        if (is_nested_) parts_[i].movable = false;
        if (is_new || first->second == i) return;
        parts_[first->second].movable = parts_[i].movable = false;
      };
      walk_arrays(block_[i], see_array);
    }
  }

  template <class Visit>
  void walk_arrays(ir::StmtId root, const Visit& visit) const {
    ir::walk_stmts(function_, {root}, [&](ir::StmtId id) {
      const ir::StmtNode& node = function_[id].node;
      if (const auto* store = std::get_if<ir::Store>(&node)) visit(store->array);
      if (const auto* update = std::get_if<ir::AtomicUpdate>(&node)) visit(update->array);
      if (const auto* check = std::get_if<ir::CheckIndex>(&node)) visit(check->array);
      return true;
    });
    ir::walk_all_exprs(function_, {root}, [&](ir::ExprId id) {
      const ir::ExprNode& node = function_[id].node;
      if (const auto* load = std::get_if<ir::Load>(&node)) visit(load->array);
      if (const auto* extent = std::get_if<ir::Extent>(&node)) visit(extent->array);
      if (const auto* wrap = std::get_if<ir::WrapIndex>(&node)) visit(wrap->array);
    });
  }

  /// Memory that is needed far behind its Allocate belongs to the function as a whole.
  [[nodiscard]] bool belongs_to_pieces(size_t at) const {
    int64_t size = 0;
    for (size_t i = at; i <= parts_[at].last; ++i) {
      size += parts_[i].size;
      if (!parts_[i].movable || (i > at && size > kPiece)) return false;
    }
    return true;
  }

  void add(size_t at) {
    if (parts_[at].size >= kLongInside && parts_[at].in_order) {
      end_piece();
      for (const ir::Block* nested : ir::blocks(function_[block_[at]])) Cutter(whole_, *nested, true).run();
      return;
    }
    if (!belongs_to_pieces(at)) {
      end_piece();
      return;
    }
    current_.push_back(block_[at]);
    size_ += parts_[at].size;
    open_until_ = std::max(open_until_, parts_[at].last);
    if (open_until_ > at) return;
    closed_ = current_.size();
    closed_size_ = size_;
    if (size_ >= kPiece) end_piece();
  }

  /// What follows the last place where no memory is in use stays in the function.
  void end_piece() {
    current_.resize(closed_);
    if (closed_size_ >= kLeastPiece) {
      const ir::StmtId first = current_.front();
      whole_.found.emplace(first, std::move(current_));
    }
    current_.clear();
    size_ = closed_size_ = 0;
    closed_ = open_until_ = 0;
  }

  Whole& whole_;
  const ir::Function& function_;
  const ir::Block& block_;
  bool is_nested_;
  std::unordered_map<ir::StmtId, size_t> positions_;
  std::vector<Part> parts_;
  ir::Block current_;
  int64_t size_ = 0;
  size_t open_until_ = 0;
  size_t closed_ = 0;  ///< statements of the current piece behind which none of its memory is in use
  int64_t closed_size_ = 0;
};

}  // namespace

Pieces pieces(const ir::Function& function, const ir::HeapLifetimes& lifetimes) {
  Whole whole{function, lifetimes, !function.returned_arrays().empty(), {}};
  Cutter(whole, function.body, false).run();
  return std::move(whole.found);
}

}  // namespace unpython::codegen
