// The blocks of a Program (causal/program.h) as statements of C: assignments in their order, and for each
// loop a Newton iteration in its tearing variables, with a Jacobian that was differentiated here.
//
//  - Up to kMostFull tearing variables: elimination of a full matrix with row pivoting.
//  - More: elimination in the pattern of the matrix, whose order and pivots were chosen with the numbers of
//    the start and are constants of the code. Where a run needs others, a pivot vanishes or the iteration
//    does not converge, and the step says so.
//  - A loop that takes invariants: least squares, as execute/least_squares_loop.h does, in full matrices.
//
// The number of iterations is bounded, so the time of all of them is.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "daedalus/causal/program.h"
#include "daedalus/diagnostics/diagnostic.h"
#include "daedalus/exported/c_code.h"
#include "daedalus/expr/evaluate.h"
#include "daedalus/system/system.h"

namespace daedalus::exported {

inline constexpr std::size_t kMostFull = 100;

struct CProgramGiven {
  System& system;  // its graph grows
  const causal::Program& program;
  std::span<const double> nominal;                    // by variable
  std::function<std::string(ExprId leaf)> leaf;       // its text
  std::function<std::size_t(const Quantity&)> index;  // of an unknown of an iteration in m->v
  std::function<bool(const Quantity&)> is_needed;     // what nobody reads is not computed
  expr::Point start;                                  // whose numbers choose pivots
  std::string model;                                  // the name of the struct
  std::string prefix;                                 // of names of tables
  int max_iterations = 20;                            // of Newton
  int max_compromises = 100;                          // of least squares
};

class CProgram {
 public:
  explicit CProgram(const CProgramGiven& given);

  // Nothing where all of it can be written.
  std::optional<Diagnostic> FindMistake() const;
  // The statements; where a loop has no solution they return from their function by fail(m, ...).
  Result<std::string> Statements();
  // Constants that they need, outside of the function. After Statements.
  const std::string& tables() const { return tables_; }

 private:
  std::string Place(const Quantity& unknown);
  std::string Assignments(const causal::Block& block, const std::string& indent);
  Result<std::string> Loop(const causal::Block& block);
  std::string LeastSquares(const causal::Block& block);
  std::string Update(std::span<const Quantity> unknowns, std::span<const std::size_t> order,
                     const std::string& name);

  CProgramGiven given_;
  CCode code_;
  std::unordered_map<ExprId, int> depth_;  // of what was assigned so far, by leaf
  std::string tables_;
  int num_loops_ = 0;
};

// The residuals of a loop, with its inner assignments substituted. Expressions are built in the graph of the
// system.
std::vector<ExprId> ResidualsOf(System& system, const causal::Program& program, const causal::Block& block);

}  // namespace daedalus::exported
