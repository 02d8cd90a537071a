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

// The quantity, the unit, and the display unit if it is known how to convert.
void WriteUnitOf(const Interface& shown, const ExposedVariable& variable, XmlWriter& xml);
void WriteBounds(const Interface& shown, const ExposedVariable& variable, XmlWriter& xml);

// "structured" if all names allow it.
std::string_view NamingConvention(const Interface& shown);

// The value references of what a derivative or an output depends on. nullopt: on everything.
std::optional<std::vector<std::uint32_t>> ReferencesOf(
    const Interface& shown, const std::optional<model::Dependencies>& dependencies);

// The places in `shown.variables` of the unknowns of the initial problem: outputs, calculated parameters,
// states and their derivatives, unless their start values are exact.
std::vector<std::uint32_t> InitialUnknowns(const Interface& shown);

// The place of the variable that has this reference as its own.
std::uint32_t PlaceOf(const Interface& shown, std::uint32_t reference);

// One word for each dependency.
std::string KindsOf(std::size_t count);

}  // namespace daedalus::fmi
