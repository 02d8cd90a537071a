// The values that a block of equations takes from other equations, chosen so that these equations hold.
//
// The rank of a block may depend on quantities that other equations determine: n1 = cos(th), n2 = sin(th) are
// a unit vector; independent numbers for n1 and n2 are not. The rank counts where the other equations hold,
// so the points at which ranks are computed (rank_probe.h) are moved there.
//
// Which equations. We follow the stages of J. D. Pryce (BIT 41 (2001) 364-394), which run from the largest c
// down. In stage m the equations f_i^(c_i - m) with c_i >= m of a block with offsets c, d determine its
// quantities v_j^(d_j - m). They use quantities of earlier blocks in the same stage, and of any block in
// earlier stages. So a helper that is in the matrix of a block never depends on the highest derivatives that
// are about to be eliminated there. The equations of the block itself are not used. If they depend on each
// other only while they hold (a third bar of a parallelogram), a combination of them would be empty
// (compile/redundant_constraints.h).
//
// Steps. (1) From the wanted leaves, find the blocks that determine them, and the stage that each needs. (2)
// Stage by stage and block by block, Newton's iteration with the shortest step from the point: a block has
// fewer equations than unknowns in the stages before its last. Values stay if no block of several equations
// took part; all others are reset for the next point.
//
// Some quantities stay free, as if undetermined. These are: quantities in second derivatives or in blocks of
// more than 50 equations; those that Newton's iteration does not find, or finds where equations are
// dependent; and results of equations with held values, branches or calls, which differ elsewhere. An
// analytic equation that makes a matrix singular near one point makes it singular everywhere, except for
// branches of roots.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "daedalus/programs/causal/offsets.h"
#include "daedalus/structure/block_triangular_form.h"
#include "daedalus/system/expr/gradient_values.h"
#include "daedalus/system/expr/leaves.h"
#include "daedalus/system/system.h"

namespace daedalus::causal {

struct PointValues {
  double time = 0;
  std::vector<double> variables, slopes;  // per variable
};

class HelperValues {
 public:
  // All of them outlive this object.
  HelperValues(const System& system, const Offsets& offsets, const structure::Blocks& blocks,
               std::span<const double> parameters);

  // A moved point, and the facts about it.
  struct Moved {
    PointValues values;
    std::vector<std::uint32_t> stages;  // per block: solved for good down to this one
    struct Change {
      expr::VariableLeaf leaf;
      double before = 0;
    };
    std::vector<Change> changes;  // to be undone
  };
  Moved Begin(PointValues values) const;

  // True if equations outside the block `own` determine it.
  bool IsDetermined(const expr::VariableLeaf& leaf, std::uint32_t own) const;
  // Moves the point so that the wanted quantities satisfy the equations of other blocks. Undoes the changes
  // of the last call first.
  void Satisfy(std::span<const expr::VariableLeaf> wanted, std::uint32_t own, Moved& point);
  // The equations that determine the wanted quantities, ascending.
  std::vector<EquationId> EquationsFor(std::span<const expr::VariableLeaf> wanted, std::uint32_t own);

  std::uint32_t BlockOf(structure::RowId row) const { return block_of_[row]; }

 private:
  enum class Use : char { kUnknown, kYes, kNo };
  // Linearised equations of a block in a stage.
  struct Linear;

  bool MayBeUsed(std::uint32_t block);
  void Gather(std::span<const expr::VariableLeaf> wanted, std::uint32_t own,
              const std::vector<std::uint32_t>& done);
  void Ask(VariableId v, int order, const std::vector<std::uint32_t>& done);
  void AskForOthers(std::uint32_t block, const std::vector<std::uint32_t>& done);
  void KeepWhatIsSure(Moved& point);
  bool Solve(std::uint32_t block, std::uint32_t stage, Moved& point);
  bool Linearise(std::uint32_t block, std::uint32_t stage, const PointValues& at, Linear& out);
  std::uint32_t BlockOf(VariableId v) const {
    return block_of_[offsets_.matching.row_of_column[ColumnOf(v)]];
  }

  const System& system_;
  const Offsets& offsets_;
  const structure::Blocks& blocks_;
  std::span<const double> parameters_;
  expr::GradientValues gradients_;
  expr::LeafCollector leaves_;
  expr::Traversal traversal_;
  structure::PerRow<std::uint32_t> block_of_;
  std::vector<std::uint32_t> tops_;  // per block: the largest c
  std::vector<Use> uses_;            // per block
  // (1) The blocks that determine the wanted quantities, and what these take from others.
  struct Taken {
    std::uint32_t block, from;
  };
  std::vector<std::uint32_t> needs_;  // per block: the stage, or none
  std::vector<std::uint32_t> cone_, open_;
  std::vector<Taken> taken_;
  std::uint32_t own_ = 0;
};

}  // namespace daedalus::causal
