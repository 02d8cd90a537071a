// Finds out what is being typed at a place, from the tokens before it. The text around the cursor is rarely
// complete enough for a syntax tree.
//
//   Resistor r(R = a.|      a name of two parts, in the value of a modifier of `Resistor`
//   extends Base(x(|        a name, in the modifiers of x of `Base`
//   y = f(a, n|             a name, argument 1 of the call of `f`
#pragma once

#include <string>
#include <vector>

#include "daedalus/language/syntax/lexer.h"

namespace daedalus::ide {

// A name as it is written: `a.b`. Subscripts are left out.
using Path = std::vector<syntax::NameId>;

// A parenthesis that is open at the place.
struct Frame {
  enum class Kind : std::uint8_t {
    kType,     // the modifiers of a class, named by `path`
    kElement,  // the modifiers of element `path` of whatever the enclosing frame modifies
    kCall,     // the arguments of function `path`
    kAnnotation,
    kOther,
  };
  Kind kind = Kind::kOther;
  Path path;
  std::size_t argument = 0;  // commas before the place
  bool at_name = false;      // the place is that of the name of a modifier or argument
};

struct Cursor {
  enum class Kind : std::uint8_t {
    kNowhere,  // in a comment, a number, or a string without meaning
    kName,     // where a name may be typed
    kUnit,     // in the string of `unit = ""`
  };
  Kind kind = Kind::kName;
  std::size_t begin = 0, end = 0;  // of the word at the place, which a completion replaces
  std::string word;                // the part of it before the place
  Path path;                       // before the dot in front of the word
  bool has_dot = false;
  bool is_global = false;      // the path begins with a dot
  std::vector<Frame> frames;   // outermost first
  std::size_t item_begin = 0;  // where the declaration, equation or statement begins
  bool at_item_begin = false;  // only prefixes of a declaration stand before the word
  bool is_import = false;      // behind `import` or `extends`
  bool is_new_name = false;    // after the type in a declaration: the user invents a name
  bool in_behaviour = false;   // in an equation or algorithm section
};

Cursor CursorAt(std::string_view text, std::size_t offset, syntax::NameTable& names);

// The text with the item at the cursor replaced by spaces, up to the end of the line. Everything else keeps
// its position, and the half-typed item causes no errors.
std::string WithoutItem(std::string_view text, const Cursor& cursor, std::size_t offset);

}  // namespace daedalus::ide
