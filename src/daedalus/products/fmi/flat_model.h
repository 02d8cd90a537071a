// Reads the flat text of a model into a Model (decision 045). An FMU carries only this text. The export and
// the run-time of the FMU read it with the same function, so they find the same variables.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/base/source.h"
#include "daedalus/language/semantics/flatten.h"
#include "daedalus/language/syntax/names.h"
#include "daedalus/language/syntax/tree.h"
#include "daedalus/model/model.h"

namespace daedalus::fmi {

// Spans of diagnostics refer to `sources`.
struct FlatModel {
  Sources sources;
  syntax::NameTable names;
  std::optional<syntax::Tree> tree;
  std::shared_ptr<const model::Model> model;
  std::shared_ptr<TextTable> texts;  // of Strings; nullptr: there are none
};

// `overrides`: start values and parameters that are set before the text is compiled.
Result<std::unique_ptr<FlatModel>> ReadFlatModel(const std::string& text,
                                                 std::vector<semantics::Override> overrides = {});

}  // namespace daedalus::fmi
