#include "daedalus/products/exported/c_events.h"

#include <fmt/format.h>

#include <algorithm>

#include "daedalus/products/exported/c_code.h"
#include "daedalus/products/exported/c_text.h"
#include "daedalus/products/exported/event_texts.h"
#include "daedalus/products/exported/used_rules.h"
#include "daedalus/system/print_system.h"

namespace daedalus::exported {
namespace {

Diagnostic Refusal(const System& system, OriginId origin, std::string what) {
  return Error(Code::kBadOption, SpanOf(system, origin), "{}, so it cannot be exported", what);
}

// The first call in these expressions, reported as `what`.
std::optional<Diagnostic> FindCallIn(const System& system, std::span<const ExprId> roots, OriginId origin) {
  if (!FindCall(system.graph, roots).IsValid()) return std::nullopt;
  return Refusal(system, origin, "this calls a function that cannot be written as an expression");
}

class Writer {
 public:
  explicit Writer(const CEventsGiven& given)
      : given_(given),
        events_(given.events),
        code_(given.system.graph, given.leaf, [](ExprId) { return 0; }) {}

  std::string Write() {
    std::string out = Tables() + Fill(kSetText, Numbers());
    out += Reader("read_sides", events_.sides) + Reader("read_rests", events_.rests);
    out += Reader("read_instants", events_.instants) + Reader("read_samples", events_.samples);
    out += Reader("read_past_values", events_.pre_values) + Reader("read_reinits", events_.reinits);
    out += Reader("read_terminations", events_.terminations);
    out += Sweep() + TakeInputs() + Reinits();
    return out + Fill(kEventText, Numbers());
  }

 private:
  std::vector<std::pair<std::string, std::string>> Numbers() const {
    const auto number = [](std::size_t n) { return std::to_string(n); };
    const auto room = [](std::size_t n) { return std::to_string(std::max<std::size_t>(n, 1)); };
    const Hybrid& hybrid = given_.system.hybrid;
    const std::size_t relations = events_.state_relations.size();
    return {{"MODEL", given_.model},
            {"NUM_HELD", number(hybrid.held.size())},
            {"NUM_RELATIONS", number(relations)},
            {"ROOM_SIDES", room(2 * relations)},
            {"NUM_RESTS", number(events_.rests.size())},
            {"ROOM_RESTS", room(events_.rests.size())},
            {"NUM_INSTANTS", number(events_.instants.size())},
            {"ROOM_INSTANTS", room(events_.instants.size())},
            {"NUM_SAMPLES", number(hybrid.samples.size())},
            {"NUM_DISCRETES", number(hybrid.discretes.size())},
            {"NUM_CONDITIONS", number(NumConditions())},
            {"NUM_PAST", number(events_.pre_leaves.size())},
            {"ROOM_PAST", room(events_.pre_leaves.size())},
            {"NUM_ENDS", number(events_.terminations.size())},
            {"ROOM_ENDS", room(events_.terminations.size())},
            {"SWEEPS", number(20 + 4 * relations)},
            {"TOLERANCE", CNumber(given_.tolerance)}};
  }

  std::size_t NumConditions() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(given_.system.hybrid.discretes, &DiscreteVariable::is_internal));
  }

  std::string Tables() const {
    const Hybrid& hybrid = given_.system.hybrid;
    std::vector<int> relation_leaves, relation_or_equal, rest_relations, instant_leaves, instant_becomes,
        sample_leaves, values, pres, condition_leaves, condition_pres, past_leaves, continuous, real;
    for (const hybrid::StateRelation& r : events_.state_relations)
      relation_leaves.push_back(static_cast<int>(r.value.index())), relation_or_equal.push_back(r.or_equal);
    for (const std::size_t k : events_.resting) rest_relations.push_back(static_cast<int>(k));
    for (const hybrid::TimeRelation& r : events_.time_relations)
      instant_leaves.push_back(static_cast<int>(r.value.index())), instant_becomes.push_back(r.becomes_true);
    for (const Sample& s : hybrid.samples) sample_leaves.push_back(static_cast<int>(s.value.index()));
    for (const DiscreteVariable& d : hybrid.discretes)
      values.push_back(static_cast<int>(d.value.index())), pres.push_back(static_cast<int>(d.pre.index()));
    for (const DiscreteVariable& d : hybrid.discretes) {
      if (!d.is_internal) continue;
      condition_leaves.push_back(static_cast<int>(d.value.index()));
      condition_pres.push_back(static_cast<int>(d.pre.index()));
    }
    for (const HeldId h : events_.pre_leaves) past_leaves.push_back(static_cast<int>(h.index()));
    continuous.assign(events_.is_continuous.begin(), events_.is_continuous.end());
    real.assign(events_.is_real.begin(), events_.is_real.end());
    return IntTable("relation_leaves", relation_leaves) + IntTable("relation_or_equal", relation_or_equal) +
           IntTable("rest_relations", rest_relations) + IntTable("instant_leaves", instant_leaves) +
           IntTable("instant_becomes", instant_becomes) + IntTable("sample_leaves", sample_leaves) +
           IntTable("discrete_leaves", values) + IntTable("pre_leaves", pres) +
           IntTable("condition_leaves", condition_leaves) + IntTable("condition_pres", condition_pres) +
           IntTable("past_leaves", past_leaves) + IntTable("is_continuous", continuous) +
           (HasEquations() ? IntTable("is_real", real) : "") + "\n";
  }

  bool HasEquations() const { return events_.sorted.size() > given_.inputs.size(); }

  // A function that writes the values of these expressions, one behind the other.
  std::string Reader(const std::string& name, std::span<const ExprId> expressions) {
    std::string out = fmt::format("static void {}(const {} *m, double *out) {{\n", name, given_.model);
    out += code_.Declare(expressions, "  ");
    for (std::size_t i = 0; i < expressions.size(); ++i)
      out += fmt::format("  out[{}] = {};\n", i, code_.Text(expressions[i]));
    return out + "  (void)m;\n  (void)out;\n}\n";
  }

  // The discrete equations in their order. The C function returns whether any value has changed.
  std::string Sweep() {
    std::string out;
    for (const hybrid::DiscreteAssignment& a : events_.sorted) {
      if (given_.inputs.contains(a.target)) continue;
      const ExprId roots[] = {a.value};
      out += "  {\n" + code_.Declare(roots, "    ");
      out += fmt::format("    if (set_again(m, {}, {}, again)) changed = 1;\n  }}\n",
                         given_.system.hybrid.discretes[a.target].value.index(), code_.Text(a.value));
    }
    return (HasEquations() ? Fill(kSetAgainText, Numbers()) : "") +
           fmt::format(
               "static int sweep({} *m, int again) {{\n  int changed = 0;\n{}  (void)m;\n  (void)again;\n  "
               "return changed;\n}}\n",
               given_.model, out);
  }

  std::string TakeInputs() const {
    return fmt::format("static void take_inputs({} *m) {{\n{}  (void)m;\n}}\n", given_.model,
                       given_.take_inputs);
  }

  // All together: values are read before any state gets a new one.
  std::string Reinits() const {
    std::string out = fmt::format(
        "static int reinit({} *m) {{\n  int moved = 0;\n  double found[{}];\n  read_reinits(m, found);\n",
        given_.model, std::max<std::size_t>(events_.reinits.size(), 1));
    for (std::size_t i = 0; i < events_.reinit_targets.size(); ++i) {
      const hybrid::ReinitTarget& target = events_.reinit_targets[i];
      out += fmt::format("  if (found[{}] != 0.0) {{\n    {} = {}found[{}];\n    moved = 1;\n  }}\n", 2 * i,
                         given_.state(target.variable), target.sign < 0 ? "-" : "", 2 * i + 1);
    }
    return out + "  (void)m;\n  (void)found;\n  return moved;\n}\n";
  }

  const CEventsGiven& given_;
  const hybrid::EventExpressions& events_;
  CCode code_;
};

}  // namespace

std::optional<Diagnostic> FindMistake(const CEventsGiven& given) {
  const System& system = given.system;
  const Hybrid& hybrid = system.hybrid;
  if (!hybrid.delays.empty())
    return Refusal(system, hybrid.delays[0].origin, "this reads a value of the past");
  if (!hybrid.recalls.empty())
    return Refusal(system, hybrid.recalls[0].origin, "this reads a value of the past");
  if (!hybrid.effects.empty())
    return Refusal(system, hybrid.effects[0].origin, "this has an effect outside the model");
  for (const DiscreteVariable& variable : hybrid.discretes) {
    const Declaration& declaration = system.declarations[variable.declaration];
    if (declaration.type != ValueType::kString) continue;
    return Error(Code::kBadOption, declaration.span, "`{}` is a String that varies, so it cannot be exported",
                 system.names.Text(variable.name));
  }
  for (std::size_t i = 0; i < given.events.reinit_targets.size(); ++i) {
    const VariableId v = given.events.reinit_targets[i].variable;
    if (!given.state(v).empty()) continue;
    return Refusal(system, hybrid.reinits[i].origin,
                   fmt::format("`{}` is not a state of the step", NameOf(system, v)));
  }
  for (const DiscreteEquation& equation : hybrid.equations) {
    const ExprId roots[] = {equation.left, equation.right};
    if (auto mistake = FindCallIn(system, roots, equation.origin)) return mistake;
  }
  for (const Relation& relation : hybrid.relations) {
    const ExprId roots[] = {relation.left, relation.right};
    if (auto mistake = FindCallIn(system, roots, relation.origin)) return mistake;
  }
  for (const Reinit& reinit : hybrid.reinits) {
    const ExprId roots[] = {reinit.active, reinit.value};
    if (auto mistake = FindCallIn(system, roots, reinit.origin)) return mistake;
  }
  return std::nullopt;
}

std::string EventTypes(std::string_view code) {
  return UsedRules(kEventRules, code);
}

std::string EventMembers(const CEventsGiven& given) {
  const auto room = [](std::size_t n) { return std::max<std::size_t>(n, 1); };
  const std::size_t relations = room(given.events.state_relations.size());
  return fmt::format(
      "  double held[{0}]; /* discrete variables, their values before, relations: constant during a step */\n"
      "  double held_sizes[{0}];\n"
      "  double samples[{1}], sample_counts[{2}]; /* start and interval of each, and how often it has been "
      "*/\n"
      "  event_relation relations[{3}];\n"
      "  event_judgement judgement;\n"
      "  double root[{3}]; /* of relations: positive while they hold their values */\n"
      "  char crossed[{3}], wrong[{3}];\n"
      "  int is_stale, is_first_round, has_moved, restarts, steps_since_event;\n",
      room(given.system.hybrid.held.size()), 2 * room(given.system.hybrid.samples.size()),
      room(given.system.hybrid.samples.size()), relations);
}

std::string EventFunctions(const CEventsGiven& given) {
  return Writer(given).Write();
}

}  // namespace daedalus::exported
