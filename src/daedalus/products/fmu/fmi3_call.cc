#include "daedalus/products/fmu/fmi3_call.h"

namespace daedalus::fmu {

fmi3Status Refuse3(fmi3Instance instance, const char* name) {
  return Call3(instance, name, kAnyMode, [&](Component&) -> Result<Unit> {
    return Fail(Error(Code::kBadOption, {}, "{}: this FMU has no such variables", name));
  });
}

Component* Make3(Kind kind, fmi3String name, fmi3String token, fmi3String resources, bool is_logging,
                 fmi3InstanceEnvironment environment, fmi3LogMessageCallback log) {
  Log tell = [environment, log](Status status, const char* category, const std::string& message) {
    if (log != nullptr) log(environment, static_cast<fmi3Status>(status), category, message.c_str());
  };
  if (name == nullptr || resources == nullptr) {
    tell(Status::kError, "logStatusError", "the instance needs a name and the path of its resources");
    return nullptr;
  }
  std::string folder = PathOf(resources);
  while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
  return MakeComponent(kind, folder, token, is_logging, tell);
}

}  // namespace daedalus::fmu
