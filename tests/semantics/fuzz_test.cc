// Right models with tokens exchanged, removed, doubled: whatever comes, flattening answers with a System or
// with messages.
#include <random>

#include "fuzz/token_mutation.h"
#include "semantics/models.h"
#include "semantics/support.h"

namespace daedalus::semantics {
namespace {

TEST(Fuzz, MutatedModelsGiveASystemOrMessages) {
  std::mt19937 random(20);
  int num_flattened = 0, num_refused = 0;
  for (int round = 0; round < 1000; ++round) {
    for (const std::string_view model_text : kRightModels) {
      Parsed parsed(fuzz::Mutated(fuzz::Tokens(model_text), random));
      if (!parsed.result.ok()) continue;
      const auto model = FindModel(parsed.Store());
      if (!model) continue;
      Diagnostics warnings;
      const auto system = Flatten(parsed.Store(), *model, {}, warnings);
      ++(system ? num_flattened : num_refused);
      if (system) {
        CheckInvariants(*system);
      } else {
        EXPECT_FALSE(system.error().empty());
        for (const Diagnostic& d : system.error()) EXPECT_NE(d.code, Code::kUnexplained) << parsed.Text();
      }
    }
  }
  EXPECT_GT(num_flattened, 50);
  EXPECT_GT(num_refused, 50);
}

}  // namespace
}  // namespace daedalus::semantics
