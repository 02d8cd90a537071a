#include "read_options.h"

#include <fmt/format.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <functional>
#include <map>
#include <string>

#include "daedalus/base/nearest_name.h"
#include "errors.h"

namespace nb = nanobind;

namespace daedalus::python {
namespace {

template <class T>
using Words = std::map<std::string, T>;

// "did you mean `x`?"; empty if no word is near.
template <class T>
std::string NearestOf(const Words<T>& words, const std::string& word) {
  NearestName nearest(word);
  for (const auto& [name, meaning] : words) nearest.Offer(name);
  return nearest.Hint();
}

template <class T>
T OneOf(const Words<T>& words, const std::string& option, nb::handle value) {
  const auto word = nb::cast<std::string>(value);
  const auto found = words.find(word);
  if (found != words.end()) return found->second;
  std::string known;
  for (const auto& [name, meaning] : words) known += (known.empty() ? "" : ", ") + name;
  throw BadOption(fmt::format("{}={:?} is not one of: {}", option, word, known), NearestOf(words, word));
}

const Words<simulate::ModelForm> kForms = {{"auto", simulate::ModelForm::kAuto},
                                           {"ode", simulate::ModelForm::kOde},
                                           {"dae", simulate::ModelForm::kDae},
                                           {"inline", simulate::ModelForm::kInline}};
const Words<simulate::CodeChoice> kCodes = {{"auto", simulate::CodeChoice::kAuto},
                                            {"interpreter", simulate::CodeChoice::kInterpreter},
                                            {"machine", simulate::CodeChoice::kMachine}};
const Words<compile::IndexTreatment> kConstraints = {
    {"dummy", compile::IndexTreatment::kDummyDerivatives},
    {"project", compile::IndexTreatment::kProject},
    {"baumgarte", compile::IndexTreatment::kBaumgarte},
    {"differentiate", compile::IndexTreatment::kDifferentiate},
    {"ggl", compile::IndexTreatment::kGgl},
    {"none", compile::IndexTreatment::kNone}};

using Reader = std::function<void(const std::string&, nb::handle, run::RunOptions&)>;

template <class T, class Owner>
Reader Into(std::optional<T> Owner::* field) {
  return [field](const std::string&, nb::handle value, run::RunOptions& out) {
    out.*field = nb::cast<T>(value);
  };
}
template <class T, class Owner>
Reader Into(T Owner::* field) {
  return [field](const std::string&, nb::handle value, run::RunOptions& out) {
    out.*field = nb::cast<T>(value);
  };
}
template <class T, class Owner>
Reader Into(T Owner::* field, const Words<T>& words) {
  return [field, &words](const std::string& name, nb::handle value, run::RunOptions& out) {
    out.*field = OneOf(words, name, value);
  };
}

const std::map<std::string, Reader>& Readers() {
  using run::RunOptions;
  static const std::map<std::string, Reader> readers = {
      {"start", Into(&RunOptions::start)},
      {"stop", Into(&RunOptions::stop)},
      {"interval", Into(&RunOptions::interval)},
      {"intervals", Into(&RunOptions::intervals)},
      {"tolerance", Into(&RunOptions::tolerance)},
      {"method", Into(&RunOptions::method)},
      {"form", Into(&RunOptions::form, kForms)},
      {"constraints", Into(&RunOptions::index_treatment, kConstraints)},
      {"baumgarte_rate", Into(&RunOptions::baumgarte_rate)},
      {"keep_aliases", Into(&RunOptions::keep_aliases)},
      {"step", Into(&RunOptions::step)},
      {"max_step", Into(&RunOptions::max_step)},
      {"max_order", Into(&RunOptions::max_order)},
      {"controller", Into(&RunOptions::controller)},
      {"sliding", Into(&RunOptions::sliding)},
      {"real_time", Into(&RunOptions::real_time)},
      {"implicit", Into(&RunOptions::implicit)},
      {"newton_limit", Into(&RunOptions::newton_limit)},
      {"code", Into(&RunOptions::code, kCodes)},
      {"verbose", Into(&RunOptions::verbose)}};
  return readers;
}

}  // namespace

run::RunOptions ReadOptions(const nb::dict& options) {
  run::RunOptions out;
  for (const auto& [key, value] : options) {
    const auto name = nb::cast<std::string>(key);
    const auto reader = Readers().find(name);
    if (reader == Readers().end())
      throw BadOption(fmt::format("there is no option `{}`", name), NearestOf(Readers(), name));
    try {
      reader->second(name, value, out);
    } catch (const nb::cast_error&) {
      const auto shown = nb::cast<std::string>(nb::repr(value));
      throw BadOption(fmt::format("{}={} has the wrong type", name, shown));
    }
  }
  return out;
}

std::shared_ptr<const run::InputTable> ReadInputTable(const nb::tuple& table) {
  static const Words<hybrid::Between> kBetween = {{"held", hybrid::Between::kHeld},
                                                  {"linear", hybrid::Between::kLinear},
                                                  {"smooth", hybrid::Between::kSmooth}};
  auto out = std::make_shared<run::InputTable>();
  out->source = "inputs";
  out->names = nb::cast<std::vector<std::string>>(table[0]);
  out->times = nb::cast<std::vector<double>>(table[1]);
  out->columns = nb::cast<std::vector<std::vector<double>>>(table[2]);
  out->between = OneOf(kBetween, "interpolation", table[3]);
  return out;
}

}  // namespace daedalus::python
