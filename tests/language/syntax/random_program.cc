#include "random_program.h"

#include <fmt/format.h>

namespace daedalus::syntax {

std::string RandomProgram::Name() {
  return Pick("x", "y", "alpha", "Real", "'quoted name'", "R_1", "time", "_z");
}

std::string RandomProgram::Path() {
  return Maybe(10, ".") + List(1, 3, ".", [&] { return Name(); });
}

std::string RandomProgram::String() {
  return Pick("\"\"", "\"text\"", "\"a \\\"quoted\\\" word\"", "\"two\nlines\"", "\"\u00E4\"");
}

std::string RandomProgram::Number() {
  return Pick("0", "1", "42", "1.", ".5", "1.5e-3", "2E10");
}

std::string RandomProgram::Gap() {
  return Pick(" ", " ", " ", "\n", "\t", " /* c */ ", " // c\n");
}

// ---- Expressions ----

std::string RandomProgram::Subscripts(int depth) {
  return "[" +
         List(1, 2, ", ", [&] { return Chance(20)   ? ":"
                                       : Chance(20) ? "end"
                                                    : Expression(depth - 1); }) +
         "]";
}

std::string RandomProgram::Reference(int depth) {
  return Maybe(5, ".") + List(1, 3, ".", [&] {
           return Name() + (depth > 0 ? Maybe(20, [&] { return Subscripts(depth - 1); }) : "");
         });
}

std::string RandomProgram::ForIndices(int depth) {
  return List(1, 2, ", ", [&] { return Name() + Maybe(80, [&] { return " in " + Expression(depth - 1); }); });
}

std::string RandomProgram::NamedArguments(int depth) {
  return List(1, 2, ", ", [&] {
    const std::string value =
        Chance(15) ? "function " + Path() + "(" + Maybe(50, [&] { return NamedArguments(depth - 1); }) + ")"
                   : Expression(depth - 1);
    return Name() + " = " + value;
  });
}

std::string RandomProgram::Arguments(int depth) {
  if (depth <= 0 || Chance(15)) return "";
  if (Chance(15)) return Expression(depth - 1) + " for " + ForIndices(depth - 1);
  if (Chance(20)) return NamedArguments(depth);
  return List(1, 3, ", ", [&] { return Expression(depth - 1); }) +
         Maybe(20, [&] { return ", " + NamedArguments(depth); });
}

std::string RandomProgram::Call(int depth) {
  return (Chance(70) ? Reference(0) : Pick("der", "initial", "pure")) + "(" + Arguments(depth) + ")";
}

std::string RandomProgram::Primary(int depth) {
  if (depth <= 0) return Chance(50) ? Name() : Number();
  switch (Below(10)) {
    case 0:
      return Number();
    case 1:
      return String();
    case 2:
      return Pick("true", "false");
    case 3:
    case 4:
      return Reference(depth - 1);
    case 5:
      return Call(depth - 1);
    case 6:
      return "(" + Expression(depth - 1) + ")" + Maybe(10, [&] { return Subscripts(depth - 1); });
    case 7:
      return "{" + List(1, 3, ", ", [&] { return Expression(depth - 1); }) + "}";
    case 8:
      return "[" + List(1, 2, "; ", [&] { return List(1, 2, ", ", [&] { return Expression(depth - 1); }); }) +
             "]";
    default:
      return "{" + Expression(depth - 1) + " for " + ForIndices(depth - 1) + "}";
  }
}

std::string RandomProgram::Sum(int depth) {
  const auto factor = [&] {
    return Primary(depth) + Maybe(15, [&] { return Pick("^", ".^ ") + Primary(depth - 1); });
  };
  const auto term = [&] {
    return factor() + Maybe(25, [&] { return Pick("*", "/", " .* ", " ./ ") + factor(); });
  };
  std::string text = Maybe(15, [&] { return Pick("-", "+", ".-", ".+"); }) + term();
  while (Chance(25)) text += Pick(" + ", " - ", " .+ ", " .- ") + term();
  return text;
}

std::string RandomProgram::Relation(int depth) {
  return Sum(depth) +
         Maybe(15, [&] { return Pick(" < ", " <= ", " > ", " >= ", " == ", " <> ") + Sum(depth); });
}

std::string RandomProgram::Logical(int depth) {
  std::string text = Maybe(10, "not ") + Relation(depth);
  while (Chance(12)) text += Pick(" and ", " or ") + Maybe(10, "not ") + Relation(depth);
  return text;
}

std::string RandomProgram::Simple(int depth) {
  return Logical(depth) + Maybe(8, [&] {
           return ":" + Logical(depth - 1) + Maybe(30, [&] { return ":" + Logical(depth - 1); });
         });
}

std::string RandomProgram::Expression(int depth) {
  if (depth <= 0 || Chance(92)) return Simple(depth);
  std::string text = "if " + Expression(depth - 1) + " then " + Expression(depth - 1);
  while (Chance(30)) text += " elseif " + Expression(depth - 1) + " then " + Expression(depth - 1);
  return text + " else " + Expression(depth - 1);
}

// ---- Modifications ----

std::string RandomProgram::DescriptionString() {
  return Maybe(25, [&] { return " " + String() + Maybe(15, [&] { return " + " + String(); }); });
}

std::string RandomProgram::Annotation(int depth) {
  return " annotation" + ClassModification(depth - 1);
}

std::string RandomProgram::Description(int depth) {
  return DescriptionString() + (depth > 0 ? Maybe(15, [&] { return Annotation(depth); }) : "");
}

std::string RandomProgram::Constraint(int depth) {
  return " constrainedby " + Path() + Maybe(40, [&] { return ClassModification(depth - 1); }) +
         Description(depth - 1);
}

std::string RandomProgram::TypePrefix() {
  return Maybe(10, [&] { return Pick("flow ", "stream "); }) +
         Maybe(30, [&] { return Pick("discrete ", "parameter ", "constant "); }) +
         Maybe(15, [&] { return Pick("input ", "output "); });
}

std::string RandomProgram::Modifier(int depth) {
  const bool is_redeclare = Chance(15);
  const bool is_replaceable = Chance(10);
  const std::string prefix = Maybe(15, "each ") + Maybe(15, "final ");
  if (!is_redeclare && !is_replaceable) return prefix + Path() + Modification(depth) + DescriptionString();
  const std::string what =
      Chance(50) ? ShortClass(depth - 1)
                 : TypePrefix() + Path() + " " + Name() + Modification(depth - 1) + Description(depth - 1);
  return std::string(is_redeclare ? "redeclare " : "") + prefix + (is_replaceable ? "replaceable " : "") +
         what + (is_replaceable ? Maybe(50, [&] { return Constraint(depth - 1); }) : "");
}

std::string RandomProgram::ClassModification(int depth, bool in_extends) {
  if (depth <= 0) return "()";
  return "(" +
         List(0, 3, ", ",
              [&] {
                if (in_extends && Chance(20)) {
                  return Chance(50) ? "break " + Name()
                                    : "break connect(" + Reference(1) + ", " + Reference(1) + ")";
                }
                return Modifier(depth - 1);
              }) +
         ")";
}

std::string RandomProgram::Modification(int depth) {
  const std::string value = Pick(" = ", "=", " := ") + (Chance(5) ? "break" : Expression(depth - 1));
  switch (Below(4)) {
    case 0:
      return "";
    case 1:
      return ClassModification(depth);
    case 2:
      return ClassModification(depth) + value;
    default:
      return value;
  }
}

// ---- Equations and statements ----

std::string RandomProgram::Equations(int depth) {
  return List(0, 3, "", [&] { return Equation(depth - 1) + Description(depth - 1) + ";" + Gap(); });
}

std::string RandomProgram::Equation(int depth) {
  switch (depth <= 0 ? Below(3) : Below(7)) {
    case 0:
      return Simple(depth) + " = " + Expression(depth);
    case 1:
      return Reference(0) + "(" + List(0, 2, ", ", [&] { return Expression(depth); }) + ")";
    case 2:
      return "connect(" + Reference(depth) + ", " + Reference(depth) + ")";
    case 3:
      return "if " + Expression(depth) + " then " + Equations(depth) +
             Maybe(40, [&] { return "elseif " + Expression(depth) + " then " + Equations(depth); }) +
             Maybe(50, [&] { return "else " + Equations(depth); }) + "end if";
    case 4:
      return "when " + Expression(depth) + " then " + Equations(depth) +
             Maybe(40, [&] { return "elsewhen " + Expression(depth) + " then " + Equations(depth); }) +
             "end when";
    case 5:
      return "(" + List(2, 3, ", ", [&] { return Maybe(80, [&] { return Reference(depth); }); }) +
             ") = " + Call(depth);
    default:
      return "for " + ForIndices(depth) + " loop " + Equations(depth) + "end for";
  }
}

std::string RandomProgram::Statements(int depth) {
  return List(0, 3, "", [&] { return Statement(depth - 1) + Description(depth - 1) + ";" + Gap(); });
}

std::string RandomProgram::Statement(int depth) {
  const std::string call = Reference(0) + "(" + List(0, 2, ", ", [&] { return Expression(depth - 1); }) + ")";
  switch (depth <= 0 ? Below(4) : Below(8)) {
    case 0:
      return Reference(depth) + " := " + Expression(depth);
    case 1:
      return call;
    case 2:
      return Pick("break", "return");
    case 3:
      return "(" + List(1, 3, ", ", [&] { return Maybe(80, [&] { return Reference(0); }); }) + ") := " + call;
    case 4:
      return "if " + Expression(depth) + " then " + Statements(depth) +
             Maybe(40, [&] { return "elseif " + Expression(depth) + " then " + Statements(depth); }) +
             Maybe(50, [&] { return "else " + Statements(depth); }) + "end if";
    case 5:
      return "when " + Expression(depth) + " then " + Statements(depth) +
             Maybe(40, [&] { return "elsewhen " + Expression(depth) + " then " + Statements(depth); }) +
             "end when";
    case 6:
      return "while " + Expression(depth) + " loop " + Statements(depth) + "end while";
    default:
      return "for " + ForIndices(depth) + " loop " + Statements(depth) + "end for";
  }
}

// ---- Classes ----

std::string RandomProgram::ClassPrefixes() {
  return Maybe(10, "partial ") + Pick("class ", "model ", "record ", "operator record ", "block ",
                                      "connector ", "expandable connector ", "type ", "package ", "function ",
                                      "pure function ", "impure operator function ", "operator function ",
                                      "operator ");
}

std::string RandomProgram::ShortClass(int depth) {
  const std::string head = ClassPrefixes() + Name() + " = ";
  switch (Below(5)) {
    case 0:
      return head + "enumeration(" +
             (Chance(20) ? ":" : List(0, 3, ", ", [&] { return Name() + Description(0); })) + ")" +
             Description(depth);
    case 1:
      return head + "der(" + Path() + ", " + List(1, 2, ", ", [&] { return Name(); }) + ")" +
             Description(depth);
    default:
      return head + Maybe(20, [&] { return Pick("input ", "output "); }) + Path() +
             Maybe(20, [&] { return Subscripts(depth - 1); }) +
             Maybe(50, [&] { return ClassModification(depth); }) + Description(depth);
  }
}

std::string RandomProgram::ComponentClause(int depth) {
  return TypePrefix() + Path() + Maybe(15, [&] { return Subscripts(depth - 1); }) + " " +
         List(1, 3, ", ", [&] {
           return Name() + Maybe(20, [&] { return Subscripts(depth - 1); }) + Modification(depth) +
                  Maybe(15, [&] { return " if " + Expression(depth - 1); }) + Description(depth);
         });
}

std::string RandomProgram::ElementItem(int depth) {
  switch (Below(8)) {
    case 0:
      return "import " + (Chance(30) ? Name() + " = " + Path() : Path() + Pick("", ".*", ".{a, b}", ".{c}")) +
             Description(0);
    case 1:
      return "extends " + Path() + Maybe(50, [&] { return ClassModification(depth, true); }) +
             Maybe(20, [&] { return Annotation(depth); });
    default:
      break;
  }
  const bool is_replaceable = Chance(15);
  return Maybe(10, "redeclare ") + Maybe(10, "final ") + Maybe(10, "inner ") + Maybe(10, "outer ") +
         (is_replaceable ? "replaceable " : "") +
         (depth > 0 && Chance(25) ? ClassDefinition(depth - 1) : ComponentClause(depth)) +
         (is_replaceable ? Maybe(50, [&] { return Constraint(depth); }) : "");
}

std::string RandomProgram::Composition(int depth) {
  const auto elements = [&] { return List(0, 3, "", [&] { return ElementItem(depth) + ";" + Gap(); }); };
  std::string text = elements();
  while (Chance(60)) {
    switch (Below(4)) {
      case 0:
        text += "public " + elements();
        break;
      case 1:
        text += "protected " + elements();
        break;
      case 2:
        text += Maybe(30, "initial ") + "equation " + Equations(depth);
        break;
      default:
        text += Maybe(30, "initial ") + "algorithm " + Statements(depth);
    }
  }
  const std::string call = Maybe(50, [&] { return Reference(0) + " = "; }) + "f(" +
                           List(0, 2, ", ", [&] { return Expression(1); }) + ")";
  text += Maybe(10, [&] {
    return "external " + Maybe(50, "\"C\" ") + Maybe(60, [&] { return call; }) +
           Maybe(30, [&] { return Annotation(depth); }) + ";";
  });
  return text + Maybe(30, [&] { return Annotation(depth) + ";"; });
}

std::string RandomProgram::LongClass(int depth) {
  const std::string name = Name();
  const std::string head = ClassPrefixes();
  const std::string extends =
      Chance(10) ? "extends " + name + Maybe(50, [&] { return ClassModification(depth); }) : name;
  return head + extends + DescriptionString() + Gap() + Composition(depth) + Gap() + "end " + name;
}

std::string RandomProgram::ClassDefinition(int depth) {
  return Maybe(10, "encapsulated ") + (depth > 0 && Chance(60) ? LongClass(depth) : ShortClass(depth));
}

std::string RandomProgram::File() {
  std::string text = Maybe(10, "\xEF\xBB\xBF") + Maybe(30, "// head\n") +
                     Maybe(40, [&] { return "within " + Maybe(70, [&] { return Path(); }) + ";"; });
  return text +
         List(1, 3, "\n", [&] { return Gap() + Maybe(10, "final ") + ClassDefinition(4) + ";" + Gap(); });
}

// ---- Expressions with a known shape ----

RandomProgram::Shaped RandomProgram::ShapedPrimary(int depth) {
  if (depth <= 0 || Chance(50)) {
    const std::string name = Chance(50) ? Name() : Number();
    return {name, name};
  }
  if (Chance(25)) {
    const Shaped a = ShapedExpression(depth - 1);
    const Shaped b = ShapedExpression(depth - 1);
    return {fmt::format("f({},{}{})", a.text, Gap(), b.text),
            fmt::format("(call f {} {})", a.shape, b.shape)};
  }
  const Shaped inner = ShapedExpression(depth - 1);
  return {fmt::format("({}{})", Gap(), inner.text), inner.shape};
}

// One rule of the grammar for each level; see parse_expression.cc.
RandomProgram::Shaped RandomProgram::Level(int level, int depth) {
  if (level == 8) return ShapedPrimary(depth);
  if (level == 3) {
    const Shaped operand = Level(4, depth);
    return Chance(20) ? Shaped{"not " + operand.text, "(not " + operand.shape + ")"} : operand;
  }
  Shaped first = Level(level + 1, depth);
  if (level == 5 && Chance(15)) {
    const std::string sign = Pick("-", "+");
    first = {sign + Gap() + first.text, "(" + sign + " " + first.shape + ")"};
  }
  const bool chains = level != 4 && level != 7;
  const int count = Chance(70) ? 0 : chains ? 1 + Below(3) : 1;
  if (count == 0) return first;
  Shaped result{first.text, "(" + first.shape};
  for (int i = 0; i < count; ++i) {
    const std::string op = level == 1   ? "or"
                           : level == 2 ? "and"
                           : level == 4 ? Pick("<", "<=", "==", "<>")
                           : level == 5 ? Pick("+", "-", ".+", ".-")
                           : level == 6 ? Pick("*", "/", ".*", "./")
                                        : Pick("^", ".^");
    const Shaped operand = Level(level + 1, depth);
    result.text += " " + op + Gap() + operand.text;
    result.shape += " " + op + " " + operand.shape;
  }
  result.shape += ")";
  return result;
}

RandomProgram::Shaped RandomProgram::ShapedExpression(int depth) {
  if (depth > 0 && Chance(10)) {
    const Shaped a = ShapedExpression(depth - 1);
    const Shaped b = ShapedExpression(depth - 1);
    const Shaped c = ShapedExpression(depth - 1);
    return {fmt::format("if {} then {} else {}", a.text, b.text, c.text),
            fmt::format("(if {} {} {})", a.shape, b.shape, c.shape)};
  }
  return Level(1, depth);
}

}  // namespace daedalus::syntax
