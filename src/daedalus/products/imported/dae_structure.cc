#include "daedalus/products/imported/dae_structure.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "daedalus/products/fmi/dae_manifest.h"
#include "daedalus/products/imported/numbers_in_xml.h"
#include "daedalus/products/imported/xml_reader.h"

namespace daedalus::imported {
namespace {

// Versions of the draft that we read in the same way. The first published example gives no version.
bool IsKnownVersion(const std::string& version) {
  return version == fmi::kDaeVersion || version.empty();
}

class ManifestReader {
 public:
  ManifestReader(std::string file, FmuDescription& fmu) : file_(std::move(file)), fmu_(fmu) {
    for (std::size_t i = 0; i < fmu.variables.size(); ++i)
      place_of_.try_emplace(fmu.variables[i].reference, i);
  }

  Result<Unit> Read(const std::string& xml) {
    const auto read = ReadXml(xml, [this](const auto& around, const XmlElement& element) {
      if (wrong_.empty()) Take(around, element);
    });
    if (!read) return Refuse(read.error());
    if (wrong_.empty()) Check();
    if (!wrong_.empty()) return Refuse(wrong_);
    fmu_.outputs = std::move(outputs_);
    fmu_.derivatives = std::move(derivatives_);
    fmu_.dae = std::move(dae_);
    return Unit{};
  }

 private:
  Failure<std::vector<Diagnostic>> Refuse(const std::string& why) const {
    return Fail(Error(Code::kCannotReadFile, {}, "cannot read `{}`: {}: {}", file_, fmi::kDaeManifest, why));
  }

  void Take(const std::vector<std::string>& around, const XmlElement& element) {
    if (around.empty()) return TakeRoot(element);
    const std::string& parent = around.back();
    if (element.name == "EnableDAE") {
      if (const auto place = PlaceIn(element)) dae_.switched_on_by = *place;
    } else if (element.name == "AlgebraicVariable") {
      if (const auto place = PlaceIn(element)) dae_.algebraic.push_back(*place);
    } else if (element.name == "Residual") {
      best_index_ = 0;
      is_first_ = true;
    } else if (element.name == "Formulation" && parent == "Residual") {
      TakeFormulation(element);
    } else if (element.name == "Output" && parent == "ModelStructure") {
      TakeUnknown(element, outputs_);
    } else if (element.name == "ContinuousStateDerivative" && parent == "ModelStructure") {
      TakeUnknown(element, derivatives_);
    }
  }

  void TakeRoot(const XmlElement& element) {
    const std::string& version = element.Text("fmi-ls:fmi-ls-version");
    if (element.name != "fmiLayeredStandardManifest") {
      wrong_ = fmt::format("its element `{}` is not that of a manifest", element.name);
    } else if (!IsKnownVersion(version)) {
      wrong_ = fmt::format("version {} of the draft FMI-LS-DAE is not known here, only {}", version,
                           fmi::kDaeVersion);
    }
  }

  // Several formulations describe one constraint and its derivatives. We use the constraint itself: the one
  // with the highest index, or the first.
  void TakeFormulation(const XmlElement& element) {
    const int index = static_cast<int>(element.Number("index").value_or(0));
    const bool is_better = is_first_ || index > best_index_;
    if (!is_better) return;
    if (!is_first_) dae_.residuals.pop_back();
    TakeUnknown(element, dae_.residuals);
    best_index_ = index;
    is_first_ = false;
  }

  std::optional<std::size_t> PlaceIn(const XmlElement& element) {
    const auto reference = WholeNumber(element.Text("valueReference"));
    if (reference) return PlaceOf(*reference);
    wrong_ = fmt::format("an element `{}` has no valueReference", element.name);
    return std::nullopt;
  }

  std::optional<std::size_t> PlaceOf(std::uint32_t reference) {
    const auto known = place_of_.find(reference);
    if (known != place_of_.end()) return known->second;
    wrong_ = fmt::format("it names a variable {}, which there is not", reference);
    return std::nullopt;
  }

  void TakeUnknown(const XmlElement& element, std::vector<FmuUnknown>& out) {
    const auto place = PlaceIn(element);
    if (!place) return;
    FmuUnknown unknown{*place, std::nullopt};
    if (element.Has("dependencies")) {
      unknown.dependencies.emplace();
      for (const std::string& word : Words(element.Text("dependencies"))) {
        const auto reference = WholeNumber(word);
        if (!reference) wrong_ = fmt::format("`{}` is not a value reference", word);
        const auto known = reference ? PlaceOf(*reference) : std::nullopt;
        if (!known) return;
        unknown.dependencies->push_back(*known);
      }
    }
    out.push_back(std::move(unknown));
  }

  // There is one equation for each unknown: either a residual, or a solved derivative.
  void Check() {
    std::set<std::size_t> states;
    for (const FmuUnknown& derivative : derivatives_) {
      const auto state = fmu_.variables[derivative.variable].derivative_of;
      if (!state) {
        wrong_ = fmt::format("`{}` is listed as a derivative, but names no state",
                             fmu_.variables[derivative.variable].name);
        return;
      }
      states.insert(*state);
    }
    FindImplicitStates(states);
    for (const std::size_t place : dae_.algebraic) {
      if (states.contains(place)) continue;  // no equation has its derivative
      dae_.unknowns.push_back(place);
    }
    const auto count = [&](const auto& places) {
      std::size_t n = 0;
      for (const std::size_t place : places) n += fmu_.variables[place].size;
      return n;
    };
    std::size_t residuals = 0;
    for (const FmuUnknown& residual : dae_.residuals) residuals += fmu_.variables[residual.variable].size;
    const std::size_t unknowns = count(dae_.unknowns);
    if (residuals == unknowns) return;
    wrong_ =
        fmt::format("it has {} residuals for {} unknowns that no derivative determines", residuals, unknowns);
  }

  // Variables whose derivatives occur in residuals instead of being solved for.
  void FindImplicitStates(std::set<std::size_t>& states) {
    std::set<std::size_t> of_residuals;
    bool has_all = false;
    for (const FmuUnknown& residual : dae_.residuals) {
      has_all = has_all || !residual.dependencies;
      if (residual.dependencies)
        of_residuals.insert(residual.dependencies->begin(), residual.dependencies->end());
    }
    for (std::size_t i = 0; i < fmu_.variables.size(); ++i) {
      const auto state = fmu_.variables[i].derivative_of;
      if (!state || states.contains(*state) || (!has_all && !of_residuals.contains(i))) continue;
      if (std::ranges::find(dae_.algebraic, *state) != dae_.algebraic.end()) continue;
      dae_.implicit_derivatives.push_back(i);
      dae_.unknowns.push_back(*state);
      states.insert(*state);
    }
  }

  const std::string file_;
  FmuDescription& fmu_;
  std::map<std::uint32_t, std::size_t> place_of_;  // by reference
  FmuDae dae_;
  std::vector<FmuUnknown> outputs_, derivatives_;
  int best_index_ = 0;
  bool is_first_ = true;
  std::string wrong_;
};

}  // namespace

Result<Unit> ReadDaeManifest(const std::string& xml, const std::string& file, FmuDescription& fmu) {
  return ManifestReader(file, fmu).Read(xml);
}

}  // namespace daedalus::imported
