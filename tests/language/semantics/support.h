// Flattening a text, for tests.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daedalus/base/diagnostics/render.h"
#include "daedalus/language/semantics/flatten.h"
#include "daedalus/language/syntax/parse.h"
#include "daedalus/system/expr/evaluate.h"
#include "daedalus/system/parameters.h"
#include "daedalus/system/print_system.h"
#include "daedalus/system/validate.h"

namespace daedalus::semantics {

// A parsed text with everything that must outlive its tree.
struct Parsed {
  explicit Parsed(std::string text)
      : file(sources.Add("test.mo", std::move(text))), result(syntax::Parse(sources, file, names)) {}

  std::string_view Text() const { return sources.Text(file); }

  // The classes of the text.
  library::ClassStore& Store() {
    if (!store) {
      store = std::make_unique<library::ClassStore>(sources, names, std::vector<std::string>(), diagnostics);
      store->AddTree(result.tree);
    }
    return *store;
  }

  Sources sources;
  SourceFileId file;
  syntax::NameTable names;
  syntax::ParseResult result;
  Diagnostics diagnostics;
  std::unique_ptr<library::ClassStore> store;
};

struct Flattened {
  std::unique_ptr<Parsed> parsed;
  std::optional<System> system;
  std::vector<Diagnostic> diagnostics;

  // "3:7-12 D0201 `y` is not declared", one line for each message.
  std::string Messages() const {
    std::string text;
    for (const Diagnostic& d : diagnostics) {
      const Span& span = d.primary.span;
      if (span.IsValid()) {
        const LineColumn begin = parsed->sources.Locate(span.file, span.begin),
                         end = parsed->sources.Locate(span.file, span.end);
        text += fmt::format("{}:{}-", begin.line, begin.column);
        if (end.line != begin.line) text += fmt::format("{}:", end.line);
        text += fmt::format("{} ", end.column);
      }
      text += fmt::format("D{:04} {}\n", static_cast<int>(d.code), d.message);
    }
    return text;
  }
};

inline Flattened FlattenText(std::string text, std::vector<Override> overrides = {}) {
  Flattened flattened{std::make_unique<Parsed>(std::move(text)), {}, {}};
  Parsed& parsed = *flattened.parsed;
  for (const Diagnostic& d : parsed.result.diagnostics) {
    ADD_FAILURE() << "the text of the test must be right: " << RenderText(d, parsed.sources);
  }
  auto model = FindModel(parsed.Store());
  if (!model) {
    flattened.diagnostics = std::move(model).error();
    return flattened;
  }
  Diagnostics warnings;
  auto system = Flatten(parsed.Store(), *model, {std::move(overrides)}, warnings);
  if (system) {
    flattened.system = std::move(*system);
    flattened.diagnostics = warnings.Take();
    CheckInvariants(*flattened.system);
  } else {
    flattened.diagnostics = std::move(system).error();
  }
  return flattened;
}

// The System of a text that must be right.
inline System FlattenOk(std::string text, std::vector<Override> overrides = {}) {
  Flattened flattened = FlattenText(std::move(text), std::move(overrides));
  EXPECT_TRUE(flattened.system) << flattened.Messages();
  return flattened.system ? std::move(*flattened.system) : System();
}

// The lines of a flat model are compared as "equation" texts.
inline std::vector<std::string> Equations(const System& system) {
  std::vector<std::string> lines;
  for (const Equation& equation : system.equations) lines.push_back(EquationText(system, equation));
  return lines;
}

// What is held at the start, where everything else is as the point says: relations by their sides, discrete
// variables by their equations, in as many rounds as there are of them.
inline std::vector<double> HeldValues(const System& system, expr::Point point) {
  const Hybrid& hybrid = system.hybrid;
  std::vector<double> held(hybrid.held.size(), 0.0);
  point.held = held;
  const auto value = [&](ExprId e) { return expr::Evaluate(system.graph, e, point); };
  if (hybrid.initial.IsValid()) held[hybrid.initial.index()] = 1.0;
  for (std::size_t round = 0; round <= hybrid.discretes.size(); ++round) {
    for (const Relation& r : hybrid.relations) {
      const double left = value(r.left), right = value(r.right);
      held[r.value.index()] = left < right || (r.or_equal && left == right) ? 1.0 : 0.0;
    }
    for (const DiscreteEquation& e : hybrid.equations)
      held[system.graph.held(e.left).index()] = value(e.right);
  }
  return held;
}

// With what is held there at the start.
inline double EvaluateHolding(const System& system, ExprId e, expr::Point point) {
  const auto held = HeldValues(system, point);
  point.held = held;
  return expr::Evaluate(system.graph, e, point);
}

// The message of an assertion where time, all variables and all derivatives are this number.
inline std::string MessageOf(const System& system, const Assertion& assertion, double value = 0.0) {
  const auto parameters = EvaluateParameters(system).value().values;
  const std::vector<double> values(system.variables.size(), value);
  expr::Point point{value, values, values, parameters};
  const auto held = HeldValues(system, point);
  point.held = held;
  return assertion.message.Fill([&](ExprId e) { return expr::Evaluate(system.graph, e, point); });
}

// How many equations read like this, and all of them for a message.
inline std::size_t Count(const System& system, std::string_view line) {
  const auto lines = Equations(system);
  return static_cast<std::size_t>(std::count(lines.begin(), lines.end(), line));
}
inline std::string All(const System& system) {
  return fmt::format("{}", fmt::join(Equations(system), "\n"));
}

inline std::string Text(const System& system, const DiscreteEquation& equation) {
  return EquationText(system, Equation{equation.left, equation.right, {}, {}, {}}, 1000);
}
inline std::vector<std::string> Discretes(const System& system) {
  std::vector<std::string> lines;
  for (const DiscreteEquation& e : system.hybrid.equations) lines.push_back(Text(system, e));
  return lines;
}

// `model M declarations equation equations end M`, the shortest model around a piece of text.
inline std::string Wrap(std::string_view declarations, std::string_view equations = "") {
  return fmt::format("model M\n{}\n{}{}\nend M;\n", declarations, equations.empty() ? "" : "equation\n",
                     equations);
}

// The values of all elements of the variables named y or y[...], whose declaration equations give them as
// functions of parameters, of time = 2, of x = 3 and of der(x) = 5 (other variables are 7).
inline std::vector<double> ValuesOfY(const System& system) {
  const auto parameters = EvaluateParameters(system);
  EXPECT_TRUE(parameters.ok());
  if (!parameters) return {};
  std::vector<double> variables, derivatives(system.variables.size(), 5.0);
  for (const Variable& v : system.variables) variables.push_back(NameOf(system, v) == "x" ? 3.0 : 7.0);
  expr::Point point{2.0, variables, derivatives, parameters->values};
  const auto held = HeldValues(system, point);
  point.held = held;
  std::vector<double> values;
  for (const Equation& equation : system.equations) {
    if (system.graph.op(equation.left) != expr::Op::kVariable) continue;
    const std::string name = NameOf(system, system.graph.variable(equation.left));
    if (name == "y" || name.starts_with("y["))
      values.push_back(expr::Evaluate(system.graph, equation.right, point));
  }
  return values;
}

// The values of `Real y<dims> = <expression>` beside Real x, and the declarations given.
inline std::vector<double> Values(std::string_view dims, std::string_view expression,
                                  std::string_view declarations = "") {
  return ValuesOfY(FlattenOk(Wrap(fmt::format("Real x; {} Real y{} = {};", declarations, dims, expression))));
}

inline double ValueOf(std::string_view expression, std::string_view declarations = "") {
  const auto values = Values("", expression, declarations);
  EXPECT_EQ(values.size(), 1u) << expression;
  return values.size() == 1 ? values[0] : 0.0;
}

// The messages of a model with `Real y = expression` beside Real x = 1.
inline std::string FailureOf(std::string_view expression, std::string_view declarations) {
  return FlattenText(Wrap(fmt::format("Real x; {}\nReal y = {};", declarations, expression), "x = 1;"))
      .Messages();
}

}  // namespace daedalus::semantics
