// What `describe` shows of an FMU: its description in the same form as that of a model.
#pragma once

#include <string>

#include "daedalus/model/description.h"
#include "daedalus/products/imported/fmu_description.h"

namespace daedalus::imported {

// Arrays are one variable each, with their size in the description.
model::ModelDescription DescriptionOf(const FmuDescription& fmu);

// "FMI 3.0, Model Exchange and Co-Simulation, made by TOOL; it saves its state"
std::string SummaryOf(const FmuDescription& fmu);

}  // namespace daedalus::imported
