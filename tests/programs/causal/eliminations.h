// Eliminations for tests: made from models, with all loops torn.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "daedalus/programs/causal/elimination.h"
#include "daedalus/system/print_system.h"
#include "daedalus/system/validate.h"
#include "programs/causal/programs.h"

namespace daedalus::causal {

struct Eliminated {
  BuiltProgram given;
  Elimination result;
  SystemIncidence incidence;  // of the result

  std::vector<std::string> Kept() const {
    std::vector<std::string> out;
    for (const Variable& v : result.system.variables) out.push_back(NameOf(result.system, v));
    return out;
  }
  std::vector<std::string> Equations() const {
    std::vector<std::string> out;
    for (const Equation& e : result.system.equations) out.push_back(EquationText(result.system, e));
    return out;
  }
  // "v = value"
  std::vector<std::string> Values() const {
    std::vector<std::string> out;
    for (std::size_t v = 0; v < result.values.size(); ++v) {
      if (!result.values[v].IsValid()) continue;
      out.push_back(NameOf(given.system, VariableId(v)) + " = " +
                    ExpressionText(result.system, result.values[v]));
    }
    return out;
  }
};

inline std::size_t NumEntries(const SystemIncidence& incidence) {
  return AnyDerivative(incidence).columns.size();
}

// What holds for every elimination.
inline void ExpectConsistent(const Eliminated& e) {
  const System& given = e.given.system;
  const Elimination& result = e.result;
  CheckInvariants(result.system);
  EXPECT_EQ(result.system.variables.size(), result.system.equations.size());
  EXPECT_TRUE(CheckSolvability(result.system, e.incidence).ok());
  EXPECT_EQ(e.incidence.num_differential(), e.given.incidence.num_differential());
  ASSERT_EQ(result.kept_as.size(), given.variables.size());
  ASSERT_EQ(result.values.size(), given.variables.size());
  ASSERT_EQ(result.equation_of.size(), result.system.equations.size());
  std::size_t num_kept = 0;
  for (const VariableId v : IdRange<VariableId>(given.variables.size())) {
    const VariableId kept = result.kept_as[v.index()];
    EXPECT_NE(kept.IsValid(), result.values[v.index()].IsValid());
    if (!kept.IsValid()) continue;
    EXPECT_EQ(kept.index(), num_kept++) << "dense, in order";
    EXPECT_EQ(result.system.variables[kept].name, given.variables[v].name);
  }
  EXPECT_EQ(num_kept, result.system.variables.size());
  EXPECT_TRUE(std::is_sorted(result.equation_of.begin(), result.equation_of.end()));
}

inline Eliminated EliminatedOf(Model m, const EliminationOptions& options = {}) {
  Eliminated out;
  out.given = Built(std::move(m), {.loop_method = BlockMethod::kTorn});
  out.result = EliminateExplicit(out.given.system, out.given.incidence, out.given.program, options);
  out.incidence = IncidenceOf(out.result.system);
  ExpectConsistent(out);
  return out;
}

}  // namespace daedalus::causal
