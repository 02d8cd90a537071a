// Models of components in C++: parts with ports, and connections between them. A class or function of C++
// defines a part:
//
//   const PortKind kPin = {{"v"}, {.name = "i", .is_flow = true}};
//
//   struct Resistor {
//     Port p, n;
//     Resistor(const Part& part, double resistance) : p(part.AddPort("p", kPin)), n(part.AddPort("n", kPin))
//     {
//       const Expr R = part.Parameter("R", resistance);
//       part.Equation(p["v"] - n["v"] == R * p["i"]);
//       part.Equation(p["i"] + n["i"] == 0);
//     }
//   };
//
//   Assembly a("Divider");
//   Resistor upper(a.top().Add("upper"), 100), lower(a.top().Add("lower"), 200);
//   a.top().Connect(upper.n, lower.p);
//   System s = std::move(a).Build().value();
//
// The variables are called upper.p.v and so on. Connections mean what they mean in Modelica
// (connect/connection_sets.h): potentials are equal, flows add to zero, and a flow to which nothing is
// connected is zero. A part may consist of parts and have ports of its own; a connection is made by the part
// in which it lies, between its own ports and those of the parts that it has directly, so that flows get
// their signs. There are no streams, expandable or overdetermined connectors here: these are for the
// language.
//
// Build returns a System, or all mistakes at once as diagnostics. Equations of a connection remember the line
// of C++ that connects.
#pragma once

#include <cstdint>
#include <deque>
#include <source_location>
#include <string>
#include <string_view>
#include <vector>

#include "daedalus/system/builder.h"

namespace daedalus::compose {

// One variable of a kind of port. What flows is counted into the part.
struct PortVariable {
  std::string name;
  bool is_flow = false;
  VariableAttributes attributes = {};
};
using PortKind = std::vector<PortVariable>;

class Assembly;

// A port of a part. A handle, as the part itself: good as long as the assembly is.
class Port {
 public:
  // One of its variables.
  Expr operator[](std::string_view variable) const;

 private:
  friend class Part;
  Port(Assembly* assembly, std::uint32_t index) : assembly_(assembly), index_(index) {}
  Assembly* assembly_;
  std::uint32_t index_;
};

// A component, or the model itself. All names are inside of it.
class Part {
 public:
  Part Add(const std::string& name, const Place& where = std::source_location::current()) const;
  Port AddPort(const std::string& name, const PortKind& kind,
               const Place& where = std::source_location::current()) const;
  void Connect(const Port& a, const Port& b, const Place& where = std::source_location::current()) const;

  Expr Variable(const std::string& name, const VariableAttributes& attributes = {}) const;
  Expr Input(const std::string& name, const VariableAttributes& attributes = {},
             const Place& where = std::source_location::current()) const;
  Expr Parameter(const std::string& name, const Expr& value,
                 const ParameterAttributes& attributes = {}) const;
  Expr Time() const;
  void Equation(const EquationExpr& equation, const Place& where = std::source_location::current()) const;
  void InitialEquation(const EquationExpr& equation,
                       const Place& where = std::source_location::current()) const;
  void Assert(const Expr& condition, const std::string& message,
              const Place& where = std::source_location::current()) const;

 private:
  friend class Assembly;
  Part(Assembly* assembly, std::uint32_t index) : assembly_(assembly), index_(index) {}
  Assembly* assembly_;
  std::uint32_t index_;
};

class Assembly {
 public:
  explicit Assembly(const std::string& name, const std::string& description = {});
  Assembly(const Assembly&) = delete;  // parts and ports point to it
  Assembly& operator=(const Assembly&) = delete;

  Part top() { return Part(this, 0); }
  void Experiment(const ::daedalus::Experiment& experiment) { model_.Experiment(experiment); }

  // Ends the assembly: parts, ports and expressions made with it must not be used any more.
  Result<System> Build() &&;

 private:
  friend class Part;
  friend class Port;
  struct PartData {
    std::string path;  // "" at the top, else with a dot at its end
    std::uint32_t parent = 0;
    std::vector<std::string> names;  // of its parts and ports
  };
  struct PortData {
    std::string path;
    std::uint32_t part = 0;
    std::uint32_t first_variable = 0;  // of variables_
    PortKind kind;
    Place where;
  };
  struct PortValue {
    Expr value;
    bool is_flow = false;
    std::uint32_t port = 0;
  };
  struct Statement {
    std::uint32_t part = 0, a = 0, b = 0;  // a and b: ports
    Place where;
  };

  void TakeName(PartData& part, const std::string& name, const Place& where);
  void AddStatement(const Statement& statement);
  bool IsWithinReach(const Statement& statement, std::uint32_t port);
  bool AreAlike(const Statement& statement);
  void ConnectAll();

  Model model_;
  Diagnostics diagnostics_;
  std::deque<PartData> parts_;
  std::deque<PortData> ports_;
  std::vector<PortValue> variables_;
  std::vector<Statement> statements_;
};

}  // namespace daedalus::compose
