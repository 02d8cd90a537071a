#include "daedalus/semantics/finish_strings.h"

namespace daedalus::semantics {
namespace {

std::vector<std::string> AllTexts(const Context& context) {
  std::vector<std::string> texts;
  for (const TextId id : IdRange<TextId>(context.texts.size())) texts.emplace_back(context.texts.Text(id));
  return texts;
}

// Messages that contain a String that varies.
void FillTexts(const Context& context, TextTemplate& message) {
  for (TextTemplate::Piece& piece : message.pieces) {
    if (piece.format.is_string) piece.format.literals = AllTexts(context);
  }
}

}  // namespace

void FinishStrings(Context& context) {
  System& system = context.system;
  if (context.flat_string.IsValid()) system.enumerations[context.flat_string].literals = AllTexts(context);
  for (Assertion& assertion : system.assertions) FillTexts(context, assertion.message);
  for (Termination& termination : system.hybrid.terminations) FillTexts(context, termination.message);
}

}  // namespace daedalus::semantics
