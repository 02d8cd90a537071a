// Functions of the graph whose arguments or results are texts, by their numbers in a TextTable.
#pragma once

#include <memory>

#include "daedalus/base/text_table.h"
#include "daedalus/system/expr/step_function.h"
#include "daedalus/system/text_template.h"

namespace daedalus {

// The number of a text that each call writes anew. Its arguments are the values of the template, in their
// order.
class WriteText : public expr::StepFunction {
 public:
  WriteText(TextTemplate text, std::shared_ptr<TextTable> table);
  const TextTemplate& text() const { return text_; }

 private:
  bool DoEvaluate(std::span<const double> in, std::span<double> out, std::string* why) const override;

  const TextTemplate text_;
  const std::shared_ptr<TextTable> table_;
};

// Compares two texts by their characters: -1, 0 or 1 if the first comes before the second, is equal, or comes
// after it.
class CompareTexts : public expr::StepFunction {
 public:
  explicit CompareTexts(std::shared_ptr<const TextTable> table)
      : StepFunction("order of two Strings", 2, 1), table_(std::move(table)) {}

 private:
  bool DoEvaluate(std::span<const double> in, std::span<double> out, std::string* why) const override;

  const std::shared_ptr<const TextTable> table_;
};

}  // namespace daedalus
