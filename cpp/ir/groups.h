// Groups of work items: what Group, Item and MatrixUnit loops mean, and how they are taken apart.
//
// Problem: products, reductions and staged rows need the memory that a group of work items shares, and the
//          order in which its items reach it.
// Choice:  loops and address spaces, no statements for barriers. To the interpreter all of these loops are
//          plain loops.
//
//   for g in group((n + 255) // 256, threads=64):     a kernel; all its threads run what is outside Item nests
//     for i in item(min(256, n - g * 256)):           bound 256; between it and the next nest all threads meet
//       part[i] = x[g * 256 + i]                      part: a Local array
//     for step in range(8):
//       for i in item(128):
//         ...
//
// Item nests
//   One to three Item loops, each the whole body of the one before. The extent of each is a constant or
//   minimum(constant, what is known to the group); that constant is its bound. Item (i, j) of bounds (I, J) is
//   number i * J + j; thread t of T runs the numbers t, t + T, ... of every nest. Iterations are independent of each
//   other: the verifier asks it as far as it can tell, the interpreter for what ran. Outside Item nests nothing is
//   stored and all threads have the same values. Around a nest are
//   counted loops that nothing leaves, and no branch: an extent of minimum(128, 128 if it runs else 0) says it, and
//   all threads meet on one path (PoCL mixes up private arrays, or stops, where a barrier stands in a branch or a
//   loop is left).
// Item arrays
//   Their first subscripts are the counters of the nest, whose bounds are their first extents: registers of the thread
//   that runs the item. A load may have another last subscript among them, in a nest that does not store to the array:
//   an exchange between items. It is a shuffle where the bound of the last Item loop is a power of two up to 32, or a
//   multiple of 32 and the subscript is counter ^ constant below 32. Otherwise, and where a device has no shuffle,
//   the whole array lies in local memory.
// Copies
//   A run of asynchronous Item nests (For::ahead >= 0) that follow each other directly is a batch. What a batch stores
//   may be read, and stored again, when `ahead` more batches have begun in the group; with 0 as soon as the batch has
//   ended. Printers wait in front of each batch: n buffers are filled by batches with ahead = n - 1, each followed by
//   the nest that reads the buffer of n - 1 batches before. What they store are elements of arguments, or of Item arrays
//   that an earlier nest loaded. Nests that join (For::joins) belong to the batch that began last, whatever nests are in
//   between: the copies of a batch need not all begin at once. Nobody has read what they store since the batch began.
// MatrixUnit
//   Inside an Item nest whose items are warps. Three loops m, n, k whose body is the product
//     c[..., m, n] = fma(a[...], b[...], c[..., m, n])
//   with `a` not moved by n, and `b` not moved by m: extents (8, 8, 4) or (16, 8, 4) in float64, half as many n and k in
//   complex128, whose products are those of the real matrices [re, im] and [[re, im], [-im, re]]. Two loops m, n: each
//   element of a part of `c` once. `c` is an Item array that only such loops touch; the lanes of the warp share its
//   elements. A printer without the unit prints plain loops.
// Vector
//   Loops of constant extent inside Item nests are one wide access for each array where alignment is known.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "ir/function.h"

namespace unpython::ir {

/// The expression is the variable alone.
[[nodiscard]] bool is_read_of(const Function& function, ExprId id, VarId variable);

/// Threads of a GPU that run in step, and exchange values without memory.
inline constexpr int64_t kWarp = 32;
/// Bytes of Local and Item arrays that a group may have on every GPU, as declared in its source.
inline constexpr int64_t kLocalBytes = 48 << 10;
/// The same for a group that leaves room for others on its multiprocessor, and for what the printer adds.
inline constexpr int64_t kModerateLocalBytes = 40 << 10;

/// One Item nest.
struct ItemNest {
  std::vector<StmtId> loops{};
  std::vector<VarId> counters{};
  std::vector<int64_t> bounds{};
  bool constant = true;  ///< the extents are the bounds
  const Block* body = nullptr;

  /// Product of the bounds.
  [[nodiscard]] int64_t items() const;
};

/// The constant in an extent of an Item loop; none where it has no such form.
[[nodiscard]] std::optional<int64_t> item_bound(const Function& function, ExprId extent);

/// The nest that starts at an Item loop. Extents without a bound count as 0.
[[nodiscard]] ItemNest item_nest(const Function& function, StmtId root);

/// All outermost Item loops in a block, in the order of the program.
[[nodiscard]] std::vector<StmtId> item_nests(const Function& function, const Block& block);

/// Product-accumulate of a matrix unit, as its three loops say it.
struct MatrixProduct {
  int64_t m = 0;
  int64_t n = 0;
  int64_t k = 0;
  std::vector<VarId> counters{};
  ArrayId sum;
  std::vector<ExprId> sum_indices{};
  ExprId left;   ///< Load, not moved by n
  ExprId right;  ///< Load, not moved by m
};
/// None where the nest of MatrixUnit loops has another form.
[[nodiscard]] std::optional<MatrixProduct> matrix_product(const Function& function, StmtId root);
/// The MatrixUnit loops from `root` inwards.
[[nodiscard]] std::vector<StmtId> matrix_nest(const Function& function, StmtId root);

/// A load of an Item array from another item of the nest.
[[nodiscard]] bool is_exchange(const Function& function, const ItemNest& nest, const Load& load);

/// The lane of an exchange with a shuffle: `lane` xor a mask, or any expression within the warp.
struct Shuffle {
  std::optional<int64_t> mask;  ///< counter ^ mask
  ExprId lane;                  ///< else the subscript
  int64_t width = kWarp;           ///< lanes that exchange
};
/// None where the exchange may leave a warp.
[[nodiscard]] std::optional<Shuffle> shuffle_of(const Function& function, const ItemNest& nest,
                                                const Load& load);

}  // namespace unpython::ir
