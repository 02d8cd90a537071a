// The discrete part of a System: what changes at events only, and what makes events.
//
//   m := M(t, x, der(x), p, h)     discrete equations: of Booleans, Integers, enumerations, and of Reals that
//                                  are assigned in when-clauses
//   r := left < right              relations: held during integration; their change is an event
//   x := value                     reinits, when `active`
//   w(t, x, p, h) > 0              at the end of a step: an event there (StepEnd)
//
// Expressions see all of it through *held* leaves h (expr/graph.h), numbers that stay the same between
// events:
//
//   kDiscrete     m, a discrete variable
//   kPre          pre(m), its value before the round of the event
//   kPreValue     pre(e), the value of a continuous expression, a variable mostly, before the round
//   kRelation     r
//   kSample       true in the event at a sampling instant, false everywhere else
//   kInitial      initial()
//   kTerminal     terminal()
//   kDelayed      delay(e, T): it is not held, but follows from the past alone (hybrid/delay_history.h)
//   kRecalled     part of a value that is read from a record of the past at a varying place (Recall, below)
//   kInput        part of the course of an input of the model itself (ModelInput, below)
//   kResult       the result of a function with effects outside the model (system/effect.h)
//
// So between events the continuous equations are those of an ordinary System with some more parameters. At an
// event the discrete and the continuous part are solved in turn until they agree (hybrid/event_iteration.h).
//
// A when-clause is written as equations, as Modelica's specification explains it (3.6, sec. 8.3.5): each
// scalar condition is a discrete Boolean variable c with c = condition, `active` is c and not pre(c), and
//
//   when c then v = a; elsewhen d then v = b; end when;
//
// is v = if c and not pre(c) then a else if d and not pre(d) then b else pre(v). `initial()` among the
// conditions is active at the start: active = initial() or ...
//
// `a < b` and the like are relations if their value can change between events: if they contain a variable or
// time, outside noEvent. A comparison of discrete values is an ordinary operation. `a > b` is `b < a`, so
// there are two kinds of relations.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "daedalus/base/id.h"
#include "daedalus/system/effect.h"
#include "daedalus/system/expr/graph.h"
#include "daedalus/system/name_table.h"
#include "daedalus/system/provenance.h"
#include "daedalus/system/text_template.h"

namespace daedalus {

using expr::ExprId;
using expr::HeldId;

struct DeclarationTag;
using DeclarationId = Id<DeclarationTag>;
struct DiscreteTag;
using DiscreteId = Id<DiscreteTag>;
struct RelationTag;
using RelationId = Id<RelationTag>;
struct SampleTag;
using SampleId = Id<SampleTag>;

struct Held {
  enum class Kind : std::uint8_t {
    kDiscrete,
    kPre,
    kPreValue,
    kRelation,
    kSample,
    kInitial,
    kTerminal,
    kDelayed,
    kRecalled,
    kInput,
    kResult
  };
  Kind kind = Kind::kDiscrete;
  std::uint32_t of = 0;  // the number of the discrete variable, relation, sample, delay, recall or input; of
                         // kResult: its ValueType
  ExprId expression;     // of kPreValue
};

struct DiscreteVariable {
  ScalarName name;  // in System::names
  DeclarationId declaration;
  ExprId start;  // over parameters; invalid: 0, false, the first literal (which is 1)
  ExprId min;
  ExprId max;
  bool fixed = false;
  bool is_internal = false;  // made by flattening (a condition, a rounded number): not part of the results
  HeldId value;
  HeldId pre;
};

struct Relation {
  ExprId left;
  ExprId right;
  bool or_equal = false;  // left <= right; else left < right
  OriginId origin;
  HeldId value;
};

// True at start, start + interval, start + 2 interval, ...; both stay the same after initialization.
struct Sample {
  ExprId start;
  ExprId interval;
  OriginId origin;
  HeldId value;
};

// left = right. At least one side is a discrete variable alone, perhaps with a sign or a `not`.
struct DiscreteEquation {
  ExprId left;
  ExprId right;
  OriginId origin;
};

// delay(expression, delay); the delay stays the same after initialization.
struct Delay {
  ExprId expression;
  ExprId delay;
  OriginId origin;
  HeldId value;
};

// A function of one abscissa that the run records, at its upper or lower end (hybrid/past_record.h). For
// delay(e, d, dmax) it is e over time. For spatialDistribution it is what entered the pipe, over the distance
// that the contents have moved.
struct Record {
  ExprId top, top_value;        // the abscissa of the upper end, and the value recorded there
  ExprId bottom, bottom_value;  // those of the lower end; invalid if it grows at the top only
  ExprId is_rising;             // true while it grows at the top; invalid: always
  ExprId extent;                // values further below the top are forgotten
  // At the start: places below the top, ascending, and values there. Empty: the first value holds for all of
  // the past.
  std::vector<ExprId> profile_places, profile_values;
  OriginId origin;
};

// The value of a record at a varying place: with s = place - at,
//
//   c0 + s (c1 + s (c2 + s c3))
//
// on the section around the place. The leaves are updated before each evaluation, so equations see an
// expression with a slope. The record is cut where it jumps or has a kink. A place that reaches a cut is an
// event, by the relations `high <= place` and `place < low`. Until then the polynomial of this side
// continues.
struct Recall {
  std::uint32_t record = 0;
  ExprId place;
  OriginId origin;
  std::array<HeldId, 4> cubic = {};
  HeldId at, low, high;
  RelationId above, below;
};

struct Reinit {
  ExprId active;
  ExprId variable;  // a state; after aliases are removed, perhaps its opposite
  ExprId value;
  OriginId origin;
};

// terminate(message)
struct Termination {
  ExprId active;
  TextTemplate message;
  OriginId origin;
};

// Evaluated once at the end of each accepted step, and nowhere else: for functions that must hear of it. A
// positive value makes an event happen there.
struct StepEnd {
  ExprId wants_event;
  OriginId origin;
};

// Calls with a reference to each expression.
template <class AnyTermination, class Visit>
void VisitExpressions(AnyTermination& termination, Visit visit)
  requires std::is_same_v<std::remove_const_t<AnyTermination>, Termination>
{
  visit(termination.active);
  for (auto& piece : termination.message.pieces) {
    if (piece.value.IsValid()) visit(piece.value);
  }
}

// An input of the model itself that is set from outside (semantics/instances/free_inputs.h).
//
// A continuous one is, with s = time - at,
//
//   c0 + s (c1 + s (c2 + s c3))
//
// so that its derivatives are expressions, too. Whoever has its course over time updates the leaves before
// each evaluation (hybrid/input_values.h). Whoever knows a value alone sets c0, and zeros elsewhere. A
// discrete one is a discrete variable that is c0 at events.
//
// For programs that set inputs between their steps, each is a discrete variable that keeps its value.
struct ModelInput {
  ScalarName name;  // of the input in the model
  ValueType type = ValueType::kReal;
  DiscreteId value;  // the discrete variable that has the input between events; invalid: it is continuous
  ExprId start;      // of the coefficients: that of c0; invalid: 0
  std::array<HeldId, 4> cubic = {};  // invalid: the discrete variable keeps its value
  HeldId at;

  bool HasCourse() const { return at.IsValid(); }
};

struct Hybrid {
  IdVector<HeldId, Held> held;
  IdVector<DiscreteId, DiscreteVariable> discretes;
  IdVector<RelationId, Relation> relations;
  IdVector<SampleId, Sample> samples;
  std::vector<DiscreteEquation> equations;
  // Equations at the start: they determine pre(m) of variables that get no new value there.
  std::vector<DiscreteEquation> initial_equations;
  std::vector<Reinit> reinits;
  std::vector<Termination> terminations;
  std::vector<StepEnd> step_ends;
  std::vector<Effect> effects;  // in the order of the text
  std::vector<Delay> delays;
  std::vector<Record> records;
  std::vector<Recall> recalls;
  std::vector<ModelInput> inputs;  // in the order of the text
  HeldId initial;                  // invalid if it is not used
  HeldId terminal;

  bool empty() const { return held.empty(); }
};

// The leaf that has the input in equations, apart from its course.
HeldId LeafOf(const Hybrid& hybrid, const ModelInput& input);

// Makes the leaves of a new discrete variable, and adds it.
DiscreteId AddDiscrete(Hybrid& hybrid, DiscreteVariable variable);
RelationId AddRelation(Hybrid& hybrid, Relation relation);
SampleId AddSample(Hybrid& hybrid, Sample sample);
HeldId AddDelay(Hybrid& hybrid, Delay delay);
// Adds it with its leaves, and with the relations that watch its place.
const Recall& AddRecall(Hybrid& hybrid, expr::Graph& graph, std::uint32_t record, ExprId place,
                        OriginId origin);
// Adds it with its leaves.
ModelInput& AddInput(Hybrid& hybrid, ScalarName name, ValueType type, ExprId start);
HeldId AddPreValue(Hybrid& hybrid, ExprId expression);
HeldId AddResult(Hybrid& hybrid, ValueType type);
HeldId InitialLeaf(Hybrid& hybrid);
HeldId TerminalLeaf(Hybrid& hybrid);

// Calls with a reference to each expression.
template <class AnyHybrid, class Visit>
void VisitExpressions(AnyHybrid& hybrid, Visit visit)
  requires std::is_same_v<std::remove_const_t<AnyHybrid>, Hybrid>
{
  for (auto& held : hybrid.held) {
    if (held.expression.IsValid()) visit(held.expression);
  }
  for (auto& variable : hybrid.discretes) {
    for (auto* attribute : {&variable.start, &variable.min, &variable.max}) {
      if (attribute->IsValid()) visit(*attribute);
    }
  }
  for (auto& delay : hybrid.delays) visit(delay.expression), visit(delay.delay);
  for (auto& record : hybrid.records) {
    for (auto* e : {&record.top, &record.top_value, &record.bottom, &record.bottom_value, &record.is_rising,
                    &record.extent}) {
      if (e->IsValid()) visit(*e);
    }
    for (auto& e : record.profile_places) visit(e);
    for (auto& e : record.profile_values) visit(e);
  }
  for (auto& recall : hybrid.recalls) visit(recall.place);
  for (auto& sample : hybrid.samples) visit(sample.start), visit(sample.interval);
  for (auto& relation : hybrid.relations) visit(relation.left), visit(relation.right);
  for (auto* list : {&hybrid.equations, &hybrid.initial_equations}) {
    for (auto& equation : *list) visit(equation.left), visit(equation.right);
  }
  for (auto& reinit : hybrid.reinits) visit(reinit.active), visit(reinit.variable), visit(reinit.value);
  for (auto& termination : hybrid.terminations) VisitExpressions(termination, visit);
  for (auto& end : hybrid.step_ends) visit(end.wants_event);
  for (auto& effect : hybrid.effects) VisitExpressions(effect, visit);
}

}  // namespace daedalus
