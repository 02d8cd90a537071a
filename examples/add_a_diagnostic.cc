// A diagnostic, made and shown as a user sees it (docs/howto/add-a-diagnostic.md).
#include <cstdio>
#include <string>

#include "daedalus/base/diagnostics/render.h"

using namespace daedalus;

int main() {
  Sources sources;
  const std::string text = "model M\n  Real x;\nequation\n  der(x) = -y;\nend M;\n";
  const SourceFileId file = sources.Add("M.mo", text);
  const auto begin = static_cast<std::uint32_t>(text.find("y;"));
  const auto declared = static_cast<std::uint32_t>(text.find("x;"));

  const Diagnostic d = Error(Code::kUnknownName, {file, begin, begin + 1}, "there is no `{}` here", "y")
                           .With({file, declared, declared + 1}, "the only variable")
                           .Hint("declare it, or mean `x`");
  const std::string shown = RenderText(d, sources);
  std::fputs(shown.c_str(), stdout);
  const bool names_the_place = shown.find("M.mo:4:13") != std::string::npos;
  const bool marks_the_text = shown.find("der(x) = -y;") != std::string::npos;
  return names_the_place && marks_the_text && shown.find("there is no `y` here") != std::string::npos ? 0 : 1;
}
