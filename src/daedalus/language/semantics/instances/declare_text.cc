#include "daedalus/language/semantics/instances/declare_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "daedalus/language/semantics/expressions/rearrange.h"
#include "daedalus/language/semantics/functions/call_texts.h"
#include "daedalus/language/semantics/functions/derivative_annotation.h"
#include "daedalus/language/semantics/functions/derivative_function.h"
#include "daedalus/language/semantics/functions/foreign.h"
#include "daedalus/language/semantics/functions/function_frame.h"
#include "daedalus/language/semantics/functions/function_signature.h"
#include "daedalus/language/semantics/functions/inverse_annotation.h"
#include "daedalus/language/semantics/instances/class_types.h"
#include "daedalus/language/semantics/instances/component_value.h"
#include "daedalus/language/semantics/instances/instances.h"
#include "daedalus/language/semantics/instances/named_child.h"
#include "daedalus/system/expr/print_expression.h"
#include "daedalus/system/native/native_call.h"
#include "daedalus/system/print_system.h"

namespace daedalus::semantics {
namespace {

using syntax::WrittenName;

// With a point or an exponent, so that it is a Real wherever it stands.
std::string RealText(double number) {
  std::string text = expr::PrintNumber(number);
  if (text.find_first_of(".e/") == std::string::npos) text += ".0";
  return std::signbit(number) && number != 0.0 ? fmt::format("({})", text) : text;
}

// The original name of a class of a flat text: `M.f` for `M.'M.f'`.
std::string UnquotedName(std::string_view name) {
  const std::size_t quote = name.find(".'");
  if (quote == std::string_view::npos || name.find('.', quote + 2) == std::string_view::npos)
    return std::string(name);
  std::string own;
  std::size_t i = quote + 2;
  for (; i < name.size() && name[i] != '\''; ++i) {
    if (name[i] == '\\' && i + 1 < name.size()) ++i;
    own += name[i];
  }
  return own.append(name.substr(std::min(i + 1, name.size())));
}

std::string ListText(std::span<const std::string> list) {
  return fmt::format("{{{}}}", fmt::join(list, ", "));
}

}  // namespace

// ---- Declarations ----

std::string TextDeclarer::NewName(std::string_view full) {
  const std::string name = UnquotedName(full);
  if (names_.empty()) {
    const System& system = context_.system;
    for (const daedalus::Parameter& p : system.parameters) names_.insert(daedalus::NameOf(system, p));
    for (const Variable& v : system.variables) names_.insert(daedalus::NameOf(system, v));
    for (const DiscreteVariable& v : system.hybrid.discretes) names_.insert(system.names.Text(v.name));
  }
  // A name with a dot in it is no name of a variable inside of a function.
  const std::string base = name.find('.') == std::string::npos ? fmt::format(".{}", name) : name;
  std::string unique = base;
  for (int i = 2; !names_.insert(unique).second; ++i) unique = fmt::format("{}#{}", base, i);
  return QuotedName(unique);
}

std::size_t TextDeclarer::Begin(std::string name) {
  texts_.declarations.push_back({std::move(name), {}, {}, {}});
  open_.push_back(texts_.declarations.size() - 1);
  return open_.back();
}

void TextDeclarer::End(std::size_t number, std::string text) {
  texts_.declarations[number].text = std::move(text);
  open_.pop_back();
}

std::string TextDeclarer::NameOf(std::size_t number) {
  if (!open_.empty()) texts_.declarations[open_.back()].uses.push_back(number);
  return texts_.declarations[number].name;
}

void TextDeclarer::Miss(std::string reason) {
  std::string& missing = texts_.declarations[open_.back()].missing;
  if (missing.empty()) missing = std::move(reason);
}

std::size_t TextDeclarer::Add(std::string_view name,
                              const std::function<std::string(const std::string& name)>& write) {
  const std::size_t number = Begin(NewName(name));
  End(number, write(std::string(texts_.declarations[number].name)));
  return number;
}

std::pair<std::uint32_t, std::uint32_t> TextDeclarer::KeyOf(scope::EnvId function, NodeId node) {
  return {function.value, FindInstance(context_, node, context_.envs[function].lexical.env).value};
}

std::size_t TextDeclarer::Function(scope::EnvId function, NodeId node) {
  const auto [at, is_new] = functions_.try_emplace(KeyOf(function, node), 0);
  if (!is_new) return at->second;
  const std::size_t number = Begin(NewName(context_.envs.NameOf(function)));
  at->second = number;
  const std::string name = texts_.declarations[number].name;
  End(number, IsDerivativeFunction(context_, function) ? DerivativeText(function, node, name)
                                                       : FunctionBody(function, node, name));
  return number;
}

std::size_t TextDeclarer::Undifferentiated(scope::EnvId derivative, NodeId node) {
  const auto [at, is_new] = undifferentiated_.try_emplace(KeyOf(derivative, node), 0);
  if (!is_new) return at->second;
  const std::size_t number = Begin(NewName(context_.envs.NameOf(derivative) + "()"));
  at->second = number;
  End(number, FunctionBody(derivative, node, std::string(texts_.declarations[number].name)));
  return number;
}

std::size_t TextDeclarer::Record(scope::EnvId record, NodeId node) {
  const auto [at, is_new] = records_.try_emplace(record.value, 0);
  if (!is_new) return at->second;
  const std::size_t number = Begin(NewName(context_.envs.NameOf(record)));
  at->second = number;
  const std::string name = texts_.declarations[number].name;
  const bool is_operator_record = context_.envs.KindOf(record) == syntax::ClassKind::kOperatorRecord;
  Owner owner{record, node, false};
  std::string text = fmt::format("  {}record {}\n", is_operator_record ? "operator " : "", name);
  const std::size_t count = context_.envs.Members(record).size();
  for (std::uint32_t i = 0; i < count; ++i) {
    const scope::Member& member = context_.envs.Members(record)[i];
    if (member.is_class) continue;
    const bool is_constant = member.variability == syntax::Variability::kConstant;
    const bool is_parameter = member.variability == syntax::Variability::kParameter;
    text += ComponentText(owner, i, is_constant ? "constant " : is_parameter ? "parameter " : "");
  }
  if (is_operator_record) text += OperatorsText(record, node);
  End(number, fmt::format("{}  end {};\n", text, name));
  return number;
}

// Each with its own name: that is what the operators are found by.
std::string TextDeclarer::OperatorsText(scope::EnvId record, NodeId node) {
  std::string text;
  const std::size_t count = context_.envs.Members(record).size();
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!context_.envs.Members(record)[i].is_class) continue;
    const scope::EnvId env = context_.envs.EnvOf(record, i);
    if (!env.IsValid()) continue;
    const std::string name(context_.Text(context_.envs.Members(record)[i].name));
    const syntax::ClassKind kind = context_.envs.KindOf(env);
    if (kind == syntax::ClassKind::kOperatorFunction)
      text += FunctionBody(env, node, name, syntax::TextOf(kind));
    if (kind != syntax::ClassKind::kOperator) continue;
    text += fmt::format("  operator {}\n", name);
    const std::size_t num_functions = context_.envs.Members(env).size();
    for (std::uint32_t k = 0; k < num_functions; ++k) {
      const std::string function(context_.Text(context_.envs.Members(env)[k].name));
      if (context_.envs.Members(env)[k].is_class)
        text += FunctionBody(context_.envs.EnvOf(env, k), node, function);
    }
    text += fmt::format("  end {};\n", name);
  }
  return text;
}

std::size_t TextDeclarer::Maker(scope::EnvId record, NodeId node) {
  const auto [at, is_new] = makers_.try_emplace(record.value, 0);
  if (!is_new) return at->second;
  const std::size_t number = Begin(NewName(context_.envs.NameOf(record) + "()"));
  at->second = number;
  const std::string name = texts_.declarations[number].name;
  Owner owner{record, node, false};
  std::string inputs, body;
  const std::size_t count = context_.envs.Members(record).size();
  for (std::uint32_t i = 0; i < count; ++i) {
    const scope::Member& member = context_.envs.Members(record)[i];
    if (member.is_class) continue;
    const std::string field(context_.Text(member.name));
    inputs += ComponentText(owner, i, "input ");
    body += fmt::format("    '$r'.{0} := {0};\n", field);
  }
  End(number, fmt::format("  function {0}\n{1}    output {2} '$r';\n  algorithm\n{3}  end {0};\n", name,
                          inputs, NameOf(Record(record, node)), body));
  return number;
}

std::size_t TextDeclarer::Enumeration(Type type) {
  const auto [at, is_new] = enumerations_.try_emplace(type.id.value, 0);
  if (!is_new) return at->second;
  const std::size_t number = Begin(NewName(context_.types.Name(type)));
  at->second = number;
  End(number, fmt::format("  type {} = enumeration({});\n", texts_.declarations[number].name,
                          fmt::join(context_.types.Literals(type), ", ")));
  return number;
}

std::size_t TextDeclarer::ObjectClass(Type type, NodeId node) {
  const scope::EnvId env(context_.types.Class(type).environment);
  const auto [at, is_new] = object_classes_.try_emplace(env.value, 0);
  if (!is_new) return at->second;
  const std::size_t number = Begin(NewName(context_.envs.NameOf(env)));
  at->second = number;
  const std::string name = texts_.declarations[number].name;
  std::string text = fmt::format("  class {}\n    extends ExternalObject;\n", name);
  for (const std::string_view function : {"constructor", "destructor"}) {
    const std::size_t count = context_.envs.Members(env).size();
    for (std::uint32_t i = 0; i < count; ++i) {
      const scope::Member& member = context_.envs.Members(env)[i];
      if (member.is_class && context_.Text(member.name) == function)
        text += FunctionBody(context_.envs.EnvOf(env, i), node, std::string(function));
    }
  }
  End(number, fmt::format("{}  end {};\n", text, name));
  return number;
}

std::size_t TextDeclarer::Object(std::size_t object) {
  const auto [at, is_new] = objects_.try_emplace(object, 0);
  if (!is_new) return at->second;
  const std::size_t number = Begin(NewName(fmt::format("$object.{}", objects_.size())));
  at->second = number;
  const auto& made = context_.functions.call_records->objects;
  const auto record = made.find(object);
  if (record == made.end()) {
    Miss("an object is not known by its constructor");
    End(number, {});
    return number;
  }
  const std::string type = TypeName(record->second.type, record->second.node);
  std::vector<std::string> arguments;
  for (const Value& value : record->second.arguments)
    arguments.push_back(ValueText(value, record->second.node));
  End(number, fmt::format("  {0} {1} = {0}({2});\n", type, texts_.declarations[number].name,
                          fmt::join(arguments, ", ")));
  return number;
}

// ---- Types and values ----

std::string TextDeclarer::TypeName(Type type, NodeId node) {
  switch (type.base) {
    case BaseType::kReal:
    case BaseType::kInteger:
    case BaseType::kBoolean:
    case BaseType::kString:
      return std::string(context_.types.Name(type));
    case BaseType::kEnumeration:
      if (type == kStateSelectType || type == kAssertionLevelType)
        return std::string(context_.types.Name(type));
      return NameOf(Enumeration(type));
    case BaseType::kRecord:
      return NameOf(Record(scope::EnvId(context_.types.Record(type).environment), node));
    case BaseType::kExternalObject:
      return NameOf(ObjectClass(type, node));
    case BaseType::kFunction:
      return FunctionName(scope::EnvId(context_.types.Class(type).environment), node);
    default:
      Miss("it has a variable without a type");
      return "?";
  }
}

std::string TextDeclarer::Literal(Type type, const Scalar& constant, NodeId node) {
  switch (type.base) {
    case BaseType::kReal:
      return RealText(constant.number);
    case BaseType::kInteger:
      return constant.number < 0 ? fmt::format("({:.0f})", constant.number)
                                 : fmt::format("{:.0f}", constant.number);
    case BaseType::kBoolean:
      return constant.number != 0.0 ? "true" : "false";
    case BaseType::kString:
      return QuotedText(context_.strings.TextOf(constant));
    case BaseType::kEnumeration:
      return fmt::format("{}.{}", TypeName(type, node),
                         context_.types.Literals(type)[static_cast<std::size_t>(constant.number) - 1]);
    default:
      Miss("a value of it is neither a number nor a text");
      return "?";
  }
}

std::string TextDeclarer::ValueText(const Value& value, NodeId node, const ScalarText& scalar) {
  if (value.HasUnknownSize() || value.IsOfRun()) {
    Miss("the size of an array is known during the run only");
    return "?";
  }
  if (value.dims.empty() && !value.IsRecord()) {
    if (scalar) return scalar(value.type, value.scalar);
    if (!value.scalar.IsConstant()) Miss("a value that it needs is not constant");
    return value.scalar.IsConstant() ? Literal(value.type, value.scalar, node) : "?";
  }
  std::vector<std::string> parts;
  if (value.dims.empty()) {
    for (const Value& field : value.fields) parts.push_back(ValueText(field, node, scalar));
    const RecordType& type = context_.types.Record(value.type);
    const std::string made = type.is_operator_record ? NameOf(Maker(scope::EnvId(type.environment), node))
                                                     : TypeName(value.type, node);
    return fmt::format("{}({})", made, fmt::join(parts, ", "));
  }
  if (NumElements(value.dims) == 0) {
    if (value.IsRecord()) Miss("it needs an array of records without elements");
    const std::string element = value.IsRecord()                  ? "?"
                                : value.type == BaseType::kString ? "\"\""
                                : value.type == BaseType::kEnumeration
                                    ? Literal(value.type, Constant(1), node)
                                    : Literal(value.type, Constant(0), node);
    return fmt::format("fill({}, {})", element, fmt::join(value.dims, ", "));
  }
  const Dims rest(value.dims.begin() + 1, value.dims.end());
  const auto count = static_cast<std::size_t>(NumElements(rest));
  std::vector<std::size_t> offsets(count);
  for (std::size_t i = 0; i < static_cast<std::size_t>(value.dims[0]); ++i) {
    for (std::size_t k = 0; k < count; ++k) offsets[k] = i * count + k;
    parts.push_back(ValueText(Gather(value, rest, offsets), node, scalar));
  }
  return ListText(parts);
}

// ---- Text of classes ----

std::string TextDeclarer::Text(Owner& owner, const syntax::Tree& tree, syntax::ExpressionId id,
                               scope::Scope scope) {
  return syntax::Unparse(tree, id, Hook(owner, tree, scope));
}

std::string TextDeclarer::DimensionsText(Owner& owner, std::uint32_t index) {
  const scope::EnvId env = context_.envs.EnvOf(owner.env, index);
  std::vector<scope::DeclaredText> declared = context_.envs.Members(owner.env)[index].dimensions;
  const auto of_type = context_.envs[env].dimensions;
  declared.insert(declared.end(), of_type.begin(), of_type.end());
  std::vector<std::string> sizes;
  for (const scope::DeclaredText& size : declared)
    sizes.push_back(Text(owner, *size.tree, size.expression, size.scope));
  return sizes.empty() ? std::string() : fmt::format("[{}]", fmt::join(sizes, ", "));
}

// Empty where it is for a modifier.
std::string TextDeclarer::GivenText(Owner& owner, std::uint32_t index, const scope::Modifier& given) {
  owner.is_modifier = owner.may_have_constants &&
                      context_.envs.Members(owner.env)[index].causality == syntax::Causality::kInput;
  owner.names_parameter = false;
  std::string text = Text(owner, *given.tree, given.value, given.scope);
  owner.is_modifier = false;
  if (!owner.names_parameter) return fmt::format(" = {}", text);
  owner.modifiers.push_back(
      fmt::format("{} = {}", context_.Text(context_.envs.Members(owner.env)[index].name), text));
  return {};
}

// ` = value`, or the values of fields.
std::string TextDeclarer::DefaultText(Owner& owner, std::uint32_t index) {
  const scope::Member& member = context_.envs.Members(owner.env)[index];
  if (const scope::Modifier* given = DeclaredValue(member)) return GivenText(owner, index, *given);
  if (TypeOfMember(context_, owner.env, index) != BaseType::kRecord) return {};
  std::vector<std::string> fields;
  std::set<syntax::NameId> seen;
  for (const scope::Modifier* modifier : member.mods) {
    for (const scope::Modifier* field : modifier->children) {
      if (!seen.insert(field->name).second) continue;
      if (!field->value.IsValid() || !field->children.empty()) {
        Miss("fields of a record are modified in it");
        continue;
      }
      fields.push_back(fmt::format("{} = {}", context_.Text(field->name),
                                   Text(owner, *field->tree, field->value, field->scope)));
    }
  }
  return fields.empty() ? std::string() : fmt::format("({})", fmt::join(fields, ", "));
}

std::string TextDeclarer::ComponentText(Owner& owner, std::uint32_t index, std::string_view prefix) {
  const scope::EnvId env = context_.envs.EnvOf(owner.env, index);
  const std::string name(context_.Text(context_.envs.Members(owner.env)[index].name));
  if (!env.IsValid()) {
    Miss(fmt::format("`{}` has no type", name));
    return {};
  }
  return fmt::format("    {}{} {}{}{};\n", prefix, TypeName(TypeOfClass(context_, env), owner.node), name,
                     DimensionsText(owner, index), DefaultText(owner, index));
}

// Where defaults are parameters of the model, the name is that of a class which modifies the function.
std::string TextDeclarer::FunctionBody(scope::EnvId function, NodeId node, const std::string& name,
                                       std::string_view kind) {
  if (!context_.envs[function].cls.IsValid()) {
    Miss(fmt::format("`{}` has no text", context_.envs.NameOf(function)));
    return {};
  }
  Owner owner{function, node};
  std::string arguments, locals, body;
  const std::size_t count = context_.envs.Members(function).size();
  for (std::uint32_t i = 0; i < count; ++i) {
    const scope::Member& member = context_.envs.Members(function)[i];
    if (member.is_class) continue;
    const syntax::Causality causality = member.causality;
    const bool is_constant = member.variability == syntax::Variability::kConstant;
    if (causality == syntax::Causality::kNone) {
      locals += ComponentText(owner, i, is_constant ? "constant " : "");
    } else {
      arguments += ComponentText(owner, i, causality == syntax::Causality::kInput ? "input " : "output ");
    }
  }
  const std::size_t num_parts = context_.envs[function].parts.size();
  for (std::uint32_t part = 0; part < num_parts; ++part) {
    const library::ClassId cls = context_.envs[function].parts[part].cls;
    const syntax::Tree& tree = context_.envs.store().tree(cls);
    const syntax::ClassDefinition& definition = context_.envs.store().definition(cls);
    for (const syntax::Section& section : tree.List(definition.sections)) {
      if (section.kind != syntax::SectionKind::kAlgorithm) continue;
      body +=
          "  algorithm\n" + syntax::Unparse(tree, section.statements, Hook(owner, tree, {function, part}), 2);
    }
    if (definition.external.IsValid()) body += ExternalText(owner, tree, tree[definition.external], part);
  }
  for (const auto& [constant, declaration] : owner.constants) locals += declaration;
  const syntax::Purity purity = context_.envs.store().definition(context_.envs[function].cls).purity;
  const std::string own_name =
      owner.modifiers.empty() ? name : NewName(context_.envs.NameOf(function) + "()");
  const std::string text = fmt::format("  {}{}{} {}\n{}{}{}{}{}  end {};\n",
                                       purity == syntax::Purity::kImpure ? "impure "
                                       : purity == syntax::Purity::kPure ? "pure "
                                                                         : "",
                                       context_.envs.IsPartial(function) ? "partial " : "", kind, own_name,
                                       arguments, locals.empty() ? "" : "  protected\n", locals, body,
                                       AnnotationsText(function, node), own_name);
  if (owner.modifiers.empty()) return text;
  return fmt::format("{}  function {} = {}({});\n", text, name, own_name, fmt::join(owner.modifiers, ", "));
}

std::string TextDeclarer::DerivativeText(scope::EnvId function, NodeId node, const std::string& name) {
  return fmt::format("  function {} = der({}, {});\n", name, NameOf(Undifferentiated(function, node)),
                     fmt::join(DifferentiatedInputs(context_, function), ", "));
}

std::string TextDeclarer::ExternalText(Owner& owner, const syntax::Tree& tree,
                                       const syntax::External& external, std::uint32_t part) {
  const std::string language = LanguageOf(tree, external);
  const scope::Scope scope{owner.env, part};
  std::string name, output;
  std::vector<std::string> arguments;
  if (external.function.IsValid()) {
    name = tree.Text(external.function);
    if (external.output.IsValid()) output = Text(owner, tree, external.output, scope);
    for (const syntax::ExpressionId id : tree.List(external.arguments))
      arguments.push_back(Text(owner, tree, id, scope));
  } else {
    // The arguments that the language defines if the text lists none (section 12.9.1.2).
    const std::string full = context_.envs.NameOf(owner.env);
    name = full.substr(full.rfind('.') + 1);
    const FunctionSignature signature = SignatureOf(context_, owner.env);
    const auto push = [&](std::uint32_t member) {
      const std::string_view own(context_.Text(context_.envs.Members(owner.env)[member].name));
      arguments.emplace_back(own);
      for (std::size_t d = 1; d <= RankOfMember(context_, owner.env, member); ++d)
        arguments.push_back(fmt::format("size({}, {})", own, d));
    };
    std::ranges::for_each(signature.inputs, push);
    const bool has_result =
        signature.outputs.size() == 1 && RankOfMember(context_, owner.env, signature.outputs[0]) == 0;
    if (has_result) {
      output = context_.Text(context_.envs.Members(owner.env)[signature.outputs[0]].name);
    } else {
      std::ranges::for_each(signature.outputs, push);
    }
  }
  const bool is_loaded = (language == "C" || language == kFortran) && native::FindNative(name) == nullptr;
  return fmt::format("  external \"{}\" {}{}{}({}){};\n", language, output, output.empty() ? "" : " = ", name,
                     fmt::join(arguments, ", "),
                     is_loaded ? ForeignAnnotationText(context_, {tree, external, owner.env, name, {}}) : "");
}

// The annotations that have an effect.
std::string TextDeclarer::AnnotationsText(scope::EnvId function, NodeId node) {
  std::vector<std::string> entries;
  for (const DerivativeAnnotation& derivative : DerivativesOf(context_, function)) {
    std::vector<std::string> parts;
    if (derivative.order != 1) parts.push_back(fmt::format("order = {}", derivative.order));
    for (const std::string& input : derivative.without) parts.push_back("noDerivative = " + input);
    for (const std::string& input : derivative.zero) parts.push_back("zeroDerivative = " + input);
    entries.push_back(fmt::format("derivative{} = {}",
                                  parts.empty() ? "" : fmt::format("({})", fmt::join(parts, ", ")),
                                  FunctionName(derivative.function, node)));
  }
  std::vector<std::string> inverses;
  for (const InverseAnnotation& inverse : InversesOf(context_, function)) {
    std::vector<std::string> arguments;
    for (const auto& [name, argument] : inverse.arguments)
      arguments.push_back(name.empty() ? argument : fmt::format("{} = {}", name, argument));
    inverses.push_back(fmt::format("{} = {}({})", inverse.input, FunctionName(inverse.function, node),
                                   fmt::join(arguments, ", ")));
  }
  if (!inverses.empty()) entries.push_back(fmt::format("inverse({})", fmt::join(inverses, ", ")));
  if (const int order = SmoothOrderOf(context_, function))
    entries.push_back(fmt::format("smoothOrder = {}", order));
  for (const std::string_view mark : {"Inline", "LateInline", "InlineAfterIndexReduction"}) {
    if (const auto value = MarkOf(context_, function, mark))
      entries.push_back(fmt::format("{} = {}", mark, *value));
  }
  return entries.empty() ? std::string() : fmt::format("    annotation({});\n", fmt::join(entries, ", "));
}

// ---- Names ----

syntax::NameHook TextDeclarer::Hook(Owner& owner, const syntax::Tree& tree, scope::Scope scope) {
  return [this, &owner, &tree, scope](syntax::ReferenceId id, syntax::NameRole role) {
    TextScope text{tree, owner.node, scope};
    Lowering l{context_, text};
    return role == syntax::NameRole::kFunction ? CalledName(owner, l, id) : ValueName(owner, l, id);
  };
}

WrittenName TextDeclarer::CalledName(Owner& owner, Lowering& l, syntax::ReferenceId id) {
  const Meaning meaning = ResolveFunction(l, id);
  const std::string name = l.tree().DottedName(id);
  if (meaning.kind == Meaning::Kind::kBuiltin) return {name, WrittenName::kWhole};
  if (meaning.kind == Meaning::Kind::kComponent && meaning.env == owner.env)
    return {name, WrittenName::kWhole};
  const bool is_class = meaning.kind == Meaning::Kind::kClass && !meaning.is_in_component;
  if (is_class && meaning.type == BaseType::kFunction)
    return {FunctionName(meaning.env, owner.node), WrittenName::kWhole};
  if (is_class && meaning.type == BaseType::kRecord)
    return {NameOf(Record(meaning.env, owner.node)), WrittenName::kWhole};
  if (is_class) return {TypeName(meaning.type, owner.node), WrittenName::kWhole};
  Miss(fmt::format("the meaning of `{}` is not known outside its class", name));
  return {name, WrittenName::kWhole};
}

WrittenName TextDeclarer::ValueName(Owner& owner, Lowering& l, syntax::ReferenceId id) {
  const Meaning meaning = Resolve(l, id);
  const std::string name = l.tree().DottedName(id);
  switch (meaning.kind) {
    case Meaning::Kind::kComponent:
      if (meaning.env == owner.env)
        return {std::string(context_.Text(context_.envs.Members(meaning.env)[meaning.index].name)),
                meaning.num_parts};
      return ConstantName(owner, l, id, meaning);
    case Meaning::Kind::kLiteral:
      return {Literal(meaning.type, Constant(meaning.index), owner.node), WrittenName::kWhole};
    case Meaning::Kind::kClass:
      if (meaning.type == BaseType::kFunction)
        return {FunctionName(meaning.env, owner.node), WrittenName::kWhole};
      return {TypeName(meaning.type, owner.node), WrittenName::kWhole};
    default:
      Miss(fmt::format("the meaning of `{}` is not known outside its class", name));
      return {name, WrittenName::kWhole};
  }
}

std::string TextDeclarer::ElementText(Owner& owner, Type type, const Scalar& element) {
  if (element.IsConstant()) return Literal(type, element, owner.node);
  const expr::Graph& g = context_.system.graph;
  if (owner.is_modifier && element.kind == Scalar::Kind::kExpression &&
      g.op(element.expr) == expr::Op::kParameter) {
    owner.names_parameter = true;
    return QuotedName(
        daedalus::NameOf(context_.system, context_.system.parameters[g.parameter(element.expr)]));
  }
  Miss("a value that it needs is not constant");
  return "?";
}

// A number is written where it stands; an array or a record becomes a constant of the function.
WrittenName TextDeclarer::ConstantName(Owner& owner, Lowering& l, syntax::ReferenceId id,
                                       const Meaning& meaning) {
  const auto rest = l.tree().List(l.tree()[id].parts).subspan(meaning.num_parts - 1);
  const Child child = NamedChild(context_, FindInstance(context_, owner.node, meaning.env), meaning.index);
  const bool is_plain =
      std::ranges::all_of(rest, [](const syntax::ReferencePart& part) { return part.subscripts.empty(); });
  if (is_plain) {
    const Value value = LowerComponent(l, child, rest);
    const bool is_to_be_constant = owner.may_have_constants && !owner.is_modifier;
    if (!value.IsError() && (!is_to_be_constant || (value.IsScalar() && !value.IsRecord())))
      return {ValueText(value, owner.node,
                        [&](Type type, const Scalar& element) { return ElementText(owner, type, element); }),
              WrittenName::kWhole};
  }
  syntax::ReferencePart first = rest[0];
  first.subscripts = {};
  const Value value = LowerComponent(l, child, {&first, 1});
  const std::string name =
      QuotedName(fmt::format("{}.{}", context_.envs.NameOf(meaning.env), l.Text(first.name)));
  if (value.IsError() || !owner.may_have_constants) {
    Miss(fmt::format("the value of `{}` is not known", l.tree().DottedName(id)));
    return {name, meaning.num_parts};
  }
  if (std::ranges::find(owner.constants, name, &std::pair<std::string, std::string>::first) ==
      owner.constants.end()) {
    owner.constants.emplace_back(
        name, fmt::format("    constant {} {}{} = {};\n", TypeName(value.type, owner.node), name,
                          ToString(value.dims), ValueText(value, owner.node)));
  }
  return {name, meaning.num_parts};
}

}  // namespace daedalus::semantics
