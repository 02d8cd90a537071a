#include "daedalus/products/ide/fixes.h"

#include <algorithm>

#include "daedalus/base/nearest_name.h"
#include "daedalus/language/syntax/lexer.h"
#include "daedalus/products/ide/uses.h"
#include "daedalus/system/units/parse_unit.h"

namespace daedalus::ide {
namespace {

// The first text in backticks behind `before`.
std::string Quoted(std::string_view text, std::string_view before) {
  const std::size_t at = text.find(before);
  if (at == std::string_view::npos) return {};
  const std::size_t begin = text.find('`', at + before.size());
  if (begin == std::string_view::npos) return {};
  const std::size_t end = text.find('`', begin + 1);
  return end == std::string_view::npos ? std::string() : std::string(text.substr(begin + 1, end - begin - 1));
}

// The name at the place that resembles the right name most.
std::optional<syntax::Place> MisspeltName(const syntax::Tree& tree, syntax::Place place,
                                          const std::string& right) {
  syntax::NameTable names;
  const std::string_view text = tree.Text(place);
  constexpr int kLimit = 100;
  std::optional<syntax::Place> best;
  int best_distance = kLimit;
  for (const syntax::Token& token : syntax::Lex(text, tree.file(), names).tokens) {
    if (token.kind != syntax::TokenKind::kIdentifier) continue;
    const std::string_view name = text.substr(token.place.begin, token.place.end - token.place.begin);
    const int distance = EditDistance(name, right, kLimit);
    if (distance == 0 || distance >= best_distance) continue;
    best_distance = distance;
    best = syntax::Place{place.begin + token.place.begin, place.begin + token.place.end};
  }
  return best;
}

// The innermost modifier around a place.
const syntax::Modifier* ModifierAround(const syntax::Tree& tree, syntax::Place place) {
  const syntax::Modifier* best = nullptr;
  for (std::size_t i = 0; i < tree.NumNodes<syntax::Modifier>(); ++i) {
    const syntax::Modifier& m = tree[syntax::ModifierId(i)];
    if (m.place.begin > place.begin || place.end > m.place.end) continue;
    if (best == nullptr || best->place.begin <= m.place.begin) best = &m;
  }
  return best;
}

// The place where the class `model extends A`, whose name is at the place, begins.
std::optional<std::uint32_t> ExtendingClassAt(const syntax::Tree& tree, syntax::Place place) {
  for (std::size_t i = 0; i < tree.NumNodes<syntax::ClassDefinition>(); ++i) {
    const syntax::ClassDefinition& c = tree[syntax::ClassId(i)];
    const bool is_it = c.form == syntax::ClassForm::kExtends && c.name.place.begin <= place.end &&
                       place.begin <= c.name.place.end;
    if (is_it) return c.place.begin;
  }
  return std::nullopt;
}

Edit Insert(std::uint32_t at, std::string text) {
  return {{at, at}, std::move(text)};
}

// ---- Units ----

std::string Replaced(std::string text, std::string_view what, std::string_view by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
  return text;
}

// The unit that was meant by a common misspelling: `N*m`, `m^2`, `m s`, `°C`. Empty if it is not recognised.
std::string MeantUnit(std::string_view written) {
  std::string text(written);
  for (const auto& [what, by] : {std::pair<std::string_view, std::string_view>{"**", ""},
                                 {"^", ""},
                                 {"²", "2"},
                                 {"³", "3"},
                                 {"°C", "degC"},
                                 {"°", "deg"},
                                 {"Ω", "Ohm"},
                                 {"µ", "u"},
                                 {"μ", "u"},
                                 {"*", "."},
                                 {"·", "."},
                                 {" / ", "/"},
                                 {" ", "."}})
    text = Replaced(std::move(text), what, by);
  // Modelica allows one slash; what follows it goes into brackets.
  const std::size_t slash = text.find('/');
  if (slash != std::string::npos && text.find_first_of("./", slash + 1) != std::string::npos &&
      text.find('(', slash) == std::string::npos)
    text = text.substr(0, slash + 1) + "(" + Replaced(text.substr(slash + 1), "/", ".") + ")";
  return text != written && units::ParseUnit(text).unit ? text : std::string();
}

void FixUnit(const syntax::Tree& tree, const Complaint& complaint, std::vector<Fix>& fixes) {
  if (complaint.message.find("is not a unit") == std::string::npos) return;
  const std::string written = Quoted(complaint.message, ""), meant = MeantUnit(written);
  const std::string literal = "\"" + written + "\"";
  const std::size_t at = tree.Text(complaint.place).find(literal);
  if (meant.empty() || at == std::string_view::npos) return;
  const auto begin = static_cast<std::uint32_t>(complaint.place.begin + at);
  const auto end = static_cast<std::uint32_t>(begin + literal.size());
  fixes.push_back({fmt::format("write the unit `{}`", meant), {{{begin, end}, "\"" + meant + "\""}}});
}

// ---- A level that nothing fixes ----

// What fixes the level of a potential, by the name of the potential.
struct LevelFixer {
  std::string_view potential, cls, name, port;
};
constexpr LevelFixer kLevelFixers[] = {
    {"v", "Modelica.Electrical.Analog.Basic.Ground", "ground", "p"},
    {"phi", "Modelica.Mechanics.Rotational.Components.Fixed", "fixed", "flange"},
    {"s", "Modelica.Mechanics.Translational.Components.Fixed", "fixed", "flange"}};

const syntax::Equation* ConnectionAt(const syntax::Tree& tree, syntax::Place place) {
  for (std::size_t i = 0; i < tree.NumNodes<syntax::Equation>(); ++i) {
    const syntax::Equation& e = tree[syntax::EquationId(i)];
    if (e.kind == syntax::EquationKind::kConnect && e.place.begin <= place.begin && place.begin < e.place.end)
      return &e;
  }
  return nullptr;
}

bool HasName(const syntax::Tree& tree, const syntax::ClassDefinition& cls, std::string_view name) {
  for (const syntax::Element& element : tree.List(cls.elements)) {
    if (!element.components.IsValid()) continue;
    for (const syntax::Component& component : tree.List(tree[element.components].components)) {
      if (component.name.name.IsValid() && tree.Text(component.name.name) == name) return true;
    }
  }
  return false;
}

// Inserts a component after the last one of the class, and a connection before the one that the message
// marks.
void FixLevel(const syntax::Tree& tree, const Complaint& complaint, std::vector<Fix>& fixes) {
  if (!complaint.hint.starts_with("one of them needs a value of its own")) return;
  const std::string variable = Quoted(complaint.message, "only differences of");
  const std::string potential = variable.substr(variable.rfind('.') + 1);
  const syntax::ClassId in = ClassAt(tree, complaint.place.begin);
  const syntax::Equation* connection = ConnectionAt(tree, complaint.place);
  if (connection == nullptr || !in.IsValid()) return;
  const syntax::ClassDefinition& cls = tree[in];
  std::uint32_t behind = 0;
  for (const syntax::Element& element : tree.List(cls.elements)) behind = std::max(behind, element.place.end);
  if (behind == 0) return;
  for (const LevelFixer& fixer : kLevelFixers) {
    if (fixer.potential != potential) continue;
    std::string name(fixer.name);
    for (int k = 1; HasName(tree, cls, name); ++k) name = fmt::format("{}{}", fixer.name, k);
    const std::string end(tree.Text(tree[connection->right].place));
    // An element ends before its semicolon.
    fixes.push_back(
        {fmt::format("add a `{}` at `{}`", fixer.cls.substr(fixer.cls.rfind('.') + 1), end),
         {Insert(behind, fmt::format(";\n  {} {}", fixer.cls, name)),
          Insert(connection->place.begin, fmt::format("connect({}.{}, {});\n  ", name, fixer.port, end))},
         std::string(fixer.cls)});
  }
}

}  // namespace

std::vector<Fix> FixesOf(const syntax::Tree& tree, const Complaint& complaint) {
  std::vector<Fix> fixes;
  if (complaint.place.end > tree.text().size() || complaint.place.begin > complaint.place.end) return fixes;
  if (const std::string right = Quoted(complaint.hint, "did you mean"); !right.empty()) {
    if (const auto place = MisspeltName(tree, complaint.place, right))
      fixes.push_back({fmt::format("write `{}`", right), {{*place, right}}});
  }
  if (complaint.hint.starts_with("`each")) {
    const syntax::Modifier* modifier = ModifierAround(tree, complaint.place);
    if (modifier != nullptr && !modifier->is_each)
      fixes.push_back({"write `each`", {Insert(modifier->place.begin, "each ")}});
  }
  if (complaint.hint.starts_with("write `redeclare")) {
    if (const auto begin = ExtendingClassAt(tree, complaint.place))
      fixes.push_back({"write `redeclare`", {Insert(*begin, "redeclare ")}});
  }
  // "expected `;`" is reported at the token after the missing semicolon; it belongs after the token before.
  if (const std::string missing = Quoted(complaint.message, "expected"); missing == ";") {
    std::uint32_t at = complaint.place.begin;
    while (at > 0 && std::string_view(" \t\r\n").find(tree.text()[at - 1]) != std::string_view::npos) --at;
    fixes.push_back({"insert `;`", {Insert(at, ";")}});
  }
  FixUnit(tree, complaint, fixes);
  FixLevel(tree, complaint, fixes);
  return fixes;
}

}  // namespace daedalus::ide
