// The blocks of a Program (causal/program.h) as statements of C: assignments in their order, and for each
// loop a Newton iteration in its tearing variables with a symbolic Jacobian.
//
//  - Up to kMostFull tearing variables: elimination of a full matrix with row pivoting.
//  - More: elimination in the pattern of the matrix. Its order and pivots are constants of the code, chosen
//    with the numbers of the start. If a run needs others, a pivot vanishes or the iteration does not
//    converge, and the step reports it.
//  - A loop that takes invariants: least squares with full matrices, as in execute/least_squares_loop.h.
//
// The number of iterations is bounded, and so is their time.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/products/exported/c_code.h"
#include "daedalus/programs/causal/program.h"
#include "daedalus/system/expr/evaluate.h"
#include "daedalus/system/system.h"

namespace daedalus::exported {

inline constexpr std::size_t kMostFull = 100;

struct CProgramGiven {
  System& system;  // its graph grows
  const causal::Program& program;
  std::span<const double> nominal;                    // of each variable
  std::function<std::string(ExprId leaf)> leaf;       // the text of a leaf
  std::function<std::size_t(const Quantity&)> index;  // the place of an unknown of an iteration in m->v
  std::function<bool(const Quantity&)> is_needed;     // false: nothing reads it, so it is not computed
  expr::Point start;                                  // pivots are chosen for its numbers
  std::string model;                                  // the name of the struct
  std::string prefix;                                 // of the names of tables
  int max_iterations = 20;                            // of Newton iterations
  int max_compromises = 100;                          // of least squares iterations
};

class CProgram {
 public:
  explicit CProgram(const CProgramGiven& given);

  // nullopt if everything can be written.
  std::optional<Diagnostic> FindMistake() const;
  // The statements. If a loop has no solution they return from their function by fail(m, ...).
  Result<std::string> Statements();
  // Constants that the statements need, outside the function. Call after Statements.
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
  std::unordered_map<ExprId, int> depth_;  // of each assigned value, by leaf
  std::string tables_;
  int num_loops_ = 0;
};

// The residuals of a loop, with its inner assignments substituted. Expressions are built in the graph of the
// system.
std::vector<ExprId> ResidualsOf(System& system, const causal::Program& program, const causal::Block& block);

}  // namespace daedalus::exported
