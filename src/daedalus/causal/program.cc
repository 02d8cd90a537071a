#include "daedalus/causal/program.h"

namespace daedalus::causal {

std::string_view NameOf(BlockKind kind) {
  switch (kind) {
    case BlockKind::kAssignment:
      return "assignment";
    case BlockKind::kLinear:
      return "linear";
    case BlockKind::kNonlinear:
      return "nonlinear";
  }
  return {};
}

std::string_view NameOf(BlockMethod method) {
  switch (method) {
    case BlockMethod::kSubstitution:
      return "substitution";
    case BlockMethod::kRelaxation:
      return "relaxation";
    case BlockMethod::kTorn:
      return "torn";
    case BlockMethod::kDense:
      return "dense";
    case BlockMethod::kSparse:
      return "sparse";
  }
  return {};
}

std::string NameOf(const System& system, const Unknown& unknown) {
  const std::string& name = system.variables[unknown.variable].name;
  return unknown.is_derivative ? "der(" + name + ")" : name;
}

ExprId LeafOf(expr::Graph& graph, const Unknown& unknown) {
  return graph.Variable(unknown.variable, unknown.is_derivative ? 1 : 0);
}

}  // namespace daedalus::causal
