// What the stages of one flattening share.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "daedalus/base/interner.h"
#include "daedalus/expr/differentiate.h"
#include "daedalus/expr/leaves.h"
#include "daedalus/semantics/reporter.h"
#include "daedalus/semantics/symbol.h"
#include "daedalus/semantics/type_table.h"
#include "daedalus/semantics/value.h"
#include "daedalus/syntax/tree.h"
#include "daedalus/system/system.h"

namespace daedalus::semantics {

struct TextTag;
using TextId = Id<TextTag>;

struct Context {
  Context(const syntax::Tree& the_tree, System& the_system)
      : tree(the_tree),
        system(the_system),
        meanings(the_tree.NumNodes<syntax::Reference>()),
        differentiator(the_system.graph) {}

  const syntax::Tree& tree;
  System& system;
  Reporter reporter;
  TypeTable types;
  SymbolTable symbols;
  std::unordered_set<syntax::NameId> local_classes;
  std::unordered_set<syntax::NameId> broken_names;  // declared, but with a mistake that was reported
  StringInterner<TextId> texts;
  std::vector<TextTemplate> templates;
  std::vector<Meaning> meanings;  // by ReferenceId

  // For der() of expressions, and of derivatives (derivatives.h).
  expr::Differentiator differentiator;
  expr::LeafCollector leaves;
  std::unordered_map<VariableId, VariableId> derivative_variables;

  std::string_view Text(syntax::NameId name) const { return tree.Text(name); }
  std::string_view NameOf(const Symbol& symbol) const { return tree.Text(symbol.name); }
  // "Real[3]", "Integer", for messages.
  std::string TypeText(Type type, const Dims& dims) const {
    return fmt::format("{}{}", types.Name(type), ToString(dims));
  }
  std::string TypeText(const Value& value) const { return TypeText(value.type, value.dims); }
  Scalar StringConstant(std::string_view text) {
    return Constant(static_cast<double>(texts.Intern(text).value));
  }
  Scalar StringTemplate(TextTemplate text) {
    templates.push_back(std::move(text));
    return {static_cast<double>(templates.size() - 1), {}, Scalar::Kind::kTemplate};
  }
  // Of a String that is known, if not now then during the run.
  TextTemplate TemplateOf(const Scalar& string) const {
    if (string.IsConstant()) return TextTemplate(std::string(TextOf(string)));
    return templates[static_cast<std::size_t>(string.number)];
  }
  std::string_view TextOf(const Scalar& constant_string) const {
    return texts.Text(TextId(static_cast<std::size_t>(constant_string.number)));
  }
};

}  // namespace daedalus::semantics
