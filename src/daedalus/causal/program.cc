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

}  // namespace daedalus::causal
