// A loop that walks rows and columns that many iterations read again, piece by piece through local memory: what passes
// that tile a grid share.
//
// Problem: asynchronous copies need pieces under way, and what items take from local memory for a step
//          should be on its way to registers while the step before computes; also across the place where
//          the threads meet.
// Choice:  pieces in a ring. Whole pieces only, so that no copy is guarded; beyond the last one, that one
//          is copied again, to where nobody reads. The last step of a piece runs behind the place where
//          the threads meet, beside the first loads from the piece that follows. The rest of the loop,
//          shorter than a piece, is brought when all else is done. Neighbours of the loop that lie in rows of
//          the grid in local memory cannot arrive there together: one wide load brings them to registers while
//          a piece is used, and single stores put them behind the place where the threads meet. (Held for a
//          whole turn, they take registers from sums where several groups share a multiprocessor.)
//          Where the matrix unit computes, copies that all begin where the threads meet stand in the way of what
//          the items take there. Spread copies are one of each thread there, and the others behind the steps of
//          the piece that follows.
//
//   for p in range(stages): copy piece p                       (spread: of the last one, one copy of each thread)
//   take step 0 of piece 0
//   for p in range(whole):
//     load to registers what comes by them of piece p + stages
//     for all steps but the last:
//       take the next step, compute this one
//       spread: copy a share of piece p + stages - 1
//     copy piece p + stages to where piece p was               (spread: one copy of each thread)
//     take step 0 of piece p + 1, compute the last step
//   copy the rest; compute it
#pragma once
#include <functional>
#include <vector>

#include "transform/groups/grid_tiles.h"
#include "transform/shared_reads/find_reuse.h"

namespace unpython::transform {

class WalkPieces {
 public:
  struct Size {
    int64_t depth = 8;   ///< iterations of the loop in a piece
    int64_t stages = 3;  ///< pieces in local memory
    /// Threads of a group whose copies are spread over the steps; 0: all are made at once. No piece passes registers then.
    int64_t spread_over = 0;
  };
  /// Nests of all items, for a stage of the ring and the iteration of the loop that its piece starts with.
  struct Work {
    std::function<ir::Block(ir::ExprId stage)> take_first;
    int64_t steps = 0;  ///< of a piece, without the last one
    /// Takes the step that follows and computes this one, for one item.
    std::function<ir::Block(ir::ExprId stage, ir::ExprId first, ir::ExprId step)> step;
    std::function<ir::Block(ir::Block)> on_items;  ///< the nest of all items around what one does
    std::function<ir::Block(ir::ExprId first, ir::ExprId next_stage)>
        last;  ///< and takes the first of the next stage
    std::function<ir::Block(ir::ExprId stage, ir::ExprId first, ir::ExprId steps)> rest;
  };

  WalkPieces(ir::Function& function, ir::StmtId loop, GridTiles& tiles, SpreadOverItems& spread, Size size,
             const kernel::Kernel& kernel, const kernel::Layout& layout);

  /// What of an array lies in local memory: rows of steps, or rows of elements where `steps_inside`, with a few more
  /// places than they need. Several reads along one dimension lie row by row side by side. `through_registers`: as said
  /// above, where accesses may be wide. Returns its number.
  size_t add(const std::vector<const ReusedRead*>& reads, bool steps_inside, int64_t padding, bool through_registers);
  /// The element of a piece that is on place `element` of the tile along the dimension that its reads follow; `term`:
  /// the number of the read, where there are several.
  [[nodiscard]] ir::ExprId element(size_t piece, ir::ExprId stage, ir::ExprId step, ir::ExprId element,
                                   ir::ExprId term = {});

  [[nodiscard]] ir::Block run(const Work& work);

 private:
  struct Piece {
    std::vector<const ReusedRead*> reads;
    ir::ArrayId local;
    bool steps_inside;
    ir::ArrayId fetched{};  ///< registers that its elements pass; not valid: they arrive later without
  };
  ir::ExprId read(ir::VarId variable) { return build_.read(variable); }
  ir::ExprId start_of(ir::ExprId piece) { return build_.mul(piece, build_.int64(size_.depth)); }
  ir::VarId integer(const std::string& name) { return build_.variable(name, ScalarType::Int64); }
  [[nodiscard]] std::vector<ir::ExprId> place(const Piece& piece, ir::ExprId stage, ir::ExprId step,
                                              ir::ExprId element, ir::ExprId term);
  /// Neighbours in memory that one access brings: along the loop where they lie there.
  [[nodiscard]] int width_of(const ReusedRead& read);
  /// The same of a copy with For::ahead: neighbours in memory have to be neighbours in the piece.
  [[nodiscard]] int copied_width(const Piece& piece, const ReusedRead& read, int ahead);
  [[nodiscard]] std::vector<ir::ExprId> source(const ReusedRead& read, ir::ExprId step, ir::ExprId iteration);
  /// Copies of a piece: to where, and from where.
  struct Batch {
    ir::ExprId stage;
    ir::ExprId first;  ///< iteration of the loop
    ir::ExprId steps;
    int ahead = -1;  ///< as in For
  };
  /// Part `number` of the copies of a read, `of` so many.
  struct Part {
    const Piece* piece;
    size_t term;
    int64_t number = 0;
    int64_t of = 1;
    bool joins = false;
  };
  [[nodiscard]] std::vector<Part> parts();
  [[nodiscard]] ir::StmtId copy(const Part& part, const Batch& batch);
  [[nodiscard]] ir::Block copies(const Batch& batch);
  [[nodiscard]] ir::Block fetch(ir::ExprId first);
  [[nodiscard]] ir::Block put(const Batch& batch);
  [[nodiscard]] ir::StmtId through_registers(const Piece& piece, const Batch& batch);
  [[nodiscard]] ir::Block steps(const Work& work, ir::ExprId stage, ir::ExprId first, const Batch& batch,
                                const std::vector<Part>& parts);

  ir::Function& f_;
  const ir::For loop_;
  const SourceRange range_;
  GridTiles& tiles_;
  SpreadOverItems& spread_;
  const Size size_;
  const kernel::Kernel& kernel_;
  const kernel::Layout& layout_;
  ir::Builder build_;
  std::vector<Piece> pieces_;
};

}  // namespace unpython::transform
