// Right models with tokens exchanged, removed, doubled, and random models of connectors and buses: whatever
// comes, flattening answers with a System or with messages.
#include <random>

#include "fuzz/random_models.h"
#include "fuzz/token_mutation.h"
#include "language/semantics/models.h"
#include "language/semantics/support.h"

namespace daedalus::semantics {
namespace {

struct Outcomes {
  int num_flattened = 0, num_refused = 0;

  // What does not parse, or has no model, is no outcome of flattening.
  void Try(std::string text) {
    Parsed parsed(std::move(text));
    if (!parsed.result.ok()) return;
    const auto model = FindModel(parsed.Store());
    if (!model) return;
    Diagnostics warnings;
    const auto system = Flatten(parsed.Store(), *model, {}, warnings);
    ++(system ? num_flattened : num_refused);
    if (system) return CheckInvariants(*system);
    EXPECT_FALSE(system.error().empty());
    for (const Diagnostic& d : system.error()) EXPECT_NE(d.code, Code::kUnexplained) << parsed.Text();
  }
};

TEST(Fuzz, MutatedModelsGiveASystemOrMessages) {
  std::mt19937 random(20);
  Outcomes outcomes;
  for (int round = 0; round < 1000; ++round) {
    for (const std::string_view model_text : kRightModels)
      outcomes.Try(fuzz::Mutated(fuzz::Tokens(model_text), random));
  }
  EXPECT_GT(outcomes.num_flattened, 50);
  EXPECT_GT(outcomes.num_refused, 50);
}

TEST(Fuzz, RandomConnectionsGiveASystemOrMessages) {
  Outcomes outcomes;
  for (std::uint32_t seed = 0; seed < 4000; ++seed) outcomes.Try(fuzz::RandomModel(seed).Text());
  EXPECT_GT(outcomes.num_flattened, 500);
  EXPECT_GT(outcomes.num_refused, 50);
}

}  // namespace
}  // namespace daedalus::semantics
