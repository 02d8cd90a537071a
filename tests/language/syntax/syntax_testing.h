// Helpers of the syntax tests: parsing a text in one line, and printing trees and diagnostics for comparison.
#pragma once

#include <fmt/format.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "daedalus/language/syntax/parse.h"

namespace daedalus::syntax {

// A parsed text with everything its tree views.
class Parsed {
 public:
  explicit Parsed(std::string_view text)
      : file_(sources_.Add("test.mo", std::string(text))), result_(Parse(sources_, file_, names_)) {}
  Parsed(const Parsed&) = delete;
  Parsed& operator=(const Parsed&) = delete;

  const Tree& tree() const { return result_.tree; }
  bool ok() const { return result_.ok(); }
  const std::vector<Diagnostic>& diagnostics() const { return result_.diagnostics; }
  const Sources& sources() const { return sources_; }

  // "line:column message", one for each diagnostic.
  std::vector<std::string> Messages() const {
    std::vector<std::string> lines;
    for (const Diagnostic& d : diagnostics()) {
      const LineColumn at = sources_.Locate(file_, d.primary.span.begin);
      lines.push_back(fmt::format("{}:{} {}", at.line, at.column, d.message));
    }
    return lines;
  }
  std::string AllMessages() const { return fmt::format("{}", fmt::join(Messages(), "\n")); }

  // The class at the top, the first one unless told.
  const ClassDefinition& Class(std::size_t i = 0) const {
    return tree()[tree()[tree().root().classes[i]].class_definition];
  }
  const Element& ElementAt(std::size_t i) const { return tree()[Class().elements[i]]; }
  const ComponentClause& Clause(std::size_t i) const { return tree()[ElementAt(i).components]; }
  const Component& ComponentAt(std::size_t i) const { return tree()[Clause(i).components[0]]; }
  const Section& SectionAt(std::size_t i) const { return tree()[Class().sections[i]]; }

 private:
  Sources sources_;
  NameTable names_;
  SourceFileId file_;
  ParseResult result_;
};

// A fully bracketed form of an expression that depends on nothing but the tree.
std::string Shape(const Tree& tree, ExpressionId id);

// The shape of an expression that stands on the right side of an equation; or the messages, if there are any.
std::string ShapeOf(std::string_view expression);

}  // namespace daedalus::syntax
