// Which parameters may change, and when.
#pragma once

#include <vector>

#include "daedalus/model/compile/given_model.h"
#include "daedalus/model/description.h"
#include "daedalus/system/expr/leaves.h"

namespace daedalus::model {

struct ParameterKind {
  VariableCausality causality = VariableCausality::kParameter;
  VariableVariability variability = VariableVariability::kTunable;
  bool is_structural = false;
  bool is_settable = true;
};

// The kinds by ParameterId.
std::vector<ParameterKind> KindsOfParameters(const compile::GivenModel& given);

// The variability of an expression over parameters: that of the parameter in it that may change most.
VariableVariability VariabilityOf(const System& system, ExprId e, const std::vector<ParameterKind>& kinds,
                                  expr::LeafCollector& collector);

}  // namespace daedalus::model
