#include "daedalus/products/drawing/read/instance.h"

#include "daedalus/language/semantics/instances/instances.h"

namespace daedalus::drawing {

AnnotationText TextOfPart(ReadContext& read, const Instance& instance, std::uint32_t part) {
  scope::EnvTable& envs = read.semantics.envs;
  return {&envs.store().tree(envs[instance.env].parts[part].cls), {instance.env, part}, instance.node};
}

Instance ComponentOf(ReadContext& read, const Instance& around, std::uint32_t member) {
  semantics::Context& c = read.semantics;
  const semantics::Reporter::Silent silent(c.reporter);
  Instance found;
  found.declaration = &c.envs.Members(around.env)[member];
  found.name = JoinNames(around.name, c.Text(found.declaration->name));
  found.env = c.envs.EnvOf(around.env, member);
  if (!found.env.IsValid() || !around.node.IsValid() || found.declaration->is_outer) return found;
  const semantics::Child child = semantics::ChildOf(c, around.node, member);
  if (child.kind != semantics::Child::Kind::kNode) return found;
  found.node = child.node();
  // All elements of an array look alike: the first one stands for them.
  while (c.tree[found.node].is_array && !c.tree[found.node].elements.empty())
    found.node = c.tree[found.node].elements[0];
  if (c.tree[found.node].is_array) found.node = {};
  return found;
}

std::string LastName(std::string_view dotted) {
  bool is_quoted = false;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < dotted.size(); ++i) {
    if (dotted[i] == '\'') is_quoted = !is_quoted;
    if (dotted[i] == '.' && !is_quoted) begin = i + 1;
  }
  return std::string(dotted.substr(begin));
}

std::string JoinNames(std::string_view before, std::string_view name) {
  if (before.empty()) return std::string(name);
  return fmt::format("{}.{}", before, name);
}

}  // namespace daedalus::drawing
