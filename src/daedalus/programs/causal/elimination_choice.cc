#include "daedalus/programs/causal/elimination_choice.h"

#include <span>
#include <utility>

#include "daedalus/programs/causal/alias_choice.h"
#include "daedalus/system/expr/traverse.h"

namespace daedalus::causal {
namespace {

class Chooser {
 public:
  Chooser(const System& system, const SystemIncidence& incidence, const Program& program,
          const EliminationOptions& options)
      : system_(system),
        incidence_(incidence),
        program_(program),
        options_(options),
        is_candidate_(system.variables.size(), 0),
        uses_(system.variables.size()),
        goes_(system.variables.size(), 0),
        values_(system.variables.size()),
        marks_(system.variables.size(), 0) {}

  IdVector<VariableId, char> Choose() && {
    FindCandidates();
    CountUses();
    for (const Assignment& a : program_.assignments) {
      if (is_candidate_[a.unknown.variable]) Decide(a);
    }
    return std::move(goes_);
  }

 private:
  // How many equations use a variable, apart from the one that is solved for it.
  struct Uses {
    std::uint32_t all = 0;
    std::uint32_t by_unknowns = 0;  // without those of output variables
  };
  // The size of a sub-expression: its nodes as given, and after substitution of the eliminated variables.
  struct Size {
    float plain = 1;
    float substituted = 1;
  };
  // The value of an eliminated variable.
  struct Value {
    float size = 1;
    std::uint32_t first_unknown = 0;  // in unknowns_
    std::uint32_t num_unknowns = 0;
  };

  // Step 1. The derivative of an algebraic variable may stand in initial equations and assertions.
  void FindCandidates() {
    const IdVector<VariableId, char> differentiated = FindDifferentiated(system_);
    for (const Assignment& a : program_.assignments) {
      const Variable& v = system_.variables[a.unknown.variable];
      const bool is_input = system_.declarations[v.declaration].causality == Causality::kInput;
      is_candidate_[a.unknown.variable] = !a.unknown.is_derivative() && !differentiated[a.unknown.variable] &&
                                          !v.fixed && !v.is_start_preferred && !is_input;
    }
    is_in_initial_equations_.resize(system_.variables.size(), 0);
    for (const structure::ColumnId v : IncidenceOf(system_, system_.initial_equations).variables.columns) {
      is_in_initial_equations_[VariableOf(v)] = 1;
    }
  }

  // Step 2. In the reverse order of execution, all uses of a variable are known before it is considered.
  void CountUses() {
    for (const structure::ColumnId v : incidence_.variables.columns) ++uses_[VariableOf(v)].all;
    std::vector<char> is_decided(system_.equations.size(), 1);
    for (const Assignment& a : program_.assignments) {
      if (is_candidate_[a.unknown.variable]) is_decided[a.equation.index()] = 0;
    }
    for (const EquationId e : IdRange<EquationId>(system_.equations.size())) {
      if (is_decided[e.index()]) CountUsesByUnknown(e);
    }
    for (auto a = program_.assignments.rbegin(); a != program_.assignments.rend(); ++a) {
      if (!is_candidate_[a->unknown.variable]) continue;
      Uses& uses = uses_[a->unknown.variable];
      --uses.all;
      if (uses.by_unknowns == 0) continue;
      CountUsesByUnknown(a->equation);
      --uses.by_unknowns;
    }
  }
  void CountUsesByUnknown(EquationId e) {
    for (const structure::ColumnId v : incidence_.variables.Row(RowOf(e))) ++uses_[VariableOf(v)].by_unknowns;
  }

  // Step 3.
  void Decide(const Assignment& a) {
    const VariableId v = a.unknown.variable;
    const Size size = MeasureValue(a.value);
    // Otherwise an initial equation could lose all unknowns.
    if (unknowns_of_value_.empty() && is_in_initial_equations_[v]) return;
    if (!IsWithinLimits(size, unknowns_of_value_.size(), uses_[v])) return;
    goes_[v] = 1;
    if (uses_[v].all == 0) return;
    values_[v] = {size.substituted, static_cast<std::uint32_t>(unknowns_.size()),
                  static_cast<std::uint32_t>(unknowns_of_value_.size())};
    unknowns_.insert(unknowns_.end(), unknowns_of_value_.begin(), unknowns_of_value_.end());
  }

  bool IsWithinLimits(const Size& size, std::size_t num_unknowns, const Uses& uses) const {
    if (uses.all == 0) return true;
    const double growth = double{size.substituted - 1} * uses.all - double{size.plain};
    if (uses.by_unknowns == 0) return growth <= options_.max_output_growth;
    const auto r = static_cast<double>(num_unknowns);
    const double fill = r * uses.by_unknowns - (r + uses.by_unknowns + 1);
    return fill <= options_.extra_fill && growth <= options_.max_growth;
  }

  // Fills unknowns_of_value_. A state and its derivative are one: they share a column of the Jacobian.
  Size MeasureValue(ExprId value) {
    const expr::Graph& g = system_.graph;
    if (sizes_.size() < g.size()) sizes_.resize(g.size());
    unknowns_of_value_.clear();
    ++mark_;
    for (const ExprId e : traversal_.Visit(g, value)) {
      Size size;
      for (const ExprId operand : g.operands(e)) {
        size.plain += sizes_[operand.index()].plain;
        size.substituted += sizes_[operand.index()].substituted;
      }
      if (g.op(e) == expr::Op::kVariable) size.substituted = AddUnknowns(g.variable(e));
      sizes_[e.index()] = size;
    }
    return sizes_[value.index()];
  }
  // Returns how many nodes the variable's value has.
  float AddUnknowns(VariableId v) {
    if (!goes_[v]) {
      AddUnknown(v);
      return 1;
    }
    const Value& value = values_[v];
    for (const VariableId u : std::span(unknowns_).subspan(value.first_unknown, value.num_unknowns)) {
      AddUnknown(u);
    }
    return value.size;
  }
  void AddUnknown(VariableId v) {
    if (std::exchange(marks_[v], mark_) != mark_) unknowns_of_value_.push_back(v);
  }

  const System& system_;
  const SystemIncidence& incidence_;
  const Program& program_;
  const EliminationOptions& options_;
  IdVector<VariableId, char> is_candidate_;
  IdVector<VariableId, char> is_in_initial_equations_;
  IdVector<VariableId, Uses> uses_;
  IdVector<VariableId, char> goes_;
  IdVector<VariableId, Value> values_;
  std::vector<VariableId> unknowns_;  // of all values

  // Traverses the current value.
  expr::Traversal traversal_;
  std::vector<Size> sizes_;  // by id of the sub-expression
  std::vector<VariableId> unknowns_of_value_;
  IdVector<VariableId, std::uint32_t> marks_;  // the last value that brought the unknown in
  std::uint32_t mark_ = 0;
};

}  // namespace

IdVector<VariableId, char> ChooseEliminated(const System& system, const SystemIncidence& incidence,
                                            const Program& program, const EliminationOptions& options) {
  return Chooser(system, incidence, program, options).Choose();
}

}  // namespace daedalus::causal
