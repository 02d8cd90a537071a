// The C code of an FMU as source: an exported model (exported/export_c.h), a table of its variables, and the
// functions of FMI 3 on top of both (source/fmi3_over_steps.c). It is one file of C99 that needs only libm.
#pragma once

#include <memory>
#include <string>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/model/description.h"
#include "daedalus/products/exported/export_c.h"
#include "daedalus/products/fmi/interface.h"

namespace daedalus::fmi {

struct SourceModel {
  exported::CFile code;
  std::shared_ptr<const model::ModelDescription> description;  // of the model that was exported
  double start = 0, step = 0;
};

// The variables of such an FMU. Initial values are part of the code, so start values cannot be set.
Interface InterfaceOfSource(const SourceModel& model);

// An error names a variable that cannot exist in the C code.
Result<std::string> SourceText(const SourceModel& model, const Interface& shown, const std::string& token);

// The text of the functions of FMI 3, which is the same for all models.
extern const char* const kFmi3OverSteps;
// The headers of the standard, which the text includes.
extern const char* const kFmi3Functions;
extern const char* const kFmi3FunctionTypes;
extern const char* const kFmi3PlatformTypes;

}  // namespace daedalus::fmi
