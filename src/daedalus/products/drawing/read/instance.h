// A class as a component has it: its environment, and its instance if one could be made. A partial class has
// no instance, and can be drawn all the same.
#pragma once

#include <string>
#include <vector>

#include "daedalus/products/drawing/read/annotation_value.h"

namespace daedalus::drawing {

struct Instance {
  scope::EnvId env;
  semantics::NodeId node;                      // invalid: there is none
  const scope::Member* declaration = nullptr;  // of the component; null: the class itself is drawn
  std::string name;                            // "a.b" from the model on; empty: the class itself is drawn
};

// Where the annotations in the text of a part of the class are read.
AnnotationText TextOfPart(ReadContext& read, const Instance& instance, std::uint32_t part);

// The component number `member` of the instance.
Instance ComponentOf(ReadContext& read, const Instance& around, std::uint32_t member);

// The last part of a dotted name. Dots in quotes do not count.
std::string LastName(std::string_view dotted);
// "a.b", or one of them if the other is empty.
std::string JoinNames(std::string_view before, std::string_view name);

}  // namespace daedalus::drawing
