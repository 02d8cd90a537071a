// Derivatives of native functions that can differentiate themselves (native/native_slope.h). These are the
// values of an FMU that gives directional derivatives.
//
//   NativeTangent      T(x, d)                = J(x) d
//   NativeCurvature    C(x, d, x', d')        = J(x) d' + d/ds J(x + s x') d
//
// The second one is the derivative of the first one along (x', d'). Constraints of index 3 need it. No FMU
// gives second derivatives, so a fourth-order difference of first derivatives replaces the last term.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "daedalus/system/expr/function.h"
#include "daedalus/system/native/native_call.h"
#include "daedalus/system/native/native_slope.h"
#include "daedalus/system/routine/native_function.h"

namespace daedalus::routine {

class NativeTangent : public expr::Function {
 public:
  // `inputs` are the places of x in the call. The function has one number as its result.
  NativeTangent(const std::string& name, const native::NativeSlope& slope, native::NativeCall call,
                std::vector<NativePlace> inputs)
      : Function("derivative of " + name, 2 * inputs.size(), 1),
        slope_(slope),
        call_(std::move(call)),
        inputs_(std::move(inputs)) {}

 private:
  bool DoEvaluate(std::span<const double> in, std::span<double> out, std::string* why) const override;
  std::shared_ptr<const Function> MakeTangent() const override;

  const native::NativeSlope& slope_;
  const native::NativeCall call_;
  const std::vector<NativePlace> inputs_;
};

class NativeCurvature : public expr::Function {
 public:
  explicit NativeCurvature(std::shared_ptr<const NativeTangent> tangent)
      : Function("derivative of " + tangent->name(), 2 * tangent->num_inputs(), 1),
        tangent_(std::move(tangent)) {}

 private:
  bool DoEvaluate(std::span<const double> in, std::span<double> out, std::string* why) const override;

  const std::shared_ptr<const NativeTangent> tangent_;
};

}  // namespace daedalus::routine
