#include "daedalus/programs/causal/elimination.h"

#include <utility>

#include "daedalus/programs/causal/system_rewriter.h"

namespace daedalus::causal {

Elimination EliminateExplicit(System system, const SystemIncidence& incidence, const Program& program,
                              const EliminationOptions& options) {
  Elimination out;
  const IdVector<VariableId, char> goes = ChooseEliminated(system, incidence, program, options);
  out.system = std::move(system);
  SystemRewriter rewriter(out.system, goes, options.num_removed_before);
  out.kept_as.reserve(goes.size());
  for (const VariableId v : IdRange<VariableId>(goes.size())) out.kept_as.push_back(rewriter.NewIdOf(v));
  out.values.resize(goes.size());
  IdVector<EquationId, char> is_dropped(out.system.equations.size(), 0);
  for (const Assignment& a : program.assignments) {
    const VariableId v = a.unknown.variable;
    if (!goes[v]) continue;
    out.values[v.index()] = rewriter.Replace(v, a.value);
    is_dropped[a.equation] = 1;
  }
  out.equation_of = rewriter.Finish(is_dropped);
  return out;
}

}  // namespace daedalus::causal
