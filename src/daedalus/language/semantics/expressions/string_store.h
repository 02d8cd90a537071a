// The Strings of one flattening. Those that are known are numbers of a table, those that the run makes are
// templates: texts with values to be filled in.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "daedalus/language/semantics/expressions/value.h"
#include "daedalus/system/system.h"

namespace daedalus::semantics {

struct StringStore {
  std::shared_ptr<TextTable> texts = std::make_shared<TextTable>();
  std::vector<TextTemplate> templates = {};

  Scalar ConstantOf(std::string_view text) { return Constant(texts->NumberOf(text)); }
  Scalar Add(TextTemplate text) {
    templates.push_back(std::move(text));
    return {static_cast<double>(templates.size() - 1), {}, Scalar::Kind::kTemplate};
  }
  std::string_view TextOf(const Scalar& constant) const { return *texts->TextOf(constant.number); }
  // The text of a String that is known, now or during the run.
  TextTemplate TemplateOf(const Scalar& string) const {
    if (string.IsConstant()) return TextTemplate(std::string(TextOf(string)));
    if (string.kind == Scalar::Kind::kExpression) {
      TextTemplate text;
      text.Append(string.expr, {.type = ValueType::kInteger, .texts = texts});
      return text;
    }
    return templates[static_cast<std::size_t>(string.number)];
  }
};

}  // namespace daedalus::semantics
