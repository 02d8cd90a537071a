// Random Modelica texts, from the grammar alone: whatever comes out is syntactically right and means nothing.
#pragma once

#include <random>
#include <string>

namespace daedalus::syntax {

class RandomProgram {
 public:
  explicit RandomProgram(std::uint64_t seed) : engine_(seed) {}

  std::string File();

  struct Shaped {
    std::string text;   // with blanks, comments and redundant parentheses where they may stand
    std::string shape;  // what Shape() must say about the parsed text
  };
  Shaped ShapedExpression(int depth);

 private:
  int Below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(engine_); }
  bool Chance(int percent) { return Below(100) < percent; }
  template <class... Texts>
  std::string Pick(Texts... texts) {
    const char* const all[] = {texts...};
    return all[Below(sizeof...(texts))];
  }
  std::string Maybe(int percent, const char* text) { return Chance(percent) ? text : ""; }
  template <class Part>
  std::string Maybe(int percent, Part part) {
    return Chance(percent) ? std::string(part()) : std::string();
  }
  template <class Part>
  std::string List(int min, int max, const char* separator, Part part) {
    std::string text;
    for (int i = 0, n = min + Below(max - min + 1); i < n; ++i) text += (i > 0 ? separator : "") + part();
    return text;
  }

  std::string Name();
  std::string Path();
  std::string String();
  std::string Number();
  std::string Gap();
  std::string Reference(int depth);
  std::string Subscripts(int depth);
  std::string Expression(int depth);
  std::string Simple(int depth);
  std::string Logical(int depth);
  std::string Relation(int depth);
  std::string Sum(int depth);
  std::string Primary(int depth);
  std::string Arguments(int depth);
  std::string NamedArguments(int depth);
  std::string ForIndices(int depth);
  std::string Call(int depth);

  std::string Description(int depth);
  std::string DescriptionString();
  std::string Annotation(int depth);
  std::string ClassModification(int depth, bool in_extends = false);
  std::string Modification(int depth);
  std::string Modifier(int depth);
  std::string Constraint(int depth);
  std::string TypePrefix();

  std::string Equation(int depth);
  std::string Equations(int depth);
  std::string Statement(int depth);
  std::string Statements(int depth);

  std::string ClassPrefixes();
  std::string ClassDefinition(int depth);
  std::string ShortClass(int depth);
  std::string LongClass(int depth);
  std::string Composition(int depth);
  std::string ElementItem(int depth);
  std::string ComponentClause(int depth);

  Shaped Level(int level, int depth);
  Shaped ShapedPrimary(int depth);

  std::mt19937_64 engine_;
};

}  // namespace daedalus::syntax
