#include "daedalus/products/ide/completion.h"

#include <algorithm>
#include <set>

#include "daedalus/language/semantics/expressions/builtin_functions.h"
#include "daedalus/language/syntax/unparse.h"
#include "daedalus/products/ide/describe.h"
#include "daedalus/products/ide/units_offered.h"

namespace daedalus::ide {
namespace {

using scope::EnvId;
using scope::Scope;
using syntax::NameId;
using ProposalKind = Proposal::Kind;

constexpr std::string_view kDeclarationWords[] = {
    "algorithm", "annotation",  "block",        "class",     "connector",   "constant", "constrainedby",
    "discrete",  "each",        "encapsulated", "end",       "enumeration", "equation", "expandable",
    "extends",   "external",    "final",        "flow",      "function",    "import",   "impure",
    "initial",   "inner",       "input",        "model",     "operator",    "outer",    "output",
    "package",   "parameter",   "partial",      "protected", "public",      "pure",     "record",
    "redeclare", "replaceable", "stream",       "type",      "within"};
constexpr std::string_view kBehaviourWords[] = {
    "algorithm", "and", "annotation", "break",  "connect", "der",  "else",    "elseif",
    "elsewhen",  "end", "equation",   "for",    "if",      "in",   "initial", "loop",
    "not",       "or",  "protected",  "public", "return",  "then", "when",    "while"};
constexpr std::string_view kExpressionWords[] = {"and", "der", "else", "elseif", "end",  "false", "for",
                                                 "if",  "in",  "not",  "or",     "then", "true"};
constexpr std::string_view kAnnotations[] = {
    "choices",       "choicesAllMatching", "conversion", "derivative",          "Diagram",  "Dialog",
    "Documentation", "Evaluate",           "experiment", "HideResult",          "Icon",     "Inline",
    "inverse",       "LateInline",         "Library",    "missingInnerMessage", "obsolete", "Placement",
    "preferredView", "smoothOrder",        "TestCase",   "unassignedMessage",   "uses",     "version",
    "versionDate"};

constexpr std::string_view kAttributesOfReal[] = {
    "displayUnit", "fixed", "max", "min", "nominal", "quantity", "start", "stateSelect", "unbounded", "unit"};
constexpr std::string_view kAttributesOfOthers[] = {"fixed", "max", "min", "quantity", "start"};

ProposalKind KindOfClass(syntax::ClassKind kind) {
  switch (kind) {
    case syntax::ClassKind::kPackage:
      return ProposalKind::kPackage;
    case syntax::ClassKind::kFunction:
    case syntax::ClassKind::kOperatorFunction:
      return ProposalKind::kFunction;
    case syntax::ClassKind::kType:
      return ProposalKind::kType;
    default:
      return ProposalKind::kClass;
  }
}

ProposalKind KindOfComponent(const scope::Member& m) {
  if (m.variability == syntax::Variability::kParameter) return ProposalKind::kParameter;
  if (m.variability == syntax::Variability::kConstant) return ProposalKind::kConstant;
  return ProposalKind::kComponent;
}

class Completer {
 public:
  Completer(World& world, const Cursor& cursor, std::size_t offset)
      : world_(world), cursor_(cursor), resolver_(world, world.tree()) {
    cls_ = ClassAt(world.tree(), offset);
    scope_ = world.ScopeOf(world.tree(), cls_);
  }

  std::vector<Proposal> Complete() {
    if (cursor_.kind == Cursor::Kind::kNowhere) return {};
    if (cursor_.kind == Cursor::Kind::kUnit) {
      for (const OfferedUnit& unit : OfferedUnits())
        Add(ProposalKind::kUnit, unit.text, {}, std::string(unit.quantity));
    } else if (cursor_.has_dot) {
      AfterDot();
    } else if (cursor_.is_import) {
      for (const NameId name : world_.store().TopNames())
        Add(ProposalKind::kPackage, world_.Text(name), {}, {});
    } else if (!cursor_.is_new_name) {
      Names();
    }
    return {proposals_.begin(), proposals_.end()};
  }

  EnvId Target() {
    EnvId target;
    for (const Frame& frame : cursor_.frames) {
      if (frame.kind == Frame::Kind::kType || frame.kind == Frame::Kind::kCall) {
        target = resolver_.TypeOf(resolver_.OfPath(scope_, frame.path));
      } else if (frame.kind == Frame::Kind::kElement) {
        target = ElementOf(target, frame.path);
      } else {
        target = {};
      }
    }
    return target;
  }

 private:
  void Add(ProposalKind kind, std::string_view label, std::string detail, std::string description) {
    if (!labels_.insert(std::string(label)).second) return;
    proposals_.insert({kind, std::string(label), std::move(detail), std::move(description)});
  }

  EnvId ElementOf(EnvId target, const Path& path) {
    for (const NameId name : path) {
      if (!target.IsValid()) return {};
      const std::uint32_t member = world_.envs().FindMember(target, name);
      target = member == scope::kNoMember ? EnvId() : world_.envs().EnvOf(target, member);
    }
    return target;
  }

  // ---- Members ----

  enum class Seen : std::uint8_t { kFromOutside, kFromInside };

  void AddMember(EnvId env, std::uint32_t index, Seen seen, std::optional<ProposalKind> kind = {}) {
    const scope::Member& m = world_.envs().Members(env)[index];
    // A declaration that is not finished has no name yet.
    if (!m.name.IsValid() || (seen == Seen::kFromOutside && m.is_protected)) return;
    Meaning meaning;
    meaning.kind = m.is_class ? Meaning::Kind::kClass : Meaning::Kind::kComponent;
    meaning.env = env;
    meaning.member = index;
    meaning.cls = m.cls;
    const std::string_view name = world_.Text(m.name);
    // Whether a class with a file of its own has been read depends on the questions before, so it adds its
    // name.
    if (m.is_class && world_.store().element(m.cls) == nullptr) {
      Add(ProposalKind::kClass, name, {}, {});
    } else if (m.is_class) {
      const syntax::ClassKind cls = world_.store().definition(m.cls).kind;
      Add(kind.value_or(KindOfClass(cls)), name, std::string(syntax::TextOf(cls)),
          DescriptionOf(world_, meaning));
    } else {
      Add(kind.value_or(KindOfComponent(m)), name, WrittenType(m), DescriptionOf(world_, meaning));
    }
  }
  // The type as the declaration writes it. Resolving it would read the classes of all members.
  static std::string WrittenType(const scope::Member& m) {
    return m.clause == nullptr ? std::string() : m.tree->DottedName(m.clause->type);
  }

  void AddMembers(EnvId env, Seen seen) {
    if (!env.IsValid()) return;
    const std::size_t count = world_.envs().Members(env).size();
    for (std::uint32_t i = 0; i < count; ++i) AddMember(env, i, seen);
    // Classes in files of their own. They have no member until somebody asks for them.
    for (const scope::Part& part : world_.envs()[env].parts) {
      if (!part.cls.IsValid()) continue;
      if (world_.store().directory(part.cls).empty()) continue;
      for (const NameId name : world_.store().ChildNames(part.cls))
        Add(ProposalKind::kClass, world_.Text(name), {}, {});
    }
  }

  void AfterDot() {
    if (cursor_.path.empty()) {
      for (const NameId name : world_.store().TopNames())
        Add(ProposalKind::kPackage, world_.Text(name), {}, {});
      return;
    }
    const Meaning outer = resolver_.OfPath(cursor_.is_global ? Scope{} : scope_, cursor_.path);
    const EnvId env = resolver_.TypeOf(outer);
    if (!env.IsValid()) return;
    if (const auto literals = LiteralsOf(world_, env); literals && outer.kind == Meaning::Kind::kClass) {
      for (const syntax::EnumerationLiteral& literal : literals->tree->List(literals->range)) {
        if (literal.name.name.IsValid())
          Add(ProposalKind::kLiteral, world_.Text(literal.name.name), {},
              literals->tree->DescriptionText(literal.description));
      }
      return;
    }
    AddMembers(env, Seen::kFromOutside);
  }

  // ---- Names without a dot ----

  void Names() {
    if (!cursor_.frames.empty()) {
      const Frame& frame = cursor_.frames.back();
      if (frame.kind == Frame::Kind::kAnnotation && frame.at_name) {
        for (const std::string_view name : kAnnotations) Add(ProposalKind::kModifier, name, {}, {});
        return;
      }
      const bool is_modifier = frame.kind == Frame::Kind::kType || frame.kind == Frame::Kind::kElement;
      if (is_modifier && frame.at_name) return Modifiers();
      if (frame.kind == Frame::Kind::kCall && frame.at_name) Arguments();
      Visible();
      for (const std::string_view word : kExpressionWords) Add(ProposalKind::kKeyword, word, {}, {});
      return;
    }
    Visible();
    if (cursor_.in_behaviour) {
      for (const std::string_view word : kBehaviourWords) Add(ProposalKind::kKeyword, word, {}, {});
      for (const std::string_view word : kExpressionWords) Add(ProposalKind::kKeyword, word, {}, {});
    } else if (cursor_.at_item_begin) {
      for (const std::string_view word : kDeclarationWords) Add(ProposalKind::kKeyword, word, {}, {});
    } else {
      for (const std::string_view word : kExpressionWords) Add(ProposalKind::kKeyword, word, {}, {});
    }
  }

  void Modifiers() {
    const EnvId target = Target();
    for (const std::string_view word : {"each", "final", "redeclare"})
      Add(ProposalKind::kKeyword, word, {}, {});
    if (!target.IsValid()) return;
    const scope::Predefined type = world_.envs()[target].predefined;
    if (type != scope::Predefined::kNone) {
      const bool is_real = type == scope::Predefined::kReal;
      for (const std::string_view name : is_real ? std::span<const std::string_view>(kAttributesOfReal)
                                                 : std::span<const std::string_view>(kAttributesOfOthers))
        Add(ProposalKind::kModifier, name, "attribute of " + world_.envs().NameOf(target), {});
      return;
    }
    const std::size_t count = world_.envs().Members(target).size();
    for (std::uint32_t i = 0; i < count; ++i) {
      const scope::Member& m = world_.envs().Members(target)[i];
      const bool is_fixed = m.is_final || (m.is_class && !m.redeclaring.is_replaceable) ||
                            m.variability == syntax::Variability::kConstant;
      if (!is_fixed) AddMember(target, i, Seen::kFromOutside, ProposalKind::kModifier);
    }
  }

  // The inputs of a function, or what a record constructor takes.
  void Arguments() {
    const EnvId target = Target();
    if (!target.IsValid()) return;
    const bool is_function = KindOfClass(world_.envs().KindOf(target)) == ProposalKind::kFunction;
    const std::size_t count = world_.envs().Members(target).size();
    for (std::uint32_t i = 0; i < count; ++i) {
      const scope::Member& m = world_.envs().Members(target)[i];
      if (m.is_class || m.is_protected) continue;
      if (is_function && m.causality != syntax::Causality::kInput) continue;
      AddMember(target, i, Seen::kFromOutside, ProposalKind::kArgument);
    }
  }

  // Everything that lookup can find from here: the class and what it inherits, imports, enclosing classes,
  // the top level.
  void Visible() {
    if (cls_.IsValid()) AddLoopIndices();
    Scope scope = scope_;
    bool is_closed = false;
    while (scope.env.IsValid() && !is_closed) {
      AddMembers(scope.env, Seen::kFromInside);
      const library::ClassId cls = world_.envs()[scope.env].cls;
      AddImports(cls);
      is_closed = cls.IsValid() && world_.store().definition(cls).is_encapsulated;
      scope = world_.envs()[scope.env].parts[scope.part].lexical;
    }
    for (const std::string_view name : {"Real", "Integer", "Boolean", "String"})
      Add(ProposalKind::kType, name, {}, {});
    Add(ProposalKind::kComponent, "time", "Real", "the independent variable");
    for (const semantics::Builtin& builtin : semantics::Builtins()) {
      if (builtin.name.find('.') == std::string_view::npos)
        Add(ProposalKind::kFunction, builtin.name, {}, {});
    }
    if (is_closed) return;
    for (const NameId name : world_.store().TopNames())
      Add(ProposalKind::kPackage, world_.Text(name), {}, {});
  }
  void AddLoopIndices() {
    for (std::size_t i = 0; i < world_.tree().NumNodes<syntax::Equation>(); ++i) {
      const syntax::Equation& e = world_.tree()[syntax::EquationId(i)];
      if (e.place.begin > cursor_.begin || cursor_.begin > e.place.end) continue;
      for (const syntax::ForIndex& index : world_.tree().List(e.indices)) AddIndex(index);
    }
    for (std::size_t i = 0; i < world_.tree().NumNodes<syntax::Statement>(); ++i) {
      const syntax::Statement& s = world_.tree()[syntax::StatementId(i)];
      if (s.place.begin > cursor_.begin || cursor_.begin > s.place.end) continue;
      for (const syntax::ForIndex& index : world_.tree().List(s.indices)) AddIndex(index);
    }
  }
  void AddIndex(const syntax::ForIndex& index) {
    if (index.name.IsValid())
      Add(ProposalKind::kComponent, world_.Text(index.name), {}, "the index of a loop");
  }
  void AddImports(library::ClassId cls) {
    if (!cls.IsValid()) return;
    const syntax::Tree& tree = world_.store().tree(cls);
    for (const syntax::Element& element : tree.List(world_.store().definition(cls).elements)) {
      if (!element.import_clause.IsValid()) continue;
      const syntax::Import& import = tree[element.import_clause];
      const auto parts = tree.List(tree[import.name].parts);
      if (parts.empty() || !parts.back().name.IsValid()) continue;
      if (import.kind == syntax::ImportKind::kRenamed && import.alias.IsValid())
        Add(ProposalKind::kClass, world_.Text(import.alias), {}, {});
      if (import.kind == syntax::ImportKind::kSingle)
        Add(ProposalKind::kClass, world_.Text(parts.back().name), {}, {});
      for (const syntax::Identifier& name : tree.List(import.names)) {
        if (name.name.IsValid()) Add(ProposalKind::kClass, world_.Text(name.name), {}, {});
      }
      if (import.kind != syntax::ImportKind::kAll) continue;
      Path path;
      for (const syntax::ReferencePart& part : parts) path.push_back(part.name);
      if (std::any_of(path.begin(), path.end(), [](NameId name) { return !name.IsValid(); })) continue;
      AddMembers(resolver_.TypeOf(resolver_.OfPath({}, path)), Seen::kFromOutside);
    }
  }

  World& world_;
  const Cursor& cursor_;
  Resolver resolver_;
  syntax::ClassId cls_;
  Scope scope_;
  std::set<std::string> labels_;
  struct ByLabel {
    bool operator()(const Proposal& a, const Proposal& b) const { return a.label < b.label; }
  };
  std::set<Proposal, ByLabel> proposals_;
};

}  // namespace

std::vector<Proposal> Complete(World& world, const Cursor& cursor, std::size_t offset) {
  return Completer(world, cursor, offset).Complete();
}

EnvId TargetOf(World& world, const Cursor& cursor, std::size_t offset) {
  return Completer(world, cursor, offset).Target();
}

}  // namespace daedalus::ide
