#include "daedalus/routine/native_function.h"

namespace daedalus::routine {

bool NativeFunction::DoEvaluate(std::span<const double> in, std::span<double> out, std::string* why) const {
  native::NativeCall call = call_;
  for (std::size_t i = 0; i < in.size(); ++i)
    call.arguments[inputs_[i].argument].numbers[inputs_[i].element] = in[i];
  if (std::optional<std::string> failed = native_.function(call)) {
    if (why != nullptr) *why = std::move(*failed);
    return false;
  }
  for (std::size_t k = 0; k < out.size(); ++k) {
    const native::Datum& datum =
        outputs_[k].argument == NativePlace::kResult ? call.result : call.arguments[outputs_[k].argument];
    out[k] = datum.numbers[outputs_[k].element];
  }
  return true;
}

}  // namespace daedalus::routine
