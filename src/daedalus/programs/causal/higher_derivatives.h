// Variables for derivatives above the first, which a System has not: der(der(v)) is der($der(v)), where
// $der(v) = der(v).
#pragma once

#include <map>

#include "daedalus/system/system.h"

namespace daedalus::causal {

// Each variable once, for as long as this object lives; all calls are for one System and its copies.
class HigherDerivatives {
 public:
  // Adds variables and equations where they are needed.
  ExprId WithoutThem(System& system, ExprId e);

 private:
  VariableId Named(System& system, VariableId of, int order);

  std::map<VariableId, VariableId> named_;
};

}  // namespace daedalus::causal
