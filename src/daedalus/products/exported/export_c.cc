#include "daedalus/products/exported/export_c.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "daedalus/products/exported/c_events.h"
#include "daedalus/products/exported/c_interface.h"
#include "daedalus/products/exported/c_program.h"
#include "daedalus/products/exported/c_solvers.h"
#include "daedalus/products/exported/c_text.h"
#include "daedalus/system/expr/leaves.h"
#include "daedalus/system/parameters.h"
#include "daedalus/system/print_system.h"

namespace daedalus::exported {
namespace {

class Exporter {
 public:
  Exporter(const CModel& model, const COptions& options)
      : model_(model),
        options_(options),
        step_(model.step),
        system_(step_.system()),
        rest_(*model.prepared.system),
        given_(*model.given.system),
        name_(Identifier(system_.name)),
        is_kept_(system_.variables.size(), 0) {
    const causal::InlinedSystem& inlined = step_.inlined();
    for (std::size_t i = 0; i < inlined.old.size(); ++i) locals_[inlined.old[i]] = fmt::format("old{}", i);
    for (std::size_t i = 0; i < inlined.old_slopes.size(); ++i)
      locals_[inlined.old_slopes[i]] = fmt::format("old_slope{}", i);
    for (std::size_t i = 0; i < inlined.states.size(); ++i)
      slope_of_[inlined.states[i]] = inlined.slopes()[i];
    for (std::size_t q = 0; q < model.given.quantities.size(); ++q) {
      const Quantity& quantity = model.given.quantities[q];
      place_of_[{quantity.variable, quantity.order}] = model.prepared.places[q];
    }
    parameters_.assign(step_.parameters().begin(), step_.parameters().end());
    parameters_[inlined.step_size.index()] = options.step;
    for (std::size_t i = 0; i < inlined.old.size(); ++i)
      parameters_[inlined.old[i].index()] = step_.ValueOf(inlined.states[i]);
    FindKept();
    FindNeeded();
  }

  Result<CFile> Run() {
    auto text = Text();
    if (!text) return Failure{std::move(text).error()};
    CFile out;
    out.text = *std::move(text);
    out.name = name_;
    out.interface = interface_;
    for (const Quantity& quantity : model_.given.quantities) out.places.push_back(GivenIndex(quantity));
    for (const ParameterId p : IdRange<ParameterId>(given_.parameters.size()))
      out.may_change.push_back(MayChange(p) ? 1 : 0);
    for (const causal::Alias& alias : model_.given.aliases)
      out.aliases.push_back(alias.kept.IsValid() ? std::string() : ParametersOnly(alias.value));
    out.has_held = HasEvents();
    return out;
  }

 private:
  Result<std::string> Text() {
    interface_ = ReadInterface(
        given_, model_.given.aliases, [this](const Quantity& q) { return GivenPlace(q); },
        [this](ExprId e) { return ParametersOnly(e); });
    if (auto mistake = FindMistake()) return Fail(*std::move(mistake));
    CProgram step = StepCode();
    if (auto mistake = step.FindMistake()) return Fail(*std::move(mistake));
    auto statements = step.Statements();
    if (!statements) return statements;
    const bool has_events = HasEvents();
    CProgram rest = RestCode();
    auto rest_statements = rest.Statements();
    if (!rest_statements) return rest_statements;
    std::optional<hybrid::EventExpressions> events;
    std::string members, happening;
    if (has_events) {
      auto found = hybrid::ReadEvents(given_);
      if (!found) return Failure{std::move(found).error()};
      events = *std::move(found);
      const CEventsGiven given = EventsGiven(*events);
      if (auto mistake = exported::FindMistake(given)) return Fail(*std::move(mistake));
      members = EventMembers(given);
      happening = EventFunctions(given);
    }
    const std::string code = fmt::format("static int solve_rest({} *m) {{\n{}  (void)m;\n  return 1;\n}}\n",
                                         name_, *rest_statements) +
                             Check() + happening + Present() + Update() + Advance(*statements) +
                             (has_events ? StepWithEvents() : "");
    const std::string tables = step.tables() + rest.tables();
    const std::string functions = Past() + Declarations() + code + Initialize() + Main();
    std::string out = Head(members, functions) + CHelpersFor(code) + CSolversFor(code);
    if (code.find("fail(m") != std::string::npos)
      out += fmt::format("static int fail({} *m, int status) {{\n  m->status = status;\n  return 0;\n}}\n",
                         name_);
    return out + tables + functions;
  }

  bool HasEvents() const { return model_.given.events != nullptr; }

  // ---- places of values ----

  std::string SharedLeaf(const expr::Graph& g, ExprId leaf) const {
    switch (g.op(leaf)) {
      case expr::Op::kTime:
        return "m->time";
      case expr::Op::kHeld:
        return fmt::format("m->held[{}]", g.held(leaf).index());
      default: {
        const auto local = locals_.find(g.parameter(leaf));
        return local != locals_.end() ? local->second : fmt::format("m->p[{}]", g.parameter(leaf).index());
      }
    }
  }
  // The text of a leaf of the step.
  std::string Leaf(ExprId leaf) const {
    const expr::Graph& g = system_.graph;
    return g.op(leaf) == expr::Op::kVariable ? Place(g.variable(leaf)) : SharedLeaf(g, leaf);
  }
  std::string Place(VariableId v) const {
    return is_kept_[v] ? fmt::format("m->v[{}]", v.index()) : fmt::format("v{}", v.index());
  }
  // The text of a leaf of the causal form, whose variables are those at the end of a step.
  std::string RestLeaf(ExprId leaf) const {
    const expr::Graph& g = rest_.graph;
    return g.op(leaf) == expr::Op::kVariable ? RestPlace({g.variable(leaf), g.derivative_order(leaf)})
                                             : SharedLeaf(g, leaf);
  }
  std::string RestPlace(const Quantity& q) const { return fmt::format("m->v[{}]", RestIndex(q)); }
  std::size_t RestIndex(const Quantity& q) const {
    return (q.order == 0 ? q.variable : slope_of_.at(q.variable)).index();
  }
  // The text of a leaf of the given model.
  std::string GivenLeaf(ExprId leaf) const {
    const expr::Graph& g = given_.graph;
    return g.op(leaf) == expr::Op::kVariable ? GivenPlace({g.variable(leaf), g.derivative_order(leaf)})
                                             : SharedLeaf(g, leaf);
  }
  std::size_t GivenIndex(const Quantity& q) const { return RestIndex(place_of_.at({q.variable, q.order})); }
  std::string GivenPlace(const Quantity& q) const { return RestPlace(place_of_.at({q.variable, q.order})); }
  std::string ParametersOnly(ExprId e) {
    CCode code(given_.graph, [this](ExprId leaf) { return GivenLeaf(leaf); }, [](ExprId) { return 0; });
    const ExprId roots[] = {e};
    return code.Declare(roots, "").empty() ? code.Text(e) : std::string();
  }

  // Variables visible to the caller or needed by the next step: the variables of the model, slopes at the end
  // of the step, and the guesses of iterations. All others are local to the function, since a compiler cannot
  // remove stores to memory that nobody reads.
  void FindKept() {
    for (std::size_t v = 0; v < NumGiven(); ++v) is_kept_[VariableId(v)] = 1;
    for (const VariableId slope : step_.inlined().slopes()) is_kept_[slope] = 1;
    for (const Quantity& unknown : step_.program().tearing) is_kept_[unknown.variable] = 1;
  }
  // The variables from which these are computed, from the end of the step backwards.
  void FindNeeded() {
    is_needed_ = is_kept_;
    expr::LeafCollector collector;
    const auto need = [&](ExprId e) {
      for (const expr::VariableLeaf& leaf : collector.Collect(system_.graph, e).variables)
        is_needed_[leaf.variable] = 1;
    };
    const causal::Program& program = step_.program();
    for (std::size_t b = program.blocks.size(); b-- > 0;) {
      const auto assignments = program.AssignmentsOf(program.blocks[b]);
      for (std::size_t k = assignments.size(); k-- > 0;) {
        if (is_needed_[assignments[k].unknown.variable]) need(assignments[k].value);
      }
      if (program.blocks[b].tearing.size() == 0) continue;
      for (const ExprId residual : ResidualsOf(system_, program, program.blocks[b])) need(residual);
    }
    if (!step_.is_overdetermined()) return;
    for (const Invariant& invariant : system_.invariants) need(invariant.equation.residual);
  }
  std::string Locals() const {
    std::string names;
    for (const VariableId v : IdRange<VariableId>(system_.variables.size())) {
      if (is_needed_[v] && !is_kept_[v]) names += fmt::format("{}v{}", names.empty() ? "" : ", ", v.index());
    }
    return names.empty() ? "" : "  double " + names + ";\n";
  }
  std::size_t NumGiven() const { return step_.inlined().stages.back().variables.size(); }

  // ---- the text ----

  CProgram StepCode() {
    int newton = options_.newton_limit > 0 ? options_.newton_limit : 20,
        squares = options_.newton_limit > 0 ? options_.newton_limit : 100;
    return CProgram({.system = system_,
                     .program = step_.program(),
                     .nominal = step_.nominal(),
                     .leaf = [this](ExprId leaf) { return Leaf(leaf); },
                     .index = [](const Quantity& q) { return q.variable.index(); },
                     .is_needed = [this](const Quantity& q) { return is_needed_[q.variable] != 0; },
                     .start = {options_.start, step_.workspace().y, {}, parameters_, model_.held},
                     .model = name_,
                     .prefix = "step",
                     .max_iterations = newton,
                     .max_compromises = squares});
  }
  CProgram RestCode() {
    return CProgram({.system = rest_,
                     .program = model_.prepared.program,
                     .nominal = model_.prepared.attributes.nominal,
                     .leaf = [this](ExprId leaf) { return RestLeaf(leaf); },
                     .index = [this](const Quantity& q) { return RestIndex(q); },
                     .is_needed = [](const Quantity&) { return true; },
                     .start = {options_.start, model_.start.y, model_.start.yp, parameters_, model_.held},
                     .model = name_,
                     .prefix = "rest",
                     .max_iterations = options_.newton_limit > 0 ? options_.newton_limit : 20,
                     .max_compromises = 0});
  }
  CEventsGiven EventsGiven(const hybrid::EventExpressions& events) {
    std::set<DiscreteId> inputs;
    for (const ModelInput& input : given_.hybrid.inputs) inputs.insert(input.value);
    return {.system = given_,
            .events = events,
            .model = name_,
            .leaf = [this](ExprId leaf) { return GivenLeaf(leaf); },
            .state = [this](VariableId v) { return StatePlace(v); },
            .inputs = std::move(inputs),
            .take_inputs = interface_.TakeInputs(),
            .tolerance = options_.tolerance};
  }
  std::string StatePlace(VariableId v) const {
    const auto place = place_of_.find({v, 0});
    return place != place_of_.end() && place->second.order == 0 && slope_of_.contains(place->second.variable)
               ? RestPlace(place->second)
               : std::string();
  }

  std::optional<Diagnostic> FindMistake() const {
    if (!model_.prepared.recovered.empty())
      return Error(Code::kBadOption, {}, "`{}` has variables that were eliminated, so it cannot be exported",
                   system_.name);
    if (!system_.invariants.empty() && !step_.is_overdetermined()) {
      return Error(Code::kBadOption, SpanOf(system_, system_.invariants[0].equation),
                   "an explicit method is projected onto its invariants after each step, which cannot be "
                   "exported")
          .Hint("use an implicit method, which satisfies them in its own iteration");
    }
    for (const Assertion& assertion : given_.assertions) {
      const ExprId roots[] = {assertion.condition};
      if (assertion.is_warning || !FindCall(given_.graph, roots).IsValid()) continue;
      return Error(Code::kBadOption, SpanOf(given_, assertion.origin),
                   "this assertion calls a function that cannot be written as an expression, so it cannot be "
                   "exported");
    }
    return FindDifferentiatedInput();
  }

  // A constraint between held values and states makes the states jump when a held value jumps. The derivative
  // of a held value is not a number.
  std::optional<Diagnostic> FindDifferentiatedInput() const {
    expr::LeafCollector collector;
    for (const causal::Differentiated& one : model_.prepared.differentiated) {
      const Equation& equation = given_.equations[one.equation];
      for (const HeldId h : collector.Collect(given_.graph, equation.residual).held) {
        const Held::Kind kind = given_.hybrid.held[h].kind;
        if (kind == Held::Kind::kInitial || kind == Held::Kind::kTerminal) continue;
        const auto input = std::ranges::find_if(given_.hybrid.inputs, [&](const ModelInput& i) {
          return given_.hybrid.discretes[i.value].value == h;
        });
        if (input != given_.hybrid.inputs.end()) {
          return Error(Code::kBadOption, SpanOf(given_, equation),
                       "this equation must be differentiated, and with it the input `{}`, but its derivative "
                       "is not known",
                       given_.names.Text(input->name));
        }
        return Error(Code::kBadOption, SpanOf(given_, equation),
                     "this equation must be differentiated and changes at events, so states may have to "
                     "jump: it cannot be exported")
            .Note(fmt::format("flattened: {}", EquationText(given_, equation)));
      }
    }
    return std::nullopt;
  }

  std::string Head(const std::string& event_members, std::string_view functions) const {
    std::string out = fmt::format(
        "/* {0}: one step of {1}, of {2} s, inlined. Written by Daedalus; C99, no allocation, libm only.\n"
        "   {3}_initialize(&m), then {3}_step(&m) for each step: 1, or 0 if it failed; m.status says why:\n"
        "     {3}_OK             all is well\n"
        "     {3}_NOT_CONVERGED  the iteration of a loop did not converge, or has no solution\n"
        "     {3}_NO_REST        an event iteration did not settle\n"
        "     {3}_CONTRADICTION  the invariants contradict each other\n"
        "     {3}_ASSERTION      an assertion of the model does not hold: number m.violated\n"
        "     {3}_ENDED          the model has ended the run: the step that did so was done, further ones "
        "are not\n"
        "     {3}_TOO_FAST       a time event follows another one of its kind within a step, where it cannot "
        "be seen\n"
        "     {3}_PARAMETER      parameter number m.violated cannot have this value without a new export\n"
        "   After a step that was not done the values are those of its last iteration.\n"
        "   {3}_names[i] is the name of m.v[i]. m.in is read when a step begins and is constant in it, m.out "
        "is written at its end.\n"
        "   m.p[i], where {3}_parameter_names[i] is not 0, may be changed between steps, with {3}_update(&m) "
        "behind it. */\n"
        "#include <math.h>\n\n#ifdef MODEL_MAIN\n#include <stdio.h>\n#endif\n\n"
        "enum {{\n  {3}_OK,\n  {3}_NOT_CONVERGED,\n  {3}_NO_REST,\n  {3}_CONTRADICTION,\n  {3}_ASSERTION,\n  "
        "{3}_ENDED,\n  {3}_TOO_FAST,\n  {3}_PARAMETER\n}};\n\n",
        Harmless(system_.name), options_.method, CNumber(options_.step), name_);
    if (HasEvents()) out += EventTypes(functions);
    out += fmt::format(
        "typedef struct {{\n  double time;\n  long steps;\n  int status, violated;\n{0}"
        "  double p[{1}]; /* parameters, step size */\n"
        "  double v[{2}]; /* variables; the first {3} are those of the model */\n{4}",
        interface_.Members(), std::max<std::size_t>(NumParameters(), 1),
        std::max<std::size_t>(system_.variables.size(), 1), NumGiven(), PastMembers());
    if (step_.is_overdetermined())
      out += fmt::format("  double invariant_sizes[{}];\n", system_.invariants.size());
    return out + event_members + fmt::format("}} {};\n\n", name_);
  }
  // Without old values, which come after all others.
  std::size_t NumParameters() const {
    std::size_t count = 0;
    for (const ParameterId p : IdRange<ParameterId>(system_.parameters.size())) {
      if (!locals_.contains(p)) count = p.index() + 1;
    }
    return count;
  }
  bool IsMultistep() const { return !options_.multistep.empty() && NumStates() > 0; }
  std::size_t NumStates() const { return step_.inlined().states.size(); }
  std::string PastMembers() const {
    if (!IsMultistep()) return "";
    return fmt::format(
        "  long age; /* steps since the past began */\n"
        "  double x[{0}][{1}], s[{0}][{1}]; /* states and their slopes, the latest first */\n",
        options_.multistep.size(), NumStates());
  }

  // The weights of the past for each order, and the function that sums it up.
  std::string Past() const {
    if (!IsMultistep()) return "";
    const std::size_t count = options_.multistep.size();
    std::string steps, values, slopes;
    for (const inlined::MultistepCoefficients& c : options_.multistep) {
      steps += fmt::format("{}, ", CNumber(c.h_bar));
      const auto row = [&](const auto& weights) {
        std::string out = "  {";
        for (std::size_t age = 0; age < count; ++age) out += CNumber(weights[age]) + ", ";
        return out + "},\n";
      };
      values += row(c.values);
      slopes += row(c.slopes);
    }
    return fmt::format(
        "static const double past_step[{0}] = {{{1}}};\n"
        "static const double past_values[{0}][{0}] = {{\n{2}}};\nstatic const double past_slopes[{0}][{0}] = "
        "{{\n{3}}};\n\n"
        "static double old_value(const {4} *m, int order, int i) {{\n  double old = 0.0;\n  int age;\n"
        "  for (age = 0; age <= order; ++age)\n"
        "    old += past_values[order][age] * m->x[age][i] + past_slopes[order][age] * m->s[age][i];\n"
        "  return old;\n}}\n\n",
        count, steps, values, slopes, name_);
  }
  // Records the present point as the latest one.
  std::string NotePresent() const {
    const causal::InlinedSystem& inlined = step_.inlined();
    std::string out;
    for (std::size_t i = 0; i < NumStates(); ++i) {
      out += fmt::format("  m->x[0][{0}] = m->v[{1}];\n  m->s[0][{0}] = m->v[{2}];\n", i,
                         inlined.states[i].index(), inlined.slopes()[i].index());
    }
    return out;
  }
  std::string ShiftPast() const {
    return fmt::format(
        "  for (age = {}; age > 0; --age) {{\n    for (i = 0; i < {}; ++i) {{\n      m->x[age][i] = m->x[age "
        "- "
        "1][i];\n      m->s[age][i] = m->s[age - 1][i];\n    }}\n  }}\n",
        options_.multistep.size() - 1, NumStates());
  }
  // Old values and the step size, at the beginning of a step.
  std::string ReadPast() const {
    const causal::InlinedSystem& inlined = step_.inlined();
    std::string out =
        fmt::format("  const int order = m->age < {0} ? (int)m->age : {0}; /* less one */\n  int i, age;\n",
                    options_.multistep.size() - 1);
    out += fmt::format("  m->p[{}] = past_step[order];\n", inlined.step_size.index());
    for (std::size_t i = 0; i < NumStates(); ++i)
      out += fmt::format("  const double {} = old_value(m, order, {});\n", locals_.at(inlined.old[i]), i);
    return out;
  }

  std::string Declarations() const {
    const auto names = [&](const std::string& what, const std::vector<std::string>& list) {
      std::string out =
          fmt::format("extern const char *const {0}_{1}[{2}];\nconst char *const {0}_{1}[{2}] = {{\n", name_,
                      what, std::max<std::size_t>(list.size(), 1));
      for (const std::string& name : list)
        out += name.empty() ? "  0,\n" : fmt::format("  \"{}\",\n", Harmless(name));
      return out + (list.empty() ? "  0,\n};\n\n" : "};\n\n");
    };
    std::vector<std::string> variables, parameters;
    for (std::size_t v = 0; v < NumGiven(); ++v) variables.push_back(NameOf(system_, VariableId(v)));
    for (std::size_t p = 0; p < NumParameters(); ++p)
      parameters.push_back(MayChange(ParameterId(p)) ? NameOf(given_, ParameterId(p)) : "");
    return fmt::format("int {0}_initialize({0} *m);\nint {0}_step({0} *m);\nint {0}_update({0} *m);\n",
                       name_) +
           names("names", variables) + names("parameter_names", parameters);
  }
  // True if it may be set: its value does not follow from others, and it is not a constant.
  bool MayChange(ParameterId p) const {
    if (p.index() >= given_.parameters.size() || given_.parameters[p].is_constant) return false;
    return !IsDependent(p);
  }
  bool IsDependent(ParameterId p) const {
    const ExprId value = given_.parameters[p].value;
    return value.IsValid() && !expr::CollectLeaves(given_.graph, value).parameters.empty();
  }

  // The assertions of the model that are errors.
  std::string Check() {
    CCode code(given_.graph, [this](ExprId leaf) { return GivenLeaf(leaf); }, [](ExprId) { return 0; });
    std::string out;
    int number = 0;
    for (const Assertion& assertion : given_.assertions) {
      ++number;
      if (assertion.is_warning) continue;
      const ExprId roots[] = {assertion.condition};
      out += "  {\n" + code.Declare(roots, "    ");
      out += fmt::format(
          "    if ({} == 0.0) {{\n      m->violated = {};\n      return fail(m, {}_ASSERTION);\n    }}\n  "
          "}}\n",
          code.Text(assertion.condition), number, name_);
    }
    checks_ = !out.empty();
    if (!checks_ && !HasEvents()) return "";
    return fmt::format("static int check({} *m) {{\n{}  (void)m;\n  return 1;\n}}\n", name_, out);
  }

  // Other functions read the values of the present point.
  std::string Present() const {
    std::string out = interface_.WriteOutputs();
    return out.empty() ? "" : fmt::format("static void write_outputs({} *m) {{\n{}}}\n", name_, out);
  }
  std::string WriteOutputs() const {
    return interface_.WriteOutputs().empty() ? "" : "  write_outputs(m);\n";
  }

  std::string Update() {
    CCode code(given_.graph, [this](ExprId leaf) { return GivenLeaf(leaf); }, [](ExprId) { return 0; });
    std::string out = fmt::format(
        "/* After changes of m.p: what follows from them. 0: see m.status. */\nint {0}_update({0} *m) {{\n",
        name_);
    if (auto order = ParameterOrder(given_)) {
      for (const ParameterId p : *order) {
        if (!IsDependent(p)) continue;
        const ExprId roots[] = {given_.parameters[p].value};
        if (FindCall(given_.graph, roots).IsValid()) continue;  // its parameters are in `fixed`
        out += "  {\n" + code.Declare(roots, "    ") +
               fmt::format("    m->p[{}] = {};\n  }}\n", p.index(), code.Text(roots[0]));
      }
    }
    std::set<ParameterId> by_sign, fixed(model_.given.vanishing.begin(), model_.given.vanishing.end());
    for (const causal::Program* program : {&step_.program(), &model_.prepared.program}) {
      by_sign.insert(program->decided_by_sign.begin(), program->decided_by_sign.end());
      by_sign.insert(program->decided_by_size.begin(), program->decided_by_size.end());
    }
    for (const ParameterId p : IdRange<ParameterId>(given_.parameters.size())) {
      if (!IsDependent(p)) continue;
      const ExprId roots[] = {given_.parameters[p].value};
      if (!FindCall(given_.graph, roots).IsValid()) continue;
      for (const ParameterId from : expr::CollectLeaves(given_.graph, roots[0]).parameters)
        fixed.insert(from);
    }
    const auto refuse = [&](ParameterId p, const std::string& condition) {
      out += fmt::format("  if ({}) {{\n    m->violated = {};\n    return fail(m, {}_PARAMETER);\n  }}\n",
                         condition, p.index(), name_);
    };
    for (const ParameterId p : fixed)
      refuse(p, fmt::format("m->p[{}] != {}", p.index(), CNumber(parameters_[p.index()])));
    for (const ParameterId p : by_sign) {
      if (p.index() >= given_.parameters.size() || fixed.contains(p)) continue;
      const double value = parameters_[p.index()];
      refuse(p, value == 0 ? fmt::format("m->p[{}] != 0.0", p.index())
                           : fmt::format("!(m->p[{}] {} 0.0)", p.index(), value > 0 ? ">" : "<"));
    }
    out += fmt::format("  m->status = {}_OK;\n", name_);
    if (HasEvents()) {
      out += "  if (!solve_rest(m) || !happen(m)) return 0;\n  m->restarts = 1;\n";
    } else {
      out += "  if (!solve_rest(m)) return 0;\n" + Restart("  ");
    }
    return out + WriteOutputs() + "  return 1;\n}\n\n";
  }
  // After a jump of slopes a multistep method has no past.
  std::string Restart(const std::string& indent) const {
    if (!IsMultistep()) return "";
    return indent + "m->age = 0;\n" + NotePresent();
  }

  std::string Initialize() const {
    std::string out = fmt::format("int {0}_initialize({0} *m) {{\n", name_);
    if (HasEvents()) out += "  int i;\n";
    out += fmt::format("  m->time = {};\n  m->steps = 0;\n  m->status = {}_OK;\n  m->violated = 0;\n",
                       CNumber(options_.start), name_);
    for (const ParameterId p : IdRange<ParameterId>(system_.parameters.size())) {
      if (locals_.contains(p)) continue;
      out += fmt::format("  m->p[{}] = {}; /* {} */\n", p.index(), CNumber(parameters_[p.index()]),
                         Harmless(NameOf(system_, system_.parameters[p])));
    }
    for (const VariableId v : IdRange<VariableId>(system_.variables.size()))
      out += fmt::format("  m->v[{}] = {}; /* {} */\n", v.index(), CNumber(step_.ValueOf(v)),
                         Harmless(NameOf(system_, v)));
    for (std::size_t c = 0; step_.is_overdetermined() && c < system_.invariants.size(); ++c)
      out += fmt::format("  m->invariant_sizes[{}] = 0.0;\n", c);
    if (HasEvents()) {
      out += fmt::format("  for (i = 0; i < {}; ++i) m->held[i] = 0.0;\n", model_.held.size());
      for (std::size_t h = 0; h < model_.held.size(); ++h) {
        if (model_.held[h] != 0) out += fmt::format("  m->held[{}] = {};\n", h, CNumber(model_.held[h]));
      }
      out += interface_.BeginInputs() +
             "  begin_events(m);\n  if (due(m) && !happen_all(m)) return 0;\n  m->restarts = 0;\n";
    }
    if (checks_) out += "  if (!check(m)) return 0;\n";
    return out + (IsMultistep() ? "  m->age = 0;\n" + NotePresent() : "") + WriteOutputs() +
           "  return 1;\n}\n\n";
  }

  // One step of the method. A step of a model without events consists of nothing else.
  std::string Advance(const std::string& statements) {
    const causal::InlinedSystem& inlined = step_.inlined();
    std::string out = HasEvents() ? fmt::format("static int advance({0} *m) {{\n", name_)
                                  : fmt::format("int {0}_step({0} *m) {{\n", name_);
    if (IsMultistep()) out += ReadPast();
    for (std::size_t i = 0; i < inlined.states.size() && !IsMultistep(); ++i)
      out += fmt::format("  const double {} = m->v[{}];\n", locals_.at(inlined.old[i]),
                         inlined.states[i].index());
    for (std::size_t i = 0; i < inlined.old_slopes.size(); ++i)
      out += fmt::format("  const double {} = m->v[{}];\n", locals_.at(inlined.old_slopes[i]),
                         inlined.slopes()[i].index());
    out += Locals();
    out += fmt::format("  ++m->steps;\n  m->time = {} + (double)m->steps * {};\n", CNumber(options_.start),
                       CNumber(options_.step));
    out += statements;
    if (IsMultistep()) out += ShiftPast() + NotePresent() + "  ++m->age;\n";
    if (!HasEvents()) out += std::string(checks_ ? "  if (!check(m)) return 0;\n" : "") + WriteOutputs();
    return out + "  return 1;\n}\n\n";
  }

  std::string StepWithEvents() const {
    std::string out = fmt::format(
        "int {0}_step({0} *m) {{\n  int count;\n  if (m->status == {0}_ENDED) return 0;\n  m->status = "
        "{0}_OK;\n",
        name_);
    const std::string changed = interface_.InputsChanged();
    if (!changed.empty())
      out += fmt::format("  if (({}) && !happen(m)) return 0;\n  if (m->status == {}_ENDED) return 0;\n",
                         changed, name_);
    if (IsMultistep()) out += "  if (m->restarts) {\n" + Restart("    ") + "  }\n";
    out += "  m->restarts = 0;\n  if (!advance(m)) return 0;\n  count = cross(m);\n  count += due(m);\n";
    out += "  if (count > 0 ? !happen_all(m) : !check(m)) return 0;\n";
    return out + WriteOutputs() + "  return 1;\n}\n\n";
  }

  std::string Main() const {
    std::string names, values;
    for (const DiscreteVariable& variable : given_.hybrid.discretes) {
      if (variable.is_internal) continue;
      names += fmt::format("  printf(\",%s\", \"{}\");\n", Harmless(given_.names.Text(variable.name)));
      values += fmt::format("  printf(\",%.17g\", m->held[{}]);\n", variable.value.index());
    }
    return fmt::format(
        "#ifdef MODEL_MAIN\n"
        "static void print_row(const {0} *m) {{\n  int i;\n  printf(\"%.17g\", m->time);\n"
        "  for (i = 0; i < {1}; ++i) printf(\",%.17g\", m->v[i]);\n{3}  printf(\"\\n\");\n}}\n\n"
        "int main(void) {{\n  static {0} m;\n  int i;\n  long n;\n  printf(\"time\");\n"
        "  for (i = 0; i < {1}; ++i) printf(\",%s\", {0}_names[i]);\n{2}  printf(\"\\n\");\n"
        "  if (!{0}_initialize(&m)) return 1;\n  print_row(&m);\n"
        "  for (n = 0; n < MODEL_MAIN; ++n) {{\n    if (!{0}_step(&m)) return m.status == {0}_ENDED ? 0 : "
        "1;\n    print_row(&m);\n  }}\n"
        "  return 0;\n}}\n#endif\n",
        name_, NumGiven(), names, values);
  }

  const CModel& model_;
  const COptions& options_;
  const inlined::StepProgram& step_;
  System system_, rest_, given_;  // copies: expressions are built in their graphs
  std::string name_;
  CInterface interface_;
  std::vector<double> parameters_;
  bool checks_ = false;  // there are assertions
  std::map<VariableId, VariableId> slope_of_;
  std::map<std::pair<VariableId, int>, Quantity> place_of_;  // places of the quantities of the given model
  // Old values and slopes are local variables of the function. In the struct they would be neighbours, which
  // compilers copy in pairs. Processors wait for such a copy if the halves have just been stored: a third of
  // the time of a small step.
  std::map<ParameterId, std::string> locals_;
  IdVector<VariableId, char> is_kept_, is_needed_;
};

}  // namespace

Result<CFile> ExportC(const CModel& model, const COptions& options) {
  return Exporter(model, options).Run();
}

}  // namespace daedalus::exported
