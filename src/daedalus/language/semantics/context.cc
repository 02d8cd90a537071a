#include "daedalus/language/semantics/context.h"

#include "daedalus/language/semantics/instances/attributes.h"
#include "daedalus/language/semantics/instances/instances.h"

namespace daedalus::semantics {

Context::Context(library::ClassStore& store, System& the_system)
    : system(the_system),
      envs(store, [this](Diagnostic d) { reporter.Report(std::move(d)); }),
      derivatives{.differentiator = expr::Differentiator(the_system.graph)} {
  for (int i = 0; i < kNumAttributes; ++i) {
    attribute_names[static_cast<std::size_t>(i)] = store.names().Intern(Name(static_cast<Attribute>(i)));
  }
}

std::string Context::NameOf(const Symbol& symbol) const {
  const std::string name(Text(symbol.name));
  const Node& parent = tree[symbol.parent];
  const bool is_of_the_model = !parent.path.IsValid() && !parent.is_package;
  return is_of_the_model ? name : PathText(*this, symbol.parent) + "." + name;
}

}  // namespace daedalus::semantics
