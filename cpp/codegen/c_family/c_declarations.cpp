#include "codegen/c_family/c_declarations.h"

#include <algorithm>
#include <map>
#include <vector>

#include "ir/rewrite.h"

namespace unpython::codegen {
namespace {

using namespace ir;

/// All places where one variable stands: the blocks around each (outermost first, with the position in it).
struct Step {
  const Block* block;
  size_t position;
  bool operator==(const Step& other) const { return block == other.block && position == other.position; }
};
using Path = std::vector<Step>;

struct Uses {
  std::vector<Path> paths;
  int assignments = 0;
};

class Collect {
 public:
  explicit Collect(const Function& f) : f_(f) {}

  void block(const Block& statements) {
    for (size_t i = 0; i < statements.size(); ++i) {
      path_.push_back({&statements, i});
      const StmtId id = statements[i];
      ++times[id];
      for (ExprId root : expressions(f_[id])) reads(root);
      if (const auto* assign = std::get_if<Assign>(&f_[id].node)) {
        use(assign->variable);
        ++uses[assign->variable].assignments;
      }
      for (const Block* nested : blocks(f_[id])) block(*nested);
      path_.pop_back();
    }
  }

  std::map<VarId, Uses> uses;
  std::map<StmtId, int> times;  ///< that a statement stands in the body: loops that are written out share what their turns have alike
  std::vector<VarId> order;

 private:
  void reads(ExprId root) {
    walk_exprs(f_, root, [&](ExprId id) {
      if (const auto* read = std::get_if<Read>(&f_[id].node)) use(read->variable);
    });
  }
  void use(VarId variable) {
    Uses& known = uses[variable];
    if (known.paths.empty()) order.push_back(variable);
    known.paths.push_back(path_);
  }

  const Function& f_;
  Path path_;
};

/// The innermost block around all uses, with the position of the first statement in it that holds one.
Step common(const std::vector<Path>& paths) {
  Step result = paths[0][0];
  for (size_t depth = 0;; ++depth) {
    const auto inside = [&](const Path& path) {
      return depth < path.size() && path[depth].block == paths[0][depth].block;
    };
    if (!std::all_of(paths.begin(), paths.end(), inside)) return result;
    result = paths[0][depth];
    for (const Path& path : paths) result.position = std::min(result.position, path[depth].position);
    const bool split = std::any_of(paths.begin(), paths.end(),
                                   [&](const Path& path) { return !(path[depth] == paths[0][depth]); });
    if (split || depth + 1 >= paths[0].size()) return result;
  }
}

}  // namespace

Declarations declarations(const Function& f, const Block& body) {
  Collect collect(f);
  collect.block(body);
  Declarations result;
  for (VarId variable : collect.order) {
    const Uses& uses = collect.uses[variable];
    if (uses.assignments == 0) continue;
    const Step first = common(uses.paths);
    const StmtId id = (*first.block)[first.position];
    const auto* assign = std::get_if<Assign>(&f[id].node);
    bool reads_itself = false;
    if (assign != nullptr) {
      walk_exprs(f, assign->value, [&](ExprId part) {
        const auto* read = std::get_if<Read>(&f[part].node);
        reads_itself |= read != nullptr && read->variable == variable;
      });
    }
    if (assign == nullptr || assign->variable != variable || reads_itself || collect.times[id] > 1) {
      result.at_start.push_back(variable);
      continue;
    }
    result.at_assignment.insert(id);
    if (uses.assignments == 1) result.constant.insert(variable);
  }
  return result;
}

}  // namespace unpython::codegen
