// The files of an FMU as source: FMI 3, Co-Simulation with steps of a fixed size.
//
//   modelDescription.xml
//   sources/buildDescription.xml
//   sources/NAME.c                 source_text.h
//   sources/fmi3Functions.h ...    the headers of the standard
//   documentation/index.html
#pragma once

#include <string>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/products/fmi/fmu_files.h"
#include "daedalus/products/fmi/source_text.h"

namespace daedalus::fmi {

Result<std::string> MakeSourceFmu(const SourceModel& model, const FmuOptions& options);

}  // namespace daedalus::fmi
