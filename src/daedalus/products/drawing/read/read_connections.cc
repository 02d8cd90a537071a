#include "daedalus/products/drawing/read/read_connections.h"

#include "daedalus/language/library/annotations.h"
#include "daedalus/language/scope/deselection.h"
#include "daedalus/language/syntax/unparse.h"
#include "daedalus/products/drawing/read/read_shapes.h"

namespace daedalus::drawing {
namespace {

using syntax::Equation;
using syntax::EquationKind;
using syntax::Tree;

class ConnectionReader {
 public:
  ConnectionReader(ReadContext& read, const Instance& instance, const std::set<std::string>& absent)
      : read_(read), instance_(instance), absent_(absent) {}

  void ReadPart(const LayerPart& part) {
    part_ = part;
    at_ = TextOfPart(read_, instance_, part.part);
    const library::ClassStore& store = read_.semantics.envs.store();
    const library::ClassId cls = read_.semantics.envs[instance_.env].parts[part.part].cls;
    for (const syntax::Section& section : at_.tree->List(store.definition(cls).sections)) {
      if (section.kind == syntax::SectionKind::kEquation) ReadEquations(section.equations, false);
    }
  }

  std::vector<ConnectionLine> Take() { return std::move(lines_); }

 private:
  void ReadEquations(syntax::Range<Equation> equations, bool is_undecided) {
    for (const Equation& equation : at_.tree->List(equations)) {
      if (equation.kind == EquationKind::kConnect) ReadConnect(equation, is_undecided);
      if (equation.kind == EquationKind::kFor) ReadEquations(equation.body, is_undecided);
      if (equation.kind == EquationKind::kIf) ReadBranches(equation, is_undecided);
    }
  }

  void ReadBranches(const Equation& equation, bool is_undecided) {
    for (const syntax::EquationBranch& branch : at_.tree->List(equation.branches)) {
      const Condition condition =
          branch.condition.IsValid() ? EvaluateCondition(read_, at_, branch.condition) : Condition::kTrue;
      if (condition == Condition::kFalse) continue;
      is_undecided = is_undecided || condition == Condition::kUnknown;
      ReadEquations(branch.body, is_undecided);
      if (condition == Condition::kTrue) return;
    }
  }

  bool IsAbsent(syntax::ExpressionId end) {
    const syntax::Expression& e = (*at_.tree)[end];
    if (e.kind != syntax::ExpressionKind::kReference) return true;
    const auto parts = at_.tree->List(at_.tree->ReferenceOf(e).parts);
    return parts.empty() || absent_.contains(std::string(at_.tree->Text(parts[0].name)));
  }

  void ReadConnect(const Equation& equation, bool is_undecided) {
    const Tree& tree = *at_.tree;
    if (!equation.left.IsValid() || !equation.right.IsValid()) return;
    const auto& parts = read_.semantics.envs[instance_.env].parts;
    if (IsAbsent(equation.left) || IsAbsent(equation.right)) return;
    if (scope::IsDeselected(parts, part_.part, tree, equation)) return;
    ConnectionLine line;
    line.from = JoinNames(instance_.name, syntax::Unparse(tree, equation.left));
    line.to = JoinNames(instance_.name, syntax::Unparse(tree, equation.right));
    line.is_undecided = is_undecided;
    line.span = tree.SpanOf(equation);
    if (equation.description.IsValid()) ReadShapes(tree[equation.description].annotation, line);
    lines_.push_back(std::move(line));
  }

  void ReadShapes(syntax::ModificationId annotation, ConnectionLine& line) {
    const Tree& tree = *at_.tree;
    const syntax::Modifier* entry = library::FindEntry(tree, annotation, "Line");
    if (entry == nullptr) return;
    RecordReader record(read_, at_, entry->modification);
    Shape shape = ReadLine(record);
    const std::vector<Point> points = std::get<LineForm>(shape.form).points;
    if (points.size() < 2) return;
    shape.map = Compose(part_.map, shape.map);
    line.shapes.push_back(std::move(shape));
    const MacroLookup macros = [&line](std::string_view macro) -> std::optional<std::string> {
      if (macro == "first") return LastName(line.from);
      if (macro == "second") return LastName(line.to);
      return std::nullopt;
    };
    for (const syntax::Modifier& other : tree.List(tree[annotation].modifiers)) {
      if (other.kind != syntax::ModifierKind::kElement) continue;
      const syntax::NameId name = tree.SimpleName(other.name);
      if (!name.IsValid() || tree.Text(name) != "Text") continue;
      RecordReader text(read_, at_, other.modification);
      Shape label = ReadLabel(text, points, macros);
      label.map = Compose(part_.map, label.map);
      line.shapes.push_back(std::move(label));
    }
  }

  ReadContext& read_;
  const Instance& instance_;
  const std::set<std::string>& absent_;
  LayerPart part_;
  AnnotationText at_;
  std::vector<ConnectionLine> lines_;
};

}  // namespace

std::vector<ConnectionLine> ReadConnections(ReadContext& read, const Instance& instance, const Layer& layer,
                                            const std::set<std::string>& absent) {
  ConnectionReader reader(read, instance, absent);
  for (const LayerPart& part : layer.parts) reader.ReadPart(part);
  return reader.Take();
}

}  // namespace daedalus::drawing
