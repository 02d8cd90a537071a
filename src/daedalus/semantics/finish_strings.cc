#include "daedalus/semantics/finish_strings.h"

namespace daedalus::semantics {
namespace {

// Messages that contain the value of a String variable.
void FillTexts(TextTemplate& message, const std::vector<std::string>& texts) {
  for (TextTemplate::Piece& piece : message.pieces) {
    if (piece.format.is_string) piece.format.literals = texts;
  }
}

}  // namespace

void FinishStrings(Context& context) {
  if (!context.flat_string.IsValid()) return;
  System& system = context.system;
  std::vector<std::string>& texts = system.enumerations[context.flat_string].literals;
  for (const TextId id : IdRange<TextId>(context.texts.size())) texts.emplace_back(context.texts.Text(id));
  for (Assertion& assertion : system.assertions) FillTexts(assertion.message, texts);
  for (Termination& termination : system.hybrid.terminations) FillTexts(termination.message, texts);
}

}  // namespace daedalus::semantics
