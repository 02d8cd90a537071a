#include "daedalus/system/routine/back_reference.h"

#include "daedalus/base/check.h"

namespace daedalus::routine {

std::shared_ptr<const expr::Function> BackReference::Target() const {
  std::shared_ptr<const expr::Function> target = place_->function.lock();
  for (int k = 0; k < order_ && target; ++k) target = target->Tangent();
  return target;
}

bool BackReference::DoEvaluate(std::span<const double> in, std::span<double> out, std::string* why) const {
  const std::shared_ptr<const expr::Function> target = Target();
  DAEDALUS_CHECK(target != nullptr, "what calls back is kept by what it calls");
  return target->Evaluate(in, out, why);
}

std::shared_ptr<const expr::Function> BackReference::MakeTangent() const {
  return std::shared_ptr<const BackReference>(
      new BackReference(name(), 2 * num_inputs(), num_outputs(), place_, order_ + 1));
}

const expr::Function* Resolved(const expr::Function* function) {
  const auto* const reference = dynamic_cast<const BackReference*>(function);
  return reference != nullptr ? reference->Target().get() : function;
}

}  // namespace daedalus::routine
