#include "daedalus/language/semantics/instances/unbalanced_component.h"

#include <set>

#include "daedalus/language/scope/class_kinds.h"
#include "daedalus/language/semantics/context.h"
#include "daedalus/language/semantics/instances/check_class.h"

namespace daedalus::semantics {
namespace {

class Search {
 public:
  explicit Search(library::ClassStore& store) : store_(store) {}

  std::optional<UnbalancedComponent> In(library::ClassId cls) {
    System system;
    Context c(store_, system);
    const scope::EnvId env = c.envs.Root(cls);
    if (!env.IsValid() || c.envs[env].is_broken) return std::nullopt;
    for (std::uint32_t i = 0; i < c.envs.Members(env).size(); ++i) {
      if (c.envs.Members(env)[i].is_class) continue;
      const scope::EnvId type = c.envs.EnvOf(env, i);
      if (!type.IsValid() || c.envs[type].predefined != scope::Predefined::kNone) continue;
      const library::ClassId inner = c.envs[type].cls;
      if (!scope::IsModelKind(c.envs.KindOf(type)) || !looked_at_.insert(inner).second) continue;
      const scope::Member& member = c.envs.Members(env)[i];
      auto found =
          Judge(inner, {std::string(c.envs.Text(member.name)), store_.FullName(inner), member.span, 0, 0});
      if (found) return found;
    }
    return std::nullopt;
  }

 private:
  // The component itself, or one in it.
  std::optional<UnbalancedComponent> Judge(library::ClassId cls, UnbalancedComponent component) {
    Diagnostics messages;
    const ClassCheck check = CheckClass(store_, cls, {}, messages);
    component.num_equations = check.num_equations;
    component.num_unknowns = check.num_unknowns;
    const bool is_counted = component.num_unknowns > 0;
    if (is_counted && component.num_equations == component.num_unknowns) return std::nullopt;
    if (auto inside = In(cls)) {
      inside->path = component.path + "." + inside->path;
      return inside;
    }
    if (!is_counted) return std::nullopt;
    return component;
  }

  library::ClassStore& store_;
  std::set<library::ClassId> looked_at_;
};

}  // namespace

std::optional<UnbalancedComponent> FindUnbalancedComponent(library::ClassStore& store,
                                                           library::ClassId model) {
  return Search(store).In(model);
}

}  // namespace daedalus::semantics
