// On which states, inputs and time do the unknowns of the causal form depend? The answer follows the blocks
// of its Program.
//
// A block depends on what its equations contain, and on the earlier blocks that compute this. The unknowns of
// one block are one strong component of the structure, so each of them depends on everything that the block
// depends on.
//
// The factor of a chain of blocks is a product of partial derivatives. It is as variable as the most variable
// one of them (factor_kinds.h). The same holds for several chains, whose factors are added.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/model/description.h"
#include "daedalus/model/factor_kinds.h"
#include "daedalus/programs/causal/program.h"
#include "daedalus/system/expr/leaves.h"
#include "daedalus/system/system.h"

namespace daedalus::model {

class DependencyFinder {
 public:
  // `program` belongs to `system`. `inputs` are the held leaves of the inputs. Their places in this list are
  // those in Dependencies. `parameters`: the variabilities of parameters by ParameterId.
  DependencyFinder(const System& system, const causal::Program& program, const std::vector<HeldId>& inputs,
                   std::vector<VariableVariability> parameters);

  // Variables whose derivatives the program computes, without parameters that are found at the start. Their
  // places in this list are those in Dependencies.
  const std::vector<VariableId>& states() const { return states_; }

  // The dependencies of a variable or of its derivative. nullopt if all answers together have become too
  // long.
  std::optional<Dependencies> Of(const Quantity& quantity);

 private:
  static constexpr std::uint32_t kNone = 0xffffffff;

  // Something that a block depends on, by its place among the blocks, states or inputs.
  struct Factor {
    std::uint32_t place = kNone;
    VariableVariability kind = VariableVariability::kConstant;

    friend auto operator<=>(const Factor&, const Factor&) = default;
  };
  // What the equations of a block contain directly.
  struct Direct {
    std::vector<Factor> blocks, states, inputs;
    std::vector<std::uint32_t> parameters;
    bool has_time = false;
  };

  void NumberUnknowns(const causal::Program& program);
  // `input_of`: for each held leaf, the place of its input.
  Direct ReadBlock(const System& system, std::span<const EquationId> equations, std::uint32_t block,
                   FactorFinder& finder, expr::LeafCollector& leaves,
                   const std::vector<std::uint32_t>& input_of) const;
  // The block that computes the quantity; kNone: it is a state, or does not change.
  std::uint32_t BlockOf(const Quantity& quantity) const;
  Dependencies Reach(std::uint32_t block);
  static void SortOnce(std::vector<Factor>& factors);
  static void Split(std::vector<Factor>& factors, std::vector<std::uint32_t>& places,
                    std::vector<VariableVariability>& kinds);

  std::vector<VariableId> states_;
  std::vector<std::uint32_t> state_of_;  // for each variable: its place in `states_`
  std::vector<std::uint32_t> block_of_;  // for each variable: the block that computes it, or its derivative
  std::vector<char> is_differential_;    // for each variable
  std::vector<Direct> direct_;           // for each block
  std::vector<std::uint32_t> seen_in_;   // for each block: the last search that visited it
  std::vector<VariableVariability> seen_as_;  // and with which factor
  std::uint32_t search_ = 0;
  std::size_t work_ = 0;
};

}  // namespace daedalus::model
