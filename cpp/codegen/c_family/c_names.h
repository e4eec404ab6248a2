// Names in a kernel's text: those of the user where C allows it, each one once.
#pragma once
#include <map>
#include <set>
#include <string>

#include "kernel/launch.h"

namespace unpython::codegen {

class CNames {
 public:
  CNames(const ir::Function& function, const kernel::Kernel& kernel);
  [[nodiscard]] const std::string& of(ir::VarId variable);
  [[nodiscard]] const std::string& of(ir::ArrayId array);
  /// A fresh name that begins with `wish`.
  [[nodiscard]] std::string fresh(const std::string& wish);

 private:
  /// A fresh name whose parameters ("a_at", "a_n0") are fresh as well.
  [[nodiscard]] std::string with_parameters(const std::string& wish, const std::set<std::string>& suffixes);

  const ir::Function& function_;
  std::map<ir::VarId, std::string> variables_;
  std::map<ir::ArrayId, std::string> arrays_;
  std::set<std::string> taken_;
};

}  // namespace unpython::codegen
