// Classes, their elements, and modifications (Modelica 3.6, appendices A.2.1 to A.2.5).
#pragma once

#include "daedalus/language/syntax/body_nodes.h"
#include "daedalus/language/syntax/expression_nodes.h"

namespace daedalus::syntax {

struct ClassDefinition;
struct Element;
struct Import;
struct Extends;
struct ComponentClause;
struct Modification;
struct Constraint;
struct External;
struct StringLiteral;
using ClassId = Id<ClassDefinition>;
using ElementId = Id<Element>;
using ImportId = Id<Import>;
using ExtendsId = Id<Extends>;
using ComponentClauseId = Id<ComponentClause>;
using ComponentId = Id<struct Component>;
using ModificationId = Id<Modification>;
using ModifierId = Id<struct Modifier>;
using ConstraintId = Id<Constraint>;
using ExternalId = Id<External>;
using StringLiteralId = Id<StringLiteral>;

// ---- Descriptions and annotations ----

struct StringLiteral {
  Place place;  // with the quotes
};

// `"text" + "more text" annotation(...)`. Things without either have an invalid DescriptionId.
struct Description {
  Range<StringLiteral> strings;  // Tree::DescriptionText joins them
  ModificationId annotation;     // invalid when there is none
};

// ---- Modifications ----

enum class BindingKind : std::uint8_t {
  kNone,
  kEqual,   // = value
  kAssign,  // := value, the older form
  kBreak,   // = break: takes an inherited binding away
};

// `(modifiers) = value`. Also what follows a base class, a constraining type and the word `annotation`; those
// have no value.
struct Modification {
  Place place;
  bool has_list = false;  // there are parentheses, if perhaps empty ones
  BindingKind binding = BindingKind::kNone;
  Range<Modifier> modifiers;
  ExpressionId value;  // of kEqual and kAssign
};

enum class ModifierKind : std::uint8_t {
  kElement,           // [each] [final] name modification
  kClass,             // [redeclare] [each] [final] [replaceable] short class definition
  kComponent,         // [redeclare] [each] [final] [replaceable] component clause with one component
  kRemoveComponent,   // break name, in an extends clause
  kRemoveConnection,  // break connect(from, to), in an extends clause
};

struct Modifier {
  ModifierKind kind = ModifierKind::kElement;
  bool is_each = false;
  bool is_final = false;
  bool is_redeclare = false;
  bool is_replaceable = false;
  Place place;
  ReferenceId name;             // kElement (perhaps dotted), kRemoveComponent
  ModificationId modification;  // kElement; invalid when there is none
  ClassId class_definition;     // kClass
  ComponentClauseId component;  // kComponent
  ConstraintId constraint;      // of a replaceable one; invalid when there is none
  ExpressionId from, to;        // kRemoveConnection
  DescriptionId description;    // kElement
};

// ---- Components ----

enum class Connection : std::uint8_t { kNone, kFlow, kStream };
enum class Variability : std::uint8_t { kNone, kDiscrete, kParameter, kConstant };
enum class Causality : std::uint8_t { kNone, kInput, kOutput };

// `flow parameter input Type[n] a, b`
struct ComponentClause {
  Place place;
  Connection connection = Connection::kNone;
  Variability variability = Variability::kNone;
  Causality causality = Causality::kNone;
  ReferenceId type;
  Range<ExpressionId> subscripts;  // of the type; those of a component come before them
  Range<Component> components;
};

// `name[subscripts](modifiers) = value if condition "description" annotation(...)`
struct Component {
  Place place;
  Identifier name;
  Range<ExpressionId> subscripts;
  ModificationId modification;  // invalid when there is none
  ExpressionId condition;       // invalid when there is none
  DescriptionId description;    // invalid when there is none
};

// `constrainedby type(modifiers) "description"`
struct Constraint {
  Place place;
  ReferenceId type;
  ModificationId modification;
  DescriptionId description;
};

// ---- Elements of a class ----

enum class ImportKind : std::uint8_t {
  kSingle,   // import A.B
  kRenamed,  // import C = A.B
  kAll,      // import A.B.*
  kSome,     // import A.B.{C, D}
};

struct Import {
  Place place;
  ImportKind kind = ImportKind::kSingle;
  NameId alias;             // kRenamed
  ReferenceId name;         // without `.*` and the list
  Range<Identifier> names;  // kSome
  DescriptionId description;
};

struct Extends {
  Place place;
  ReferenceId type;
  ModificationId modification;  // invalid when there is none
  ModificationId annotation;    // invalid when there is none
};

enum class ElementKind : std::uint8_t { kImport, kExtends, kClass, kComponents };

// The word `final` of a class in a file is kept in its Element as well.
struct Element {
  ElementKind kind = ElementKind::kComponents;
  bool is_protected = false;
  bool is_redeclare = false;
  bool is_final = false;
  bool is_inner = false;
  bool is_outer = false;
  bool is_replaceable = false;
  Place place;                   // without the semicolon
  ImportId import_clause;        // kImport
  ExtendsId extends;             // kExtends
  ClassId class_definition;      // kClass
  ComponentClauseId components;  // kComponents
  ConstraintId constraint;       // of a replaceable one; invalid when there is none
};

// ---- Classes ----

enum class ClassKind : std::uint8_t {
  kClass,
  kModel,
  kBlock,
  kRecord,
  kOperatorRecord,
  kConnector,
  kExpandableConnector,
  kType,
  kPackage,
  kFunction,
  kOperatorFunction,
  kOperator,
};

enum class ClassForm : std::uint8_t {
  kLong,         // model A ... end A
  kExtends,      // model extends A(modifiers) ... end A
  kShort,        // type A = input B[n](modifiers)
  kEnumeration,  // type A = enumeration(a, b) or enumeration(:)
  kDerivative,   // function fx = der(f, x)
};

enum class Purity : std::uint8_t { kNone, kPure, kImpure };

struct EnumerationLiteral {
  Identifier name;
  DescriptionId description;
};

enum class SectionKind : std::uint8_t {
  kDefault,  // the elements before any section word
  kPublic,
  kProtected,
  kEquation,
  kInitialEquation,
  kAlgorithm,
  kInitialAlgorithm,
};

// A class is a sequence of sections; each has one of the three lists.
struct Section {
  SectionKind kind = SectionKind::kDefault;
  Place place;
  Range<Element> elements;
  Range<Equation> equations;
  Range<Statement> statements;
};

// `external "C" y = f(x) annotation(...)`
struct External {
  Place place;
  StringLiteralId language;  // invalid when left out
  ExpressionId output;       // a reference; invalid when there is none
  NameId function;           // invalid when the call is left out
  Range<ExpressionId> arguments;
  ModificationId annotation;
};

struct ClassDefinition {
  Place place;  // from the first prefix of the class to the name after `end`, without the semicolon
  ClassKind kind = ClassKind::kClass;
  ClassForm form = ClassForm::kLong;
  Purity purity = Purity::kNone;
  bool is_encapsulated = false;
  bool is_partial = false;
  Identifier name;
  ClassId enclosing;  // the class whose text contains this one; invalid at the top

  // kLong and kExtends. `elements` are those of all sections together, in order; `is_protected` is in each.
  Range<Section> sections;
  Range<Element> elements;
  ExternalId external;        // invalid when there is none
  ModificationId annotation;  // of the class, at its end; the other forms have it in the description

  // kShort, kDerivative and the modification of kExtends.
  Causality base_causality = Causality::kNone;
  ReferenceId base;
  Range<ExpressionId> base_subscripts;
  ModificationId modification;

  bool has_open_enumeration = false;  // enumeration(:)
  Range<EnumerationLiteral> literals;
  Range<Identifier> derivative_of;  // kDerivative: the inputs to differentiate by

  DescriptionId description;
};

}  // namespace daedalus::syntax
