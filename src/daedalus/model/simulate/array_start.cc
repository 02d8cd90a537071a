#include "daedalus/model/simulate/array_start.h"

#include "daedalus/model/simulate/make_array.h"
#include "daedalus/programs/array/array_analysis.h"

namespace daedalus::simulate {

Result<initialize::InitialValues> FindArrayStart(const compile::GivenModel& given,
                                                 const RunSettings& settings, std::span<const double> guess,
                                                 std::span<const double> held, HeldAtStart what) {
  const System& system = *given.system;
  std::vector<char> may_move;
  for (const Variable& variable : system.variables)
    may_move.push_back(!variable.fixed && !(what == HeldAtStart::kGiven && variable.start.IsValid()));
  array::AnalysisProblem at_start;
  at_start.time = settings.grid.start;
  at_start.parameters = given.parameters;
  at_start.held = held;
  at_start.start = guess;
  at_start.units = given.attributes.nominal;
  at_start.may_move = may_move;
  at_start.with_initial_equations = true;
  at_start.ends_inconsistent = what == HeldAtStart::kGiven;
  at_start.cancelled = settings.cancelled;
  const array::ArrayAnalysis analysis = array::AnalyzeArray(system, at_start);
  if (!analysis.index) return Fail(ExplainNoIndex(system, analysis, at_start.time));
  const auto n = static_cast<std::ptrdiff_t>(system.variables.size());
  initialize::InitialValues out;
  out.y.assign(analysis.point.data(), analysis.point.data() + n);
  out.yp.assign(analysis.point.data() + n, analysis.point.data() + 2 * n);
  out.way = "the derivative array";
  return out;
}

}  // namespace daedalus::simulate
