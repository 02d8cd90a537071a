// Finds what stands at a place of the text.
#include "daedalus/products/ide/uses.h"

namespace daedalus::ide {
namespace {

using syntax::ClassForm;
using syntax::Tree;

// True if `end Name` has not been typed yet, so that the class continues after its last token.
bool IsOpen(const Tree& tree, const syntax::ClassDefinition& c) {
  if (!c.name.name.IsValid()) return false;
  std::string_view text = tree.Text(c.place);
  const std::string_view name = tree.Text(c.name.name);
  if (!text.ends_with(name)) return true;
  text.remove_suffix(name.size());
  text = text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
  return !text.ends_with("end");
}

}  // namespace

const Use* UseAt(const TextMap& map, std::size_t offset) {
  const Use* behind = nullptr;
  for (const Use& use : map.uses) {
    if (use.place.begin <= offset && offset < use.place.end) return &use;
    if (use.place.end == offset) behind = &use;
  }
  return behind;
}

syntax::ClassId ClassAt(const Tree& tree, std::size_t offset) {
  syntax::ClassId best;
  for (std::size_t i = 0; i < tree.NumNodes<syntax::ClassDefinition>(); ++i) {
    const syntax::ClassId id(i);
    const syntax::ClassDefinition& c = tree[id];
    const bool is_long = c.form == ClassForm::kLong || c.form == ClassForm::kExtends;
    const bool has_end = !IsOpen(tree, c);
    if (!is_long || c.place.begin > offset || (has_end && offset > c.place.end)) continue;
    if (!best.IsValid() || tree[best].place.begin <= c.place.begin) best = id;
  }
  return best;
}

}  // namespace daedalus::ide
