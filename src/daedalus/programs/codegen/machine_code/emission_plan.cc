#include "daedalus/programs/codegen/machine_code/emission_plan.h"

#include <algorithm>

namespace daedalus::codegen {

MachineCodePlan PlanFunctions(const KernelProgram& program, const MachineCodeOptions& options) {
  MachineCodePlan plan;
  FunctionPlan pack;
  std::size_t pack_size = 0;
  const auto close_pack = [&] {
    if (!pack.groups.empty()) plan.functions.push_back(std::move(pack));
    pack = {{}, false, options.optimization_level};
    pack_size = 0;
  };
  close_pack();
  for (std::uint32_t g = 0; g < program.groups.size(); ++g) {
    const KernelGroup& group = program.groups[g];
    const std::size_t size = group.tape.code.size();
    if (size > options.longest_tape) {
      plan.interpreted_groups.push_back(g);
    } else if (group.num_instances > 1) {
      const bool is_large = group.num_instances >= options.large_loop;
      const int level = std::max(options.optimization_level, is_large ? options.large_loop_level : 0);
      plan.functions.push_back({{g}, true, level});
    } else {
      if (pack_size + size > options.instructions_a_function) close_pack();
      pack.groups.push_back(g);
      pack_size += size;
    }
  }
  close_pack();
  return plan;
}

}  // namespace daedalus::codegen
