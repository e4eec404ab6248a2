// Everything behind one decorated function: what the decorators said, the serialized program, the
// specializations. All of it is guarded by Python's lock, but for the dispatchers, which guard themselves.
// A call owns what was chosen for it. What it leaves here is `last`, once it has ended: a pointer to what never
// changes, so that whoever reads it holds a copy and sees one call, not parts of two.
#pragma once
#include <pybind11/pybind11.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings/arguments/bind_arguments.h"
#include "bindings/arguments/python_calls.h"
#include "bindings/base/argument_context.h"
#include "bindings/base/module_state.h"
#include "bindings/function/access_path.h"
#include "bindings/function/call_options.h"
#include "cost/work.h"
#include "driver/choose/call.h"
#include "driver/choose/dispatcher.h"
#include "driver/compile/argument_codes.h"

namespace unpython::bindings {

/// How a call ran. Immutable.
struct CallWay {
  std::shared_ptr<const driver::Specialization> specialization{};  ///< null: plain Python ran it
  driver::Choice choice{};                                         ///< what ran it
  std::shared_ptr<const driver::GpuRecord> record{};               ///< where it ran on a device
  std::shared_ptr<const driver::Program> program{};                ///< the steps that it took there
};

/// The call that ended last, for f.last and f.ran_on.
struct LastCall {
  std::shared_ptr<const CallWay> way{};  ///< null: nothing ran yet
  double milliseconds = -1;              ///< measured for long calls only

  [[nodiscard]] bool is_python() const { return way && !way->specialization; }
};

/// One specialization as a call finds it: its key, and the way of its calls.
struct Entry {
  Entry(std::shared_ptr<const driver::Specialization> specialization, driver::DeviceWish wish,
        const std::string& function)
      : dispatcher(module_state().compiler, module_state().rates, std::move(specialization), std::move(wish),
                   function) {}

  pybind11::object hosts;  ///< of its Prepared
  std::vector<driver::ArgumentCode> codes;
  uint32_t options_id = 0;
  bool disjoint = false;
  cost::WorkBound work;
  driver::Dispatcher dispatcher;
  std::shared_ptr<const CallWay> way;  ///< of the call that ended last: where the next one looks first

  [[nodiscard]] const ir::Function& source() const { return dispatcher.specialization().source; }
  [[nodiscard]] bool matches(const driver::ArgumentCode* wanted, uint32_t options,
                             bool wanted_disjoint) const;
};

/// Open addressing by a hash of the key; the full key is compared. The entry that was found last is looked at first.
class EntryTable {
 public:
  [[nodiscard]] std::shared_ptr<Entry> find(const driver::ArgumentCode* codes, size_t count,
                                            uint32_t options_id, bool disjoint) {
    if (last_ && last_->matches(codes, options_id, disjoint)) return last_;
    return find_further(codes, count, options_id, disjoint);
  }
  void insert(std::shared_ptr<Entry> entry);
  void clear();
  [[nodiscard]] const std::vector<std::shared_ptr<Entry>>& entries() const { return entries_; }

 private:
  [[nodiscard]] std::shared_ptr<Entry> find_further(const driver::ArgumentCode* codes, size_t count,
                                                    uint32_t options_id, bool disjoint);
  void place(int32_t index);

  std::vector<std::shared_ptr<Entry>> entries_;
  std::vector<int32_t> slots_;  ///< index into entries_, or -1; the size is a power of two
  std::shared_ptr<Entry> last_;  ///< that was found last
};

/// What serialize() told about the function; made at the first call, and again when a guard fails.
struct Prepared {
  std::shared_ptr<const frontend::syntax::Program> program;
  ParameterList parameters;
  std::vector<std::string> argument_names;  ///< parameters, then paths of hidden values
  std::vector<DeclaredType> declared;       ///< as argument_names
  std::vector<bool> stored;                 ///< as argument_names: the program may store to this array
  std::vector<AccessPath> hidden;
  std::vector<Guard> guards;
  bool runs_again = false;           ///< after an exception: unpython/_attempts
  bool holds_prints = false;         ///< until the call ends: unpython/_held_prints.py
  pybind11::object hosts;            ///< a tuple: functions that Python runs
  pybind11::object classes;          ///< a tuple: what makes the objects of a result
  pybind11::object parameter_names;  ///< keeps ParameterList::names alive
  pybind11::object defaults;         ///< keeps ParameterList::defaults alive

  [[nodiscard]] bool guards_hold() const;
};

/// How an argument is built, as unpython/_taken_apart.py says it.
struct ArgumentLayout {
  enum class Kind : uint8_t {
    Passed,    ///< a number or an array
    Constant,  ///< a text, a type, a function: `constant` itself
    Tuple,     ///< of `items`
    List,      ///< of `items`
    Numbers,   ///< lists in lists, `depth` of them, of numbers of the type `constant`: one array; a text: str
    Record,    ///< an object of the class `constant` with fields `names`, or a dict with these keys (`constant` is dict)
    Table,     ///< a dict with Python's integers, or texts where `names` is not empty, as keys, and values of the type `constant`,
               ///< or lists of them where `depth` is 1: arrays of the keys and of the values
    Changed,   ///< as Numbers; the call gives the list's new items, `names` is not empty if it returns the list
    Fields,    ///< an array of one dimension of records of the dtype `constant`: an array for each of the fields `names`
    Rows,      ///< a list of tuples of numbers and texts of the types in the tuple `constant`: an array for each place of the tuples;
               ///< `names` is not empty for an empty list
    Drawn,     ///< a generator of random numbers of NumPy, of the class `constant`: the number under which Python keeps it
    Words,     ///< a list of texts: the array of their code points, and that of where each begins and the last ends
    Ragged,    ///< a list of lists of the type `constant`: arrays of all their items and of their lengths
    Objects,   ///< objects of the class, with the fields and their types, in the tuple `constant`, in a list where `depth` is 1, in
               ///< lists where it is 2 (`names` says which): their numbers, and an array for each field
    Set,       ///< a set of items of the type `constant`: an array of them in its order
    Unread,    ///< anything: the function never reads it, and nothing is passed on
  };
  Kind kind = Kind::Passed;
  pybind11::object constant{};
  int depth = 0;
  std::vector<pybind11::object> names{};
  std::vector<ArgumentLayout> items{};
};

/// A call with texts, types, tuples, lists and objects, and the function (one of FunctionState::variants) that takes calls
/// like it.
struct KnownLayout {
  PyObject* function;                     ///< borrowed: `variants` keeps it as long as it lives
  std::vector<ArgumentLayout> arguments;  ///< by parameter
};

/// The function that takes what names around another one stand for behind its arguments: unpython/_other_functions/names_around.py.
struct NamesAround {
  PyObject* function;                        ///< borrowed: FunctionState::variants keeps it as long as it lives
  std::shared_ptr<const Prepared> prepared;  ///< has the parameters
  std::vector<AccessPath> values{};          ///< of the names
  std::vector<Guard> guards{};
};

/// The function that gives the new items of what another one changes: unpython/_other_functions/changed_holders.py.
struct ChangedHolders {
  enum class Role : uint8_t { Passed, Dict, List, EmptyDict, EmptyList };  ///< all but Passed: changed; an empty one is not passed
  PyObject* function;                        ///< borrowed: FunctionState::variants keeps it as long as it lives
  std::shared_ptr<const Prepared> prepared;  ///< has the parameters
  std::vector<Role> roles{};                 ///< by parameter
  int returned = -1;                         ///< the number of the changed argument that a call returns; -1: none
  std::vector<int> places{};                 ///< of the tuple that it returns: the number of the changed argument there, or -1
};

/// The type that a decorator names. Throws TypeError.
[[nodiscard]] ScalarType given_type(const pybind11::handle& name);

struct FunctionState {
  pybind11::object py_func;
  pybind11::object serialize;
  pybind11::object declared;
  pybind11::object locals;
  pybind11::object options;
  pybind11::dict variants;  ///< compiled functions for calls with texts and tuples: unpython/_taken_apart.py
  /// The last one last. Shared with calls that look at them: what they ask Python may make, and drop, others.
  std::vector<std::shared_ptr<const KnownLayout>> layouts;
  std::shared_ptr<const NamesAround> around;  ///< null: none is known
  std::vector<std::shared_ptr<const ChangedHolders>> holders;  ///< the last one last
  OptionValues decorator_options;
  DeviceChoice device = DeviceChoice::Cpu;
  std::vector<frontend::LocalType> local_types;
  std::string name;  ///< qualified

  std::shared_ptr<const Prepared> prepared;  ///< shared with calls that are running
  EntryTable table;
  LastCall last;
  PythonCalls python_calls;  ///< `variants` keeps the steps
  bool has_other_words = true;  ///< as far as is known: for calls that the code of the plain ones cannot do
  std::string refused;          ///< why the last call did not run; empty: it did
  std::optional<std::pair<uint32_t, EffectiveOptions>> last_options;  ///< by current_options_id()
  std::vector<std::string> warned;                                    ///< causes that were warned about
};

/// A call that Python runs itself has begun; `told`: what explain() gives of it, null: a report.
void note_python(FunctionState& function, pybind11::handle told = {});

}  // namespace unpython::bindings
