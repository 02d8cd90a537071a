// Prints the texts of a System (expr/print_expression.h): literals in quotes, String(x, ...) with its
// options, concatenation by +, and order by < and the like.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "daedalus/system/expr/print_expression.h"
#include "daedalus/system/system.h"

namespace daedalus {

// The text in quotes, escaped.
std::string Escaped(std::string_view text, char quote = '"');

expr::Sense SenseOf(ValueType type);

// `is_text` as in expr::PrintedTexts.
expr::PrintedTexts TextsOf(const System& system, std::function<bool(ExprId)> is_text);

// "text" + String(value) + "text"
std::string TemplateText(const System& system, const TextTemplate& text, const expr::PrintNames& names,
                         const expr::PrintOptions& options);

}  // namespace daedalus
