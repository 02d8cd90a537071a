#include "daedalus/run/fallback.h"

#include <gtest/gtest.h>

namespace daedalus::run {
namespace {

using simulate::ModelForm;

// A model whose causal form is given up where nobody asked for it, and whose residual form ends so. `forms`
// are those that were run.
FallbackModel Distrusted(RunStatus residual, std::int64_t unknowns, std::vector<ModelForm>& forms) {
  FallbackModel model;
  model.equations = [] { return std::optional<System>(); };
  model.run = [=, &forms](const RunOptions& options, const Audience&, Diagnostics& diagnostics) {
    forms.push_back(options.form);
    RunReport report;
    report.statistics.unknowns = unknowns;
    if (options.form == ModelForm::kAuto) {
      report.status = RunStatus::kStopped;
      report.gave_up_causal_form = true;
      diagnostics.Report(Error(Code::kUndetermined, {}, "blurred"));
    } else if (options.form == ModelForm::kDae && residual != RunStatus::kDone) {
      report.status = residual;
      diagnostics.Report(Error(Code::kStepFailed, {}, "stuck"));
    }
    return report;
  };
  return model;
}

std::string TextOf(const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& d : diagnostics.items()) {
    text += d.message + "\n";
    for (const std::string& note : d.notes) text += note + "\n";
  }
  return text;
}

TEST(Fallback, TheResidualFormTakesOverAndSaysWhy) {
  std::vector<ModelForm> forms;
  Diagnostics told;
  EXPECT_EQ(RunWithFallback({}, Distrusted(RunStatus::kDone, 10, forms), {}, told).status, RunStatus::kDone);
  EXPECT_EQ(forms, (std::vector<ModelForm>{ModelForm::kAuto, ModelForm::kDae}));
  EXPECT_EQ(told.num_errors(), 0u);
  EXPECT_EQ(TextOf(told), "the residual form has taken over (--form dae)\nwithout it: blurred\n");
}

TEST(Fallback, WhereItFailsTheCausalFormGoesToItsEndAndSaysSo) {
  std::vector<ModelForm> forms;
  Diagnostics told;
  EXPECT_EQ(RunWithFallback({}, Distrusted(RunStatus::kStopped, 10, forms), {}, told).status,
            RunStatus::kDone);
  EXPECT_EQ(forms, (std::vector<ModelForm>{ModelForm::kAuto, ModelForm::kDae, ModelForm::kOde}));
  EXPECT_EQ(told.num_errors(), 0u);
  EXPECT_NE(TextOf(told).find("there: stuck"), std::string::npos) << TextOf(told);
}

TEST(Fallback, AModelThatIsRunOnceOnlyStopsWithItsError) {
  std::vector<ModelForm> forms;
  Diagnostics told;
  EXPECT_EQ(RunWithFallback({}, Distrusted(RunStatus::kDone, 1'000'000, forms), {}, told).status,
            RunStatus::kStopped);
  EXPECT_EQ(forms.size(), 1u);
  EXPECT_EQ(TextOf(told), "blurred\n");
}

}  // namespace
}  // namespace daedalus::run
