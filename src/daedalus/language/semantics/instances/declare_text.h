// Functions and everything that they use, as declarations of flat Modelica (system/function_texts.h).
//
// A function is written from its own text, in its environment. Inherited parts are written into it. Names of
// other functions, records and enumerations become those of their declarations, and outside constants become
// values. Parameters of the model may be defaults of inputs by modifiers; they stay modifiers: function g =
// f(k = p). If the text is incomplete, there is no declaration, and a reason is given.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "daedalus/language/semantics/expressions/lowering.h"
#include "daedalus/language/syntax/unparse.h"
#include "daedalus/system/function_texts.h"

namespace daedalus::semantics {

class TextDeclarer {
 public:
  TextDeclarer(Context& context, FunctionTexts& texts) : context_(context), texts_(texts) {}

  Context& context() { return context_; }

  // Numbers of declarations; each is made once.
  std::size_t Function(scope::EnvId function, NodeId node);
  // The function f of der(f, x).
  std::size_t Undifferentiated(scope::EnvId derivative, NodeId node);
  // An external object as a component of the model, by its number (FunctionState::objects).
  std::size_t Object(std::size_t number);
  // A declaration that is made elsewhere: `write` gives its text, and may request others. The name is made
  // unique.
  std::size_t Add(std::string_view name, const std::function<std::string(const std::string& name)>& write);

  // ---- The declaration that is being written; it uses everything that these functions name ----
  std::string DeclaredName(std::size_t number) { return NameOf(number); }
  std::string FunctionName(scope::EnvId function, NodeId node) { return NameOf(Function(function, node)); }
  std::string TypeName(Type type, NodeId node);
  // The value as an expression; `scalar`, if given, writes its elements in another way.
  using ScalarText = std::function<std::string(Type, const Scalar&)>;
  std::string ValueText(const Value& value, NodeId node, const ScalarText& scalar = {});
  std::string Literal(Type type, const Scalar& constant, NodeId node);
  // Notes why it cannot be written; the first reason counts.
  void Miss(std::string reason);

 private:
  // The class whose text is being written.
  struct Owner {
    scope::EnvId env;
    NodeId node;
    bool may_have_constants = true;  // besides its own members
    std::vector<std::pair<std::string, std::string>> constants =
        {};  // names and declarations of outside constants
    std::vector<std::string> modifiers =
        {};                        // defaults that depend on parameters of the model: `name = value`
    bool is_modifier = false;      // such a default is being written
    bool names_parameter = false;  // a parameter occurs in it
  };

  std::pair<std::uint32_t, std::uint32_t> KeyOf(scope::EnvId function, NodeId node);
  std::size_t Begin(std::string name);
  void End(std::size_t number, std::string text);
  std::string NameOf(std::size_t number);
  std::string NewName(std::string_view name);

  std::size_t Record(scope::EnvId record, NodeId node);
  // A function that gives a record its fields, whatever its constructors are.
  std::size_t Maker(scope::EnvId record, NodeId node);
  std::string OperatorsText(scope::EnvId record, NodeId node);
  std::size_t Enumeration(Type type);
  std::size_t ObjectClass(Type type, NodeId node);
  std::string FunctionBody(scope::EnvId function, NodeId node, const std::string& name,
                           std::string_view kind = "function");
  std::string DerivativeText(scope::EnvId function, NodeId node, const std::string& name);
  std::string ComponentText(Owner& owner, std::uint32_t member, std::string_view prefix);
  std::string DimensionsText(Owner& owner, std::uint32_t member);
  std::string DefaultText(Owner& owner, std::uint32_t member);
  std::string GivenText(Owner& owner, std::uint32_t member, const scope::Modifier& given);
  std::string ElementText(Owner& owner, Type type, const Scalar& element);
  std::string ExternalText(Owner& owner, const syntax::Tree& tree, const syntax::External& external,
                           std::uint32_t part);
  std::string AnnotationsText(scope::EnvId function, NodeId node);
  std::string Text(Owner& owner, const syntax::Tree& tree, syntax::ExpressionId id, scope::Scope scope);
  syntax::NameHook Hook(Owner& owner, const syntax::Tree& tree, scope::Scope scope);
  syntax::WrittenName ValueName(Owner& owner, Lowering& l, syntax::ReferenceId id);
  syntax::WrittenName CalledName(Owner& owner, Lowering& l, syntax::ReferenceId id);
  syntax::WrittenName ConstantName(Owner& owner, Lowering& l, syntax::ReferenceId id, const Meaning& meaning);

  Context& context_;
  FunctionTexts& texts_;
  std::vector<std::size_t> open_;  // declarations that are being written, the innermost last
  std::set<std::string, std::less<>> names_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> functions_,
      undifferentiated_;  // by class and the instance around it
  std::map<std::uint32_t, std::size_t> records_, makers_, enumerations_, object_classes_;
  std::map<std::size_t, std::size_t> objects_;
};

}  // namespace daedalus::semantics
