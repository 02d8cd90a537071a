// Which component is to blame where a model has more or fewer equations than unknowns.
//
// A model may be right as a sum of components that are right alone (Modelica 3.6, section 4.7: every model is
// locally balanced). So each class of a component is counted alone (check_class.h), and where one does not
// come out even, the classes within it.
#pragma once

#include <optional>
#include <string>

#include "daedalus/base/source.h"
#include "daedalus/library/class_store.h"

namespace daedalus::semantics {

struct UnbalancedComponent {
  std::string path;  // from the model: "load.resistor"
  std::string cls;
  Span span;  // of its declaration
  std::size_t num_equations = 0;
  std::size_t num_unknowns = 0;
};

// The innermost one, the first in the text; nothing where all components come out even, or cannot be counted
// alone: then it is the model itself.
std::optional<UnbalancedComponent> FindUnbalancedComponent(library::ClassStore& store,
                                                           library::ClassId model);

}  // namespace daedalus::semantics
