#include "codegen/c_family/c_expressions.h"

#include <algorithm>
#include <functional>

#include "codegen/c_family/c_math.h"
#include "codegen/c_family/c_types.h"
#include "ir/constant.h"
#include "ir/rewrite.h"
#include "support/match.h"
#include "unpython/error.h"

namespace unpython::codegen {
namespace {

using namespace ir;

constexpr int64_t kFewTurns = 32;  // of a loop that compilers write out whole

std::string cast_to(std::string_view type, const std::string& atom) {
  return "(" + std::string(type) + ")" + atom;
}

std::string_view symbol(BinaryOp op) {
  switch (op) {
    case BinaryOp::Add:
      return " + ";
    case BinaryOp::Subtract:
      return " - ";
    case BinaryOp::Multiply:
      return " * ";
    case BinaryOp::Divide:
      return " / ";
    case BinaryOp::BitAnd:
      return " & ";
    case BinaryOp::BitOr:
      return " | ";
    case BinaryOp::BitXor:
      return " ^ ";
    case BinaryOp::LogicalAnd:
      return " && ";
    case BinaryOp::LogicalOr:
      return " || ";
    case BinaryOp::FloorDivide:
    case BinaryOp::Modulo:
    case BinaryOp::ShiftLeft:
    case BinaryOp::ShiftRight:
      break;
  }
  throw InternalError("printing a kernel", "an operator without a sign in C");
}

Strength strength_of(BinaryOp op) {
  if (op == BinaryOp::Add || op == BinaryOp::Subtract) return Strength::Sum;
  return op == BinaryOp::Multiply || op == BinaryOp::Divide ? Strength::Product : Strength::Any;
}

Strength above(Strength strength) { return static_cast<Strength>(static_cast<int>(strength) + 1); }

bool in_ring(BinaryOp op) {
  return op == BinaryOp::Add || op == BinaryOp::Subtract || op == BinaryOp::Multiply;
}

std::string_view helper_of(BinaryOp op) {
  switch (op) {
    case BinaryOp::FloorDivide:
      return "floor_divide";
    case BinaryOp::Modulo:
      return "modulo";
    case BinaryOp::ShiftLeft:
      return "shift_left";
    case BinaryOp::ShiftRight:
      return "shift_right";
    case BinaryOp::Add:
      return "add";
    case BinaryOp::Subtract:
      return "subtract";
    case BinaryOp::Multiply:
      return "multiply";
    case BinaryOp::Divide:
      return "divide";
    default:
      return "";
  }
}

/// The exponent of a positive power of two, else -1.
int power_of_two(const Constant& value) {
  if (is_float(value.type) || is_complex(value.type) || value.integer <= 0) return -1;
  const auto bits = static_cast<uint64_t>(value.integer);
  return (bits & (bits - 1)) == 0 ? __builtin_ctzll(bits) : -1;
}

bool is_narrow(ScalarType type) { return is_integer(type) && integer_bits(type) <= 32; }

/// Compilers may make extremes of such comparisons, and 32 bits of 64 that were 32.
bool orders_integers(const Function& function, const Block& body) {
  return any_expr(function, body, [&](ExprId id) {
    if (const auto* call = std::get_if<Call>(&function[id].node)) {
      const bool extreme = call->function == Intrinsic::Minimum || call->function == Intrinsic::Maximum;
      return extreme && is_integer(function[id].type);
    }
    const auto* compare = std::get_if<Compare>(&function[id].node);
    return compare != nullptr && compare->op != CompareOp::Equal && compare->op != CompareOp::NotEqual &&
           is_integer(function[compare->left].type);
  });
}

}  // namespace

CExpressions::CExpressions(const Function& function, const kernel::Kernel& kernel, const kernel::Layout& layout,
                           const Dialect& dialect, Helpers& helpers, CNames& names)
    : function_(function), kernel_(kernel), layout_(layout), dialect_(dialect), helpers_(helpers), names_(names) {
  if (!kernel.root.valid()) return;  // expressions alone
  hides_negations_ = orders_integers(function, {kernel.root});
  walk_stmts(function, function.body, [&](StmtId id) {  // loops of the host, too
    if (const auto* loop = std::get_if<For>(&function[id].node)) counters_.insert(loop->counter);
    return true;
  });
  walk_stmts(function, {kernel.root}, [&](StmtId id) {
    const auto* loop = std::get_if<For>(&function[id].node);
    if (loop == nullptr) return true;
    const auto* turns = std::get_if<Const>(&function[loop->extent].node);
    const bool is_short = loop->mark == LoopMark::Sequential && turns != nullptr && turns->value.integer <= kFewTurns;
    if (loop->mark == LoopMark::Unrolled) unrolled_.insert(loop->counter);
    if (loop->mark == LoopMark::Unrolled || is_short) written_out_.insert(loop->counter);
    return true;
  });
}

std::string CExpressions::value(ExprId id, Strength wanted) {
  if (auto known = shared_.find(id); known != shared_.end()) return known->second;
  auto [written, strength] = text(id);
  return strength < wanted ? "(" + written + ")" : written;
}

std::vector<std::string> CExpressions::share(const std::vector<ExprId>& roots) {
  std::map<ExprId, int> uses;
  std::vector<ExprId> order;  // operands before users
  std::function<void(ExprId)> visit;
  const std::function<void(ExprId)> visit_steps = [&](ExprId id) {
    const auto* sum = std::get_if<Binary>(&function_[id].node);
    if (sum == nullptr || !is_stepped(id)) return visit(id);
    visit_steps(sum->left);
    visit_steps(sum->right);
  };
  visit = [&](ExprId id) {
    if (++uses[id] > 1) return;
    const auto* load = std::get_if<Load>(&function_[id].node);
    for (size_t d = 0; load != nullptr && d < load->indices.size(); ++d)
      is_split(*load, d) ? visit_steps(load->indices[d]) : visit(load->indices[d]);
    if (load == nullptr)
      for (ExprId operand : operands(function_[id])) visit(operand);
    order.push_back(id);
  };
  for (ExprId root : roots) visit(root);
  std::vector<std::string> definitions;
  for (ExprId id : order) {
    const ExprNode& node = function_[id].node;
    const bool leaf = is_one_of<Const, Read, Extent>(node);
    const bool exchange = plan_ != nullptr && plan_->shuffles.contains(id);  // all lanes take part, whoever needs it
    if (leaf || (uses[id] < 2 && !exchange)) continue;
    std::string written = value(id);
    const std::string name = names_.fresh("t");
    helpers_.use_type(function_[id].type);
    definitions.push_back("const " + std::string(value_type(function_[id].type)) + " " + name + " = " +
                          written + ";");
    shared_[id] = name;
  }
  return definitions;
}

CExpressions::Text CExpressions::text(ExprId id) {
  const ScalarType type = function_[id].type;
  return match(
      function_[id].node,
      [&](const Const& node) {
        if (is_complex(type)) helpers_.use_type(type);
        return Text{number(dialect_, node.value), Strength::Atom};
      },
      [&](const Read& node) {
        return Text{names_.of(node.variable), Strength::Atom};
      },
      [&](const Load& node) {
        const auto copy = copies_.find(id);
        if (plan_ != nullptr && plan_->shuffles.contains(id)) return Text{shuffle(id), Strength::Atom};
        const std::string read = copy != copies_.end() ? copy->second : element(node.array, node.indices);
        return type == ScalarType::Bool ? Text{read + " != 0", Strength::Any} : Text{read, Strength::Atom};
      },
      [&](const Extent& node) {
        return Text{extent(node.array, node.dimension), Strength::Atom};
      },
      [&](const WrapIndex& node) {
        const std::string index = value(node.index, Strength::Atom);
        return Text{index + " < 0 ? " + index + " + " + extent(node.array, node.dimension) + " : " + index,
                    Strength::Any};
      },
      [&](const Unary& node) { return unary(node, type); },
      [&](const Binary& node) { return binary(node, type); },
      [&](const Compare& node) { return compare(node); },
      [&](const Select& node) {
        return Text{value(node.condition, Strength::Atom) + " ? " + value(node.if_true, Strength::Atom) +
                        " : " + value(node.if_false, Strength::Atom),
                    Strength::Any};
      },
      [&](const Cast& node) { return cast(node, type); }, [&](const Call& node) {
        const auto copy = copies_.find(id);
        return copy != copies_.end() ? Text{copy->second, Strength::Atom} : call(node, type);
      });
}

CExpressions::Text CExpressions::unary(const Unary& node, ScalarType type) {
  if (node.op == UnaryOp::LogicalNot) return {"!" + value(node.operand, Strength::Atom), Strength::Sign};
  if (is_complex(type)) return {function_call(helpers_.use("negate", type), {node.operand}), Strength::Atom};
  if (is_float(type)) return {"-" + value(node.operand, Strength::Atom), Strength::Sign};
  const std::string ring(ring_type(type));
  const std::string inside = cast_to(ring, value(node.operand, Strength::Atom));
  if (hides_negations_ && is_narrow(type)) {
    const std::string written = inverted(inside) + (node.op == UnaryOp::Negate ? " + 1u" : "");
    return {cast_to(value_type(type), "(" + written + ")"), Strength::Sign};
  }
  const char* sign = node.op == UnaryOp::Negate ? "0u - " : "~";
  return {cast_to(value_type(type), "(" + (sign + inside) + ")"), Strength::Sign};
}

CExpressions::Text CExpressions::binary(const Binary& node, ScalarType type) {
  const auto* right = std::get_if<Const>(&function_[node.right].node);
  if (is_complex(type)) {
    return {function_call(helpers_.use(helper_of(node.op), type), {node.left, node.right}), Strength::Atom};
  }
  const int power = right == nullptr ? -1 : power_of_two(right->value);
  if (power >= 0 && node.op == BinaryOp::FloorDivide) {
    return {value(node.left, Strength::Atom) + " >> " + std::to_string(power), Strength::Any};
  }
  if (power >= 0 && node.op == BinaryOp::Modulo) {
    return {value(node.left, Strength::Atom) + " & " +
                number(dialect_, make_constant(type, right->value.integer - 1)),
            Strength::Any};
  }
  if (hides_negations_ && is_narrow(type) && node.op == BinaryOp::FloorDivide && right != nullptr && right->value.integer == -1)
    return {cast_to(value_type(type), "(" + inverted(cast_to("u32", value(node.left, Strength::Atom))) + " + 1u)"), Strength::Sign};
  const bool plain = in_ring(node.op) || node.op == BinaryOp::Divide || helper_of(node.op).empty();
  if (!plain) {
    return {function_call(helpers_.use(helper_of(node.op), type), {node.left, node.right}), Strength::Atom};
  }
  if (is_float(type)) {
    const Text quick = quick_binary(node, type);
    if (!quick.first.empty()) return quick;
    const Strength own = strength_of(node.op);
    return {value(node.left, own) + std::string(symbol(node.op)) + value(node.right, above(own)), own};
  }
  if (in_ring(node.op) && hides_negations_ && is_narrow(type)) return ring_without_negation(node, type);
  if (in_ring(node.op)) {
    const int bits = std::max(32, integer_bits(type));
    const Strength own = strength_of(node.op);
    const std::string sum =
        modular(node.left, bits, own) + std::string(symbol(node.op)) + modular(node.right, bits, above(own));
    const bool same = value_type(type) == ring_type(type);
    return same ? Text{sum, own} : Text{cast_to(value_type(type), "(" + sum + ")"), Strength::Sign};
  }
  const std::string written =
      value(node.left, Strength::Atom) + std::string(symbol(node.op)) + value(node.right, Strength::Atom);
  const bool promoted = type == ScalarType::Bool || integer_bits(type) < 32;
  const bool logical = node.op == BinaryOp::LogicalAnd || node.op == BinaryOp::LogicalOr;
  if (!promoted || logical) return {written, Strength::Any};
  return {cast_to(value_type(type), "(" + written + ")"), Strength::Sign};
}

/// NVIDIA's assembler takes max(max(a, -b), c) of 32-bit integers for max(max(a, b), c) on Hopper (CUDA 12.9 and 13.0). A negation
/// is also what becomes of a - b where compilers find that a is 0, and of a * b where one of them is -1.
CExpressions::Text CExpressions::ring_without_negation(const Binary& node, ScalarType type) {
  const auto constant = [&](ExprId id) { return std::get_if<Const>(&function_[id].node); };
  const auto part = [&](ExprId id) {
    return constant(id) ? modular(id, 32, Strength::Atom) : cast_to("u32", value(id, Strength::Atom));
  };
  const auto may_be_minus_one = [&](ExprId id) { return !constant(id) || constant(id)->value.integer == -1; };
  const auto is_loaded = [&](ExprId id) {
    const auto* cast = std::get_if<Cast>(&function_[id].node);
    return std::holds_alternative<Load>(function_[cast != nullptr ? cast->operand : id].node);
  };
  const bool is_plain = may_be_minus_one(node.left) != may_be_minus_one(node.right) || (is_loaded(node.left) && is_loaded(node.right));
  std::string written;
  if (node.op == BinaryOp::Subtract && !constant(node.right)) {
    written = part(node.left) + " + " + inverted(part(node.right)) + " + 1u";
  } else if (node.op == BinaryOp::Multiply && !is_plain) {
    written = inverted(part(node.left) + " * (0u - " + part(node.right) + ")") + " + 1u";
  } else {
    written = part(node.left) + std::string(symbol(node.op)) + part(node.right);
  }
  return {cast_to(value_type(type), "(" + written + ")"), Strength::Sign};
}

/// ~x of 32 bits, which compilers do not see through.
std::string CExpressions::inverted(const std::string& x) {
  helpers_.use_text(dialect_.inverted_helper());
  return "inverted(" + x + ")";
}

std::string CExpressions::modular(ExprId id, int bits, Strength wanted) {
  const std::string ring = bits == 64 ? "u64" : "u32";
  const ExprNode& node = function_[id].node;
  const auto parenthesized = [&](const std::string& written, Strength own) {
    return own < wanted ? "(" + written + ")" : written;
  };
  if (!shared_.contains(id)) {
    if (const auto* constant = std::get_if<Const>(&node)) {
      const auto value = static_cast<uint64_t>(constant->value.integer);
      return bits == 64 ? std::to_string(value) + "ul" : std::to_string(static_cast<uint32_t>(value)) + "u";
    }
    const auto* sum = std::get_if<Binary>(&node);
    if (sum != nullptr && in_ring(sum->op)) {
      const Strength own = strength_of(sum->op);
      return parenthesized(modular(sum->left, bits, own) + std::string(symbol(sum->op)) +
                               modular(sum->right, bits, above(own)),
                           own);
    }
  }
  const bool same = value_type(function_[id].type) == ring;
  return same ? value(id, wanted) : cast_to(ring, value(id, Strength::Atom));
}

CExpressions::Text CExpressions::compare(const Compare& node) {
  const ScalarType type = function_[node.left].type;
  if (!is_complex(type)) {
    constexpr std::string_view kSigns[] = {" == ", " != ", " < ", " <= ", " > ", " >= "};
    return {value(node.left, Strength::Sum) + std::string(kSigns[static_cast<size_t>(node.op)]) +
                value(node.right, Strength::Sum),
            Strength::Any};
  }
  const bool swapped = node.op == CompareOp::Greater || node.op == CompareOp::GreaterEqual;
  const bool equality = node.op == CompareOp::Equal || node.op == CompareOp::NotEqual;
  const bool strict = node.op == CompareOp::Less || node.op == CompareOp::Greater;
  const std::string name = helpers_.use(equality ? "equal" : strict ? "less" : "less_equal", type);
  const std::string written =
      swapped ? function_call(name, {node.right, node.left}) : function_call(name, {node.left, node.right});
  return {(node.op == CompareOp::NotEqual ? "!" : "") + written, Strength::Sign};
}

CExpressions::Text CExpressions::cast(const Cast& node, ScalarType to) {
  const ScalarType from = function_[node.operand].type;
  if (from == to) return text(node.operand);
  if (from == ScalarType::Float16 || to == ScalarType::Float16) {
    helpers_.use_text(dialect_.half_helpers());
    if (from == ScalarType::Float64) helpers_.use_text(dialect_.half_of_double_helper());
    const char* name = to == ScalarType::Float32 ? "float_of_half" : from == ScalarType::Float32 ? "half_of_float" : "half_of_double";
    return {std::string(name) + "(" + value(node.operand) + ")", Strength::Atom};
  }
  const std::string atom = value(node.operand, Strength::Atom);
  if (to == ScalarType::Bool) {
    if (is_complex(from)) return {helpers_.use("nonzero", from) + "(" + atom + ")", Strength::Atom};
    return {atom + " != 0", Strength::Any};
  }
  if (is_complex(to)) {
    const std::string part(value_type(real_part_type(to)));
    const std::string of = helpers_.use("of", to);
    if (!is_complex(from)) return {of + "(" + cast_to(part, atom) + ", 0)", Strength::Atom};
    return {of + "(" + cast_to(part, atom + ".re") + ", " + cast_to(part, atom + ".im") + ")",
            Strength::Atom};
  }
  const std::string real = is_complex(from) ? atom + ".re" : atom;
  const bool from_real = is_float(from) || is_complex(from);
  if (!from_real || is_float(to)) return {cast_to(value_type(to), real), Strength::Sign};
  const std::string converted = helpers_.use_conversion(real_part_type(from), to) + "(" + real + ")";
  return {cast_to(value_type(to), converted), Strength::Sign};
}

/// A form that is quicker than the operator and rounds otherwise; empty: the language has none, or is to be exact.
CExpressions::Text CExpressions::quick_binary(const Binary& node, ScalarType type) {
  if (node.op != BinaryOp::Add && node.op != BinaryOp::Divide) return {};
  const std::string inverse = dialect_.quick_inverse_root(type);
  const auto root_below = [&](const Binary& quotient) {
    const auto* root = std::get_if<Call>(&function_[quotient.right].node);
    const bool is_root = quotient.op == BinaryOp::Divide && root != nullptr && root->function == Intrinsic::Sqrt &&
                         !shared_.contains(quotient.right);
    return is_root && !inverse.empty() ? function_call(inverse, root->arguments) : "";
  };
  if (node.op == BinaryOp::Add) {
    const auto* quotient = std::get_if<Binary>(&function_[node.right].node);
    const std::string factor = quotient != nullptr && !shared_.contains(node.right) ? root_below(*quotient) : "";
    if (factor.empty()) return {};
    return {dialect_.math("fma", type) + "(" + value(quotient->left) + ", " + factor + ", " + value(node.left) + ")",
            Strength::Atom};
  }
  const std::string factor = root_below(node);
  if (!factor.empty()) return {value(node.left, Strength::Product) + " * " + factor, Strength::Product};
  const std::string quotient = dialect_.quick_quotient(type);
  return quotient.empty() ? Text{} : Text{function_call(quotient, {node.left, node.right}), Strength::Atom};
}

CExpressions::Text CExpressions::within(const Call& node) {
  const bool root = node.function == Intrinsic::RootWithin;
  const std::string_view own = dialect_.within_helpers();
  helpers_.use_text(own);
  if (!own.empty()) return {function_call(root ? "root_within" : "quotient_within", node.arguments), Strength::Atom};
  if (root) return {function_call(dialect_.math("sqrt", ScalarType::Float32), node.arguments), Strength::Atom};
  return {value(node.arguments[0], Strength::Product) + " / " + value(node.arguments[1], Strength::Sign), Strength::Product};
}

CExpressions::Text CExpressions::call(const Call& node, ScalarType type) {
  const ScalarType operand = function_[node.arguments[0]].type;
  const std::string first = value(node.arguments[0], Strength::Atom);
  switch (node.function) {
    case Intrinsic::Real:
      return {first + ".re", Strength::Atom};
    case Intrinsic::Imag:
      return {first + ".im", Strength::Atom};
    case Intrinsic::MakeComplex:
      return {function_call(helpers_.use("of", type), node.arguments), Strength::Atom};
    case Intrinsic::MultiplyHigh:
      return {function_call(std::string(dialect_.multiply_high()), node.arguments), Strength::Atom};
    case Intrinsic::RootWithin:
    case Intrinsic::QuotientWithin:
      return within(node);
    default:
      break;
  }
  const std::string_view helper = helper_function(node.function, operand);
  const std::string name =
      helper.empty() ? dialect_.math(math_name(node.function), operand) : helpers_.use(helper, operand);
  return {function_call(name, node.arguments), Strength::Atom};
}

std::string CExpressions::function_call(const std::string& name, const std::vector<ExprId>& arguments) {
  std::string written = name + "(";
  for (size_t i = 0; i < arguments.size(); ++i) written += (i == 0 ? "" : ", ") + value(arguments[i]);
  return written + ")";
}

std::string CExpressions::extent(ArrayId array, int dimension) {
  const Array& target = function_[array];
  if (!target.extents.empty()) return std::to_string(target.extents[static_cast<size_t>(dimension)]);
  return names_.of(array) + "_n" + std::to_string(dimension);
}

std::string CExpressions::shuffle(ExprId id) {
  const auto& load = std::get<Load>(function_[id].node);
  const Shuffle& exchange = plan_->shuffles.at(id);
  const std::string own = element(load.array, load.indices);
  const std::string other = exchange.mask ? dialect_.shuffle_mask(own, *exchange.mask, exchange.width)
                                          : dialect_.shuffle_lane(own, value(exchange.lane), exchange.width);
  return function_[id].type == ScalarType::Bool ? "(" + other + " != 0)" : other;
}

}  // namespace unpython::codegen
