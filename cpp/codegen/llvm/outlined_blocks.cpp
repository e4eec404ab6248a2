// A cheap sum of what statements are made of finds blocks that may be alike; their forms say which ones are.
#include "codegen/llvm/outlined_blocks.h"

#include <algorithm>
#include <map>
#include <string>
#include <unordered_set>
#include <utility>

#include "codegen/llvm/pieces.h"
#include "ir/rewrite.h"
#include "ir/write/byte_stream.h"

namespace unpython::codegen {

namespace {

/// Sizes are in plain statements: an expression weighs as much as one for each kNodesLikeOne nodes.
constexpr int64_t kNodesLikeOne = 8;
constexpr int64_t kLeast = 8;  ///< of a block
/// So much must be left out of the code to be worth a call: outside of loops, and in loops for blocks that do much each time or little.
constexpr int64_t kSaved = 100;
constexpr int64_t kSavedBesideMuch = 150;
constexpr int64_t kSavedBesideLittle = 400;
/// What is too rare to be chosen gives way to what is inside it, so often.
constexpr int kRounds = 4;

/// Of a statement, or of the statements of a block.
struct Sight {
  int64_t size = 0;
  uint64_t sum = 0;         ///< equal for blocks of one form
  bool stays = false;       ///< something in it belongs to the function as a whole
  bool leaves = false;      ///< it may leave the loop around it
  bool does_much = false;   ///< each time: it asks for memory, or has loops in a loop
  bool has_memory = false;  ///< something in it asks for memory
  bool has_loop = false;

  void add(const Sight& part) {
    size += part.size;
    mix(part.sum);
    stays = stays || part.stays;
    leaves = leaves || part.leaves;
    does_much = does_much || part.does_much;
    has_memory = has_memory || part.has_memory;
    has_loop = has_loop || part.has_loop;
  }
  void mix(uint64_t value) { sum = (sum ^ value) * 0x9E3779B97F4A7C15U + (sum >> 29U); }
};

class Search {
 public:
  Search(const ir::Function& function, const ir::HeapLifetimes& lifetimes, const UseCounts& uses, const AliasScopes& aliases)
      : f_(function), uses_(uses), aliases_(aliases) {
    for (const ir::ArrayId array : lifetimes.kept_by({})) kept_.insert(array);
    for (const ir::Parameter& parameter : function.parameters) {
      if (!parameter.is_array) parameters_.insert(parameter.variable);
    }
    see(f_.body);
    for (int round = 0; round < kRounds; ++round) {
      chosen_.clear();
      choose(f_.body, false);
      if (!drop_rare()) break;
    }
    for (auto& [text, choices] : chosen_) keep(choices);
    for (auto& [first, block] : pieces(function, lifetimes)) keep_piece(first, std::move(block));
  }

  std::unordered_map<ir::StmtId, OutlinedBlock> whole_pieces;
  std::unordered_map<ir::StmtId, OutlinedBlock> repeats;
  std::vector<std::unique_ptr<OutlinedForm>> forms;

 private:
  struct Choice {
    OutlinedBlock repeat;
    int64_t size = 0;
    int64_t least_saved = 0;
  };

  Sight see(const ir::Block& block) {
    Sight whole;
    for (const ir::StmtId id : block) whole.add(see(id));
    return whole;
  }

  Sight see(ir::StmtId id) {
    const ir::Stmt& stmt = f_[id];
    Sight result;
    result.mix(stmt.node.index() + 1);
    for (const ir::Block* nested : ir::blocks(stmt)) {
      const Sight part = see(*nested);
      ++alike_[part.sum];
      blocks_.emplace(nested, part);
      result.add(part);
    }
    own(stmt, result);
    const auto* loop = std::get_if<ir::For>(&stmt.node);
    if (std::holds_alternative<ir::If>(stmt.node)) result.does_much = false;
    if (loop != nullptr) result.does_much = result.does_much || result.has_loop;
    if (loop != nullptr && loop->mark == ir::LoopMark::CpuParallel) result.stays = result.stays || result.has_memory;
    if (ir::is_loop(f_, id)) {
      result.leaves = false;
      result.has_loop = true;
    }
    if (ir::blocks(stmt).empty()) return result;
    ++alike_[result.sum];
    statements_.emplace(id, result);
    return result;
  }

  /// What the statement is without its blocks.
  void own(const ir::Stmt& stmt, Sight& result) const {
    int64_t nodes = 0;
    for (const ir::ExprId root : ir::expressions(stmt)) {
      ir::walk_exprs(f_, root, [&](ir::ExprId id) {
        ++nodes;
        result.mix(f_[id].node.index() * 64 + static_cast<uint64_t>(f_[id].type));
        if (const auto* number = std::get_if<ir::Const>(&f_[id].node)) result.mix(static_cast<uint64_t>(number->value.integer));
        result.stays = result.stays || uses_stack(f_[id].node);
      });
    }
    result.size += 1 + nodes / kNodesLikeOne;
    result.stays = result.stays || uses_stack(stmt.node) || is_one_of<ir::Return, ir::CallHost>(stmt.node);
    result.leaves = result.leaves || is_one_of<ir::Break, ir::Continue>(stmt.node);
    result.has_memory = result.has_memory || std::holds_alternative<ir::Allocate>(stmt.node);
    result.does_much = result.does_much || ir::as_new_memory(stmt) != nullptr;
  }

  /// Arrays on the stack are those of the function that has them.
  template <class Node>
  [[nodiscard]] bool uses_stack(const Node& node) const {
    return std::visit(
        [&](const auto& alternative) {
          if constexpr (requires { alternative.array; }) return ir::is_scratch(f_[alternative.array].space);
          return false;
        },
        node);
  }

  /// From outside inwards, so that what is chosen is as large as can be.
  void choose(const ir::Block& block, bool in_loop) {
    for (const ir::StmtId id : block) {
      const auto seen = statements_.find(id);
      if (seen == statements_.end() || takes({id}, seen->second, in_loop)) continue;
      const auto* loop = std::get_if<ir::For>(&f_[id].node);
      if (loop != nullptr && !ir::is_in_order(loop->mark)) continue;
      const bool is_branch = std::holds_alternative<ir::If>(f_[id].node);
      for (const ir::Block* nested : ir::blocks(f_[id])) {
        if (!is_branch || !takes(*nested, blocks_.at(nested), in_loop)) choose(*nested, in_loop || !is_branch);
      }
    }
  }

  bool takes(const ir::Block& block, const Sight& sight, bool in_loop) {
    if (sight.stays || sight.leaves || sight.size < kLeast) return false;
    const int64_t least_saved = !in_loop ? kSaved : sight.does_much ? kSavedBesideMuch : kSavedBesideLittle;
    const Choice choice{{block, {}, nullptr}, sight.size, least_saved};
    if (!saves_enough(alike_.at(sight.sum), choice)) return false;
    auto text = texts_.find({block.front(), block.size()});
    if (text == texts_.end()) text = texts_.emplace(std::pair(block.front(), block.size()), text_of(block)).first;
    if (rare_.contains(text->second.first)) return false;
    std::vector<Choice>& same = chosen_[text->second.first];
    same.push_back(choice);
    same.back().repeat.names = text->second.second;
    return true;
  }

  bool drop_rare() {
    return std::erase_if(chosen_, [&](const auto& same) {
             const std::vector<Choice>& choices = same.second;
             if (saves_enough(choices.size(), choices.front())) return false;
             rare_.insert(same.first);
             return true;
           }) > 0;
  }

  static bool saves_enough(size_t times, const Choice& choice) {
    return times > 1 && (static_cast<int64_t>(times) - 1) * choice.size >= choice.least_saved;
  }

  /// Blocks of one text are of one form, whose function all of them call.
  std::pair<std::string, ir::Form> text_of(const ir::Block& block) const {
    ir::Form names = ir::form_of(f_, block);
    ir::ByteWriter text;
    text.append(names.bytes);
    const std::vector<OutlinedForm::Memory> memory = memories(block, names, false);
    for (size_t i = 0; i < names.arrays.size(); ++i) {
      const ir::ArrayId array = names.arrays[i];
      text.number(static_cast<uint64_t>(memory[i]));
      if (memory[i] == OutlinedForm::Memory::OfFrame) text.number(static_cast<uint64_t>(array.value));
      const auto may_overlap = [&](ir::ArrayId other) { return aliases_.class_of(other) == aliases_.class_of(array); };
      const auto first = std::find_if(names.arrays.begin(), names.arrays.end(), may_overlap);
      text.number(static_cast<uint64_t>(first - names.arrays.begin()));
    }
    return {text.bytes(), std::move(names)};
  }

  [[nodiscard]] std::vector<OutlinedForm::Memory> memories(const ir::Block& block, const ir::Form& names, bool is_piece) const {
    std::unordered_set<ir::ArrayId> allocated;
    bool is_shared = is_piece;  // between threads, whose function takes the call's arguments from the frame, as pieces do
    ir::walk_stmts(f_, block, [&](ir::StmtId id) {
      if (const auto* allocation = std::get_if<ir::Allocate>(&f_[id].node)) allocated.insert(allocation->array);
      const auto* loop = std::get_if<ir::For>(&f_[id].node);
      is_shared = is_shared || (loop != nullptr && loop->mark == ir::LoopMark::CpuParallel);
      return true;
    });
    std::vector<OutlinedForm::Memory> result;
    for (const ir::ArrayId array : names.arrays) {
      using enum OutlinedForm::Memory;
      const bool of_frame = is_shared && f_[array].space == ir::AddressSpace::Argument;
      const bool is_own = ir::is_scratch(f_[array].space) || (allocated.contains(array) && !kept_.contains(array));
      result.push_back(of_frame ? OfFrame : is_own ? Own : allocated.contains(array) ? Moved : Given);
    }
    return result;
  }

  void keep(std::vector<Choice>& choices) {
    OutlinedForm& form = new_form(choices.front().repeat, false);
    for (Choice& choice : choices) {
      see_variables(choice.repeat, form);
      choice.repeat.form = &form;
      const ir::StmtId start = choice.repeat.block.front();
      repeats.emplace(start, std::move(choice.repeat));
    }
  }

  /// Its function stands for one place: it needs no table of errors.
  void keep_piece(ir::StmtId first, ir::Block block) {
    OutlinedBlock piece{std::move(block), {}, nullptr};
    piece.names = ir::form_of(f_, piece.block);
    piece.names.errors.clear();
    OutlinedForm& form = new_form(piece, true);
    see_variables(piece, form);
    piece.form = &form;
    whole_pieces.emplace(first, std::move(piece));
  }

  OutlinedForm& new_form(const OutlinedBlock& first, bool is_piece) {
    OutlinedForm& form = *forms.emplace_back(std::make_unique<OutlinedForm>());
    form.is_piece = is_piece;
    form.arrays = memories(first.block, first.names, is_piece);
    form.goes_in.resize(first.names.variables.size());
    form.comes_out.resize(first.names.variables.size());
    return form;
  }

  /// What one of the blocks takes from outside or gives back all of them do.
  void see_variables(const OutlinedBlock& repeat, OutlinedForm& form) const {
    const std::unordered_map<ir::VarId, int> reads = ir::count_reads(f_, repeat.block);
    const std::unordered_map<ir::VarId, int> assignments = ir::count_assignments(f_, repeat.block);
    const auto all_are = [](const std::unordered_map<ir::VarId, int>& inside, const std::unordered_map<ir::VarId, int>& all,
                            ir::VarId variable) {
      const auto found = all.find(variable);
      if (found == all.end()) return true;
      const auto here = inside.find(variable);
      return here != inside.end() && here->second == found->second;
    };
    std::unordered_set<ir::VarId> own;  // parameters, and counters of loops around, have their values from outside
    for (const auto& [variable, times] : assignments) own.insert(variable);
    ir::walk_stmts(f_, repeat.block, [&](ir::StmtId id) {
      if (const auto* loop = std::get_if<ir::For>(&f_[id].node)) own.insert(loop->counter);
      return true;
    });
    for (size_t i = 0; i < repeat.names.variables.size(); ++i) {
      const ir::VarId variable = repeat.names.variables[i];
      if (own.contains(variable) && !parameters_.contains(variable) && all_are(reads, uses_.reads, variable) &&
          all_are(assignments, uses_.assignments, variable))
        continue;
      form.goes_in[i] = true;
      if (assignments.contains(variable)) form.comes_out[i] = true;
    }
  }

  const ir::Function& f_;
  const UseCounts& uses_;
  const AliasScopes& aliases_;
  std::unordered_set<ir::ArrayId> kept_;
  std::unordered_set<ir::VarId> parameters_;
  std::unordered_map<ir::StmtId, Sight> statements_;
  std::unordered_map<const ir::Block*, Sight> blocks_;
  std::unordered_map<uint64_t, size_t> alike_;  ///< how many have a sum
  std::map<std::pair<ir::StmtId, size_t>, std::pair<std::string, ir::Form>> texts_;  ///< by first statement and number of statements
  std::map<std::string, std::vector<Choice>> chosen_;                                ///< by text
  std::unordered_set<std::string> rare_;
};

}  // namespace

OutlinedBlocks::OutlinedBlocks(const ir::Function& function, const ir::HeapLifetimes& lifetimes, const UseCounts& uses,
                 const AliasScopes& aliases) {
  Search search(function, lifetimes, uses, aliases);
  pieces_ = std::move(search.whole_pieces);
  repeats_ = std::move(search.repeats);
  forms_ = std::move(search.forms);
}

const OutlinedBlock* OutlinedBlocks::piece_from(ir::StmtId first) const {
  const auto found = pieces_.find(first);
  return found != pieces_.end() ? &found->second : nullptr;
}

const OutlinedBlock* OutlinedBlocks::repeat_from(ir::StmtId first) const {
  const auto found = repeats_.find(first);
  return found != repeats_.end() ? &found->second : nullptr;
}

}  // namespace unpython::codegen
