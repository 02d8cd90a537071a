// The functions that a flat text calls. While the text is written, this gives their names; at the end it
// gives the declarations of the requested ones, with everything that these use (function_texts.h).
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "daedalus/system/expr/print_expression.h"
#include "daedalus/system/system.h"

namespace daedalus {

class CalledFunctions {
 public:
  explicit CalledFunctions(const System& system);

  // The name is empty if there is no declaration.
  expr::PrintedCall Text(ExprId call);
  // The declarations of requested functions. A comment explains a missing one.
  std::string Declarations() const;

 private:
  void Use(std::size_t declaration);

  const System& system_;
  std::vector<std::string>
      missing_;  // by declaration: why it cannot be used, by itself or by what it uses; empty: it can
  std::set<std::size_t> used_;
  std::map<std::string, std::string> undeclared_;  // names, and why
};

// Real where nothing else is known.
ValueType TypeOfCall(const System& system, ExprId call);

}  // namespace daedalus
