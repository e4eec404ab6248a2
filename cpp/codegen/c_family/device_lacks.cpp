#include "codegen/c_family/device_lacks.h"

#include "ir/rewrite.h"

namespace unpython::codegen {
namespace {

using namespace ir;

class Find {
 public:
  Find(const Function& f, const abi::DeviceProperties& device) : f_(f), device_(device) {}

  std::optional<Lack> run(StmtId root) {
    walk_stmts(f_, {root}, [&](StmtId id) {
      statement(id);
      for (ExprId held : expressions(f_[id])) {
        walk_exprs(f_, held, [&](ExprId part) { expression(part, f_[id].range); });
      }
      return !found_;
    });
    return found_;
  }

 private:
  void lack(std::string code, std::string reason, const SourceRange& where) {
    if (!found_) found_ = Lack{std::move(code), std::move(reason), where};
  }

  void statement(StmtId id) {
    const StmtNode& node = f_[id].node;
    if (const auto* update = std::get_if<AtomicUpdate>(&node)) {
      if (size_of(f_[update->array].type) == 8 && !device_.int64_atomics)
        lack("NO_INT64_ATOMICS", "the device has no atomic operations on 64-bit integers", f_[id].range);
    }
    if (std::holds_alternative<CallHost>(node)) lack("HOST_CALL", "the loop asks NumPy or Python", f_[id].range);
    if (std::holds_alternative<Allocate>(node))
      lack("LOCAL_ARRAY",
           "array '" + f_[std::get<Allocate>(node).array].name +
               "' is made inside the parallel loop, with a size that differs between iterations",
           f_[id].range);
  }

  void expression(ExprId id, const SourceRange& where) {
    const ScalarType type = f_[id].type;
    const bool wide = type == ScalarType::Float64 || type == ScalarType::Complex128;
    if (wide && !device_.float64) lack("NO_FLOAT64", "the device has no 64-bit floats", where);
    if (const auto* call = std::get_if<Call>(&f_[id].node)) {
      const ScalarType operand = f_[call->arguments[0]].type;
      if (call->function == Intrinsic::Sqrt) rounded(operand, where);
    }
    const auto* binary = std::get_if<Binary>(&f_[id].node);
    if (binary != nullptr && binary->op == BinaryOp::Divide) rounded(type, where);
  }

  void rounded(ScalarType type, const SourceRange& where) {
    const bool single = type == ScalarType::Float32 || type == ScalarType::Complex64;
    if (single && !device_.correctly_rounded_float32)
      lack("INEXACT_FLOAT32", "the device rounds 32-bit quotients and roots in its own way", where);
  }

  const Function& f_;
  const abi::DeviceProperties& device_;
  std::optional<Lack> found_;
};

}  // namespace

std::optional<Lack> device_lacks(const Function& function, const kernel::Kernel& kernel,
                                 const abi::DeviceProperties& device) {
  return Find(function, device).run(kernel.root);
}

}  // namespace unpython::codegen
