#include "daedalus/system/routine/native_function.h"

#include <algorithm>

#include "daedalus/system/expr/step_function.h"
#include "daedalus/system/routine/native_tangent.h"
#include "daedalus/system/routine/run_state.h"

namespace daedalus::routine {

bool NativeFunction::DoEvaluate(std::span<const double> in, std::span<double> out, std::string* why) const {
  native::NativeCall call = call_;
  for (std::size_t i = 0; i < in.size(); ++i) {
    native::Datum& datum = call.arguments[inputs_[i].argument];
    if (!IsText(inputs_[i])) {
      datum.numbers[inputs_[i].element] = in[i];
    } else if (const auto text = texts_->TextOf(in[i])) {
      datum.texts[inputs_[i].element] = *text;
    } else {
      if (why != nullptr) *why = "a String has no value";
      return false;
    }
  }
  if (std::optional<std::string> failed = native_.function(call)) {
    if (why != nullptr) *why = std::move(*failed);
    return false;
  }
  for (std::size_t k = 0; k < out.size(); ++k) {
    const native::Datum& datum =
        outputs_[k].argument == NativePlace::kResult ? call.result : call.arguments[outputs_[k].argument];
    if (datum.texts.empty()) {
      out[k] = datum.numbers[outputs_[k].element];
      continue;
    }
    const std::string& text = datum.texts[outputs_[k].element];
    if (!ChargeText(text.size())) {
      if (why != nullptr) *why = "it writes too many texts, or too long ones";
      return false;
    }
    out[k] = texts_->NumberOf(text);
  }
  return true;
}

std::shared_ptr<const expr::Function> NativeFunction::MakeTangent() const {
  // We do not know what a function of another language does with numbers that belong to a text.
  const bool is_of_texts =
      !call_.callee && std::ranges::any_of(inputs_, [&](const NativePlace& place) { return IsText(place); });
  if (is_of_texts) return std::make_shared<expr::ZeroFunction>(name(), num_inputs(), num_outputs());
  const bool is_scalar = outputs_.size() == 1 && outputs_[0].argument == NativePlace::kResult;
  const native::NativeSlope* const slope = native::FindSlope(native_.name);
  const bool has_own = slope != nullptr && is_scalar && slope->is_known(call_);
  return has_own ? std::make_shared<NativeTangent>(name(), *slope, call_, inputs_) : nullptr;
}

}  // namespace daedalus::routine
