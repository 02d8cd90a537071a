// Random models of blocks, connectors, buses and modifiers: mutation of tokens (token_mutation.h) seldom
// makes two statements that fit each other, and defects of connections need three or four of them.
//
// Most of these models follow the grammar; about half of them have mistakes of meaning.
#pragma once

#include <cctype>
#include <cstdint>
#include <initializer_list>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace daedalus::fuzz {

class RandomModel {
 public:
  explicit RandomModel(std::uint32_t seed) : random_(seed) {}

  std::string Text() {
    return Connectors() + Block("A", "") + Block("B", Often() ? "extends A;" : "") + Owner() + Model();
  }

 private:
  using Choices = std::initializer_list<std::string_view>;

  std::size_t Pick(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_); }
  bool Often() { return Pick(2) == 0; }
  bool Rarely() { return Pick(20) == 0; }
  std::string OneOf(Choices choices) { return std::string(choices.begin()[Pick(choices.size())]); }
  std::string Sometimes(std::string text) { return Often() ? std::move(text) : std::string(); }

  std::string Seldom(std::string text) { return Rarely() ? std::move(text) : std::string(); }

  // A value of the type that the first letter of a connector or component says: r, b, n.
  std::string Value(char type) { return Rarely() ? Mistake() : Often() ? Constant(type) : Varying(type); }
  std::string Mistake() {
    return OneOf(
        {"{1, 2}", "pre(s)", "x", "time", "time > 0.5", "sample(0, 1)", "1.5", "p", "size({1, 2}, 1)"});
  }
  // Of parameters: they may stand everywhere.
  std::string Constant(char type) {
    switch (type) {
      case 'b':
        return OneOf({"true", "false", "p", "not p", "n > 1"});
      case 'n':
        return OneOf({"1", "n", "2*n", "if p then 1 else 2"});
      default:
        return OneOf({"0", "q", "n", "-q"});
    }
  }
  std::string Varying(char type) {
    switch (type) {
      case 'b':
        return OneOf({"time > 0.5", "pre(s)", "sample(0, 1)", "s"});
      case 'n':
        return OneOf({"integer(3*time)", "if time > 1 then n else 2"});
      default:
        return OneOf({"time", "sin(q*time)", "x", "if p then 1 else time"});
    }
  }

  // ---- Classes ----

  std::string Connectors() {
    return "connector Pin Real v; flow Real i; end Pin;\n"
           "connector RI = input Real; connector RO = output Real; connector BI = input Boolean;\n"
           "connector BO = output Boolean; connector NI = input Integer; connector NO = output Integer;\n"
           "record Rec Real r = 1; Integer n = 2; Boolean b; end Rec;\n"
           "connector RecO = output Rec;\n"
           "expandable connector Bus " +
           Sometimes("Real r;") + Sometimes("Boolean b;") + Sometimes("Pin pin;") + Sometimes("RO y[2];") +
           " end Bus;\nexpandable connector Outer Bus sub; " + Sometimes("Integer n;") + " end Outer;\n";
  }

  // With connectors that have values, have none, or get them by equations.
  std::string Block(const std::string& name, std::string_view base) {
    std::string text = "model " + name + " " + std::string(base) + " ";
    if (!base.empty())
      return text + (Rarely() ? "Real q = 1;" : OneOf({"", "Real own = q;"})) + " end " + name + ";\n";
    text += "parameter Boolean p = false; parameter Real q = 2; parameter Integer n = 3; ";
    for (const std::string_view connector : {"RO r", "BO b", "NO n1", "RI ri", "BI bi", "NI ni"}) {
      const char type = static_cast<char>(std::tolower(connector[0]));
      // An input that nothing else gives a value needs one: few connections lead to inputs.
      const bool has_value = connector[1] == 'O' ? Often() : !Rarely();
      text += std::string(connector) + (has_value ? " = " + Value(type) : std::string()) + "; ";
    }
    return text + "Boolean s(start = false) = " + OneOf({"pre(bi)", "ri > 1", "p"}) + "; Real x = q; " +
           "Pin pin; " + Sometimes("Rec rec;") + " end " + name + ";\n";
  }

  // A model that has parts of its own.
  std::string Owner() {
    return "model Owner parameter Boolean p = true; parameter Real q = 1; parameter Integer n = 1; Real x = "
           "q; "
           "Boolean s = p; replaceable " +
           OneOf({"A", "B"}) + " a" + Modifiers() + Sometimes(" constrainedby A" + Modifiers()) +
           "; Bus bus" + Seldom("[2]") + "; " + Sometimes("RI ri" + Sometimes(" = q") + "; ") + "equation " +
           Connect({"a."}, {"a.", "bus"}, {"bus"}) + Connect({"a."}, {"a.", "bus"}, {"bus"}) + "end Owner;\n";
  }

  std::string Modifiers() {
    std::string list;
    for (std::size_t count = Pick(3); count > 0; --count) {
      const std::string name = OneOf({"r", "b", "n1", "r", "b", "n1", "p", "q", "n", "s", "x", "ri"});
      if (list.find(name) != std::string::npos && !Rarely()) continue;
      const char type = name == "p" || name == "s" ? 'b' : name == "q" || name == "x" ? 'r' : name[0];
      const bool is_start = Pick(4) == 0, is_constant = is_start || name == "p" || name == "q" || name == "n";
      std::string one =
          name + (is_start ? "(start = " : " = ") + (is_constant && !Rarely() ? Constant(type) : Value(type));
      if (one.find('(') != std::string::npos && one.find("start") != std::string::npos) one += ")";
      list += (list.empty() ? "" : ", ") + Seldom(OneOf({"each ", "final "})) + one;
    }
    return list.empty() ? list : "(" + list + ")";
  }

  // ---- The model ----

  std::string Model() {
    std::string text =
        "model M parameter Boolean p = true; parameter Real q = 1; parameter Integer n = 1;\n"
        "Real x = time; Boolean s = time > 1;\n";
    text += "A a" + Seldom("[2]") + Modifiers() + Seldom(" if p") + "; B c" + Modifiers() + ";\n";
    text += "Owner o(" + OneOf({"redeclare B a" + Modifiers(), "a" + Modifiers(), "p = p", "q = 2"}) + ");\n";
    text += "Bus bus" + Seldom("[2]") + "; Outer top; " + Sometimes("Pin pin; ") + "\nequation\n";
    for (std::size_t count = 1 + Pick(5); count > 0; --count)
      text +=
          Connect({"a.", "c."}, {"a.", "c.", "bus", "bus", "o.bus", "top.sub"}, {"bus", "o.bus", "top.sub"});
    return text + "end M;\n";
  }

  // A connector of a block, a bus as a whole, or something on it: of the type r, b, n, or p for a pin.
  std::string End(Choices owners, char type) {
    const std::string owner = OneOf(owners), letter(1, Rarely() ? "rbnp"[Pick(4)] : type);
    if (owner.back() == '.') {
      if (letter == "p") return owner + "pin";
      return owner + (Often() ? letter + "i" : letter == "n" ? "n1" : letter);
    }
    if (letter == "p") return owner + OneOf({".pin", ".other"});
    return owner + OneOf({".", ".new", ".m"}) + (Often() ? letter : letter + OneOf({"", "[1]", "[2]"}));
  }
  // One of the sides is declared, mostly.
  std::string Connect(Choices blocks, Choices owners, Choices buses) {
    if (Pick(4) == 0) return "  connect(" + OneOf(buses) + ", " + OneOf(buses) + ");\n";
    const char type = "rbnp"[Pick(4)];
    return "  connect(" + End(Rarely() ? owners : blocks, type) + ", " + End(owners, type) + ");\n";
  }

  std::mt19937 random_;
};

}  // namespace daedalus::fuzz
