// Expressions of the IR as C.
#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "codegen/c_family/c_names.h"
#include "codegen/c_family/dialect.h"
#include "codegen/c_family/helpers.h"
#include "kernel/group_plan.h"
#include "kernel/launch.h"

namespace unpython::codegen {

/// How strongly a text binds: it needs parentheses where more is wanted.
enum class Strength : uint8_t { Any, Sum, Product, Sign, Atom };

class CExpressions {
 public:
  CExpressions(const ir::Function& function, const kernel::Kernel& kernel, const kernel::Layout& layout,
               const Dialect& dialect, Helpers& helpers, CNames& names);

  /// The value of an expression; a bool for Bool, else of exactly its type.
  [[nodiscard]] std::string value(ir::ExprId id, Strength wanted = Strength::Any);
  /// What parts of these expressions are used several times, as definitions of constants ("const f64 t =
  /// ...;") in order; value() then names them until forget().
  [[nodiscard]] std::vector<std::string> share(const std::vector<ir::ExprId>& roots);
  void forget() { shared_.clear(); }
  /// From now on a Load reads `copy`, a text of memory_type: a copy of the element that lies nearer. So does a Call, whose value was
  /// computed before.
  void take_from(ir::ExprId id, std::string copy) { copies_[id] = std::move(copy); }
  void evaluate(ir::ExprId id) { copies_.erase(id); }

  /// Item arrays of this plan are registers (null: none are).
  void use_registers(const kernel::GroupPlan* plan) { plan_ = plan; }
  /// The number of the item of the thread that the next texts are for ("": the thread has one item). The same for the elements of a
  /// matrix that a lane has.
  void enter_item(std::string part) { part_ = std::move(part); }
  void enter_element(std::string element) { element_ = std::move(element); }

  /// A counter as a sum of two numbers of 32 bits: `base`, which all items of a thread share, and `step` times `item`.
  struct OfItems {
    std::string base;
    std::string item;  ///< known once the loop over the items is unrolled
    int64_t step;
  };
  void split(ir::VarId counter, OfItems parts) { of_items_.insert_or_assign(counter, std::move(parts)); }
  void join(ir::VarId counter) { of_items_.erase(counter); }

  /// An element as something that can be read and assigned; of memory_type.
  [[nodiscard]] std::string element(ir::ArrayId array, const std::vector<ir::ExprId>& indices);
  /// Offset of an element from the first one.
  [[nodiscard]] std::string offset(ir::ArrayId array, const std::vector<ir::ExprId>& indices);
  /// Name of the parameter that holds an extent of an array, or its fixed number.
  [[nodiscard]] std::string extent(ir::ArrayId array, int dimension);
  /// An integer expression modulo 2^32 or 2^64, in the unsigned type of `bits`.
  [[nodiscard]] std::string modular(ir::ExprId id, int bits, Strength wanted);

 private:
  using Text = std::pair<std::string, Strength>;
  [[nodiscard]] Text text(ir::ExprId id);
  [[nodiscard]] Text binary(const ir::Binary& node, ScalarType type);
  /// A root or quotient in a range where a short form is exact.
  [[nodiscard]] Text within(const ir::Call& node);
  [[nodiscard]] Text quick_binary(const ir::Binary& node, ScalarType type);
  [[nodiscard]] Text ring_without_negation(const ir::Binary& node, ScalarType type);
  [[nodiscard]] std::string inverted(const std::string& x);
  [[nodiscard]] Text compare(const ir::Compare& node);
  [[nodiscard]] Text cast(const ir::Cast& node, ScalarType to);
  [[nodiscard]] Text call(const ir::Call& node, ScalarType type);
  [[nodiscard]] Text unary(const ir::Unary& node, ScalarType type);
  [[nodiscard]] std::string function_call(const std::string& name, const std::vector<ir::ExprId>& arguments);
  [[nodiscard]] std::string register_offset(const kernel::RegisterPlan& plan, ir::ArrayId array,
                                            const std::vector<ir::ExprId>& indices);
  [[nodiscard]] std::string shuffle(ir::ExprId id);
  [[nodiscard]] bool is_fixed(ir::ExprId id, const std::set<ir::VarId>& counters) const;
  [[nodiscard]] bool is_stepped(ir::ExprId id) const;
  [[nodiscard]] bool is_natural(ir::ExprId id) const;
  struct Stepped {
    std::vector<ir::ExprId> rest;
    ir::ExprId counter;
  };
  [[nodiscard]] std::optional<Stepped> stepped(ir::ExprId subscript) const;
  [[nodiscard]] bool is_split(const ir::Load& load, size_t d) const;
  [[nodiscard]] std::string add_steps(ir::ExprId index, int64_t stride, bool far, std::string& sum);
  [[nodiscard]] static std::string signed_offset(const std::string& sum, const std::string& steps);
  [[nodiscard]] std::string local_offset(ir::ArrayId array, const std::vector<ir::ExprId>& indices);

  const ir::Function& function_;
  std::set<ir::VarId> counters_;     ///< of all loops
  std::set<ir::VarId> unrolled_;     ///< counters that are constants once the loops are unrolled
  std::set<ir::VarId> written_out_;  ///< the same, and those of short loops, which compilers unroll as well
  bool hides_negations_ = false;     ///< of integers of 32 bits and less, from compilers
  const kernel::Kernel& kernel_;
  const kernel::Layout& layout_;
  const Dialect& dialect_;
  Helpers& helpers_;
  CNames& names_;
  std::map<ir::VarId, OfItems> of_items_;
  std::map<ir::ExprId, std::string> shared_;
  std::map<ir::ExprId, std::string> copies_;
  const kernel::GroupPlan* plan_ = nullptr;
  std::string part_;
  std::string element_;
};

}  // namespace unpython::codegen
