// The walk over one expression or equation, with values made by hand: for types that only classes can
// declare.
#pragma once

#include "daedalus/language/semantics/expressions/lowering.h"
#include "daedalus/language/semantics/instances/instances.h"
#include "daedalus/language/semantics/lower_equation.h"
#include "language/semantics/support.h"

namespace daedalus::semantics {

// Each value has a name in the text, as an iteration variable has.
class Walk {
 public:
  // `declarations` and `equations` are those of one model.
  explicit Walk(std::string_view declarations, std::string_view equations = "")
      : parsed_(Wrap(declarations, equations)),
        context_(parsed_.Store(), system_),
        text_{parsed_.result.tree} {
    const scope::EnvId env = context_.envs.Root(*FindModel(parsed_.Store()));
    text_.node = MakeRoot(context_, env);
    text_.scope = {env, 0};
    EXPECT_TRUE(parsed_.result.diagnostics.empty()) << declarations << equations;
  }

  TypeTable& types() { return context_.types; }
  System& system() { return system_; }
  Context& context() { return context_; }
  Lowering MakeLowering(Purpose purpose = {}) { return Lowering{context_, text_, purpose}; }

  Walk& Name(std::string_view name, Value value) {
    text_.loops.push_back({parsed_.names.Intern(name), std::move(value)});
    return *this;
  }

  // Unknowns of the System, named x or x[1], x[2], ...
  Value Unknowns(std::string_view name, const Dims& dims = {}) {
    const PathId path = system_.names.AddPath(name, dims);
    Value value = ArrayValue(BaseType::kReal, dims, Variability::kContinuous);
    for (std::size_t i = 0; i < value.size(); ++i) {
      Variable variable;
      variable.name = {path, static_cast<std::uint32_t>(i)};
      variable.declaration = system_.declarations.Add({});
      value[i] = Expression(system_.graph.Variable(system_.variables.Add(std::move(variable))));
    }
    return value;
  }

  // The value of the first component, `Real y = expression`.
  Value Run(Purpose purpose = {}) {
    const syntax::Tree& tree = parsed_.result.tree;
    for (const syntax::Element& element : tree.List(Definition().elements)) {
      const syntax::Component& component = tree.List(tree[element.components].components)[0];
      Lowering l = MakeLowering(purpose);
      return Lower(l, tree[component.modification].value);
    }
    return {};
  }

  FlatEquations RunEquations(Mode mode = Mode::kSymbolic) {
    const syntax::Tree& tree = parsed_.result.tree;
    EquationScope scope{context_, text_, mode};
    FlatEquations out;
    for (const syntax::Section& section : tree.List(Definition().sections)) {
      LowerEquations(scope, tree.List(section.equations), out);
    }
    return out;
  }

  // The texts of the messages, one line each.
  std::string Messages() {
    std::string text;
    for (const Diagnostic& d : context_.reporter.Take()) text += d.message + "\n";
    return text;
  }

 private:
  const syntax::ClassDefinition& Definition() {
    return parsed_.Store().definition(FindModel(parsed_.Store()).value());
  }

  Parsed parsed_;
  System system_;
  Context context_;
  TextScope text_;
};

}  // namespace daedalus::semantics
