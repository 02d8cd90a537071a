#include "daedalus/system/text_functions.h"

#include <algorithm>

#include "daedalus/system/routine/run_state.h"

namespace daedalus {
namespace {

std::size_t NumValues(const TextTemplate& text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text.pieces, [](const TextTemplate::Piece& piece) { return piece.value.IsValid(); }));
}

}  // namespace

WriteText::WriteText(TextTemplate text, std::shared_ptr<TextTable> table)
    : StepFunction("String", NumValues(text), 1), text_(std::move(text)), table_(std::move(table)) {}

bool WriteText::DoEvaluate(std::span<const double> in, std::span<double> out, std::string* why) const {
  std::size_t next = 0;
  for (const TextTemplate::Piece& piece : text_.pieces) {
    if (!piece.value.IsValid()) continue;
    const double value = in[next++];
    if (piece.format.texts == nullptr || piece.format.texts->TextOf(value)) continue;
    if (why != nullptr) *why = "a String has no value";
    return false;
  }
  next = 0;
  const std::string text = text_.Fill([&](expr::ExprId) { return in[next++]; });
  if (!routine::ChargeText(text.size())) {
    if (why != nullptr) *why = "it writes too many texts, or too long ones";
    return false;
  }
  out[0] = table_->NumberOf(text);
  return true;
}

bool CompareTexts::DoEvaluate(std::span<const double> in, std::span<double> out, std::string* why) const {
  const auto a = table_->TextOf(in[0]), b = table_->TextOf(in[1]);
  if (!a || !b) {
    if (why != nullptr) *why = "a String has no value";
    return false;
  }
  const int order = a->compare(*b);
  out[0] = order < 0 ? -1 : order > 0 ? 1 : 0;
  return true;
}

}  // namespace daedalus
