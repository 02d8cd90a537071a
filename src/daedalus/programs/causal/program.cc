#include "daedalus/programs/causal/program.h"

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

bool Program::HoldsFor(std::span<const double> built_with, std::span<const double> parameters) const {
  for (const ParameterId p : decided_by_sign) {
    const double before = built_with[p.index()], now = parameters[p.index()];
    if ((before > 0) != (now > 0) || (before < 0) != (now < 0)) return false;
  }
  for (const ParameterId p : decided_by_size) {
    if (built_with[p.index()] != parameters[p.index()]) return false;
  }
  return true;
}

std::vector<VariableId> StatesOf(const Program& program) {
  std::vector<VariableId> out;
  for (const Quantity& unknown : program.unknowns) {
    if (unknown.is_derivative()) out.push_back(unknown.variable);
  }
  return out;
}

}  // namespace daedalus::causal
