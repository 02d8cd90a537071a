#include "daedalus/run/match_inputs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

#include "daedalus/base/nearest_name.h"
#include "daedalus/system/model_inputs.h"

namespace daedalus::run {
namespace {

constexpr std::size_t kMostNamed = 3;

std::string Listed(const std::vector<std::string>& names) {
  const std::size_t n = std::min(names.size(), kMostNamed);
  std::string out =
      fmt::format("`{}`", fmt::join(names.begin(), names.begin() + static_cast<long>(n), "`, `"));
  if (names.size() > n) out += fmt::format(" and {} more", names.size() - n);
  return out;
}

class Matching {
 public:
  Matching(const System& system, const InputSources& sources)
      : system_(system), sources_(sources), courses_(system.hybrid.inputs.size()) {
    for (std::size_t i = 0; i < courses_.size(); ++i) number_of_.emplace(InputName(system, i), i);
  }

  Result<MatchedInputs> Run() && {
    if (sources_.table != nullptr) {
      if (auto checked = CheckTable(*sources_.table); !checked) return Failure{std::move(checked).error()};
      if (auto taken = TakeTable(*sources_.table); !taken) return Failure{std::move(taken).error()};
    }
    for (const ParameterValue& given : sources_.values) {
      const auto input = FindInput(system_, given.name, given.value);
      if (!input) return Failure{input.error()};
      courses_[*input] = hybrid::InputCourse::Constant(given.value);
    }
    WarnOfOthers();
    if (std::ranges::none_of(courses_, [](const auto& course) { return course.has_value(); }))
      return MatchedInputs{nullptr, std::move(warnings_)};
    return MatchedInputs{std::make_shared<const hybrid::InputCourses>(std::move(courses_)),
                         std::move(warnings_)};
  }

 private:
  Result<Unit> TakeTable(const InputTable& table) {
    bool is_any_taken = false;
    for (std::size_t k = 0; k < table.names.size(); ++k) {
      const auto found = number_of_.find(table.names[k]);
      if (found == number_of_.end()) {
        strangers_.push_back(table.names[k]);
        continue;
      }
      if (auto taken = TakeColumn(table, k, found->second); !taken) return taken;
      is_any_taken = true;
    }
    if (!is_any_taken) return Fail(ExplainNoInputs(table));
    return CheckRange(table);
  }

  Result<Unit> TakeColumn(const InputTable& table, std::size_t column, std::size_t input) {
    const ModelInput& taker = system_.hybrid.inputs[input];
    const std::vector<double>& values = table.columns[column];
    const auto bad = std::ranges::find_if(values, [&](double v) { return !IsInputValue(taker, v); });
    if (bad != values.end())
      return Fail(ExplainInputValue(system_, input, *bad)
                      .Note(fmt::format("{}, at time = {}", table.source,
                                        table.times[static_cast<std::size_t>(bad - values.begin())])));
    courses_[input].emplace(table.times, values,
                            taker.type == ValueType::kReal ? table.between : hybrid::Between::kHeld);
    return Unit{};
  }

  // Rounding of the last time is no reason to refuse a run.
  Result<Unit> CheckRange(const InputTable& table) const {
    const double slack = 1e-9 * std::max({std::abs(sources_.start), std::abs(sources_.stop), 1e-300});
    const double first = table.times.front(), last = table.times.back();
    if (first > sources_.start + slack)
      return Fail(Error(Code::kBadInput, {}, "{} begins at time = {}, and the run at {}", table.source, first,
                        sources_.start)
                      .Hint(fmt::format("start the run at {}, or give the table a first row", first)));
    // The last value of a held input may hold on.
    if (last < sources_.stop - slack && table.between != hybrid::Between::kHeld)
      return Fail(Error(Code::kBadInput, {}, "{} ends at time = {}, and the run at {}", table.source, last,
                        sources_.stop)
                      .Hint(fmt::format("stop the run at {}, or give the table a last row", last)));
    return Unit{};
  }

  Diagnostic ExplainNoInputs(const InputTable& table) const {
    Diagnostic d =
        Error(Code::kBadInput, {}, "{} has no column for an input of `{}`", table.source, system_.name);
    if (system_.hybrid.inputs.empty()) return std::move(d).Hint("the model has no inputs of its own");
    std::vector<std::string> names;
    for (std::size_t i = 0; i < courses_.size(); ++i) names.push_back(InputName(system_, i));
    return WithStrangers(std::move(d).Note(fmt::format("its inputs are {}", Listed(names))), names[0]);
  }

  // A result of another run has columns for other things, too. They count where an input is missing.
  void WarnOfOthers() {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < courses_.size(); ++i) {
      if (!courses_[i]) names.push_back(InputName(system_, i));
    }
    if (names.empty()) return;
    const bool is_one = names.size() == 1;
    warnings_.push_back(
        WithStrangers(Warning(Code::kInputNotSet, {}, "no value is given for {} {} of `{}`: {} start {}",
                              is_one ? "the input" : "the inputs", Listed(names), system_.name,
                              is_one ? "it keeps its" : "they keep their", is_one ? "value" : "values"),
                      names[0]));
  }

  Diagnostic WithStrangers(Diagnostic d, const std::string& wanted) const {
    if (strangers_.empty()) return d;
    d.Note(fmt::format("{} has columns for {}", sources_.table->source, Listed(strangers_)));
    NearestName nearest(wanted);
    for (const std::string& name : strangers_) nearest.Offer(name);
    if (std::string hint = nearest.Hint(); !hint.empty()) d.Hint(std::move(hint));
    return d;
  }

  const System& system_;
  const InputSources& sources_;
  std::unordered_map<std::string, std::size_t> number_of_;
  hybrid::InputCourses courses_;
  std::vector<std::string> strangers_;  // columns that are no inputs
  std::vector<Diagnostic> warnings_;
};

}  // namespace

Result<MatchedInputs> MatchInputs(const System& system, const InputSources& sources) {
  return Matching(system, sources).Run();
}

}  // namespace daedalus::run
