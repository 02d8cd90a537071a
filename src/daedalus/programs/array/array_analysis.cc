#include "daedalus/programs/array/array_analysis.h"

#include <cstdint>

#include "daedalus/programs/array/array_solver.h"

namespace daedalus::array {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

// How far beside the point ranks are looked at again, in units of the unknowns.
constexpr double kBeside = 1e-3;

// Numbers in [-1, 1), the same in every run (Knuth's linear congruential generator).
class Numbers {
 public:
  double Next() {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<double>(static_cast<std::int64_t>(state_)) * 0x1p-63;
  }

 private:
  std::uint64_t state_ = 1;
};

class Analyzer {
 public:
  Analyzer(const System& system, const AnalysisProblem& problem) : system_(system), problem_(problem) {}

  ArrayAnalysis Run() {
    ArrayAnalysis out;
    const std::size_t n = system_.variables.size();
    VectorXd guess = Eigen::Map<const VectorXd>(problem_.start.data(), static_cast<Index>(n));
    for (int order = 0; order <= problem_.highest_order; ++order) {
      if ((static_cast<std::size_t>(order) + 1) * system_.equations.size() > kMostRows) {
        out.is_too_large = true;
        break;
      }
      out.ranks.push_back(Look(order, guess));
      out.point = guess;
      const ArrayRanks& last = out.ranks.back();
      if (!last.is_smooth || last.holds()) break;
      if (problem_.ends_inconsistent && !last.is_consistent) break;
      if (problem_.cancelled && problem_.cancelled->load(std::memory_order_relaxed)) break;
    }
    if (!out.ranks.empty() && out.ranks.back().holds()) {
      out.index = out.ranks.back().order;
      out.num_free = n - out.ranks.back().num_constraints;
    }
    return out;
  }

 private:
  ArrayInputs Inputs() const { return {problem_.time, problem_.parameters, problem_.held}; }

  // `point` is the guess, and becomes the point of this order.
  ArrayRanks Look(int order, VectorXd& point) {
    ArrayRanks out;
    out.order = order;
    DerivativeArray array(system_, order);
    out.rows = array.num_rows();
    out.columns = array.num_unknowns() - array.num_variables();
    const PointOutcome found = Find(array, order, point);
    out.is_smooth = found.is_finite;
    out.residual = found.residual;
    out.worst_equation = found.worst_row % system_.equations.size();
    if (!found.is_finite) return out;
    out.is_consistent = found.found;
    point = found.unknowns;
    ArraySolver solver(std::shared_ptr<DerivativeArray>(&array, [](DerivativeArray*) {}), Inputs(),
                       UnitsOf(array, Inputs(), problem_.units, point), Coordinates::kOrthogonal);
    out.is_smooth = solver.Factor(problem_.time, point);
    if (!out.is_smooth) return out;
    TakeRanks(solver.factors(), out);
    out.has_constant_rank = IsSameBeside(solver, point, out);
    return out;
  }

  PointOutcome Find(DerivativeArray& array, int order, const VectorXd& guess) const {
    const PointProblem search{Inputs(), problem_.units, problem_.may_move, problem_.cancelled};
    if (!problem_.with_initial_equations || system_.initial_equations.empty())
      return FindPoint(array, search, guess);
    DerivativeArray with_start(system_, order, ExtraRows::kInitialEquations);
    return FindPoint(with_start, search, guess);
  }

  void TakeRanks(const ArrayFactors& factors, ArrayRanks& out) const {
    out.rank = factors.rank();
    out.num_constraints = factors.num_constraints();
    out.is_one_full = factors.is_one_full();
    out.has_full_row_rank = factors.has_full_row_rank();
    out.gap = factors.gap();
    for (const VariableId v : IdRange<VariableId>(system_.variables.size())) {
      if (!factors.is_determined()[v.index()]) out.open_slopes.push_back(v);
    }
  }

  // At a point of the manifold a little way off; the given one where none is found.
  bool IsSameBeside(ArraySolver& solver, const VectorXd& point, const ArrayRanks& ranks) const {
    Numbers numbers;
    VectorXd beside = point;
    for (Index i = 0; i < beside.size(); ++i) beside[i] += kBeside * numbers.Next() * solver.units()[i];
    if (solver.Solve(problem_.time, beside) != SolveStatus::kConverged) return true;
    if (!solver.Factor(problem_.time, beside)) return true;
    ArrayRanks again;
    TakeRanks(solver.factors(), again);
    return again.rank == ranks.rank && again.num_constraints == ranks.num_constraints &&
           again.is_one_full == ranks.is_one_full;
  }

  const System& system_;
  const AnalysisProblem& problem_;
};

}  // namespace

ArrayAnalysis AnalyzeArray(const System& system, const AnalysisProblem& problem) {
  return Analyzer(system, problem).Run();
}

}  // namespace daedalus::array
