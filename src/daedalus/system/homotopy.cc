#include "daedalus/system/homotopy.h"

#include <memory>
#include <utility>
#include <vector>

#include "daedalus/system/expr/copy.h"
#include "daedalus/system/expr/substitute.h"

namespace daedalus {
namespace {

// Calls with a reference to each valid expression.
template <class Visit>
void VisitAll(System& system, Visit visit_valid) {
  const auto visit = [&](ExprId& e) {
    if (e.IsValid()) visit_valid(e);
  };
  for (Variable& v : system.variables) {
    for (ExprId* e : {&v.start, &v.min, &v.max, &v.nominal}) visit(*e);
  }
  for (Parameter& p : system.parameters) {
    for (ExprId* e : {&p.value, &p.start, &p.min, &p.max, &p.nominal}) visit(*e);
  }
  for (auto* list : {&system.equations, &system.initial_equations}) {
    for (Equation& equation : *list) VisitExpressions(equation, visit);
  }
  for (Invariant& invariant : system.invariants) VisitExpressions(invariant.equation, visit);
  for (Assertion& assertion : system.assertions) VisitExpressions(assertion, visit);
  VisitExpressions(system.hybrid, visit);
}

// Copies the graph, so that no replaced expression stays in it.
void Replace(System& system, std::span<const expr::Replacement> replacements) {
  expr::Substitution substitution(system.graph, replacements);
  std::vector<ExprId> roots;
  VisitAll(system, [&](ExprId& e) {
    e = substitution.Apply(e);
    roots.push_back(e);
  });
  expr::Graph clean;
  const std::vector<ExprId> copies = expr::CopyReachable(system.graph, roots, clean);
  VisitAll(system, [&](ExprId& e) { e = copies[e.index()]; });
  system.graph = std::move(clean);
}

IdVector<ParameterId, Parameter> WithoutParameter(const System& system, ParameterId left_out) {
  IdVector<ParameterId, Parameter> out;
  for (const ParameterId p : IdRange<ParameterId>(system.parameters.size())) {
    if (p != left_out) out.Add(system.parameters[p]);
  }
  return out;
}

// Moves it behind the others, which keep their order.
void MoveToEnd(System& system, ParameterId lambda) {
  const ParameterId last(system.parameters.size() - 1);
  if (lambda == last) return;
  std::vector<expr::Replacement> replacements{{system.graph.Parameter(lambda), system.graph.Parameter(last)}};
  for (std::size_t p = lambda.index() + 1; p <= last.index(); ++p)
    replacements.push_back(
        {system.graph.Parameter(ParameterId(p)), system.graph.Parameter(ParameterId(p - 1))});
  Replace(system, replacements);
  IdVector<ParameterId, Parameter> ordered = WithoutParameter(system, lambda);
  ordered.Add(system.parameters[lambda]);
  system.parameters = std::move(ordered);
}

}  // namespace

void SetHomotopy(System& led, double lambda) {
  const ParameterId last(led.parameters.size() - 1);
  Replace(led, std::vector<expr::Replacement>{{led.graph.Parameter(last), led.graph.Constant(lambda)}});
  led.parameters = WithoutParameter(led, last);
}

void SeparateHomotopy(System& system, ParameterId lambda) {
  MoveToEnd(system, lambda);
  auto led = std::make_shared<const System>(system);
  SetHomotopy(system, 1);
  system.led = std::move(led);
}

}  // namespace daedalus
