#include "daedalus/products/driver/sweep_identity.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace daedalus::driver {
namespace {

// FNV-1a, 64 bits.
std::uint64_t Hash(std::uint64_t hash, std::string_view text) {
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 1099511628211U;
  }
  return hash;
}

std::uint64_t HashOf(const Sources& sources) {
  std::uint64_t hash = 14695981039346656037U;
  for (std::uint32_t i = 0; i < sources.size(); ++i) hash = Hash(hash, sources.Text(SourceFileId(i)));
  return hash;
}

class Text {
 public:
  template <class T>
  void Add(std::string_view name, const T& value) {
    out_ += fmt::format("{}={} ", name, value);
  }
  template <class T>
  void Add(std::string_view name, const std::optional<T>& value) {
    if (value) Add(name, *value);
  }
  void Add(std::string_view name, const std::vector<std::string>& words) {
    Add(name, fmt::format("{}", fmt::join(words, ",")));
  }
  template <class T>
  void AddChoice(std::string_view name, T value) {
    Add(name, static_cast<int>(value));
  }
  std::string Take() { return std::move(out_); }

 private:
  std::string out_;
};

}  // namespace

std::string SweepIdentity(const SweepOptions& options, const Sources& sources) {
  const SimulateOptions& run = options.run;
  Text text;
  text.Add("model", run.model.model);
  text.Add("texts", HashOf(sources));
  text.Add("set", run.model.settings);
  text.Add("steady", run.model.steady);
  text.Add("start", run.start);
  text.Add("stop", run.stop);
  text.Add("interval", run.interval);
  text.Add("intervals", run.intervals);
  text.Add("tolerance", run.tolerance);
  text.Add("method", run.method);
  text.AddChoice("form", run.form);
  text.AddChoice("constraints", run.index_treatment);
  text.AddChoice("form_of_constraints", run.form_of_constraints.value_or(simulate::ModelForm::kAuto));
  text.Add("baumgarte_rate", run.baumgarte_rate);
  text.Add("keep_aliases", run.keep_aliases);
  text.AddChoice("tearing", run.tearing);
  if (run.loops) text.AddChoice("loops", *run.loops);
  text.Add("step", run.step);
  text.Add("max_step", run.max_step);
  text.Add("max_order", run.max_order);
  text.Add("reuse_coordinates", run.reuse_coordinates);
  text.Add("controller", run.controller);
  text.Add("refuse_impulses", run.refuse_impulses);
  text.Add("sliding", run.sliding);
  text.Add("implicit", run.implicit);
  text.Add("newton_limit", run.newton_limit);
  text.Add("input", run.input);
  text.Add("interpolation", run.interpolation);
  text.Add("variables", run.variables);
  text.Add("literals", run.literals);
  text.Add("points", options.writes_points);
  return text.Take();
}

}  // namespace daedalus::driver
