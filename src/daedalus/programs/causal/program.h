// The Program: a square problem (square_problem.h) as a sequence of blocks, in the order in which they are
// computed.
//
// Every *unknown* is computed by exactly one block; in the causal form that is each derivative of a state and
// each algebraic variable. A block of one equation that is linear in its unknown, with a factor that cannot
// vanish, is an assignment; the others are algebraic loops. A torn loop has inner assignments, which need
// only the tearing variables and earlier assignments. Its residual equations show how wrong the tearing
// variables are (structure/tearing.h).
//
// Everything is stored flat, since most blocks of most models are single assignments.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "daedalus/system/quantity.h"

namespace daedalus::causal {

enum class BlockKind : std::uint8_t {
  kAssignment,  // one equation, linear in its one unknown, safe to solve
  kLinear,      // linear in its unknowns together
  kNonlinear,
};
std::string_view NameOf(BlockKind kind);

// How a block is solved at run time.
enum class BlockMethod : std::uint8_t {
  kSubstitution,  // its assignment, as it stands
  kRelaxation,    // linear: eliminated symbolically in tearing order, guarded by the sizes of the pivots
  kTorn,          // Newton in the tearing variables; one iteration where the block is linear
  kDense,         // Newton in all unknowns, dense LU
  kSparse,        // the same with sparse LU
};
std::string_view NameOf(BlockMethod method);

// unknown := value, the equation solved for it.
struct Assignment {
  EquationId equation;
  Quantity unknown;
  ExprId value;
  bool is_read = true;  // by a later block; inside its own block it is substituted
};

struct Range {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t size() const { return end - begin; }
};

struct Block {
  BlockKind kind = BlockKind::kAssignment;
  BlockMethod method = BlockMethod::kSubstitution;
  Range rows;         // of Program::equations and Program::unknowns, matched to each other
  Range assignments;  // in order of execution: the one of an assignment, the inner ones of a torn loop
  Range tearing;      // of Program::tearing and Program::residuals; the whole block where it is not torn
  // A loop that finds positions from constraints. Its other roots are other configurations (a link folded the
  // other way), so it must follow its root during a run.
  bool keeps_branch = false;
  // A loop that satisfies the invariants of the system besides, as well as it can
  // (execute/least_squares_loop.h).
  bool takes_invariants = false;
};

struct Program {
  std::vector<Block> blocks;
  std::vector<EquationId> equations;  // of the list that the problem was made of
  std::vector<Quantity> unknowns;
  std::vector<Assignment> assignments;
  std::vector<Quantity> tearing;
  std::vector<EquationId> residuals;

  // For a block that takes invariants: the equations that are relaxed for them, each in the units of one of
  // its unknowns.
  struct Yielding {
    EquationId equation;
    Quantity unit;
  };
  std::vector<Yielding> yielding;

  // True if the Program runs again and again with nearly the same numbers, like a step of an integration
  // method. Then its loops keep the factors of their matrices (execute/loop_solver.h).
  bool keeps_factors = false;

  // Parameters whose values decided how this was built, ascending. The sign of some shows that a factor
  // cannot vanish; the size of others decides which pivots of a loop are good. With the same signs and sizes
  // it holds for other values of all parameters.
  std::vector<ParameterId> decided_by_sign;
  std::vector<ParameterId> decided_by_size;
  bool HoldsFor(std::span<const double> built_with, std::span<const double> parameters) const;

  std::span<const EquationId> EquationsOf(const Block& b) const { return Part(equations, b.rows); }
  std::span<const Quantity> UnknownsOf(const Block& b) const { return Part(unknowns, b.rows); }
  std::span<const Assignment> AssignmentsOf(const Block& b) const { return Part(assignments, b.assignments); }
  std::span<const Quantity> TearingOf(const Block& b) const { return Part(tearing, b.tearing); }
  std::span<const EquationId> ResidualsOf(const Block& b) const { return Part(residuals, b.tearing); }

 private:
  template <class T>
  static std::span<const T> Part(const std::vector<T>& all, Range range) {
    return {all.data() + range.begin, range.size()};
  }
};

// The variables whose derivatives it computes.
std::vector<VariableId> StatesOf(const Program& program);

}  // namespace daedalus::causal
