// Texts with a cursor `|`, in worlds without libraries or with other texts laid beside them.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "daedalus/products/ide/completion.h"
#include "daedalus/products/ide/cursor.h"
#include "daedalus/products/ide/meaning.h"
#include "daedalus/products/ide/world.h"

namespace daedalus::ide {

struct WithCursor {
  explicit WithCursor(std::string marked) : text(std::move(marked)), offset(text.find('|')) {
    if (offset != std::string::npos) text.erase(offset, 1);
  }
  std::string text;
  std::size_t offset;
};

// One text, and a world of it.
class OneText {
 public:
  explicit OneText(const std::string& text) {
    texts_.Open(kPath, text);
    world_ = std::make_unique<World>(texts_, kPath, std::vector<std::string>());
    map = MapText(world_->tree());
  }
  World& world() { return *world_; }
  Meaning MeaningAt(std::size_t offset) {
    const Use* use = UseAt(map, offset);
    return use == nullptr ? Meaning() : Resolver(*world_, world_->tree()).Of(map, *use);
  }
  // The text of the line where a name is declared; empty if that is in no text.
  std::string DeclaringLine(const Meaning& meaning) {
    if (!meaning.declaration.IsValid()) return {};
    const Sources& sources = world_->store().sources();
    const LineColumn at = sources.Locate(meaning.declaration.file, meaning.declaration.begin);
    std::string_view line = sources.Line(meaning.declaration.file, at.line);
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    return std::string(line);
  }

  static constexpr const char* kPath = "/nowhere/Text.mo";
  TextMap map;

 private:
  TextCache texts_;
  std::unique_ptr<World> world_;
};

// The labels that are proposed at the cursor, as the server does it: the half-typed item is taken out.
inline std::vector<Proposal> ProposalsAt(const std::string& marked) {
  const WithCursor c(marked);
  TextCache texts;
  const Cursor cursor = CursorAt(c.text, c.offset, texts.names());
  texts.Open(OneText::kPath, c.text);
  World world(texts, OneText::kPath, {}, WithoutItem(c.text, cursor, c.offset));
  return Complete(world, cursor, c.offset);
}
inline std::vector<std::string> LabelsAt(const std::string& marked) {
  std::vector<std::string> labels;
  for (const Proposal& p : ProposalsAt(marked)) labels.push_back(p.label);
  return labels;
}

}  // namespace daedalus::ide
