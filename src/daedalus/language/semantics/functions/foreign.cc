#include "daedalus/language/semantics/functions/foreign.h"

#include <algorithm>

#include "daedalus/language/library/annotations.h"
#include "daedalus/language/library/resource_uri.h"
#include "daedalus/system/print_system.h"

namespace daedalus::semantics {
namespace {

using native::ForeignKind;

// "text" or {"text", "text"}.
std::vector<std::string> TextsOf(const syntax::Tree& tree, syntax::ModificationId in, std::string_view name) {
  const syntax::Modifier* const entry = library::FindEntry(tree, in, name);
  if (entry == nullptr || !entry->modification.IsValid()) return {};
  const syntax::ExpressionId value = tree[entry->modification].value;
  if (!value.IsValid()) return {};
  std::vector<syntax::ExpressionId> elements = {value};
  if (tree[value].kind == syntax::ExpressionKind::kArray) {
    const auto list = tree.Elements(tree[value]);
    elements.assign(list.begin(), list.end());
  }
  std::vector<std::string> out;
  for (const syntax::ExpressionId element : elements) {
    if (tree[element].kind == syntax::ExpressionKind::kString) out.push_back(tree.StringValue(tree[element]));
  }
  return out;
}

// Named directories, or those where a library usually has its own (section 12.9.4). Missing ones are left
// out.
std::vector<std::string> DirectoriesOf(Context& context, const ForeignClause& clause, std::string_view name,
                                       std::string_view custom) {
  std::vector<std::string> out;
  auto named = TextsOf(clause.tree, clause.external.annotation, name);
  if (named.empty()) {
    const std::string full = context.envs.NameOf(clause.function);
    named.push_back(fmt::format("modelica://{}/{}", full.substr(0, full.find('.')), custom));
  }
  for (const std::string& uri : named) {
    if (auto path = library::ResolveResource(context.envs.store(), uri, clause.call))
      out.push_back(std::move(*path));
  }
  return out;
}

std::optional<ForeignKind> KindOf(Type type) {
  if (type == BaseType::kReal) return ForeignKind::kReal;
  if (type == BaseType::kString) return ForeignKind::kText;
  if (type == BaseType::kExternalObject) return ForeignKind::kObject;
  if (type == BaseType::kRecord) return ForeignKind::kRecord;
  const bool is_other = type == BaseType::kFunction || type == BaseType::kError;
  return is_other ? std::nullopt : std::optional(ForeignKind::kInteger);
}

bool IsFortran(const ForeignClause& clause) {
  return LanguageOf(clause.tree, clause.external) == kFortran;
}

// nullopt: C has no such type, which was reported. `num_around`: how many of its dimensions belong to
// enclosing arrays of records.
std::optional<native::ForeignParameter> ParameterOf(Context& context, const ForeignClause& clause,
                                                    const Value& value, std::size_t num_around = 0) {
  const bool is_fortran = IsFortran(clause);
  const auto kind = KindOf(value.type);
  const bool is_of_fortran = kind == ForeignKind::kReal || kind == ForeignKind::kInteger;
  if (!kind || (is_fortran && !is_of_fortran)) {
    const bool is_record_array = kind == ForeignKind::kRecord && !value.dims.empty();
    context.reporter.Report(Error(Code::kUnsupportedFunction, clause.call,
                                  "`{}` takes or gives {}{}, which functions of {} cannot be given",
                                  clause.name, is_record_array ? "an array of " : "a ",
                                  context.types.Name(value.type), is_fortran ? "FORTRAN 77" : "C")
                                .With(clause.tree.SpanOf(clause.external), "here"));
    return std::nullopt;
  }
  native::ForeignParameter parameter{*kind, value.dims.size() > num_around, false, 1};
  for (std::size_t d = num_around; d < value.dims.size(); ++d)
    parameter.num_elements *= static_cast<std::size_t>(value.dims[d]);
  for (const Value& field : value.fields) {
    auto inside = ParameterOf(context, clause, field, value.dims.size());
    if (!inside) return std::nullopt;
    parameter.fields.push_back(*std::move(inside));
  }
  return parameter;
}

// The function `destructor` next to the constructor; empty if none can be called, which was reported.
native::ForeignObject::Destructor DestructorOf(Context& context, Type object,
                                               const ForeignClause& constructor) {
  const scope::EnvId env(context.types.Class(object).environment);
  const std::size_t count = context.envs.Members(env).size();
  for (std::uint32_t i = 0; i < count; ++i) {
    const scope::Member& member = context.envs.Members(env)[i];
    if (!member.is_class || context.Text(member.name) != "destructor") continue;
    const scope::EnvId function = context.envs.EnvOf(env, i);
    if (!function.IsValid() || !context.envs[function].cls.IsValid()) break;
    const library::ClassId cls = context.envs[function].cls;
    const syntax::Tree& tree = context.envs.store().tree(cls);
    const syntax::ClassDefinition& definition = context.envs.store().definition(cls);
    if (!definition.external.IsValid()) break;
    const syntax::External& external = tree[definition.external];
    const std::string name =
        external.function.IsValid() ? std::string(tree.Text(external.function)) : "destructor";
    const ExternalArgument argument{ScalarValue(object, Scalar())};
    const auto loaded =
        LoadForeign(context, {tree, external, function, name, constructor.call}, {&argument, 1}, nullptr);
    if (!loaded) return {};
    return [loaded](void* pointer) {
      native::NativeCall call;
      call.arguments.resize(1);
      call.arguments[0].object = std::make_shared<native::ForeignObject>(pointer, nullptr);
      (void)loaded->Call(call);  // no message can be delivered any more
    };
  }
  context.reporter.Report(Error(Code::kForeignFunction, constructor.call,
                                "`{}` has no destructor that could be called", context.envs.NameOf(env)));
  return {};
}

}  // namespace

std::string LanguageOf(const syntax::Tree& tree, const syntax::External& external) {
  return external.language.IsValid() ? tree.StringValue(external.language) : "C";
}

native::ForeignSource ForeignSourceOf(Context& context, const ForeignClause& clause) {
  native::ForeignSource source;
  source.symbol = clause.name;
  // FORTRAN names are not case-sensitive, and compilers append an underscore.
  if (IsFortran(clause)) {
    std::ranges::transform(source.symbol, source.symbol.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    source.symbol += '_';
  }
  if (!clause.external.annotation.IsValid()) return source;
  source.libraries = TextsOf(clause.tree, clause.external.annotation, "Library");
  for (const std::string& text : TextsOf(clause.tree, clause.external.annotation, "Include"))
    source.include += text + "\n";
  source.library_directories = DirectoriesOf(context, clause, "LibraryDirectory", "Resources/Library");
  source.include_directories = DirectoriesOf(context, clause, "IncludeDirectory", "Resources/Include");
  return source;
}

std::string ForeignAnnotationText(Context& context, const ForeignClause& clause) {
  const native::ForeignSource source = ForeignSourceOf(context, clause);
  std::vector<std::string> entries;
  const auto add = [&](std::string_view entry, std::span<const std::string> texts) {
    std::vector<std::string> quoted;
    for (const std::string& text : texts) quoted.push_back(QuotedText(text));
    if (!quoted.empty()) entries.push_back(fmt::format("{} = {{{}}}", entry, fmt::join(quoted, ", ")));
  };
  add("Library", source.libraries);
  if (!source.include.empty()) add("Include", {&source.include, 1});
  add("LibraryDirectory", source.library_directories);
  add("IncludeDirectory", source.include_directories);
  return entries.empty() ? std::string() : fmt::format(" annotation({})", fmt::join(entries, ", "));
}

std::shared_ptr<const native::ForeignFunction> LoadForeign(Context& context, const ForeignClause& clause,
                                                           std::span<const ExternalArgument> arguments,
                                                           const Value* result) {
  native::ForeignSignature signature;
  signature.is_fortran = IsFortran(clause);
  for (const ExternalArgument& argument : arguments) {
    auto parameter = ParameterOf(context, clause, argument.value);
    if (!parameter) return nullptr;
    parameter->is_output = argument.local != kNoLocal;
    if (argument.is_size && !signature.is_fortran) parameter->kind = ForeignKind::kSize;
    signature.arguments.push_back(*std::move(parameter));
  }
  if (result != nullptr) {
    if (!result->dims.empty()) {
      context.reporter.Report(
          Error(Code::kForeignFunction, clause.call,
                "`{}` would return an array, which functions of {} cannot", clause.name,
                signature.is_fortran ? "FORTRAN 77" : "C")
              .With(clause.tree.SpanOf(clause.external), "here")
              .Hint("an output among the arguments of the external clause is written to"));
      return nullptr;
    }
    auto parameter = ParameterOf(context, clause, *result);
    if (!parameter) return nullptr;
    signature.result = parameter->kind;
    signature.result_fields = std::move(parameter->fields);
  }
  native::ForeignObject::Destructor destructor;
  if (signature.result == ForeignKind::kObject) {
    destructor = DestructorOf(context, result->type, clause);
    if (!destructor) return nullptr;
  }
  auto& libraries = context.functions.foreign.libraries;
  if (!libraries) libraries = std::make_shared<native::ForeignLibraries>();
  const auto address = libraries->Find(ForeignSourceOf(context, clause));
  if (!address) {
    context.reporter.Report(
        Error(Code::kForeignFunction, clause.call, "`{}` cannot be loaded: {}", clause.name, address.error())
            .With(clause.tree.SpanOf(clause.external), "named here"));
    return nullptr;
  }
  return std::make_shared<native::ForeignFunction>(clause.name, *address, std::move(signature), libraries,
                                                   std::move(destructor));
}

native::Reach ReachOf(const Context& context, scope::EnvId function, bool has_results) {
  const scope::ClassId cls = context.envs[function].cls;
  const bool is_impure =
      cls.IsValid() && context.envs.store().definition(cls).purity == syntax::Purity::kImpure;
  return is_impure || !has_results ? native::Reach::kActs : native::Reach::kNone;
}

}  // namespace daedalus::semantics
