#include "daedalus/products/driver/find_connectors.h"

#include "daedalus/language/scope/class_kinds.h"
#include "daedalus/language/semantics/context.h"
#include "daedalus/products/driver/reread_model.h"

namespace daedalus::driver {
namespace {

// Empty if the connector is a variable of a simple type, such as RealInput.
std::map<std::string, bool> FlowsIn(semantics::Context& context, scope::EnvId env) {
  std::map<std::string, bool> out;
  for (const scope::Member& member : context.envs.Members(env)) {
    if (!member.is_class && !member.is_protected && member.component != nullptr)
      out.emplace(context.Text(member.name), member.connection == syntax::Connection::kFlow);
  }
  return out;
}

std::vector<fmi::Connector> ConnectorsOf(semantics::Context& context, scope::EnvId model) {
  std::vector<fmi::Connector> out;
  const std::size_t count = context.envs.Members(model).size();
  for (std::uint32_t i = 0; i < count; ++i) {
    const scope::Member& member = context.envs.Members(model)[i];
    if (member.is_class || member.is_protected || member.component == nullptr) continue;
    fmi::Connector found;
    found.name = context.Text(member.name);
    found.description = member.tree->DescriptionText(member.component->description);
    const scope::EnvId env = context.envs.EnvOf(model, i);
    if (!env.IsValid() || !scope::IsConnectorKind(context.envs.KindOf(env))) continue;
    found.type = context.envs.NameOf(env);
    found.is_flow = FlowsIn(context, env);
    out.push_back(std::move(found));
  }
  return out;
}

}  // namespace

std::vector<fmi::Connector> FindConnectors(const ModelOptions& options) {
  const auto reread = Reread(options);
  if (!reread->model) return {};
  System unused;
  semantics::Context context(*reread->store, unused);
  return ConnectorsOf(context, context.envs.Root(*reread->model));
}

}  // namespace daedalus::driver
