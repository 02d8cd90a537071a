// The parts of modelDescription.xml that FMI 2 and FMI 3 write in the same way.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daedalus/products/fmi/interface.h"
#include "daedalus/products/fmi/xml_writer.h"

namespace daedalus::fmi {

void WriteUnits(const model::ModelDescription& description, XmlWriter& xml);
void WriteLogCategories(XmlWriter& xml);
void WriteExperiment(const Experiment& experiment, XmlWriter& xml);
void WriteCausality(const ExposedVariable& variable, XmlWriter& xml);

// Writes the quantity, the unit, and the display unit if its conversion is known.
void WriteUnitOf(const Interface& shown, const ExposedVariable& variable, XmlWriter& xml);
void WriteBounds(const Interface& shown, const ExposedVariable& variable, XmlWriter& xml);

// "structured" if all names follow that convention.
std::string_view NamingConvention(const Interface& shown);

// A variable on which a derivative or an output depends.
struct Known {
  std::uint32_t reference = 0;
  model::VariableVariability factor = model::VariableVariability::kContinuous;  // of the partial derivative
};

// What an unknown depends on, in the order of the references. nullopt means: on everything. FMI gives the
// variability of a factor only if both variables are floating-point numbers.
std::optional<std::vector<Known>> KnownsOf(const Interface& shown,
                                           const std::optional<model::Dependencies>& dependencies,
                                           bool is_real = true);
bool IsReal(const Interface& shown, std::uint32_t place);

// The indices in `shown.variables` of the unknowns of the initial problem: outputs, calculated parameters,
// states and derivatives, except those with exact start values.
std::vector<std::uint32_t> InitialUnknowns(const Interface& shown);

// The index of the variable that owns this reference (others may be aliases).
std::uint32_t PlaceOf(const Interface& shown, std::uint32_t reference);

// FMI's word for it: "constant", "fixed", "tunable", "discrete" or "dependent".
std::string_view KindOf(const Known& known);
// The words for all dependencies.
std::string KindsOf(const std::vector<Known>& knowns);

// An element of ModelStructure in FMI 3, which FMI-LS-DAE shares: a reference and what it depends on.
void WriteUnknownOfFmi3(XmlWriter& xml, std::string_view element, std::uint32_t reference,
                        const std::optional<std::vector<Known>>& knowns);

}  // namespace daedalus::fmi
