#include "daedalus/language/semantics/instances/check_class.h"

#include <algorithm>

#include "daedalus/language/scope/check_classes.h"
#include "daedalus/language/scope/class_kinds.h"
#include "daedalus/language/semantics/connections/connection_ends.h"
#include "daedalus/language/semantics/connections/overconstrained.h"
#include "daedalus/language/semantics/functions/check_function.h"
#include "daedalus/language/semantics/instances/instances.h"
#include "daedalus/language/semantics/stages.h"

namespace daedalus::semantics {
namespace {

using syntax::ClassKind;

bool IsForBehaviour(ClassKind kind) {
  return scope::IsModelKind(kind) || kind == ClassKind::kClass;
}

// A partial or replaceable class may use elements that its users supply.
bool IsAmongPromises(const library::ClassStore& store, library::ClassId cls) {
  for (; cls.IsValid(); cls = store.parent(cls)) {
    const syntax::Element* element = store.element(cls);
    if (store.definition(cls).is_partial || (element != nullptr && element->is_replaceable)) return true;
  }
  return false;
}

bool HasValue(const scope::Member& member) {
  return std::any_of(member.mods.begin(), member.mods.end(),
                     [](const scope::Modifier* node) { return node->value.IsValid(); });
}

// A connector, an input or a parameter that nothing in the class determines is left to its user. So is a
// block whose output is for others: a source whose table is empty by default.
bool HasOpenEnds(Context& c, scope::EnvId env) {
  const bool is_block = c.envs.KindOf(env) == ClassKind::kBlock;
  const std::size_t count = c.envs.Members(env).size();
  for (std::uint32_t i = 0; i < count; ++i) {
    const scope::Member& member = c.envs.Members(env)[i];
    if (member.is_class || member.is_protected) continue;
    const scope::EnvId type = c.envs.EnvOf(env, i);
    if (!type.IsValid() || c.envs[type].is_broken) continue;
    const bool is_input =
        member.causality == syntax::Causality::kInput || c.envs[type].causality == syntax::Causality::kInput;
    const bool is_output = member.causality == syntax::Causality::kOutput ||
                           c.envs[type].causality == syntax::Causality::kOutput;
    if (is_block && is_output) return true;
    if (HasValue(member)) continue;
    const bool is_parameter = member.variability == syntax::Variability::kParameter;
    if (is_parameter && c.envs[type].predefined != scope::Predefined::kNone) return true;
    if (is_input || (IsConnector(c, type) && c.envs[type].predefined == scope::Predefined::kNone))
      return true;
  }
  return false;
}

// ---- Messages ----

bool IsUnsupported(Code code) {
  return code == Code::kUnsupportedElement || code == Code::kUnsupportedEquation ||
         code == Code::kUnsupportedFunction || code == Code::kUnsupportedExpression;
}

// The kinds of classes that go through the stages.
enum class Use {
  kSimulated,   // a model that needs no user
  kComponent,   // one with open ends
  kIncomplete,  // partial, or not a model: its users supply equations
};

// Something that the user of the class supplies.
bool IsToBeGiven(Code code, Use use) {
  switch (code) {
    case Code::kNotEvaluable:
    case Code::kUnknownDimension:
    case Code::kPartialClass:
    case Code::kFunctionFailed:
    case Code::kMissingInner:
    case Code::kMissingValue:  // a constant of a partial package
    case Code::kClockUnknown:
    case Code::kSubscriptOutOfBounds:  // of arrays whose sizes are defaults
      return use != Use::kSimulated;
    case Code::kDiscreteVariable:
    case Code::kClockedEquations:
      return use == Use::kIncomplete;
    default:
      return false;
  }
}

// Removes messages about such elements, and notes in the check what was removed.
void Sort(std::vector<Diagnostic> messages, Use use, ClassCheck& check, Diagnostics& out) {
  check.is_right = true;
  for (Diagnostic& message : messages) {
    // The user of the class declares it.
    const bool is_inner_of_others = message.code == Code::kMissingInner && use != Use::kSimulated;
    if (message.severity == Severity::kWarning && is_inner_of_others) continue;
    if (message.severity == Severity::kError && IsToBeGiven(message.code, use)) {
      check.is_in_part = true;
      continue;
    }
    // The name of a file may be for the user to give, too; a wrong one is worth a word.
    const bool is_file_of_user = message.code == Code::kBadResource && use != Use::kSimulated;
    if (message.severity == Severity::kError && (IsUnsupported(message.code) || is_file_of_user)) {
      check.is_in_part = true;
      message.severity = Severity::kWarning;
    }
    check.is_right = check.is_right && message.severity != Severity::kError;
    out.Report(std::move(message));
  }
}

// ---- Balance ----

// Inputs of the class and of its connectors that nothing in it determines. nullopt if equations cannot be
// counted: with overdetermined connectors they depend on the roots, with buses on what is connected.
std::optional<std::size_t> CountOpenInputs(Context& c, NodeId node) {
  std::size_t count = 0;
  for (std::uint32_t i = 0; i < c.tree[node].children.size(); ++i) {
    const Child child = c.tree[node].children[i];
    if (child.kind == Child::Kind::kBroken) return std::nullopt;
    if (child.kind == Child::Kind::kSymbol) {
      const Symbol& symbol = c.tree[child.symbol()];
      if (symbol.IsVariable() && EqualityConstraintOf(c, symbol.env).IsValid()) return std::nullopt;
      const bool is_open =
          symbol.causality == Causality::kInput && symbol.IsVariable() && !BindingOf(c, symbol).IsValid();
      const bool is_in_system = symbol.first_variable.IsValid() || symbol.first_discrete.IsValid();
      if (is_open && is_in_system && !symbol.is_protected)
        count += static_cast<std::size_t>(NumElements(symbol.dims));
    }
    if (child.kind != Child::Kind::kNode) continue;
    const bool is_connector = IsConnector(c, c.tree[child.node()].env);
    const std::vector<NodeId> nodes =
        c.tree[child.node()].is_array ? c.tree[child.node()].elements : std::vector<NodeId>{child.node()};
    for (const NodeId inside : nodes) {
      const scope::EnvId env = c.tree[inside].env;
      if (c.envs.KindOf(env) == ClassKind::kExpandableConnector || EqualityConstraintOf(c, env).IsValid())
        return std::nullopt;
      if (!is_connector && c.tree[inside].causality != Causality::kInput) continue;
      const auto more = CountOpenInputs(c, inside);
      if (!more) return std::nullopt;
      count += *more;
    }
  }
  return count;
}

void CheckBalance(Context& c, NodeId root, ClassCheck& check, Diagnostics& out) {
  const System& system = c.system;
  const auto num_inputs = CountOpenInputs(c, root);
  if (!num_inputs) {
    check.is_in_part = true;
    return;
  }
  const std::size_t num_kept = NumKept(system);
  check.num_equations = system.equations.size() + system.hybrid.equations.size() - num_kept;
  const std::size_t num_all = system.variables.size() + system.hybrid.discretes.size() - num_kept;
  // Inputs that the class itself determines if nothing is connected (`cardinality`) are not a mistake.
  const std::size_t num_determined =
      std::clamp(check.num_equations, num_all - *num_inputs, num_all) - (num_all - *num_inputs);
  check.num_unknowns = num_all - *num_inputs + num_determined;
  if (check.num_equations == check.num_unknowns) return;
  check.is_right = false;
  out.Report(Error(Code::kUnbalanced, c.envs.SpanOf(c.tree[root].env),
                   "`{}` has {} equations for {} unknowns", system.name, check.num_equations,
                   check.num_unknowns)
                 .Note("a flow variable of its connectors counts as an equation, an input as known"));
}

void CheckInstance(Context& c, library::ClassId cls, scope::EnvId env, const FlattenOptions& options,
                   ClassCheck& check, Diagnostics& diagnostics) {
  const library::ClassStore& store = c.envs.store();
  const bool is_incomplete = !IsForBehaviour(store.definition(cls).kind) || IsAmongPromises(store, cls);
  const Use use = is_incomplete ? Use::kIncomplete : HasOpenEnds(c, env) ? Use::kComponent : Use::kSimulated;
  if (use == Use::kSimulated) {
    Result<System> flat = Flatten(c.envs.store(), cls, options, diagnostics);
    Sort(flat ? std::vector<Diagnostic>() : std::move(flat.error()), use, check, diagnostics);
    if (flat) {
      check.system = std::move(*flat);
      check.num_equations = check.system->equations.size() + check.system->hybrid.equations.size();
      check.num_unknowns = check.system->variables.size() + check.system->hybrid.discretes.size();
    }
    return;
  }
  const NodeId root = MakeRoot(c, env);
  // `connector A = input B`: all members have the direction.
  if (c.envs[env].causality == syntax::Causality::kInput) c.tree[root].causality = Causality::kInput;
  if (c.envs[env].causality == syntax::Causality::kOutput) c.tree[root].causality = Causality::kOutput;
  c.connections.is_open = true;
  RunStages(c, root, options);
  Sort(c.reporter.Take(), use, check, diagnostics);
  // Each model or block must be balanced alone (section 4.8); a `class` with open ends may be anything.
  const ClassKind kind = store.definition(cls).kind;
  const bool is_countable =
      check.is_right && !check.is_in_part && IsForBehaviour(kind) && kind != ClassKind::kClass;
  if (is_countable && !store.definition(cls).is_partial) CheckBalance(c, root, check, diagnostics);
}

}  // namespace

ClassCheck CheckClass(library::ClassStore& store, library::ClassId cls, const FlattenOptions& options,
                      Diagnostics& diagnostics) {
  ClassCheck check;
  System system;
  Context c(store, system);
  c.units.check = options.unit_check;
  system.name = store.FullName(cls);
  const scope::EnvId env = c.envs.Root(cls);
  const ClassKind kind = store.definition(cls).kind;
  const bool is_looked_up = kind == ClassKind::kPackage || kind == ClassKind::kOperator ||
                            store.definition(cls).form == syntax::ClassForm::kDerivative;
  const bool is_scalar = env.IsValid() && c.envs[env].predefined != scope::Predefined::kNone;
  if (env.IsValid() && !c.envs[env].is_broken && !is_looked_up && !is_scalar &&
      !scope::IsFunctionKind(kind)) {
    CheckInstance(c, cls, env, options, check, diagnostics);
    return check;
  }
  if (env.IsValid() && scope::IsFunctionKind(kind) && !is_looked_up && !c.envs[env].is_broken)
    CheckFunction(c, env);
  scope::CheckClasses(c.envs);
  Sort(c.reporter.Take(), Use::kIncomplete, check, diagnostics);
  return check;
}

}  // namespace daedalus::semantics
