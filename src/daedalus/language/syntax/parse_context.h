// What the parsing functions share. Each file of the parser is a group of functions on this context, one for
// each rule of the grammar; they call each other through the declarations below.
//
// Every function may be called while the cursor is failing; it then returns quickly and reports nothing.
#pragma once

#include "daedalus/language/syntax/parse.h"
#include "daedalus/language/syntax/token_cursor.h"
#include "daedalus/language/syntax/tree_builder.h"

namespace daedalus::syntax {

struct OpenClass {
  ClassId id;
  Identifier name;
};

struct ParseContext {
  TokenCursor cursor;
  TreeBuilder build;
  std::vector<OpenClass> open_classes;  // the classes around the current token, outermost first
  std::vector<TokenKind> open_blocks;   // the `if`, `for`, `when` and `while` blocks around it
  bool in_subscript = false;            // where `end` is a value
};

// Counts one level of nesting while it lives. Reports a text that is too deep, and stops the parser.
class NestingGuard {
 public:
  explicit NestingGuard(ParseContext& p) : depth_(p.cursor.depth) {
    if (++depth_ > kMaxNesting) [[unlikely]]
      ReportTooDeep(p);
  }
  ~NestingGuard() { --depth_; }
  NestingGuard(const NestingGuard&) = delete;
  NestingGuard& operator=(const NestingGuard&) = delete;

  bool too_deep() const { return depth_ > kMaxNesting; }

 private:
  static void ReportTooDeep(ParseContext& p);

  int& depth_;
};

// ---- parse_expression.cc, parse_primary.cc ----

ExpressionId ParseExpression(ParseContext& p);
// An expression that is not an if-expression: the left side of an equation.
ExpressionId ParseSimpleExpression(ParseContext& p);
ExpressionId ParsePrimary(ParseContext& p);
ExpressionId MakeExpression(ParseContext& p, ExpressionKind kind, std::uint32_t begin,
                            std::uint32_t first = 0, std::uint32_t count = 0, std::uint8_t detail = 0);

// ---- parse_reference.cc ----

// `[.] a[1].b[2]` or, without subscripts, the name of a class or function.
ReferenceId ParseComponentReference(ParseContext& p);
ReferenceId ParseName(ParseContext& p, std::string_view role);
ExpressionId ParseReferenceExpression(ParseContext& p);
// The subscripts in `[ ]`; empty if there is no bracket.
Range<ExpressionId> ParseSubscripts(ParseContext& p);
// `(arguments)` behind the name of a function.
ExpressionId ParseCall(ParseContext& p, ReferenceId function, std::uint32_t begin);
// `(a, , b)`, always as a tuple.
ExpressionId ParseOutputList(ParseContext& p);
Range<ForIndex> ParseForIndices(ParseContext& p);

// ---- parse_modification.cc ----

ModificationId ParseModification(ParseContext& p);       // invalid when there is none
ModificationId ParseClassModification(ParseContext& p);  // invalid when there is no parenthesis
ModificationId ParseAnnotation(ParseContext& p);         // invalid when there is none
DescriptionId ParseDescription(ParseContext& p);         // invalid when there is none
DescriptionId ParseDescriptionString(ParseContext& p);   // the same, without an annotation
ConstraintId ParseConstraint(ParseContext& p);           // invalid when there is none

// ---- parse_component.cc ----

ComponentClauseId ParseComponentClause(ParseContext& p);
// In a redeclaration: one component, no condition.
ComponentClauseId ParseComponentClause1(ParseContext& p);

// ---- parse_class.cc, parse_composition.cc, parse_element.cc ----

bool IsClassPrefix(TokenKind kind);
ClassId ParseClassDefinition(ParseContext& p);
// In a modifier: `model A = B`, without a body.
ClassId ParseShortClassDefinition(ParseContext& p);
// The inside of a long class, up to and with `end Name`.
void ParseComposition(ParseContext& p, ClassDefinition& c);
// The words that begin an element; a component clause may also begin with the name of its type.
bool IsElementWord(TokenKind kind);
Element ParseElement(ParseContext& p, bool is_protected);
// Whether enough was read for a node to mean something: names that are looked up, and those that are
// declared. Others are left out of lists, so that whoever reads the tree of a broken text finds names
// everywhere.
bool IsUsable(ParseContext& p, ReferenceId name);
bool IsUsable(ParseContext& p, ClassId id);
bool IsUsable(ParseContext& p, ComponentClauseId id);
bool IsUsable(ParseContext& p, const Element& e);

// ---- parse_equation.cc, parse_statement.cc, parse_block.cc ----

// Up to the end of the section or block; semicolons included.
Range<Equation> ParseEquations(ParseContext& p);
Range<Statement> ParseStatements(ParseContext& p);
// The part of `connect(from, to)` after the word.
std::pair<ExpressionId, ExpressionId> ParseConnectArguments(ParseContext& p);
// Where a list of equations or statements stops: `end`, a branch, another section, `external`, `annotation`.
bool AtListEnd(const ParseContext& p);
// `end word`, of the block that begins with the same word at `opening`.
void ParseBlockEnd(ParseContext& p, TokenKind word, Place opening);
// Reports and skips `end if` and the like if no block is open.
bool SkipStrayEnd(ParseContext& p);
// Reports and skips a declaration where none is allowed.
void SkipMisplacedElement(ParseContext& p);

// A block that is open while this lives.
class OpenBlock {
 public:
  OpenBlock(ParseContext& p, TokenKind word) : p_(p), word_(word), opening_(p.cursor.current().place) {
    p.open_blocks.push_back(word);
  }
  // Takes `end word`; the block is open up to it.
  void Close() { ParseBlockEnd(p_, word_, opening_); }
  ~OpenBlock() { p_.open_blocks.pop_back(); }
  OpenBlock(const OpenBlock&) = delete;
  OpenBlock& operator=(const OpenBlock&) = delete;

 private:
  ParseContext& p_;
  TokenKind word_;
  Place opening_;
};

}  // namespace daedalus::syntax
