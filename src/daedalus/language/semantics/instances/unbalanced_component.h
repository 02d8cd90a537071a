// Finds the component that causes a model to have more or fewer equations than unknowns.
//
// A model consists of components that are correct alone (Modelica 3.6, section 4.7: every model is locally
// balanced). So the class of each component is counted alone (check_class.h). If one is not balanced, the
// classes within it are counted.
#pragma once

#include <optional>
#include <string>

#include "daedalus/base/source.h"
#include "daedalus/language/library/class_store.h"

namespace daedalus::semantics {

struct UnbalancedComponent {
  std::string path;  // from the model: "load.resistor"
  std::string cls;
  Span span;  // of its declaration
  std::size_t num_equations = 0;
  std::size_t num_unknowns = 0;
};

// The innermost such component, the first in the text. nullopt if all components are balanced, or cannot be
// counted alone: then the model itself is the cause.
std::optional<UnbalancedComponent> FindUnbalancedComponent(library::ClassStore& store,
                                                           library::ClassId model);

}  // namespace daedalus::semantics
