#include "daedalus/products/ide/calls.h"

#include <algorithm>

#include "daedalus/language/semantics/expressions/builtin_functions.h"
#include "daedalus/language/syntax/unparse.h"
#include "daedalus/products/ide/completion.h"
#include "daedalus/products/ide/describe.h"

namespace daedalus::ide {
namespace {

using scope::EnvId;
using syntax::Causality;

bool IsFunction(World& world, EnvId env) {
  const syntax::ClassKind kind = world.envs().KindOf(env);
  return kind == syntax::ClassKind::kFunction || kind == syntax::ClassKind::kOperatorFunction;
}

// The members that a call assigns, in order: inputs of a function, or fields of a record.
std::vector<std::uint32_t> InputsOf(World& world, EnvId env) {
  std::vector<std::uint32_t> inputs;
  const bool is_function = IsFunction(world, env);
  const std::size_t count = world.envs().Members(env).size();
  for (std::uint32_t i = 0; i < count; ++i) {
    const scope::Member& m = world.envs().Members(env)[i];
    if (m.is_class || m.is_protected || !m.name.IsValid()) continue;
    if (!is_function || m.causality == Causality::kInput) inputs.push_back(i);
  }
  return inputs;
}

std::string ParameterText(World& world, const scope::Member& m) {
  std::string text = m.clause == nullptr ? std::string() : m.tree->DottedName(m.clause->type) + " ";
  text += world.Text(m.name);
  for (const scope::Modifier* layer : m.mods) {
    if (layer->value.IsValid()) return text + " = " + syntax::Unparse(*layer->tree, layer->value);
  }
  return text;
}

Signature SignatureOf(World& world, EnvId env) {
  Signature signature;
  signature.label = world.envs().NameOf(env) + "(";
  for (const std::uint32_t input : InputsOf(world, env)) {
    const scope::Member& m = world.envs().Members(env)[input];
    Meaning meaning;
    meaning.kind = Meaning::Kind::kComponent;
    meaning.env = env;
    meaning.member = input;
    signature.parameters.push_back({ParameterText(world, m), DescriptionOf(world, meaning)});
    signature.label += (signature.parameters.size() > 1 ? ", " : "") + signature.parameters.back().label;
  }
  signature.label += ")";
  bool has_output = false;
  for (const scope::Member& m : world.envs().Members(env)) {
    if (m.is_class || !m.name.IsValid() || m.causality != Causality::kOutput) continue;
    signature.label += (has_output ? ", " : " -> ") + ParameterText(world, m);
    has_output = true;
  }
  const library::ClassId cls = world.envs()[env].cls;
  if (cls.IsValid())
    signature.description =
        world.store().tree(cls).DescriptionText(world.store().definition(cls).description);
  return signature;
}

std::optional<Signature> SignatureOfBuiltin(std::string_view name) {
  const semantics::Builtin* builtin = semantics::FindBuiltin(name);
  if (builtin == nullptr) return std::nullopt;
  Signature signature;
  std::string_view rest = builtin->parameters;
  for (int i = 0; i < std::max(builtin->max_arguments, 1); ++i) {
    const std::size_t comma = rest.find(',');
    std::string label(rest.substr(0, comma));
    rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
    if (label.empty() && builtin->max_arguments == 0) break;
    signature.parameters.push_back({label.empty() ? fmt::format("x{}", i + 1) : label, {}});
  }
  signature.label = std::string(name) + "(";
  for (std::size_t i = 0; i < signature.parameters.size(); ++i)
    signature.label += (i > 0 ? ", " : "") + signature.parameters[i].label;
  signature.label += ")";
  signature.description = "a function of the language";
  return signature;
}

}  // namespace

std::optional<Signature> SignatureAt(World& world, const Cursor& cursor, std::size_t offset) {
  for (std::size_t i = cursor.frames.size(); i-- > 0;) {
    const Frame& frame = cursor.frames[i];
    if (frame.kind == Frame::Kind::kOther) continue;  // an array or a subscript in an argument
    if (frame.kind != Frame::Kind::kCall) return std::nullopt;
    Cursor at_call = cursor;
    at_call.frames.resize(i + 1);
    const EnvId target = TargetOf(world, at_call, offset);
    std::optional<Signature> signature;
    if (target.IsValid() && world.envs()[target].predefined == scope::Predefined::kNone) {
      signature = SignatureOf(world, target);
    } else if (frame.path.size() == 1) {
      signature = SignatureOfBuiltin(world.Text(frame.path[0]));
    }
    if (signature) signature->active = frame.argument;
    return signature;
  }
  return std::nullopt;
}

std::vector<Hint> ArgumentHints(World& world, const TextMap& map, std::size_t begin, std::size_t end) {
  const syntax::Tree& tree = world.tree();
  Resolver resolver(world, tree);
  std::map<syntax::ReferenceId, const Use*> functions;  // the last part of each
  for (const Use& use : map.uses) {
    if (use.kind == UseKind::kFunction && use.part + 1 == tree[use.reference].parts.size())
      functions[use.reference] = &use;
  }
  std::vector<Hint> hints;
  for (std::size_t i = 0; i < tree.NumNodes<syntax::Call>(); ++i) {
    const syntax::Call& call = tree[Id<syntax::Call>(i)];
    const auto function = functions.find(call.function);
    if (function == functions.end() || call.arguments.empty()) continue;
    const std::size_t at = function->second->place.begin;
    if (at < begin || at >= end) continue;
    const EnvId env = resolver.TypeOf(resolver.Of(map, *function->second));
    if (!env.IsValid() || world.envs()[env].predefined != scope::Predefined::kNone) continue;
    const std::vector<std::uint32_t> inputs = InputsOf(world, env);
    if (inputs.size() < 2) continue;
    std::size_t position = 0;
    for (const syntax::Argument& argument : tree.List(call.arguments)) {
      if (argument.name.IsValid() || position == inputs.size()) break;
      const std::string_view name = world.Text(world.envs().Members(env)[inputs[position++]].name);
      // A hint like `f(u = u)` would say nothing new.
      if (!argument.value.IsValid() || tree.Text(tree[argument.value].place) == name) continue;
      hints.push_back({tree[argument.value].place.begin, std::string(name) + " ="});
    }
  }
  std::sort(hints.begin(), hints.end(), [](const Hint& a, const Hint& b) { return a.offset < b.offset; });
  return hints;
}

}  // namespace daedalus::ide
