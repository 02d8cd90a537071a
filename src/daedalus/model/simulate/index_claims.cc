#include "daedalus/model/simulate/index_claims.h"

#include <fmt/format.h>

#include <algorithm>

#include "daedalus/numerics/integrate/suite/methods.h"
#include "daedalus/programs/inlined/methods.h"

namespace daedalus::simulate {
namespace {

constexpr const char* kReduce = "leave out --index-reduction none, and the index is reduced";

// Only methods that are stiffly accurate and damp infinitely stiff components can do it. To a method a
// constraint is such a component.
std::optional<Diagnostic> RefuseInlinedIndex(const std::string& name, int index) {
  using inlined::Method;
  const auto method = inlined::MethodNamed(name);
  if (method && (*method == Method::kBackwardEuler || *method == Method::kBdf || *method == Method::kRadau3 ||
                 *method == Method::kRadau5)) {
    return std::nullopt;
  }
  return Error(Code::kBadOption, {},
               "the inlined method `{}` does not integrate equations of index {} as they stand", name, index)
      .Hint(fmt::format("these do: backward-euler, bdf, radau3, radau5; or {}", kReduce));
}

}  // namespace

std::optional<Diagnostic> RefuseIndex(const compile::GivenModel& given, const RunSettings& settings) {
  if (!given.as_it_stands) return std::nullopt;
  const auto index = static_cast<int>(std::ranges::max(given.as_it_stands->index));
  if (settings.form == ModelForm::kOde) {
    return Error(
               Code::kBadOption, {},
               "the causal form has states and no constraints between them, but the equations as they stand "
               "have the structural index {}",
               given.structural_index)
        .Hint(fmt::format("leave out --form ode; or {}", kReduce));
  }
  if (settings.form == ModelForm::kInline) return RefuseInlinedIndex(settings.method, index);
  if (integrate::FindMethod(settings.method)->max_index >= index) return std::nullopt;
  const std::string able = integrate::MethodsForIndex(index);
  if (able.empty()) {
    return Error(Code::kBadOption, {}, "no method integrates equations of index {} as they stand", index)
        .Hint(kReduce);
  }
  return Error(Code::kBadOption, {}, "the method `{}` does not integrate equations of index {} as they stand",
               settings.method, index)
      .Hint(fmt::format("these do: {}; or {}", able, kReduce));
}

}  // namespace daedalus::simulate
