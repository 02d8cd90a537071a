#include "model_builder.h"

#include <fmt/format.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "daedalus/system/compose/assembly.h"
#include "errors.h"
#include "loaded_model.h"

namespace nb = nanobind;

namespace daedalus::python {
namespace {

// The assembly, until it is built. Parts, ports and expressions refer to it.
class Construction {
 public:
  Construction(const std::string& name, const std::string& description) : assembly_(name, description) {}

  compose::Assembly& open() {
    if (is_built_) throw UsageError(UsageError::Kind::kClosed, "the model is built: nothing can be added");
    return assembly_;
  }
  std::shared_ptr<const LoadedModel> Build() {
    auto system = std::move(open()).Build();
    is_built_ = true;
    const Sources none;
    return LoadedModel::FromSystem(OrThrow(std::move(system), none));
  }

 private:
  compose::Assembly assembly_;
  bool is_built_ = false;
};
using ConstructionPointer = std::shared_ptr<Construction>;

// An expression of a construction; a plain number has none.
struct Expression {
  ConstructionPointer of;
  Expr value;
};

struct PythonPart {
  ConstructionPointer of;
  compose::Part part;
};

struct PythonPort {
  ConstructionPointer of;
  compose::Port port;
};

// The construction that operands have in common.
ConstructionPointer Common(const std::vector<Expression>& operands) {
  ConstructionPointer out;
  for (const Expression& operand : operands) {
    if (!operand.of) continue;
    static_cast<void>(operand.of->open());
    if (out && out != operand.of) throw BadOption("the expression mixes variables of two models");
    out = operand.of;
  }
  return out;
}

// The same for what goes into a model.
const Expr& Checked(const ConstructionPointer& of, const Expression& expression) {
  static_cast<void>(of->open());
  if (expression.of && expression.of != of) throw BadOption("the expression has variables of another model");
  return expression.value;
}

using One = Expr (*)(const Expr&);
using Two = Expr (*)(const Expr&, const Expr&);

const std::map<std::string, One>& FunctionsOfOne() {
  static const std::map<std::string, One> all = {{"der", der},
                                                 {"neg", [](const Expr& x) { return -x; }},
                                                 {"not", [](const Expr& x) { return !x; }},
                                                 {"abs", abs},
                                                 {"sign", sign},
                                                 {"sqrt", sqrt},
                                                 {"exp", exp},
                                                 {"log", log},
                                                 {"log10", log10},
                                                 {"sin", sin},
                                                 {"cos", cos},
                                                 {"tan", tan},
                                                 {"asin", asin},
                                                 {"acos", acos},
                                                 {"atan", atan},
                                                 {"sinh", sinh},
                                                 {"cosh", cosh},
                                                 {"tanh", tanh},
                                                 {"floor", floor},
                                                 {"ceil", ceil},
                                                 {"no_event", noEvent}};
  return all;
}

const std::map<std::string, Two>& FunctionsOfTwo() {
  static const std::map<std::string, Two> all = {
      {"add", [](const Expr& a, const Expr& b) { return a + b; }},
      {"sub", [](const Expr& a, const Expr& b) { return a - b; }},
      {"mul", [](const Expr& a, const Expr& b) { return a * b; }},
      {"div", [](const Expr& a, const Expr& b) { return a / b; }},
      {"eq", [](const Expr& a, const Expr& b) -> Expr { return a == b; }},
      {"ne", [](const Expr& a, const Expr& b) { return a != b; }},
      {"lt", [](const Expr& a, const Expr& b) { return a < b; }},
      {"le", [](const Expr& a, const Expr& b) { return a <= b; }},
      {"gt", [](const Expr& a, const Expr& b) { return a > b; }},
      {"ge", [](const Expr& a, const Expr& b) { return a >= b; }},
      {"and", [](const Expr& a, const Expr& b) { return a && b; }},
      {"or", [](const Expr& a, const Expr& b) { return a || b; }},
      {"pow", pow},
      {"atan2", atan2},
      {"floordiv", [](const Expr& a, const Expr& b) { return floor(a / b); }},
      {"mod", mod},
      {"min", min},
      {"max", max}};
  return all;
}

// `function` of the operands. A number alone is no expression of a model, so one operand must be one.
Expression Combined(const std::string& function, const std::vector<Expression>& operands) {
  const ConstructionPointer of = Common(operands);
  if (!of) throw BadOption("the expression has no variable or parameter");
  if (operands.size() == 1) {
    const auto found = FunctionsOfOne().find(function);
    if (found != FunctionsOfOne().end()) return {of, found->second(operands[0].value)};
  } else if (operands.size() == 2) {
    const auto found = FunctionsOfTwo().find(function);
    if (found != FunctionsOfTwo().end()) return {of, found->second(operands[0].value, operands[1].value)};
  } else if (operands.size() == 3 && function == "if") {
    return {of, If(operands[0].value, operands[1].value, operands[2].value)};
  }
  throw BadOption(fmt::format("there is no function {} of {} operands", function, operands.size()));
}

ValueType TypeOf(const std::string& word) {
  if (word == "Real") return ValueType::kReal;
  if (word == "Integer") return ValueType::kInteger;
  if (word == "Boolean") return ValueType::kBoolean;
  throw BadOption(fmt::format("{:?} is not one of: Real, Integer, Boolean", word));
}

Causality CausalityOf(const std::string& word) {
  return word == "output" ? Causality::kOutput : Causality::kLocal;
}

// Attributes of a declaration, as a dict that building.py has filled in.
VariableAttributes ReadAttributes(const ConstructionPointer& of, const nb::dict& given) {
  static_cast<void>(of->open());
  VariableAttributes out;
  const auto expression = [&](const char* name, std::optional<Expr>& into) {
    if (given.contains(name)) into = Checked(of, nb::cast<Expression>(given[name]));
  };
  const auto text = [&](const char* name, std::string& into) {
    if (given.contains(name)) into = nb::cast<std::string>(given[name]);
  };
  expression("start", out.start);
  expression("min", out.min);
  expression("max", out.max);
  expression("nominal", out.nominal);
  text("unit", out.unit);
  text("description", out.description);
  if (given.contains("fixed")) out.fixed = nb::cast<bool>(given["fixed"]);
  if (given.contains("type")) out.type = TypeOf(nb::cast<std::string>(given["type"]));
  if (given.contains("causality")) out.causality = CausalityOf(nb::cast<std::string>(given["causality"]));
  return out;
}

Expression AddVariable(const PythonPart& part, const std::string& name, const nb::dict& attributes) {
  return {part.of, part.part.Variable(name, ReadAttributes(part.of, attributes))};
}

Expression AddInput(const PythonPart& part, const std::string& name, const nb::dict& attributes,
                    const std::string& place) {
  return {part.of, part.part.Input(name, ReadAttributes(part.of, attributes), Place(place))};
}

Expression AddParameter(const PythonPart& part, const std::string& name, const Expression& value,
                        const std::string& unit, const std::string& description, const std::string& type) {
  return {part.of, part.part.Parameter(name, Checked(part.of, value),
                                       {.unit = unit, .description = description, .type = TypeOf(type)})};
}

void AddEquation(const PythonPart& part, const Expression& left, const Expression& right, bool is_initial,
                 const std::string& place) {
  const EquationExpr equation{Checked(part.of, left), Checked(part.of, right)};
  if (is_initial) {
    part.part.InitialEquation(equation, Place(place));
  } else {
    part.part.Equation(equation, Place(place));
  }
}

// `kind`: name and whether it flows, of each variable.
PythonPort AddPort(const PythonPart& part, const std::string& name,
                   const std::vector<std::pair<std::string, bool>>& kind, const std::string& place) {
  static_cast<void>(part.of->open());
  compose::PortKind variables;
  for (const auto& [variable, flows] : kind) variables.push_back({variable, flows, {}});
  return {part.of, part.part.AddPort(name, variables, Place(place))};
}

void Connect(const PythonPart& part, const PythonPort& a, const PythonPort& b, const std::string& place) {
  static_cast<void>(part.of->open());
  if (a.of != part.of || b.of != part.of) throw BadOption("the connection has a port of another model");
  part.part.Connect(a.port, b.port, Place(place));
}

void SetExperiment(const ConstructionPointer& of, std::optional<double> start, std::optional<double> stop,
                   std::optional<double> interval, std::optional<double> tolerance) {
  Experiment experiment;
  experiment.start_time = start;
  experiment.stop_time = stop;
  experiment.interval = interval;
  experiment.tolerance = tolerance;
  of->open().Experiment(experiment);
}

}  // namespace

void BindModelBuilder(nb::module_& m) {
  nb::class_<Expression>(m, "Expression", "An expression of a model that is being built.")
      .def_static(
          "number", [](double value) { return Expression{nullptr, Expr(value)}; }, nb::arg("value"))
      .def_static("combine", &Combined, nb::arg("function"), nb::arg("operands"));
  nb::class_<PythonPort>(m, "Port", "A port of a part.")
      .def(
          "variable",
          [](const PythonPort& port, const std::string& name) {
            static_cast<void>(port.of->open());
            return Expression{port.of, port.port[name]};
          },
          nb::arg("name"));
  nb::class_<PythonPart>(m, "Part", "A component of a model that is being built, or the model itself.")
      .def("variable", &AddVariable, nb::arg("name"), nb::arg("attributes"))
      .def("input", &AddInput, nb::arg("name"), nb::arg("attributes"), nb::arg("place"))
      .def("parameter", &AddParameter, nb::arg("name"), nb::arg("value"), nb::arg("unit"),
           nb::arg("description"), nb::arg("type"))
      .def("equation", &AddEquation, nb::arg("left"), nb::arg("right"), nb::arg("initial"), nb::arg("place"))
      .def(
          "check",
          [](const PythonPart& part, const Expression& condition, const std::string& message,
             const std::string& place) {
            part.part.Assert(Checked(part.of, condition), message, Place(place));
          },
          nb::arg("condition"), nb::arg("message"), nb::arg("place"))
      .def("time",
           [](const PythonPart& part) {
             static_cast<void>(part.of->open());
             return Expression{part.of, part.part.Time()};
           })
      .def(
          "part",
          [](const PythonPart& part, const std::string& name, const std::string& place) {
            static_cast<void>(part.of->open());
            return PythonPart{part.of, part.part.Add(name, Place(place))};
          },
          nb::arg("name"), nb::arg("place"))
      .def("port", &AddPort, nb::arg("name"), nb::arg("kind"), nb::arg("place"))
      .def("connect", &Connect, nb::arg("a"), nb::arg("b"), nb::arg("place"));
  nb::class_<Construction>(m, "Construction", "A model that is being built.")
      .def(nb::init<const std::string&, const std::string&>(), nb::arg("name"), nb::arg("description"))
      .def("experiment", &SetExperiment, nb::arg("start").none(), nb::arg("stop").none(),
           nb::arg("interval").none(), nb::arg("tolerance").none())
      .def("build", &Construction::Build);
  m.def(
      "top_of", [](const ConstructionPointer& of) { return PythonPart{of, of->open().top()}; },
      nb::arg("construction"));
}

}  // namespace daedalus::python
