#include "daedalus/system/print_system.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "daedalus/system/called_functions.h"
#include "daedalus/system/discontinuities.h"
#include "daedalus/system/effect_text.h"
#include "daedalus/system/enumeration_text.h"
#include "daedalus/system/expr/leaves.h"
#include "daedalus/system/printed_recalls.h"
#include "daedalus/system/printed_texts.h"
#include "daedalus/system/shared_text.h"
#include "daedalus/system/text_size.h"
#include "daedalus/system/text_type.h"
#include "daedalus/system/when_form.h"

namespace daedalus {
namespace {

using expr::Sense;

constexpr std::string_view kKeywords[] = {
    "algorithm", "and",         "annotation",    "block",     "break",       "class",    "connect",
    "connector", "constant",    "constrainedby", "der",       "discrete",    "each",     "else",
    "elseif",    "elsewhen",    "encapsulated",  "end",       "enumeration", "equation", "expandable",
    "extends",   "external",    "false",         "final",     "flow",        "for",      "function",
    "if",        "import",      "impure",        "in",        "initial",     "inner",    "input",
    "loop",      "model",       "not",           "operator",  "or",          "outer",    "output",
    "package",   "parameter",   "partial",       "protected", "public",      "pure",     "record",
    "redeclare", "replaceable", "return",        "stream",    "then",        "time",     "true",
    "type",      "when",        "while",         "within"};

bool IsPlainIdentifier(std::string_view name) {
  const auto is_letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; };
  const auto is_part = [&](char c) { return is_letter(c) || std::isdigit(static_cast<unsigned char>(c)); };
  return !name.empty() && is_letter(name[0]) && std::all_of(name.begin(), name.end(), is_part) &&
         std::find(std::begin(kKeywords), std::end(kKeywords), name) == std::end(kKeywords);
}

// 'like this', with every quote inside escaped.
bool IsQuotedIdentifier(std::string_view name) {
  if (name.size() < 3 || name.front() != '\'' || name.back() != '\'') return false;
  for (std::size_t i = 1; i + 1 < name.size(); ++i) {
    if (name[i] == '\'') return false;
    if (name[i] == '\\' && ++i + 1 >= name.size()) return false;
  }
  return true;
}

std::string InputName(const System& system, HeldId held) {
  const ModelInput& input = system.hybrid.inputs[system.hybrid.held[held].of];
  const auto part = std::ranges::find(input.cubic, held);
  const std::string name = system.names.Text(input.name);
  return part != input.cubic.end() ? fmt::format("$input.{}.c{}", name, part - input.cubic.begin())
                                   : fmt::format("$input.{}.at", name);
}

std::string HeldText(const System& system, HeldId held, const expr::PrintNames& names,
                     std::string (*as_name)(std::string), const expr::PrintOptions& options) {
  const Hybrid& hybrid = system.hybrid;
  const auto text = [&](ExprId e) {
    const std::string plain = expr::Print(system.graph, e, names, options);
    return system.graph.op(e) == expr::Op::kIf ? fmt::format("({})", plain) : plain;
  };
  const auto name = [&](std::size_t of) {
    return as_name(system.names.Text(hybrid.discretes[DiscreteId(of)].name));
  };
  const Held& what = hybrid.held[held];
  switch (what.kind) {
    case Held::Kind::kDiscrete:
      return name(what.of);
    case Held::Kind::kPre:
      return fmt::format("pre({})", name(what.of));
    case Held::Kind::kPreValue:
      return fmt::format("pre({})", text(what.expression));
    case Held::Kind::kRelation: {
      const Relation& relation = hybrid.relations[RelationId(what.of)];
      return fmt::format("({})",
                         expr::PrintRelation(system.graph, relation.left, relation.or_equal ? "<=" : "<",
                                             relation.right, names, options));
    }
    case Held::Kind::kSample: {
      const Sample& sample = hybrid.samples[SampleId(what.of)];
      return fmt::format("sample({}, {})", text(sample.start), text(sample.interval));
    }
    case Held::Kind::kDelayed: {
      const Delay& delay = hybrid.delays[what.of];
      return fmt::format("delay({}, {})", text(delay.expression), text(delay.delay));
    }
    case Held::Kind::kRecalled:
      if (options.max_length == expr::kUnlimited) return PartOfRecall(system, held, text);
      return as_name(RecalledName(hybrid, held));
    case Held::Kind::kInput:
      return as_name(InputName(system, held));
    case Held::Kind::kResult:
      return as_name(fmt::format("result{}", held.value + 1));
    case Held::Kind::kInitial:
      return "initial()";
    case Held::Kind::kTerminal:
      return "terminal()";
  }
  return {};
}

// The deepest nesting of relations, delays and the like in a message. After elimination a delay may contain
// itself: a message shows the outermost levels. Flat text is the model as written, and nests no deeper than
// its author did.
int MostNested(const expr::PrintOptions& options) {
  return options.max_length == expr::kUnlimited ? 50 : 3;
}

// The differences between flat text and messages, as in PrintNames.
struct TextHooks {
  std::function<std::string(ExprId)> text = {};
  std::function<expr::PrintedCall(ExprId)> call = {};
  std::function<bool(ExprId)> compares_reals = {};
  std::function<std::string(ExprId)> left_limit = {};  // pre(...) of an expression; empty if it is a variable
  std::function<bool(ExprId)> is_text = {};
};

// For expressions that are not choices.
Sense PlainSenseOf(const System& system, ExprId e) {
  const expr::Graph& g = system.graph;
  switch (g.op(e)) {
    case expr::Op::kVariable:
      return SenseOf(TypeInText(system, system.variables[g.variable(e)].declaration));
    case expr::Op::kParameter:
      return SenseOf(TypeInText(system, system.parameters[g.parameter(e)].declaration));
    case expr::Op::kHeld:
      return SenseOf(TypeOfHeld(system, g.held(e)).value_or(ValueType::kReal));
    case expr::Op::kCall:
      return SenseOf(TypeOfCall(system, e));
    default:
      return expr::IsLogical(g.op(e)) ? Sense::kLogical : Sense::kNumber;
  }
}

// The type of the constants in an expression, if one of its branches determines it.
Sense SenseOf(const System& system, ExprId e) {
  const expr::Graph& g = system.graph;
  for (; g.op(e) == expr::Op::kIf || g.op(e) == expr::Op::kNoEvent; e = g.operands(e).back()) {
    const Sense sense = g.op(e) == expr::Op::kIf ? PlainSenseOf(system, g.operand(e, 1)) : Sense::kNumber;
    if (sense != Sense::kNumber) return sense;
  }
  return PlainSenseOf(system, e);
}

Sense SenseOf(const System& system, ExprId left, ExprId right) {
  const Sense sense = SenseOf(system, left);
  return sense != Sense::kNumber ? sense : SenseOf(system, right);
}

// `options` applies to the operands of relations and the like.
expr::PrintNames Names(const System& system, std::string (*as_name)(std::string),
                       const expr::PrintOptions& options, const TextHooks& hooks = {}, int depth = 0) {
  expr::PrintNames names{[&system, as_name](VariableId v) { return as_name(NameOf(system, v)); },
                         [&system, as_name](ParameterId p) { return as_name(NameOf(system, p)); }};
  names.held = [&system, as_name, options, hooks, depth](HeldId h) -> std::string {
    if (depth >= MostNested(options)) return "...";
    const Held& held = system.hybrid.held[h];
    if (hooks.left_limit && held.kind == Held::Kind::kPreValue) {
      if (const std::string own = hooks.left_limit(held.expression); !own.empty()) return own;
    }
    return HeldText(system, h, Names(system, as_name, options, hooks, depth + 1), as_name, options);
  };
  names.expression = hooks.text;
  names.call = hooks.call;
  names.compares_reals = hooks.compares_reals;
  names.texts = TextsOf(
      system,
      hooks.is_text ? hooks.is_text : [&system](ExprId e) { return SenseOf(system, e) == Sense::kText; });
  return names;
}

expr::PrintNames ModelicaNames(const System& system, const expr::PrintOptions& options,
                               const TextHooks& hooks) {
  return Names(system, [](std::string name) { return QuotedName(name); }, options, hooks);
}

expr::PrintNames PlainNames(const System& system) {
  return Names(system, [](std::string name) { return name; }, {});
}

std::string EquationText(const System& system, const Equation& equation, const expr::PrintNames& names,
                         expr::PrintOptions options) {
  if (!equation.left.IsValid() || !equation.right.IsValid()) {
    return fmt::format("0 = {}", expr::Print(system.graph, equation.residual, names, options));
  }
  options.sense = SenseOf(system, equation.left, equation.right);
  const auto side = [&](ExprId e) { return expr::Print(system.graph, e, names, options); };
  std::string left = side(equation.left);
  // A reader would take `if` on the left side for an if-equation.
  if (system.graph.op(equation.left) == expr::Op::kIf) left = fmt::format("({})", left);
  return fmt::format("{} = {}", left, side(equation.right));
}

std::string_view CausalityPrefix(Causality causality) {
  switch (causality) {
    case Causality::kLocal:
      return "";
    case Causality::kInput:
      return "input ";
    case Causality::kOutput:
      return "output ";
  }
  return {};
}

std::string_view StateSelectName(StateSelect select) {
  constexpr std::array<std::string_view, 5> kNames = {"never", "avoid", "default", "prefer", "always"};
  return kNames[static_cast<std::size_t>(select)];
}

class FlatPrinter {
 public:
  explicit FlatPrinter(const System& system)
      : system_(system),
        varying_(FindVarying(system.graph)),
        sizes_(system),
        called_(system),
        names_(ModelicaNames(
            system, Options(),
            {[this](ExprId e) { return CallText(e); }, [this](ExprId e) { return called_.Text(e); },
             [this](ExprId e) { return ComparesReals(e); }, [this](ExprId e) { return LeftLimit(e); },
             [this](ExprId e) { return TypeOf(e) == ValueType::kString; }})),
        effects_(system, {[this](ExprId e) { return Expression(e, SenseOf(TypeOf(e))); },
                          [this](ExprId e) { return TypeOf(e); },
                          [this](const TextTemplate& text) { return Template(text); },
                          [this](HeldId leaf) { return QuotedName(HeldText(system_, leaf)); }}) {
    for (const DiscreteEquation& e : system.hybrid.equations) {
      if (system.graph.op(e.left) != expr::Op::kHeld) continue;
      const std::size_t number = system.hybrid.held[system.graph.held(e.left)].of;
      if (IsOfStart(e)) of_start_.insert(number);
    }
    for (const ModelInput& input : system.hybrid.inputs)
      inputs_.emplace(input.name.path.value, input.name.element);
  }

  std::string Run() {
    const std::string name = QuotedName(system_.name);
    const std::string head = fmt::format("model {}{}\n", name, Description(system_.description));
    for (const Parameter& p : system_.parameters) PrintParameter(p);
    for (const Variable& v : system_.variables) PrintVariable(v);
    for (std::size_t i = 0; i < system_.hybrid.discretes.size(); ++i) PrintDiscrete(DiscreteId(i));
    const Hybrid& hybrid = system_.hybrid;
    PrintEquations("initial equation", system_.initial_equations);
    if (system_.initial_equations.empty() && (!hybrid.initial_equations.empty() || !of_start_.empty()))
      text_ += "initial equation\n";
    for (const DiscreteEquation& e : hybrid.equations) {
      if (IsOfStart(e))
        text_ += fmt::format("  {} = {};\n", Expression(e.left),
                             Expression(ReadWhenBranches(system_, e)[0].value));
    }
    for (const DiscreteEquation& e : hybrid.initial_equations) PrintDiscreteEquation(e, false);
    PrintEquations("equation", system_.equations);
    const bool has_more = !system_.invariants.empty() || !system_.assertions.empty() ||
                          !hybrid.equations.empty() || !hybrid.terminations.empty() ||
                          !hybrid.effects.empty() || !hybrid.step_ends.empty();
    if (system_.equations.empty() && has_more) text_ += "equation\n";
    for (const DiscreteEquation& e : hybrid.equations) {
      if (!TakesInstant(e) && !IsOfStart(e)) PrintDiscreteEquation(e, true);
    }
    PrintReinits();
    for (const Termination& t : hybrid.terminations) {
      PrintWhen("when", t.active);
      text_ += fmt::format("    terminate({});\n  end when;\n", Template(t.message));
    }
    for (const Effect& e : hybrid.effects) PrintEffect(e);
    for (const Invariant& i : system_.invariants) PrintInvariant(i);
    for (const StepEnd& end : hybrid.step_ends)
      text_ +=
          fmt::format("  0 = {} annotation(__Daedalus(atStepEnds = true));\n", Expression(end.wants_event));
    for (const Assertion& a : system_.assertions) PrintAssertion(a);
    for (const DiscreteEquation& e : hybrid.equations) {
      if (TakesInstant(e) && !IsOfStart(e)) text_ += "algorithm\n" + Sides(e, ":=");
    }
    text_ += algorithms_;
    if (!left_limit_equations_.empty()) text_ += "equation\n" + left_limit_equations_;
    PrintExperiment();
    return fmt::format("{}{}{}{}{}end {};\n", head, called_.Declarations(), functions_,
                       effect_declarations_ + left_limit_declarations_, text_, name);
  }

 private:
  // An expression that is too long becomes a call of a function of its leaves.
  std::string CallText(ExprId e) {
    if (!sizes_.IsFunction(e)) return {};
    auto found = calls_.find(e.value);
    if (found == calls_.end()) found = calls_.emplace(e.value, MakeCall(e)).first;
    return found->second;
  }

  std::string MakeCall(ExprId e) {
    const SharedFunction function = WriteSharedFunction(system_, e, Types(), [this](ExprId call) {
      // A function cannot access objects.
      expr::PrintedCall printed = called_.Text(call);
      return printed.further.empty() ? printed : expr::PrintedCall();
    });
    std::string& name = function_names_[function.body];
    if (name.empty()) {
      name = NewFunctionName();
      functions_ += fmt::format("  function {0}\n{1}  end {0};\n", name, function.body);
    }
    std::vector<std::string> arguments;
    for (const ExprId leaf : function.arguments)
      arguments.push_back(Expression(leaf, SenseOf(types_[leaf.index()])));
    return fmt::format("{}({})", name, fmt::join(arguments, ", "));
  }

  const std::vector<ValueType>& Types() {
    if (types_.empty()) types_ = FindTextTypes(system_);
    return types_;
  }
  ValueType TypeOf(ExprId e) { return Types()[e.index()]; }
  bool ComparesReals(ExprId relation) {
    return std::ranges::any_of(system_.graph.operands(relation),
                               [&](ExprId e) { return TypeOf(e) == ValueType::kReal; });
  }

  // The language has left limits of variables only.
  std::string LeftLimit(ExprId e) {
    if (system_.graph.op(e) == expr::Op::kVariable) return {};
    std::string& name = left_limits_[e.value];
    if (name.empty()) {
      name = fmt::format("'$left{}'", left_limits_.size());
      left_limit_declarations_ += fmt::format("  {} {};\n", TypeName(TypeOf(e)), name);
      left_limit_equations_ += fmt::format("  {} = {};\n", name, Expression(e, SenseOf(TypeOf(e))));
    }
    return fmt::format("pre({})", name);
  }

  // A value that is found at the start and kept: `if initial() then value else pre(x)` of an internal Real,
  // such as the begin of a clock. As a parameter it can be the first instant of a sample.
  bool IsOfStart(const DiscreteEquation& e) const {
    if (!IsRealLeaf(e.left)) return false;
    const auto branches = ReadWhenBranches(system_, e);
    if (branches.size() != 1 ||
        !system_.hybrid.discretes[DiscreteId(system_.hybrid.held[system_.graph.held(e.left)].of)].is_internal)
      return false;
    const auto form = ReadWhenForm(system_, branches[0].active);
    return form && form->is_active_initially && form->conditions.empty();
  }

  // '$f1', '$f2', ...: names that no author has used.
  std::string NewFunctionName() {
    if (known_names_.empty()) {
      for (const Parameter& p : system_.parameters) known_names_.insert(QuotedName(NameOf(system_, p)));
      for (const Variable& v : system_.variables) known_names_.insert(QuotedName(NameOf(system_, v)));
      for (const DiscreteVariable& v : system_.hybrid.discretes)
        known_names_.insert(QuotedName(system_.names.Text(v.name)));
    }
    std::string name;
    do name = fmt::format("'$f{}'", ++num_functions_);
    while (known_names_.contains(name));
    return name;
  }

  static std::string Description(const std::string& description) {
    return description.empty() ? "" : fmt::format(" {}", Escaped(description, '"'));
  }

  // What follows the name, the attributes and the value of a component.
  std::string EndOf(const Declaration& declaration) const {
    std::string out = Description(declaration.description);
    if (!declaration.enumeration.IsValid()) return out;
    const Enumeration& type = system_.enumerations[declaration.enumeration];
    if (type.is_string()) return out;
    return out +
           fmt::format(" annotation(__Daedalus(ofEnumeration = {}))", Escaped(EnumerationText(type), '"'));
  }

  // An expression without events must have none when it is read again.
  expr::PrintOptions Options(Sense sense = Sense::kNumber) const {
    return {.max_length = expr::kUnlimited, .sense = sense, .varying = &varying_};
  }

  std::string Expression(ExprId e, Sense sense = Sense::kNumber) const {
    return expr::Print(system_.graph, e, names_, Options(sense));
  }

  // The attributes that parameters and variables share.
  template <class Declared>
  std::string Attributes(const Declared& declared, bool default_fixed) const {
    const Declaration& d = system_.declarations[declared.declaration];
    std::vector<std::string> list;
    const auto string = [&](std::string_view name, const std::string& value) {
      if (!value.empty()) list.push_back(fmt::format("{} = {}", name, Escaped(value, '"')));
    };
    const auto expression = [&](std::string_view name, ExprId e) {
      if (e.IsValid())
        list.push_back(
            fmt::format("{} = {}", name, Expression(e, SenseOf(TypeInText(system_, declared.declaration)))));
    };
    string("quantity", d.quantity);
    string("unit", d.unit);
    string("displayUnit", d.display_unit);
    expression("min", declared.min);
    expression("max", declared.max);
    expression("start", declared.start);
    if (declared.fixed != default_fixed) list.push_back(fmt::format("fixed = {}", declared.fixed));
    if constexpr (requires { declared.nominal; }) expression("nominal", declared.nominal);
    if (d.state_select != StateSelect::kDefault) {
      list.push_back(fmt::format("stateSelect = StateSelect.{}", StateSelectName(d.state_select)));
    }
    return list.empty() ? "" : fmt::format("({})", fmt::join(list, ", "));
  }

  void PrintParameter(const Parameter& p) {
    const Declaration& d = system_.declarations[p.declaration];
    text_ += fmt::format("  {}parameter {} {}{}", p.is_constant ? "final " : "",
                         TypeName(TypeInText(system_, p.declaration)), QuotedName(system_.names.Text(p.name)),
                         Attributes(p, true));
    if (p.value.IsValid())
      text_ += fmt::format(" = {}", Expression(p.value, SenseOf(TypeInText(system_, p.declaration))));
    text_ += EndOf(d) + ";\n";
  }

  void PrintVariable(const Variable& v) {
    const Declaration& d = system_.declarations[v.declaration];
    // Reading the text makes it a variable again, with the equation that keeps it.
    text_ += fmt::format("  {}{} {}{}{};\n", v.is_kept ? "parameter " : CausalityOf(v.name, d),
                         TypeName(TypeInText(system_, v.declaration)), QuotedName(system_.names.Text(v.name)),
                         Attributes(v, v.is_kept), EndOf(d));
  }

  // An input of a component, or one with a value, is not an input of the model: equations determine it.
  std::string_view CausalityOf(ScalarName name, const Declaration& d) const {
    const bool is_input = d.causality == Causality::kInput;
    return is_input && !inputs_.contains({name.path.value, name.element}) ? "" : CausalityPrefix(d.causality);
  }

  void PrintDiscrete(DiscreteId id) {
    const DiscreteVariable& v = system_.hybrid.discretes[id];
    const Declaration& d = system_.declarations[v.declaration];
    if (of_start_.contains(id.index())) {
      text_ +=
          fmt::format("  parameter {} {}(fixed = false);\n", TypeName(TypeInText(system_, v.declaration)),
                      QuotedName(system_.names.Text(v.name)));
      return;
    }
    const std::string_view prefix = d.type == ValueType::kReal ? "discrete " : "";
    text_ += fmt::format("  {}{}{} {}{}{};\n", prefix, CausalityOf(v.name, d),
                         TypeName(TypeInText(system_, v.declaration)), QuotedName(system_.names.Text(v.name)),
                         Attributes(v, false), EndOf(d));
  }

  // Writes `when {initial(), c} then` if the condition has that form, otherwise the condition itself.
  void PrintWhen(std::string_view word, ExprId active) {
    const auto form = ReadWhenForm(system_, active);
    std::vector<std::string> conditions;
    if (form && form->is_active_initially) conditions.push_back("initial()");
    for (const DiscreteId c : form ? form->conditions : std::vector<DiscreteId>())
      conditions.push_back(QuotedName(system_.names.Text(system_.hybrid.discretes[c].name)));
    if (!form) conditions.push_back(Expression(active, Sense::kLogical));
    const std::string text = fmt::format("{}", fmt::join(conditions, ", "));
    text_ += conditions.size() == 1 ? fmt::format("  {} {} then\n", word, text)
                                    : fmt::format("  {} {{{}}} then\n", word, text);
  }

  // One when-clause has all that a variable is set to: two of them may not set the same one.
  void PrintReinits() {
    std::vector<std::vector<const Reinit*>> clauses;
    std::unordered_map<std::size_t, std::size_t> clause_of;  // by the variable
    for (const Reinit& r : system_.hybrid.reinits) {
      const auto [at, is_new] = clause_of.try_emplace(r.variable.index(), clauses.size());
      if (is_new) clauses.emplace_back();
      clauses[at->second].push_back(&r);
    }
    for (const std::vector<const Reinit*>& clause : clauses) {
      std::string_view word = "when";
      for (const Reinit* r : clause) {
        PrintWhen(std::exchange(word, "elsewhen"), r->active);
        text_ += fmt::format("    reinit({}, {});\n", Expression(r->variable), Expression(r->value));
      }
      text_ += "  end when;\n";
    }
  }

  void PrintEffect(const Effect& e) {
    const EffectText text = effects_.Write(e);
    effect_declarations_ += text.declarations;
    PrintWhen("when", e.active);
    for (const std::string& statement : text.statements) text_ += fmt::format("    {};\n", statement);
    text_ += "  end when;\n";
  }

  // An Integer or a Boolean that keeps the value of a varying expression at an event needs an assignment: an
  // equation cannot express it.
  bool TakesInstant(const DiscreteEquation& e) const { return varying_[e.right.index()] && !NeedsWhen(e); }

  // Only a when-clause makes a Real discrete. Only there `pre` of a continuous variable has a meaning, and a
  // varying expression may choose an element of an array.
  bool NeedsWhen(const DiscreteEquation& e) const {
    if (IsRealLeaf(e.left)) return true;
    if (ReadWhenBranches(system_, e).empty()) return false;
    if (varying_[e.right.index()]) return true;
    expr::LeafCollector collector;
    return std::ranges::any_of(collector.Collect(system_.graph, e.right).held, [&](HeldId held) {
      return system_.hybrid.held[held].kind == Held::Kind::kPreValue;
    });
  }

  std::string Sides(const DiscreteEquation& e, std::string_view sign) const {
    const Sense sense = SenseOf(system_, e.left, e.right);
    return fmt::format("  {} {} {};\n", Expression(e.left, sense), sign, Expression(e.right, sense));
  }

  void PrintDiscreteEquation(const DiscreteEquation& e, bool is_assignment) {
    const auto branches = ReadWhenBranches(system_, e);
    if (branches.empty() && is_assignment && IsRealLeaf(e.left)) {
      // Only a when-clause makes a Real discrete.
      const std::string left = Expression(e.left);
      algorithms_ +=
          fmt::format("algorithm\n  {0} := {1};\n  when false then\n    {0} := {1};\n  end when;\n", left,
                      Expression(e.right));
      return;
    }
    if (branches.empty() || !NeedsWhen(e)) {
      text_ += Sides(e, "=");
      return;
    }
    std::string_view word = "when";
    for (const auto& [active, value] : branches) {
      PrintWhen(std::exchange(word, "elsewhen"), active);
      text_ += fmt::format("    {} = {};\n", Expression(e.left), Expression(value));
    }
    text_ += "  end when;\n";
  }

  bool IsRealLeaf(ExprId e) const {
    if (system_.graph.op(e) != expr::Op::kHeld) return false;
    const Held& held = system_.hybrid.held[system_.graph.held(e)];
    const DeclarationId declaration = system_.hybrid.discretes[DiscreteId(held.of)].declaration;
    return system_.declarations[declaration].type == ValueType::kReal;
  }

  void PrintEquations(std::string_view heading, const IdVector<EquationId, Equation>& equations) {
    if (equations.empty()) return;
    text_ += fmt::format("{}\n", heading);
    for (const Equation& e : equations) {
      if (KeepsVariable(e)) continue;
      text_ += fmt::format("  {};\n", EquationText(system_, e, names_, Options()));
    }
  }

  // True for der(v) = 0 of a parameter that is found at the start.
  bool KeepsVariable(const Equation& e) const {
    const expr::Graph& g = system_.graph;
    return g.op(e.residual) == expr::Op::kVariable && g.derivative_order(e.residual) == 1 &&
           system_.variables[g.variable(e.residual)].is_kept;
  }

  void PrintInvariant(const Invariant& i) {
    const std::string weight =
        i.weight == Invariant::kUsualWeight ? "" : fmt::format(", weight = {}", i.weight);
    text_ += fmt::format("  {} annotation(__Daedalus(invariant = true{}));\n",
                         EquationText(system_, i.equation, names_, Options()), weight);
  }

  void PrintAssertion(const Assertion& a) {
    text_ += fmt::format("  assert({}, {}{});\n", Expression(a.condition, Sense::kLogical),
                         Template(a.message), a.is_warning ? ", AssertionLevel.warning" : "");
  }

  std::string Template(const TextTemplate& text) const {
    return TemplateText(system_, text, names_, Options(Sense::kText));
  }

  void PrintExperiment() {
    std::vector<std::string> list;
    const auto add = [&](std::string_view name, std::optional<double> value) {
      if (value.has_value()) list.push_back(fmt::format("{} = {}", name, expr::PrintNumber(*value)));
    };
    add("StartTime", system_.experiment.start_time);
    add("StopTime", system_.experiment.stop_time);
    add("Interval", system_.experiment.interval);
    add("Tolerance", system_.experiment.tolerance);
    if (!list.empty()) text_ += fmt::format("  annotation(experiment({}));\n", fmt::join(list, ", "));
  }

  const System& system_;
  const std::vector<bool> varying_;
  TextSizes sizes_;
  CalledFunctions called_;
  const expr::PrintNames names_;
  EffectTexts effects_;
  std::string effect_declarations_;
  std::set<std::size_t> of_start_;                            // numbers of discrete variables
  std::set<std::pair<std::uint32_t, std::uint32_t>> inputs_;  // names of those of the model itself
  std::map<std::uint32_t, std::string> left_limits_;          // variables for expressions
  std::string left_limit_declarations_, left_limit_equations_;
  std::vector<ValueType> types_;  // empty until first used
  std::unordered_map<std::uint32_t, std::string> calls_;
  std::unordered_map<std::string, std::string> function_names_;  // by their bodies
  std::unordered_set<std::string> known_names_;
  std::size_t num_functions_ = 0;
  std::string functions_;
  std::string text_;
  std::string algorithms_;
};

// Inputs are declared as such; who sets them stands outside of the text.
System WithoutInputEquations(const System& system) {
  System out = system;
  const Hybrid& hybrid = system.hybrid;
  expr::LeafCollector leaves;
  const auto is_input = [&](ExprId e) {
    return std::ranges::any_of(leaves.Collect(system.graph, e).held,
                               [&](HeldId h) { return hybrid.held[h].kind == Held::Kind::kInput; });
  };
  out.equations = {};
  for (const Equation& e : system.equations) {
    if (!is_input(e.residual)) out.equations.Add(e);
  }
  std::erase_if(out.hybrid.equations, [&](const DiscreteEquation& e) {
    return system.graph.op(e.right) == expr::Op::kHeld && is_input(e.right);
  });
  return out;
}

}  // namespace

std::string QuotedName(std::string_view name) {
  if (IsPlainIdentifier(name) || IsQuotedIdentifier(name)) return std::string(name);
  return Escaped(name, '\'');
}

std::string QuotedText(std::string_view text) {
  return Escaped(text, '"');
}

std::string FlatModelica(const System& system) {
  if (system.hybrid.inputs.empty()) return FlatPrinter(system).Run();
  const System without = WithoutInputEquations(system);
  return FlatPrinter(without).Run();
}

std::string ExpressionText(const System& system, ExprId e, std::size_t max_length) {
  const expr::PrintOptions options{.max_length = max_length, .sense = SenseOf(system, e)};
  return expr::Print(system.graph, e, PlainNames(system), options);
}

std::string EquationText(const System& system, const Equation& equation, std::size_t max_length) {
  return EquationText(system, equation, PlainNames(system), {.max_length = max_length});
}

std::string EquationText(const System& system, EquationId equation, std::size_t max_length) {
  return EquationText(system, system.equations[equation], max_length);
}

std::string HeldText(const System& system, HeldId held) {
  return PlainNames(system).held(held);
}

std::string BareHeldText(const System& system, HeldId held) {
  std::string text = HeldText(system, held);
  return text.starts_with('(') ? text.substr(1, text.size() - 2) : text;
}

std::string PlaceText(const Sources& sources, Span span) {
  if (!span.IsValid()) return {};
  return fmt::format("{}:{}", std::filesystem::path(sources.Name(span.file)).filename().string(),
                     sources.Locate(span.file, span.begin).line);
}

}  // namespace daedalus
